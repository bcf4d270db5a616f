"""The corpus of letters: what mailers, forwarders, robots and rogues do to an envelope, each with its outcome.

    python tests/kits/mail_corpus.py

writes the letters to tests/mail/hostile/ with a table of their outcomes, for anybody who writes a program that reads
letters. Those too large to keep are made anew for each test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from mail_corpus_dressed import dressed
from mail_corpus_forms import forms
from mail_corpus_mailers import mailers
from mail_corpus_refused import refused
from mail_corpus_robots import robots
from mail_corpus_words import words
from mail_kit import Case

HERE = Path(__file__).parents[1] / "mail" / "hostile"
SETS: tuple[Callable[[], dict[str, Case]], ...] = (forms, mailers, refused, dressed, robots, words)


@cache
def corpus() -> Mapping[str, Case]:
    """Every letter by its name, written once for all tests; a name that comes twice would hide one."""
    found: dict[str, Case] = {}
    for each in SETS:
        cases = each()
        assert not found.keys() & cases.keys()
        found |= cases
    return found


def names() -> list[str]:
    """The letters' names by the table that is kept: nobody builds 50 million bytes to collect the tests."""
    return [row.partition("\t")[0] for row in (HERE / "outcomes.tsv").read_text(encoding="utf-8").splitlines()[1:]]


def table(cases: Mapping[str, Case]) -> str:
    """The outcomes, a row a letter."""
    rows = ["letter\tdocuments\twhat it is\tanswered\tfaults go to\twhy\n"]
    for name in sorted(cases):
        case = cases[name]
        answered = "yes" if case.answered else "no"
        words = (name, case.holds or "-", case.sort, answered, case.answers, case.why or "-")
        rows.append("\t".join(words) + "\n")
    return "".join(rows)


def main() -> None:
    """Write what can be kept."""
    cases = corpus()
    HERE.mkdir(parents=True, exist_ok=True)
    for old in HERE.glob("*.eml"):
        old.unlink()
    for name, case in cases.items():
        if case.stored:
            (HERE / f"{name}.eml").write_bytes(case.raw)
    (HERE / "outcomes.tsv").write_text(table(cases), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
