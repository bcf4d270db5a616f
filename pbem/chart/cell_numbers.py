"""The numbers of cells, written once on a page: each drawing shows them through a frame with holes.

A window numbers its cells by itself, since a number gives way to a name or a sign. What it hides is less than what it
shows, so it says what it hides.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby, pairwise

from pbem.adjudicator.reports.chart_model import Cell, Chart, once_a_map
from pbem.chart import glyphs
from pbem.chart.place_names import Box, Edges
from pbem.chart.written import numbered
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
    placed = sorted((*number.at, number.text) for number in numbered(cells, tiling))
    return "".join(column(list(each)) for _, each in groupby(placed, key=lambda one: one[0]))


def column(numbers: Sequence[tuple[int, int, str]]) -> str:
    """One text: the first number, and each further one so far below the one before."""
    x, y, words = numbers[0]
    rest = "".join(f'<tspan x="{x}" dy="{low - high}">{glyphs.text(each)}</tspan>'
                   for (_, high, _), (_, low, each) in pairwise(numbers))  # fmt: skip
    return f'<text class="num" x="{x}" y="{y}">{glyphs.text(words)}{rest}</text>'


def shown(chart: Chart, part: Bounds, seen: Collection[str], drawing: str) -> str:
    """The numbers that a drawing of a part of the sheet shows; all others there are cut out. `seen` has them as each
    would be drawn by itself.
    """
    holes = "".join(cut for drawn, cut in holes_in(chart.cells, chart.tiling, part) if drawn not in seen)
    edge = f"M{part.left} {part.top}h{part.width}v{part.height}h-{part.width}z"
    name = f"{FRAME}-{drawing}"
    return (f'<clipPath id="{name}"><path d="{edge}{holes}"/></clipPath>'
            f'<use href="#{NUMBERS}" clip-path="url(#{name})"/>')  # fmt: skip


@once_a_map
def holes_in(cells: tuple[Cell, ...], tiling: Tiling, part: Bounds) -> list[tuple[str, str]]:
    """The numbers that reach into a part of the sheet, each with the hole that hides it."""
    left, top, right, bottom = part.left, part.top, part.right, part.bottom
    return [(drawn, hole((west, north, east, south))) for drawn, (west, north, east, south) in rooms(cells, tiling)
            if left < east and west < right and top < south and north < bottom]  # fmt: skip


@once_a_map
def rooms(cells: tuple[Cell, ...], tiling: Tiling) -> list[tuple[str, Edges]]:
    """Every number as it is drawn by itself, and its room."""
    return [(number.drawn, widened(number.box)) for number in numbered(cells, tiling)]


def widened(box: Box) -> Edges:
    """The room of a number with an edge around it."""
    return box.left - EDGE, box.top - EDGE, box.right + EDGE, box.bottom + EDGE


def hole(room: Edges) -> str:
    """A hole in a frame: its outline runs the other way round."""
    left, top, right, bottom = room
    wide, high = right - left, bottom - top
    return f"M{left} {top}v{high}h{wide}v-{high}z"
