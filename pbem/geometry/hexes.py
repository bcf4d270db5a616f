"""Hexes: geometry only. No terrain, no counters, no game.

A hex is named CCRR, column then row, as it is printed. Columns run straight north and south, the hexes lie flat side
up, and even columns sit half a hex lower than odd ones. A hexside is named by its two hexes, the smaller first:
"2719-2819".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from types import MappingProxyType

from pbem.base.patterns import pattern
from pbem.base.records import dataclass, field
from pbem.geometry.grids import Direction

#: A hex as it is printed and as a player types it.
HEX = pattern(r"[0-9]{4}")
HEXSIDE = pattern(r"[0-9]{4}-[0-9]{4}")


#: The step to each neighbour as (columns, rows); the diagonals depend on whether the column sits high or low.
HIGH_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
LOW_STEPS = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
#: The ways out of a hex: there is no side to the east or west.
DIRECTIONS = tuple(way for way in Direction if way not in (Direction.E, Direction.W))
#: More hexes than any map has: their names, columns and rows are worked out once.
MOST_KEPT = 10_000


@lru_cache(maxsize=MOST_KEPT)
def hex_id(column: int, row: int) -> str:
    """The printed name of the hex in this column and row."""
    return f"{column:02d}{row:02d}"


@lru_cache(maxsize=MOST_KEPT)
def column_of(hex_: str) -> int:
    """The column a hex stands in."""
    return int(hex_[:2])


@lru_cache(maxsize=MOST_KEPT)
def row_of(hex_: str) -> int:
    """The row a hex stands in."""
    return int(hex_[2:])


def is_hex(text: str) -> bool:
    """Checks that the text has the form of a hex; the Grid knows whether the map has it."""
    return HEX.fullmatch(text) is not None


def steps(column: int) -> tuple[tuple[int, int], ...]:
    """The six steps out of a hex of this column, clockwise from north."""
    return HIGH_STEPS if column % 2 else LOW_STEPS


def distance(a: str, b: str) -> int:
    """Counts the hexes from one to the other without the first; coasts do not matter."""
    across = column_of(b) - column_of(a)
    down = depth(b) - depth(a)
    sideways = abs(across)
    return sideways + max(0, abs(down) - sideways) // 2


def depth(hex_: str) -> int:
    """Returns how far south a hex lies, in half hexes."""
    return 2 * row_of(hex_) + (column_of(hex_) % 2 == 0)


def adjacent(a: str, b: str) -> bool:
    """Checks whether two hexes share a side."""
    return distance(a, b) == 1


def direction(a: str, b: str) -> Direction | None:
    """The way from a hex to its neighbour; None where they share no side."""
    step = (column_of(b) - column_of(a), row_of(b) - row_of(a))
    way = steps(column_of(a))
    return DIRECTIONS[way.index(step)] if step in way else None


def hexside(a: str, b: str) -> str:
    """The name of the side between two hexes, the same from either of them."""
    return f"{a}-{b}" if a < b else f"{b}-{a}"


def hexes_of(side: str) -> tuple[str, str]:
    """The two hexes that a hexside parts."""
    return side[:4], side[5:]


@dataclass(frozen=True)
class Grid:
    """The hexes of one map, and for each its neighbours on that map, worked out once."""

    first_column: int
    last_column: int
    first_row: int
    last_row: int
    hexes: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _near: MappingProxyType[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)
    _ways: dict[str, tuple[tuple[Direction, str], ...]] = field(init=False, repr=False, compare=False)  # as asked for

    def __post_init__(self) -> None:
        rows = range(self.first_row, self.last_row + 1)
        columns = range(self.first_column, self.last_column + 1)
        hexes = tuple(hex_id(column, row) for column in columns for row in rows)
        near = {hex_: tuple(other for _, other in self._ways_from(hex_)) for hex_ in hexes}
        object.__setattr__(self, "hexes", hexes)
        object.__setattr__(self, "_near", MappingProxyType(near))
        object.__setattr__(self, "_ways", {})

    def __contains__(self, hex_: object) -> bool:
        return hex_ in self._near

    def _ways_from(self, hex_: str) -> Iterator[tuple[Direction, str]]:
        """Each way out of a hex that stays on the map, clockwise from north."""
        column, row = column_of(hex_), row_of(hex_)
        for way, (across, down) in zip(DIRECTIONS, steps(column), strict=True):
            inside = self.first_column <= column + across <= self.last_column
            if inside and self.first_row <= row + down <= self.last_row:
                yield way, hex_id(column + across, row + down)

    def neighbours(self, hex_: str) -> tuple[str, ...]:
        """The hexes around this one, clockwise from north, less those beyond the edge of the map."""
        return self._near[hex_]

    def ways(self, hex_: str) -> tuple[tuple[Direction, str], ...]:
        """The same, each with its direction."""
        found = self._ways.get(hex_)
        if found is None:
            found = self._ways[hex_] = tuple(self._ways_from(hex_))
        return found

    def hexsides(self) -> Iterator[tuple[str, str]]:
        """Every side between two hexes of the map, once, the smaller hex first."""
        for hex_ in self.hexes:
            for other in self._near[hex_]:
                if hex_ < other:
                    yield hex_, other

    def rows(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """The map row by row from the north, each row from the west."""
        for row in range(self.first_row, self.last_row + 1):
            yield row, tuple(hex_id(column, row) for column in range(self.first_column, self.last_column + 1))
