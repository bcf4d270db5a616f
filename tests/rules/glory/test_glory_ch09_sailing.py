"""Chapter 9 more closely: points and hexes, the way as all see it, zones that a fleet may enter, barges, Trafalgar."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import ALLIED, BRITISH, BRITISH_74S, FRENCH_74S, load_board, play, position

from pbem.adjudicator.engine.table import ALL
from pbem.adjudicator.glory.rules import ch09_movement as movement
from pbem.adjudicator.glory.rules.ch09_activation import activate
from pbem.adjudicator.glory.rules.course import Course, Half
from pbem.adjudicator.glory.state.state import Block, State, Vessel

BOARD = load_board()
CONSEIL = {"a": "martinique", "b": "lisbon", "c": "bantry-bay", "d": "ferrol"}
WINDS = {"north_atlantic": "NE", "mediterranean": "Ms", "west_indies": "E"}


def lone(block: str, place: str, **more: Any) -> State:
    """One fleet of two ships under a north-easter."""
    at, _, part = place.partition("/")
    ships = (FRENCH_74S if BOARD.blocks[block].side == ALLIED else BRITISH_74S)[:2]
    fields: dict[str, Any] = {"turn": 17, "rose": dict(WINDS), "initiative": BRITISH, "conseil": dict(CONSEIL)}
    return position({block: (at, part or "sea", ships, [])}, **{**fields, "chits": {"brest": "may"}, **more})


def sail(state: State, block: str, *legs: dict[str, Any], wind: str = "NE", points: int = 9) -> Any:
    """Activates a block with these legs; without a wind it is a bonus chit of so many hexes."""
    seat = state.owner(block)
    half = Half(seat, "north_atlantic" if wind else "", wind, wind or "bonus")
    said = {f"leg/{block}": list(legs)}
    return play(activate, state, half, block, points, british=said, allied=said)


def test_9_0_all_see_the_way_of_a_sail_hex_by_hex() -> None:
    state = lone("channel-fleet", "0609")
    fought = sail(state, "channel-fleet", {"path": ["0610", "0611"]})
    seen = [note.facts for note in fought.notes if note.event == "sail"]
    assert [(each["was"], each["now"], each["path"]) for each in seen] == [("0609", "0611", ["0610", "0611"])]
    assert [note.to for note in fought.notes if note.event == "sail"] == [ALL]


@pytest.mark.parametrize(("bonus", "left", "spent"), [(False, 7, 2), (True, 7, 0)])
def test_9_6_a_bonus_move_counts_hexes_and_spends_no_points(bonus: bool, left: int, spent: int) -> None:
    course = Course("channel-fleet", BRITISH, "" if bonus else "NE", 9, "0609", "0609")
    assert course.bonus is bonus
    movement.pay(course, 2)
    assert (course.left, course.spent) == (left, spent)


@pytest.mark.parametrize(("block", "port", "may"), [
    ("brest-fleet", "ferrol", True), ("brest-fleet", "cadiz", False), ("fog-1", "cadiz", True),
    ("channel-fleet", "cadiz", True),
])  # fmt: skip
def test_9_3_an_allied_fleet_enters_the_zone_of_its_destination_alone(block: str, port: str, may: bool) -> None:
    state = lone("brest-fleet", "0710")
    state.blocks["brest-fleet"].bound, state.blocks["brest-fleet"].letter = "ferrol", "d"
    state.blocks["fog-1"] = Block("0710", "sea", "ferrol")
    state.blocks["channel-fleet"] = Block("0710", "sea")
    course = Course(block, state.owner(block), "NE", 9, "0710", "0710")
    assert movement.may_enter_zone(state, course, port) is may


def test_22_4_barges_are_left_behind_when_the_last_allied_fleet_leaves_the_channel() -> None:
    state = lone("brest-fleet", "1403", barges="1403")
    state.blocks["brest-fleet"].bound, state.blocks["brest-fleet"].letter = "ferrol", "d"
    sail(state, "brest-fleet", {"make_for": "bound"})
    assert state.place("brest-fleet") != "1403"
    assert state.barges != "1403"


def test_11_1_a_fleet_that_comes_out_has_not_reached_its_destination() -> None:
    state = lone("brest-fleet", "brest/port")
    state.blocks["brest-fleet"].reached = True
    sail(state, "brest-fleet", {"sortie": {"bound": "d"}, "stop": "sea"})
    assert not state.blocks["brest-fleet"].reached
    assert state.blocks["brest-fleet"].bound == "ferrol"


def test_24_3_thirty_ships_east_of_the_straits_score_as_they_come_there() -> None:
    state = lone("toulon-fleet", "1123", scenario="trafalgar", turn=24, conseil={})
    for ship in [ship.id for ship in BOARD.ships.values() if ship.side == ALLIED][:32]:
        state.ships[ship] = Vessel("toulon-fleet")
    sail(state, "toulon-fleet", {"path": ["1222"]})
    assert state.place("toulon-fleet") == "1222"
    assert state.scored == ["trafalgar/east-of-the-straits"]
