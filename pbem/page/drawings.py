"""Draws the map of a report's page: a title gives a chart, and templates get texts and drawings."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.reports.chart_model import Chart, numbers_of
from pbem.chart import svg
from pbem.chart.cell_numbers import NUMBERS
from pbem.chart.flags import flags_of
from pbem.chart.glyphs import HAZARDS
from pbem.chart.windows import windows
from pbem.geometry.sheet import Point
from pbem.page.map_links import tied, ties_of

#: How what is the same on the pages of a title begins, and what follows it: coasts and shapes, the numbers of cells.
SHARED = (("<defs>", "<marker"), (f'<g class="chart" id="{NUMBERS}">', "</g>"))


def with_map_drawn(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a page as plain data: where `map` is a chart, it is drawn, and the story tied to it."""
    chart = values.get("map")
    if not isinstance(chart, Chart):
        return dict(values)
    ties = ties_of(chart)
    chapters = tied(values.get("chapters", ()), ties)
    return {**values, "chapters": chapters, "map": drawn(chart, ties.told)}


def drawn(chart: Chart, told: Mapping[str, Point] | None = None) -> dict[str, Any]:
    """Draws a map: the shared parts, the whole small, windows on the busiest parts, every cell; and describes it in
    words. `told` are the places that the story names.
    """
    left = dict(told or {})
    shown = []
    for number, part in enumerate(windows(chart, tuple(left.values()))):
        shown.append(svg.window(chart, f"window-{number}" if number else "window", part, svg.spots(left, part)))
        left = {cell: at for cell, at in left.items() if not svg.inside(part, at)}
    numbers = numbers_of(chart.arrows)
    moves = [f"Arrow {number}: {arrow.label}" for number, arrow in zip(numbers, chart.arrows, strict=True)]
    return {
        "title": chart.title, "definitions": svg.definitions(chart), "windows": shown,
        "overview": svg.overview(chart, more=svg.spots(left, chart.bounds)), "window": shown[0] if shown else "",
        "full": svg.full(chart), "words": [*chart.description, *moves],
        "parties": [[standing.value, words] for standing, words in chart.parties], "flags": flags(chart),
        "owners": [list(owner) for owner in chart.owners], "storms": any(h.kind == "storm" for h in chart.hazards),
        "wrecks": any(h.kind == "wreck" for h in chart.hazards), "arrows": bool(chart.arrows),
        "ghosts": bool(chart.sightings), "routes": bool(chart.routes), "credits": chart.credits,
        "before": chart.before is not None, "signs": signs_of(chart),
        "mights": chart.mights if any(stack.might for stack in chart.stacks) else "",
    }  # fmt: skip


def shared_parts(page: str) -> list[str]:
    """The coasts, shapes and numbers in a page, which any other page of the title has as well."""
    begun = [(page.find(begin), end) for begin, end in SHARED]
    return [page[at : page.find(end, at)] for at, end in begun if at >= 0]


def flags(chart: Chart) -> list[dict[str, str]]:
    """The parties of a chart's legend: the classes of each, its outline, its words."""
    return [{"kind": flag.classes, "path": flag.outline, "words": words} for flag, words in flags_of(chart)]


def signs_of(chart: Chart) -> list[dict[str, str]]:
    """The further signs of a chart's legend: the kind of each, its word, and its drawing where it has one."""
    return [{"kind": kind, "words": words, "path": HAZARDS.get(kind, "")} for kind, words in chart.signs]


def thumbnail(chart: Chart) -> str:
    """A small picture of a map for a page of many: the address of an image that the page holds itself."""
    drawn = svg.thumbnail(chart)
    return f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}"
