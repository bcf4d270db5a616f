"""The geometry of a map, before anything lies on it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.geometry import hexes
from pbem.geometry.grids import Direction
from pbem.geometry.hexes import Grid

GRID = Grid(1, 45, 5, 28)
HEXES = st.sampled_from(GRID.hexes)


def test_neighbours_run_clockwise_from_north() -> None:
    assert GRID.neighbours("2719") == ("2718", "2818", "2819", "2720", "2619", "2618")
    assert GRID.neighbours("2819") == ("2818", "2919", "2920", "2820", "2720", "2719")


def test_the_edge_of_the_map_has_fewer_neighbours() -> None:
    assert GRID.neighbours("0105") == ("0205", "0106")
    assert GRID.neighbours("4528") == ("4527", "4428", "4427")


def test_ways_name_the_direction_of_each_neighbour() -> None:
    assert GRID.ways("0105") == ((Direction.SE, "0205"), (Direction.S, "0106"))


def test_a_grid_holds_its_own_hexes_and_no_others() -> None:
    assert len(GRID.hexes) == 45 * 24
    assert "2719" in GRID
    assert "4605" not in GRID
    assert "2704" not in GRID


def test_a_hexside_has_one_name_from_both_hexes() -> None:
    assert hexes.hexside("2819", "2719") == hexes.hexside("2719", "2819") == "2719-2819"
    assert hexes.hexes_of("2719-2819") == ("2719", "2819")


def test_hexes_that_share_no_side_have_no_direction() -> None:
    assert hexes.direction("2719", "2721") is None
    assert hexes.direction("2719", "2719") is None


@pytest.mark.parametrize("text", ["", "271", "27190", "27 9", "２７１９", "2719\n"])
def test_only_four_plain_digits_name_a_hex(text: str) -> None:
    assert not hexes.is_hex(text)


@given(HEXES)
def test_neighbours_are_neighbours_of_each_other(hex_: str) -> None:
    assert all(hex_ in GRID.neighbours(other) for other in GRID.neighbours(hex_))


@given(HEXES)
def test_each_way_out_is_the_opposite_of_the_way_back(hex_: str) -> None:
    order = hexes.DIRECTIONS
    for way, other in GRID.ways(hex_):
        assert hexes.direction(hex_, other) is way
        assert hexes.direction(other, hex_) is order[(order.index(way) + 3) % 6]


@given(HEXES, HEXES)
def test_adjacent_is_being_in_the_list_of_neighbours(a: str, b: str) -> None:
    assert hexes.adjacent(a, b) is (b in GRID.neighbours(a))


@given(HEXES, HEXES, HEXES)
def test_distance_is_a_metric(a: str, b: str, c: str) -> None:
    assert (hexes.distance(a, b) == 0) is (a == b)
    assert hexes.distance(a, b) == hexes.distance(b, a)
    assert hexes.distance(a, c) <= hexes.distance(a, b) + hexes.distance(b, c)


@given(HEXES, HEXES)
def test_a_neighbour_always_leads_nearer(a: str, b: str) -> None:
    steps = [hexes.distance(other, b) for other in GRID.neighbours(a)]
    assert a == b or min(steps) == hexes.distance(a, b) - 1


def test_hexsides_are_listed_once() -> None:
    sides = [hexes.hexside(a, b) for a, b in GRID.hexsides()]
    assert len(sides) == len(set(sides)) == sum(len(GRID.neighbours(hex_)) for hex_ in GRID.hexes) // 2
