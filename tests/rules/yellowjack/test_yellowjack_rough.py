"""Sailing, sighting and blockading in Gales and under a Hurricane."""

from __future__ import annotations

import pytest
from rules.playing_rules import play, told
from rules.yellowjack.yellowjack_sea import CARTAGENA, empty_sea, put

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.blockade import break_shift, declare, is_blockaded, why_no_blockade
from pbem.adjudicator.yellowjack.base.contact import chase_shift, why_not_begin
from pbem.adjudicator.yellowjack.base.movement import may_catch, runs_before, slowed, weather_bars, work_off
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.sailing import begin_impulse, sail
from pbem.adjudicator.yellowjack.base.spotting import search_shift
from pbem.adjudicator.yellowjack.base.winds import blow, direction
from pbem.adjudicator.yellowjack.base.zones import exit_shift, zone_of
from pbem.adjudicator.yellowjack.state.pieces import Gale, Hurricane
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BRITISH


def gale(force: int, at: str = CARTAGENA) -> State:
    """A British Flag off Cartagena in a south-westerly Gale."""
    state = empty_sea({"sw-darien": "sw"})
    state.gales = [Gale("sw-darien", at, force)]
    put(state, "br-flag-j2", CARTAGENA, {"j2": 4}, seen="search")
    return state


def under(band: int, *, strong: bool = True) -> State:
    """A British Flag in a circle of a Hurricane."""
    state = empty_sea()
    dot, place = next((dot.id, place) for dot in state.board.storms.dots.values()
                      for place, circle in dot.bands.items()
                      if circle == band and place in state.board.nodes)  # fmt: skip
    state.hurricane = Hurricane(dot, strong)
    put(state, "br-flag-j2", place, {"j2": 4})
    return state


@pytest.mark.parametrize(("force", "to", "barred"), [
    (0, "tolu", False), (7, "tolu", True), (8, "tolu", True), (8, "s53", False), (9, "s53", False), (9, "tolu", True),
    (9, "sz-darien", True), (8, "sz-darien", True),
])  # fmt: skip
def test_r5_9_nobody_beats_in_a_gale_and_from_force_nine_one_runs_before_it(force: int, to: str, barred: bool) -> None:
    state = gale(force) if force else empty_sea({"sw-darien": "sw"})
    if not force:
        put(state, "br-flag-j2", CARTAGENA, {"j2": 4})
    assert bool(weather_bars(state, "br-flag-j2", to)) is barred
    assert runs_before(state, CARTAGENA, "s53")
    assert not runs_before(state, CARTAGENA, "tolu")


def test_r5_9_a_plan_waits_for_the_gale_and_says_why() -> None:
    state = gale(9)
    begin_impulse(state)
    state.plans["br-flag-j2"] = {"then": [{"to": "tolu"}]}
    _, notes = play(sail, state, Ruling())
    assert state.place("br-flag-j2") == CARTAGENA
    assert state.formations["br-flag-j2"].mps == 0
    assert any("R5.9" in text for text in told(notes, "log"))


def test_r5_5_nobody_catches_a_breeze_in_a_gale() -> None:
    state = gale(7, at="s52")
    assert may_catch(state, "br-flag-j2", "tolu")  # Force 7 reaches its own place alone
    state = gale(7)
    assert not may_catch(state, "br-flag-j2", "tolu")


@pytest.mark.parametrize(("band", "movement"), [(1, "none"), (4, "half")])
def test_1_552_the_inner_circles_stop_a_ship_and_the_outer_double_every_cost(band: int, movement: str) -> None:
    state = under(band)
    place = state.place("br-flag-j2")
    to = state.board.neighbours(place)[0]
    assert state.board.storms.effects[True, band].movement == movement
    assert bool(weather_bars(state, "br-flag-j2", to)) is (movement == "none")
    assert slowed(state, place) == (2 if movement == "half" else 1)
    if movement == "half" and not state.board.is_zone(place):
        assert not work_off(state, "br-flag-j2", to)
        assert work_off(state, "br-flag-j2", to)


def test_r7_5_nobody_begins_a_battle_in_force_nine_or_under_a_hurricane() -> None:
    assert why_not_begin(gale(8), "br-flag-j2") == ""
    assert "too hard" in why_not_begin(gale(9), "br-flag-j2")
    assert "too hard" in why_not_begin(under(4), "br-flag-j2")


def test_r7_6_force_nine_lifts_a_blockade_and_none_is_declared_in_it() -> None:
    for force, held in ((8, True), (9, False)):
        state = gale(force)
        state.formations["br-flag-j2"].blockades = CARTAGENA
        declare(Table(), state, Ruling())
        assert is_blockaded(state, CARTAGENA) is held
        assert bool(why_no_blockade(state, ["br-flag-j2"], CARTAGENA)) is not held


def test_r7_8_a_gale_helps_to_slip_out_and_hinders_search_and_chase() -> None:
    calm, rough = gale(7, at="s40"), gale(7)
    for state in (calm, rough):
        put(state, "sp-flag-k", CARTAGENA, {"k1": 3})
    assert [break_shift(state, "sp-flag-k", fair=False).total for state in (calm, rough)] == [0, -2]
    assert [search_shift(state, "br-flag-j2", "sp-flag-k").total for state in (calm, rough)] == [-1, 0]
    assert [chase_shift(state, ["br-flag-j2"], "sp-flag-k").total for state in (calm, rough)] == [0, 2]


def test_r5_6_a_gale_in_a_zone_makes_it_harder_to_leave() -> None:
    state = empty_sea({"sw-darien": "sw"})
    put(state, "br-flag-j2", "sz-darien", {"j2": 4})
    zone = zone_of(state, "br-flag-j2")
    assert zone is not None
    number = next(iter(zone.exits))
    assert exit_shift(state, "br-flag-j2", zone, number).total == 0
    state.gales = [Gale("sw-darien", "sz-darien", 7)]
    assert exit_shift(state, "br-flag-j2", zone, number).total == 1
    put(state, "br-troops-1", "sz-darien")
    assert exit_shift(state, "br-troops-1", zone, number).total == 2


def test_1_556_a_wind_under_a_hurricane_does_not_blow_and_others_of_its_group_are_thrown_for() -> None:
    state = empty_sea({"sw-yucatan": "e"})
    dot = next(dot for dot in state.board.storms.dots.values() if "sz-yucatan" in dot.bands)
    state.hurricane = Hurricane(dot.id, True)
    play(blow, state, answers=[("R5.4", 10), ("R5.4", 10), ("R5.4", 10)])
    assert "sw-yucatan" not in state.winds
    assert "sw-leeward" in state.winds


def test_r5_4_the_dice_of_winds_say_what_came_of_them() -> None:
    state = empty_sea()
    _, notes = play(blow, state, answers=[("R5.4", 10), ("R5.4", 9), ("R5.4", 3)])
    assert told(notes, "roll") == ["The trade winds: [0], all blow.", "The northers: [9], none blows.",
                                   "The local winds: [3], 3 blow."]  # fmt: skip
    assert all(note.throw for note in notes if note.event == "roll")
    assert direction("nne") == "north-north-east"
    assert direction("se") == "south-east"
    assert state.side_of(put(state, "j2", "s52", {"j2": 1})) == BRITISH
