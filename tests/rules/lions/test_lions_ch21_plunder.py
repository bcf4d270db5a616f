"""Chapter 21: plunder."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import REGIMENT, Answer, Note, facts, hold, play, port, position, told

from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.rules.ch21_plunder import plunder
from pbem.adjudicator.lions.state.forces import force_named
from pbem.adjudicator.lions.state.state import State, Vessel

BOARD = load_board()
JAVA, TORTUGA = port("java"), port("tortuga")
WILDS = next(square for square in BOARD.grid.squares if BOARD.is_terra_incognita(square))
SHIP = "england-1st-1"


def sacking(square: str = JAVA, **fields: Any) -> State:
    return position(ships={SHIP: square, **fields.pop("extra", {})}, **fields)


def raid(state: State, *answers: Answer, name: str = SHIP, met: bool = False) -> list[Note]:
    force = force_named(state, "england", name)
    assert force
    force.pirates_met = met
    return play(plunder, state, force, answers=list(answers))[1]


@pytest.mark.parametrize("roll", [1, 2, 3])
def test_21_2_one_to_three_leaves_no_marker(roll: int) -> None:
    state = sacking()
    raid(state, ("21.2", roll))
    assert state.plundered == []


@pytest.mark.parametrize(
    ("roll", "dice", "pounds"), [(3, [], 3), (4, [("21.2", 5)], 5), (5, [("21.2", 5)], 8)]
)
def test_21_2_ransom_and_sack_bring_pounds(roll: int, dice: list[Answer], pounds: int) -> None:
    state = sacking()
    raid(state, ("21.2", roll), *dice)
    assert state.money["england"] == 10 + pounds
    assert state.plundered == ([JAVA] if roll > 3 else [])


def test_21_2_great_booty_brings_a_campaign_marker_too() -> None:
    state = sacking()
    raid(state, ("21.2", 6), ("21.2", (2, 2)), ("9.2", 0))
    assert state.money["england"] == 10 + 4 + 3
    assert len(state.hand["england"]) == 1


def test_21_2_a_colony_marker_is_gone() -> None:
    state = sacking(WILDS, colonies=[WILDS])
    raid(state, ("21.2", 4), ("21.2", 1))
    assert state.colonies == []
    assert state.plundered == [WILDS]


def test_21_2_a_ransom_without_a_port_is_the_least() -> None:
    state = sacking(WILDS)
    raid(state, ("21.2", 3))
    assert state.money["england"] == 11


def test_21_2_an_ambush_costs_a_regiment_or_damages_a_ship() -> None:
    state = sacking(land={f"{JAVA} england": "2r"})
    raid(state, ("21.2", 1))
    assert state.ashore(JAVA, "england", REGIMENT) == 1
    state = sacking()
    raid(state, ("21.2", 1))
    assert state.ships[SHIP].damage == 1


def test_21_2_the_owner_chooses_the_ship() -> None:
    fleet = "england-fleet-1"
    state = position(ships={SHIP: f"{JAVA}/{fleet}", "england-6th-1": f"{JAVA}/{fleet}"})
    raid(state, ("21.2", 1), ("21.2", "england-6th-1"), name="1")
    assert state.ships["england-6th-1"].damage == 1


def test_21_3_regiments_alone_may_plunder() -> None:
    state = position(land={f"{JAVA} england": "1r"})
    raid(state, ("21.2", 4), ("21.2", 1), name="java")
    assert state.plundered == [JAVA]


@pytest.mark.parametrize("name", ["danzig", "lisbon", "havana"])
def test_5_6_european_potentate_and_colony_ports_may_be_plundered(name: str) -> None:
    state = sacking(port(name))
    raid(state, ("21.2", 4), ("21.2", 1))
    assert state.plundered == [port(name)]


@pytest.mark.parametrize("square", [port("london"), port("amsterdam"), port("cadiz"), "F8"])
def test_21_5_not_home_ports_nor_the_open_sea(square: str) -> None:
    assert told(raid(sacking(square)), "lapsed")


def test_21_5_not_where_it_is_plundered_already() -> None:
    assert told(raid(sacking(plundered=[JAVA])), "lapsed")


def test_21_5_not_where_enemy_units_are() -> None:
    assert told(raid(sacking(land={f"{JAVA} netherlands": "1f"})), "lapsed")
    assert told(raid(sacking(extra={"netherlands-6th-1": JAVA})), "lapsed")


def test_25_8_a_pirate_port_only_when_all_its_pirates_are_gone() -> None:
    state = sacking(TORTUGA, land={f"{TORTUGA} pirates": "1f"})
    assert told(raid(state, met=True), "lapsed")
    state.put_ashore(TORTUGA, "pirates", "fort", -1)
    state.ships["pirates-6th-1"] = Vessel("I6")
    assert told(raid(state, met=True), "lapsed"), "those who fled are not eliminated"
    del state.ships["pirates-6th-1"]
    raid(state, ("21.2", 4), ("21.2", 1), met=True)
    assert state.plundered == [TORTUGA]


def test_9_6_the_hand_limit_holds_for_plunder_too() -> None:
    state = sacking(players=4)
    hold(state, "england", *state.pool[:9])
    raid(state, ("21.2", 6), ("21.2", (1, 1)), ("9.6", 0), ("9.2", 0))
    assert len(state.hand["england"]) == 9


def test_21_2_all_hear_of_a_regiment_lost_to_an_ambush() -> None:
    notes = raid(sacking(land={f"{JAVA} england": "2r"}), ("21.2", 1))
    assert facts(notes, "land_lost") == [{"power": "england", "lost": {REGIMENT: 1}}]
