"""Chapter 6 once more: what is told of chits, what a half begins and ends with, and bonus moves."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import ALLIED, BRITISH, BRITISH_74S, Fought, play
from rules.glory.test_glory_ch09_movement import BOARD, half, lapses, sea

from pbem.adjudicator.engine.table import ALL
from pbem.adjudicator.glory.rules import ch06_activation as cup
from pbem.adjudicator.glory.state.state import Block, Raid, Vessel

YES: dict[str, Any] = {"wish/halt": "yes", "halt": "go_on"}


def told(fought: Fought, event: str) -> list[tuple[str, str]]:
    return [(note.to, note.text) for note in fought.notes if note.event == event]


@pytest.mark.parametrize(("chit", "words"), [
    ("NE", "wind NE in the North Atlantic"), ("bonus-british-3", "British bonus move, 3 hexes"),
    ("initiative", "initiative"), ("weather", "weather"),
])  # fmt: skip
def test_6_1_all_hear_which_chit_is_drawn(chit: str, words: str) -> None:
    state = sea(cup=[chit, "initiative", "initiative"], initiatives=1, scenario="trafalgar")
    fought = play(cup.activation, state)
    assert told(fought, "chit")[0] == (ALL, f"Chit 1: {words}.")
    assert fought.events("chit")[0] == {"chit": chit, "left": 2}


def test_9_2_the_first_half_is_that_of_the_initiative() -> None:
    state = sea({"channel-fleet": "0610"}, {"fog-1": "0612"})
    fought = play(cup.wind_chit, state, BOARD.chits["NE"])
    first = {seat: each.facts["first_half"] for seat in (BRITISH, ALLIED) for each in fought.asked[seat]
             if each.topic.startswith("leg/")}  # fmt: skip
    assert first == {BRITISH: "yes", ALLIED: "no"}


def test_6_0_a_turn_may_halt_after_each_half_each_bonus_move_and_the_first_initiative() -> None:
    state = sea(house={"halts": "each"})
    for rule, chit in ((cup.wind_chit, "NE"), (cup.bonus_chit, "bonus-british-3")):
        state.halts = {}
        assert len(play(rule, state, BOARD.chits[chit], british=YES, allied={"halt": "go_on"}).events("halt")) == 1
    state.halts = {}
    fought = play(cup.wind_chit, state, BOARD.chits["NE"], british=YES, allied=YES)
    assert len(fought.events("halt")) == 1  # both wished it after the first half
    moments = [each.facts["moment"] for each in play(cup.wind_chit, sea(), BOARD.chits["NE"]).asked[BRITISH]
               if each.topic == "wish/halt"]  # fmt: skip
    assert moments == ["half", "half"]


@pytest.mark.parametrize(("seat", "area", "wind", "shown"), [
    (BRITISH, "north_atlantic", "NE", True), (ALLIED, "north_atlantic", "NE", False),
    (BRITISH, "mediterranean", "Ms", False),
])  # fmt: skip
def test_22_2_the_marker_of_the_north_sea_is_turned_up_in_a_british_half_of_an_atlantic_wind(
    seat: str, area: str, wind: str, shown: bool
) -> None:
    state = sea(raids={"1501": Raid(done=True)})
    play(cup.wind_half, state, half(seat, wind, area))
    assert state.raids["1501"].shown is shown


def test_9_1_a_block_that_was_taken_off_before_its_turn_is_not_activated() -> None:
    """The fleet is spotted as it moves: the rumours of its hex are gone before they can."""
    state = sea({"frigate-1": "1123"}, {"fog-1": "1022", "fog-2": "1123"}, scenario="trafalgar", conseil={})
    legs = {"turn-order/north_atlantic": ["fog-1", "fog-2"], "leg/fog-1": [{"path": ["1123"], "stop": "sea"}]}
    fought = play(cup.wind_half, state, half(ALLIED), allied=legs, dice={"search": [[6, 6]]})
    assert "leg/fog-1" in fought.topics(ALLIED)
    assert "leg/fog-2" not in fought.topics(ALLIED)


def test_6_3_blocks_on_a_track_and_in_another_sea_are_not_activated() -> None:
    state = sea({"channel-fleet": "0610", "cape-fleet": "west-2", "irish-fleet": "2414"})
    fought = play(cup.wind_half, state, half(BRITISH))
    assert [topic for topic in fought.topics(BRITISH) if topic.startswith("leg/")] == ["leg/channel-fleet"]
    assert not fought.rolls


def test_7_4_two_blocks_are_put_in_an_order_and_one_is_not() -> None:
    state = sea({"channel-fleet": "0610", "cape-fleet": "0612"})
    fought = play(cup.wind_half, state, half(BRITISH))
    assert [roll.spec for roll in fought.rolls] == ["draw:2of2"]


@pytest.mark.parametrize(("seat", "area", "wind", "searches"), [
    (BRITISH, "north_atlantic", "NE", 1), (ALLIED, "north_atlantic", "NE", 0), (BRITISH, "mediterranean", "Ms", 0),
])  # fmt: skip
def test_14_7_the_north_sea_fleet_searches_at_the_end_of_a_british_half_of_an_atlantic_wind(
    seat: str, area: str, wind: str, searches: int
) -> None:
    state = sea(allied={"fog-1": "1501"})
    state.ships[BRITISH_74S[0]] = Vessel("north-sea")
    fought = play(cup.end_of_half, state, half(seat, wind, area), dice={"search": [[1, 1]]} if searches else {})
    assert len(fought.events("search")) == searches


def test_14_7_nobody_searches_once_the_game_is_over() -> None:
    state = sea(allied={"fog-1": "1501"}, ended="channel")
    state.ships[BRITISH_74S[0]] = Vessel("north-sea")
    assert not play(cup.end_of_half, state, half(BRITISH)).rolls


def test_7_5_a_block_that_finds_nobody_to_join_is_told_to_its_owner() -> None:
    state, here = sea({"channel-fleet": "0610", "cape-fleet": "0612"}), half(BRITISH)
    here.joins = [("channel-fleet", "cape-fleet")]
    fought = play(cup.end_of_half, state, here)
    assert lapses(fought) == ["Channel joins nobody: Channel and Cape are not together."]
    state.blocks["cape-fleet"].at = "0610"
    assert lapses(play(cup.end_of_half, state, here)) == []
    assert state.place("channel-fleet") == ""


@pytest.mark.parametrize(("place", "bound", "down", "reached"), [
    ("lisbon/loose", "lisbon", False, True), ("lisbon/loose", "ferrol", False, False), ("1403", "channel", False, True),
    ("1403", "channel", True, False), ("0610", "channel", False, False), ("ferrol/loose", "closest", True, True),
    ("ferrol/port", "ferrol", False, False),
])  # fmt: skip
def test_10_3_a_half_ends_with_noting_who_lies_where_they_are_bound(
    place: str, bound: str, down: bool, reached: bool
) -> None:
    state = sea(allied={"brest-fleet": place})
    here = state.blocks["brest-fleet"]
    here.bound, here.face_down = bound, down
    play(cup.end_of_half, state, half(ALLIED))
    assert here.reached is reached
    here.reached = not reached
    play(cup.end_of_half, state, half(BRITISH))
    assert here.reached is not reached


# ------------------------------------------------------------------------------------------- bonus moves


def bonus(state: Any, *orders: dict[str, Any], seat: str = BRITISH, **more: Any) -> Fought:
    chit = BOARD.chits[f"bonus-{seat}-3"]
    said = {seat: {"bonus/3": list(orders), **more.pop("said", {})}}
    return play(cup.bonus_chit, state, chit, british=said.get(BRITISH, {}), allied=said.get(ALLIED, {}), **more)


def test_6_4_the_first_order_that_can_be_carried_out_is_the_only_one() -> None:
    state = sea({"channel-fleet": "0610", "cape-fleet": "0612"})
    there = {"leg": {"path": ["0611"], "stop": "sea"}}
    bonus(state, *({"block": name, **there} for name in ("irish-fleet", "channel-fleet", "cape-fleet")))
    assert [state.place(name) for name in ("channel-fleet", "cape-fleet")] == ["0611", "0612"]


@pytest.mark.parametrize("block", ["nobody", "brest-fleet", "irish-fleet"])
def test_6_4_a_bonus_chit_moves_a_block_of_its_own_side_in_play(block: str) -> None:
    state = sea({"channel-fleet": "0610"}, {"brest-fleet": "0612"})
    fought = bonus(state, {"block": block, "leg": {"path": ["0611"], "stop": "sea"}})
    assert lapses(fought) == ["The bonus move is not made: there is no such block."]


def test_6_4_a_bonus_move_ends_with_a_search_and_nothing_is_searched_without_one() -> None:
    state = sea({"channel-fleet": "0610", "cape-fleet": "0612"}, {"fog-1": "0611", "fog-2": "0612"})
    fought = bonus(state, {"block": "channel-fleet", "leg": {"path": ["0611"], "stop": "sea"}},
                   dice={"search": [[1, 1]]})  # fmt: skip
    assert [each["place"] for each in fought.events("search")] == ["0611"]
    assert not bonus(state).rolls


def test_13_5_a_block_that_a_bonus_chit_moves_counts_masts() -> None:
    state = sea({"channel-fleet": "brest/loose", "cape-fleet": "0610"}, {"brest-fleet": "brest/port"})
    fought = bonus(state, {"block": "channel-fleet", "leg": {"station": "inshore"}})
    assert {each["port"] for each in fought.events("masts") if each["inshore"] == "no"} == {"brest"}
    assert not bonus(state, {"block": "cape-fleet", "leg": {"path": ["0611"], "stop": "sea"}}).events("masts")


def test_7_8_a_rumour_that_comes_up_on_a_bonus_move_is_activated_once() -> None:
    state = sea(allied={"brest-fleet": "0610"})
    state.blocks["brest-fleet"].bound = "bantry-bay"
    fought = bonus(state, {"block": "brest-fleet", "leg": {"path": ["0609"], "stop": "sea"}}, seat=ALLIED)
    assert fought.topics(ALLIED).count("leg/fog-1") == 1
    assert state.place("fog-1") not in ("", "0610")


def test_6_5_the_initiative_passes_and_all_hear_it_after_raids() -> None:
    state = sea(allied={"fog-1": "bantry-bay/loose"}, scenario="trafalgar", conseil={})
    state.blocks["fog-1"] = Block("bantry-bay", "loose")
    fought = play(cup.initiative_chit, state, BOARD.chits["initiative"])
    assert state.initiative == ALLIED
    assert told(fought, "initiative") == [(ALL, "The initiative passes to the Allied player.")]
    assert fought.events("raid_marker") == [{"place": "bantry-bay"}]
