"""Nothing forced is asked of anybody, and no discreet question stops a phase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from table.small_rules import Scripted, ask, driver

from pbem.adjudicator.engine.driver import FORCED, LATE, UNASKED, Asking, Closed
from pbem.adjudicator.engine.table import Amount, Choose, Decision, Pick, Question, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.base.errors import CheckFailed

ONE = replace(ask("plan", "red"), options={"hold": "stay"})
SECRET = replace(ask("plan", "red"), discreet=True)


def pick(options: str, least: int, most: int, *, ordered: bool = False) -> Pick:
    return Pick(rule="1.1", side="red", key="plan", topic="plan", prompt="?", options={name: name for name in options},
                least=least, most=most, default=tuple(options[:least]), ordered=ordered)


def amount(least: int, most: int) -> Amount:
    return Amount(rule="1.1", side="red", key="plan", topic="plan", prompt="?", least=least, most=most, default=least)


async def one(table: Table, question: Question[str]) -> str:
    return await table.decide(question)


def legal_answers(question: Decision, *, ordered: bool = False) -> list[Any]:
    """All that `faults` lets through, of what there is to try."""
    if isinstance(question, Choose):
        return [name for name in question.options if not question.faults(name)]
    if isinstance(question, Pick):
        lists = [list(some) for size in range(5) for some in permutations(question.options, size)]
        unlike: dict[str, Any] = {}
        for some in [some for some in lists if not question.faults(some)]:
            unlike.setdefault(str(some if ordered else sorted(some)), some)
        return list(unlike.values())
    return [str(number) for number in range(12) if not question.faults(str(number))]


@pytest.mark.parametrize("question", [
    ask("plan", "red"), ONE, pick("", 0, 0), pick("ab", 0, 0), pick("a", 1, 1), pick("ab", 2, 2), pick("ab", 1, 2),
    pick("abc", 2, 2), pick("a", 0, 1), pick("ab", 2, 2, ordered=True), pick("a", 1, 1, ordered=True), amount(3, 3),
    amount(0, 1), amount(0, 0),
])  # fmt: skip
def test_a_question_is_forced_where_exactly_one_answer_is_legal(question: Choose[str] | Pick | Amount) -> None:
    legal = legal_answers(question, ordered=isinstance(question, Pick) and question.ordered)
    assert question.only_answer() == (legal[0] if len(legal) == 1 else None)


def test_a_forced_answer_is_given_without_asking_and_noted() -> None:
    script = Scripted({"plan": "hold"})
    run = driver(red=[script])
    assert run.run(one(Table(), ONE)) == Closed("hold", ())
    assert [(record["answer"], record["source"]) for record in run.transcript] == [("hold", FORCED)]
    assert script.asked == []


def test_what_is_forced_stops_nobody_who_answers_at_the_same_time() -> None:
    async def both(table: Table) -> Sequence[Any]:
        return await table.decide_all(ONE, ask("stance", "blue"))

    waiting = driver().run(both(Table()))
    assert isinstance(waiting, Asking)
    assert [question.key for question in waiting.questions] == ["stance"]
    done = driver(blue=[Scripted({"stance": "sail"})]).run(both(Table()))
    assert isinstance(done, Closed)
    assert list(done.result) == ["hold", "sail"]


def test_a_forced_answer_in_the_record_is_recalled_to_nobody() -> None:
    first = driver()
    first.run(one(Table(), ONE))
    script = Scripted({})
    assert driver(Transcript(list(first.transcript)), red=[script]).run(one(Table(), ONE)) == Closed("hold", ())
    assert script.recalled == []


@pytest.mark.parametrize(("recorded", "asked", "reason"), [
    (FORCED, ask("plan", "red"), "the record has it forced"), ("orders", ONE, "the record has it answered"),
    (UNASKED, ask("plan", "red"), "the record has it never asked"),
])  # fmt: skip
def test_a_record_that_has_another_reason_is_found(recorded: str, asked: Choose[str], reason: str) -> None:
    record = {"k": "decide", "rule": "1.1", "side": "red", "key": "plan", "answer": "hold", "source": recorded}
    with pytest.raises(CheckFailed, match=reason):
        driver(Transcript([record]), check_record=True).run(one(Table(), asked))


def test_a_discreet_question_never_stops_a_phase() -> None:
    run = driver()
    assert run.run(one(Table(), SECRET)) == Closed("hold", ())
    assert [record["source"] for record in run.transcript] == [UNASKED]


def test_orders_answer_a_discreet_question() -> None:
    assert driver(red=[Scripted({"plan": "sail"})]).run(one(Table(), SECRET)) == Closed("sail", ())


def test_orders_that_cannot_be_used_lapse_and_the_default_stands() -> None:
    done = driver(red=[Scripted({"plan": "flee"}, "orders")]).run(one(Table(), SECRET))
    assert isinstance(done, Closed)
    assert (done.result, [lapse.source for lapse in done.lapses]) == ("hold", ["orders"])


def test_after_the_deadline_the_record_says_so_of_a_discreet_question_too() -> None:
    run = driver(late=["red"])
    run.run(one(Table(), SECRET))
    assert [record["source"] for record in run.transcript] == [LATE]


def test_a_discreet_question_leaves_open_what_another_is_asked_at_the_same_time() -> None:
    async def both(table: Table) -> Sequence[Any]:
        return await table.decide_all(SECRET, ask("stance", "blue"))

    waiting = driver().run(both(Table()))
    assert isinstance(waiting, Asking)
    assert [question.key for question in waiting.questions] == ["stance"]
