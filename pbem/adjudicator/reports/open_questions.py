"""Questions as a letter puts them: what may be answered, and the very lines to copy into an order file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pbem.adjudicator.board.texts import texts_of
from pbem.adjudicator.orders.order_file import yaml_lines
from pbem.adjudicator.reports.frame import Frame, text_of
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.strict_yaml.writing import one_line

#: How to answer, and what with: a sentence, and options with their words.
Ways = tuple[str, list[tuple[str, str]]]

#: A value of a question, in the words of a title's data: the points in 'You have {funds} points'.
FIELD = pattern(r"\{(\w+)\}")
#: When the default stands (docs/protocol.md, 17).
UNANSWERED = "If the deadline passes without a word from you"
LEFT_OPEN = "You have been asked before, and what you sent does not answer this. If the next does not either"


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, ready to print."""

    key: str
    rule: str
    prompt: str
    how: str
    options: tuple[tuple[str, str], ...]
    default: str
    lapse: str  # when that stands, in words
    lines: tuple[str, ...]  # the answer as it stands in an order file, filled in with the default


@dataclass(frozen=True, slots=True)
class Asker:
    """Puts a title's questions: those of every title, and its own kinds as its data describe them.

    A row of the data is about the questions that have the key it `asks` for in what is legal; if it says what the
    section of the answer `is`, about those alone. It `says` how to answer. `options` is the key of the legal answers;
    with `places` they are named as places. With `counts` an answer that counts is written as a list.
    """

    rows: Sequence[Mapping[str, Any]] = ()
    place: Callable[[str], str] = str  # a place as players speak of it

    @classmethod
    def of(cls, path: Path, place: Callable[[str], str] = str) -> Asker:
        """Reads the rows of a title's data."""
        return cls(texts_of(path)["questions"], place)

    def asks(self, seat: str, phase: str, frame: Frame) -> dict[str, Any]:
        """The questions of a seat and the file that would answer them; the public is asked nothing."""
        found = [self.asked(question) for question in frame.get("questions", ())] if seat else []
        head = {"game": text_of(frame, "game"), "seat": seat, "phase": phase}
        return {"questions": found, "answer_file": answer_file(head, found) if found else ""}

    def asked(self, question: Mapping[str, Any]) -> Asked:
        """A question of the frame: {key, rule, prompt, legal, default}."""
        key, legal, default = str(question["key"]), question.get("legal", {}), question.get("default")
        row = next(self.fitting(legal), None)
        answer = [] if default is None else written(default) if row and "counts" in row else default
        how, options = self.own(row, legal) if row else choices(legal)
        return Asked(
            key, text_of(question, "rule"), text_of(question, "prompt"), how, tuple(options),
            "nothing" if answer in ([], {}, "") else one_line(answer),
            LEFT_OPEN if question.get("left_open") else UNANSWERED,
            tuple(yaml_lines([{"key": key, "answer": answer}])),
        )  # fmt: skip

    def fitting(self, legal: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """The rows of the data that are about such a question."""
        return (row for row in self.rows if row["asks"] in legal and row.get("is", section(legal)) == section(legal))

    def own(self, row: Mapping[str, Any], legal: Mapping[str, Any]) -> Ways:
        """Returns what a row says, and the legal answers."""
        how = FIELD.sub(lambda found: str(legal[found[1]]), row["says"])
        named = self.place if "places" in row else str
        options: Mapping[str, Any] = legal[row["options"]] if "options" in row else {}
        return how, [(named(name), plainly(words)) for name, words in options.items()]


#: Puts the questions of a title without kinds of its own.
USUAL = Asker()


def section(legal: Mapping[str, Any]) -> str:
    """The section of an order file that answers a question; empty where none does."""
    return str(legal.get("form", "")).partition("/")[0]


def written(counted: Any) -> Any:
    """Counted things in the form an order file takes: each as often as it counts."""
    if not isinstance(counted, Mapping):
        return counted
    return [name for name, number in counted.items() for _ in range(int(number))]


def choices(legal: Mapping[str, Any]) -> Ways:
    """Returns a lead and the legal answers for the kinds of question that every title asks."""
    if "form" in legal:
        return f"Answer with the section '{section(legal)}' of an order file, as the guide has it.", []
    if "choose" in legal:
        return "Answer with one of:", words_of(legal["choose"])
    if "pick" in legal:
        return f"Answer with a list of {how_many(legal)}:", words_of(legal["pick"])
    return "", [(str(name).replace("_", " "), plainly(value)) for name, value in legal.items()]


def words_of(options: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Options with what each of them is."""
    return [(str(name), str(words)) for name, words in options.items()]


def how_many(legal: Mapping[str, Any]) -> str:
    """The number wanted, in words."""
    least, most = legal["least"], legal["most"]
    if least == most:
        if most == len(legal["pick"]):
            return "all of these, in the order you prefer"
        return "one of these" if most == 1 else f"{least} of these, in the order you prefer"
    return f"{f'{least} to {most}' if least else f'up to {most}'} of these, in the order you prefer"


def plainly(value: Any) -> str:
    """Writes legal answers that are not a list of choices as text."""
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {plainly(inner)}" for name, inner in value.items())
    return ", ".join(map(plainly, value)) if isinstance(value, list | tuple) else str(value)


def answer_file(head: Mapping[str, str], found: Sequence[Asked]) -> str:
    """A whole order file that answers every question with its default."""
    lines = ["pbem: orders/1", *(f"{name}: {one_line(value)}" for name, value in head.items() if value), "answers:"]
    return "\n".join([*lines, *(f"  {line}" for each in found for line in each.lines)])
