"""Names, numbers of cells and numbers of arrows: each where it covers nothing, or nowhere.

A window is lettered by itself, so that its frame cuts nothing. What finds no room is left out; it stands in the words
of the map, and under the pointer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from pbem.adjudicator.reports.chart_model import Arrow, Cell, Chart, Stack, numbers_of, once_a_map
from pbem.chart import areas, glyphs, nets
from pbem.chart.flags import flag_of
from pbem.chart.pen import PORT_ABOVE, Pen, sized
from pbem.chart.place_names import LETTER, SMALLER, Box, Edges, Room, blocks
from pbem.chart.place_names import box_of as text_box
from pbem.geometry.sheet import Bounds, Point, Tiling

PORT_NAME, STACK_NAME, NODE_NAME = 10, 8, 9
LONGEST_NAME = 16
#: Names of waters on the sheet, in hundredths of their size from afar; smaller ones than this are left out. Their
#: letters stand apart by so many hundredths of their size.
FINE_WATERS, LEAST_WATERS, SPACED = 60, 8, 16
#: How far a name of a water may stand from its place, in its own heights.
DRIFT = (0, -2, 2, -4, 4, -6, 6)
#: How far the label of an area may stand from its place.
LABEL_DRIFT = (0, -8, 8, -16, 16)
#: The number of a cell: its size, and how far above the middle it stands.
NUMBER_SIZE, NUMBER_ABOVE = 8, 18
#: The disc with an arrow's number.
BADGE = 9


class Number(NamedTuple):
    """The number of a cell, or what is written in its place."""

    cell: Point  # where its cell is
    text: str
    at: Point
    box: Box
    drawn: str


class Lettered(NamedTuple):
    """All that is written on a part of a map, as it is drawn: names, numbers of arrows, and the numbers of cells that
    have room.
    """

    names: list[str]
    badges: list[str]
    numbers: list[str]


def lettering(chart: Chart, placed: Sequence[tuple[Stack, Point]], pen: Pen, bounds: Bounds) -> Lettered:
    """Writes on a part of the map: numbers of arrows, names, then numbers of cells where room is left."""
    room = Room(Box(bounds.left, bounds.top, bounds.right, bounds.bottom))
    inside = [(stack, at) for stack, at in placed if within(bounds, at)]
    labels = list(labelled(chart, room))
    signs(chart, inside, pen, room)
    arrows = list(badges(chart, pen, room))
    found = [*labels, *names(chart, inside, pen, room, bounds), *waters(chart, pen, room)]
    return Lettered(found, arrows, numbers(chart, room, bounds) if pen.numbered else [])


def within(bounds: Bounds, at: Point) -> bool:
    """Tells if a place lies in a part of the sheet."""
    return bounds.left < at[0] < bounds.right and bounds.top < at[1] < bounds.bottom


def signs(chart: Chart, placed: Iterable[tuple[Stack, Point]], pen: Pen, room: Room) -> None:
    """Takes the room of everything that is drawn."""
    for port in chart.ports:
        room.take(pen.off(port.at, 0, PORT_ABOVE), pen.size(9), pen.size(9))
    for stack, at in placed:
        own = sized(stack, pen)
        room.take(at, own.size(15), own.size(14))
        if stack.might:
            room.take((at[0], at[1] + own.size(19)), own.size(3 * len(stack.might)), own.size(6))
    for inset in chart.insets:
        box = inset.bounds.left, inset.bounds.top, inset.bounds.right, inset.bounds.bottom
        if room.is_inside(box):  # another is not shown
            room.keep(box)
    for node in chart.nodes:
        room.take(node.at, pen.size(nets.HALF[node.kind]), pen.size(nets.HALF[node.kind]))


# ------------------------------------------------------------------------------------------------------------- names


def labelled(chart: Chart, room: Room) -> Iterator[str]:
    """The labels of areas, a little higher or lower where two would meet; one that a frame would cut is left out."""
    for each in chart.areas:
        box, widest = areas.room_of(each), areas.room_of(each, areas.WIDEST)
        if box[2] <= room.edges.left or room.edges.right <= box[0]:
            continue
        fits = (down for down in LABEL_DRIFT
                if room.is_free(lower(box, down)) and room.is_inside(lower(widest, down)))  # fmt: skip
        down = next(fits, None)
        if down is not None:
            yield areas.label(each, down)
        room.keep(lower(box, down or 0))


def lower(box: Edges, down: int) -> Edges:
    """A box so far below its place."""
    return box[0], box[1] + down, box[2], box[3] + down


def names(
    chart: Chart, placed: Iterable[tuple[Stack, Point]], pen: Pen, room: Room, bounds: Bounds
) -> Iterator[str]:
    """Seaports, nodes and topmost counters by name."""
    for port in chart.ports:
        if within(bounds, port.at):
            yield from named(room, shortened(port.name), pen.off(port.at, 0, PORT_ABOVE), pen.size(9),
                             pen.size(PORT_NAME))  # fmt: skip
    for node in chart.nodes:
        if nets.is_named(node, fine=pen.numbered) and within(bounds, node.at):
            yield from named(room, node.name, node.at, pen.size(nets.HALF[node.kind]), pen.size(NODE_NAME))
    for stack, at in placed if pen.numbered else ():
        if stack.top:
            yield from named(room, shortened(stack.top), at, pen.size(15), pen.size(STACK_NAME))


def named(room: Room, words: str, at: Point, away: int, size: int) -> Iterator[str]:
    """A name beside its place, smaller where there is little room; nothing where there is none."""
    label = room.fit(words, at, away, size)
    if label is not None:
        x, y = label.at
        yield (f'<text class="name" font-size="{label.size}" text-anchor="{label.anchor}" x="{x}" y="{y}">'
               f"{glyphs.text(label.text)}</text>")  # fmt: skip


def shortened(name: str) -> str:
    """A name that leaves room for others."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"


def waters(chart: Chart, pen: Pen, room: Room) -> Iterator[str]:
    """The names of waters, a little higher or lower where something stands; none that a frame would cut."""
    for each in chart.lettering:
        size = each.size * (FINE_WATERS if pen.numbered else 100) // 100
        if size <= LEAST_WATERS:
            continue
        for less, down, across in product(SMALLER, DRIFT, (0, -3, 3)):
            high = size * less // 100
            half = len(each.text) * high * (LETTER + SPACED) // 200
            x, y = each.at[0] + across * high, each.at[1] + down * high
            box = x - half, y - high * 3 // 4, x + half, y + high // 4
            if room.is_free(box):
                room.keep(box)
                yield f'<text class="water" font-size="{high}" x="{x}" y="{y}">{glyphs.text(each.text)}</text>'
                break


# ----------------------------------------------------------------------------------------------------------- numbers


def numbers(chart: Chart, room: Room, bounds: Bounds) -> list[str]:
    """The number of every cell at its upper edge, but not under a sign or a name."""
    covered = set(under(room, blocks_of(chart.cells, chart.tiling)))
    return [drawn for drawn in numbers_in(chart.cells, chart.tiling, bounds) if drawn not in covered]


@once_a_map
def numbers_in(cells: tuple[Cell, ...], tiling: Tiling, part: Bounds) -> list[str]:
    """The numbers of the cells in a part of the sheet, as they are drawn; none that its frame would cut."""
    left, top, right, bottom = part.left, part.top, part.right, part.bottom
    return [drawn for (x, y), _, _, (west, north, east, south), drawn in numbered(cells, tiling)
            if left < x < right and top < y < bottom
            and left <= west and east <= right and top <= north and south <= bottom]  # fmt: skip


def under(room: Room, numbers: Mapping[Point, Sequence[Number]]) -> Iterator[str]:
    """The numbers, as they are drawn, in whose place something stands: what is taken is looked for among them."""
    for block in room.taken.keys() & numbers.keys():
        boxes = room.taken[block]
        for _, _, _, (left, top, right, bottom), drawn in numbers[block]:
            for from_left, from_top, to_right, to_bottom in boxes:
                if from_left < right and left < to_right and from_top < bottom and top < to_bottom:
                    yield drawn
                    break


@once_a_map
def blocks_of(cells: tuple[Cell, ...], tiling: Tiling) -> dict[Point, list[Number]]:
    """The numbers of all cells by the blocks of the sheet that they reach into."""
    found: dict[Point, list[Number]] = {}
    for each in numbered(cells, tiling):
        for block in blocks(each.box):
            found.setdefault(block, []).append(each)
    return found


@once_a_map
def numbered(cells: tuple[Cell, ...], tiling: Tiling) -> tuple[Number, ...]:
    """The number of every cell."""
    up = 0 if tiling is Tiling.AREAS else NUMBER_ABOVE
    return tuple(number_of(cell, (cell.at[0], cell.at[1] - up)) for cell in cells)


def number_of(cell: Cell, at: Point) -> Number:
    """The number of one cell, or what is written in its place."""
    words = cell.name or cell.id
    drawn = f'<text class="num" x="{at[0]}" y="{at[1]}">{glyphs.text(words)}</text>'
    return Number(cell.at, words, at, text_box(words, at, NUMBER_SIZE), drawn)


def badges(chart: Chart, pen: Pen, room: Room) -> Iterator[str]:
    """The number of each arrow on its way, where nothing else is."""
    for number, arrow in zip(numbers_of(chart.arrows), chart.arrows, strict=True):
        for at in along(arrow):
            half = pen.size(BADGE)
            box = at[0] - half, at[1] - half, at[0] + half, at[1] + half
            if room.is_free(box):
                room.keep(box)
                kind = flag_of(chart, arrow.side, arrow.standing).kind
                yield f'<g class="badge {kind}" {pen.at(at)}><circle r="{BADGE}"/><text y="4">{number}</text></g>'
                break


def along(arrow: Arrow) -> list[Point]:
    """Places on an arrow's way, those near its middle first."""
    points = arrow.points
    spots = [*points[1:-1], *(((a[0] + b[0]) // 2, (a[1] + b[1]) // 2) for a, b in pairwise(points))]
    if not spots:
        return []
    middle = points[len(points) // 2]
    return sorted(spots, key=lambda at: (abs(at[0] - middle[0]) + abs(at[1] - middle[1]), at))
