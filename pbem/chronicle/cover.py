"""Draws the cover of a book: the map as it stood at the end, with the title under it."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from pbem.adjudicator.reports.chart_model import Chart
from pbem.chart import svg
from pbem.chronicle.markdown import dates
from pbem.page import strip

NAME = "cover"
WIDE, HIGH = 1200, 630
#: The place of the map, and the lines below it; a long title is set smaller, so that it fits.
TOP, BROAD, DEEP = 26, 1120, 436
LARGE, ALL_LETTERS = 64, 1900
SERIF = "Georgia, 'DejaVu Serif', serif"


def cover(book: Mapping[str, Any], chart: Chart) -> dict[str, str]:
    """The cover within the book's own page, and the same as a picture by itself."""
    title = f"{book['game_name']}: the map as it stood"
    drawn = strip.picture(chart, strip.coast(chart), strip.turn_of(chart, ""), title)
    return {"name": NAME, "title": title, "svg": drawn, "alone": alone(book, chart, title)}


def alone(book: Mapping[str, Any], chart: Chart, title: str) -> str:
    """The picture by itself: paper, the map in a frame, title, dates and outcome."""
    name = str(book["title"] or book["game_name"])
    second = " · ".join(filter(None, [str(book["game_name"]) if name != book["game_name"] else "", dates(book)]))
    rows = [(530, min(LARGE, ALL_LETTERS // max(len(name), 1)), name), (570, 24, second),
            (600, 20, str(book["outcome"]))]  # fmt: skip
    told = "".join(f'<text x="{WIDE // 2}" y="{y}" font-size="{size}">{escape(words)}</text>'
                   for y, size, words in rows)  # fmt: skip
    inner = svg.thumbnail(chart).replace("<svg ", f"<svg {box(chart)} ", 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}" '
        f'role="img" aria-label="{escape(title)}"><rect width="{WIDE}" height="{HIGH}" fill="#fcf7ee"/>{inner}'
        f'<rect x="12" y="12" width="{WIDE - 24}" height="{HIGH - 24}" fill="none" stroke="#8f7a4f" stroke-width="3"/>'
        f'<g text-anchor="middle" fill="#1a2129" font-family="{SERIF}">{told}</g></svg>\n'
    )


def box(chart: Chart) -> str:
    """The place of the map on the cover: as large as fits, in its own proportions, in the middle."""
    bounds = chart.bounds
    width = min(BROAD, DEEP * bounds.width // bounds.height)
    height = width * bounds.height // bounds.width
    return f'x="{(WIDE - width) // 2}" y="{TOP + (DEEP - height) // 2}" width="{width}" height="{height}"'
