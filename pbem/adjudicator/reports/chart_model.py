"""A map as its reader may know it: what a game hands over to be drawn, whatever its board is made of.

Everything lies on one sheet of whole units, x to the east and y to the south; `geometry/sheet.py` says where a hex or a
square is on it. A game fills a chart from a view and from what was told, and from nothing else, so that what the
reader cannot see can change no byte of a drawing. Nothing here is a float.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import cached_property, update_wrapper
from typing import Concatenate, ParamSpec, TypeVar, overload

from pbem.base.records import dataclass, replace
from pbem.geometry.coast import Shore
from pbem.geometry.sheet import Bounds, Point, Tiling


class Ground(Enum):
    """The grounds of a cell."""

    SEA = "sea"
    COAST = "coast"
    LAND = "land"
    UNKNOWN = "unknown"  # terra incognita


class Standing(Enum):
    """A stack's standing towards the reader: own, foe or neither.

    In the public's chart stacks are still parted by side.
    """

    OWN = "own"
    FOE = "foe"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Cell:
    """A hex, a square or an area. Only an area needs corners of its own."""

    id: str
    at: Point
    ground: Ground
    corners: tuple[Point, ...] = ()
    name: str = ""  # written in place of its id


@dataclass(frozen=True, slots=True)
class Port:
    """A harbour. `sign` is the letter of its owner, so that nobody has to tell colours apart."""

    name: str
    cell: str
    at: Point
    owner: str
    sign: str
    value: str = ""
    changed: bool = False  # not in the hands it is printed in
    code: str = ""  # its two letters in a map of letters
    walled: bool = False  # a fortress: a star in place of the ring


@dataclass(frozen=True, slots=True)
class Route:
    """A trade route, from harbour to harbour."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Hazard:
    """Something that lies on a cell: a storm, a wreck in the channel. `kind` is a word of the legend."""

    kind: str
    cell: str
    at: Point


@dataclass(frozen=True, slots=True)
class Stack:
    """Counters in one cell, by the topmost. `count` is None where the reader cannot see how many there are."""

    cell: str
    at: Point
    side: str
    standing: Standing
    top: str
    afloat: bool
    count: int | None = None
    detail: str = ""  # all that the reader knows of it, in a line
    letter: str = ""  # its letter in a map of letters
    small: bool = False  # one of several berths in a cell
    flag: bool = False  # an army by its name alone: what it is made of is not seen
    might: str = ""  # its strength in the figures of the game, as far as the reader sees it


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move of the last phase, cell by cell."""

    points: tuple[Point, ...]
    standing: Standing
    label: str  # as the story tells it
    side: str = ""  # the power that moves, where the map lists powers
    number: int = 0  # its number in the story; without one, its place among the arrows


def numbers_of(arrows: Sequence[Arrow]) -> list[int]:
    """The number of each arrow, as the map and the story show it."""
    return [arrow.number or place for place, arrow in enumerate(arrows, 1)]


@dataclass(frozen=True, slots=True)
class Sighting:
    """A stack that was seen and is not seen any more. `age` counts turns: 0 in the present one."""

    cell: str
    at: Point
    side: str
    label: str
    age: int = 0


@dataclass(frozen=True, slots=True)
class Lettering:
    """A name written on the map: a sea, a coast. Larger for larger waters."""

    text: str
    at: Point
    size: int


@dataclass(frozen=True, slots=True)
class Panel:
    """A sheet of a map that has several: its own part of the drawing, with its own coasts.

    The offset of a panel's cells must be a whole number of steps of the grid, or the lines of the grid miss them.
    """

    name: str
    bounds: Bounds
    shores: tuple[Shore, ...]
    caption: Point | None = None  # where its name is written, if it is
    credits: str = ""


@dataclass(frozen=True, slots=True)
class Box:
    """A box beside the map: of a track, or of a force that is in no cell. Its id is a cell's."""

    id: str
    at: Point  # its middle
    width: int
    height: int
    label: str
    note: str = ""  # in its lower corner: the die of its weather


@dataclass(frozen=True, slots=True)
class Shade:
    """Weather over many cells at once: hatched, with a word in the midst of them."""

    kind: str  # a word of the legend
    cells: tuple[Point, ...]
    label: str
    at: Point


@dataclass(frozen=True, slots=True)
class WindRose:
    """A wind with what it costs to sail each way; the wind that blows stands out."""

    name: str
    at: Point
    costs: tuple[int, ...]  # clockwise from north
    blows: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """An area in somebody's hands: its ground, its letter and its figures."""

    cell: str
    at: Point  # where its name stands
    corners: tuple[Point, ...]
    name: str
    standing: Standing | None = None  # None: nobody's
    shared: bool = False  # both sides are in it: hatched
    sign: str = ""  # the letter of its holder, so that nobody has to tell colours apart
    figure: str = ""  # what it is worth
    dots: int = 0  # how hostile it is to armies
    edge: str = ""  # whom its people love: a line within the border, 'solid', 'double' or 'broken'


@dataclass(frozen=True, slots=True)
class Border:
    """A stretch of border that is more than a line: `kind` is 'range' for mountains, 'realm' for a wider country."""

    kind: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Inset:
    """A part of the sheet drawn again beside it, so many times as large."""

    name: str
    source: Bounds
    at: Point  # its north-western corner
    scale: int

    @property
    def bounds(self) -> Bounds:
        """The part of the sheet that it covers."""
        return Bounds(self.at[0], self.at[1], self.at[0] + self.source.width * self.scale,
                      self.at[1] + self.source.height * self.scale)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Node:
    """A place of a net. `kind` is a word of the drawing: 'key' or 'minor' for a port, 'large' or 'small', 'zone'."""

    id: str
    at: Point
    kind: str
    name: str
    sign: str = ""  # the letter of its holder; of a space its number
    standing: Standing | None = None  # of its holder; None: nobody's


@dataclass(frozen=True, slots=True)
class Lane:
    """A line between two places of a net: `kind` is 'lane', or 'link' for the way into a zone; `foul` with the wind."""

    points: tuple[Point, Point]
    kind: str = "lane"
    foul: bool = False


@dataclass(frozen=True, slots=True)
class Breeze:
    """A wind over a place of a net: an arrow that points where it blows to; hollow while it does not."""

    name: str
    at: Point
    across: int  # the arrow's way east, and south, in units of the sheet
    down: int
    blows: bool


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle of weather around a point: `kind` is a word of the legend."""

    kind: str
    at: Point
    radius: int
    label: str = ""


class Described(Sequence[str]):
    """Sentences that are made when somebody first reads them: a report as text draws its map and never describes it."""

    def __init__(self, tell: Callable[[], Iterable[str]]) -> None:
        self.tell = tell

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The sentences."""
        return tuple(self.tell())

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, at: int) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...

    def __getitem__(self, at: int | slice) -> str | tuple[str, ...]:
        return self.lines[at]

    def __repr__(self) -> str:
        return repr(self.lines)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Described) and self.lines == other.lines

    def __hash__(self) -> int:
        return hash(self.lines)


@dataclass(frozen=True, slots=True)
class Chart:
    """A whole map. `description` says in sentences what the picture shows, for readers who cannot see it."""

    title: str
    tiling: Tiling
    bounds: Bounds
    cells: tuple[Cell, ...]
    description: Sequence[str]
    shores: tuple[Shore, ...] = ()
    lettering: tuple[Lettering, ...] = ()
    routes: tuple[Route, ...] = ()
    ports: tuple[Port, ...] = ()
    hazards: tuple[Hazard, ...] = ()
    stacks: tuple[Stack, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    focus: Bounds | None = None  # where there is most to see; None where the whole is small enough
    rose: Point | None = None  # where open water leaves room for a compass rose
    parties: tuple[tuple[Standing, str], ...] = ()  # whose stacks are drawn how
    owners: tuple[tuple[str, str], ...] = ()  # sign of a port's owner, its word
    credits: str = ""  # whose coastline it is
    panels: tuple[Panel, ...] = ()  # the sheets of a map that has several; `shores` is empty then
    boxes: tuple[Box, ...] = ()
    shades: tuple[Shade, ...] = ()
    winds: tuple[WindRose, ...] = ()
    areas: tuple[Held, ...] = ()  # the land of a map of areas; its cells are the waters
    borders: tuple[Border, ...] = ()
    insets: tuple[Inset, ...] = ()
    signs: tuple[tuple[str, str], ...] = ()  # kinds of hazards, edges and borders that occur, each with its word
    nodes: tuple[Node, ...] = ()  # the places of a net; it has no cells
    lanes: tuple[Lane, ...] = ()
    breezes: tuple[Breeze, ...] = ()
    rings: tuple[Ring, ...] = ()
    powers: tuple[tuple[str, str], ...] = ()  # the sides in the title's order, each with its words: colour and shape
    reader: str = ""  # the reader's side; empty for the public
    mights: str = ""  # what the figures of strength mean, for the legend
    namesakes: tuple[str, ...] = ()  # names of pieces that hold a place's name: "Real de Lima" is not Lima
    before: Chart | None = None  # the same as the phase began, where that is known

    def began_as(self, before: Chart | None) -> Chart:
        """This map, which knows how it was when the phase began; a map of another sheet is no such map."""
        if before is None or before.bounds != self.bounds or len(before.areas) != len(self.areas):
            return self
        return replace(self, before=replace(before, arrows=(), before=None))


Of = TypeVar("Of", bound=tuple[object, ...])
Made = TypeVar("Made")
More = ParamSpec("More")
#: So many maps may lie beside each other before what was made of the oldest is made anew.
MOST_MAPS = 8


def once_a_map(
    make: Callable[Concatenate[Of, More], Made],
) -> Callable[Concatenate[Of, More], Made]:
    """Makes something of a map's cells or coasts once; the charts of a board share their tuple, which gets it again."""
    maps: dict[int, tuple[Of, dict[object, Made]]] = {}  # a tuple is held: its id is no other's

    def kept(cells: Of, /, *more: More.args, **named: More.kwargs) -> Made:
        if id(cells) not in maps and len(maps) >= MOST_MAPS:
            maps.pop(next(iter(maps)), None)
        made = maps.setdefault(id(cells), (cells, {}))[1]
        key = more, tuple(named.items())
        if key not in made:
            made[key] = make(cells, *more, **named)
        return made[key]

    update_wrapper(kept, make)
    return kept
