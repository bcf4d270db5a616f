"""Chapters 32 and 33, optional: leaders who fall, crews that sicken."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import Answer, play, port, position, told

from pbem.adjudicator.lions.rules.ch04_sequence import end_of_turn
from pbem.adjudicator.lions.rules.ch13_operations import operations_phase
from pbem.adjudicator.lions.rules.ch18_results import damage
from pbem.adjudicator.lions.state.forces import lone_force
from pbem.adjudicator.lions.state.state import State

SHIP, SEA = "england-1st-1", "F8"
MORTAL, SICKLY = {"leader_losses": "on"}, {"scurvy": "on"}
MADRAS = port("madras")


def struck(house: dict[str, str], leader: str = "blake", *answers: Answer, **fields: Any) -> State:
    state = position(ships={SHIP: SEA}, leaders={leader: SHIP}, house=house, **fields)
    play(damage, state, lone_force(state, SHIP), SHIP, 1, answers=list(answers))
    return state


def test_32_a_twelve_kills_a_leader_for_good() -> None:
    state = struck(MORTAL, "blake", ("32", (6, 6)))
    assert "blake" not in state.leaders
    assert "blake" not in state.leader_pool("england")
    assert state.fallen == ["blake"]


def test_32_anything_less_does_not() -> None:
    assert "blake" in struck(MORTAL, "blake", ("32", (6, 5))).leaders


def test_32_without_the_option_nobody_throws() -> None:
    assert "blake" in struck({}).leaders


def test_32_a_mercenary_returns_to_the_markers() -> None:
    marker = "mercenary-admiral-1"
    state = position(ships={SHIP: SEA}, house=MORTAL, leaders={marker: SHIP}, mercenaries={marker: "england"})
    state.pool.remove(marker)
    play(damage, state, lone_force(state, SHIP), SHIP, 1, answers=[("32", (6, 6))])
    assert state.fallen == []
    assert marker in state.pool


def act(state: State, *answers: Answer) -> list[str]:
    _, notes = play(operations_phase, state, "england", answers=[("13.1", {"force": SHIP}), *answers])
    return told(notes, "scurvy")


def test_33_the_second_operation_in_a_row_away_from_port_throws() -> None:
    state = position(ships={SHIP: SEA}, house=SICKLY)
    assert act(state) == []
    assert act(state, ("33", 2)) == []
    assert act(state, ("33", 1)) == ["Scurvy breaks out in England's ships."]
    assert state.ships[SHIP].damage == 1


def test_33_troops_aboard_sicken_before_ships() -> None:
    state = position(ships={SHIP: SEA}, house=SICKLY, cargo={SHIP: 2}, away={SHIP: 1})
    act(state, ("33", 1))
    assert state.carried(SHIP) == 1
    assert state.ships[SHIP].damage == 0


@pytest.mark.parametrize("house", [SICKLY, {}])
def test_33_a_port_cures_and_without_the_option_nobody_sickens(house: dict[str, str]) -> None:
    state = position(ships={SHIP: MADRAS if house else SEA}, house=house, away={SHIP: 3})
    act(state)
    if house:
        assert state.away == {}


def test_33_a_new_turn_begins_the_count_anew() -> None:
    state = position(ships={SHIP: SEA}, house=SICKLY, away={SHIP: 1})
    play(end_of_turn, state)
    assert state.away == {}


def test_33_the_owner_of_a_fleet_chooses_the_ship() -> None:
    fleet = "england-fleet-1"
    state = position(ships={SHIP: f"{SEA}/{fleet}", "england-2nd-1": f"{SEA}/{fleet}"}, house=SICKLY, away={fleet: 1})
    order: Answer = ("13.1", {"force": "1"})
    play(operations_phase, state, "england", answers=[order, ("33", 1), ("33", "england-2nd-1")])
    assert state.ships["england-2nd-1"].damage == 1
