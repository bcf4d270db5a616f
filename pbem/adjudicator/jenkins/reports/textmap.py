"""The map as text: ASCII, 78 columns, readable wherever letters are of one width. Made from a view alone.

Two drawings. The window shows each hex as a cell of four letters and two lines, even columns half a hex lower as they
are printed: read down from a column's number and across from a row's. The chart shows the whole theatre, one letter
a hex. Ports stand by two letters that the legend spells out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.board.pieces import NATIONS, SIDES
from pbem.adjudicator.jenkins.view.picture import Picture, picture
from pbem.adjudicator.reports.phrases import listed
from pbem.base.errors import Kind, bad
from pbem.base.lettering import TIE, WIDTH, hang, tidy, wrap
from pbem.geometry.hexes import column_of, hex_id, row_of

#: A window is at most so many hexes wide and high; 3 + 18 * 4 + 3 columns is a page.
COLUMNS, ROWS = 18, 13
CELL = 4
#: Named windows: their north-western hex.
WINDOWS = {"carolina": "2005", "gulf": "0607", "bahamas": "1910", "antilles": "2212", "windward": "2815",
           "main": "2216", "darien": "1516", "south-sea": "0116"}  # fmt: skip
WHOLE, AUTO = "caribbean", "auto"
LAND, COAST, SEA, STORM, WRECK = "#", ":", " ", "%", "!"
BUOY = "."
OWN_SHIPS, OWN_TROOPS, FOE_SHIPS, FOE_TROOPS = "@", "o", "X", "x"
#: How much a hex draws the window to it.
WEIGHTS = {OWN_SHIPS: 8, OWN_TROOPS: 3, FOE_SHIPS: 4, FOE_TROOPS: 2, STORM: 2}
PORT_WEIGHT = 1


@dataclass(frozen=True, slots=True)
class Marks:
    """What is drawn in one hex."""

    ground: str
    port: str  # two letters, or empty
    own: str
    foe: str
    storm: bool
    wreck: bool

    @property
    def weight(self) -> int:
        """How much it matters where the window is put."""
        drawn = [WEIGHTS.get(sign, 0) for sign in (self.own, self.foe, STORM if self.storm else "")]
        return sum(drawn) + (PORT_WEIGHT if self.port else 0)


def text_map(view: Mapping[str, Any], region: str = AUTO) -> str:
    """The map of a region with its legend: `auto`, `caribbean`, a named window, or a hex or seaport to centre on."""
    seen = picture(view)
    if region == WHOLE:
        return "\n".join(chart(seen)) + "\n"
    west, north = corner(seen, region)
    return "\n".join([*window(seen, west, north), "", *legend(seen, within(seen, west, north))]) + "\n"


def corner(seen: Picture, region: str) -> tuple[int, int]:
    """The north-western column and row of a region's window."""
    if region == AUTO:
        return where_it_matters(seen)
    if region in WINDOWS:
        return kept_on_map(seen, column_of(WINDOWS[region]), row_of(WINDOWS[region]))
    hex_ = seen.board.hex_named(region)
    if not hex_:
        raise bad(f"'{region}' is no region, hex or seaport", kind=Kind.UNKNOWN,
                  hint=f"one of {', '.join((AUTO, WHOLE, *WINDOWS))}, or a hex")
    return kept_on_map(seen, column_of(hex_) - COLUMNS // 2, row_of(hex_) - ROWS // 2)


def kept_on_map(seen: Picture, west: int, north: int) -> tuple[int, int]:
    """The nearest corner whose window lies on the map."""
    grid = seen.board.grid
    return (max(grid.first_column, min(west, grid.last_column - COLUMNS + 1)),
            max(grid.first_row, min(north, grid.last_row - ROWS + 1)))  # fmt: skip


def where_it_matters(seen: Picture) -> tuple[int, int]:
    """The window with most to see in it; among equals the most central one, then the north-westernmost."""
    marks = drawn(seen)
    grid = seen.board.grid
    weights = {(column_of(h), row_of(h)): mark.weight for h, mark in marks.items() if mark.weight}
    middle = (grid.first_column + grid.last_column, grid.first_row + grid.last_row)

    def worth(west: int, north: int) -> tuple[int, int]:
        inside = sum(weight for (column, row), weight in weights.items()
                     if west <= column < west + COLUMNS and north <= row < north + ROWS)
        off = abs(2 * west + COLUMNS - 1 - middle[0]) + abs(2 * north + ROWS - 1 - middle[1])
        return inside, -off

    corners = [(west, north) for west in range(grid.first_column, max(grid.last_column - COLUMNS + 2, 2))
               for north in range(grid.first_row, max(grid.last_row - ROWS + 2, grid.first_row + 1))]
    return max(corners, key=lambda at: (*worth(*at), -at[0], -at[1]))


def within(seen: Picture, west: int, north: int) -> list[str]:
    """The hexes of a window."""
    return [h for h in seen.board.grid.hexes
            if west <= column_of(h) < west + COLUMNS and north <= row_of(h) < north + ROWS]


# -------------------------------------------------------------------------------------------------- marks


def drawn(seen: Picture) -> dict[str, Marks]:
    """What is to be drawn in every hex of the map."""
    bare, known, (own, foe) = bare_map(seen.board), seen.known, stacks(seen)
    storms, wrecks = frozenset(known["storms"]), frozenset(h for h, lost in known["scuttled"].items() if lost)
    marked = frozenset((*seen.board.seaport_at, *own, *foe, *storms, *wrecks))
    there = {h: Marks(mark.ground, port_code(seen, h), own.get(h, ""), foe.get(h, ""), h in storms, h in wrecks)
             for h, mark in bare.items() if h in marked}  # fmt: skip
    return {**bare, **there}


@lru_cache(maxsize=8)
def bare_map(board: Board) -> Mapping[str, Marks]:
    """The map with nothing on it; a board never changes, and a game draws it hundreds of times."""
    return {h: Marks(ground(board, h), "", "", "", storm=False, wreck=False) for h in board.grid.hexes}


def ground(board: Board, hex_: str) -> str:
    """Land, coast or sea."""
    if board.is_coastal(hex_):
        return COAST
    return LAND if board.is_land_hex(hex_) else SEA


def port_code(seen: Picture, hex_: str) -> str:
    """The two letters of the seaport in a hex."""
    port = seen.board.seaport_at.get(hex_)
    return seen.codes[port.id] if port else ""


def stacks(seen: Picture) -> tuple[dict[str, str], dict[str, str]]:
    """The signs of stacks: the reader's and the enemy's; for the public the English and the Spanish."""
    own = {h: sign(seen, names, OWN_SHIPS, OWN_TROOPS) for h, names in seen.own_stacks()}
    foe: dict[str, str] = {}
    for sighting in seen.sightings():
        if not seen.side and sighting.side == SIDES[0]:
            own[sighting.hex] = sign(seen, sighting.counters, OWN_SHIPS, OWN_TROOPS)
        else:
            foe[sighting.hex] = sign(seen, sighting.counters, FOE_SHIPS, FOE_TROOPS)
    return own, foe


def sign(seen: Picture, names: Iterable[str], afloat: str, ashore: str) -> str:
    """Ships, or troops only, as far as they are seen."""
    return afloat if any(seen.board.counters[name].is_naval for name in names) else ashore


# -------------------------------------------------------------------------------------------------- the window


def window(seen: Picture, west: int, north: int) -> list[str]:
    """The lines of a window, numbered on all four sides."""
    marks = drawn(seen)
    columns = [c for c in range(west, west + COLUMNS) if c <= seen.board.grid.last_column]
    last = min(north + ROWS - 1, seen.board.grid.last_row)
    numbers = [column_numbers(columns, odd=True), column_numbers(columns, odd=False)]
    lines = [line for row in range(north, last + 1) for line in row_lines(marks, columns, row)]
    lines.append("   " + "".join(lower(marks, column, last) if column % 2 == 0 else " " * CELL for column in columns))
    return [line.rstrip() for line in (*numbers, *lines, *numbers)]


def column_numbers(columns: Iterable[int], *, odd: bool) -> str:
    """The numbers of every second column, over the middle of their hexes."""
    return "   " + "".join(f" {column:02d} " if bool(column % 2) is odd else " " * CELL for column in columns)


def row_lines(marks: Mapping[str, Marks], columns: list[int], row: int) -> Iterator[str]:
    """Two lines: the upper half of odd columns beside the lower half of even ones, then the other way about."""
    first = [upper(marks, c, row) if c % 2 else lower(marks, c, row - 1) for c in columns]
    second = [lower(marks, c, row) if c % 2 else upper(marks, c, row) for c in columns]
    yield f"{row:02d} {''.join(first)} {row:02d}"
    yield f"   {''.join(second)}"


def upper(marks: Mapping[str, Marks], column: int, row: int) -> str:
    """The upper line of a hex: its seaport between its ground."""
    mark = marks.get(hex_id(column, row))
    if mark is None:
        return " " * CELL
    middle = mark.port or (BUOY + SEA if mark.ground == SEA else mark.ground * 2)
    edge = STORM if mark.storm else mark.ground
    return edge + middle + (WRECK if mark.wreck else edge)


def lower(marks: Mapping[str, Marks], column: int, row: int) -> str:
    """The lower line of a hex: who is in it."""
    mark = marks.get(hex_id(column, row))
    if mark is None:
        return " " * CELL
    edge = STORM if mark.storm else mark.ground
    return edge + (mark.own or mark.ground) + (mark.foe or mark.ground) + edge


def beyond(seen: Picture, west: int, north: int) -> str:
    """The reader's stacks that a window leaves out."""
    shown = frozenset(within(seen, west, north))
    places = [seen.place(hex_id) for hex_id, _ in seen.own_stacks() if hex_id not in shown]
    return f"Beyond this window you stand at {listed(places)}." if places else ""


# -------------------------------------------------------------------------------------------------- the chart


def chart(seen: Picture) -> list[str]:
    """The whole theatre, one letter a hex, with what the letters mean beside it."""
    marks = drawn(seen)
    flags = nation_letters()
    lines = [f"{row:02d} " + "".join(one_letter(seen, marks[h], h, flags) for h in hexes)
             for row, hexes in seen.board.grid.rows()]
    columns = range(seen.board.grid.first_column, seen.board.grid.last_column + 1)
    lines.append("   " + "".join(str(column // 10) for column in columns))
    lines.append("   " + "".join(str(column % 10) for column in columns))
    beside = chart_legend(seen, flags)
    beside += [""] * (len(lines) - len(beside))
    return [f"{line:<51}{words}".rstrip() for line, words in zip(lines, beside, strict=True)]


def one_letter(seen: Picture, mark: Marks, hex_: str, flags: Mapping[str, str]) -> str:
    """The one thing about a hex that matters most."""
    if mark.own and mark.foe:
        return "*"
    if mark.own == OWN_SHIPS or mark.foe == FOE_SHIPS:
        return mark.own or mark.foe
    if mark.storm:
        return STORM
    port = seen.board.seaport_at.get(hex_)
    if port:
        return flags[seen.state.holder(port)]
    return mark.own or mark.foe or (BUOY if mark.ground == SEA else mark.ground)


def nation_letters() -> dict[str, str]:
    """A letter for each nation: its first, or its next where that is taken."""
    letters: dict[str, str] = {}
    for nation in NATIONS:
        letters[nation] = next(letter for letter in nation.upper() if letter not in letters.values())
    return letters


def chart_legend(seen: Picture, flags: Mapping[str, str]) -> list[str]:
    """The signs of the chart; troops in a seaport are not drawn, its holder is."""
    mine, theirs = sides(seen)
    return [
        "Even columns lie half a", "hex lower than odd ones.", "", f"{BUOY} sea   {COAST} coast   {LAND} land", "",
        *(f"{letter} {nation.title()} seaport" for nation, letter in flags.items()), "",
        f"{OWN_SHIPS} {mine} ships", f"{OWN_TROOPS} {mine} troops alone", f"{FOE_SHIPS} {theirs} ships on top",
        f"{FOE_TROOPS} {theirs} troops on top", "* both sides in one hex", f"{STORM} storm",
    ]  # fmt: skip


def sides(seen: Picture) -> tuple[str, str]:
    """Whose the signs are."""
    return ("your", "enemy") if seen.side else (SIDES[0].title(), SIDES[1].title())


# -------------------------------------------------------------------------------------------------- legend


def legend(seen: Picture, hexes: Iterable[str]) -> list[str]:
    """The signs of the window, then every seaport in it with its hex, value and holder."""
    shown = set(hexes)
    ports = [port for port in seen.board.seaports.values() if port.hex in shown]
    lines = signs(seen)
    for nation in NATIONS:
        held = [port for port in sorted(ports, key=lambda port: port.hex) if seen.state.holder(port) == nation]
        names = [f"{seen.codes[port.id]}{TIE}{port.name}{TIE}{port.hex}{TIE}({port.value})" for port in held]
        if names:
            lines += tidy(hang("; ".join(names), f"{nation.title()}:", indent=9)).rstrip("\n").split("\n")
    return lines


def signs(seen: Picture) -> list[str]:
    """What is drawn in a hex: ground and edge above, who is there below."""
    mine, theirs = sides(seen)
    wreck = f", {WRECK} scuttled ship" if seen.known["scuttled"] else ""
    who = listed([f"{OWN_SHIPS} {mine} ships", f"{OWN_TROOPS} {mine} troops alone",
                  f"{FOE_SHIPS} {theirs} ships on top", f"{FOE_TROOPS} {theirs} troops on top"])
    text = (f"{LAND} land, {COAST} coast, {BUOY} sea, {STORM} storm{wreck}; two letters: a seaport. "
            f"In the lower line of a hex: {who}.")
    return wrap(text, WIDTH).split("\n")
