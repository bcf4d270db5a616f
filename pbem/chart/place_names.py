"""Places names on a chart, beside their place, on the side that covers least; whole numbers, the same every time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
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


class Box(NamedTuple):
    """Room that is taken."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        """Returns how much room it is; a text without letters takes none."""
        return (self.right - self.left) * (self.bottom - self.top)

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
    """A sheet on which names are being placed; what is taken is gathered."""

    edges: Box
    taken: dict[Point, list[Box]] = field(default_factory=dict)  # by every block of the sheet that a box reaches into

    def take(self, at: Point, half_width: int, half_height: int) -> None:
        """A sign stands here."""
        x, y = at
        self.keep(Box(x - half_width, y - half_height, x + half_width, y + half_height))

    def keep(self, box: Box) -> None:
        """Room that is taken from now on."""
        for block in blocks(box) if box.area else ():
            self.taken.setdefault(block, []).append(box)

    def fit(self, text: str, at: Point, away: int, size: int) -> Label | None:
        """The name beside its place where it covers nothing and stays within the edges; None if that is nowhere."""
        letters = breadth(text)
        for less in SMALLER:
            for more in FARTHER:
                for label in sides(text, at, away + size * more // 100, size * less // 100):
                    if self.is_inside(reach(label, letters)) and not self.meets(label.box, blocks(label.box)):
                        self.keep(label.box)
                        return label
        return None

    def is_free(self, box: Box) -> bool:
        """Tells if nothing stands in a box, and if it lies within the edges."""
        return self.is_inside(box) and not (box.area and self.meets(box, blocks(box)))

    def meets(self, box: Box, reached: Iterable[Point]) -> bool:
        """Tells if something stands in a box that reaches into these blocks."""
        left, top, right, bottom = box
        for block in reached:
            for from_left, from_top, to_right, to_bottom in self.taken.get(block, ()):
                if from_left < right and left < to_right and from_top < bottom and top < to_bottom:
                    return True
        return False

    def is_inside(self, box: Box) -> bool:
        """Tells if a box lies within the edges."""
        left, top, right, bottom = box
        from_left, from_top, to_right, to_bottom = self.edges
        inside = from_left <= left and right <= to_right and from_top <= top and bottom <= to_bottom
        return inside or not box.area


def reach(label: Label, letters: int) -> Box:
    """The room that a label's letters may need: names with many wide letters need more than the average. `letters` is
    their breadth.
    """
    left, top, right, bottom = label.box
    more = -(-letters * label.size // 100) - (right - left)
    if more <= 0:
        return label.box
    if label.anchor == "middle":
        return Box(left - (more + 1) // 2, top, right + (more + 1) // 2, bottom)
    return Box(left, top, right + more, bottom) if label.anchor == "start" else Box(left - more, top, right, bottom)


@lru_cache(maxsize=1024)
def breadth(text: str) -> int:
    """The width of a text by its letters, in hundredths of their size."""
    return sum(WIDTHS.get(letter, CAPITAL if letter.isupper() else SMALL) for letter in text)


def box_of(text: str, at: Point, size: int) -> Box:
    """The room of a text that stands in the middle over its base line."""
    half = len(text) * size * LETTER // 200
    return Box(at[0] - half, at[1] - size * 3 // 4, at[0] + half, at[1] + size // 4)


def blocks(box: Box) -> list[Point]:
    """The blocks of the sheet that a box reaches into."""
    west, north, east, south = (edge // BLOCK for edge in box)
    if (west, north) == (east, south):
        return [(west, north)]
    return [(across, down) for across in range(west, east + 1) for down in range(north, south + 1)]


def sides(text: str, at: Point, away: int, size: int) -> Iterator[Label]:
    """A name on each side of its place, and at the four corners."""
    x, y = at
    wide, rise = len(text) * size * LETTER // 100 + EDGE, size * 7 // 10
    for dx, dy in offsets(away, rise):
        anchor = "start" if dx > 0 else "end" if dx < 0 else "middle"
        left = x + dx - (0 if dx > 0 else wide if dx < 0 else wide // 2)
        base = y + dy
        yield Label(text, (x + dx, base), anchor, Box(left, base - rise - LEADING, left + wide, base + size // 4), size)


def offsets(away: int, rise: int) -> Iterable[Point]:
    """From a place to the base line of its name."""
    level, beside = rise // 2, away + GAP
    slant = away * 7 // 10 + GAP
    straight = ((beside, level), (-beside, level), (0, beside + rise), (0, -beside))
    return (*straight, (slant, slant + level), (slant, -slant), (-slant, slant + level), (-slant, -slant))
