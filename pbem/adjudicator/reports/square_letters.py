"""Draws a chart of squares in letters, wherever letters are of one width: two a square.

The first letter says who lies there, the second whose port it is or what ground.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from pbem.adjudicator.reports.chart_model import Chart, Ground, Stack, Standing
from pbem.geometry.squares import column_of

GROUNDS = {Ground.SEA: ".", Ground.COAST: ":", Ground.LAND: "#", Ground.UNKNOWN: "~"}
#: Several powers in a square: the reader among them, or others only.
CONTEST, CROWD = "*", "?"


def drawn(chart: Chart, grounds: Mapping[str, str]) -> list[str]:
    """The whole map, lettered and numbered on all sides; `grounds` has squares whose second letter is another."""
    stacks: dict[str, list[Stack]] = {}
    for stack in chart.stacks:
        stacks.setdefault(stack.cell, []).append(stack)
    terrain = {cell.id: GROUNDS[cell.ground] for cell in chart.cells}
    second = terrain | {port.cell: port.sign for port in chart.ports} | dict(grounds)
    last = max(column_of(cell.id) for cell in chart.cells)
    numbers = ("  " + "".join(f"{column:>2}" if column % 2 else "  " for column in range(1, last + 1))).rstrip()
    rows = groupby((cell.id for cell in chart.cells), key=lambda square: square[0])
    lines = (f"{row} {''.join((who(stacks.get(each, ())) or terrain[each]) + second[each] for each in squares)} {row}"
             for row, squares in rows)  # fmt: skip
    return [numbers, *lines, numbers]


def who(there: Sequence[Stack]) -> str:
    """The letter of who lies in a square: the reader first; what is nobody's only where nobody is."""
    own = [stack for stack in there if stack.standing is Standing.OWN]
    others = [stack for stack in there if stack.standing is Standing.FOE]
    if own and others:
        return CONTEST
    return CROWD if len(others) > 1 else next((stack.letter for stack in [*own, *others, *there]), "")
