"""Positions of hexes and squares on a chart's sheet, in whole units.

Hexes lie flat side up, 60 units wide and 52 high, even columns half a hex lower; squares are 60 units wide and high.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from pbem.base.records import dataclass
from pbem.geometry import hexes, squares

#: A place on the sheet: units to the east, units to the south.
Point = tuple[int, int]


class Tiling(Enum):
    """The form of the board's cells: hexes or squares."""

    HEXES = "hexes"
    SQUARES = "squares"
    AREAS = "areas"


@dataclass(frozen=True, slots=True)
class Bounds:
    """The part of the sheet that is drawn."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        """From edge to edge, in units."""
        return self.right - self.left

    @property
    def height(self) -> int:
        """The same from north to south."""
        return self.bottom - self.top


#: From a hex to the next in its row, and to the one below.
HEX_ACROSS, HEX_DOWN = 45, 52
#: The corners of a hex around its middle, clockwise from the north-western. 52 is 60 times sin 60 degrees, rounded.
HEX_CORNERS: tuple[Point, ...] = ((-15, -26), (15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0))
SQUARE = 60
SQUARE_CORNERS: tuple[Point, ...] = ((-30, -30), (30, -30), (30, 30), (-30, 30))
CORNERS = {Tiling.HEXES: HEX_CORNERS, Tiling.SQUARES: SQUARE_CORNERS, Tiling.AREAS: ()}


def hex_at(hex_: str) -> Point:
    """The middle of a hex."""
    return HEX_ACROSS * hexes.column_of(hex_), HEX_DOWN // 2 * hexes.depth(hex_)


def square_at(square: str) -> Point:
    """The middle of a square."""
    return SQUARE * squares.column_of(square), SQUARE * squares.row_of(square)


def around(points: list[Point], margin: int) -> Bounds:
    """The least part of the sheet that holds all of these and a margin."""
    across, down = [x for x, _ in points], [y for _, y in points]
    return Bounds(min(across) - margin, min(down) - margin, max(across) + margin, max(down) + margin)


def corners(points: Sequence[Point]) -> Iterator[Point]:
    """The ends of a way, and where it turns."""
    yield points[0]
    for (x1, y1), (x, y), (x2, y2) in zip(points, points[1:], points[2:], strict=False):
        if (x - x1, y - y1) != (x2 - x, y2 - y):
            yield x, y
    yield points[-1]
