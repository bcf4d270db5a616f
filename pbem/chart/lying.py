"""Tells in words what a map shows in each cell, for readers who point at a sign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.adjudicator.reports.chart_model import Chart, Hazard, Port, Sighting
from pbem.geometry.sheet import Point


def lying(chart: Chart) -> dict[str, list[str]]:
    """The lines of every cell that has something on it."""
    cells = cells_at(chart)
    known = set(cells.values())
    found: dict[str, list[str]] = {}
    for where, words in told(chart):
        cell = where if isinstance(where, str) else cells.get(where) or nearest(cells, where)
        if cell in known and words and words not in found.setdefault(cell, []):
            found[cell].append(words)
    return found


def nearest(cells: Mapping[Point, str], at: Point) -> str:
    """The cell whose middle is nearest: a harbour may lie on the coast between cells."""
    return cells[min(cells, key=lambda one: (one[0] - at[0]) ** 2 + (one[1] - at[1]) ** 2)] if cells else ""


def cells_at(chart: Chart) -> dict[Point, str]:
    """The cell of each place of the drawing that has one."""
    named = [(cell.at, cell.id) for cell in chart.cells] + [(each.at, each.cell) for each in chart.areas]
    return dict([*named, *((node.at, node.id) for node in chart.nodes)])


def told(chart: Chart) -> Iterator[tuple[str | Point, str]]:
    """Everything but counters, which each game tells itself, with its cell or its place."""
    yield from ((each.at, told_port(each)) for each in chart.ports)
    yield from ((each.id, each.name) for each in chart.nodes)
    yield from ((each.at, each.name) for each in chart.breezes)
    yield from ((each.cell, told_hazard(each, chart)) for each in chart.hazards)
    yield from ((each.at, each.label) for each in chart.rings)
    yield from ((each.id, each.label) for each in chart.boxes)
    yield from ((each.cell, told_sighting(each)) for each in chart.sightings)


def told_port(port: Port) -> str:
    """A port by its name, with what it is worth."""
    return f"{port.name}, worth {port.value}" if port.value else port.name


def told_hazard(hazard: Hazard, chart: Chart) -> str:
    """A storm, a wreck or a stranded crew, in the words of the legend."""
    return dict(chart.signs).get(hazard.kind, hazard.kind)


def told_sighting(seen: Sighting) -> str:
    """Somebody who was seen, and when."""
    ago = {0: "", 1: ", a turn ago"}.get(seen.age, f", {seen.age} turns ago")
    return f"seen here{ago}: {seen.label}" if seen.label else ""
