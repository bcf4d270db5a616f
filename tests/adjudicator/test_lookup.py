"""Printed tables: whole, or refused with the place of what is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.adjudicator.board.figures import Place, read_sections
from pbem.adjudicator.board.lookup import OddsTable, PrintedTable, SizeTable, odds_table, read_table, rolls_of
from pbem.base.errors import BadInput, Fault

HEAD = (
    "heads:\n  - {id: wind, title: Wind, rule: '4.2', die: 1d6, lowest: 1, highest: 6, "
    "below: %s, above: %s, source: printed}\n"
)


def table(*rows: str, below: str = "refuse", above: str = "refuse") -> tuple[PrintedTable[int] | None, list[Fault]]:
    """A table of numbers from its rows, and the faults found."""
    lines = "".join(f"  - {{roll: {row}, source: printed}}\n" for row in rows)
    text = HEAD % (below, above) + "wind:" + (f"\n{lines}" if rows else " []\n")
    sections = read_sections(text.encode(), "wind.yaml")
    faults: list[Fault] = []
    made = read_table(sections["heads"][0], sections["wind"], lambda reader: reader.number("knots"), faults)
    return made, faults


def test_a_whole_table_answers_every_roll() -> None:
    made, faults = table("1-2, knots: 5", "3, knots: 9", "4-6, knots: 14")
    assert faults == []
    assert made is not None
    assert [made[roll] for roll in range(1, 7)] == [5, 5, 9, 14, 14, 14]
    assert [row for _, row in made] == [5, 5, 9, 14, 14, 14]


def test_a_hole_is_refused_by_its_roll() -> None:
    made, faults = table("1-2, knots: 5", "4-6, knots: 14")
    assert made is None
    assert [fault.message for fault in faults] == ["'wind' has no row for roll 3"]


def test_an_overlap_is_refused_where_the_second_row_stands() -> None:
    made, faults = table("1-3, knots: 5", "3-6, knots: 14")
    assert made is None
    assert [(fault.message, fault.line) for fault in faults] == [("'wind/3-6' and another row both have roll 3", 5)]


def test_a_row_outside_the_table_is_refused() -> None:
    _, faults = table("1-6, knots: 5", "7, knots: 14")
    assert [fault.message for fault in faults] == ["'wind/7' lies outside the table, which runs 1 to 6"]


def test_every_fault_is_told_at_once() -> None:
    _, faults = table("1, knots: many", "one, knots: 3", "2-6, knotts: 4")
    told = " ".join(fault.message for fault in faults)
    for wanted in ("'many' is no whole number", "'one' names no rolls", "has no knots", "'knotts' is no figure"):
        assert wanted in told


def test_an_empty_table_has_a_hole_at_every_roll() -> None:
    assert len(table()[1]) == 6


@pytest.mark.parametrize(("below", "above", "roll"), [("refuse", "highest", 0), ("lowest", "refuse", 7)])
def test_a_roll_off_the_table_is_refused_unless_the_data_say_otherwise(below: str, above: str, roll: int) -> None:
    made, _ = table("1-6, knots: 5", below=below, above=above)
    assert made is not None
    with pytest.raises(BadInput, match=f"{roll} is no roll of the Wind table"):
        made[roll]


def test_a_roll_off_the_table_counts_as_its_end_where_the_data_say_so() -> None:
    made, _ = table("1, knots: 5", "2-6, knots: 7", below="lowest", above="highest")
    assert made is not None
    assert (made[-4], made[11]) == (5, 7)


def test_dice_that_nobody_can_roll_are_refused() -> None:
    sections = read_sections((HEAD % ("refuse", "refuse")).replace("1d6", "1w6").encode(), "wind.yaml")
    faults: list[Fault] = []
    assert read_table(sections["heads"][0], (), lambda reader: reader.number("knots"), faults) is None
    assert any("1w6" in fault.message for fault in faults)


@pytest.mark.parametrize("text", ["", "1-", "-", "6-5", "01", "1 - 2", "1-2-3", "1.5", "٣"])
def test_what_names_no_rolls(text: str) -> None:
    assert rolls_of(text) is None


@given(st.integers(-9, 99), st.integers(0, 20))
def test_a_range_of_rolls_holds_both_its_ends(first: int, more: int) -> None:
    last = min(first + more, 99)
    assert rolls_of(f"{first}-{last}") == range(first, last + 1)
    assert rolls_of(str(first)) == range(first, first + 1)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=9))
def test_a_table_stands_exactly_when_each_roll_has_one_row(rolls: list[int]) -> None:
    rows = list(dict.fromkeys(rolls))
    made, _ = table(*(f"{roll}, knots: {roll}" for roll in rows))
    assert (made is not None) is (len(rows) == 6)


# ---------------------------------------------------------------- tables with columns

HERE = Place("mine.yaml", 3)
ODDS = (("1:2", 1, 2), ("1:1", 1, 1), ("3:2", 3, 2), ("2:1", 2, 1))


def by_odds(
    *rows: tuple[int, tuple[str, ...]], columns: tuple[tuple[str, int, int], ...] = ODDS
) -> tuple[OddsTable[str] | None, list[Fault]]:
    """A table by odds from its rows, and the faults found."""
    faults: list[Fault] = []
    return odds_table("fight", columns, [(roll, cells, HERE) for roll, cells in rows], faults), faults


def test_odds_between_two_columns_are_rounded_for_the_defender() -> None:
    made, faults = by_odds((1, ("a", "b", "c", "d")), (2, ("e", "f", "g", "h")))
    assert made is not None
    assert faults == []
    assert [made.heading(made.column(*odds)) for odds in ((1, 3), (1, 2), (2, 3), (7, 7), (5, 4), (3, 2), (9, 2))] == [
        "1:2", "1:2", "1:2", "1:1", "1:1", "3:2", "2:1",
    ]  # fmt: skip


def test_rolls_and_shifts_off_a_table_by_odds_are_read_as_its_ends() -> None:
    made, _ = by_odds((1, ("a", "b", "c", "d")), (2, ("e", "f", "g", "h")))
    assert made is not None
    assert [made.read(0, roll) for roll in (-4, 1, 2, 9)] == ["a", "a", "e", "e"]
    assert [made.shifted(1, by) for by in (-5, -1, 1, 2, 7)] == [0, 0, 2, 3, 3]
    assert made.highest == 2


def test_odds_worse_than_the_first_column_are_counted_in_whole_steps() -> None:
    made, _ = by_odds((1, ("a", "b", "c", "d")))
    assert made is not None
    assert [made.below(*odds) for odds in ((1, 2), (1, 3), (2, 5), (1, 5), (0, 4))] == [0, 1, 1, 3, 4]


@pytest.mark.parametrize(
    ("rows", "columns", "said"),
    [
        (((1, ("a", "b")),), ODDS, "has 2 cells for 4 columns"),
        (((1, ("a", "b", "c", "d")), (3, ("a", "b", "c", "d"))), ODDS, "has no row for roll 2"),
        (((1, ("a", "b")),), (("1:1", 1, 1), ("1:2", 1, 2)), "do not run from the worst odds"),
        (((1, ()),), (), "do not run from the worst odds"),
    ],
)
def test_a_table_by_odds_with_a_hole_is_refused(
    rows: tuple[tuple[int, tuple[str, ...]], ...], columns: tuple[tuple[str, int, int], ...], said: str
) -> None:
    made, faults = by_odds(*rows, columns=columns)
    assert made is None
    assert said in faults[0].message


def test_a_size_beyond_the_last_column_is_read_in_the_last() -> None:
    rows: tuple[tuple[int, ...], ...] = ((0, 1), (1, 2))
    table = PrintedTable("road", "Road", "5.3", "1d6", 1, 2, ends_below=True, ends_above=True, rows=rows)
    made = SizeTable("road", (("1-4", 1, 4), ("5+", 5, 999)), table)
    assert [made.read(size, 2) for size in (0, 1, 4, 5, 2000)] == [0, 1, 1, 2, 2]
