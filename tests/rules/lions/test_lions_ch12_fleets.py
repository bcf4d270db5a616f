"""Chapter 12: fleets. Chapter 23: treasure fleets come and go."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import REGIMENT, Note, Table, facts, play, port, position, told

from pbem.adjudicator.lions.rules.ch12_fleets import fleets_question, organise
from pbem.adjudicator.lions.rules.ch23_treasure import bring_home, place_treasure, remove_treasure
from pbem.adjudicator.lions.state.state import State

LONDON, JAVA, ACAPULCO = port("london"), port("java"), port("acapulco")
PAIR = {"england-1st-1": LONDON, "england-4th-1": LONDON}
BOTH = ["england-1st-1", "england-4th-1"]
FLEET = "england-fleet-1"


def order(state: State, *form: dict[str, Any], dissolve: list[str] | None = None) -> list[Note]:
    answer: dict[str, Any] = {"form": list(form), "dissolve": dissolve or []}
    return play(organise, state, answers=[("12.2", answer), ("12.2", {})])[1]


def test_12_2_ships_in_one_square_form_a_fleet() -> None:
    state = position(ships=PAIR)
    order(state, {"number": "1", "at": "london", "ships": BOTH})
    assert state.fleet(FLEET) == BOTH
    assert state.fleets_of("england") == [FLEET]


def test_12_4_every_one_of_the_four_markers_makes_a_fleet() -> None:
    state = position(ships=PAIR)
    order(state, {"number": "4", "at": "london", "ships": BOTH})
    assert state.fleet("england-fleet-4") == BOTH


def test_12_2_fleets_are_formed_at_sea_too() -> None:
    state = position(ships={"england-1st-1": "A11"})
    order(state, {"number": "2", "at": "A11", "ships": ["england-1st-1"]})
    assert state.fleet("england-fleet-2") == ["england-1st-1"]


def test_12_2_without_orders_fleets_stay_as_they_are() -> None:
    state = position(ships={name: f"{square}/{FLEET}" for name, square in PAIR.items()})
    order(state)
    assert state.fleet(FLEET) == BOTH


def test_12_2_a_square_is_organised_anew_as_a_whole() -> None:
    state = position(ships={name: f"{square}/{FLEET}" for name, square in PAIR.items()})
    order(state, {"number": "1", "at": "london", "ships": ["england-4th-1"]})
    assert state.fleet(FLEET) == ["england-4th-1"]
    assert state.ships["england-1st-1"].fleet == ""


def test_12_2_a_fleet_may_be_dissolved() -> None:
    state = position(ships={name: f"{square}/{FLEET}" for name, square in PAIR.items()})
    order(state, dissolve=["1"])
    assert state.fleets_of("england") == []


@pytest.mark.parametrize(
    ("entry", "reason"),
    [({"number": "5", "at": "london", "ships": BOTH}, "there are 4 Fleet Markers"),
     ({"number": "1", "at": "london", "ships": []}, "a fleet has a ship"),
     ({"number": "1", "at": "ireland", "ships": BOTH}, "'england-1st-1' does not lie free"),
     ({"number": "1", "at": "london", "ships": ["netherlands-1st-1"]}, "'netherlands-1st-1' is not yours"),
     ({"number": "1", "at": "java", "ships": ["treasure-java"]}, "'treasure-java' needs a rated ship")],
)  # fmt: skip
def test_12_2_what_makes_no_fleet_is_told_to_its_owner(entry: dict[str, Any], reason: str) -> None:
    state = position(ships={**PAIR, "netherlands-1st-1": LONDON, "treasure-java": JAVA})
    (lapse,) = told(order(state, entry), "lapsed")
    assert reason in lapse


def test_12_2_one_ship_is_in_one_fleet() -> None:
    state = position(ships=PAIR)
    notes = order(state, *({"number": number, "at": "london", "ships": BOTH} for number in ("1", "2")))
    assert len(told(notes, "lapsed")) == 1


def test_12_2_troops_and_leaders_of_a_fleet_are_aboard() -> None:
    state = position(ships=PAIR, land={f"{LONDON} england": "4r"}, leaders={"blake": LONDON})
    order(state, {"number": "1", "at": "london", "ships": BOTH, "regiments": "3", "leaders": ["blake"]})
    assert state.cargo == {"england-1st-1": {"england": 2}, "england-4th-1": {"england": 1}}
    assert state.ashore(LONDON, "england", REGIMENT) == 1
    assert state.leaders["blake"].aboard == "england-1st-1"


def test_12_4_a_fleet_without_ships_is_none() -> None:
    state = position(ships={"england-1st-1": f"{LONDON}/{FLEET}"})
    del state.ships["england-1st-1"]
    assert state.fleets_of("england") == []


def test_23_1_every_treasure_fleet_lies_in_its_port() -> None:
    state = position()
    place_treasure(Table(), state)
    assert state.ships["treasure-java"].at == JAVA
    assert len(state.ships) == 10


def test_21_6_none_starts_in_a_plundered_port() -> None:
    state = position(plundered=[JAVA])
    place_treasure(Table(), state)
    assert "treasure-java" not in state.ships


def test_23_3_treasure_is_its_escorts() -> None:
    state = position(ships={"england-4th-1": f"{JAVA}/{FLEET}", "treasure-java": f"{JAVA}/{FLEET}"})
    assert state.owner("treasure-java") == "england"
    state.ships["england-4th-1"].fleet, state.ships["treasure-java"].fleet = "", "england-4th-1"
    assert state.owner("treasure-java") == "england"
    state.ships["treasure-java"].fleet = ""
    assert state.owner("treasure-java") == ""


def test_23_2_treasure_joins_a_fleet_in_its_port_held_undisputed() -> None:
    state = position(ships={"england-4th-1": JAVA, "treasure-java": JAVA})
    order(state, {"number": "1", "at": "java", "ships": ["england-4th-1", "treasure-java"]})
    assert state.fleet(FLEET) == ["england-4th-1", "treasure-java"]
    state = position(ships={"england-4th-1": JAVA, "treasure-java": JAVA}, land={f"{JAVA} netherlands": "1f"})
    order(state, {"number": "1", "at": "java", "ships": ["england-4th-1", "treasure-java"]})
    assert state.fleet(FLEET) == []


def test_23_5_treasure_in_an_own_home_port_leaves_the_map_to_pay() -> None:
    state = position(ships={"england-4th-1": f"{LONDON}/{FLEET}", "treasure-java": f"{LONDON}/{FLEET}"})
    bring_home(Table(), state, "england", LONDON)
    assert state.landed == {"england": ["treasure-java"]}
    assert list(state.ships) == ["england-4th-1"]


def test_23_5_not_anywhere_else() -> None:
    state = position(ships={"england-4th-1": f"{JAVA}/{FLEET}", "treasure-java": f"{JAVA}/{FLEET}"})
    bring_home(Table(), state, "england", JAVA)
    assert state.landed == {}


@pytest.mark.parametrize(("power", "landed"), [("spain", ["treasure-manila"]), ("england", [])])
def test_23_9_spain_lands_the_manila_fleet_at_acapulco(power: str, landed: list[str]) -> None:
    escort, fleet = f"{power}-4th-1", f"{power}-fleet-1"
    state = position(3, ships={escort: f"{ACAPULCO}/{fleet}", "treasure-manila": f"{ACAPULCO}/{fleet}"})
    bring_home(Table(), state, power, ACAPULCO)
    assert state.landed.get(power, []) == landed


def test_23_6_late_treasure_is_lost_for_the_year_and_23_10_back_in_the_next() -> None:
    state = position(ships={"treasure-java": "A11+2"})
    remove_treasure(Table(), state)
    assert state.ships == {}
    place_treasure(Table(), state)
    assert state.ships["treasure-java"].damage == 0


@pytest.mark.parametrize("answer", [[], {"forms": []}, {"form": [], "join": []}])
def test_12_2_fleet_orders_form_and_dissolve_and_say_nothing_else(answer: Any) -> None:
    faults = fleets_question(Table(), position(), "england").faults(answer)
    assert faults == ["fleets are a mapping with 'form' and 'dissolve', both lists"]


def test_19_3_a_new_fleet_fills_the_room_that_is_left_and_its_treasure_carries_nobody() -> None:
    """Two points in each rated ship (19.3): with one aboard there is room for three of five; the rest stay."""
    state = position(ships={**dict.fromkeys(BOTH, JAVA), "treasure-java": JAVA}, land={f"{JAVA} england": "5r"})
    state.load("england-1st-1", "england", 1)
    notes = order(state, {"number": "1", "at": "java", "ships": [*BOTH, "treasure-java"], "regiments": "5"})
    assert state.cargo == {name: {"england": 2} for name in BOTH}
    assert state.ashore(JAVA, "england", REGIMENT) == 2
    assert told(notes, "lapsed") == ["Fleet 1 is not formed: formed, but 2 regiments find no room."]


@pytest.mark.parametrize("leader", ["monck", "tromp", "blake"])
def test_12_2_leaders_of_the_nation_go_aboard_where_they_are(leader: str) -> None:
    """Monck is elsewhere and Tromp is Dutch; Blake is not in play."""
    state = position(ships=PAIR, leaders={"monck": JAVA, "tromp": LONDON})
    notes = order(state, {"number": "1", "at": "london", "ships": BOTH, "leaders": [leader]})
    assert told(notes, "lapsed") == [f"Fleet 1 is not formed: formed, but '{leader}' cannot go aboard."]
    assert all(not berth.aboard for berth in state.leaders.values())


def test_12_2_a_leader_goes_aboard_the_first_ship_that_takes_leaders() -> None:
    state = position(ships=PAIR, leaders={"monck": LONDON})
    assert not told(order(state, {"number": "1", "at": "london", "ships": BOTH, "leaders": ["monck"]}), "lapsed")
    assert state.leaders["monck"].aboard == "england-1st-1"


def test_23_5_all_hear_of_treasure_that_is_brought_home() -> None:
    state, table = position(ships={"england-1st-1": LONDON, "treasure-java": f"{LONDON}/england-1st-1"}), Table()
    bring_home(table, state, "england", LONDON)
    assert facts(table.story, "landed") == [{"fleet": "treasure-java", "power": "england", "square": LONDON}]
