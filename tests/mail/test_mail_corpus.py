"""Every letter of the corpus: what is found in it, what it is taken for, whether it is answered and why not."""

from __future__ import annotations

import time

import pytest
from mail_corpus import HERE, corpus, names, table
from mail_kit import HOME, Case

from pbem.mail.guards import judge
from pbem.mail.letter import LIMITS, Letter, understood

LONGEST = 2.0


def holdings(letter: Letter) -> str:
    """Its documents as the table names them."""
    return " ".join(f"{part.kind}{'+sig' * bool(part.signature)}@{part.how.value}" for part in letter.parts)


@pytest.mark.parametrize("name", names())
def test_a_letter_has_the_outcome_of_the_table_and_says_it_well_and_quickly(name: str) -> None:
    case: Case = corpus()[name]
    began = time.process_time()
    letter = understood(case.raw, LIMITS)
    once = time.process_time() - began
    has_the_outcome_of_the_table(letter, case)
    says_what_to_do_if_refused(letter)
    is_shown_on_one_printable_line(letter)
    began = time.process_time()
    assert letter == understood(case.raw, LIMITS)
    assert min(once, time.process_time() - began) < LONGEST  # once the memory of thousands of tests may be swept


def has_the_outcome_of_the_table(letter: Letter, case: Case) -> None:
    """What is found in it, what it is taken for, and why it is or is not answered."""
    verdict = judge(letter, HOME)
    why = [*(fault.message for fault in letter.faults), verdict.reason]
    assert holdings(letter) == case.holds, why
    assert (verdict.sort.value, verdict.answered) == (case.sort, case.answered), why
    assert any(case.why in words for words in why), why
    if case.data:
        assert letter.parts[0].data.replace(b"\r\n", b"\n") == case.data


def says_what_to_do_if_refused(letter: Letter) -> None:
    """Each fault has a hint, and a letter with nothing in it that is answered has a fault."""
    if not letter.parts and judge(letter, HOME).answered:
        assert letter.faults
    for fault in letter.faults:
        assert fault.hint
        assert fault.message[0].islower()
        assert not fault.message.endswith(".")


def is_shown_on_one_printable_line(letter: Letter) -> None:
    """No word of its head breaks a line, no name of a part leaves its folder."""
    for words in (letter.sender, letter.subject, letter.reply_to, letter.message_id):
        assert words.isprintable()
    for part in letter.parts:
        assert part.name.isprintable()
        assert "/" not in part.name


def test_the_corpus_has_the_size_it_claims() -> None:
    assert len(corpus()) >= 120
    assert sum(not case.answered for case in corpus().values()) >= 40


def test_the_stored_letters_are_those_that_are_built() -> None:
    stored = {path.stem: path.read_bytes() for path in HERE.glob("*.eml")}
    assert stored == {name: case.raw for name, case in corpus().items() if case.stored}
    assert (HERE / "outcomes.tsv").read_text(encoding="utf-8") == table(corpus())
