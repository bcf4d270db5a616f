"""Losses of a Battle, and Convoys: striking, prizes, Leaders, damage to a Convoy, Disbanding (R8.9 to R8.12, R10)."""

from __future__ import annotations

from typing import Any

import pytest
from rules.yellowjack.yellowjack_fights import RULING, Fought, lead, play, troops
from rules.yellowjack.yellowjack_sea import JAMAICA, PORTO_BELLO, empty_sea, put

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.battle import Clash, battle
from pbem.adjudicator.yellowjack.base.convoys import (
    WEATHER,
    assemble_convoy,
    come_back,
    convoy_hit,
    disbanding,
    free_counters,
    set_aside,
)
from pbem.adjudicator.yellowjack.base.losses import in_mix, nearest_key_port, prize_squadron, shed, struck_sail
from pbem.adjudicator.yellowjack.base.orders import take_up
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FLAGSHIP, SOL, SOL_D

SEA = "s52"
QUIET = {"break": "no", "intensity": "1"}
ASIDE = {"battle": {"break": "yes", "intensity": "1"}}


def crippled(sail: dict[str, int], over: int) -> State:
    """Lezo's first Squadron with some Sail and damage beyond its rating, against Vernon's."""
    state = empty_sea()
    put(state, "br-flag-j2", SEA, {"j2": 4})
    put(state, "sp-flag-k", SEA, {"k1": 4, "k2": 4})
    state.squadrons["k1"].sail = dict(sail)
    state.squadrons["k1"].dp = 14 + over
    return state


def one_round(state: State, dice: dict[str, list[int]], **more: Any) -> Fought:
    """One round at long range in which nobody hits; the British, who have the Gauge, leave after it."""
    where = Clash(SEA, "british", {"british": ("br-flag-j2",), "bourbon": ("sp-flag-k",)})
    orders = {"battle": QUIET | {"line": ["k1", "k2"]}}
    return play(battle, state, RULING, where, dice=dice, usual=9, british=ASIDE, bourbon=orders, **more)


# ------------------------------------------------------------------------------------------- striking


@pytest.mark.parametrize(
    ("over", "face", "number"), [(1, 2, 0), (1, 3, 1), (1, 6, 1), (1, 7, 2), (1, 9, 2), (2, 9, 3), (5, 9, 3), (9, 0, 2)]
)
def test_r8_9_sail_strike_by_the_die_and_the_damage_beyond_the_rating(over: int, face: int, number: int) -> None:
    state = crippled({SOL: 4}, over)
    fought = one_round(state, {"strike/i1.m1/s52/r1/k1": [face], "struck/": [0] * number})
    assert state.squadrons["k1"].sail == ({SOL: 4 - number} if number < 4 else {})
    assert fought.counted.sail == [("bourbon", SOL, number)] * bool(number)


def test_r8_9_who_is_not_beyond_the_rating_does_not_throw() -> None:
    assert "strike" not in one_round(crippled({SOL: 4}, 0), {}).kinds()


def test_r8_9_the_weakest_class_strikes_first_and_a_flagship_last() -> None:
    state = crippled({FLAGSHIP: 1, SOL: 1, SOL_D: 2}, 1)
    assert struck_sail(state, "k1", 4) == [SOL_D, SOL_D, SOL, FLAGSHIP]
    assert struck_sail(state, "k1", 2) == [SOL_D, SOL_D]


@pytest.mark.parametrize(("gone", "dp"), [(1, 11), (2, 7), (3, 3)])
def test_r8_9_damage_goes_with_the_sail_rounded_up(gone: int, dp: int) -> None:
    """Of 15 points on four Sail: 4, 8 and 12 go."""
    state = crippled({SOL: 4}, 1)
    shed(state, "k1", {SOL: gone})
    assert state.squadrons["k1"].dp == dp
    assert state.lost == {"spanish": {SOL: gone}}


@pytest.mark.parametrize(("sort", "face", "fate"), [(SOL, 5, "sunk"), (SOL, 6, "removed"), (SOL_D, 2, "sunk")])
def test_3_468_struck_sail_are_lost_by_the_table(sort: str, face: int, fate: str) -> None:
    state = crippled({sort: 2}, 1)
    fought = one_round(state, {"strike/i1.m1/s52/r1/k1": [3], "struck/": [face]})
    assert [(fact["class"], fact["fate"]) for fact in fought.events("sunk", ALL)] == [(sort, fate)]
    assert state.squadrons["k1"].sail == {sort: 1}


def test_3_468_a_light_ship_on_nine_runs_clear() -> None:
    state = crippled({SOL_D: 2}, 1)
    fought = one_round(state, {"strike/i1.m1/s52/r1/k1": [3], "struck/": [9]})
    assert state.squadrons["k1"].sail == {SOL_D: 2}
    assert (state.squadrons["k1"].dp, fought.counted.sail) == (15, [])


@pytest.mark.parametrize(("sort", "face"), [(SOL_D, 6), (SOL, 9)])
def test_3_468_a_prize_joins_a_squadron_at_the_captors_nearest_key_port(sort: str, face: int) -> None:
    state = crippled({sort: 2}, 1)
    state.squadrons["j1"].sail = {SOL: 2}
    state.lay_up("j1", nearest_key_port(state, "british", SEA))
    one_round(state, {"strike/i1.m1/s52/r1/k1": [3], "struck/": [face]})
    assert state.squadrons["j1"].sail == {SOL: 2, SOL_D: 1}  # an SOL comes as SOL(D)


def test_3_468_without_a_squadron_there_a_prize_forms_one() -> None:
    state = crippled({SOL_D: 2}, 1)
    home = nearest_key_port(state, "british", SEA)
    name = prize_squadron(state, "british", SOL_D, home)
    one_round(state, {"strike/i1.m1/s52/r1/k1": [3], "struck/": [6]})
    assert (state.squadrons[name].sail, state.squadrons[name].at) == ({SOL_D: 1}, home)


def test_r1_10_a_prize_beyond_the_counter_mix_is_gone() -> None:
    state = crippled({SOL_D: 2}, 1)
    number = state.board.mix["british"][SOL_D]
    state.squadrons["j5"].sail = {SOL_D: number - 1}
    assert in_mix(state, "j5", SOL_D)
    state.squadrons["j5"].sail = {SOL_D: number}
    assert not in_mix(state, "j5", SOL_D)
    one_round(state, {"strike/i1.m1/s52/r1/k1": [3], "struck/": [6]})
    assert sum(held.sail.get(SOL_D, 0) for held in state.squadrons.values()) == number + 1  # the one of k1 that is left


def test_r3_3_a_squadron_without_sail_is_unformed() -> None:
    state = crippled({SOL: 1}, 1)
    one_round(state, {"strike/i1.m1/s52/r1/k1": [3], "struck/": [0]})
    assert (state.squadrons["k1"].formation, state.squadrons["k1"].dp) == ("", 0)
    assert state.formations["sp-flag-k"].squadrons == ["k2"]


def test_r9_7_a_formation_that_is_lost_whole_leaves_the_map() -> None:
    state = crippled({SOL: 1}, 1)
    state.squadrons["k2"].sail = {SOL: 1}
    state.squadrons["k2"].dp = 15
    take_up(state, "k-cruise-main", "cruise", "bourbon", ["sp-flag-k"], ["santa-marta", "chagres"], state.date)
    fought = one_round(state, {"strike/i1.m1/s52/r1/k": [3, 3], "struck/": [0, 0]})
    assert "sp-flag-k" not in state.formations
    assert "k-cruise-main" not in state.orders
    assert [each.what for each in state.ended if not each.fulfilled] == ["k-cruise-main"]
    assert fought.outcome.loser == "bourbon"


# ------------------------------------------------------------------------------------------- Leaders


@pytest.mark.parametrize(
    ("dice", "gone", "out"),
    [({"leader-hit/": [8]}, "", False), ({"leader-hit/": [9], "leader-fate/": [5]}, "", True),
     ({"leader-hit/": [9], "leader-fate/": [6]}, "killed", False)],
)  # fmt: skip
def test_r8_11_a_leader_is_hit_on_a_nine_then_wounded_or_killed(
    dice: dict[str, list[int]], gone: str, out: bool
) -> None:
    state = crippled({SOL: 4}, 1)
    lead(state, "lezo", "sp-flag-k")
    one_round(state, {"gauge/i1.m1/s52/bourbon": [0], "strike/i1.m1/s52/r1/k1": [3], "struck/": [0], **dice})
    assert (state.leaders["lezo"].gone, state.leaders["lezo"].out_until > state.date) == (gone, out)


@pytest.mark.parametrize(("face", "throws"), [(0, True), (1, False)])
def test_r8_11_three_damage_points_endanger_a_leader(face: int, throws: bool) -> None:
    """In line of battle with the Gauge a 0 does 3 damage points, a 1 does 2."""
    state = empty_sea()
    put(state, "br-flag-j2", SEA, {"j2": 4})
    put(state, "sp-flag-k", SEA, {"k1": 4})
    lead(state, "lezo", "sp-flag-k")
    where = Clash(SEA, "british", {"british": ("br-flag-j2",), "bourbon": ("sp-flag-k",)})
    fought = play(battle, state, RULING, where, british={"battle": {"break": "yes"}},
                  bourbon={"battle": {"break": "no"}},
                  dice={"gauge/i1.m1/s52/bourbon": [0], "fire/i1.m1/s52/r1/j2": [face]})  # fmt: skip
    assert ("leader-hit" in fought.kinds()) is throws


@pytest.mark.parametrize(("face", "gone"), [(4, ""), (5, "captured"), (7, "captured"), (8, "killed")])
def test_r3_14_a_leader_whose_squadron_is_gone_escapes_is_taken_or_dies(face: int, gone: str) -> None:
    state = crippled({SOL: 1}, 1)
    lead(state, "lezo", "sp-flag-k")
    one_round(state, {"gauge/i1.m1/s52/bourbon": [0], "strike/i1.m1/s52/r1/k1": [3], "struck/": [0],
                      "leader-fate/": [face]})  # fmt: skip
    assert state.leaders["lezo"].gone == gone
    assert state.leaders["lezo"].posts == (["sp-flag-k"] if not gone else [])


# ------------------------------------------------------------------------------------------- Convoys


def convoy(*units: str, dp: int = 0) -> State:
    """A Troop Convoy at sea with Units aboard and some damage."""
    state = empty_sea()
    put(state, "br-troops-1", SEA)
    troops(state, "br-troops-1", *units)
    state.convoys["br-troops-1"].dp_enemy = dp
    return state


def hit(state: State, points: int, by: str = "bourbon", **more: Any) -> Fought:
    """Damage to the Convoy."""
    async def rule(table: Table, state: State, ruling: Any) -> None:
        await convoy_hit(table, state, ruling, "br-troops-1", points, by=by)

    return play(rule, state, RULING, **more)


@pytest.mark.parametrize(("dp", "points", "awards"), [(0, 7, 0), (0, 8, 1), (7, 1, 1), (8, 3, 0), (11, 5, 1)])
def test_2_614_eight_damage_points_of_the_enemy_are_worth_a_point(dp: int, points: int, awards: int) -> None:
    assert hit(convoy(dp=dp), points).counted.awards == [("bourbon", 1, "2.614")] * awards


def test_2_614_the_weather_scores_for_nobody_and_scatters_all_the_same() -> None:
    state = convoy(dp=4)
    fought = hit(state, 8, by=WEATHER)
    assert fought.counted.awards == []
    assert "br-troops-1" not in state.formations


@pytest.mark.parametrize(("points", "left"), [(11, True), (12, False)])
def test_2_616_twelve_damage_points_scatter_a_convoy(points: int, left: bool) -> None:
    state = convoy()
    hit(state, points)
    assert ("br-troops-1" in state.formations) is left


@pytest.mark.parametrize(("dp", "points", "lost"), [(0, 1, 0), (0, 2, 1), (1, 1, 1), (2, 1, 0), (0, 5, 2)])
def test_2_637_a_unit_is_lost_for_every_two_damage_points(dp: int, points: int, lost: int) -> None:
    state = convoy("marines-1", "marines-2", "harrison", dp=dp)
    hit(state, points)
    assert [unit.gone for unit in state.units.values()].count("eliminated") == lost


def test_2_637_the_owner_chooses_the_unit() -> None:
    state = convoy("marines-1", "harrison")
    hit(state, 2, british={"losses": {"units": ["harrison"]}})
    assert (state.units["harrison"].gone, state.units["marines-1"].at) == ("eliminated", "br-troops-1")


def test_r10_6_units_of_a_scattered_convoy_come_back_three_turns_later() -> None:
    state = convoy("marines-1", "harrison", "guise", "blakeney", "royal-scots", "gooch-1", "gooch-2")
    hit(state, 12)
    left = [name for name, unit in state.units.items() if unit.back_on]
    assert len(left) == 1  # six of seven went down with her
    assert (state.units[left[0]].at, state.units[left[0]].back_on) == ("off-map", state.date + 3)


def test_r8_12_surplus_squadrons_fire_at_the_convoy_at_most_half_while_the_escort_stands() -> None:
    state = convoy("marines-1")
    put(state, "br-flag-j1", SEA, {"j1": 4})
    state.formations["br-troops-1"].goes_with = "br-flag-j1"
    put(state, "sp-flag-k", SEA, {"k1": 4, "k2": 4, "k3": 4, "h1": 4})
    where = Clash(SEA, "bourbon", {"british": ("br-flag-j1",), "bourbon": ("sp-flag-k",)})
    fought = play(battle, state, RULING, where, bourbon={"battle": {"break": "yes"}},
                  british={"battle": {"break": "no"}}, dice={"gauge/i1.m1/s52/british": [0]})  # fmt: skip
    assert [kind for kind in fought.kinds() if "fire" in kind] == ["fire", "fire", *["convoy-fire"] * 2, "fire"]


def test_r8_12_a_convoy_alone_never_fires_and_all_may_fire_at_it() -> None:
    state = convoy("marines-1")
    put(state, "sp-flag-k", SEA, {"k1": 4, "k2": 4})
    where = Clash(SEA, "bourbon", {"british": ("br-troops-1",), "bourbon": ("sp-flag-k",)})
    fought = play(battle, state, RULING, where, bourbon={"battle": {"break": "yes", "intensity": "1"}},
                  dice={"gauge/i1.m1/s52/british": [0], "convoy-fire/i1.m1/s52/r1/k1": [3]})  # fmt: skip
    assert [kind for kind in fought.kinds() if "fire" in kind] == ["convoy-fire", "convoy-fire"]
    assert state.convoys["br-troops-1"].dp == 4  # 3 and 5, less 2 for merchantmen: 1 and 3 at Intensity 2


# ------------------------------------------------------------------------------------------- Assembly and Disbanding


def test_r10_1_a_convoy_is_fitting_out_where_it_gathers_and_has_no_command() -> None:
    state = empty_sea()
    troops(state, JAMAICA, "marines-1")
    assemble_convoy(state, "br-troops-2", JAMAICA, ["marines-1"], PORTO_BELLO)
    one = state.formations["br-troops-2"]
    assert (one.state, one.command, one.at, state.units["marines-1"].at) == ("fitting-out", "", JAMAICA, "br-troops-2")
    assert "br-troops-2" not in free_counters(state, "british", "troops")


@pytest.mark.parametrize(
    ("condition", "goal", "gone"),
    [("fitting-out", JAMAICA, True), ("ready", JAMAICA, False), ("fitting-out", PORTO_BELLO, False),
     ("fitting-out", "", False)],
)  # fmt: skip
def test_2_617_a_convoy_disbands_when_it_fits_out_at_its_destination(condition: str, goal: str, gone: bool) -> None:
    state = empty_sea()
    put(state, "br-troops-1", JAMAICA, condition=condition)
    troops(state, "br-troops-1", "marines-1")
    state.convoys["br-troops-1"].destination = goal
    play(disbanding, state, RULING)
    assert ("br-troops-1" not in state.formations) is gone
    assert state.units["marines-1"].at == (JAMAICA if gone else "br-troops-1")


def test_2_634_an_expedition_under_its_order_does_not_disband() -> None:
    state = empty_sea()
    put(state, "br-troops-1", JAMAICA, condition="fitting-out")
    state.convoys["br-troops-1"].destination = JAMAICA
    state.formations["br-troops-1"].order = "j-aao"
    play(disbanding, state, RULING)
    assert "br-troops-1" in state.formations


def test_3_466_units_set_aside_come_back_at_the_nearest_port_their_side_still_holds() -> None:
    state = empty_sea()
    troops(state, PORTO_BELLO, "fijo-panama")
    set_aside(Table(), state, "fijo-panama", PORTO_BELLO)
    first = state.units["fijo-panama"].back_at
    state.date += 2
    come_back(Table(), state)
    assert state.units["fijo-panama"].at == "off-map"
    state.date += 1
    state.ports[first].holder = "british"
    come_back(Table(), state)
    assert state.units["fijo-panama"].at not in (first, "off-map")
    assert state.side_of_port(state.units["fijo-panama"].at) == "bourbon"
