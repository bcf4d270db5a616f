"""Who answers: the record, this phase's orders, standing orders, and after the deadline the rule's default."""

from __future__ import annotations

import pytest
from table.small_rules import ANSWERS, REPLY, Scripted, ask, driver, duel

from pbem.adjudicator.engine.driver import Asking, Closed, Lapse
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.engine.transcript import Transcript


async def one_choice(table: Table) -> str:
    return await table.decide(ask("plan", "red"))


def test_the_first_source_that_has_an_answer_gives_it() -> None:
    orders, standing = Scripted({"plan": "sail"}, "orders"), Scripted({"plan": "fire"}, "standing order 1")
    run = driver(red=[Scripted({}), orders, standing])
    assert run.run(one_choice(Table())) == Closed("sail", ())
    assert run.transcript.records[0]["source"] == "orders"
    assert standing.asked == []


def test_an_answer_that_is_not_legal_is_passed_over_and_told_to_its_owner() -> None:
    run = driver(red=[Scripted({"plan": "flee"}, "orders"), Scripted({"plan": "fire"}, "standing order 1")])
    done = run.run(one_choice(Table()))
    assert isinstance(done, Closed)
    assert done.result == "fire"
    assert [(lapse.decision.key, lapse.source) for lapse in done.lapses] == [("plan", "orders")]
    assert "'flee' is no choice here" in done.lapses[0].reasons[0]


def test_a_side_is_never_asked_another_sides_question() -> None:
    blue = Scripted({"plan": "sail"})
    assert isinstance(driver(blue=[blue]).run(one_choice(Table())), Asking)
    assert blue.asked == []


def test_without_an_answer_the_phase_waits_with_the_question() -> None:
    waiting = driver().run(one_choice(Table()))
    assert isinstance(waiting, Asking)
    assert [question.key for question in waiting.questions] == ["plan"]


def test_the_default_stands_after_the_deadline_and_not_before() -> None:
    assert isinstance(driver(late=["blue"]).run(one_choice(Table())), Asking)
    run = driver(late=["red"])
    assert run.run(one_choice(Table())) == Closed("hold", ())
    assert run.transcript.records[0]["source"] == "default at deadline"


def test_orders_go_before_the_default_after_the_deadline_too() -> None:
    assert driver(red=[Scripted({"plan": "sail"})], late=["red"]).run(one_choice(Table())) == Closed("sail", ())


def test_a_lapse_before_the_deadline_leaves_the_question_open() -> None:
    waiting = driver(red=[Scripted({"plan": "flee"}, "orders")]).run(one_choice(Table()))
    assert isinstance(waiting, Asking)
    assert [type(lapse) for lapse in waiting.lapses] == [Lapse]


def test_the_record_goes_before_newer_orders() -> None:
    """What has been answered stays: a newer order file changes nothing that is in the record."""
    first = driver(red=[Scripted({"plan": "sail"}, "orders")])
    first.run(one_choice(Table()))
    newer = Scripted({"plan": "fire"}, "newer orders")
    again = driver(Transcript(list(first.transcript)), red=[newer])
    assert again.run(one_choice(Table())) == Closed("sail", ())
    assert (newer.asked, newer.recalled) == ([], [("plan", "orders")])


@pytest.mark.parametrize("missing", ["red", "blue"])
def test_simultaneous_choices_are_recorded_only_when_all_have_answered(missing: str) -> None:
    red, blue = Scripted(ANSWERS if missing != "red" else {}), Scripted(REPLY if missing != "blue" else {})
    run = driver(red=[red], blue=[blue])
    waiting = run.run(duel(Table()))
    assert isinstance(waiting, Asking)
    assert [question.key for question in waiting.questions] == [f"stance {missing}"]
    assert [record["k"] for record in run.transcript] == ["roll"]


def test_all_open_questions_of_one_moment_go_out_together() -> None:
    waiting = driver().run(duel(Table()))
    assert isinstance(waiting, Asking)
    assert [question.key for question in waiting.questions] == ["stance red", "stance blue"]


def test_one_side_late_is_defaulted_while_the_other_is_still_waited_for() -> None:
    run = driver(late=["red"])
    waiting = run.run(duel(Table()))
    assert isinstance(waiting, Asking)
    assert [question.side for question in waiting.questions] == ["blue"]
    assert len(run.transcript) == 1


def test_a_phase_that_waited_goes_on_from_its_record_and_throws_no_die_twice() -> None:
    run = driver(red=[Scripted({"stance red": "sail"})], blue=[Scripted(REPLY)])
    assert isinstance(run.run(duel(Table())), Asking)
    so_far = list(run.transcript)
    later = driver(Transcript(list(so_far)), red=[Scripted({"shot red": "fire"})])
    done = later.run(duel(Table()))
    assert isinstance(done, Closed)
    assert done.result == ["6", "sail", "hold", "fire", "3"]
    assert later.transcript.records[: len(so_far)] == so_far
    assert [record["label"] for record in later.transcript if record["k"] == "roll"] == ["wind/n1", "wind/n2"]
