"""Chapters 7 and 10 to 13 once more: destinations that do not fit, coming into port, arrivals, masts."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import ALLIED, BRITISH, BRITISH_74S, FRENCH_74S, SPANISH_74S, load_board, play
from rules.glory.test_glory_ch09_movement import sea

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.glory.rules import ch07_blocks as blocks
from pbem.adjudicator.glory.rules import ch10_conseil as conseil
from pbem.adjudicator.glory.rules import ch11_ports as ports
from pbem.adjudicator.glory.rules import ch13_blockade as blockade
from pbem.adjudicator.glory.rules.ch12_arrivals import arrivals
from pbem.adjudicator.glory.state.state import AdmiraltyEvent, Block, Raid, State, Vessel

BOARD = load_board()
#: A hex of the West Indies.
INDIES = BOARD.ports["martinique"].zone_hex


def armada(at: str, *, block: str = "spanish-gold") -> State:
    """The gold or another block at a place, with six Spanish ships."""
    state = sea(allied={block: at}, conseil={"a": "martinique", "b": "lisbon", "c": "malta", "d": "ferrol"})
    for ship in SPANISH_74S[:6]:
        state.ships[ship] = Vessel(block)
    return state


# ------------------------------------------------------------------------------------------------ chapters 7 and 10


def test_7_2_the_owner_hears_which_block_the_escort_is_now() -> None:
    state = sea({"craig": "0610"})
    fought = play(blocks.escort_left, state, "craig")
    told = [(note.to, note.facts["block"]) for note in fought.notes if note.event == "block"]
    assert told == [(BRITISH, fought.outcome)]


def test_7_7_the_owner_hears_until_when_a_frigate_is_away() -> None:
    state = sea({"frigate-1": "0610"})

    async def away(table: Any) -> None:
        blocks.frigate_away(table, state, "frigate-1", 4, "6.8")

    assert play(away).events("frigate_away") == [{"block": "frigate-1", "turn": 21}]


@pytest.mark.parametrize(("block", "at", "destination", "fits"), [
    ("brest-fleet", "0610", "malta", True), ("brest-fleet", INDIES, "malta", False),
    ("brest-fleet", INDIES, "ferrol", True), ("french-transport", "0610", "martinique", False),
    ("french-transport", "0610", "ferrol", True), ("french-transport", "0610", "channel", True),
    ("spanish-gold", "0610", "ferrol", True), ("spanish-gold", "0610", "lisbon", False),
    ("brest-fleet", "0610", "lisbon", True),
])  # fmt: skip
def test_10_3_asterisks_the_transport_and_the_gold_have_their_own_destinations(
    block: str, at: str, destination: str, fits: bool
) -> None:
    assert (conseil.why_unfit(sea(allied={block: at}), block, destination) == "") is fits


def test_10_3_a_new_course_begins_a_new_voyage() -> None:
    state = sea(allied={"brest-fleet": "lisbon/loose"})
    state.blocks["brest-fleet"].reached = True

    async def turn(table: Any) -> None:
        conseil.set_course(table, state, "brest-fleet", "d")

    play(turn)
    assert (state.blocks["brest-fleet"].bound, state.blocks["brest-fleet"].reached) == ("ferrol", False)


def test_10_3_one_sound_ship_holds_a_fleet_to_its_course() -> None:
    state = sea(allied={"brest-fleet": "0610"})
    state.ships[state.ships_in("brest-fleet")[0]].damaged = True
    assert not conseil.may_change(state, "brest-fleet")


# ------------------------------------------------------------------------------------------------ chapter 11


def test_11_1_fever_holds_ships_in_the_west_indies_and_nowhere_else() -> None:
    state = sea(allied={"alava-fleet": "martinique/port", "brest-fleet": "brest/port"}, fever=True)
    assert "fever" in ports.why_no_sortie(state, "alava-fleet", "E")
    assert ports.why_no_sortie(state, "brest-fleet", "NE") == ""
    state.fever = False
    assert ports.why_no_sortie(state, "alava-fleet", "E") == ""


@pytest.mark.parametrize(("block", "at", "destination", "fits"), [
    ("brest-fleet", "brest/port", "ferrol", True), ("brest-fleet", "brest/port", "havana", False),
    ("brest-fleet", "brest/port", "nowhere", False), ("alava-fleet", "martinique/port", "malta", False),
    ("brest-fleet", "brest/port", "malta", True), ("brest-fleet", "brest/port", "martinique", True),
    ("french-transport", "brest/port", "martinique", False), ("french-transport", "brest/port", "malta", True),
    ("spanish-gold", "havana/port", "ferrol", True), ("spanish-gold", "havana/port", "lisbon", False),
])  # fmt: skip
def test_11_1_a_fleet_in_port_takes_a_destination_of_the_conseil_that_fits(
    block: str, at: str, destination: str, fits: bool
) -> None:
    state = sea(allied={block: at}, conseil={"a": "martinique", "b": "lisbon", "c": "malta", "d": "ferrol"})
    assert (ports.why_not_bound(state, block, destination) == "") is fits


def test_11_2_a_wreck_that_comes_into_a_major_port_lies_there_without_a_crew() -> None:
    state = sea(allied={"brest-fleet": "ferrol/port"})
    wreck, sound = state.ships_in("brest-fleet")
    state.ships[wreck].damaged = state.ships[wreck].wrecked = True
    state.blocks["brest-fleet"].bound, state.blocks["brest-fleet"].reached = "ferrol", True
    play(ports.come_in, state, "brest-fleet")
    vessel = state.ships[wreck]
    assert (vessel.at, vessel.ordinary, vessel.wrecked, vessel.damaged) == ("ferrol", True, False, True)
    assert state.ships[sound].at == "brest-fleet"
    assert (state.blocks["brest-fleet"].bound, state.blocks["brest-fleet"].reached) == ("", False)


def test_11_2_a_fleet_whose_ships_are_all_wrecked_is_taken_off_in_port() -> None:
    state = sea(allied={"brest-fleet": "ferrol/port"})
    for ship in state.ships_in("brest-fleet"):
        state.ships[ship].damaged = state.ships[ship].wrecked = True
    play(ports.come_in, state, "brest-fleet")
    assert state.place("brest-fleet") == ""


# ------------------------------------------------------------------------------------------------ chapter 12


def arrived(state: State, seat: str = BRITISH, **more: Any) -> Any:
    state.initiative = seat
    return play(arrivals, state, **more)


def test_5_5_all_see_a_block_move_on_along_its_track() -> None:
    fought = arrived(sea({"channel-fleet": "west-2"}))
    assert [(facts["was"], facts["now"]) for facts in fought.events("sail")] == [("west-2", "west-3")]


@pytest.mark.parametrize(("stop", "place"), [("loose", "antigua/loose"), ("inshore", "antigua/inshore"),
                                             ("port", "antigua/port"), ("", "antigua/port")])  # fmt: skip
def test_12_5_a_block_stops_where_its_orders_say_and_else_goes_into_a_friendly_port(stop: str, place: str) -> None:
    state = sea({"channel-fleet": "west-4"})
    state.blocks["channel-fleet"].bound = "2"
    legs = [{"arrive": {"stop": stop} if stop else {}}]
    fought = arrived(state, british={"leg/channel-fleet": legs})
    assert state.place("channel-fleet") == place
    assert [facts["now"] for facts in fought.events("sail")][-1] == place, "all see it where it stops"
    assert bool(state.came_in) is place.endswith("port")


def test_11_2_all_see_a_fleet_without_ships_go_from_a_port_where_blocks_stand_on_the_map() -> None:
    state = sea({"channel-fleet": "antigua/port", "cape-fleet": "plymouth/port"})
    for ship in [*state.ships_in("channel-fleet"), *state.ships_in("cape-fleet")]:
        del state.ships[ship]
    table = Table()
    blocks.tidy_port(table, state, "antigua")
    blocks.tidy_port(table, state, "plymouth")
    assert (state.place("channel-fleet"), state.place("cape-fleet")) == ("", "")
    assert [(note.facts["was"], note.facts["now"]) for note in table.story if note.event == "sail"] == [
        ("antigua/port", "")]  # fmt: skip


def test_12_5_no_block_arrives_in_an_enemy_port() -> None:
    state = sea(allied={"brest-fleet": "west-4"})
    state.blocks["brest-fleet"].bound = "antigua"
    arrived(state, ALLIED, allied={"leg/brest-fleet": [{"arrive": {"stop": "port"}}]})
    assert state.place("brest-fleet") == "antigua/loose"


def test_12_5_those_who_arrive_in_a_zone_search_it() -> None:
    state = sea({"channel-fleet": "west-4"}, {"brest-fleet": "antigua/loose"})
    state.blocks["channel-fleet"].bound = "2"
    fought = arrived(state, british={"leg/channel-fleet": [{"arrive": {"stop": "loose"}}]}, dice={"search": [(1, 1)]})
    assert fought.specs("search")[0] == "2d6"


def test_5_10_an_arrival_may_fulfil_an_event() -> None:
    state = sea({"channel-fleet": "west-4"})
    for ship in BRITISH_74S[2:6]:
        state.ships[ship] = Vessel("channel-fleet")
    state.blocks["channel-fleet"].bound = "2"
    state.events["convoy"] = AdmiraltyEvent(30)
    arrived(state)
    assert state.events["convoy"].status == "done"


@pytest.mark.parametrize(("bound", "watched"), [("cartagena", True), ("cadiz", False)])
def test_14_5_the_straits_are_watched_for_arrivals_of_cartagena(bound: str, watched: bool) -> None:
    state = sea({"channel-fleet": "1123"}, {"brest-fleet": "east-5"})
    state.blocks["brest-fleet"].bound = bound
    fought = arrived(state, ALLIED, dice={"search": [(1, 1)]} if watched else None)
    assert bool(fought.specs("search")) is watched


def test_12_3_an_expedition_that_reaches_jamaica_goes_back_to_start() -> None:
    state = sea({"craig": "west-4"})
    state.blocks["craig"].bound = "jamaica"
    arrived(state)
    assert (state.place("craig"), state.readiness["craig"]) == ("", 0)
    assert len([name for name in state.blocks_of(BRITISH) if state.place(name) == "jamaica/port"]) == 1


def test_12_3_a_fleet_that_reaches_jamaica_stays_a_fleet() -> None:
    state = sea({"channel-fleet": "west-4"})
    state.blocks["channel-fleet"].bound = "1"
    arrived(state)
    assert (state.place("channel-fleet"), state.readiness) == ("jamaica/port", {})


# ------------------------------------------------------------------------------------------------ chapter 13


def test_13_5_gold_is_told_when_it_is_spotted_and_not_as_a_convoy() -> None:
    state = armada("havana/port")
    names = ["spanish-gold", "fog-1"]
    state.blocks["fog-1"] = Block("havana", "port")
    assert "convoy" not in blockade.as_told(state, names)
    assert "gold" not in blockade.as_told(state, names)
    assert blockade.as_told(state, names, gold=True)["gold"] == "yes"


def test_13_5_the_british_count_where_a_raid_marker_lies_and_the_allies_do_not() -> None:
    state = sea({"frigate-1": "bantry-bay/loose"}, {"brest-fleet": "bantry-bay/inshore"})
    assert not blockade.counts_here(state, "frigate-1")
    state.raids["bantry-bay"] = Raid(done=True)
    assert blockade.counts_here(state, "frigate-1")
    assert not blockade.counts_here(state, "brest-fleet")


def test_13_3_ships_in_harbour_hold_as_those_in_blocks_do_and_british_ships_do_not() -> None:
    state = sea({"channel-fleet": "brest/loose"})
    for ship in FRENCH_74S[:6]:
        state.ships[ship] = Vessel("brest")
    assert blockade.ships_that_must_stay(state, "brest") == 6
    assert blockade.ships_that_must_stay(state, "plymouth") == 0
    assert blockade.ships_that_must_stay(state, "martinique") == 0


@pytest.mark.parametrize(("block", "place"), [("brest-fleet", "lisbon/loose"), ("channel-fleet", "0610")])
def test_13_3_nobody_else_is_held(block: str, place: str) -> None:
    state = sea({block: place}) if block == "channel-fleet" else sea(None, {block: place})
    assert blockade.why_held(state, block, state.ships_in(block), []) == ""


def test_12_5_two_that_arrive_together_come_off_as_their_owner_wrote() -> None:
    for order in (["irish-fleet", "channel-fleet"], ["channel-fleet", "irish-fleet"]):
        state = sea({"channel-fleet": "west-4", "irish-fleet": "west-4"})
        for name in order:
            state.blocks[name].bound = "2"
        fought = arrived(state, british={"turn-order/west": order})
        asked = [topic for topic in fought.topics(BRITISH) if topic.startswith("leg/")]
        assert asked == [f"leg/{name}" for name in order]


def test_12_3_an_expedition_that_landed_this_turn_is_not_moved_on_at_once() -> None:
    state = sea({"craig": "west-4"})
    state.blocks["craig"].bound = "jamaica"
    arrived(state)
    assert "craig" in state.came_in


def test_12_3_an_expedition_elsewhere_stays_what_it_is() -> None:
    state = sea({"craig": "west-4"})
    state.blocks["craig"].bound = "2"
    arrived(state)
    assert (state.place("craig"), "craig" in state.readiness) == ("antigua/port", False)


def test_12_5_a_fleet_beaten_off_cartagena_in_the_straits_does_not_come_in() -> None:
    state = sea({"channel-fleet": "1123"}, {"brest-fleet": "east-5"})
    state.blocks["brest-fleet"].bound = "cartagena"
    arrived(state, ALLIED, dice={"search": [(1, 1)]})
    assert state.place("brest-fleet") == "cartagena/port"


@pytest.mark.parametrize(("port", "stays"), [("brest", 1), ("plymouth", 0), ("havana", 0)])
def test_13_3_only_european_ports_of_the_allies_hold_a_blockade(port: str, stays: int) -> None:
    state = sea()
    state.ships[FRENCH_74S[0]] = Vessel(port)
    assert blockade.ships_that_must_stay(state, port) == stays


def test_13_3_a_frigate_may_always_leave() -> None:
    state = sea({"frigate-1": "brest/loose"})
    state.ships[FRENCH_74S[0]] = Vessel("brest")
    assert blockade.why_held(state, "frigate-1", [], []) == ""
    state.blocks["brest-fleet"] = Block("brest", "loose")
    state.ships[FRENCH_74S[1]] = Vessel("brest-fleet")
    assert blockade.why_held(state, "brest-fleet", [FRENCH_74S[1]], []) == ""


def test_8_1_an_admiral_who_is_lost_with_the_fleet_is_replaced() -> None:
    state = sea({"channel-fleet": "0610"})
    state.admirals["cornwallis"].at, state.admirals["gardner"].at = "channel-fleet", "aside"
    for ship in state.ships_in("channel-fleet"):
        state.lose(ship, "sunk", ALLIED)
    play(blocks.empty_block, state, "channel-fleet")
    assert state.admirals["cornwallis"].at == "gone"
    assert state.admirals["gardner"].at != "aside"
