"""16.3 to 16.5 and 15.2: the way a force takes, how unwelcome squares are, and where it waits when dice fall short."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import FORT, REGIMENT, port, position

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.rules.ch16_incidents import Voyage
from pbem.adjudicator.lions.rules.ch16_movement import follow
from pbem.adjudicator.lions.rules.ch16_route import (
    EYES,
    FLEET,
    PORT,
    Leg,
    best_roll,
    danger,
    is_haven,
    weighing,
    what_if_short,
    within,
)
from pbem.adjudicator.lions.state.forces import Force, lone_force
from pbem.adjudicator.lions.state.state import State

LONDON, MADRAS, JAVA, TORTUGA = (port(name) for name in ("london", "madras", "java", "tortuga"))
SHIP = "england-1st-1"


def lone(square: str = "F8", **fields: Any) -> tuple[State, Force]:
    state = position(3, ships={SHIP: square, **fields.pop("ships", {})}, **fields)
    return state, lone_force(state, SHIP)


def test_15_2_squares_are_unwelcome_by_who_is_seen_there_and_fleets_count_twice() -> None:
    """A port abroad, a port with a garrison, one with garrisons of two powers, and a fleet; own forces do not count."""
    dutch = {"netherlands-1st-1": f"{JAVA}/netherlands-fleet-1", "england-4th-1": "F9/england-fleet-1"}
    state, force = lone(ships=dutch, land={f"{MADRAS} netherlands": "1f", "H3 netherlands": "1r", "H3 spain": "2r"})
    weight = weighing(state, force)
    assert weight(TORTUGA) == PORT
    assert weight(LONDON) == 0
    assert weight(MADRAS) == PORT + EYES
    assert weight("H3") == 2 * EYES
    assert weight(JAVA) == PORT + EYES + FLEET
    assert weight("F9") == 0


def test_16_3_a_fleet_is_more_dangerous_than_a_garrison_the_open_sea_than_a_haven() -> None:
    fleet = {"netherlands-1st-1": f"{JAVA}/netherlands-fleet-1", "netherlands-4th-1": "T20/netherlands-fleet-2"}
    state, force = lone(ships=fleet, land={f"{MADRAS} netherlands": "1f"})
    dangers = [danger(state, force, square) for square in (LONDON, "F9", MADRAS, JAVA)]
    assert dangers == sorted(set(dangers))
    assert danger(state, force, "T20") == dangers[-1]


def test_16_3_a_haven_is_an_own_home_port_or_one_held_alone_with_troops() -> None:
    """Not a port that only a ship holds, not a disputed one, not a foreign home port, not the sea; none for pirates."""
    land = {f"{MADRAS} england": "1f", f"{JAVA} england": "1r", f"{JAVA} netherlands": "1r", "F9 england": "1r"}
    state, _ = lone(ships={"england-4th-1": port("ceylon"), "netherlands-6th-1": port("ireland")}, land=land)
    havens = (LONDON, MADRAS, JAVA, port("ceylon"), port("ireland"), port("amsterdam"), "F9", TORTUGA)
    assert [is_haven(state, square, "england") for square in havens] == [True, True, *[False] * 6]
    assert not is_haven(state, TORTUGA, "pirates")
    state.put_ashore(MADRAS, "england", FORT, -1)
    state.put_ashore(MADRAS, "england", REGIMENT, 2)
    assert is_haven(state, MADRAS, "england")
    assert not is_haven(state, MADRAS, "netherlands")


def test_16_3_a_goal_that_the_best_roll_reaches_is_no_voyage_of_several_operations() -> None:
    """Two dice bring twelve at most, without an admiral: at twelve points the force waits, at thirteen it goes on."""
    state, force = lone()
    assert best_roll(state, force, {}) == 12
    assert what_if_short(state, force, {}, [Leg("F9", 1)] * 12) == ""
    assert what_if_short(state, force, {}, [Leg("F9", 1)] * 13) == "go_on"


def test_16_12_points_that_do_not_pay_for_the_horn_end_the_way_before_it() -> None:
    """Seven for the Horn, and three are left: no cheaper leg beyond it is sailed."""
    way = [Leg("U4", 1), Leg("U8", 7), Leg("U9", 1)]
    assert within(way, 4) == way[:1]
    assert within(way, 9) == way


@pytest.mark.parametrize(("path", "arrives"), [(["F9"], True), (["F9", "nowhere", "F9"], False)])
def test_16_4_a_way_through_a_place_that_cannot_be_reached_does_not_lead_to_the_goal(
    path: list[str], arrives: bool
) -> None:
    state, force = lone()
    assert follow(Table(), state, Voyage(force, 12), {"path": path}) is arrives
    assert force.square == "F9"


def test_16_12_no_other_way_than_the_horn_joins_the_two_coasts() -> None:
    """So its price never makes a force go another way."""
    board = position().board
    seen, left = {"U4"}, ["U4"]
    while left:
        for square, cost in board.steps(left.pop(), frozenset()):
            if cost == 1 and square not in seen:
                seen.add(square)
                left.append(square)
    assert "U8" not in seen
    assert ("U8", 7) in board.steps("U4", frozenset())
