"""Battle: lines, Gauge, Intensity, fire, breaking off, retreat, reports (FI-R 8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from rules.yellowjack.yellowjack_fights import RULING, Fought, Turns, lead, play
from rules.yellowjack.yellowjack_sea import CARTAGENA, empty_sea, put

from pbem.adjudicator.engine.table import ALL
from pbem.adjudicator.yellowjack.base.battle import Clash, battle
from pbem.adjudicator.yellowjack.base.battle_lines import command_loss as far_down
from pbem.adjudicator.yellowjack.base.battle_lines import form_lines, rating_of, strength
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FLAGSHIP, SOL, SOL_D

SEA = "s52"
LEAVE, STAY = {"break": "yes"}, {"break": "no"}


def meeting(
    british: Mapping[str, int] | None = None, bourbon: Mapping[str, int] | None = None, at: str = SEA
) -> State:  # fmt: skip
    """Vernon's Flag and Lezo's in one Space, without Leaders: four SOL each, unless told otherwise."""
    state = empty_sea()
    put(state, "br-flag-j2", at, british or {"j2": 4})
    put(state, "sp-flag-k", at, bourbon or {"k1": 4})
    return state


def clash(at: str = SEA, held: str = "", standing_by: Mapping[str, tuple[str, ...]] | None = None) -> Clash:
    """The two Flags fight; others may stand by."""
    return Clash(at, "british", {"british": ("br-flag-j2",), "bourbon": ("sp-flag-k",)}, dict(standing_by or {}), held)


def fight(state: State, *, british: Any = STAY, bourbon: Any = STAY, dice: Any = None, where: Clash | None = None,
          usual: int = 5) -> Fought:  # fmt: skip
    """A Battle between the Flags: the British have the Gauge, both fight on, unless told otherwise."""
    return play(battle, state, RULING, where or clash(), dice=dice, usual=usual, british={"battle": british},
                bourbon={"battle": bourbon})  # fmt: skip


def one_round(state: State, *, british: Any = None, bourbon: Any = None, **more: Any) -> Fought:
    """A Battle of one round: the British, who have the Gauge, leave after it."""
    return fight(state, british=LEAVE | (british or {}), bourbon=bourbon or STAY, **more)


# ------------------------------------------------------------------------------------------- fire


@pytest.mark.parametrize(
    ("intensity", "by_face"),
    [
        ("1", {0: 2, 1: 1, 2: 1, 3: 1, 5: 1, 6: 0, 8: 0, 9: 0}),
        ("2", {0: 3, 1: 2, 2: 2, 3: 2, 5: 2, 6: 1, 8: 1, 9: 1}),
        ("3", {0: 5, 1: 4, 2: 4, 3: 3, 5: 3, 6: 2, 8: 2, 9: 1}),
    ],
)
def test_r8_6_fire_by_die_and_intensity_with_the_gauge(intensity: str, by_face: dict[int, int]) -> None:
    found = {}
    for face in by_face:
        state = meeting()
        plan = {"intensity": intensity}
        one_round(state, british=plan, bourbon=STAY | plan, dice={"fire/i1.m1/s52/r1/j2": [face]})
        found[face] = state.squadrons["k1"].dp
    assert found == by_face


def test_r8_6_without_the_gauge_the_die_is_read_as_it_is() -> None:
    state = meeting()
    one_round(state, dice={"fire/i1.m1/s52/r1/k1": [0]})
    assert state.squadrons["j2"].dp == 2  # not 3: 0 is read as 0


def test_r8_3_the_battle_rating_of_the_commander_helps_the_fire() -> None:
    state = meeting()
    lead(state, "vernon", "br-flag-j2")  # 2
    one_round(state, dice={"fire/i1.m1/s52/r1/j2": [7]})
    assert state.squadrons["k1"].dp == 2  # 7 - 2 - 1 is 4
    plain = meeting()
    one_round(plain, dice={"fire/i1.m1/s52/r1/j2": [7]})
    assert plain.squadrons["k1"].dp == 1


@pytest.mark.parametrize(
    ("sail", "change"),
    [({SOL: 4}, 0), ({SOL: 3}, 0), ({SOL: 2}, -1), ({SOL: 1}, -2), ({SOL: 2, SOL_D: 2}, -1), ({SOL: 3, SOL_D: 1}, 0),
     ({SOL_D: 1}, -3), ({FLAGSHIP: 1, SOL: 3}, 0)],
)  # fmt: skip
def test_r3_2_class_and_number_of_sail_change_the_damage(sail: dict[str, int], change: int) -> None:
    state = meeting()
    state.squadrons["j2"].sail = sail
    line = form_lines(state, clash()).lines["british"]
    assert strength(state, line, "j2") == change


@pytest.mark.parametrize(("sail", "change"), [(2, -2), (1, -3)])
def test_2_142_frigates_inflict_two_less(sail: int, change: int) -> None:
    state = meeting({"jf1": sail})
    assert strength(state, form_lines(state, clash()).lines["british"], "jf1") == change


def test_2_142_frigates_never_inflict_less_than_nothing() -> None:
    state = meeting({"jf1": 2})
    one_round(state, dice={"fire/i1.m1/s52/r1/jf1": [9]})
    assert state.squadrons["k1"].dp == 0


def test_r3_2_a_flagship_counts_one_more_with_a_leader_aboard() -> None:
    state = meeting({"j2": 4, "j3": 4})
    for name in ("j2", "j3"):
        state.squadrons[name].sail = {FLAGSHIP: 1, SOL: 3}
    lead(state, "vernon", "br-flag-j2")
    line = form_lines(state, clash()).lines["british"]
    assert [strength(state, line, name) for name in ("j2", "j3")] == [1, 0]  # he sails in the first of the line


def test_r7_9_damage_weakens_fire() -> None:
    state = meeting()
    state.squadrons["j2"].dp = 11
    one_round(state, dice={"fire/i1.m1/s52/r1/j2": [0], "strike/i1.m1/s52/r1/j2": [0]})
    assert state.squadrons["k1"].dp == 1  # 3, less 2 for a cripple


def test_r8_3_squadrons_beyond_the_command_rating_fire_at_one_less() -> None:
    state = meeting({"j2": 4, "j3": 4, "j4": 4})
    line = form_lines(state, clash()).lines["british"]
    assert [far_down(state, line, name) for name in line.squadrons] == [0, 0, 1]  # a generic Commodore: 2
    lead(state, "vernon", "br-flag-j2")  # a Vice-Admiral: 4
    line = form_lines(state, clash()).lines["british"]
    assert [far_down(state, line, name) for name in line.squadrons] == [0, 0, 0]


def test_2_217_spaniards_and_french_together_fight_worse() -> None:
    state = meeting()
    french = next(name for name, one in state.board.squadrons.items()
                  if one.contingent == "french" and one.kind == "line")  # fmt: skip
    put(state, french, SEA, {french: 4})
    lead(state, "lezo", "sp-flag-k")  # 2
    both = Clash(SEA, "british", {"british": ("br-flag-j2",), "bourbon": ("sp-flag-k", french)})
    line = form_lines(state, both).lines["bourbon"]
    assert rating_of(state, line) == 1
    assert {name: far_down(state, line, name) for name in line.squadrons} == {"k1": 0, french: 1}


def test_r8_3_the_company_and_the_king_of_spain_are_one() -> None:
    state = meeting()
    put(state, "rcg", SEA, {"g1": 4})
    lead(state, "lezo", "sp-flag-k")
    both = Clash(SEA, "british", {"british": ("br-flag-j2",), "bourbon": ("sp-flag-k", "rcg")})
    line = form_lines(state, both).lines["bourbon"]
    assert (rating_of(state, line), [far_down(state, line, name) for name in line.squadrons]) == (2, [0, 0])


def test_r8_6_each_squadron_fires_at_its_opposite() -> None:
    state = meeting({"j2": 4, "j3": 4}, {"k1": 4, "k2": 4})
    one_round(state, dice={"fire/i1.m1/s52/r1/j2": [0], "fire/i1.m1/s52/r1/j3": [9]})
    assert [state.squadrons[name].dp for name in ("k1", "k2")] == [3, 1]


def test_r8_6_the_line_is_as_ordered() -> None:
    state = meeting({"j2": 4, "j3": 4}, {"k1": 4, "k2": 4})
    one_round(state, british={"line": ["j3", "j2"]},
              dice={"fire/i1.m1/s52/r1/j2": [0], "fire/i1.m1/s52/r1/j3": [9]})  # fmt: skip
    assert [state.squadrons[name].dp for name in ("k1", "k2")] == [1, 3]


def test_r8_6_unasked_the_strongest_fire_comes_first() -> None:
    state = meeting({"j2": 1, "j3": 4})
    assert form_lines(state, clash()).lines["british"].squadrons == ["j3", "j2"]


@pytest.mark.parametrize(("surplus", "hit"), [("", "k2"), ("weakest", "k2"), ("last", "k3"), ("flagship", "k1")])
def test_r8_6_surplus_squadrons_of_the_gauge_holder_fire_as_he_chooses(surplus: str, hit: str) -> None:
    state = meeting({"j2": 4, "j3": 4, "j4": 4, "j5": 4}, {"k1": 4, "k2": 1, "k3": 3})
    state.squadrons["k1"].sail = {FLAGSHIP: 1, SOL: 3}
    lead(state, "vernon", "br-flag-j2")  # four Squadrons at full effect; 2 better
    one_round(state, british={"surplus": surplus} if surplus else {}, bourbon=STAY | {"line": ["k1", "k2", "k3"]},
              usual=9, dice={"fire/i1.m1/s52/r1/j5": [0]})  # fmt: skip
    assert {name: state.squadrons[name].dp for name in ("k1", "k2", "k3")} == {"k1": 1, "k2": 1, "k3": 1} | {hit: 4}


def test_r8_6_the_others_surplus_fires_at_the_last_squadron() -> None:
    state = meeting({"j2": 4, "j3": 2}, {"k1": 4, "k2": 4, "k3": 4})
    lead(state, "lezo", "sp-flag-k")
    one_round(state, dice={"fire/i1.m1/s52/r1/k3": [0], "fire/i1.m1/s52/r1/k1": [9], "fire/i1.m1/s52/r1/k2": [9]})
    assert [state.squadrons[name].dp for name in ("j2", "j3")] == [1, 1 + 3]


def test_r8_6_both_sides_fire_before_any_damage_counts() -> None:
    state = meeting()
    state.squadrons["j2"].dp = state.squadrons["k1"].dp = 6  # one more and the Briton is battered
    one_round(state)
    assert (state.squadrons["k1"].dp, state.squadrons["j2"].dp) == (8, 7)


# ------------------------------------------------------------------------------------------- Gauge and Intensity


def test_r8_5_the_higher_total_has_the_gauge_and_ties_throw_again() -> None:
    state = meeting()
    dice = {"gauge/i1.m1/s52/british": [3, 3], "gauge/i1.m1/s52/bourbon": [3, 4]}
    fought = fight(state, dice=dice)
    assert [fact["seat"] for fact in fought.events("gauge")] == ["bourbon"]


@pytest.mark.parametrize(
    ("leader", "frigates", "dp", "wins"),
    [("", False, 0, "bourbon"), ("vernon", False, 0, "british"), ("brown", False, 0, "bourbon"),
     ("brown", True, 0, "british"), ("vernon", False, 7, "bourbon")],
)  # fmt: skip
def test_r8_5_ratings_frigates_and_damage_count_for_the_gauge(
    leader: str, frigates: bool, dp: int, wins: str
) -> None:
    """The British throw 4 against 5: they need 2 more. Only Frigates add 1, each battered Squadron takes 1."""
    squadron = "jf1" if frigates else "j2"
    state = meeting({squadron: 2})
    state.squadrons[squadron].dp = dp
    if leader:
        lead(state, leader, "br-flag-j2")
    dice = {"gauge/i1.m1/s52/british": [4, 9] if (leader, frigates) in (("brown", False),) or dp else [4],
            "gauge/i1.m1/s52/bourbon": [5]}  # fmt: skip
    if (leader == "brown" and not frigates) or dp:
        dice = {"gauge/i1.m1/s52/british": [4, 0], "gauge/i1.m1/s52/bourbon": [5, 9]}
    fought = fight(state, british=LEAVE, bourbon=LEAVE, dice=dice)
    assert fought.events("gauge")[0]["seat"] == wins


def test_r8_5_no_more_than_two_battered_squadrons_count() -> None:
    state = meeting({"j2": 4, "j3": 4, "j4": 4})
    for name in ("j2", "j3", "j4"):
        state.squadrons[name].dp = 7
    dice = {"gauge/i1.m1/s52/british": [9], "gauge/i1.m1/s52/bourbon": [6]}
    assert fight(state, british=LEAVE, bourbon=LEAVE, dice=dice).events("gauge")[0]["seat"] == "british"  # 7 to 6


def test_r8_5_the_gauge_is_thrown_for_again_when_the_first_squadron_of_its_owner_is_crippled() -> None:
    state = meeting()
    state.squadrons["j2"].dp = 9
    dice = {"fire/i1.m1/s52/r1/k1": [0], "strike/i1.m1/s52/r1/j2": [0], "strike/i1.m1/s52/r2/j2": [0],
            "strike/i1.m1/s52/r3/j2": [0]}  # fmt: skip
    fought = fight(state, dice=dice)
    assert len(fought.events("gauge")) == 2
    assert len(fight(meeting()).events("gauge")) == 1


@pytest.mark.parametrize(
    ("british", "bourbon", "dice", "fought_at"),
    [("2", "2", {}, "2"), ("1", "3", {"intensity/": [5]}, "1"), ("1", "3", {"intensity/": [6]}, "3")],
)
def test_r8_4_of_two_intensities_the_gauge_holders_holds_on_0_to_5(
    british: str, bourbon: str, dice: dict[str, list[int]], fought_at: str
) -> None:
    state = meeting()
    fought = fight(state, british=STAY | {"intensity": british}, bourbon=STAY | {"intensity": bourbon}, dice=dice)
    assert [fact["intensity"] for fact in fought.events("intensity")] == [fought_at]
    assert ("intensity" in fought.kinds()) is (british != bourbon)


def test_r8_4_unasked_it_is_line_of_battle() -> None:
    assert fight(meeting(), british={}, bourbon={}).events("intensity")[0]["intensity"] == "2"


# ------------------------------------------------------------------------------------------- rounds and breaking off


def test_r8_1_a_battle_has_three_rounds() -> None:
    fought = fight(meeting())
    assert (fought.outcome.rounds, [fact["round"] for fact in fought.events("round")]) == (3, ["1", "2", "3"])


def test_r8_13_with_the_gauge_a_side_leaves_without_a_throw() -> None:
    fought = one_round(meeting())
    assert (fought.outcome.rounds, fought.outcome.loser) == (1, "british")
    assert "break-off" not in fought.kinds()


@pytest.mark.parametrize(("face", "rounds", "loser"), [(4, 1, "bourbon"), (5, 3, "bourbon")])
def test_r8_13_without_the_gauge_on_four_or_less(face: int, rounds: int, loser: str) -> None:
    state = meeting()
    fought = fight(state, bourbon=Turns([STAY, LEAVE, STAY, STAY]), dice={"break-off/i1.m1/s52/r1": [face]})
    assert (fought.outcome.rounds, fought.outcome.loser) == (rounds, loser)
    assert [fact["seat"] for fact in fought.events("held")] == ([] if rounds == 1 else ["bourbon"])


def test_r8_13_each_mp_more_helps_by_two() -> None:
    state = meeting(bourbon={"kf1": 2}) if "kf1" in empty_sea().board.squadrons else meeting(bourbon={"gf1": 2})
    fought = fight(state, bourbon=LEAVE, dice={"break-off/i1.m1/s52/r1": [6]})  # Frigates 5 against 4
    assert fought.outcome.rounds == 1


def test_r8_13_each_mp_less_hinders_by_two() -> None:
    state = meeting()
    state.squadrons["k1"].dp = 10  # battered: 3 against 4
    fought = fight(state, bourbon=Turns([STAY, LEAVE, STAY, STAY]), dice={"break-off/i1.m1/s52/r1": [3]})
    assert fought.outcome.rounds == 3


def test_r8_13_who_tries_in_vain_fires_at_one_less_in_the_next_round() -> None:
    dice = {"break-off/i1.m1/s52/r1": [9], "fire/i1.m1/s52/r1/k1": [9], "fire/i1.m1/s52/r2/k1": [0],
            "fire/i1.m1/s52/r3/k1": [0]}  # fmt: skip
    state = meeting()
    fight(state, bourbon=Turns([STAY, LEAVE, STAY, STAY]), dice=dice)
    assert state.squadrons["j2"].dp == 1 + (2 - 1) + 2


def test_r8_13_if_both_leave_nobody_is_the_loser() -> None:
    fought = fight(meeting(), british=LEAVE, bourbon=LEAVE)
    assert (fought.outcome.rounds, fought.outcome.loser, fought.outcome.retreated) == (1, "", {})


@pytest.mark.parametrize(("dp", "rounds"), [(0, 3), (9, 1)])
def test_r8_13_unasked_a_side_leaves_with_a_cripple(dp: int, rounds: int) -> None:
    state = meeting()
    state.squadrons["j2"].dp = dp
    dice = {"fire/i1.m1/s52/r1/k1": [0]} | ({"strike/i1.m1/s52/r1/j2": [0]} if dp else {})
    fought = fight(state, british={}, dice=dice)
    assert fought.outcome.rounds == rounds


def test_r8_13_unasked_a_side_leaves_when_it_suffers_five_more_than_it_sees_itself_do() -> None:
    """Close action: 4 and 4 on two Squadrons, while 2 and 2 of its own look telling: 8 against 4."""
    state = meeting({"j2": 4, "j3": 4}, {"k1": 4, "k2": 4})
    lead(state, "lezo", "sp-flag-k")
    close = {"intensity": "3"}
    dice = {"fire/i1.m1/s52/r1/k": [0, 0], "fire/i1.m1/s52/r1/j": [9, 9], "gauge/i1.m1/s52/bourbon": [0]}
    fought = fight(state, british=close, bourbon=STAY | close, dice=dice)
    assert (fought.outcome.rounds, fought.outcome.loser) == (1, "british")


# ------------------------------------------------------------------------------------------- who has lost


def test_r8_14_who_suffered_more_in_proportion_is_the_loser() -> None:
    fought = fight(meeting(), usual=4)  # each round 2 on k1 of 14, 2 on j2 of 10
    assert fought.outcome.loser == "british"


def test_r8_14_more_sail_lost_weighs_more_than_damage() -> None:
    state = meeting()
    state.squadrons["k1"].dp = 14
    dice = {"strike/i1.m1/s52/r1/k1": [2], "struck/": [0], "strike/i1.m1/s52/r2/k1": [0], "fire/i1.m1/s52/r": [9] * 3}
    fought = fight(state, usual=1, dice=dice)
    assert fought.outcome.loser == "bourbon"


def test_r8_14_equal_in_all_nobody_has_lost() -> None:
    state = meeting()
    fought = fight(state, british=STAY | {"intensity": "1"}, bourbon=STAY | {"intensity": "1"}, usual=9)
    assert (fought.outcome.loser, fought.events("battle-over")[0]["result"]) == ("", "drawn")


# ------------------------------------------------------------------------------------------- retreat


def test_r8_15_the_loser_falls_back_toward_the_nearest_friendly_port() -> None:
    state = meeting()
    fought = fight(state, bourbon=LEAVE, dice={"break-off/": [0]})
    at = state.formations["sp-flag-k"].at
    assert fought.outcome.retreated == {"sp-flag-k": at}
    ports = [port for port in state.ports if state.holder(port) == "spanish"]
    nearest = min(min(state.board.legs(each, port) for port in ports) for each in state.board.neighbours(SEA))
    assert min(state.board.legs(at, port) for port in ports) == nearest
    assert at in state.board.neighbours(SEA)
    assert state.formations["sp-flag-k"].beat_at == state.now


def test_r8_15_off_an_own_port_the_loser_goes_in() -> None:
    state = meeting(at=CARTAGENA)
    fight(state, bourbon=LEAVE, where=clash(CARTAGENA), dice={"break-off/": [0]})
    assert (state.formations["sp-flag-k"].at, state.formations["sp-flag-k"].state) == (CARTAGENA, "fitting-out")


def test_r8_15_a_blockade_of_the_loser_is_over() -> None:
    state = meeting(at=CARTAGENA)
    state.formations["br-flag-j2"].blockades = CARTAGENA
    one_round(state, where=clash(CARTAGENA))
    assert state.formations["br-flag-j2"].blockades == ""
    assert state.formations["br-flag-j2"].at != CARTAGENA


def test_r8_15_places_with_enemy_flotillas_are_closed() -> None:
    free = meeting()
    fight(free, bourbon=LEAVE, dice={"break-off/": [0]})
    first = free.formations["sp-flag-k"].at
    state = meeting()
    put(state, "br-flag-j1", first, {"j1": 2})
    fight(state, bourbon=LEAVE, dice={"break-off/": [0]})
    assert state.formations["sp-flag-k"].at not in (first, SEA)


def test_r8_15_who_finds_no_way_out_stays() -> None:
    state = meeting()
    flags = [name for name, one in state.board.formations.items()
             if one.contingent == "british" and name != "br-flag-j2"]  # fmt: skip
    for name, place in zip(flags, state.board.neighbours(SEA), strict=False):
        put(state, name, place)
    assert len(flags) >= len(state.board.neighbours(SEA))
    fought = fight(state, bourbon=LEAVE, dice={"break-off/": [0]})
    assert fought.outcome.retreated == {"sp-flag-k": SEA}
    assert state.formations["sp-flag-k"].forced


@pytest.mark.parametrize(("held", "gone"), [("british", "sp-flag-k"), ("bourbon", "br-flag-j2"), ("", "")])
def test_r8_15_after_a_drawn_battle_the_newcomer_leaves(held: str, gone: str) -> None:
    state = meeting()
    fought = fight(state, british=LEAVE, bourbon=LEAVE, where=clash(held=held))
    assert list(fought.outcome.retreated) == ([gone] if gone else [])


# ------------------------------------------------------------------------------------------- joining


def test_r8_8_a_formation_that_stands_by_joins_on_four() -> None:
    for face, squadrons in ((5, 2), (6, 1)):  # of the same Command: one less
        state = meeting()
        put(state, "br-flag-j1", SEA, {"j1": 4})
        fought = fight(state, where=clash(standing_by={"british": ("br-flag-j1",)}),
                       british=STAY | {"join": "yes"}, dice={"join/i1.m1/s52/r2": [face], "join/i1.m1/s52/r3": [9]}
                       if face == 6 else {"join/i1.m1/s52/r2": [face]})  # fmt: skip
        assert len({roll.label.split("/")[4] for roll in fought.rolls if roll.label.startswith("fire/i1.m1/s52/r3/j")}
                   ) == squadrons  # fmt: skip


def test_r8_8_unasked_nobody_joins_a_side_that_is_outnumbered() -> None:
    state = meeting({"j2": 4}, {"k1": 4, "k2": 4})
    put(state, "br-flag-j1", SEA, {"j1": 4})
    fought = fight(state, where=clash(standing_by={"british": ("br-flag-j1",)}))
    assert "join" not in fought.kinds()


# ------------------------------------------------------------------------------------------- reports


def test_r8_16_the_side_that_is_hit_hears_its_damage_and_the_other_how_it_looked() -> None:
    state = meeting()
    fought = one_round(state, dice={"fire/i1.m1/s52/r1/j2": [0]})
    assert [fact["dp"] for fact in fought.events("hit", "bourbon") if "dp" in fact] == ["3"]
    assert [fact["seen"] for fact in fought.events("hit", "british") if "seen" in fact] == ["telling"]
    assert not [note for note in fought.notes if note.to == ALL and "damage" in note.text]


@pytest.mark.parametrize(("face", "looks"), [(0, "heavy"), (3, "telling"), (9, "light")])
def test_r8_16_fire_looks_light_telling_or_heavy(face: int, looks: str) -> None:
    state, close = meeting(), {"intensity": "3"}
    fought = one_round(state, british=close, bourbon=STAY | close, dice={"fire/i1.m1/s52/r1/j2": [face]})
    assert [fact["seen"] for fact in fought.events("hit", "british") if "seen" in fact] == [looks]


def test_r8_16_thirds_are_told_after_the_battle_and_remembered() -> None:
    state = meeting()
    state.squadrons["k1"].dp = 8
    fought = one_round(state, usual=3)  # 2 more: 10 of 14
    marker = state.formations["sp-flag-k"].marker
    assert [(fact["marker"], fact["third"]) for fact in fought.events("thirds", "british")] == [(marker, "2")]
    assert state.known["british"].markers[marker].third == 2


def test_r8_16_both_learn_whom_they_fought() -> None:
    state = meeting()
    lead(state, "lezo", "sp-flag-k")
    marker = state.formations["sp-flag-k"].marker
    fought = one_round(state)
    told = next(fact for fact in fought.events("forces", ALL) if fact["seat"] == "bourbon")
    assert (told["leader"], told["squadrons"]) == ("lezo", {"k1": {"sol": 4}})
    assert state.known["british"].fought[marker] == "sp-flag-k"


def test_r8_16_no_die_of_a_battle_is_told() -> None:
    fought = fight(meeting())
    assert {roll.lane for roll in fought.rolls} == {"mod"}
    assert not [note for note in fought.notes if note.throw]
