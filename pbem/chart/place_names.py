"""Places names on a chart, beside their place, on the side that covers least; whole numbers, the same every time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import product
from typing import NamedTuple

from pbem.base.records import dataclass, field
from pbem.geometry.sheet import Point

#: How wide a letter is on the average, in hundredths of its size; how far a name keeps from its place.
LETTER, GAP = 58, 3
#: The widths of letters in the widest font that a page asks for (DejaVu Serif), in hundredths of their size. `SMALL` is
#: for small letters and figures that are not named here, `CAPITAL` for capitals.
WIDTHS = {letter: width for letters, width in (
    (" .,:;'’/-ijl", 34), ("f()tIJ!", 40), ("rs", 51), ("cvxyz?", 56), ("aeok", 60), ("LPTYFSZ", 69), ("ABEVX", 73),
    ("DGOQ", 82), ("HNUw&", 88), ("m", 95), ("MW…", 103),
) for letter in letters}  # fmt: skip
SMALL, CAPITAL = 64, 77
#: The edge around letters, which makes short names wider than their letters.
EDGE = 3
#: A name that finds no room is tried smaller, in hundredths, and then farther away, in hundredths of its size.
SMALLER, FARTHER = (100, 84), (0, 70)
#: What a name keeps free above its letters, so that two lines do not run into one.
LEADING = 2
#: How wide and high the blocks are by which taken room is found again: names cover one or two.
BLOCK = 64
Edges = tuple[int, int, int, int]


class Box(NamedTuple):
    """Room that is taken."""

    left: int
    top: int
    right: int
    bottom: int

    def overlaps(self, other: Box) -> bool:
        """Tells if two boxes share room."""
        beside = self.right <= other.left or other.right <= self.left
        return not (beside or self.bottom <= other.top or other.bottom <= self.top)


class Label(NamedTuple):
    """A name where it is written: its base line's start, middle or end."""

    text: str
    at: Point
    anchor: str
    box: Box
    size: int = 0


@dataclass(slots=True)
class Room:
    """A sheet on which names are being placed; what is taken is gathered. Thousands of places are tried for a page, so
    a box is asked after as its four edges.
    """

    edges: Box
    #: By every block of the sheet that a box reaches into.
    taken: defaultdict[Point, list[Edges]] = field(default_factory=partial(defaultdict, list))

    def take(self, at: Point, half_width: int, half_height: int) -> None:
        """A sign stands here."""
        x, y = at
        self.keep((x - half_width, y - half_height, x + half_width, y + half_height))

    def keep(self, box: Edges) -> None:
        """Room that is taken from now on; beyond the edges nobody asks for it."""
        left, top, right, bottom = box
        from_left, from_top, to_right, to_bottom = self.edges
        if has_room(box) and from_left < right and left < to_right and from_top < bottom and top < to_bottom:
            for block in blocks(box):
                self.taken[block].append(box)

    def fit(self, text: str, at: Point, away: int, size: int) -> Label | None:
        """The name beside its place where it covers nothing and stays within the edges; None if that is nowhere."""
        (x, y), letters = at, breadth(text)
        for less, more in product(SMALLER, FARTHER):
            high = size * less // 100
            wide, rise, drop = len(text) * high * LETTER // 100 + EDGE, high * 7 // 10, high // 4
            over = max(0, -(-letters * high // 100) - wide)  # names with many wide letters need more than the average
            half = (over + 1) // 2
            reach = {"start": (0, 0, over), "end": (wide, over, 0), "middle": (wide // 2, half, half)}
            for dx, dy, anchor in offsets(away + size * more // 100, rise):
                back, before, beyond = reach[anchor]
                left, base = x + dx - back, y + dy
                box = left, base - rise - LEADING, left + wide, base + drop
                if self.is_inside((left - before, box[1], box[2] + beyond, box[3])) and not self.meets(box):
                    self.keep(box)
                    return Label(text, (x + dx, base), anchor, Box(*box), high)
        return None

    def is_free(self, box: Edges) -> bool:
        """Tells if nothing stands in a box, and if it lies within the edges."""
        return self.is_inside(box) and not (has_room(box) and self.meets(box))

    def meets(self, box: Edges) -> bool:
        """Tells if something stands in a box."""
        left, top, right, bottom = box
        for block in blocks(box):
            for from_left, from_top, to_right, to_bottom in self.taken.get(block, ()):
                if from_left < right and left < to_right and from_top < bottom and top < to_bottom:
                    return True
        return False

    def is_inside(self, box: Edges) -> bool:
        """Tells if a box lies within the edges."""
        left, top, right, bottom = box
        from_left, from_top, to_right, to_bottom = self.edges
        inside = from_left <= left and right <= to_right and from_top <= top and bottom <= to_bottom
        return inside or not has_room(box)


def has_room(box: Edges) -> bool:
    """Tells if a box takes any room; a text without letters takes none."""
    return box[0] != box[2] and box[1] != box[3]


@lru_cache(maxsize=1024)
def breadth(text: str) -> int:
    """The width of a text by its letters, in hundredths of their size."""
    return sum(WIDTHS.get(letter, CAPITAL if letter.isupper() else SMALL) for letter in text)


def box_of(text: str, at: Point, size: int) -> Box:
    """The room of a text that stands in the middle over its base line."""
    half = len(text) * size * LETTER // 200
    return Box(at[0] - half, at[1] - size * 3 // 4, at[0] + half, at[1] + size // 4)


def blocks(box: Edges) -> Sequence[Point]:
    """The blocks of the sheet that a box reaches into."""
    left, top, right, bottom = box
    west, north, east, south = left // BLOCK, top // BLOCK, right // BLOCK, bottom // BLOCK
    if west == east and north == south:
        return ((west, north),)
    return [(across, down) for across in range(west, east + 1) for down in range(north, south + 1)]


@lru_cache(256)
def offsets(away: int, rise: int) -> tuple[tuple[int, int, str], ...]:
    """The ways from a place to its name, each with its anchor: on every side and at the corners."""
    level, beside = rise // 2, away + GAP
    slant = away * 7 // 10 + GAP
    return (
        (beside, level, "start"), (-beside, level, "end"), (0, beside + rise, "middle"), (0, -beside, "middle"),
        (slant, slant + level, "start"), (slant, -slant, "start"), (-slant, slant + level, "end"),
        (-slant, -slant, "end"),
    )  # fmt: skip
