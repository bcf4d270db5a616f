"""Chapters 9 to 14: sailing, destinations, ports and zones, tracks, blockades, searches."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import ALLIED, BRITISH, BRITISH_74S, FRENCH_74S, load_board, play, position

from pbem.adjudicator.engine.table import ALL
from pbem.adjudicator.glory.rules import ch06_activation as cup
from pbem.adjudicator.glory.rules import ch10_conseil as conseil
from pbem.adjudicator.glory.rules import ch11_ports as ports
from pbem.adjudicator.glory.rules import ch12_transit as transit
from pbem.adjudicator.glory.rules import ch13_blockade as blockade
from pbem.adjudicator.glory.rules import ch14_entering as entering
from pbem.adjudicator.glory.rules.ch09_activation import activate
from pbem.adjudicator.glory.rules.ch14_search import Look, Scene, modifiers, searchers
from pbem.adjudicator.glory.rules.course import Course, Half
from pbem.adjudicator.glory.rules.waters import step_cost, zone_of_box
from pbem.adjudicator.glory.state.state import Block, Foul, State

BOARD = load_board()
CONSEIL = {"a": "martinique", "b": "lisbon", "c": "bantry-bay", "d": "ferrol"}
WINDS = {"north_atlantic": "NE", "mediterranean": "Ms", "west_indies": "E"}


def sea(
    british: dict[str, str] | None = None, allied: dict[str, str] | None = None, turn: int = 17, **more: Any
) -> State:  # fmt: skip
    """Fleets of two ships each at these places, under a north-easter."""
    here: dict[str, Any] = {}
    for side, ships in ((british or {}, iter(BRITISH_74S)), (allied or {}, iter(FRENCH_74S))):
        for name, place in side.items():
            at, _, part = place.partition("/")
            area = part or ("track" if at.startswith(("west-", "east-")) else "sea")
            here[name] = (at, area, [] if name.startswith(("frigate", "fog")) else [next(ships), next(ships)], [])
    fields = {"rose": dict(WINDS), "initiative": BRITISH, "conseil": dict(CONSEIL), "chits": {"brest": "may"}, **more}
    return position(here, turn=turn, **fields)


def half(seat: str, wind: str = "NE", area: str = "north_atlantic") -> Half:
    return Half(seat, area, wind, wind)


def sail(state: State, seat: str, block: str, *legs: dict[str, Any], wind: str = "NE", **dice: Any) -> Any:
    """Activates one block with these legs."""
    area = "mediterranean" if wind in ("Ms", "Sc", "Lv") else "north_atlantic"
    said = {seat: {f"leg/{block}": list(legs)}}
    return play(activate, state, half(seat, wind, area), block, 9, dice=dice.get("dice"),
                british=said.get(BRITISH, {}), allied=said.get(ALLIED, {}))  # fmt: skip


def lapses(fought: Any) -> list[str]:
    return [note.text for note in fought.notes if note.event == "lapsed"]


# ------------------------------------------------------------------------------------------------ chapter 9


def test_9_0_a_block_that_nobody_orders_holds_its_station() -> None:
    state = sea({"channel-fleet": "brest/loose"})
    sail(state, BRITISH, "channel-fleet")
    assert state.place("channel-fleet") == "brest/loose"


def test_9_0_a_block_off_station_comes_back_to_loose_blockade_without_orders() -> None:
    state = sea({"channel-fleet": "brest/off"})
    sail(state, BRITISH, "channel-fleet")
    assert state.place("channel-fleet") == "brest/loose"


def test_9_1_a_block_off_station_may_not_lie() -> None:
    state = sea({"channel-fleet": "brest/off"})
    fought = sail(state, BRITISH, "channel-fleet", {"lie": "yes"})
    assert lapses(fought) == ["Channel: it must come back on station."]
    assert state.place("channel-fleet") == "brest/loose"


def test_9_2_on_a_wind_both_sides_move_their_blocks_in_that_sea() -> None:
    state = sea({"channel-fleet": "0610"}, {"brest-fleet": "0612"}, scenario="trafalgar")
    fought = play(cup.wind_chit, state, BOARD.chits["NE"])
    assert "leg/channel-fleet" in fought.topics(BRITISH)
    assert "leg/brest-fleet" in fought.topics(ALLIED)


def test_9_3_an_allied_fleet_at_sea_makes_for_its_destination_without_orders() -> None:
    state = sea(allied={"brest-fleet": "0610"})
    state.blocks["brest-fleet"].bound = "ferrol"
    sail(state, ALLIED, "brest-fleet")
    assert state.place("brest-fleet") == "ferrol/port"  # it can reach it, and the port is friendly


def test_9_3_a_fleet_that_can_reach_its_destination_must() -> None:
    state = sea(allied={"brest-fleet": "0610"})
    state.blocks["brest-fleet"].bound = "ferrol"
    fought = sail(state, ALLIED, "brest-fleet", {"lie": "yes"})
    assert lapses(fought) == ["Brest: it can reach its destination, and must."]


def test_9_3_a_fleet_does_not_sail_away_from_its_destination() -> None:
    state = sea(allied={"brest-fleet": "0610"})
    state.blocks["brest-fleet"].bound = "cadiz"
    fought = sail(state, ALLIED, "brest-fleet", {"make_for": "0804", "stop": "sea"})
    assert lapses(fought)
    assert "closer" in lapses(fought)[0]


@pytest.mark.parametrize(("start", "to", "cost"), [("0509", "0608", 2), ("0608", "0709", 1)])
def test_9_4_a_hex_towards_the_wind_costs_two_and_any_other_one(start: str, to: str, cost: int) -> None:
    assert step_cost(sea(), start, to) == cost


def test_9_6_a_bonus_move_counts_hexes_and_leads_nobody_out_of_a_zone() -> None:
    state = sea({"channel-fleet": "brest/loose", "irish-fleet": "0610"})
    order = [{"block": "channel-fleet", "leg": {"make_for": "0610"}},
             {"block": "irish-fleet", "leg": {"path": ["0609", "0608", "0607", "0606"]}}]  # fmt: skip
    fought = play(cup.bonus_chit, state, BOARD.chits["bonus-british-3"], british={"bonus/3": order})
    assert (state.place("channel-fleet"), state.place("irish-fleet")) == ("brest/loose", "0607")
    assert "no block leaves a patrol zone on a bonus chit" in lapses(fought)[0]


def test_9_7_ships_pass_unseen_between_plymouth_and_portsmouth() -> None:
    state = sea({"downs-fleet": "portsmouth/port"})
    ships = state.ships_in("downs-fleet")
    fought = play(cup.wind_half, state, half(BRITISH),
                  british={"transfer": [{"to": "plymouth", "ships": [ships[0]]}]})  # fmt: skip
    assert (state.ships[ships[0]].at, state.ships[ships[1]].at) == ("plymouth", "downs-fleet")
    assert [note.to for note in fought.notes if note.event in ("transfer", "sail")] == [BRITISH]


# ------------------------------------------------------------------------------------------------ chapter 10


def test_10_0_a_port_and_its_zone_are_one_destination() -> None:
    state = sea(allied={"brest-fleet": "ferrol/loose"})
    state.blocks["brest-fleet"].bound = "ferrol"
    assert conseil.is_destination(state, "brest-fleet", "ferrol")
    assert conseil.bound_hex(state, "brest-fleet") == BOARD.ports["ferrol"].zone_hex


def test_10_1_the_channel_and_the_north_sea_are_hexes_among_the_destinations() -> None:
    assert [conseil.place_of(sea(), name) for name in ("channel", "north-sea", "cadiz")] == ["1403", "1501", "cadiz"]


def test_10_2_a_fleet_takes_its_destination_from_a_box() -> None:
    state = sea(allied={"brest-fleet": "0807"})
    play_set(state, "b")
    here = state.blocks["brest-fleet"]
    assert (here.bound, here.letter, here.face_down) == ("lisbon", "b", False)


def play_set(state: State, letter: str) -> None:
    async def turn(table: Any) -> None:
        conseil.set_course(table, state, "brest-fleet", letter)

    play(turn)


def test_10_3_a_fleet_changes_its_destination_when_all_its_ships_are_hurt() -> None:
    state = sea(allied={"brest-fleet": "0610"})
    assert not conseil.may_change(state, "brest-fleet")
    for ship in state.ships_in("brest-fleet"):
        state.ships[ship].damaged = True
    assert conseil.may_change(state, "brest-fleet")


def test_10_3_a_fleet_leaves_a_zone_with_a_new_destination_once_it_had_reached_it() -> None:
    state = sea(allied={"brest-fleet": "lisbon/loose"})
    state.blocks["brest-fleet"].bound = "lisbon"
    fought = sail(state, ALLIED, "brest-fleet", {"leave": {"bound": "d"}})
    assert "only now reached" in lapses(fought)[0]
    state.blocks["brest-fleet"].reached = True
    sail(state, ALLIED, "brest-fleet", {"leave": {"bound": "d"}})
    assert not state.place("brest-fleet").startswith("lisbon")


def test_10_3_1_the_closest_port_is_measured_along_the_sea() -> None:
    state = sea(allied={"brest-fleet": BOARD.ports["ferrol"].zone_hex})
    assert conseil.closest_port(state, "brest-fleet") == "ferrol"


# ------------------------------------------------------------------------------------------------ chapter 11


@pytest.mark.parametrize(("wind", "out"), [("NE", True), ("W", False), ("SW", False)])
def test_11_0_brest_is_left_on_a_north_easter_alone(wind: str, out: bool) -> None:
    state = sea(allied={"brest-fleet": "brest/port"})
    assert (ports.why_no_sortie(state, "brest-fleet", wind) == "") is out


def test_11_1_a_sortie_costs_three_points_and_goes_on_to_its_destination() -> None:
    state = sea(allied={"brest-fleet": "brest/port"})
    sail(state, ALLIED, "brest-fleet", {"sortie": {"bound": "c"}, "stop": "sea"})
    assert state.blocks["brest-fleet"].bound == "bantry-bay"
    assert state.place("brest-fleet") not in ("brest/port", "")


def test_11_1_without_a_may_sortie_chit_a_fleet_stays() -> None:
    state = sea(allied={"brest-fleet": "brest/port"}, chits={"brest": "may-not"})
    fought = sail(state, ALLIED, "brest-fleet", {"sortie": {"bound": "c"}})
    assert lapses(fought) == ["Brest: Brest has no May Sortie chit."]
    assert state.place("brest-fleet") == "brest/port"


def test_11_3_a_block_may_stay_at_sea_in_the_hex_of_a_zone() -> None:
    state = sea({"channel-fleet": "0610"})
    sail(state, BRITISH, "channel-fleet", {"make_for": BOARD.ports["ferrol"].zone_hex, "stop": "sea"})
    assert state.place("channel-fleet") == BOARD.ports["ferrol"].zone_hex


def test_11_4_a_zone_has_three_parts_and_nobody_goes_off_station_of_their_own_will() -> None:
    state = sea({"channel-fleet": "brest/loose"})
    sail(state, BRITISH, "channel-fleet", {"station": "inshore"})
    assert state.place("channel-fleet") == "brest/inshore"
    fought = sail(state, BRITISH, "channel-fleet", {"station": "off"})
    assert "Inshore or Loose" in lapses(fought)[0]


def test_11_2_no_block_enters_a_port_that_is_not_friendly() -> None:
    state = sea({"channel-fleet": "cadiz/inshore", "irish-fleet": "0610"})
    sail(state, BRITISH, "channel-fleet", {"make_for": "cadiz", "stop": "port"})
    sail(state, BRITISH, "irish-fleet", {"make_for": "ferrol", "stop": "port"})
    assert not [name for name in ("channel-fleet", "irish-fleet") if state.place(name).endswith("/port")]


# ------------------------------------------------------------------------------------------------ chapter 12


def test_12_0_the_british_enter_a_track_one_box_ahead() -> None:
    entries = {track: {box.entry: box.number for box in row if box.entry} for track, row in BOARD.tracks.items()}
    assert entries == {"west": {"allied": 1, "british": 2}, "east": {"allied": 1, "british": 2}}


@pytest.mark.parametrize(("box", "zone"), [("west-1", "the_capes"), ("west-4", "west_indies"), ("west-3", "")])
def test_12_2_weather_strikes_the_boxes_that_carry_its_die(box: str, zone: str) -> None:
    assert zone_of_box(sea(), box) == zone


def test_12_4_blocks_move_one_box_and_wait_in_the_last() -> None:
    state = sea({"channel-fleet": "west-2", "irish-fleet": "west-5"})
    transit.advance_all(state)
    assert [state.place(name) for name in ("channel-fleet", "irish-fleet")] == ["west-3", "west-5"]


@pytest.mark.parametrize(("place", "die", "arrived"), [
    ("west-4", 4, True), ("west-4", 3, False), ("east-5", 5, True), ("east-5", 4, False),
])  # fmt: skip
def test_12_5_a_fast_passage_needs_four_westward_and_five_homeward(place: str, die: int, arrived: bool) -> None:
    state = sea({"channel-fleet": place})
    assert play(transit.arrives, state, "channel-fleet", dice={"passage": [(die,)]}).outcome is arrived


def test_12_6_the_transport_enters_no_track_and_is_not_bound_for_the_west_indies() -> None:
    state = sea(allied={"french-transport": "toulon/port"})
    assert transit.why_no_track(state, "french-transport") == "the Transport enters no track"
    assert "West Indies" in ports.why_not_bound(state, "french-transport", "martinique")


# ------------------------------------------------------------------------------------------------ chapter 13


def watch(inside: int, british: int) -> State:
    """So many French ships in Brest and so many British before it."""
    fleets: dict[str, Any] = {"brest-fleet": ("brest", "port", FRENCH_74S[:inside], []),
                              "channel-fleet": ("brest", "loose", BRITISH_74S[:british], [])}  # fmt: skip
    return position(fleets, turn=17, rose=dict(WINDS))


@pytest.mark.parametrize(("inside", "stay"), [(0, 0), (1, 1), (5, 1), (6, 6), (10, 6), (11, 11)])
def test_13_0_as_many_ships_must_stay_as_the_lower_end_of_the_range_inside(inside: int, stay: int) -> None:
    assert blockade.ships_that_must_stay(watch(inside, 2), "brest") == stay


@pytest.mark.parametrize(("going", "held"), [(2, False), (3, True)])
def test_13_3_a_fleet_leaves_as_many_sound_ships_as_must_stay(going: int, held: bool) -> None:
    state = watch(6, 8)
    why = blockade.why_held(state, "channel-fleet", state.ships_in("channel-fleet")[:going], [])
    assert bool(why) is held


def test_13_1_hurt_ships_may_always_leave_a_blockade() -> None:
    state = watch(6, 6)
    state.ships[BRITISH_74S[0]].damaged = True
    assert blockade.why_held(state, "channel-fleet", [BRITISH_74S[0]], []) == ""


def test_13_2_a_watch_counts_masts_as_it_is_activated() -> None:
    state = watch(6, 2)
    fought = sail(state, BRITISH, "channel-fleet", {"lie": "yes"})
    assert [facts["ships"] for facts in fought.events("masts")] == ["6-10", "6-10"]


def test_13_4_a_fleet_that_would_leave_too_few_does_not_leave() -> None:
    state = watch(6, 8)
    fought = sail(state, BRITISH, "channel-fleet", {"make_for": "0610"})
    assert lapses(fought) == ["Channel: 6 sound ships must stay off Brest, and 0 would."]
    assert state.place("channel-fleet") == "brest/loose"


def test_7_6_a_part_sails_that_need_not_stay_by_the_count_of_masts() -> None:
    state = watch(6, 8)
    leg = {"make_for": "0610", "stop": "sea", "detach": {"block": "biscay-fleet", "keep": "masts", "take": "best"}}
    sail(state, BRITISH, "channel-fleet", leg)
    assert (len(state.ships_in("biscay-fleet")), len(state.ships_in("channel-fleet"))) == (2, 6)
    assert state.place("biscay-fleet") != "brest/loose"


def test_7_6_keep_masts_off_no_port_keeps_nobody_back_and_still_leaves_a_ship() -> None:
    state = sea({"channel-fleet": "0610"})
    leg = {"make_for": "0612", "stop": "sea", "detach": {"block": "biscay-fleet", "keep": "masts"}}
    fought = sail(state, BRITISH, "channel-fleet", leg)
    assert "has not the ships to divide" in lapses(fought)[0]


def test_7_6_in_trafalgar_seniority_binds_nobody() -> None:
    state = watch(2, 8)
    state.scenario = "trafalgar"
    state.admirals["collingwood"].at = state.admirals["nelson"].at = "channel-fleet"
    leg = {"make_for": "0610", "detach": {"block": "biscay-fleet", "ships": {"best": "2"}, "admirals": ["nelson"]}}
    sail(state, BRITISH, "channel-fleet", leg)
    assert (state.admirals["nelson"].at, state.admirals["collingwood"].at) == ("biscay-fleet", "channel-fleet")


def test_10_3_a_fleet_leaves_the_hex_that_it_was_bound_for() -> None:
    state = sea(allied={"brest-fleet": "1501"})
    state.blocks["brest-fleet"].bound = "north-sea"
    fought = sail(state, ALLIED, "brest-fleet", {"leave": {"bound": "d"}})
    assert lapses(fought) == ["Brest: it is in no patrol zone."]
    cup.mark_reached(state, ALLIED)
    sail(state, ALLIED, "brest-fleet", {"leave": {"bound": "d"}})
    assert (state.blocks["brest-fleet"].bound, state.blocks["brest-fleet"].letter) == ("ferrol", "d")
    assert state.place("brest-fleet") not in ("1501", "ferrol/port")


def moves(fought: Any) -> list[tuple[str, str]]:
    """Where all saw Allied sails come from and go to."""
    return [(facts["was"], facts["now"]) for facts in fought.events("sail") if facts["side"] == ALLIED]


def test_7_8_two_rumours_join_a_fleet_that_comes_out_unspotted_and_move_as_it_does() -> None:
    state = sea(allied={"brest-fleet": "brest/port"})
    fought = sail(state, ALLIED, "brest-fleet", {"sortie": {"bound": "d"}})
    assert [state.blocks[name].beside for name in ("fog-1", "fog-2")] == ["brest-fleet", "brest-fleet"]
    out, *appear = moves(fought)[:3]
    assert (out, appear) == (("brest/port", "0807"), [("", "0807"), ("", "0807")])
    assert [was for was, _ in moves(fought)[3:]] == ["0807", "0807", "0807"]  # each sail is told once as it goes on
    assert len({state.blocks[name].bound for name in ("brest-fleet", "fog-1", "fog-2")}) == 3


def test_7_8_a_fleet_that_is_spotted_has_no_rumours() -> None:
    state = sea({"frigate-1": "brest/inshore"}, {"brest-fleet": "brest/port"})
    sail(state, ALLIED, "brest-fleet", {"sortie": {"bound": "d"}}, dice={"search": [(6, 6)]})
    assert not [name for name in state.blocks_of(ALLIED) if state.is_fog(name)]


def test_7_8_a_rumour_of_a_bonus_move_sails_as_far_as_the_block_beside_it() -> None:
    state = sea(allied={"brest-fleet": "0607"})
    state.blocks["brest-fleet"].bound = "ferrol"
    order = [{"block": "brest-fleet", "leg": {"make_for": "bound"}}]
    fought = play(cup.bonus_chit, state, BOARD.chits["bonus-allied-3"], allied={"bonus/3": order})
    assert sorted(was for was, _ in moves(fought)) == ["", "0607", "0607"]


# ------------------------------------------------------------------------------------------------ chapter 14


def test_14_2_those_on_watch_search_for_what_comes_in() -> None:
    state = sea({"channel-fleet": "ferrol/loose"}, {"brest-fleet": "0610"})
    state.blocks["brest-fleet"].bound = "ferrol"
    fought = sail(state, ALLIED, "brest-fleet", dice={"search": [(1, 1)]})
    assert fought.specs("search") == ["2d6"]
    assert state.place("brest-fleet") == "ferrol/port"


@pytest.mark.parametrize(("stop", "parts"), [
    ("loose", [("off", "off"), ("loose", "loose"), ("inshore", "loose")]),
    ("inshore", [("off", "off"), ("loose", "loose"), ("inshore", "inshore")]),
])  # fmt: skip
def test_14_2_1_from_the_sea_each_part_searches_with_its_modifier(stop: str, parts: list[tuple[str, str]]) -> None:
    assert [step[:2] for step in entering.FROM_SEA[stop]] == parts


@pytest.mark.parametrize(("stop", "parts"), [
    ("inshore", [("inshore", "inshore"), ("loose", "inshore")]),
    ("loose", [("inshore", "inshore"), ("loose", "loose")]),
    ("sea", [("inshore", "inshore"), ("loose", "loose"), ("off", "off")]),
])  # fmt: skip
def test_14_2_2_from_port_inshore_searches_first(stop: str, parts: list[tuple[str, str]]) -> None:
    assert [step[:2] for step in entering.FROM_PORT[stop]] == parts


def test_14_3_within_a_zone_those_in_the_part_that_is_entered_search() -> None:
    state = sea({"frigate-1": "lisbon/inshore", "frigate-2": "lisbon/off"}, {"brest-fleet": "lisbon/loose"})
    state.blocks["brest-fleet"].bound = "lisbon"
    fought = sail(state, ALLIED, "brest-fleet", {"station": "inshore"}, dice={"search": [(1, 1)]})
    assert len(fought.specs("search")) == 1


@pytest.mark.parametrize(("spent", "place", "word"), [
    (0, "brest/inshore", "inshore"), (0, "brest/loose", "loose"), (4, "brest/loose", ""), (6, "brest/loose", "far"),
])  # fmt: skip
def test_14_4_a_searcher_that_stayed_has_the_modifier_of_its_part(spent: int, place: str, word: str) -> None:
    state = sea({"channel-fleet": place})
    course = Course("channel-fleet", BRITISH, "NE", 9 - spent, place, place, spent=spent)
    assert entering.place_modifier(state, course) == word


def test_14_5_blocks_at_sea_watch_a_narrows_and_those_in_a_zone_there_do_not() -> None:
    state = sea({"channel-fleet": "1123", "irish-fleet": "gibraltar/loose"})
    assert searchers(state, BRITISH, "1123", "sea") == ["channel-fleet"]


@pytest.mark.parametrize(("part", "added"), [("inshore", 3), ("loose", 1), ("off", -1)])
def test_14_6_the_modifier_of_each_part(part: str, added: int) -> None:
    state = sea({"channel-fleet": f"brest/{part}"}, turn=17)
    scene = Scene(BRITISH, BRITISH, "brest", ("brest-fleet",), part)
    assert modifiers(state, scene, Look("channel-fleet", part)).total == added


def test_14_6_weather_chits_on_the_zone_make_it_harder() -> None:
    state = sea({"channel-fleet": "brest/loose"}, foul=[Foul("weather", ["western_approaches"], 2, "squall")] * 3)
    scene = Scene(BRITISH, BRITISH, "brest", ("brest-fleet",), "loose")
    assert modifiers(state, scene, Look("channel-fleet", "loose")).total == 1 - 2  # two chits at most


def test_14_4_what_all_are_told_of_a_search_names_no_block() -> None:
    state = sea({"channel-fleet": "lisbon/loose"}, {"brest-fleet": "lisbon/inshore", "fog-1": "lisbon/inshore"})
    state.blocks["fog-1"] = Block("lisbon", "inshore")
    fought = play(cup.wind_half, state, half(BRITISH), dice={"search": [(1, 1)]})
    told = " ".join(note.text + str(note.facts) for note in fought.notes if note.to == ALL)
    assert "fog-1" not in told
    assert "brest-fleet" not in told
