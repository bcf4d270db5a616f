"""Luck is counted, not estimated: every way that the dice could have fallen, against counting them one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.adjudicator.engine.table import Throw
from pbem.adjudicator.jenkins.reports.annals import KINDS
from pbem.adjudicator.reports.annals import HIGH, LOW, Cast
from pbem.adjudicator.reports.annals import cast as cast_of
from pbem.chronicle.luck import ALL_DICE, counted, faces_of, luck, placed, totals


def cast(side: str, *values: int, good: int = HIGH, kind: str = "broadsides") -> Cast:
    return Cast(side, kind, "x/n1", values, good)


@given(st.lists(st.integers(2, 8), min_size=1, max_size=4).map(tuple))
def test_ways_are_those_of_laying_every_die_out(faces: tuple[int, ...]) -> None:
    sums = [sum(dice) for dice in product(*(range(1, each + 1) for each in faces))]
    assert totals(faces) == tuple(sums.count(total) for total in range(len(faces), sum(faces) + 1))


@given(st.lists(st.integers(2, 6), min_size=1, max_size=4).map(tuple), st.data())
def test_range_and_rank_are_the_fractions_they_say(faces: tuple[int, ...], data: st.DataObject) -> None:
    points = data.draw(st.integers(len(faces), sum(faces)))
    sums = [sum(dice) for dice in product(*(range(1, each + 1) for each in faces))]
    low, high, rank = placed(faces, points)
    below, above = (Fraction(sum(test), len(sums)) for test in ([s < low for s in sums], [s > high for s in sums]))
    assert below <= Fraction(1, 40)
    assert above <= Fraction(1, 40)
    assert Fraction(sum(s <= low for s in sums), len(sums)) > Fraction(1, 40)
    assert Fraction(sum(s >= high for s in sums), len(sums)) > Fraction(1, 40)
    exact = Fraction(100 * (2 * sum(s < points for s in sums) + sum(s == points for s in sums)), 2 * len(sums))
    assert abs(exact - rank) <= Fraction(1, 2)


def test_ten_dice_on_the_average_are_as_lucky_as_half_of_all_games() -> None:
    assert placed((6,) * 10, 35) == (24, 46, 50)


def test_where_low_is_good_a_one_is_the_best_die() -> None:
    rows = luck(counted([cast("english", 1, 1, good=LOW)], {"x/n1": "2d6"}), ("english",))
    assert (rows[0].points, rows[0].fair, rows[0].rank) == (12, "7", 99)


def test_several_kinds_are_summed_in_a_row_of_their_own_and_sides_stand_in_their_order() -> None:
    dice = [cast("b", 3), cast("a", 6, 6), cast("a", 1, kind="boarding")]
    rows = luck(counted(dice, {"x/n1": "1d6"}), ("a", "b"))
    assert [(row.side, row.kind, row.dice) for row in rows] == [
        ("a", "boarding", 1), ("a", "broadsides", 2), ("a", ALL_DICE, 3), ("b", "broadsides", 1),
    ]  # fmt: skip


@pytest.mark.parametrize(("spec", "faces"), [("3d6", 6), ("1d10", 10), ("draw:2of9", 0), ("", 0), ("1d", 0)])
def test_a_draw_is_no_die(spec: str, faces: int) -> None:
    assert faces_of(spec) == faces


def test_9_2_a_die_counts_for_whom_its_label_names_and_a_storm_for_nobody() -> None:
    owners = {"english": "english", "boyne": "english"}
    assert cast_of(Throw("land/2717/english/n1", (1,)), KINDS, owners) == Cast(
        "english", "combat ashore", "land/2717/english/n1", (1,), LOW)  # fmt: skip
    assert cast_of(Throw("storm/n1", (1,)), KINDS, owners) is None
    assert cast_of(Throw("disposal/nobody/n1", (1,)), KINDS, owners) is None


def test_hundreds_of_dice_are_counted_at_once() -> None:
    assert placed((6,) * 600, 2100)[2] == 50
