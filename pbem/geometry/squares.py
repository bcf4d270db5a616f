"""Squares: geometry only. No coast, no ships, no game.

A square is named by its row's letter, from the north, and its column's number, from the west: "C12". It touches eight
others, four by a side and four by a corner. Either is named by its two squares, the one read first: "B12-C11".
A map of the world may have a seam: rows in which the last column and the first are neighbours behind the map's back.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import MappingProxyType

from pbem.base.patterns import pattern
from pbem.base.records import dataclass, field
from pbem.geometry.grids import Direction

#: A square as it is printed and as a player types it.
SQUARE = pattern(r"([A-Z])([1-9][0-9]?)")
BORDER = pattern(r"[A-Z][1-9][0-9]?-[A-Z][1-9][0-9]?")


#: The step to each neighbour as (columns, rows), in the order of the directions.
STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
DIRECTIONS = tuple(Direction)


def square_id(column: int, row: int) -> str:
    """The printed name of the square in this column and row; row 1 is A."""
    return f"{chr(ord('A') + row - 1)}{column}"


def column_of(square: str) -> int:
    """The column a square stands in."""
    return int(square[1:])


def row_of(square: str) -> int:
    """The row a square stands in, counted from A as 1."""
    return ord(square[0]) - ord("A") + 1


def is_square(text: str) -> bool:
    """Checks that the text has the form of a square; the Grid knows whether the map has it."""
    return SQUARE.fullmatch(text) is not None


def reading_order(square: str) -> tuple[int, int]:
    """Returns the sort key of a square: row by row from the north, each row from the west."""
    return row_of(square), column_of(square)


def distance(a: str, b: str) -> int:
    """Counts the squares from one to the other without the first; corners count like sides, and no seam is crossed."""
    return max(abs(column_of(a) - column_of(b)), abs(row_of(a) - row_of(b)))


def adjacent(a: str, b: str) -> bool:
    """Checks whether two squares share a side or a corner."""
    return distance(a, b) == 1


def direction(a: str, b: str) -> Direction | None:
    """The way from a square to its neighbour; None where they do not touch."""
    step = (column_of(b) - column_of(a), row_of(b) - row_of(a))
    return DIRECTIONS[STEPS.index(step)] if step in STEPS else None


@cache
def is_diagonal(a: str, b: str) -> bool:
    """Checks whether two squares touch only at a corner."""
    return adjacent(a, b) and column_of(a) != column_of(b) and row_of(a) != row_of(b)


@cache
def flanks(a: str, b: str) -> tuple[str, str]:
    """Returns the two squares that a diagonal step passes between; they lie along the row and along the column."""
    return square_id(column_of(b), row_of(a)), square_id(column_of(a), row_of(b))


def border(a: str, b: str) -> str:
    """The name of the side or corner between two squares, the same from either of them."""
    first, second = sorted((a, b), key=reading_order)
    return f"{first}-{second}"


def squares_of(name: str) -> tuple[str, str]:
    """The two squares that a side or corner joins."""
    first, _, second = name.partition("-")
    return first, second


@dataclass(frozen=True)
class Grid:
    """The squares of one map, and for each its neighbours on that map, worked out once."""

    last_column: int
    last_row: int
    seam: range = range(0)  # the rows whose ends meet behind the map
    squares: tuple[str, ...] = field(init=False, repr=False, compare=False)
    place: MappingProxyType[str, int] = field(init=False, repr=False, compare=False)  # of each square in their order
    _near: MappingProxyType[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)
    _ways: dict[str, tuple[tuple[Direction, str], ...]] = field(init=False, repr=False, compare=False)  # as asked for

    def __post_init__(self) -> None:
        rows, columns = range(1, self.last_row + 1), range(1, self.last_column + 1)
        squares = tuple(square_id(column, row) for row in rows for column in columns)
        near = {square: tuple(other for _, other in self._ways_from(square)) for square in squares}
        object.__setattr__(self, "squares", squares)
        object.__setattr__(self, "place", MappingProxyType({square: at for at, square in enumerate(squares)}))
        object.__setattr__(self, "_near", MappingProxyType(near))
        object.__setattr__(self, "_ways", {})

    def __contains__(self, square: object) -> bool:
        return square in self._near

    def _ways_from(self, square: str) -> Iterator[tuple[Direction, str]]:
        """Each way out of a square that stays on the map, clockwise from north."""
        for way, (across, down) in zip(DIRECTIONS, STEPS, strict=True):
            column, row = column_of(square) + across, row_of(square) + down
            if 1 <= column <= self.last_column and 1 <= row <= self.last_row:
                yield way, square_id(column, row)

    def neighbours(self, square: str) -> tuple[str, ...]:
        """The squares around this one, clockwise from north, less those beyond the edge; the seam is no neighbour."""
        return self._near[square]

    def ways(self, square: str) -> tuple[tuple[Direction, str], ...]:
        """The same, each with its direction."""
        found = self._ways.get(square)
        if found is None:
            found = self._ways[square] = tuple(self._ways_from(square))
        return found

    def behind(self, square: str) -> str:
        """Returns the square on the other edge of the map, in the same row; empty unless the seam runs through this
        one.
        """
        if row_of(square) not in self.seam or column_of(square) not in (1, self.last_column):
            return ""
        return square_id(self.last_column + 1 - column_of(square), row_of(square))

    def round_the_world(self, a: str, b: str) -> int:
        """The distance where the seam may be crossed as if its ends touched; geometry, not what a voyage costs."""
        ends = [square_id(column, row) for column in (1, self.last_column) for row in self.seam]
        over = [distance(a, end) + 1 + distance(self.behind(end), b) for end in ends]
        return min([distance(a, b), *over])

    def rows(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The map as it prints: each row's letter and its squares from the west, row by row from the north."""
        for row in range(1, self.last_row + 1):
            yield square_id(1, row)[0], tuple(square_id(column, row) for column in range(1, self.last_column + 1))
