"""Chapters 2 to 5: the set-up, the sequence of a turn, yards and crews, what comes with a new turn, the council."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import ALLIED, BRITISH, load_board, play, position

from pbem.adjudicator.engine.table import ALL
from pbem.adjudicator.glory.rules import ch05_council as council
from pbem.adjudicator.glory.rules import ch05_events as events
from pbem.adjudicator.glory.rules import ch05_returns as returns
from pbem.adjudicator.glory.rules import ch05_yard as yard
from pbem.adjudicator.glory.rules.ch03_setup import open_game
from pbem.adjudicator.glory.rules.ch04_sequence import ADMINISTRATION, CHOICES, next_administration, play_phase
from pbem.adjudicator.glory.rules.ch12_arrivals import arrivals
from pbem.adjudicator.glory.rules.telling import tell_move
from pbem.adjudicator.glory.state.state import AdmiraltyEvent, Block, State, Vessel

BOARD = load_board()
MANPOWER = {"british": 0, "french": 0, "spanish": 0}
HEAVY = "b-ville-de-paris"  # defence 7
LIGHT = [ship.id for ship in BOARD.ships.values() if ship.nation == "british" and ship.defence == 5][:2]


def with_ships(where: str, *ships: str, ordinary: bool = False, damaged: bool = False, **fields: Any) -> State:
    """Ships in a port, outside any block."""
    state = position({}, manpower=dict(MANPOWER), **fields)
    for ship in ships:
        state.ships[ship] = Vessel(where, damaged=damaged, ordinary=ordinary)
    return state


# ------------------------------------------------------------------------------------------------ chapters 2 to 4


def test_2_1_there_are_44_blocks_and_180_ships_each_in_one_place() -> None:
    state = open_game(BOARD, {}, "campaign")
    assert (len(state.blocks), len(state.ships)) == (44, 180)
    assert all(vessel.at for vessel in state.ships.values())


def test_2_4_objectives_directive_and_event_are_face_down_at_the_start() -> None:
    state = open_game(BOARD, {}, "campaign")
    assert (state.directive_open, state.events, state.chits_shown) == (False, {}, [])


def test_2_5_a_block_in_a_port_with_a_display_is_not_seen_and_one_in_a_minor_port_is() -> None:
    def told(port: str) -> list[str]:
        state = position({"brest-fleet": (port, "port", ["f-imperial"], [])})

        async def move(table: Any) -> None:
            tell_move(table, state, "11.2", "brest-fleet", "", f"{port}/port", "form")

        return [note.to for note in play(move).notes]

    assert (told("brest"), told("naples")) == ([ALLIED], [ALL, ALLIED])


def test_4_0_the_steps_of_a_turn_stand_in_the_printed_order() -> None:
    numbers = sorted(step.number for step in (*CHOICES, *ADMINISTRATION))
    assert numbers == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 13]
    assert [step.number for step in ADMINISTRATION] == [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]


def test_4_0_a_phase_ends_with_the_next_turn_begun() -> None:
    state = open_game(BOARD, {}, "campaign")
    play(play_phase, state, "setup")
    assert (state.turn, len(state.cup), len(state.provisions)) == (1, 19, 2)


def test_5_0_the_parts_of_the_administration_that_chance_decides_are_played_at_once() -> None:
    state = open_game(BOARD, {}, "campaign")
    state.turn = 3
    play(next_administration, state)
    assert state.turn == 4
    assert list(state.events)
    assert next(iter(state.events.values())).due == 10


def test_5_1_the_turn_marker_goes_on_one_box() -> None:
    state = position({}, turn=4, manpower=dict(MANPOWER))
    fought = play(returns.advance_turn, state)
    assert (state.turn, fought.events("turn")) == (5, [{"turn": 5}])


# ------------------------------------------------------------------------------------------------ 5.2


def test_5_2_both_sides_crew_and_mend_at_the_same_time() -> None:
    state = with_ships("plymouth", LIGHT[0], damaged=True)
    state.ships["f-jupiter"] = Vessel("brest", damaged=True)
    fought = play(yard.admiralty, state)
    assert not state.ships[LIGHT[0]].damaged
    assert not state.ships["f-jupiter"].damaged
    assert [len(fought.topics(seat)) for seat in (BRITISH, ALLIED)] == [1, 1]


@pytest.mark.parametrize(("crew", "manned"), [
    ([LIGHT[0], LIGHT[1]], [LIGHT[0]]),  # five points crew one of defence 5
    ([HEAVY], []),  # seven are wanted
])  # fmt: skip
def test_5_2_1_ships_are_crewed_at_their_defence_as_far_as_points_reach(crew: list[str], manned: list[str]) -> None:
    state = with_ships("plymouth", HEAVY, *LIGHT, ordinary=True)
    play(yard.admiralty, state, british={"admiralty": {"crew": crew}})
    assert [ship for ship in state.ships if not state.ships[ship].ordinary] == manned


def test_5_2_1_without_orders_the_cheapest_are_crewed_first() -> None:
    state = with_ships("plymouth", HEAVY, *LIGHT, ordinary=True)
    play(yard.admiralty, state)
    assert [ship for ship in state.ships if not state.ships[ship].ordinary] == [LIGHT[0]]


def test_5_2_2_the_third_spanish_group_waits_for_the_second() -> None:
    codes = {ship.code: ship.id for ship in BOARD.ships.values() if ship.nation == "spanish"}
    state = with_ships("cadiz", codes["Z2"], codes["Z3"], ordinary=True)
    assert yard.shortage(state, codes["Z3"])
    assert not yard.shortage(state, codes["Z2"])
    state.ships[codes["Z2"]].ordinary = False
    assert not yard.shortage(state, codes["Z3"])


@pytest.mark.parametrize(("port", "mended"), [("portsmouth", 3), ("brest", 1)])
def test_5_2_3_portsmouth_mends_three_ships_a_turn_and_brest_one(port: str, mended: int) -> None:
    nation = "british" if port == "portsmouth" else "french"
    ships = [ship.id for ship in BOARD.ships.values() if ship.nation == nation][:5]
    state = with_ships(port, *ships, damaged=True)
    play(yard.admiralty, state)
    assert sum(1 for ship in ships if not state.ships[ship].damaged) == mended


def test_5_2_3_ships_are_mended_in_the_order_named() -> None:
    state = with_ships("plymouth", HEAVY, *LIGHT, damaged=True)
    play(yard.admiralty, state, british={"admiralty": {"repair": [{"port": "plymouth", "ships": [LIGHT[1], "best"]}]}})
    assert [ship for ship in state.ships if not state.ships[ship].damaged] == [HEAVY, LIGHT[1]]


# ------------------------------------------------------------------------------------------------ 5.3 to 5.9


def test_5_3_a_frigate_comes_back_into_the_port_that_its_owner_names() -> None:
    state = position({}, turn=8)
    state.blocks["frigate-3"], state.blocks["frigate-4"] = Block("turn-8"), Block("turn-9")
    play(returns.frigates_return, state, british={"returns/frigate": "gibraltar"})
    assert state.place("frigate-3") == "gibraltar/port"
    assert state.blocks["frigate-4"].at == "turn-9"


def test_5_4_reinforcements_come_into_the_port_of_their_code() -> None:
    state = position({}, turn=9)
    state.ships["b-hibernia"], state.ships["b-revenge"] = Vessel("turn-9"), Vessel("turn-16")
    play(returns.reinforcements, state)
    assert (state.ships["b-hibernia"].at, state.ships["b-revenge"].at) == ("plymouth", "turn-16")
    assert state.came_in == ["b-hibernia"]


def test_5_5_blocks_on_a_track_go_on_one_box() -> None:
    state = position({"channel-fleet": ("west-2", "track", [HEAVY], [])}, initiative=BRITISH)
    play(arrivals, state)
    assert state.place("channel-fleet") == "west-3"


def test_5_6_the_last_wind_stays_and_the_weather_is_taken_off() -> None:
    state = position({}, rose={"north_atlantic": "SW"}, foul=["anything"])
    returns.last_winds(state)
    assert (state.rose, state.foul) == ({"north_atlantic": "SW"}, [])


def test_5_7_all_nineteen_chits_go_back_into_the_cup() -> None:
    state = position({}, cup=["NE"], drawn=["W"], initiatives=2, halts={"british": 1})
    returns.chits_back(state)
    assert (len(state.cup), state.drawn, state.initiatives, state.halts) == (19, [], 0, {})
    assert state.cup.count("E") == 3


def test_5_8_all_provisions_chits_go_back() -> None:
    state = position({}, chits={"brest": "may"}, chits_shown=["brest"], spied=["brest"])
    returns.provisions_back(state)
    assert (state.chits, state.chits_shown, state.spied) == ({}, [], [])


@pytest.mark.parametrize(("die", "over"), [(4, False), (5, True), (6, True)])
def test_5_9_the_fever_ends_on_a_five_or_six(die: int, over: bool) -> None:
    state = position({}, fever=True)
    play(returns.fever, state, dice={"fever": [(die,)]})
    assert state.fever is not over


def test_5_9_without_fever_no_die_is_thrown() -> None:
    assert play(returns.fever, position({})).rolls == []


# ------------------------------------------------------------------------------------------------ 5.10 to 5.13


def test_5_10_an_expedition_inshore_at_naples_may_be_declared_a_success() -> None:
    state = position({"craig": ("naples", "inshore", [HEAVY], [])})
    state.events["naples"] = AdmiraltyEvent(15)
    play(events.declared, state, british={"event": "no"})
    assert state.events["naples"].status == "hidden"
    play(events.declared, state)
    assert (state.events["naples"].status, state.readiness["craig"]) == ("done", 0)


def test_5_10_what_is_due_and_not_fulfilled_fails() -> None:
    state = position({}, turn=13)
    state.events = {"portugal": AdmiraltyEvent(13), "russia": AdmiraltyEvent(14)}
    play(events.judge_events, state)
    assert {name: each.status for name, each in state.events.items()} == {"portugal": "failed", "russia": "hidden"}


def test_5_10_america_goes_to_war_one_step_above_strained() -> None:
    state = position({}, turn=13)
    state.events["leopard"] = AdmiraltyEvent(13)
    state.blocks["frigate-1"] = Block("brest", "loose")
    play(events.reveal_events, state)
    assert (state.tension, state.events["leopard"].due, state.blocks["frigate-1"].at) == ("war", 19, "gone")


@pytest.mark.parametrize(("turn", "drawn"), [(4, True), (5, False)])
def test_5_11_an_event_is_drawn_on_turns_with_an_ensign(turn: int, drawn: bool) -> None:
    state = position({}, turn=turn, events_pool=["russia", "portugal"])
    fought = play(events.draw_event, state)
    assert bool(state.events) is drawn
    if drawn:
        assert (list(state.events), state.events["russia"].due) == (["russia"], 10)
        assert [note.to for note in fought.notes if note.facts.get("event") == "russia"] == [BRITISH]


@pytest.mark.parametrize(("turn", "number"), [(1, 2), (7, 3)])
def test_5_12_two_chits_are_drawn_in_winter_and_three_after(turn: int, number: int) -> None:
    state = position({}, turn=turn)
    fought = play(council.draw_provisions, state)
    assert len(state.provisions) == number
    assert [roll.spec for roll in fought.rolls] == [f"draw:{number}of5"]


def test_5_12_chits_lie_where_they_are_ordered_and_the_rest_by_default() -> None:
    fleets: dict[str, Any] = {"brest-fleet": ("brest", "port", ["f-imperial", "f-alexandre"], []),
                              "toulon-fleet": ("toulon", "port", ["f-bucentaure"], [])}  # fmt: skip
    state = position(fleets, provisions=["may", "may-not"])
    fought = play(council.place_provisions, state, allied={"provisions": {"toulon": "may"}})
    assert state.chits == {"toulon": "may", "brest": "may-not"}
    assert all("may" not in note.facts.values() for note in fought.notes if note.to == ALL)


def test_5_12_no_chit_lies_where_none_was_drawn() -> None:
    state = position({}, provisions=["may-not"])
    play(council.place_provisions, state, allied={"provisions": {"brest": "may"}})
    assert list(state.chits.values()) == ["may-not"]


def test_5_13_four_different_destinations_lie_in_the_boxes() -> None:
    state = position({})
    wish = {"a": "havana", "b": "cadiz", "c": "malta", "d": "channel"}
    play(council.set_conseil, state, allied={"conseil": wish})
    assert state.conseil == wish
    play(council.set_conseil, state, allied={"conseil": {"a": "malta"}})
    assert state.conseil == wish  # malta stands at c


def test_5_13_a_destination_that_a_fleet_at_sea_has_stays() -> None:
    state = position({"brest-fleet": ("0807", "sea", ["f-imperial"], [])}, conseil=dict(council.USUAL_CONSEIL))
    state.blocks["brest-fleet"].letter = "a"
    play(council.set_conseil, state, allied={"conseil": {"a": "havana", "b": "malta"}})
    assert (state.conseil["a"], state.conseil["b"]) == ("martinique", "malta")
