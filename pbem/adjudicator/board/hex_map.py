"""A map of hexes read from its data: its extent, the letters of its rows, and the ways from hex to hex."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Protocol

from pbem.adjudicator.board.reading import Reader
from pbem.geometry.hexes import Grid, hexside


class Lettered(Protocol):
    """As much of a draft as its letters are found by."""

    grid: Grid
    rows: dict[str, str]


def grid_of(reader: Reader) -> Grid:
    """The extent of the map; even columns are the low ones, or the geometry of hexes.py does not fit it."""
    reader.word("low_columns", ("even",))
    numbers = [reader.number(f"{end}_{line}", 1) for line in ("column", "row") for end in ("first", "last")]
    if max(numbers) > 99 or numbers[0] > numbers[1] or numbers[2] > numbers[3]:
        reader.refuse("last_column", "the map has no such columns and rows", "first to last, two digits each")
        return Grid(1, 1, 1, 1)
    return Grid(*numbers)


def letter_of(it: Lettered, hex_: str) -> str:
    """The letter a row of the map has for a hex; nothing where the map does not reach."""
    row, column = it.rows.get(hex_[2:], ""), int(hex_[:2] or "0") - it.grid.first_column
    return row[column] if 0 <= column < len(row) else ""


def ways_over(grid: Grid, open_: Mapping[str, object], closed: Container[str]) -> dict[str, tuple[str, ...]]:
    """From each open hex the open neighbours, clockwise from north; `open_` says in which water a hex lies.

    Two waters never meet, and nobody goes over a closed hexside.
    """
    return {hex_: tuple(other for other in grid.neighbours(hex_) if other in open_ and open_[other] == water
                        and hexside(hex_, other) not in closed) for hex_, water in open_.items()}  # fmt: skip
