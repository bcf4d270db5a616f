"""Draws a chart of squares in letters, wherever letters are of one width: two a square.

The first letter says who lies there, the second whose port it is or what ground.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from pbem.adjudicator.reports.chart_model import Cell, Chart, Ground, Stack, Standing, once_a_map
from pbem.geometry.squares import column_of

GROUNDS = {Ground.SEA: ".", Ground.COAST: ":", Ground.LAND: "#", Ground.UNKNOWN: "~"}
#: Several powers in a square: the reader among them, or others only.
CONTEST, CROWD = "*", "?"


def drawn(chart: Chart, grounds: Mapping[str, str]) -> list[str]:
    """The whole map, lettered and numbered on all sides; `grounds` has squares whose second letter is another."""
    stacks: dict[str, list[Stack]] = {}
    for stack in chart.stacks:
        stacks.setdefault(stack.cell, []).append(stack)
    terrain, rows, numbers = grounds_of(chart.cells)
    second = terrain | {port.cell: port.sign for port in chart.ports} | dict(grounds)
    first = terrain | {square: letter for square, there in stacks.items() if (letter := who(there))}
    lines = (f"{row} {''.join([first[each] + second[each] for each in squares])} {row}" for row, squares in rows)
    return [numbers, *lines, numbers]


@once_a_map
def grounds_of(cells: tuple[Cell, ...]) -> tuple[dict[str, str], list[tuple[str, list[str]]], str]:
    """The letter of each square's ground, the squares of each row, and the numbers of the columns."""
    terrain = {cell.id: GROUNDS[cell.ground] for cell in cells}
    last = max(column_of(square) for square in terrain)
    numbers = "  " + "".join(f"{column:>2}" if column % 2 else "  " for column in range(1, last + 1))
    rows = [(row, list(squares)) for row, squares in groupby(terrain, key=lambda square: square[0])]
    return terrain, rows, numbers.rstrip()


def who(there: Sequence[Stack]) -> str:
    """The letter of who lies in a square: the reader first; what is nobody's only where nobody is."""
    own = [stack for stack in there if stack.standing is Standing.OWN]
    others = [stack for stack in there if stack.standing is Standing.FOE]
    if own and others:
        return CONTEST
    return CROWD if len(others) > 1 else next((stack.letter for stack in [*own, *others, *there]), "")
