"""Readings that belong to no other test: what is played where the rulebook is silent or speaks twice."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import Answer, facts, hold, play, port, position, told

from pbem.adjudicator.engine.table import own_lane
from pbem.adjudicator.lions.rules.ch11_outfitting import outfitting
from pbem.adjudicator.lions.rules.ch13_operations import operations
from pbem.adjudicator.lions.rules.ch16_incidents import Voyage, storm
from pbem.adjudicator.lions.rules.ch18_battle import battle
from pbem.adjudicator.lions.state.forces import fleet_force, lone_force

SHIP, FOE, SEA = "england-1st-1", "netherlands-3rd-1", "F8"
E, D = "england-fleet-1", "netherlands-fleet-1"
LONDON = port("london")
GAUGE: list[Answer] = [("17.2", 6), ("17.2", 1), ("17.2", "engage")]


@pytest.mark.parametrize("aboard", [{"cargo": {SHIP: 1}}, {"leaders": {"blake": SHIP}}])
def test_11_3_reading_a_ship_with_troops_or_leaders_aboard_is_not_demobilised(aboard: dict[str, Any]) -> None:
    state = position(ships={SHIP: LONDON}, **aboard)
    order: Answer = ("11.1", {"demobilise": [{"ship": SHIP}]})
    _, notes = play(outfitting, state, answers=[order, ("11.1", {})])
    assert "somebody is aboard" in told(notes, "lapsed")[0]
    assert SHIP in state.ships


def test_23_8_reading_treasure_whose_escort_fled_in_panic_is_captured() -> None:
    ships = {"england-fireship-1": f"{SEA}/{E}", SHIP: f"{SEA}/{E}", FOE: f"{SEA}/{D}", "treasure-goa": f"{SEA}/{D}"}
    state = position(ships=ships)
    fire: Answer = ("17.4", {"fireships": "use", "targets": [FOE], "hold": [SHIP]})
    play(battle, state, fleet_force(state, E), fleet_force(state, D),
         answers=[*GAUGE, fire, ("17.5", (5, 1, 1)), ("18.1", "F9")])  # fmt: skip
    assert state.ships[FOE].at == "F9"
    assert state.owner("treasure-goa") == "england"


def test_17_7_reading_the_target_of_a_fireship_is_no_other_ships_target() -> None:
    ships = {"england-fireship-1": f"{SEA}/{E}", SHIP: f"{SEA}/{E}", FOE: f"{SEA}/{D}"}
    state = position(ships=ships)
    fire: Answer = ("17.4", {"shots": [{"ship": "england-fireship-1", "at": FOE}], "targets": [FOE]})
    play(battle, state, fleet_force(state, E), fleet_force(state, D),
         answers=[*GAUGE, fire, ("17.5", (1, 1, 1)), ("17.4", {"hold": [FOE]}), ("17.2", 3), ("17.2", 3)])  # fmt: skip
    assert state.ships[FOE].damage == 0


def test_13_3_reading_the_dice_of_a_storm_are_known_to_the_owner_alone() -> None:
    state = position(ships={SHIP: f"{SEA}/{E}", "england-2nd-1": f"{SEA}/{E}"})
    _, notes = play(storm, state, Voyage(fleet_force(state, E), 6), answers=[("13.3", (6, 1))])
    assert {note.to for note in notes} == {"england"}
    assert own_lane("england") != own_lane("netherlands")
    assert state.ships[SHIP].damage == 1


def test_18_1_reading_who_breaks_off_takes_the_panicked_along() -> None:
    ships = {SHIP: f"{SEA}/{E}", "england-2nd-1": f"{SEA}/{E}", "netherlands-fireship-1": f"{SEA}/{D}",
             "netherlands-1st-1": f"{SEA}/{D}"}  # fmt: skip
    state = position(ships=ships)
    dutch: list[Answer] = [("17.2", 1), ("17.2", 6), ("17.2", "engage")]
    fire: Answer = ("17.4", {"fireships": "use", "shots": [{"ship": "netherlands-fireship-1", "at": SHIP}],
                             "hold": ["netherlands-1st-1"]})  # fmt: skip
    rest: list[Answer] = [("17.5", (5, 1, 1)), ("17.4", {"hold": ["england-2nd-1"]})]
    away: list[Answer] = [("17.2", 6), ("17.2", 1), ("17.2", "F9")]
    play(battle, state, fleet_force(state, E), fleet_force(state, D), answers=[*dutch, fire, *rest, *away])
    assert (state.ships[SHIP].at, state.ships[SHIP].fleet) == ("F9", "")
    assert (state.ships["england-2nd-1"].at, state.ships["england-2nd-1"].fleet) == ("F9", E)


def test_25_7_reading_the_bounty_takes_the_place_of_prize_money() -> None:
    state = position(ships={SHIP: SEA, "pirates-6th-1": SEA})
    rovers = lone_force(state, "pirates-6th-1")
    rovers.commander = "netherlands"
    play(battle, state, lone_force(state, SHIP), rovers,
         answers=[*GAUGE, ("17.4", {}), ("17.4", (6, 6, 1, 1, 1, 1))])  # fmt: skip
    assert state.owed == {}
    assert state.money["england"] == 10 + 2 * state.rating("pirates-6th-1")


def test_9_13_reading_natives_are_asked_for_before_each_operations_phase() -> None:
    state = position(ships={SHIP: SEA, FOE: "F10"}, land={f"{port('madras')} netherlands": "1r"})
    hold(state, "england", "natives-are-restless-1")
    asked: list[Answer] = [("9.13", "netherlands"), ("9.13", 1), ("13.1", {"pass": "yes"}), ("13.1", {"pass": "yes"})]
    _, notes = play(operations, state, answers=asked)
    assert facts(notes, "land_lost")[0]["power"] == "netherlands"
