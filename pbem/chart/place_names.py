"""Places names on a chart, beside their place, on the side that covers least; whole numbers, the same every time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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
#: How wide and high the blocks are by which taken room is found again: names cover one or two.
BLOCK = 64


@dataclass(frozen=True, slots=True)
class Box:
    """Room that is taken."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        """Returns how much room it is; a text without letters takes none."""
        return (self.right - self.left) * (self.bottom - self.top)

    def shared(self, other: Box) -> int:
        """Returns how much two boxes overlap."""
        if self.right <= other.left or other.right <= self.left or self.bottom <= other.top or other.bottom <= self.top:
            return 0  # as most do
        across = min(self.right, other.right) - max(self.left, other.left)
        return across * (min(self.bottom, other.bottom) - max(self.top, other.top))


@dataclass(frozen=True, slots=True)
class Label:
    """A name where it is written: its base line's start, middle or end."""

    text: str
    at: Point
    anchor: str
    box: Box
    size: int = 0

    @property
    def reach(self) -> Box:
        """Returns the room that its letters may need: names with many wide letters need more than the average."""
        box = self.box
        more = max(0, -(-breadth(self.text) * self.size // 100) - (box.right - box.left))
        left, right = {"start": (0, more), "end": (more, 0)}.get(self.anchor, ((more + 1) // 2, (more + 1) // 2))
        return Box(box.left - left, box.top, box.right + right, box.bottom)


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

    def place(self, text: str, at: Point, away: int, size: int) -> Label:
        """The name beside its place, where least is covered; among equals to the right, left, below, above."""
        choices = list(sides(text, at, away, size))
        reach = around([label.box for label in choices])
        about = dict.fromkeys(box for block in blocks(reach) for box in self.taken.get(block, ()))
        near = [box for box in about if box.shared(reach)]  # once for all sides of it
        best = min(choices, key=lambda label: self.covered(label.box, near))
        self.keep(best.box)
        return best

    def fit(self, text: str, at: Point, away: int, size: int) -> Label | None:
        """The name beside its place where it covers nothing and stays within the edges; None if that is nowhere."""
        for less in SMALLER:
            for more in FARTHER:
                for label in sides(text, at, away + size * more // 100, size * less // 100):
                    if self.is_free(label.box) and self.is_inside(label.reach):
                        self.keep(label.box)
                        return label
        return None

    def is_free(self, box: Box) -> bool:
        """Tells if nothing stands in a box, and if it lies within the edges."""
        return self.is_inside(box) and not (box.area and self.meets(box, blocks(box)))

    def meets(self, box: Box, reached: Iterable[Point]) -> bool:
        """Tells if something stands in a box that reaches into these blocks."""
        left, top, right, bottom = box.left, box.top, box.right, box.bottom
        for block in reached:
            for other in self.taken.get(block, ()):
                if other.left < right and left < other.right and other.top < bottom and top < other.bottom:
                    return True
        return False

    def is_inside(self, box: Box) -> bool:
        """Tells if a box lies within the edges."""
        edges = self.edges
        inside = edges.left <= box.left and box.right <= edges.right
        return (inside and edges.top <= box.top and box.bottom <= edges.bottom) or not box.area

    def covered(self, box: Box, near: Iterable[Box]) -> int:
        """Returns how much a name would cover; leaving the sheet is worst."""
        outside = box.area - box.shared(self.edges)
        return sum(box.shared(other) for other in near) + 10 * outside


def breadth(text: str) -> int:
    """The width of a text by its letters, in hundredths of their size."""
    return sum(WIDTHS.get(letter, CAPITAL if letter.isupper() else SMALL) for letter in text)


def box_of(text: str, at: Point, size: int) -> Box:
    """The room of a text that stands in the middle over its base line."""
    half = len(text) * size * LETTER // 200
    return Box(at[0] - half, at[1] - size * 3 // 4, at[0] + half, at[1] + size // 4)


def blocks(box: Box) -> Iterator[Point]:
    """The blocks of the sheet that a box reaches into."""
    for across in range(box.left // BLOCK, box.right // BLOCK + 1):
        for down in range(box.top // BLOCK, box.bottom // BLOCK + 1):
            yield across, down


def around(boxes: Sequence[Box]) -> Box:
    """The least box that holds all of these."""
    return Box(min(box.left for box in boxes), min(box.top for box in boxes),
               max(box.right for box in boxes), max(box.bottom for box in boxes))  # fmt: skip


def sides(text: str, at: Point, away: int, size: int) -> Iterator[Label]:
    """A name on each side of its place, and at the four corners."""
    x, y = at
    wide, rise = len(text) * size * LETTER // 100 + EDGE, size * 7 // 10
    for dx, dy in offsets(away, rise):
        anchor = "start" if dx > 0 else "end" if dx < 0 else "middle"
        left = x + dx - (0 if dx > 0 else wide if dx < 0 else wide // 2)
        base = y + dy
        yield Label(text, (x + dx, base), anchor, Box(left, base - rise, left + wide, base + size // 4), size)


def offsets(away: int, rise: int) -> Iterable[Point]:
    """From a place to the base line of its name."""
    level, beside = rise // 2, away + GAP
    slant = away * 7 // 10 + GAP
    straight = ((beside, level), (-beside, level), (0, beside + rise), (0, -beside))
    return (*straight, (slant, slant + level), (slant, -slant), (-slant, slant + level), (-slant, -slant))
