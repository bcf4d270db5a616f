"""Chapters 3 and 24.1: the game as it is printed, and what is chosen before the first turn."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import ALLIED, BRITISH, Fought, load_board, play

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.glory.rules.ch03_setup import choose_set_up, open_game, why_no_frigate
from pbem.adjudicator.glory.rules.ch24_trafalgar import reinforce, set_up
from pbem.adjudicator.glory.state.state import Block, State

BOARD = load_board()
FRIGATES = [f"frigate-{number}" for number in range(1, 10)]
#: The frigates of the list of the data; in Trafalgar the first five of them.
USUAL = [f"{each.port}/{each.part}" for each in BOARD.stations]


def chosen(scenario: str = "campaign", british: dict[str, Any] | None = None, allied: dict[str, Any] | None = None,
           ) -> tuple[State, Fought]:  # fmt: skip
    """A game after its set-up."""
    state = open_game(BOARD, {}, scenario)
    return state, play(choose_set_up, state, british={"setup": british or {}}, allied={"setup": allied or {}})


def lapses(fought: Fought) -> list[str]:
    return [note.text for note in fought.notes if note.event == "lapsed"]


# ------------------------------------------------------------------------------------------- as printed


def test_3_0_ships_lie_by_their_codes_in_fleets_harbours_the_box_and_on_the_turn_track() -> None:
    state = open_game(BOARD, {}, "campaign")
    assert (state.ships["b-hibernia"].at, state.ships["b-hibernia"].damaged) == ("turn-9", False)
    assert (state.ships["b-orion"].at, state.ships["b-orion"].ordinary) == ("portsmouth", True)
    assert [name for name, vessel in state.ships.items() if vessel.damaged] == ["f-annibal"]
    assert sum(vessel.ordinary for vessel in state.ships.values()) == sum(
        piece.status == "ordinary" for piece in BOARD.ships.values())  # fmt: skip
    assert state.ships_in("north-sea") == [name for name, piece in BOARD.ships.items()
                                           if piece.place == "north-sea-fleet"]  # fmt: skip
    assert not any(vessel.wrecked for vessel in state.ships.values())


def test_3_0_admirals_are_with_their_fleets_on_the_turn_track_or_set_aside() -> None:
    state = open_game(BOARD, {}, "campaign")
    at = {name: officer.at for name, officer in state.admirals.items()}
    assert at["cornwallis"] == at["collingwood"] == "channel-fleet"
    assert (at["nelson"], at["keith"]) == ("mediterranean-fleet", "north-sea")
    assert (at["strachan"], at["rosily-mesros"]) == ("turn-16", "turn-31")
    assert at["gardner"] == at["allemand"] == "aside"
    assert len(at) == 14


def test_3_0_convoys_are_at_start_and_the_gold_in_havana() -> None:
    state = open_game(BOARD, {}, "campaign")
    assert state.readiness == {"craig": 0, "french-transport": 0, "moore": 0}
    assert state.manpower == {"british": 0, "french": 0, "spanish": 0}


def test_5_11_general_st_cyrs_event_is_not_in_the_cup() -> None:
    pool = open_game(BOARD, {}, "campaign").events_pool
    assert len(pool) == 7
    assert "naples" not in pool


def test_5_7_all_chits_are_in_the_cup_at_the_start() -> None:
    assert len(open_game(BOARD, {}, "campaign").cup) == 19
    assert open_game(BOARD, {}, "trafalgar").cup == list(BOARD.trafalgar.chits)


def test_3_0_a_game_is_laid_out_in_the_order_in_which_a_file_has_it() -> None:
    state = open_game(BOARD, {}, "trafalgar")
    again = State.from_plain(BOARD, state.to_plain(), {})
    assert list(state.ships) == list(again.ships)
    assert list(state.rose) == sorted(state.rose)


def test_24_1_expeditions_transport_and_gold_are_out_of_play_in_trafalgar_and_all_others_in_it() -> None:
    state = open_game(BOARD, {}, "trafalgar")
    assert sorted(name for name, block in state.blocks.items() if block.at == "gone") == [
        "craig", "french-transport", "moore", "spanish-gold"]  # fmt: skip


# ------------------------------------------------------------------------------------------- chosen


@pytest.mark.parametrize(("said", "place"), [({}, "loose"), ({"channel-fleet": "inshore"}, "inshore")])
def test_3_0_a_fleet_of_a_patrol_zone_begins_on_loose_blockade_or_as_ordered(said: dict[str, str], place: str) -> None:
    state, fought = chosen(british={"stations": said})
    assert state.place("channel-fleet") == f"brest/{place}"
    assert [state.place(name) for name in ("cape-fleet", "gibraltar-fleet")] == ["ferrol/loose", "cadiz/loose"]
    seen = [(each["was"], each["now"]) for each in fought.events("sail") if each["how"] == "station"]
    assert (("brest/inshore", "brest/loose") in seen) is (place == "loose")
    assert ("ferrol/inshore", "ferrol/loose") in seen


def test_3_0_a_fleet_begins_in_no_other_part_and_the_next_one_begins_as_ordered() -> None:
    state, fought = chosen(british={"stations": {"channel-fleet": "off", "gibraltar-fleet": "inshore"}})
    assert [state.place(name) for name in ("channel-fleet", "gibraltar-fleet")] == ["brest/loose", "cadiz/inshore"]
    assert lapses(fought) == ["Channel begins Inshore or on Loose Blockade."]


def test_3_0_the_irish_fleet_and_those_in_port_stay_where_they_are_printed() -> None:
    state, _ = chosen(british={"stations": {"irish-fleet": "inshore", "mediterranean-fleet": "inshore"}})
    assert [state.place(name) for name in ("irish-fleet", "mediterranean-fleet")] == [
        "bantry-bay/loose", "madalenas/port"]  # fmt: skip


def test_24_1_1_fleets_of_trafalgar_begin_inshore_or_on_loose_blockade() -> None:
    state, _ = chosen("trafalgar", {"stations": {"cape-fleet": "inshore"}})
    assert [state.place(name) for name in ("cape-fleet", "gibraltar-fleet")] == ["ferrol/inshore", "cadiz/loose"]


@pytest.mark.parametrize(("toulon", "bound", "lapsed"), [
    ("ferrol", "ferrol", 0), ("cadiz", "cadiz", 0), ("brest", "cadiz", 1),
])  # fmt: skip
def test_24_1_1_the_toulon_fleet_is_bound_for_cadiz_or_ferrol(toulon: str, bound: str, lapsed: int) -> None:
    state, fought = chosen("trafalgar", allied={"toulon": toulon})
    assert (state.blocks["toulon-fleet"].bound, len(lapses(fought))) == (bound, lapsed)


def test_3_0_without_orders_frigates_lie_by_the_list_and_all_see_where() -> None:
    state, fought = chosen()
    assert [state.place(name) for name in FRIGATES] == USUAL
    seen = [each["now"] for each in fought.events("sail") if each["how"] == "appear"]
    assert seen == USUAL
    assert [(note.to, note.facts["number"]) for note in fought.notes if note.event == "frigates"] == [(ALL, 9)]


def test_3_0_frigates_lie_as_ordered_and_a_place_that_is_not_allowed_is_replaced_by_the_lists() -> None:
    wanted = ["ferrol/loose", "brest/port", "0807", "west-2"]
    state, fought = chosen(british={"frigates": wanted})
    assert [state.place(name) for name in FRIGATES[:5]] == ["ferrol/loose", USUAL[1], "0807", USUAL[3], USUAL[4]]
    assert lapses(fought) == ["Frigate 2: Brest is no British port.",
                              "Frigate 4: west-2 is no place for a frigate to begin."]  # fmt: skip


def test_3_0_a_ports_bare_name_means_the_port() -> None:
    state, fought = chosen(british={"frigates": ["madalenas", "plymouth"]})
    assert [state.place(name) for name in FRIGATES[:2]] == ["madalenas/port", "plymouth/port"]
    assert lapses(fought) == []


def test_3_0_one_frigate_begins_in_the_mediterranean() -> None:
    state, fought = chosen(british={"frigates": ["malta/port", "toulon/inshore"]})
    assert [state.place(name) for name in FRIGATES[:2]] == ["malta/port", USUAL[1]]
    assert lapses(fought) == ["Frigate 2: only one frigate begins in the Mediterranean."]
    assert state.place("frigate-7") == "plymouth/port"  # the list's own is off Toulon


def test_24_1_five_frigates_are_in_play_in_trafalgar() -> None:
    state, fought = chosen("trafalgar")
    assert [state.place(name) for name in FRIGATES[:5]] == USUAL[:5]
    assert {state.blocks[name].at for name in FRIGATES[5:]} == {"gone"}
    assert [note.facts["number"] for note in fought.notes if note.event == "frigates"] == [5]


@pytest.mark.parametrize(("place", "why"), [
    ("plymouth/port", ""), ("brest/port", "Brest is no British port"), ("brest/inshore", ""), ("lisbon/loose", ""),
    ("brest/off", "brest/off is no place for a frigate"), ("0610", ""), ("malta/inshore", ""),
    ("nowhere", "nowhere is no place for a frigate"), ("west-2", "west-2 is no place for a frigate to begin"),
    ("twi", "twi is out of play"),
])  # fmt: skip
def test_3_0_where_a_frigate_may_begin(place: str, why: str) -> None:
    assert why_no_frigate(open_game(BOARD, {}, "campaign"), place) == why


def test_3_0_a_fleet_in_the_mediterranean_and_a_frigate_elsewhere_keep_no_frigate_out_of_it() -> None:
    state = open_game(BOARD, {}, "campaign")
    state.blocks["frigate-1"] = Block("brest", "inshore")
    assert why_no_frigate(state, "toulon/inshore") == ""
    state.blocks["frigate-2"] = Block("malta", "port")
    assert why_no_frigate(state, "toulon/inshore") == "only one frigate begins in the Mediterranean"
    assert why_no_frigate(state, "brest/inshore") == ""


def test_24_1_the_mediterranean_is_out_of_play_for_frigates_in_trafalgar() -> None:
    assert why_no_frigate(open_game(BOARD, {}, "trafalgar"), "toulon/inshore") == "toulon/inshore is out of play"


def test_3_0_values_and_the_first_directive_are_drawn_each_for_its_seat() -> None:
    state, fought = chosen()
    assert sorted(state.napoleon.values()) == sorted(BOARD.objectives[ALLIED].values)
    assert sorted(state.pitt.values()) == sorted(BOARD.objectives[BRITISH].values)
    assert state.directive
    assert {note.to for note in fought.notes if note.event == "objectives"} == {ALLIED, BRITISH}
    none, _ = chosen("trafalgar")
    assert (none.napoleon, none.directive) == ({}, "")


# ------------------------------------------------------------------------------------------- reinforcements


def arriving(turn: int) -> State:
    state = open_game(BOARD, {}, "trafalgar")
    set_up(Table(), state)
    state.turn = turn
    return state


def test_24_1_2_all_see_a_fleet_appear_and_its_owner_hears_of_its_ships() -> None:
    state = arriving(23)
    fought = play(reinforce, state)
    [seen] = fought.events("sail")
    assert (seen["was"], seen["now"], seen["how"]) == ("", "brest/loose", "appear")
    assert [(note.to, len(note.facts["ships"])) for note in fought.notes if note.event == "reinforcement"] == [
        (BRITISH, 18)]  # fmt: skip


def test_24_1_2_a_fleet_in_portsmouth_is_asked_nothing_and_one_off_brest_where_it_lies() -> None:
    assert play(reinforce, arriving(23)).topics(BRITISH) == ["returns/reinforcement"]
    state = arriving(26)
    play(reinforce, state)
    assert state.place("mediterranean-fleet") == "portsmouth/port"


def test_24_1_2_a_fleet_comes_once() -> None:
    state = arriving(23)
    play(reinforce, state)
    assert not play(reinforce, state).events("reinforcement")
