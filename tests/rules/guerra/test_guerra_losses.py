"""6.1, 7.7 and 8.1: steps lost in the order that their owner says, who hears of them, and who is lost with a ship."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_fields import field, let, stack

from pbem.adjudicator.engine.table import Pick
from pbem.adjudicator.guerra.board.board import load_board
from pbem.adjudicator.guerra.orders import answers
from pbem.adjudicator.guerra.rules.losing import Loss, strike, take_losses
from pbem.adjudicator.guerra.rules.passengers import drowned
from pbem.adjudicator.guerra.rules.questions import LONGEST, MOST_PASSED, Next, Step, wrong_passed
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.view.look import Look


def loss(steps: int, *forces: str) -> Loss:
    return Loss(forces=forces or ("royal-1",), steps=steps, cause="battle", rule="6.1", seat="royalist", place="lima")


def steps(state: State, *units: str) -> list[int]:
    return [state.units[unit].steps if state.units[unit].at != "pool" else 0 for unit in units]


@pytest.mark.parametrize(("said", "left"), [(["rl", "cu"], [0, 1]), (["cu", "rl"], [1, 0]), (["cu"], [1, 0])])
def test_6_1_units_lose_their_steps_in_the_order_that_their_owner_says(said: list[str], left: list[int]) -> None:
    state = field(stack("royal-1", "lima", "rl cu"))
    played = let(take_losses, state, loss(3), said={"losses": [said]})
    assert [question.ordered for question in played.asked if isinstance(question, Pick)] == [True]
    assert steps(state, "rl", "cu") == left


@pytest.mark.parametrize(("units", "lost", "asked"), [
    ("rl cu", 1, 1), ("rl cu", 3, 1), ("rl cu", 4, 0), ("rl cu", 5, 0), ("rl", 1, 0), ("rl cu", 0, 0),
])  # fmt: skip
def test_6_1_nobody_is_asked_where_all_is_lost_or_nothing_or_where_one_unit_stands(
    units: str, lost: int, asked: int
) -> None:
    state = field(stack("royal-1", "lima", units))
    assert len(let(take_losses, state, loss(lost)).asked) == asked


def test_6_1_what_is_lost_is_no_more_than_there_was() -> None:
    state = field(stack("royal-1", "lima", "rl r-mi1"))
    played = let(run_strike, state, loss(7))
    assert [(each["steps"], each["gone"]) for each in played.events("losses")] == [("3", ["rl", "r-mi1"])]


async def run_strike(table: Any, state: State, lost: Loss) -> None:
    """Takes the steps of a force in the board's order."""
    strike(table, state, lost, state.units_in(lost.forces[0]))


@pytest.mark.parametrize(("marker", "revealed", "discreet"), [
    ("royal-2", {}, False), ("ejercito-lima", {}, True), ("ejercito-lima", {"ejercito-lima": 9}, False),
])  # fmt: skip
def test_5_1_3_losses_of_several_forces_are_discreet_if_one_is_hidden(
    marker: str, revealed: dict[str, int], discreet: bool
) -> None:
    state = field(stack("royal-1", "lima", "rl"), stack(marker, "lima", "cu"), turn=9, revealed=revealed)
    played = let(take_losses, state, loss(1, "royal-1", marker))
    assert [question.discreet for question in played.asked] == [discreet]
    assert [note.to for note in played.notes if note.event == "losses"] == ["royalist" if discreet else "all"]


@pytest.mark.parametrize("named", [["cu", "cu"], ["cu", "rl", "cu"], ["rl", "cu", "cu", "rl"]])
def test_6_1_a_unit_named_twice_for_losses_has_the_place_where_it_is_named_first(named: list[str]) -> None:
    (asked,) = let(take_losses, field(stack("royal-1", "lima", "rl cu")), loss(1)).asked
    said = answers.losses(asked, {"battle": named}, Look(load_board(), dict, asked.facts))
    assert said == (["cu", "rl"] if named[0] == "cu" else ["rl", "cu"])
    assert asked.faults(said) == []


# ------------------------------------------------------------------------------------------------ at sea


def at_sea(units: str = "", leaders: str = "", ships: str = "") -> State:
    """A Patriot force aboard in the eighth area of the Pacific, and the ships that still carry it."""
    state = field(stack("patria-1", "pacific-8", units, leaders), ships=dict.fromkeys(ships.split(), "pacific-8"))
    state.forces["patria-1"].ships = ships.split() or ["chl-f1"]
    return state


def test_8_1_a_leader_who_sails_alone_is_in_no_danger_while_the_ship_swims() -> None:
    state = at_sea(leaders="san-martin", ships="chl-f1")
    assert let(drowned, state, "pacific-8").dice == []
    assert state.place_of("san-martin") == "pacific-8"


def test_7_7_with_the_last_ship_all_is_lost_and_no_force_is_left() -> None:
    for leaders in ("san-martin", ""):
        state = at_sea(units="chi2", leaders=leaders)
        let(drowned, state, "pacific-8", dice={"leader/san-martin": 1} if leaders else None)
        assert state.units["chi2"].at == "pool"
        assert state.leaders["san-martin"].at == ("gone" if leaders else "out")
        assert "patria-1" not in state.forces


@pytest.mark.parametrize(("units", "left"), [("chi1", [2]), ("chi1 chi2", [2, 0])])
def test_7_7_a_frigate_carries_two_steps_and_what_is_more_drowns(units: str, left: list[int]) -> None:
    state = at_sea(units=units, ships="chl-f1")
    let(drowned, state, "pacific-8", said={"losses": [["chi2", "chi1"]]} if len(left) > 1 else None)
    assert steps(state, *units.split()) == left


# ------------------------------------------------------------------------------------------------ answers


@pytest.mark.parametrize(("lines", "good"), [
    ([], True), (["x"] * MOST_PASSED, True), (["x"] * (MOST_PASSED + 1), False), (["x" * LONGEST], True),
    (["x" * (LONGEST + 1)], False), ([["x"]], False), ("abc", False), (["x", "x" * (LONGEST + 1)], False),
])  # fmt: skip
def test_3_3_lines_on_what_was_left_out_are_so_many_and_so_long(lines: Any, good: bool) -> None:
    assert (wrong_passed({"passed": lines}) == []) is good
    assert (
        Next(rule="3.3", side="royalist", key="k", topic="force", prompt="?").faults({"passed": lines}) == []
    ) is good


@pytest.mark.parametrize(("answer", "good"), [
    ("stop", True), ("go", False), ({"move": {}}, True), ({"stop": {}}, True), ({"dance": {}}, False), ({}, False),
    ({"move": {}, "attack": {}}, False), ({"move": {}, "passed": ["x"]}, True), ({"move": {}, "passed": "x"}, False),
])  # fmt: skip
def test_3_3_a_step_says_one_verb_and_one_alone(answer: Any, good: bool) -> None:
    step = Step(rule="3.3", side="royalist", key="k", topic="step", prompt="?", ends="stop", verbs=("move", "attack"))
    assert (step.faults(answer) == []) is good
