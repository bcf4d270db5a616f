"""The map in letters: the whole of Europe, the West Indies, the tracks, and who is where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from string import ascii_uppercase
from typing import Any

from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.board.pieces import SIDES, Port, Sheet, WeatherKind
from pbem.adjudicator.glory.reports.told_places import NAVIES, label, own_blocks, place
from pbem.adjudicator.glory.state.terms import PORT, TRACK
from pbem.adjudicator.glory.view.picture import Picture
from pbem.adjudicator.reports import hex_letters
from pbem.adjudicator.reports.chart_model import Cell, Chart, Ground, Hazard, Stack, Standing
from pbem.adjudicator.reports.chart_model import Port as Harbour
from pbem.adjudicator.reports.chart_parts import busiest
from pbem.base.lettering import WIDTH, wrap
from pbem.base.records import dataclass, field
from pbem.geometry.grids import lettered as lettered_map
from pbem.geometry.sheet import Bounds, Tiling
from pbem.geometry.sheet import hex_at as hex_at_sheet

LAND, SEA, CLOSED, SEVERAL, BOTH = "#", ".", "-", "+", "@"
OWNER_SIGNS = {"british": "b", "allied": "a", "neutral": "n"}
SQUALL = WeatherKind.SQUALL
BESIDE = 4  # blanks between a map and the words beside it


@dataclass(slots=True)
class Marks:
    """Marks of one hex: own blocks by letter, other sails by number."""

    own: list[str] = field(default_factory=list)
    foe: int = 0

    @property
    def sign(self) -> str:
        """One character: a letter for an own block, a figure for so many sails, '@' for both."""
        if self.own and self.foe:
            return BOTH
        if self.own:
            return self.own[0] if len(self.own) == 1 else SEVERAL
        return str(self.foe) if self.foe < 10 else SEVERAL


def lettered(seen: Picture) -> list[str]:
    """The busiest waters at large, both sheets and the tracks, each with its key."""
    letters = named_blocks(seen)
    marks = marks_of(seen, letters)
    near = window_chart(seen, marks)
    drawn = hex_letters.drawn_window(near, *corner(seen, marks))
    europe = lettered_map(europe_rows(seen), columns(seen), signs(seen, marks).__getitem__).split("\n")
    return [
        *drawn, "", *window_key(seen), "", *beside(europe, legend()), "",
        "The West Indies (w01 in the north-west; columns of their own):",
        *indies(seen, marks), "", *tracks(seen, letters), "", *key(seen, letters),
    ]  # fmt: skip


# ------------------------------------------------------------------------------------------------ the waters at large


def window_chart(seen: Picture, marks: Mapping[str, Marks]) -> Chart:
    """Europe as a chart of letters: ground, ports by two letters, blocks and sails, storms."""
    board, foul = seen.board, [zone for each in seen.known["foul"] if each["kind"] != SQUALL for zone in each["zones"]]
    storms = tuple(Hazard("storm", hex_.id, (0, 0)) for hex_ in board.hexes.values()
                   if hex_.zone in foul and hex_.id in board.grid)  # fmt: skip
    ports = tuple(Harbour(port.name, port.hex, (0, 0), port.owner, "", code=code) for port, code in codes(seen))
    stacks = []
    for hex_, mark in marks.items():
        if hex_ in board.grid:
            stacks += [Stack(hex_, (0, 0), "", Standing.OWN, "", afloat=True)] if mark.own else []
            stacks += [Stack(hex_, (0, 0), "", Standing.FOE, "", afloat=True)] if mark.foe else []
    return Chart("", Tiling.HEXES, Bounds(0, 0, 1, 1), cells(board), (), ports=ports, hazards=storms,
                 stacks=tuple(stacks))  # fmt: skip


@lru_cache(maxsize=8)
def cells(board: Board) -> tuple[Cell, ...]:
    """The hexes of Europe; a board never changes."""
    return tuple(Cell(hex_, hex_at_sheet(hex_), ground(board, hex_)) for hex_ in board.grid.hexes)


def ground(board: Board, hex_: str) -> Ground:
    """Open sea, a port's coast, or land; closed water is as good as land."""
    if hex_ in board.hexes:
        return Ground.SEA
    return Ground.COAST if any(port.hex == hex_ for port in board.ports.values()) else Ground.LAND


def codes(seen: Picture) -> list[tuple[Port, str]]:
    """Two letters for each port of Europe: its first, and the next of its name that makes them its own."""
    given: dict[str, Port] = {}
    for port in seen.board.ports.values():
        if port.hex in seen.board.grid:
            letters = [letter for letter in port.name.upper() if letter.isalpha()]
            given[next(code for second in letters[1:] if (code := letters[0] + second) not in given)] = port
    return [(port, code) for code, port in given.items()]


def corner(seen: Picture, marks: Mapping[str, Marks]) -> tuple[int, int]:
    """The north-western column and row of the window with most blocks and sails."""
    grid = seen.board.grid
    weights = {(int(hex_[:2]), int(hex_[2:])): 2 * len(mark.own) + 3 * mark.foe
               for hex_, mark in marks.items() if hex_ in grid} or {(9, 8): 1}  # fmt: skip
    spans = columns(seen), range(grid.first_row, grid.last_row + 1)
    return busiest(weights, spans, (hex_letters.COLUMNS, hex_letters.ROWS), central=True)


def window_key(seen: Picture) -> list[str]:
    """Explains the signs of the window."""
    names = ", ".join(f"{code} {port.name}" for port, code in codes(seen))
    mine, others = ("yours", "the enemy's sails") if seen.side else ("blocks", "sails")
    text = (f"{hex_letters.LAND} land, {hex_letters.BUOY} sea, {hex_letters.STORM} a gale or storm; below: "
            f"{hex_letters.OWN_SHIPS} {mine}, {hex_letters.FOE_SHIPS} {others}. Ports: {names}.")  # fmt: skip
    return wrap(text, WIDTH).split("\n")


# ---------------------------------------------------------------------------------------------------------- the whole


def named_blocks(seen: Picture) -> dict[str, str]:
    """A letter for each own block outside ports."""
    blocks = [name for name, block in own_blocks(seen) if block["part"] != PORT]
    return dict(zip(blocks, ascii_uppercase, strict=False))


def marks_of(seen: Picture, letters: Mapping[str, str]) -> dict[str, Marks]:
    """The marks of every hex with blocks or sails; a patrol zone is its hex."""
    found: dict[str, Marks] = {}
    for name, block in own_blocks(seen):
        if name in letters and block["part"] != TRACK:
            found.setdefault(hex_at(seen, str(block["place"])), Marks()).own.append(letters[name])
    for side in SIDES:
        for sail in seen.known["fleets"].get(side, {}).values():
            if sail["part"] != TRACK:
                found.setdefault(hex_at(seen, sail["place"]), Marks()).foe += 1
    return found


def hex_at(seen: Picture, word: str) -> str:
    """The hex of a place word."""
    at = word.partition("/")[0]
    return seen.board.ports[at].zone_hex if at in seen.board.ports else at


def columns(seen: Picture) -> range:
    """The columns of Europe."""
    return range(seen.board.grid.first_column, seen.board.grid.last_column + 1)


def europe_rows(seen: Picture) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The hexes of Europe, row by row."""
    for row, hexes in seen.board.grid.rows():
        yield f"{row:02d}", hexes


def signs(seen: Picture, marks: Mapping[str, Marks]) -> dict[str, str]:
    """The sign of each hex of Europe: who is there, else whose port, else what ground."""
    found = dict(grounds(seen.board))
    for port in [*seen.board.ports.values()][::-1]:  # the first of several in a hex stays
        if port.hex != port.zone_hex:
            found[port.hex] = OWNER_SIGNS[holder(seen, port.id)]
    return found | {hex_: mark.sign for hex_, mark in marks.items()}


@lru_cache(maxsize=8)
def grounds(board: Board) -> dict[str, str]:
    """The sign of each hex of Europe with nothing in it; a board never changes."""
    return {hex_: SEA if hex_ in board.hexes else dry(board, hex_) for hex_ in board.grid.hexes}


def dry(board: Board, hex_: str) -> str:
    """Closed water, or land."""
    return CLOSED if board.rows[hex_[2:]][int(hex_[:2]) - board.grid.first_column] == "g" else LAND


def holder(seen: Picture, port: str) -> str:
    """The side that holds a port now, as everybody sees."""
    if port == "algiers" and seen.known["algiers"]:
        return str(seen.known["algiers"])
    if port in seen.known["invaded"]:
        return "allied"
    return seen.board.ports[port].owner


def legend() -> list[str]:
    """The signs beside the map."""
    return [
        f"{LAND} land  {SEA} sea", f"{CLOSED} closed water", "b a n British, Allied,", "      neutral port", "",
        "A-Z one of yours", f"{SEVERAL}   several of yours", "1-9 so many others", f"{BOTH}   yours and others",
        "",
        "Even columns lie half", "a hex lower than odd", "ones. A zone is drawn", "in its hex.",
    ]  # fmt: skip


def beside(lines: Iterable[str], words: Iterable[str]) -> list[str]:
    """A drawing with words at its right."""
    drawn, said = list(lines), list(words)
    wide = max(map(len, drawn), default=0) + BESIDE
    said += [""] * (len(drawn) - len(said))
    return [f"{line:<{wide}}{more}".rstrip() for line, more in zip(drawn, said, strict=False)]


def indies(seen: Picture, marks: Mapping[str, Marks]) -> Iterator[str]:
    """The sheet of the West Indies."""
    at = {(each.column, each.row): each.id for each in seen.board.hexes.values() if each.sheet is Sheet.INDIES}
    rows = sorted({row for _, row in at})
    wide = range(max(column for column, _ in at) + 1)
    for row in rows:
        signs = ((marks[hex_].sign if hex_ in marks else SEA) if (hex_ := at.get((column, row), "")) else " "
                 for column in wide)  # fmt: skip
        yield f"   {''.join(f'{each} ' for each in signs)}".rstrip()


def tracks(seen: Picture, letters: Mapping[str, str]) -> list[str]:
    """Both tracks as strips of boxes, America to the left."""
    lines = []
    for track, words in (("west", "<- To the West Indies"), ("east", "-> To Europe")):
        boxes = [box.number for box in seen.board.tracks[track]]
        if track == "west":
            boxes.reverse()
        cells = " ".join(f"[{number}:{who_on(seen, letters, f'{track}-{number}')}]" for number in boxes)
        lines.append(f"{words:<22}{cells}")
    return lines


def who_on(seen: Picture, letters: Mapping[str, str], box: str) -> str:
    """The marks of a track box: letters of own blocks, then the number of other sails."""
    own = "".join(letters.get(name, SEVERAL) for name, block in own_blocks(seen, TRACK) if block["at"] == box)
    foe = sum(1 for side in SIDES for sail in seen.known["fleets"].get(side, {}).values() if sail["at"] == box)
    return f"{own}{foe or ''}" or " "


def key(seen: Picture, letters: Mapping[str, str]) -> Iterator[str]:
    """Explains each letter, and lists the places of other sails."""
    blocks: Mapping[str, Mapping[str, Any]] = seen.known.get("blocks", {})
    named = [f"{letter} {label(seen.board, name)}, {place(seen.board, str(blocks[name]['place']))}"
             for name, letter in letters.items()]  # fmt: skip
    if named:
        yield from wrap(f"Yours: {'; '.join(named)}.", WIDTH).split("\n")
    for side in SIDES:
        there: dict[str, int] = {}
        for sail in seen.known["fleets"].get(side, {}).values():
            there[sail["place"]] = there.get(sail["place"], 0) + 1
        if there:
            words = "; ".join(f"{number} {place(seen.board, word)}" for word, number in there.items())
            yield from wrap(f"{NAVIES[side]} sails: {words}.", WIDTH).split("\n")
