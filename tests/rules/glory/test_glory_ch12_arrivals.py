"""Chapter 12 once more: who comes off a track where, who is seen and searched for, and what an expedition serves."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import ALLIED, BRITISH, Fought, play
from rules.glory.test_glory_ch09_movement import BOARD, sea

from pbem.adjudicator.glory.rules.ch12_arrivals import arrivals
from pbem.adjudicator.glory.rules.ch12_transit import british_arrival
from pbem.adjudicator.glory.rules.course import Course
from pbem.adjudicator.glory.state.state import AdmiraltyEvent, State

LAST = {track: boxes[-1].id for track, boxes in BOARD.tracks.items()}


def coming(block: str, track: str, bound: str, **more: Any) -> State:
    """One block in the last box of a track."""
    british = {block: LAST[track]} if BOARD.blocks[block].side == BRITISH else {}
    allied = {} if british else {block: LAST[track]}
    state = sea({**british, **more.pop("british", {})}, {**allied, **more.pop("allied", {})}, **more)
    state.blocks[block].bound = bound
    return state


def seen(fought: Fought) -> list[tuple[str, str, str]]:
    return [(each["was"], each["now"], each["how"]) for each in fought.events("sail")]


def test_12_5_all_see_a_block_come_off_the_track_at_sea_and_nobody_searches_there() -> None:
    state = coming("channel-fleet", "east", "2", allied={"fog-1": "0107"})
    fought = play(arrivals, state)
    assert seen(fought) == [(LAST["east"], "0107", "arrive")]
    assert not fought.rolls
    state = coming("brest-fleet", "east", "north-sea", british={"frigate-1": "1501"})
    assert not play(arrivals, state).rolls


def test_14_4_a_block_that_has_just_come_off_a_track_searches_a_zone_with_one_less() -> None:
    state = coming("channel-fleet", "west", "2", allied={"fog-1": "antigua/inshore"}, turn=2)
    fought = play(arrivals, state, british={"leg/channel-fleet": [{"arrive": {"stop": "loose"}}]},
                  dice={"search": [[1, 1]]})  # fmt: skip
    [throw] = [note.throw for note in fought.notes if note.throw and note.throw.label.startswith("search")]
    assert [each.amount for each in throw.shift if each.rule == "14.6"] == [-1]
    assert state.place("channel-fleet") == "antigua/loose"


@pytest.mark.parametrize(("block", "track", "bound", "status"), [
    ("irish-fleet", "east", "2", "done"), ("brest-fleet", "east", "ferrol", "hidden"), ("", "", "", "hidden"),
])  # fmt: skip
def test_5_10_what_is_fulfilled_is_declared_after_british_arrivals_alone(
    block: str, track: str, bound: str, status: str
) -> None:
    state = coming(block, track, bound, british={"craig": "naples/inshore"}) if block else sea(
        {"craig": "naples/inshore"})  # fmt: skip
    state.events["naples"] = AdmiraltyEvent(30)
    play(arrivals, state)
    assert state.events["naples"].status == status


def test_5_10_an_expedition_that_comes_to_jamaica_puts_down_the_revolt() -> None:
    state = coming("craig", "west", "jamaica")
    state.events["slave-revolt"] = AdmiraltyEvent(30)
    play(arrivals, state)
    assert state.events["slave-revolt"].status == "done"
    assert (state.readiness["craig"], state.came_in[-1]) == (0, "craig")


@pytest.mark.parametrize(("track", "leg", "arrival"), [
    ("west", {"to": "canada", "home": "3"}, "canada-3"), ("west", {"to": "canada"}, "canada-2"),
    ("west", {"to": "1"}, "jamaica"), ("west", {}, "jamaica"), ("east", {"to": "3"}, "3"),
    ("east", {"to": "canada"}, "2"),
])  # fmt: skip
def test_12_3_an_expedition_goes_west_for_jamaica_or_canada_and_comes_home_by_a_number(
    track: str, leg: dict[str, str], arrival: str
) -> None:
    state = sea({"craig": "0120"})
    here = Course("craig", BRITISH, "NE", 9, "0120", "0120")
    here.leg = {"cross": leg}  # type: ignore[typeddict-item]
    assert british_arrival(state, here, track) == arrival


def test_7_4_blocks_without_orders_come_off_a_track_between_those_that_have_some() -> None:
    """Else the first to arrive would be a fleet."""
    firsts = set()
    for seed in range(12):
        state = coming("brest-fleet", "east", "ferrol", allied={"fog-1": LAST["east"], "fog-2": LAST["east"]})
        for name in ("fog-1", "fog-2"):
            state.blocks[name].bound = "cadiz"
        fought = play(arrivals, state, seed=f"arrive {seed}", allied={"turn-order/east": ["brest-fleet"]})
        firsts.add(seen(fought)[0][1])
    assert firsts == {"ferrol/port", "cadiz/port"}


def test_22_4_barges_that_an_arrival_leaves_covered_are_not_destroyed() -> None:
    state = coming("brest-fleet", "east", "north-sea", allied={"magon-fleet": "1403"}, barges="1403")
    play(arrivals, state)
    assert state.barges == "1403"
    assert state.owner("brest-fleet") == ALLIED
