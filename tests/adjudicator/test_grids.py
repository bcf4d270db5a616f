"""What maps of hexes and of squares have in common."""

from __future__ import annotations

from pbem.geometry.grids import connected, costs_from, lettered
from pbem.geometry.hexes import Grid

GRID = Grid(1, 45, 5, 28)


def test_connected_stops_where_no_step_is_allowed() -> None:
    reached = connected("0105", lambda hex_: (h for h in GRID.neighbours(hex_) if h < "0300"))
    assert len(reached) == 48


def test_the_cheapest_way_wins_though_it_has_more_steps() -> None:
    ways = {"a": [("b", 7), ("c", 1)], "b": [], "c": [("d", 1)], "d": [("b", 1)], "e": [("a", 1)]}
    assert costs_from("a", lambda place: ways[place]) == {"a": 0, "c": 1, "d": 2, "b": 3}


def test_places_are_listed_nearest_first_and_equals_by_name() -> None:
    ways = {"m": [("z", 1), ("b", 1), ("n", 1)], "z": [("a", 1)], "b": [], "n": [], "a": []}
    assert list(costs_from("m", lambda place: ways[place])) == ["m", "b", "n", "z", "a"]


def test_rows_are_set_to_one_width() -> None:
    drawn = lettered([("9", ("x", "y")), ("10", ("z", "w"))], range(9, 11), str.upper)
    assert drawn == " 9 XY\n10 ZW\n   01\n   90"
