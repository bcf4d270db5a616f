"""Chapters 6 and 7: the cup, winds and their halves, weather and what it does; blocks that empty, split and join."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import ALLIED, BRITISH, BRITISH_74S, FRENCH_74S, SPANISH_74S, load_board, play, position

from pbem.adjudicator.engine.table import ALL
from pbem.adjudicator.glory.rules import ch06_activation as cup
from pbem.adjudicator.glory.rules import ch06_damage as damage
from pbem.adjudicator.glory.rules import ch06_weather as weather
from pbem.adjudicator.glory.rules import ch07_blocks as blocks
from pbem.adjudicator.glory.rules import ch07_fleets as fleets
from pbem.adjudicator.glory.rules.ch06_halts import halt
from pbem.adjudicator.glory.rules.course import Half
from pbem.adjudicator.glory.state.state import Block, State

BOARD = load_board()
SHIPS = BRITISH_74S


def sea(*places: str, turn: int = 13, **fields: Any) -> State:
    """British fleets of two ships each at these places."""
    names = ("channel-fleet", "irish-fleet", "cape-fleet", "gibraltar-fleet")
    here: dict[str, Any] = {}
    for number, (name, place) in enumerate(zip(names, places, strict=False)):
        at, _, part = place.partition("/")
        here[name] = (at, part or "sea", SHIPS[2 * number : 2 * number + 2], [])
    rose = {"north_atlantic": "W", "mediterranean": "Ms", "west_indies": "E"}
    return position(here, turn=turn, rose=rose, initiative=BRITISH, **fields)


def chit(name: str) -> Any:
    return BOARD.chits[name]


# ------------------------------------------------------------------------------------------------ 6.0 to 6.5


def test_6_0_a_turn_goes_on_until_the_second_initiative_chit() -> None:
    state = sea(cup=["initiative", "initiative", "NE"], scenario="trafalgar")
    fought = play(cup.activation, state)
    assert (state.drawn, state.cup) == (["initiative", "initiative"], ["NE"])
    assert fought.events("turn_over") == [{"turn": 13}]


def test_6_2_each_kind_of_chit_has_its_count_in_the_cup() -> None:
    kinds = [str(each.kind) for each in BOARD.chits.values() for _ in range(each.count)]
    assert {kind: kinds.count(kind) for kind in kinds} == {"wind": 9, "bonus": 4, "initiative": 2, "weather": 4}


def test_6_3_a_wind_activates_the_side_with_the_initiative_first_and_turns_the_rose() -> None:
    state = sea("0610")
    fought = play(cup.wind_chit, state, chit("NE"))
    assert [facts["side"] for facts in fought.events("half")] == [BRITISH, ALLIED]
    assert state.rose["north_atlantic"] == "NE"


def test_6_3_blocks_of_another_sea_do_not_move() -> None:
    state = sea("0610")
    fought = play(cup.wind_chit, state, chit("Ms"))
    assert "leg/channel-fleet" not in fought.topics(BRITISH)


def test_6_5_the_first_initiative_chit_passes_the_initiative_and_the_second_does_not() -> None:
    state = sea(scenario="trafalgar")
    play(cup.initiative_chit, state, chit("initiative"))
    assert (state.initiative, state.initiatives) == (ALLIED, 1)
    play(cup.initiative_chit, state, chit("initiative"))
    assert (state.initiative, state.initiatives) == (ALLIED, 2)


def test_6_5_raids_and_the_random_event_come_with_the_first_initiative_chit() -> None:
    fought = play(cup.initiative_chit, sea(), chit("initiative"))
    assert "event" in [roll.label.split("/")[0] for roll in fought.rolls]


# ------------------------------------------------------------------------------------------------ halts by mail


def test_6_0_a_halt_asks_both_seats_whoever_wished_it() -> None:
    state = sea()
    fought = play(halt, state, "half", None, allied={"wish/halt": "yes", "halt": "new"}, british={"halt": "go_on"})
    assert [fought.topics(seat)[-1] for seat in (BRITISH, ALLIED)] == ["halt", "halt"]
    assert state.halts == {ALLIED: 1}


def test_6_0_without_a_wish_nobody_is_asked_a_question_that_stops_the_phase() -> None:
    fought = play(halt, sea(), "half", None)
    assert {topic for seat in (BRITISH, ALLIED) for topic in fought.topics(seat)} == {"wish/halt"}


@pytest.mark.parametrize(("sort", "times"), [("none", 0), ("each", 2), ("one", 1)])
def test_6_0_the_charter_says_how_often_a_turn_may_halt(sort: str, times: int) -> None:
    state = sea(house={"halts": sort})
    said = {"wish/halt": "yes", "halt": "go_on"}
    for _ in range(2):
        play(halt, state, "half", None, british=said, allied={"halt": "go_on"})
        play(halt, state, "half", None, allied=said, british={"halt": "go_on"})
    assert sum(state.halts.values()) == times


@pytest.mark.parametrize(("initiatives", "ended", "asked"), [(0, "", 1), (1, "", 1), (2, "", 0), (0, "points", 0)])
def test_6_0_a_turn_may_halt_until_the_second_initiative_chit_or_the_end(
    initiatives: int, ended: str, asked: int
) -> None:
    state = sea(initiatives=initiatives, ended=ended, drawn=["NE"])
    fought = play(halt, state, "half", None, british={"wish/halt": "yes", "halt": "go_on"}, allied={"halt": "go_on"})
    assert fought.topics(ALLIED).count("halt") == asked
    assert fought.events("halt") == [{"chit": 1}] * asked


@pytest.mark.parametrize(("half_of", "asked"), [(BRITISH, 1), (ALLIED, 0)])
def test_6_0_a_leg_wishes_a_halt_for_its_own_seat(half_of: str, asked: int) -> None:
    """The Allies have had their halt already: a leg of theirs wishes none for the British."""
    state = sea(halts={ALLIED: 1})
    here = Half(half_of, "north_atlantic", "NE", "NE", wishes_halt=True)
    fought = play(halt, state, "half", here, british={"halt": "go_on"}, allied={"halt": "go_on"})
    assert fought.topics(BRITISH).count("halt") == asked


# ------------------------------------------------------------------------------------------------ 6.6 to 6.9


@pytest.mark.parametrize(("die", "zones"), [
    (1, ["western_approaches", "bay_of_biscay"]), (2, ["bay_of_biscay"]), (3, ["the_capes"]), (4, ["western_med"]),
    (5, ["eastern_med"]), (6, ["west_indies"]),
])  # fmt: skip
def test_6_6_a_die_says_which_zones_a_random_weather_chit_strikes(die: int, zones: list[str]) -> None:
    state = sea()
    play(weather.weather_chit, state, chit("weather"), dice={"weather-zone": [(die,)], "weather": [(1,)]})
    assert state.foul[0].zones == zones


def test_6_6_the_chit_of_zone_six_strikes_the_west_indies_in_the_hurricane_season() -> None:
    state = sea(turn=20)
    play(weather.weather_chit, state, chit("weather-zone-6"), dice={"weather": [(6,)]})
    assert (state.foul[0].zones, state.foul[0].kind, state.foul[0].severity) == (["west_indies"], "hurricane", 9)


@pytest.mark.parametrize(("turn", "severity"), [(5, 6), (8, 5), (17, 4)])
def test_6_7_season_and_sea_add_to_the_severity(turn: int, severity: int) -> None:
    state = sea(turn=turn)
    play(weather.weather_chit, state, chit("weather-zone-1"), dice={"weather": [(4,)]})
    assert state.foul[0].severity == severity


def test_6_8_a_gale_blows_all_blocks_of_the_zone_off_station() -> None:
    state = sea("brest/loose", "cadiz/loose", turn=17)
    state.blocks["frigate-1"] = Block("brest", "inshore")
    play(weather.weather_chit, state, chit("weather-zone-1"), dice={"weather": [(4,)]})
    assert [state.place(name) for name in ("channel-fleet", "frigate-1", "irish-fleet")] == [
        "brest/off", "brest/off", "cadiz/loose"]  # fmt: skip


def test_6_8_a_storm_sends_one_frigate_home_for_its_severity_in_turns() -> None:
    state = sea(turn=5)
    state.blocks["frigate-1"], state.blocks["frigate-2"] = Block("brest", "inshore"), Block("brest", "loose")
    play(weather.weather_chit, state, chit("weather-zone-1"), dice={"weather": [(4,)]},
         british={"frigate-lost/western_approaches": "frigate-2"})  # fmt: skip
    assert (state.blocks["frigate-2"].at, state.place("frigate-1")) == ("turn-11", "brest/off")


def test_6_8_a_squall_hurts_nobody() -> None:
    state = sea("brest/loose", turn=17)
    play(weather.weather_chit, state, chit("weather-zone-1"), dice={"weather": [(3,)]})
    assert (state.place("channel-fleet"), state.foul[0].kind) == ("brest/loose", "squall")


def test_6_9_2_wrecks_founder_in_a_storm() -> None:
    state = sea("brest/loose", turn=5)
    for ship in state.ships_in("channel-fleet"):
        state.ships[ship].damaged = state.ships[ship].wrecked = True
    play(damage.founder, state, BRITISH, state.ships_in("channel-fleet"), 6, "brest/loose")
    assert [state.lost[ship].how for ship in state.lost] == ["sunk"]


def test_6_9_2_a_wreck_that_founders_is_scored_by_the_enemy() -> None:
    state = sea("brest/loose", turn=5)
    wreck = state.ships_in("channel-fleet")[0]
    fought = play(damage.founder, state, BRITISH, [wreck], 6, "brest/loose")
    assert (state.lost[wreck].by, [note.to for note in fought.notes]) == (ALLIED, [ALL])


# ------------------------------------------------------------------------------------------------ chapter 7


def test_7_0_frigates_and_rumours_hold_no_ships_and_the_others_do() -> None:
    state = sea()
    kinds = {str(piece.kind): state.is_fleet(name) for name, piece in BOARD.blocks.items()}
    assert kinds == {"fleet": True, "frigate": False, "fog": False, "expedition": True, "transport": True, "gold": True}


def test_7_1_a_fleet_that_loses_its_last_ship_leaves_the_map_with_its_admirals() -> None:
    state = sea("0610")
    state.admirals["calder"].at = "channel-fleet"
    for ship in state.ships_in("channel-fleet"):
        state.lose(ship, "sunk", ALLIED)
    assert play(blocks.empty_block, state, "channel-fleet").outcome
    assert (state.place("channel-fleet"), state.admirals["calder"].at) == ("", "gone")


def test_7_1_the_first_block_that_is_not_in_use_takes_an_escort() -> None:
    state = sea("0610")
    assert blocks.unused_block(state, BRITISH) == "mediterranean-fleet"


def test_7_2_a_convoy_that_is_lost_leaves_its_escort_as_a_new_fleet() -> None:
    state = position({"craig": ("0610", "sea", SHIPS[:2], ["calder"])})
    fought = play(blocks.escort_left, state, "craig")
    new = fought.outcome
    assert (state.place(new), state.ships_in(new), state.admirals["calder"].at) == ("0610", SHIPS[:2], new)
    assert (state.readiness["craig"], state.place("craig")) == (0, "")


@pytest.mark.parametrize(("spanish", "wrecked", "sails"), [(6, 0, True), (5, 0, False), (6, 1, False)])
def test_7_3_the_gold_sails_with_six_spanish_ships_not_wrecked(spanish: int, wrecked: int, sails: bool) -> None:
    state = position({"spanish-gold": ("havana", "port", [*SPANISH_74S[:spanish], *FRENCH_74S[:2]], [])})
    for ship in SPANISH_74S[:wrecked]:
        state.ships[ship].wrecked = True
    assert blocks.gold_may_sail(state, "spanish-gold") is sails


def test_7_3_the_gold_scores_when_it_comes_into_a_spanish_port() -> None:
    state = position({"spanish-gold": ("cadiz", "port", SPANISH_74S[:6], [])})
    play(blocks.gold_home, state, "spanish-gold")
    assert state.scored == ["napoleon/havana"]
    assert {state.ships[ship].at for ship in SPANISH_74S[:6]} == {"cadiz"}


def test_7_5_a_fleet_is_absorbed_by_another_in_the_same_part_of_a_zone() -> None:
    state = sea("brest/loose", "brest/loose", "brest/inshore")
    joined = {}

    async def join(table: Any) -> None:
        joined["same"] = fleets.rendezvous(table, state, "irish-fleet", "channel-fleet")
        joined["other"] = fleets.rendezvous(table, state, "cape-fleet", "channel-fleet")

    play(join)
    assert joined["same"] == ""
    assert "not together" in joined["other"]
    assert (len(state.ships_in("channel-fleet")), state.place("irish-fleet")) == (4, "")


def test_7_5_allied_fleets_with_different_destinations_do_not_unite() -> None:
    state = position({"brest-fleet": ("0610", "sea", FRENCH_74S[:2], []),
                      "toulon-fleet": ("0610", "sea", FRENCH_74S[2:4], [])})  # fmt: skip
    state.blocks["brest-fleet"].bound, state.blocks["toulon-fleet"].bound = "cadiz", "ferrol"
    assert "differ" in fleets.why_not_joined(state, "brest-fleet", "toulon-fleet")
    state.blocks["toulon-fleet"].bound = "cadiz"
    assert fleets.why_not_joined(state, "brest-fleet", "toulon-fleet") == ""


def test_7_7_a_frigate_comes_back_after_some_turns_and_not_after_the_last() -> None:
    state = sea(turn=30)
    state.blocks["frigate-1"], state.blocks["frigate-2"] = Block("brest", "loose"), Block("brest", "loose")

    async def away(table: Any) -> None:
        blocks.frigate_away(table, state, "frigate-1", 6, "6.8")
        blocks.frigate_away(table, state, "frigate-2", 9, "6.8")

    play(away)
    assert [state.blocks[name].at for name in ("frigate-1", "frigate-2")] == ["turn-36", "gone"]


def test_7_7_a_frigate_absorbs_no_fleet_and_is_absorbed_by_none() -> None:
    state = sea("brest/loose")
    state.blocks["frigate-1"] = Block("brest", "loose")
    for one, two in (("frigate-1", "channel-fleet"), ("channel-fleet", "frigate-1")):
        assert "cannot be absorbed" in fleets.why_not_joined(state, one, two)
