"""Draws the map of a report's page: a title gives a chart, and templates get texts and drawings."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.reports.chart_model import Chart
from pbem.chart import svg
from pbem.chart.glyphs import HAZARDS


def with_map_drawn(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a page as plain data: where `map` is a chart, it is drawn."""
    chart = values.get("map")
    return {**values, "map": drawn(chart)} if isinstance(chart, Chart) else dict(values)


def drawn(chart: Chart) -> dict[str, Any]:
    """Draws a map: the shared parts, the whole small, a window on the busiest part, every cell; and describes it in
    words.
    """
    return {
        "title": chart.title, "definitions": svg.definitions(chart), "overview": svg.overview(chart),
        "window": svg.window(chart) if chart.focus else "", "full": svg.full(chart), "words": list(chart.description),
        "parties": [[standing.value, words] for standing, words in chart.parties],
        "owners": [list(owner) for owner in chart.owners], "storms": any(h.kind == "storm" for h in chart.hazards),
        "wrecks": any(h.kind == "wreck" for h in chart.hazards), "arrows": bool(chart.arrows),
        "ghosts": bool(chart.sightings), "routes": bool(chart.routes), "credits": chart.credits,
        "signs": signs_of(chart),
    }  # fmt: skip


def signs_of(chart: Chart) -> list[dict[str, str]]:
    """The further signs of a chart's legend: the kind of each, its word, and its drawing where it has one."""
    return [{"kind": kind, "words": words, "path": HAZARDS.get(kind, "")} for kind, words in chart.signs]


def thumbnail(chart: Chart) -> str:
    """A small picture of a map for a page of many: the address of an image that the page holds itself."""
    drawn = svg.thumbnail(chart)
    return f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}"
