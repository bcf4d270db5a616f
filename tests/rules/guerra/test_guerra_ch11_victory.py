"""Chapters 11 and 12: what counts at the end, and how the scenarios are won."""

from __future__ import annotations

import pytest
from rules.guerra.guerra_positions import BOARD, opened, patria, position, rebel, royal
from rules.playing_rules import play

from pbem.adjudicator.guerra.rules.ch03_sequence import settle_victory
from pbem.adjudicator.guerra.rules.ch11_victory import (
    count,
    garrisons,
    levels,
    patriot_areas,
    short_of_garrison,
    winner,
)
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST

SCORING = [area.id for area in BOARD.areas.values() if area.scores and area.id != "cuba"]
CONTINENT = [area.id for area in BOARD.areas.values() if area.scores and area.continental]
MILITIA = [unit.id for unit in BOARD.units.values() if unit.side == PATRIOT and unit.land]
ROYALS = [unit.id for unit in BOARD.units.values() if unit.side == ROYALIST and unit.militia]
LINE = [unit.id for unit in BOARD.units.values() if unit.side == ROYALIST and unit.regular and unit.arm != "artillery"]


def spread(royalist: list[str], patriot: list[str], scenario: str = "campaign", *, garrisoned: bool = True) -> State:
    """One unit of a side in each area; the garrisons of 10.5 stand if wanted."""
    forces = [royal(area, unit) for area, unit in zip(royalist, [*ROYALS, *LINE[-14:]], strict=False)]
    forces += [patria(area, unit) for area, unit in zip(patriot, MILITIA, strict=False)]
    if garrisoned:
        forces += [royal("nuevo-mexico", *LINE[:12]), royal("cuba", *LINE[12:24])]
    return position(*forces, scenario=scenario)


def test_11_0_areas_without_rp_never_count() -> None:
    assert count(position(royal("nueva-california", "pr1")), ROYALIST) == 0
    assert count(position(royal("tejas", "pr1")), ROYALIST) == 2


def test_11_0_half_control_counts_a_half_and_rebels_a_half_for_the_patriot() -> None:
    state = position(royal("lima", "rl"), patria("lima", "p1"), rebel("misiones", "reb-i1"))
    assert (count(state, ROYALIST), count(state, PATRIOT)) == (1, 2)


def test_11_1_the_historical_set_up_begins_with_twelve_patriot_areas() -> None:
    state = opened()
    assert (count(state, PATRIOT), count(state, ROYALIST)) == (24, 41)


def test_11_1_3_fifteen_continental_areas_are_a_royalist_victory_and_fourteen_and_a_half_are_not() -> None:
    held = [area for area in CONTINENT if area not in ("guatemala",)][:15]
    assert winner(spread(held, [])) == ROYALIST
    state = spread(held, [held[0]])
    assert levels(state)["continental"] == 29
    assert winner(state) == "draw"


def test_11_1_1_two_areas_worth_four_points_are_a_patriot_victory() -> None:
    assert winner(spread(["tejas", "chiloe"], [])) == PATRIOT
    rich = [area for area in CONTINENT if BOARD.areas[area].rp == 5]
    assert winner(undecided([rich[0]], [])) == "draw"
    assert winner(undecided(["tejas", "chiloe", "yucatan"], ["yucatan"])) == "draw"


def undecided(held: list[str], shared: list[str]) -> State:
    """The same under a charter that calls all between the lines a stalemate."""
    state = spread(held, shared)
    state.house["between_lines"] = "stalemate"
    return state


def test_11_1_2_by_the_charter_three_areas_meet_no_line_and_are_a_stalemate() -> None:
    assert winner(undecided(["tejas", "chiloe", "yucatan"], [])) == "draw"
    assert winner(spread(["tejas", "chiloe", "yucatan"], [])) == PATRIOT


def test_11_1_2_less_than_a_stalemate_asks_is_a_patriot_victory() -> None:
    """Five areas worth fourteen points are the least that holds out; nine poor ones are not enough."""
    poor = ["tejas", "durango", "guatemala", "panama", "maracaibo", "cumana", "guayana", "pasto", "chiloe"]
    rich = ["lima", "cuzco", "arequipa", "charcas", "mojos"]
    for held, winners in ((poor, ("draw", PATRIOT)), (rich, ("draw", "draw")), (rich[:4], ("draw", PATRIOT))):
        assert winner(undecided(held, [])) == winners[0]
        assert winner(spread(held, [])) == winners[1]


def test_11_1_islands_do_not_count_in_the_campaign() -> None:
    state = spread(["cuba", "puerto-rico", "santo-domingo"], [])
    assert levels(state)["continental"] == 0


def test_10_5_a_short_garrison_takes_the_two_richest_areas_from_the_royalist() -> None:
    held = [area for area in CONTINENT if area != "guatemala"][:16]
    assert winner(spread(held, [])) == ROYALIST
    short = spread(held, [], garrisoned=False)
    assert short_of_garrison(short)
    assert levels(short)["continental"] == 2 * 14
    assert winner(short) == "draw"


def test_10_5_only_line_infantry_and_cavalry_count_each_by_its_steps() -> None:
    state = position(royal("guatemala", "gm", "r-mc1", "art-r1"), royal("cuba", "lh1"), royal("san-juan", "am"),
                     royal("yucatan", reduced=["ne"]), royal("santo-domingo", "sd-r"))  # fmt: skip
    steps = state.steps(["gm", "ne"])
    assert garrisons(state) == {"mexico-garrison": steps, "cuba-garrison": state.steps(["lh1", "am"])}


@pytest.mark.parametrize(("halves", "won"), [(24, PATRIOT), (23, "draw"), (18, "draw"), (17, ROYALIST)])
def test_12_1_4_twelve_areas_win_and_a_half_is_dropped(halves: int, won: str) -> None:
    whole = SCORING[: halves // 2]
    shared = [area for area in SCORING if area not in whole][: halves % 2]
    state = spread(shared, [*whole, *shared], "opening-guns")
    assert count(state, PATRIOT) == halves
    assert winner(state) == won


@pytest.mark.parametrize(("areas", "won"), [(14, PATRIOT), (13, "draw"), (11, "draw"), (10, ROYALIST)])
def test_12_2_4_fourteen_areas_win(areas: int, won: str) -> None:
    assert winner(spread([], SCORING[:areas], "empire-strikes-back")) == won


def test_12_1_4_a_short_garrison_gives_the_patriot_two_areas_more() -> None:
    state = spread([], SCORING[:10], "opening-guns", garrisoned=False)
    assert patriot_areas(state) == 12
    assert winner(state) == PATRIOT


def test_12_3_4_the_last_scenario_is_won_like_the_campaign() -> None:
    held = [area for area in CONTINENT if area != "guatemala"][:15]
    assert winner(spread(held, [], "end-of-empire")) == ROYALIST
    assert winner(spread([], SCORING[:20], "end-of-empire")) == PATRIOT


def test_11_0_the_count_is_told_to_all() -> None:
    state = spread([], SCORING[:14], "empire-strikes-back")
    _, notes = play(settle_victory, state)
    assert (state.winner, state.ended) == (PATRIOT, "areas")
    told = next(note for note in notes if note.event == "victory")
    assert told.to == "all"
    assert told.facts["patriot"] == 28
