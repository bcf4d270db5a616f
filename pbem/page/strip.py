"""Draws a strip of small maps: one for each turn, with the stacks that its reader knew of.

A turn is kept as a few numbers, so that each adds a kilobyte or two to the newest page.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.adjudicator.reports.chart_model import Chart
from pbem.base.patterns import pattern
from pbem.chart import panels, svg
from pbem.chart.flags import flag_of, tint
from pbem.chart.glyphs import text

#: The place of the strip in a report's page.
PLACE = '<div class="past" id="past">'
END = "</div>"
#: A small map is so many signs' units wide; signs keep their size, and the sheet is made smaller.
UNITS = 900
KIND = pattern(r"[a-z][a-z0-9]{0,8}")
START = pattern(r"M(-?[0-9]{1,3}) (-?[0-9]{1,3})")

Turn = Mapping[str, Any]


def turn_of(chart: Chart, name: str) -> dict[str, Any]:
    """The record of a turn: the place of each flag, and of each port that is in other hands than at the start."""
    found: dict[str, list[list[int]]] = {}
    outlines: dict[str, str] = {}
    for stack in chart.stacks:
        flag = flag_of(chart, stack.side, stack.standing)
        outlines[flag.kind] = flag.outline
        found.setdefault(flag.kind, []).append(list(stack.at))
    return {"turn": name, "tint": tint(chart).strip(), "flags": found, "outlines": outlines,
            "taken": [list(port.at) for port in chart.ports if port.changed]}  # fmt: skip


def with_turn(turns: Sequence[Turn], newest: Turn) -> list[Turn]:
    """The turns with the newest at the end; a later report of one turn takes the place of an earlier one."""
    return [*(each for each in turns if each["turn"] != newest["turn"]), newest]


def strip(chart: Chart, turns: Sequence[Turn], called: Callable[[str], str], chapters: Sequence[str] = ()) -> str:
    """The strip of all turns as HTML, each as its title calls it; in a book each leads to its chapter."""
    ground = coast(chart)
    names = [called(str(each["turn"])) for each in turns]
    shown = [f"<span>{text(name)}</span>" for name in names]
    if chapters:
        shown = [f'<a href="#{text(chapter)}">{name}</a>' for name, chapter in zip(shown, chapters, strict=True)]
    items = "".join(f"<li>{picture(chart, ground, each, name)}{words}</li>"
                    for each, name, words in zip(turns, names, shown, strict=True))  # fmt: skip
    return f"<ol>{items}</ol>" if len(turns) > 1 else ""


def coast(chart: Chart) -> str:
    """Sea and land by what the page's large maps have defined."""
    if not chart.panels:
        return f'<rect class="sea" {panels.box(chart.bounds)}/><use class="land" href="#{svg.LAND}"/>'
    frame, land = f'<g clip-path="url(#{panels.FRAME}-', f'"><use class="land" href="#{panels.COAST}-'
    return "".join(f'<rect class="sea" {panels.box(panel.bounds)}/>{frame}{each}){land}{each}"/></g>'
                   for each, panel in enumerate(chart.panels))  # fmt: skip


def picture(chart: Chart, ground: str, turn: Turn, called: str) -> str:
    """One small map, with how many stacks of each party are on it for those who cannot see it."""
    scale = max(chart.bounds.width * 100 // UNITS, 1)
    flags = {str(kind): places for kind, places in turn["flags"].items() if KIND.fullmatch(str(kind))}
    drawn = "".join(f'<path fill="var(--{kind})" d="{signs(str(turn["outlines"][kind]), places, scale)}"/>'
                    for kind, places in flags.items())  # fmt: skip
    rings = "".join(f"M{int(x) * 100 // scale - 9} {int(y) * 100 // scale}a9 9 0 1 0 18 0a9 9 0 1 0 -18 0"
                    for x, y in turn["taken"])  # fmt: skip
    taken = f'<path fill="none" stroke="var(--ink)" stroke-width="4" d="{rings}"/>' if rings else ""
    shown = " second" if turn["tint"] == "second" else ""
    words = f"{called}: {sum(map(len, flags.values()))} stacks seen"
    return (f'<svg class="chart{shown}" viewBox="{svg.view_box(chart.bounds)}" role="img" aria-label="{text(words)}">'
            f'{ground}<g transform="scale({scale // 100}.{scale % 100:02d})">{drawn}{taken}</g></svg>')  # fmt: skip


def signs(outline: str, places: Sequence[Sequence[int]], scale: int) -> str:
    """One path of all signs of a party: its outline at each of their places."""
    began = START.match(outline)
    if began is None or not re.fullmatch(r"[MmLlHhVvQqAaZz0-9 .-]{1,120}", outline):
        return ""
    left, top, rest = int(began[1]), int(began[2]), outline[began.end():]
    return "".join(f"M{int(x) * 100 // scale + left} {int(y) * 100 // scale + top}{rest}" for x, y in places)


def with_strip(page: str, drawn: str) -> str:
    """A report's page with the strip in its place; a page without a map has none."""
    before, place, rest = page.partition(PLACE)
    return f"{before}{place}{drawn}{END}{rest.partition(END)[2]}" if place else page
