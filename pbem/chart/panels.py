"""Draws what a map has that is no hex or square of one sheet: further sheets, boxes, weather over zones, wind roses."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.reports.chart_model import Box, Chart, Panel, Shade, WindRose, once_a_map
from pbem.chart import glyphs
from pbem.geometry.coast import Shore
from pbem.geometry.sheet import Bounds, Point

#: Names of what a page's drawings share: the coast of a panel, and the frame that cuts it.
COAST, FRAME = "coast", "frame"
CORNER = 10
#: A wind rose: its hexagon, and where its six numbers stand, clockwise from north.
ROSE = "M-20 -35h40l20 35l-20 35h-40l-20 -35z"
NUMBERS: tuple[Point, ...] = ((0, -20), (26, -9), (26, 17), (0, 29), (-26, 17), (-26, -9))


def definitions(chart: Chart) -> str:
    """The coasts of all panels and the frames that cut them."""
    return "".join(
        f'<path id="{COAST}-{number}" d="{coast(panel.shores)}"/>'
        f'<clipPath id="{FRAME}-{number}"><rect {box(panel.bounds)}/></clipPath>'
        for number, panel in enumerate(chart.panels)
    )


@once_a_map
def coast(shores: tuple[Shore, ...]) -> str:
    """The coastlines of a panel as one path."""
    return "".join(map(glyphs.ring, shores))


def box(bounds: Bounds) -> str:
    """Writes bounds as a rectangle's."""
    return f'x="{bounds.left}" y="{bounds.top}" width="{bounds.width}" height="{bounds.height}"'


def grounds(chart: Chart, surf: tuple[tuple[int, int], ...]) -> Iterator[str]:
    """Every panel's sea and land, cut by its frame."""
    whole = chart.bounds
    yield f'<rect class="table" {box(whole)}/>'
    for number, panel in enumerate(chart.panels):
        coast = f'href="#{COAST}-{number}"'
        lines = "".join(f'<use class="surf" {coast} stroke-width="{w}" stroke-opacity="0.{much}"/>' for w, much in surf)
        sea = f'<rect class="sea" {box(panel.bounds)}/>'
        yield f'<g clip-path="url(#{FRAME}-{number})">{sea}{lines}<use class="land" {coast}/></g>'


def frames(chart: Chart, grid: str, *, lines: bool) -> Iterator[str]:
    """The grid of every panel, its edge and its name."""
    for panel in chart.panels:
        if lines:
            yield f'<rect fill="url(#{grid})" {box(panel.bounds)}/>'
        yield f'<rect class="frame" {box(panel.bounds)}/>{caption(panel)}'


def caption(panel: Panel) -> str:
    """The name of a panel."""
    if panel.caption is None:
        return ""
    return f'<text class="caption" x="{panel.caption[0]}" y="{panel.caption[1]}">{glyphs.text(panel.name)}</text>'


def drawn_box(each: Box) -> str:
    """One box."""
    left, top = each.at[0] - each.width // 2, each.at[1] - each.height // 2
    note = (f'<text class="box-note" x="{left + each.width - 8}" y="{top + each.height - 8}">'
            f"{glyphs.text(each.note)}</text>") if each.note else ""  # fmt: skip
    return (
        f'<rect class="box" x="{left}" y="{top}" width="{each.width}" height="{each.height}" rx="{CORNER}"/>'
        f'<text class="box-name" x="{left + 8}" y="{top + 18}">{glyphs.text(each.label)}</text>{note}'
    )


def drawn_shade(chart: Chart, each: Shade) -> str:
    """One of them."""
    path = "".join(glyphs.cell_path(chart.tiling, at, ()) for at in each.cells)
    return (
        f'<path class="foul {each.kind}" d="{path}"/>'
        f'<text class="foul-name" x="{each.at[0]}" y="{each.at[1]}">{glyphs.text(each.label)}</text>'
    )


def drawn_rose(each: WindRose) -> str:
    """One wind."""
    numbers = "".join(f'<text class="cost" x="{x}" y="{y}">{cost}</text>'
                      for (x, y), cost in zip(NUMBERS, each.costs, strict=True))  # fmt: skip
    kind = "wind blows" if each.blows else "wind"
    told = f"{each.name}: {'it blows' if each.blows else 'it does not blow'}; what a hex costs each way"
    return (
        f'<g class="{kind}" transform="translate({each.at[0]} {each.at[1]})"><title>{glyphs.text(told)}</title>'
        f'<path d="{ROSE}"/>{numbers}'
        f'<text class="wind-name" y="6">{glyphs.text(each.name)}</text></g>'
    )
