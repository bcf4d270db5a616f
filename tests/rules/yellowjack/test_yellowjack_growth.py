"""A campaign of many Turns grows by as much in each, and what is sent of a Turn does not grow."""

from __future__ import annotations

import runpy
from itertools import pairwise

import pytest
from pages import TOP


@pytest.mark.long
def test_over_forty_turns_the_position_grows_evenly_and_letters_and_reports_do_not_grow() -> None:
    """The sizes of docs/growth.md, with room for other dice; a Year has sixteen Turns."""
    rows = runpy.run_path(str(TOP / "benchmarks" / "yellowjack_growth.py"))["rows"]
    found = {turn: sizes for turn, sizes, _ in rows("campaign-1739", 40)}
    assert list(found) == [1, 8, 16, 24, 32, 40]
    position, letter, lines, report, page = ([sizes[column] for sizes in found.values()] for column in range(5))
    assert all(0 < after - before < 32 for before, after in pairwise(position)), position
    assert (max(letter) < 6, max(lines) < 600, max(report) < 60, max(page) < 350) == (True, True, True, True)
