"""The geometry of a map of squares, before anything lies on it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.geometry import squares
from pbem.geometry.grids import Direction
from pbem.geometry.squares import Grid

GRID = Grid(28, 21, range(1, 16))
SQUARES = st.sampled_from(GRID.squares)


def test_neighbours_run_clockwise_from_north() -> None:
    assert GRID.neighbours("C12") == ("B12", "B13", "C13", "D13", "D12", "D11", "C11", "B11")


@pytest.mark.parametrize(
    ("corner", "near"),
    [("A1", ("A2", "B2", "B1")), ("A28", ("B28", "B27", "A27")), ("U1", ("T1", "T2", "U2")),
     ("U28", ("T28", "U27", "T27"))],
)  # fmt: skip
def test_a_corner_of_the_map_has_three_neighbours(corner: str, near: tuple[str, ...]) -> None:
    assert GRID.neighbours(corner) == near


def test_ways_name_the_direction_of_each_neighbour() -> None:
    assert GRID.ways("A1") == ((Direction.E, "A2"), (Direction.SE, "B2"), (Direction.S, "B1"))


def test_a_grid_holds_its_own_squares_and_no_others() -> None:
    assert len(GRID.squares) == 21 * 28
    assert GRID.squares[:2] == ("A1", "A2")
    assert "U28" in GRID
    assert "V1" not in GRID
    assert "A29" not in GRID


@pytest.mark.parametrize("text", ["", "A", "A0", "A01", "A100", "a1", "12", "AA1", "A1 ", "A1\n", "А1"])
def test_only_a_capital_and_a_plain_number_name_a_square(text: str) -> None:
    assert not squares.is_square(text)


def test_a_side_has_one_name_from_both_squares_and_that_is_the_one_read_first() -> None:
    assert squares.border("C11", "B12") == squares.border("B12", "C11") == "B12-C11"
    assert squares.border("A10", "A9") == "A9-A10"
    assert squares.squares_of("A9-A10") == ("A9", "A10")


def test_a_diagonal_passes_between_two_squares() -> None:
    assert set(squares.flanks("C12", "B13")) == {"B12", "C13"}
    assert squares.is_diagonal("C12", "B13")
    assert not squares.is_diagonal("C12", "C13")
    assert not squares.is_diagonal("C12", "A14")


def test_squares_that_do_not_touch_have_no_direction() -> None:
    assert squares.direction("C12", "C14") is None
    assert squares.direction("C12", "C12") is None
    assert squares.direction("A1", "A28") is None


def test_the_seam_joins_the_ends_of_its_rows_and_of_no_others() -> None:
    assert GRID.behind("D1") == "D28"
    assert GRID.behind("O28") == "O1"
    assert GRID.behind("P1") == GRID.behind("D2") == ""


def test_the_world_is_shorter_across_its_seam() -> None:
    assert GRID.round_the_world("D1", "D28") == 1
    assert GRID.round_the_world("G26", "G3") == 5
    assert GRID.round_the_world("C12", "C13") == 1


def test_a_map_without_a_seam_has_only_one_way_round() -> None:
    assert Grid(28, 21).round_the_world("D1", "D28") == 27


@given(SQUARES, SQUARES, SQUARES)
def test_distance_is_a_distance(a: str, b: str, c: str) -> None:
    for far in (squares.distance, GRID.round_the_world):
        assert far(a, b) == far(b, a)
        assert (far(a, b) == 0) is (a == b)
        assert far(a, c) <= far(a, b) + far(b, c)


@given(SQUARES, SQUARES)
def test_neighbours_are_the_squares_one_step_away(a: str, b: str) -> None:
    assert (b in GRID.neighbours(a)) is squares.adjacent(a, b) is (squares.distance(a, b) == 1)
    assert (squares.direction(a, b) is not None) is squares.adjacent(a, b)


@given(SQUARES)
def test_going_there_and_back_uses_opposite_directions(square: str) -> None:
    order = list(Direction)
    for way, other in GRID.ways(square):
        back = squares.direction(other, square)
        assert back is order[(order.index(way) + 4) % 8]


@given(SQUARES)
def test_a_square_is_named_by_its_column_and_row(square: str) -> None:
    assert squares.is_square(square)
    assert squares.square_id(squares.column_of(square), squares.row_of(square)) == square


@given(SQUARES, SQUARES)
def test_the_flanks_of_a_diagonal_touch_both_its_ends(a: str, b: str) -> None:
    if squares.is_diagonal(a, b):
        for flank in squares.flanks(a, b):
            assert squares.adjacent(a, flank)
            assert squares.adjacent(flank, b)
            assert not squares.is_diagonal(a, flank)
