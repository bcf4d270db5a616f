"""Plans as answers: taken up once, replaced by newer ones, from standing orders only where nobody else has spoken."""

from __future__ import annotations

from typing import Any

import pytest
from rules.yellowjack.yellowjack_letters import doctrine_of, files_of, plan_question, plans_of
from rules.yellowjack.yellowjack_looks import asked
from rules.yellowjack.yellowjack_stages import begun
from rules.yellowjack.yellowjack_views import BOARD, at_sea, set_up

from pbem.adjudicator.engine.driver import Asking, Closed, Driver
from pbem.adjudicator.engine.standing import StandingOrders
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.orders.carried_out.sighted import NothingOrdered
from pbem.adjudicator.yellowjack.base.prompts import entry
from pbem.adjudicator.yellowjack.orders.plans import judge, sleeps
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import AUSTRIAN_WAR, FRANCE_AT_WAR, date_from
from pbem.adjudicator.yellowjack.view.view import glance

STAY = "sail:\n  - {who: br-flag-j1, then: [{stay: true}]}\n"


def plans(state: State, *bodies: str, seat: str = "british", standing: StandingOrders | None = None) -> list[Any]:
    """The plans that files and standing orders give now."""
    answer = plans_of(state, seat, *bodies, standing=standing).answer(plan_question(seat))
    assert answer is not None
    return list(answer[0])


def test_r5_2_a_plan_is_taken_up_once_and_goes_on_by_its_mark() -> None:
    state = set_up()
    (plan,) = plans(state, STAY)
    assert plan == {"who": "br-flag-j1", "mark": "y39t13.ops orders line 5", "then": [{"stay": "yes"}]}
    state.plans["br-flag-j1"] = {**plan, "then": []}
    assert plans(state, STAY) == []


def test_r5_2_the_newest_file_with_plans_replaces_the_older() -> None:
    state = set_up()
    newer = "sail:\n  - {who: br-flag-j2, then: [{wait: 2}]}\n"
    assert [plan["who"] for plan in plans(state, newer, STAY)] == ["br-flag-j2"]
    assert [plan["who"] for plan in plans(state, "stance: [{who: all, do: avoid}]\n", STAY)] == ["br-flag-j1"]


def test_r1_12_a_plan_whose_condition_does_not_hold_is_not_taken_up() -> None:
    body = "sail:\n  - {who: br-flag-j1, if: [{impulse_at_least: 3}], then: [{stay: true}]}\n"
    state = set_up()
    assert plans(state, body) == []
    state.impulse = 3
    assert [plan["who"] for plan in plans(state, body)] == ["br-flag-j1"]


def standing(*orders: dict[str, Any]) -> StandingOrders:
    """Standing orders in force."""
    return StandingOrders("british", orders)


def test_r1_13_a_standing_plan_is_for_who_has_neither_plan_nor_order() -> None:
    state = at_sea()
    orders = standing({"number": 2, "sail": [{"who": "all", "then": [{"stay": True}]}]})
    assert [plan["who"] for plan in plans(state, standing=orders)] == ["br-flag-j1", "jf1"]
    state.plans["br-flag-j1"] = {"then": [{"stay": "yes"}]}
    assert [plan["who"] for plan in plans(state, standing=orders)] == ["jf1"]
    assert orders.log["2"] == ["gave br-flag-j1 its plan", "gave jf1 its plan"]


def test_r1_12_a_file_goes_before_standing_orders_and_these_by_their_numbers() -> None:
    orders = standing({"number": 1, "if": [{"impulse_at_least": 3}], "sail": [{"who": "jf1", "then": [{"wait": 1}]}]},
                      {"number": 2, "sail": [{"who": "jf1", "then": [{"wait": 2}]}]},
                      {"number": 3, "sail": [{"who": "all", "then": [{"wait": 3}]}]})  # fmt: skip
    found = {plan["who"]: plan["then"] for plan in plans(set_up(), STAY, standing=orders)}
    assert found["br-flag-j1"] == [{"stay": "yes"}]
    assert found["jf1"] == [{"wait": "2"}]
    assert found["br-flag-j2"] == [{"wait": "3"}]


def test_r1_12_an_exact_answer_goes_before_all_plans() -> None:
    exact = "answers:\n  - {key: sail/i1/n1, answer: []}\n"
    source = plans_of(set_up(), "british", exact, STAY)
    assert source.answer(plan_question("british")) is None
    assert source.files[0].answer(plan_question("british")) == ([], "orders (2) line 5")


def test_r1_12_of_other_questions_the_source_of_plans_says_nothing() -> None:
    assert plans_of(set_up(), "british", STAY).answer(asked("stance", who="br-flag-j1")) is None


@pytest.mark.parametrize(("ask", "waits"), [([], False), (["contact"], True), (["battle"], False),
                                            (["everything"], True)])  # fmt: skip
def test_2_3_nothing_waits_but_what_is_listed_under_ask(ask: list[str], waits: bool) -> None:
    silence = NothingOrdered(doctrine_of(set_up(), "british"), ask)
    question = asked("stance", who="br-flag-j1")
    assert (silence.answer(question) is None) == waits
    if not waits:
        assert silence.answer(question) == ({}, "nothing ordered")


@pytest.mark.parametrize(("topic", "waits"), [("stance", True), ("battle", True), ("escalade", True), ("losses", False),
                                              ("escape", False), ("march", False), ("breakout", False)])  # fmt: skip
def test_2_3_only_what_both_sides_see_may_stop_a_phase(topic: str, waits: bool) -> None:
    question = entry(Table(), "R7.4", "british", topic, {"who": "br-flag-j1"}, "What now?", "i1.m5")
    dice = Driver(
        Transcript(), lambda roll: (1,), {"british": [NothingOrdered(doctrine_of(set_up(), "british"), ["everything"])]}
    )

    async def asks() -> object:
        return await Table().decide(question)

    assert isinstance(dice.run(asks()), Asking if waits else Closed)


def test_r1_12_a_section_answers_from_the_newest_file_that_has_it() -> None:
    newest, oldest = files_of(set_up(), "british", "stance: [{who: all, do: avoid}]\n",
                              "stance: [{who: all, do: seek}]\nweather: [{who: all, catch: never}]\n")  # fmt: skip
    question = asked("stance", who="br-flag-j1", place="s52")
    assert newest.answer(question) == ({"do": "avoid"}, "orders (2) line 4")
    assert oldest.answer(question) is None
    assert oldest.answer(asked("weather", who="br-flag-j1")) == ({"catch": "never"}, "orders line 5")


def test_r1_12_conditions_of_plans_are_judged_with_their_owners_eyes() -> None:
    state = at_sea()
    holds = judge(BOARD, lambda side: lambda: glance(state, side))
    near = [{"enemy_within": {"of": "here", "legs": 1}}]
    assert holds(state, "british", "br-flag-j1", near) == ""
    assert "no such enemy is within 1 leg of her" in holds(state, "bourbon", "rcg", near)
    assert holds(state, "british", "br-flag-j1", []) == ""


def test_3_3_a_routine_lets_nobody_wait_in_administration() -> None:
    turn_13, turn_16 = date_from("y39t13"), date_from("y39t16")
    asleep = standing({"number": 1, "sail": []}, {"number": 9, "routine": {"admin": True}})
    assert not sleeps(standing({"number": 1, "sail": []}), turn_13)
    assert not sleeps(standing({"number": 9, "routine": {"admin": False}}), turn_13)
    assert sleeps(asleep, turn_13)
    assert not sleeps(asleep, turn_16)
    assert sleeps(asleep, turn_16, last=True)


@pytest.mark.parametrize("commands", ["", "jjjjll", "jjjjjl", "cccccc"])
def test_hazard_18_who_is_waited_for_says_nothing_of_a_hand(commands: str) -> None:
    match = begun(scenario="1739")
    match.standing["british"] = standing({"number": 9, "routine": {"admin": True}})
    match.coming = "admin"
    chits = {letter: [name for name in match.state.board.chits if name.startswith(f"{letter}-")] for letter in "jlc"}
    match.state.hand["british"] = [chits[letter].pop() for letter in commands]
    phase = match.phase()
    assert phase is not None
    assert phase.active == ("bourbon",)


@pytest.mark.parametrize(("what", "waited_for"), [
    ("", ()), ("campaign", ("british", "bourbon")), ("austria", ("british", "bourbon")),
    ("france", ("british", "bourbon")), ("not the last", ("british", "bourbon")),
])  # fmt: skip
def test_r1_11_the_last_administration_waits_only_where_a_choice_can_count(
    what: str, waited_for: tuple[str, ...]
) -> None:  # fmt: skip
    match = begun(scenario="1740")
    match.state.date, match.coming = match.state.last - (what == "not the last"), "admin"
    match.state.campaigns["georgia"].active = what == "campaign"
    match.state.events |= {"austria": {AUSTRIAN_WAR: 1}, "france": {FRANCE_AT_WAR: 1}}.get(what, {})
    phase = match.phase()
    assert phase is not None
    assert sorted(phase.active) == sorted(waited_for)


@pytest.mark.parametrize("coming", ["ops", "setup"])
def test_r1_11_the_last_operations_wait_for_both(coming: str) -> None:
    match = begun()
    match.state.date, match.coming = match.state.last, coming
    assert len(match.writers()) == 2


def test_r1_11_nothing_hidden_changes_who_is_waited_for_at_the_end() -> None:
    match = begun(scenario="1741")
    match.state.date, match.coming = match.state.last, "admin"
    for side, letter in (("british", "j"), ("bourbon", "k")):
        match.state.hand[side] = [name for name in match.state.board.chits if name.startswith(f"{letter}-")][:6]
    assert match.writers() == ()
