"""Draws a chart of hexes in letters, wherever letters are of one width: ASCII, 78 columns.

Two drawings. A window shows each hex as a cell of four letters and two lines, even columns half a hex lower as they are
printed: read down from a column's number and across from a row's. The overview shows every hex as one letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from pbem.adjudicator.reports import chart_parts
from pbem.adjudicator.reports.chart_model import Cell, Chart, Ground, Standing, once_a_map
from pbem.adjudicator.reports.chart_parts import MARGIN, window
from pbem.adjudicator.reports.phrases import listed
from pbem.base.lettering import PROSE, WIDTH, wrap
from pbem.base.records import dataclass
from pbem.geometry.hexes import column_of, hex_id, row_of
from pbem.geometry.sheet import Bounds, hex_at

#: A window is at most so many hexes wide and high; 3 + 18 * 4 + 3 columns is a page.
COLUMNS, ROWS = 18, 13
CELL = 4
LAND, COAST, SEA, STORM, WRECK, BUOY = "#", ":", " ", "%", "!", "."
GROUNDS = {Ground.SEA: SEA, Ground.COAST: COAST, Ground.LAND: LAND}
#: Stacks: with ships, or troops alone.
OWN_SHIPS, OWN_TROOPS, FOE_SHIPS, FOE_TROOPS, BOTH = "@", "o", "X", "x", "*"
SIGNS = {(Standing.OWN, True): OWN_SHIPS, (Standing.OWN, False): OWN_TROOPS,
         (Standing.FOE, True): FOE_SHIPS, (Standing.FOE, False): FOE_TROOPS}  # fmt: skip
#: How much a hex draws the window to it.
WEIGHTS = {OWN_SHIPS: 8, OWN_TROOPS: 3, FOE_SHIPS: 4, FOE_TROOPS: 2}
STORM_WEIGHT, PORT_WEIGHT = 2, 1
#: Before the name of a hex, the name of its upper line; the lower one has its own. In place of a hex beyond the map.
UPPER, NOWHERE = "^", ""


@dataclass(slots=True)
class Marks:
    """The signs in one hex."""

    ground: str
    port: str = ""  # two letters of a window
    flag: str = ""  # one letter of the overview: whose port it is
    own: str = ""
    foe: str = ""
    storm: bool = False
    wreck: bool = False

    @property
    def weight(self) -> int:
        """The weight with which the hex draws the window to it."""
        stacks = WEIGHTS.get(self.own, 0) + WEIGHTS.get(self.foe, 0)
        return stacks + STORM_WEIGHT * self.storm + PORT_WEIGHT * bool(self.port)

    @property
    def letter(self) -> str:
        """The one thing about the hex that matters most."""
        if self.own and self.foe:
            return BOTH
        if OWN_SHIPS in self.own or FOE_SHIPS in self.foe:
            return self.own or self.foe
        sea = BUOY if self.ground == SEA else self.ground
        return STORM if self.storm else self.flag or self.own or self.foe or sea


def marks_of(chart: Chart) -> dict[str, Marks]:
    """The signs of every hex of a chart that bears more than its ground."""
    grounds, found = grounds_of(chart.cells).signs, dict[str, Marks]()

    def at(hex_: str) -> Marks:
        if hex_ not in found:
            found[hex_] = Marks(grounds[hex_])
        return found[hex_]

    for port in chart.ports:
        mark = at(port.cell)
        mark.port, mark.flag = port.code, port.sign
    for hazard in chart.hazards:
        if hazard.kind == "storm":
            at(hazard.cell).storm = True
        else:
            at(hazard.cell).wreck = True
    for stack in chart.stacks:
        sign = SIGNS[stack.standing, stack.afloat]
        if stack.standing is Standing.OWN:
            at(stack.cell).own = sign
        else:
            at(stack.cell).foe = sign
    return found


@dataclass(frozen=True, slots=True)
class Grounds:
    """A map with nothing on it: the sign of each hex, the columns and rows, the hexes of each row by column.

    `letters` are those of the overview, `halves` the two lines of each hex in a window.
    """

    signs: dict[str, str]
    columns: range
    rows: range
    by_row: tuple[tuple[int, tuple[str, ...]], ...]
    letters: dict[str, str]
    halves: dict[str, str]


@once_a_map
def grounds_of(cells: tuple[Cell, ...]) -> Grounds:
    """The grounds of a map's hexes."""
    signs = {cell.id: GROUNDS[cell.ground] for cell in cells}
    columns, rows = spans(signs)
    by_row = tuple((row, tuple(sorted(hexes))) for row, hexes in groupby(sorted(signs, key=row_of), key=row_of))
    bare = {each: Marks(sign) for each, sign in signs.items()}
    return Grounds(signs, columns, rows, by_row, {each: mark.letter for each, mark in bare.items()},
                   {NOWHERE: " " * CELL, **halves_of(bare)})  # fmt: skip


# -------------------------------------------------------------------------------------------------- where to look


def busiest(chart: Chart) -> Bounds:
    """The window with most to see in it; among equals the most central one, then the north-westernmost."""
    grounds = grounds_of(chart.cells)
    weights = {(column_of(h), row_of(h)): mark.weight for h, mark in marks_of(chart).items() if mark.weight}
    west, north = chart_parts.busiest(weights, (grounds.columns, grounds.rows), (COLUMNS, ROWS), central=True)
    return window(hex_at(hex_id(column, row)) for column in (west, west + COLUMNS - 1)
                  for row in (north, north + ROWS - 1))  # fmt: skip


def spans(hexes: Iterable[str]) -> tuple[range, range]:
    """The columns and the rows of a map."""
    columns, rows = {column_of(each) for each in hexes}, {row_of(each) for each in hexes}
    return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)


def corner(chart: Chart) -> tuple[int, int]:
    """The north-western column and row of a chart's own window."""
    assert chart.focus is not None  # noqa: S101 - charts of hexes have a window
    return corner_at(chart.cells, chart.focus.left + MARGIN, chart.focus.top + MARGIN)


@once_a_map
def corner_at(cells: tuple[Cell, ...], left: int, top: int) -> tuple[int, int]:
    """The column and the row of a map whose hexes lie there on its sheet."""
    west = next(column_of(cell.id) for cell in cells if cell.at[0] == left)
    return west, next(row_of(cell.id) for cell in cells if cell.at[1] == top)


def within(hexes: Iterable[str], west: int, north: int) -> list[str]:
    """The hexes of a window."""
    return [h for h in hexes if west <= column_of(h) < west + COLUMNS and north <= row_of(h) < north + ROWS]


# -------------------------------------------------------------------------------------------------- the window


def drawn_window(chart: Chart, west: int, north: int) -> list[str]:
    """The lines of a window, numbered on all four sides."""
    numbers, lines = frame_of(chart.cells, west, north)
    halves = grounds_of(chart.cells).halves | halves_of(marks_of(chart))
    drawn = [f"{head}{''.join(map(halves.__getitem__, hexes))}{tail}".rstrip() for head, hexes, tail in lines]
    return [*numbers, *drawn, *numbers]


@once_a_map
def frame_of(
    cells: tuple[Cell, ...], west: int, north: int
) -> tuple[tuple[str, ...], tuple[tuple[str, tuple[str, ...], str], ...]]:
    """The numbers of a window's columns; and of each of its lines the head, the halves of hexes and the tail."""
    grounds = grounds_of(cells)
    columns = [column for column in range(west, west + COLUMNS) if column <= grounds.columns[-1]]
    last = min(north + ROWS - 1, grounds.rows[-1])
    numbers = [column_numbers(columns, odd=odd).rstrip() for odd in (True, False)]
    lines = []
    for row in range(north, last + 1):
        first = [half(grounds, UPPER, c, row) if c % 2 else half(grounds, "", c, row - 1) for c in columns]
        second = [half(grounds, "" if c % 2 else UPPER, c, row) for c in columns]
        lines += [(f"{row:02d} ", tuple(first), f" {row:02d}"), ("   ", tuple(second), "")]
    ends = [NOWHERE if c % 2 else half(grounds, "", c, last) for c in columns]
    return tuple(numbers), (*lines, ("   ", tuple(ends), ""))


def half(grounds: Grounds, which: str, column: int, row: int) -> str:
    """The name of the upper or lower line of a hex, that of no hex beyond the map."""
    hex_ = hex_id(column, row)
    return which + hex_ if hex_ in grounds.signs else NOWHERE


def halves_of(marks: Mapping[str, Marks]) -> dict[str, str]:
    """The lower and the upper line of hexes, by their names."""
    return {each: lower(mark) for each, mark in marks.items()} | {
        UPPER + each: upper(mark) for each, mark in marks.items()
    }


def column_numbers(columns: Iterable[int], *, odd: bool) -> str:
    """The numbers of every second column, over the middle of their hexes."""
    return "   " + "".join(f" {column:02d} " if bool(column % 2) is odd else " " * CELL for column in columns)


def upper(mark: Marks) -> str:
    """The upper line of a hex: its seaport between its ground."""
    middle = mark.port or (BUOY + SEA if mark.ground == SEA else mark.ground * 2)
    edge = STORM if mark.storm else mark.ground
    return edge + middle + (WRECK if mark.wreck else edge)


def lower(mark: Marks) -> str:
    """The lower line of a hex: who is in it."""
    edge = STORM if mark.storm else mark.ground
    return edge + (mark.own or mark.ground) + (mark.foe or mark.ground) + edge


# -------------------------------------------------------------------------------------------------- the overview


def overview(chart: Chart, beside: Iterable[str] = ()) -> list[str]:
    """The whole map, one letter a hex, with some words beside it."""
    grounds = grounds_of(chart.cells)
    columns = grounds.columns
    letters = grounds.letters | {each: mark.letter for each, mark in marks_of(chart).items()}
    lines = [f"{row:02d} {''.join(map(letters.__getitem__, hexes))}" for row, hexes in grounds.by_row]
    lines.append("   " + "".join(str(column // 10) for column in columns))
    lines.append("   " + "".join(str(column % 10) for column in columns))
    words = [*beside]
    words += [""] * (len(lines) - len(words))
    return [f"{line:<{len(columns) + 6}}{more}".rstrip() for line, more in zip(lines, words, strict=True)]


# -------------------------------------------------------------------------------------------------- both, explained


def lettered(chart: Chart, own: Mapping[str, str]) -> list[str]:
    """Both drawings of a chart, each with its signs; `own` has words for the hexes with stacks of the reader's."""
    west, north = corner(chart)
    inside = set(within(own, west, north))
    beyond = [words for each, words in own.items() if each not in inside]
    told = [signs(chart), *([f"Beyond this window you stand at {listed(beyond)}."] if beyond else [])]
    lines = [line for text, width in zip(told, (WIDTH, PROSE), strict=False) for line in wrap(text, width).split("\n")]
    return [*drawn_window(chart, west, north), "", *lines, "", *overview(chart, legend(chart))]


def stack_signs(chart: Chart) -> list[str]:
    """Explains the signs of stacks."""
    mine, theirs = (words.removesuffix(" stacks") for _, words in chart.parties)
    return [f"{OWN_SHIPS} {mine} ships", f"{OWN_TROOPS} {mine} troops alone", f"{FOE_SHIPS} {theirs} ships on top",
            f"{FOE_TROOPS} {theirs} troops on top"]  # fmt: skip


def signs(chart: Chart) -> str:
    """Explains the signs in a hex of a window: ground and edge above, counters below."""
    wreck = f", {WRECK} scuttled ship" if any(each.kind != "storm" for each in chart.hazards) else ""
    return (f"{LAND} land, {COAST} coast, {BUOY} sea, {STORM} storm{wreck}; two letters: a seaport. "
            f"In the lower line of a hex: {listed(stack_signs(chart))}.")  # fmt: skip


def legend(chart: Chart) -> list[str]:
    """The signs of the overview; troops in a seaport are not drawn, its holder is."""
    return [
        "Even columns lie half a", "hex lower than odd ones.", "", f"{BUOY} sea   {COAST} coast   {LAND} land", "",
        *(f"{letter} {words}" for letter, words in chart.owners), "",
        *stack_signs(chart), f"{BOTH} both sides in one hex", f"{STORM} storm",
    ]  # fmt: skip
