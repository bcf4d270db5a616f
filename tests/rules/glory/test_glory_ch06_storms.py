"""Chapter 6 more closely: what weather does to fleets, wrecks, ports, convoys and frigates, and who is told."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import ALLIED, BRITISH, BRITISH_74S, FRENCH_74S, load_board, play, position

from pbem.adjudicator.engine.table import ALL
from pbem.adjudicator.glory.rules import ch06_damage as damage
from pbem.adjudicator.glory.rules import ch06_weather as weather
from pbem.adjudicator.glory.state.state import Block, State, Vessel

BOARD = load_board()
WINDS = {"north_atlantic": "W", "mediterranean": "Ms", "west_indies": "E"}
HURRICANE = {"turn": 20}


def fleets(**places: tuple[str, int]) -> State:
    """British fleets of so many 74s each; names with underscores."""
    ships, here = iter(BRITISH_74S), dict[str, Any]()
    for name, (place, number) in places.items():
        at, _, part = place.partition("/")
        here[name.replace("_", "-")] = (at, part or "sea", [next(ships) for _ in range(number)], [])
    return position(here, turn=17, rose=dict(WINDS), initiative=BRITISH)


def blow(state: State, die: int, chit: str = "weather-zone-1", turn: int = 17, **said: Any) -> Any:
    """A weather chit with this die of severity; turn 17 adds nothing, 5 adds two in the Atlantic."""
    state.turn = turn
    return play(weather.weather_chit, state, BOARD.chits[chit], dice={"weather": [(die,)]}, **said)


def hurt(state: State) -> int:
    return sum(vessel.damaged for vessel in state.ships.values())


def notes(fought: Any, event: str) -> list[tuple[str, str]]:
    return [(note.to, note.text) for note in fought.notes if note.event == event]


# ------------------------------------------------------------------------------------------------ what is told


def test_6_6_weather_is_told_to_all_with_its_zones_and_severity() -> None:
    fought = blow(fleets(), 4)
    assert notes(fought, "weather") == [
        (ALL, "Gale on Western Approaches and Bay of Biscay (severity 4)."),
    ]  # fmt: skip
    assert fought.events("weather") == [
        {"zones": ["western_approaches", "bay_of_biscay"], "kind": "gale", "severity": 4}]  # fmt: skip


def test_24_1_weather_that_strikes_waters_out_of_play_is_told_and_lies_nowhere() -> None:
    state = fleets()
    state.scenario, state.turn = "trafalgar", 20
    fought = play(weather.weather_chit, state, BOARD.chits["weather"], dice={"weather-zone": [(5,)]})
    assert fought.events("weather") == [{"zones": [], "kind": "squall", "severity": 0}]
    assert state.foul == []


def test_6_8_a_block_that_is_blown_off_is_seen_to_be() -> None:
    fought = blow(fleets(channel_fleet=("brest/inshore", 1)), 4)
    moved = [facts for facts in fought.events("sail") if facts["how"] == "off"]
    assert [(facts["was"], facts["now"]) for facts in moved] == [("brest/inshore", "brest/off")]


# ------------------------------------------------------------------------------------------------ fleets


@pytest.mark.parametrize(("place", "ships", "die", "turn", "number"), [
    ("brest/loose", 6, 4, 17, 1), ("brest/inshore", 6, 4, 17, 2), ("0807", 6, 4, 17, 1), ("brest/loose", 5, 4, 17, 0),
    ("brest/loose", 12, 4, 5, 2), ("plymouth/port", 12, 4, 5, 0), ("cadiz/loose", 12, 4, 5, 0),
])  # fmt: skip
def test_6_9_ships_are_hurt_by_the_column_of_their_number_and_twice_as_many_inshore(
    place: str, ships: int, die: int, turn: int, number: int
) -> None:
    state = fleets(channel_fleet=(place, ships))
    blow(state, die, turn=turn)
    assert hurt(state) == number


@pytest.mark.parametrize(("die", "turn", "number"), [(4, 5, 1), (4, 17, 1)])
def test_6_9_old_wrecks_count_in_a_gale_and_stand_apart_in_a_storm(die: int, turn: int, number: int) -> None:
    """Six ships of which one is a wreck: a gale reads six, a storm of severity 6 five; either hurts one."""
    state = fleets(channel_fleet=("brest/loose", 6))
    wreck = state.ships_in("channel-fleet")[0]
    state.ships[wreck] = Vessel("channel-fleet", damaged=True, wrecked=True)
    fought = blow(state, die, turn=turn)
    assert len(fought.events("weather_loss")[0]["ships"]) == number
    assert (wreck in state.lost) == (turn == 5)


def test_6_9_1_no_ship_is_hurt_twice_before_all_are_hurt_once() -> None:
    state = fleets(channel_fleet=("brest/inshore", 3))
    ships = state.ships_in("channel-fleet")
    play(damage.flip_or_wreck, state, BRITISH, ships, 4, "channel-fleet")
    assert all(state.ships[ship].damaged for ship in ships)
    assert sum(state.ships[ship].wrecked for ship in ships) == 1


def test_6_9_1_a_weather_loss_is_told_to_its_owner_alone_and_nothing_where_nothing_is_hurt() -> None:
    state = fleets(channel_fleet=("brest/loose", 3))
    ships = state.ships_in("channel-fleet")
    fought = play(damage.flip_or_wreck, state, BRITISH, ships, 1, "channel-fleet")
    assert [to for to, _ in notes(fought, "weather_loss")] == [BRITISH]
    assert notes(play(damage.flip_or_wreck, state, BRITISH, ships, 0, "channel-fleet"), "weather_loss") == []


# ------------------------------------------------------------------------------------------------ relocation


@pytest.mark.parametrize(("ships", "damaged", "sent"), [(5, 2, 2), (4, 2, 0), (5, 3, 0), (1, 1, 0)])
def test_6_9_3_without_orders_damaged_ships_go_home_if_they_are_the_smaller_part(
    ships: int, damaged: int, sent: int
) -> None:
    state = fleets(channel_fleet=("brest/off", ships))
    for ship in state.ships_in("channel-fleet")[:damaged]:
        state.ships[ship].damaged = True
    play(damage.relocate, state, "brest", ["channel-fleet"])
    assert len(state.ships_in("portsmouth")) == sent


def test_6_9_3_a_fleet_that_goes_home_whole_takes_its_admirals_and_leaves_the_map() -> None:
    state = fleets(channel_fleet=("brest/off", 2))
    state.admirals["cornwallis"].at = "channel-fleet"
    for ship in state.ships_in("channel-fleet"):
        state.ships[ship].damaged = True
    play(damage.relocate, state, "brest", ["channel-fleet"],
         british={"relocate/brest": [{"to": "plymouth", "ships": "all"}]})  # fmt: skip
    assert state.admirals["cornwallis"].at == "plymouth"
    assert not state.on_map("channel-fleet")


def test_6_9_3_after_a_gale_ships_go_home_and_allied_ships_do_not() -> None:
    state = fleets(channel_fleet=("brest/loose", 5))
    state.ships[state.ships_in("channel-fleet")[0]].damaged = True
    state.blocks["brest-fleet"] = Block("brest", "loose", "martinique", "a")
    for ship in FRENCH_74S[:5]:
        state.ships[ship] = Vessel("brest-fleet", damaged=ship == FRENCH_74S[0])
    blow(state, 4)
    assert len(state.ships_in("portsmouth")) == 1
    assert len(state.ships_in("brest-fleet")) == 5


# ------------------------------------------------------------------------------------------------ hurricanes


def hurricane(state: State) -> Any:
    """The hurricane chit in July: severity 9."""
    return blow(state, 6, "weather-zone-6", **HURRICANE)


def test_6_8_a_hurricane_sinks_wrecks_and_ships_in_ordinary_in_port_too() -> None:
    state = fleets(west_indies_fleet=("jamaica/loose", 2))
    afloat, wreck = state.ships_in("west-indies-fleet")
    state.ships[wreck] = Vessel("west-indies-fleet", damaged=True, wrecked=True)
    state.ships[BRITISH_74S[5]] = Vessel("jamaica", ordinary=True)
    state.ships[BRITISH_74S[6]] = Vessel("plymouth", ordinary=True)
    hurricane(state)
    assert sorted(state.lost) == sorted([wreck, BRITISH_74S[5]])
    assert afloat in state.ships


@pytest.mark.parametrize(("die", "chit", "number"), [(6, "weather-zone-6", 2), (5, "weather-zone-6", 0)])
def test_6_8_ships_in_port_are_hurt_by_a_hurricane_alone(die: int, chit: str, number: int) -> None:
    """Eight ready ships in Jamaica at severity 9; one In Ordinary founders and is not counted."""
    state = fleets()
    for ship in BRITISH_74S[:8]:
        state.ships[ship] = Vessel("jamaica")
    blow(state, die, chit, **HURRICANE)
    assert hurt(state) == number


def test_6_8_a_hurricane_scatters_an_expedition_at_sea_and_none_in_port() -> None:
    state = fleets(craig=("w22", 1), moore=("jamaica/port", 1))
    state.readiness = {}
    fought = hurricane(state)
    assert [to for to, _ in notes(fought, "convoy_lost")] == [BRITISH]
    assert state.readiness == {"craig": 0}
    assert state.on_map("moore")
    assert not state.on_map("craig")


@pytest.mark.parametrize(("die", "turn", "chit", "away"), [(6, 20, "weather-zone-6", 29), (4, 5, "weather-zone-1", 11),
                                                            (4, 17, "weather-zone-1", 0)])  # fmt: skip
def test_6_8_a_frigate_goes_home_after_a_storm_or_hurricane_and_not_after_a_gale(
    die: int, turn: int, chit: str, away: int
) -> None:
    state = fleets()
    state.blocks["frigate-1"] = Block("jamaica" if turn == 20 else "brest", "loose")
    blow(state, die, chit, turn=turn)
    assert state.blocks["frigate-1"].at == (f"turn-{away}" if away else "brest")


def test_6_8_without_orders_the_frigate_farthest_from_an_allied_port_goes_home() -> None:
    state = fleets()
    state.blocks["frigate-1"], state.blocks["frigate-2"] = Block("brest", "inshore"), Block("0204", "sea")
    blow(state, 4, turn=5)
    assert (state.blocks["frigate-1"].at, state.blocks["frigate-2"].at) == ("brest", "turn-11")


def test_6_8_a_frigate_of_another_zone_stays() -> None:
    state = fleets()
    state.blocks["frigate-1"] = Block("cadiz", "inshore")
    blow(state, 4, turn=5)
    assert state.place("frigate-1") == "cadiz/inshore"


def test_6_8_allied_blocks_are_blown_off_too_and_rumours_with_them() -> None:
    state = fleets()
    state.blocks["brest-fleet"], state.blocks["fog-1"] = Block("brest", "loose"), Block("brest", "loose")
    state.ships[FRENCH_74S[0]] = Vessel("brest-fleet")
    blow(state, 4)
    assert {state.place(name) for name in ("brest-fleet", "fog-1")} == {"brest/off"}
    assert state.owner("fog-1") == ALLIED


def test_6_9_1_the_owner_sees_the_condition_of_each_ship_and_reads_what_became_of_it() -> None:
    """Three ships: one damaged, two sound; a question offers the two that are not wrecked already."""
    state = position({"channel-fleet": ("brest", "loose", BRITISH_74S[:4], [])}, turn=17)
    damaged, wrecked = BRITISH_74S[0], BRITISH_74S[3]
    state.ships[damaged].damaged = True
    state.ships[wrecked].damaged = state.ships[wrecked].wrecked = True
    assert [damage.condition(state, ship) for ship in BRITISH_74S[:4]] == ["damaged", "sound", "sound", "wrecked"]
    fought = play(damage.flip_or_wreck, state, "british", BRITISH_74S[:4], 1, "channel-fleet",
                  british={"weather-losses/channel-fleet": [damaged]})  # fmt: skip
    assert state.ships[damaged].wrecked
    [(to, text)] = notes(fought, "weather_loss")
    assert (to, text.endswith("(wrecked).")) == ("british", True)
