"""The order desk as one file: house style, program, map and form. It works alone and can neither fetch nor send.

Everything that comes from a game stands in it as inert data, or as text that was escaped here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from html import escape
from typing import Any

from pbem import __version__
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.game import Game
from pbem.adjudicator.reports.chart_model import Chart
from pbem.base.clock import in_words, parse_time
from pbem.chart import svg
from pbem.chart.flags import tint
from pbem.chart.lying import lying
from pbem.geometry.sheet import Bounds
from pbem.page import house_pages
from pbem.page.single_file import filled, policy, source

#: What the desk shares with the proof page: faults, the reader of strict YAML, elements made of text alone.
SHARED = ("base", "yaml", "build")
OWN = ("shape", "write", "ways", "orders", "pieces", "odds", "cautions", "fields", "chart", "acts", "lading", "start")


def desk_page(game: Game, reading: Reading[Any], head: Mapping[str, str], due: str = "") -> str | None:
    """Makes the desk of the open phase from a seat's view and its deadline alone; None if a game has none."""
    form = game.desk(reading, head)
    if not form:
        return None
    return assembled(form, game.chart(reading), due)


def assembled(form: Mapping[str, Any], chart: Chart | None, due: str = "") -> str:
    """The page."""
    style, whole = house_pages.styles() + source("desk/desk.css"), program()
    heading, file = f"{form['game']}: {form['phase']}", f"orders-{form['head'].get('phase', '')}.yaml"
    slots = {
        "policy": policy([whole], style), "title": text(f"Orders, {heading}"), "style": style, "heading": text(heading),
        "map": map_of(chart) if chart else "", "file": text(file), "due": due_line(due),
        "version": __version__, "credits": text(chart.credits if chart else ""),
        "form": inert({**form, **sheet_of(chart)}), "program": whole,
    }  # fmt: skip
    return filled(source("desk/desk.html"), slots)


def due_line(due: str) -> str:
    """The deadline in words; how far off it is the page's program says when it is read."""
    if not due:
        return ""
    return f'<p class="second">Due by <time id="due" datetime="{text(due)}">{in_words(parse_time(due))} UTC</time></p>'


def map_of(chart: Chart) -> str:
    """The map with all that is drawn on it, and the same in words."""
    words = "".join(f"<p>{text(line)}</p>" for line in chart.description)
    slots = {
        "title": text(chart.title), "tint": tint(chart), "definitions": svg.definitions(chart),
        "box": svg.view_box(chart.bounds), "sheet": svg.unlettered(chart, chart.bounds), "words": words,
        "letters": svg.letters_on(chart, chart.bounds, "desk"),
    }  # fmt: skip
    return filled(source("desk/map.html"), slots).strip()


def sheet_of(chart: Chart | None) -> dict[str, Any]:
    """Returns the positions of the cells, by which the page's program finds its way on the drawing."""
    if chart is None:
        return {"cells": [], "bounds": [0, 0, 1, 1], "focus": [0, 0, 1, 1], "lying": {}}
    cells = [[cell.id, *cell.at] for cell in chart.cells] + [[each.cell, *each.at] for each in chart.areas]
    cells += [[node.id, *node.at] for node in chart.nodes]
    return {"cells": cells, "bounds": corners(chart.bounds), "focus": corners(chart.focus or chart.bounds),
            "lying": lying(chart)}  # fmt: skip


def corners(bounds: Bounds) -> list[int]:
    """Bounds as the program reads them."""
    return [bounds.left, bounds.top, bounds.right, bounds.bottom]


@cache
def program() -> str:
    """The whole program: the modules behind one another, what stands in those files and nothing else."""
    names = [*(f"proof/js/{name}.js" for name in SHARED), *(f"desk/js/{name}.js" for name in OWN)]
    begin = ['"use strict";', 'const FORM = JSON.parse(document.getElementById("desk-form").textContent);']
    return "\n".join([*begin, source("house/far_off.js"), *map(source, names)])


def inert(value: Any) -> str:
    """Data as JSON in which no tag can end or begin."""
    told = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return told.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def text(value: str) -> str:
    """Words of anybody's, made harmless."""
    return escape(house_pages.harmless(value))
