"""The numbers of cells, written once on a page: each drawing shows them through a frame with holes.

A window numbers its cells by itself, since a number gives way to a name or a sign. What it hides is less than what it
shows, so it says what it hides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, pairwise

from pbem.adjudicator.reports.chart_model import Cell, Chart, once_a_map
from pbem.chart import glyphs
from pbem.chart.place_names import Box
from pbem.chart.written import Written, numbered
from pbem.geometry.sheet import Bounds, Tiling

#: The id of the numbers in a page; the beginning of the id of a frame.
NUMBERS, FRAME = "numbers", "seen"
#: A hole is larger than the room of its number, whose figures may be wide.
EDGE = 2


def definition(chart: Chart) -> str:
    """Writes every number of a sheet, for its drawings to use; nothing where areas have names instead."""
    return f'<g class="chart" id="{NUMBERS}">{columns(chart.cells, chart.tiling)}</g>' if is_shared(chart) else ""


def is_shared(chart: Chart) -> bool:
    """Tells if the drawings of a chart share their numbers: those that lie apart, row by row."""
    return chart.tiling in glyphs.PATTERNS and bool(chart.cells)


@once_a_map
def columns(cells: tuple[Cell, ...], tiling: Tiling) -> str:
    """The numbers of all cells, a text for each column."""
    placed = sorted((*written.at, written.text) for _, written, _ in numbered(cells, tiling) if written.at)
    return "".join(column(list(each)) for _, each in groupby(placed, key=lambda one: one[0]))


def column(numbers: Sequence[tuple[int, int, str]]) -> str:
    """One text: the first number, and each further one so far below the one before."""
    x, y, words = numbers[0]
    rest = "".join(f'<tspan x="{x}" dy="{low - high}">{glyphs.text(each)}</tspan>'
                   for (_, high, _), (_, low, each) in pairwise(numbers))  # fmt: skip
    return f'<text class="num" x="{x}" y="{y}">{glyphs.text(words)}{rest}</text>'


def shown(chart: Chart, part: Bounds, seen: Iterable[Written], drawing: str) -> str:
    """The numbers that a drawing of a part of the sheet shows; all others there are cut out."""
    free = frozenset(each.text for each in seen)
    sheet = Box(part.left, part.top, part.right, part.bottom)
    holes = "".join(cut for words, room, cut in rooms(chart.cells, chart.tiling)
                    if words not in free and room.overlaps(sheet))  # fmt: skip
    edge = f"M{part.left} {part.top}h{part.width}v{part.height}h-{part.width}z"
    name = f"{FRAME}-{drawing}"
    return (f'<clipPath id="{name}"><path d="{edge}{holes}"/></clipPath>'
            f'<use href="#{NUMBERS}" clip-path="url(#{name})"/>')  # fmt: skip


@once_a_map
def rooms(cells: tuple[Cell, ...], tiling: Tiling) -> tuple[tuple[str, Box, str], ...]:
    """Every number with its room and the hole that shows it."""
    found = ((written.text, widened(written.box)) for _, written, _ in numbered(cells, tiling))
    return tuple((words, room, hole(room)) for words, room in found)


def widened(box: Box) -> Box:
    """The room of a number with an edge around it."""
    return Box(box.left - EDGE, box.top - EDGE, box.right + EDGE, box.bottom + EDGE)


def hole(room: Box) -> str:
    """A hole in a frame: its outline runs the other way round."""
    wide, high = room.right - room.left, room.bottom - room.top
    return f"M{room.left} {room.top}v{high}h{wide}v-{high}z"
