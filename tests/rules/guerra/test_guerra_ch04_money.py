"""Chapter 4, money: what areas pay and to whom, and what Spain sends."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_council import BOARD, play, position, put_stack

from pbem.adjudicator.guerra.rules import ch04_resources as resources
from pbem.adjudicator.guerra.state.state import State


def paid(state: State, **answers: Any) -> dict[str, int]:
    """What every purse gains from the areas of a position, in half points."""
    before = dict(state.purse)
    play(resources.collect, state, **answers)
    return {purse: state.purse[purse] - before[purse] for purse in state.purse if state.purse[purse] != before[purse]}


def test_4_0_an_area_of_five_with_both_in_it_gives_two_to_each_and_one_is_lost() -> None:
    assert BOARD.areas["central-mexico"].rp == 5
    state = position({"central-mexico": ["ne"], "central-mexico#": ["tp"]})
    assert paid(state) == {"royalist": 4, "mexico": 4}


def test_4_0_whole_control_pays_all_and_an_empty_area_nobody() -> None:
    assert paid(position({"lima": ["rl"]})) == {"royalist": 2 * BOARD.areas["lima"].rp}


def test_4_2_1_a_rebel_in_the_banda_oriental_denies_its_points_to_everybody() -> None:
    assert paid(position({"banda-oriental": ["p1"]})) == {"plata": 4}
    assert paid(position({"banda-oriental": ["p1"], "banda-oriental#": ["reb-i1"]})) == {}


def test_4_2_1_rebels_alone_pay_nobody() -> None:
    assert paid(position({"paraguay": ["reb-i1"]})) == {}


@pytest.mark.parametrize(("unit", "area", "purse"), [
    ("p1", "salta", "plata"), ("p1", "charcas", "plata"), ("lp", "charcas", "peru"), ("lp", "mojos", "peru"),
    ("vc", "panama", "colombia"), ("tp", "guatemala", "mexico"), ("chi1", "chiloe", "chile"), ("p1", "chiloe", "chile"),
    ("p1", "lima", "plata"), ("vc", "cuzco", "colombia"), ("lp", "arequipa", "peru"), ("vc", "charcas", ""),
    ("chi1", "lima", ""), ("tp", "yucatan", ""), ("vc", "salta", ""), ("tp", "nuevo-mexico", ""), ("lp", "salta", ""),
])  # fmt: skip
def test_4_2_whose_purse_an_area_fills(unit: str, area: str, purse: str) -> None:
    found = paid(position({area: [unit]}))
    assert list(found) == ([purse] if purse else [])


def test_4_2_of_several_nations_the_patriot_says_who_collects() -> None:
    state = position({"charcas": ["p1", "lp"]})
    assert paid(state) == {"plata": 8}  # two steps each: the first purse
    assert paid(state, patriot={"collect": "peru"}) == {"peru": 8}
    assert paid(position({"charcas": ["p3", "lp"]})) == {"peru": 8}  # most steps there


@pytest.mark.parametrize(("marker", "revealed", "discreet"), [
    ("", {}, False), ("norte", {}, True), ("norte", {"norte": 3}, False),
])  # fmt: skip
def test_5_1_3_for_whom_a_shut_army_collects_is_asked_by_no_letter(
    marker: str, revealed: dict[str, int], discreet: bool
) -> None:
    state = position(turn=3, revealed=revealed)
    put_stack(state, "charcas", ["p1", "lp"], marker=marker)
    assert [each.discreet for each in play(resources.collect, state).asked] == [discreet]
    put_stack(state, "charcas", ["p3"])
    assert [each.discreet for each in play(resources.collect, state).asked] == [discreet]


def test_4_2_a_leader_alone_collects_for_his_nation() -> None:
    assert paid(position({"salta": ["belgrano"]})) == {"plata": 2}


def test_4_9_1_masses_halve_an_area_once_and_five_halved_are_two() -> None:
    state = position({"central-mexico": ["tp"]}, halved=["central-mexico"])
    assert paid(state) == {"mexico": 4}
    assert state.halved == []
    assert paid(state) == {"mexico": 10}


def test_7_8_a_raid_takes_a_point_once_and_never_more_than_the_area_has() -> None:
    state = position({"southern-chile": ["chi1"], "northern-chile": ["chi2"]},
                     raided={"southern-chile": 3, "northern-chile": 1})  # fmt: skip
    rich = BOARD.areas["northern-chile"].rp - 1
    assert paid(state) == {"chile": 2 * rich}
    assert state.raided == {}


def test_10_6_the_legion_leaves_the_patriot_half_and_the_royalist_nothing() -> None:
    state = position({"banda-oriental": ["p1"], "banda-oriental#": ["spl1"]})
    assert paid(state) == {"plata": 2}


def test_4_1_a_sealed_purse_is_told_to_its_seat_alone() -> None:
    open_ = play(resources.collect, position({"salta": ["p1"]}))
    assert set(open_.to("area-income")) == {"all"}
    sealed = play(resources.collect, position({"salta": ["p1"]}, house={"purses": "sealed"}))
    assert set(sealed.to("area-income")) == {"patriot"}


# ------------------------------------------------------------------------------------------------ Spain


@pytest.mark.parametrize(("turn", "die", "rp"), [
    (1, 3, 0), (1, 4, 1), (5, 6, 2), (6, 1, 0), (6, 2, 1), (7, 4, 2), (8, 5, 3), (8, 6, 3), (9, 6, 1), (14, 4, 0),
    (14, 5, 1), (15, 2, 0), (15, 3, 1), (15, 5, 2), (15, 6, 3),
])  # fmt: skip
def test_4_5_1_the_turn_shifts_the_die_for_money_from_spain(turn: int, die: int, rp: int) -> None:
    state = position({}, turn=turn)
    play(resources.from_spain, state, dice={"spain": [die]})
    assert state.purse["royalist"] == 2 * rp


@pytest.mark.parametrize(("liberals", "royal", "shift"), [
    (0, [], 0), (12, [], -1), (12, ["ne"], 0), (12, ["ne", "mx"], 0),
])  # fmt: skip
def test_4_5_1_the_liberals_count_only_while_the_patriot_holds_more_areas(
    liberals: int, royal: list[str], shift: int
) -> None:
    areas = ("yucatan", "quijos")
    state = position({"salta": ["p1"], **{area: [unit] for area, unit in zip(areas, royal, strict=False)}}, turn=15,
                     liberals=liberals)  # fmt: skip
    assert resources.spain_modifiers(state).total == shift


def test_10_2_1_money_from_spain_is_halved_once_the_liberals_rule() -> None:
    state = position({}, turn=15, liberals=12)
    play(resources.from_spain, state, dice={"spain": [6]})
    assert state.purse["royalist"] == 2  # half of three, rounded down


@pytest.mark.parametrize(("choice", "left"), [("all", 7), ("none", 0)])
def test_3_1_unspent_points_are_kept_or_lost_by_the_charter(choice: str, left: int) -> None:
    state = position({}, purse={"plata": 7}, house={"carry_over": choice})
    resources.no_carry_over(state)
    assert state.purse["plata"] == left


@pytest.mark.parametrize(("stacks", "seat", "purses"), [
    ({"central-mexico": ["ne"], "central-mexico#": ["tp"]}, "royalist", {"royalist": 4}),
    ({"central-mexico": ["ne"], "central-mexico#": ["tp"]}, "patriot", {"mexico": 4}),
    ({"lima": ["lp", "vc"]}, "patriot", dict.fromkeys(("colombia", "peru"), 2 * BOARD.areas["lima"].rp)),
    ({"paraguay": ["reb-i1"]}, "patriot", {}),
    ({"salta": ["p1"], "banda-oriental": ["p2"]}, "patriot", {"plata": 6}),
])  # fmt: skip
def test_4_0_what_is_awaited_is_what_would_be_paid_an_area_of_two_nations_for_each(
    stacks: dict[str, list[str]], seat: str, purses: dict[str, int]
) -> None:
    assert resources.awaited(position(stacks), seat) == purses


@pytest.mark.parametrize("veiled", [0, 2])
def test_5_3_the_note_of_an_income_is_the_same_whether_shut_markers_have_paid_or_not(veiled: int) -> None:
    """A sum that stands there one year and not the next would tell that a road was paid for."""
    state = position({"lima": ["rl"]}, purse={"royalist": 8 - veiled})
    state.veiled = {"royalist": veiled} if veiled else {}
    texts = [note.text for note in play(resources.collect, state).notes if note.event == "income"]
    assert texts == [f"The Royalist collects {BOARD.areas['lima'].rp} RP."]
