"""The map as something to be drawn: a view and what was told of the phase, in the words of `pbem.chart`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from pbem.adjudicator.engine import memory
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.board.board import DATA, Board
from pbem.adjudicator.jenkins.board.pieces import NATIONS, SIDES, Counter, Seaport
from pbem.adjudicator.jenkins.view import listings
from pbem.adjudicator.jenkins.view.picture import Picture, codes_of, held_by
from pbem.adjudicator.reports.chart_model import (
    Arrow,
    Cell,
    Chart,
    Described,
    Ground,
    Hazard,
    Port,
    Route,
    Sighting,
    Stack,
    Standing,
)
from pbem.adjudicator.reports.chart_parts import Sheet
from pbem.adjudicator.reports.hex_letters import busiest
from pbem.adjudicator.reports.phrases import count, listed
from pbem.base.records import replace
from pbem.geometry.sheet import Point, hex_at

SHEET = Sheet.of(DATA / "sheet.yaml")


def chart(reading: Reading[Picture]) -> Chart:
    """The whole theatre."""
    seen, notes = reading.seen, reading.notes
    stacks = tuple(all_stacks(seen))
    parties = tuple(zip((Standing.OWN, Standing.FOE), sides(seen), strict=True))
    laid = replace(printed(seen.board), ports=ports(seen.board, seen.holders), hazards=(*hazards(seen),), stacks=stacks)
    return replace(
        laid, focus=busiest(laid), arrows=tuple(arrows(seen, notes)), sightings=tuple(ghosts(seen)),
        parties=tuple((who, f"{words} stacks") for who, words in parties),
        owners=tuple(SHEET.signs.values()),
        description=Described(lambda: in_words(seen, stacks, parties)),
        powers=tuple((side, f"{side.title()} stacks") for side in SIDES),
        reader=seen.side, mights="guns and land strength of a stack",
    )  # fmt: skip


def sides(seen: Picture) -> tuple[str, str]:
    """Returns the words for the owners of stacks."""
    return ("your", "enemy") if seen.side else (SIDES[0].title(), SIDES[1].title())


# ------------------------------------------------------------------------------------------------ what is printed


@lru_cache(maxsize=8)
def printed(board: Board) -> Chart:
    """The map with nothing on it; a board never changes."""
    cells = (Cell(each, hex_at(each), ground(board, each)) for each in board.grid.hexes)
    return SHEET.printed(cells, routes(board))


def ground(board: Board, hex_: str) -> Ground:
    """Land, coast or sea."""
    if board.is_coastal(hex_):
        return Ground.COAST
    return Ground.LAND if board.is_land_hex(hex_) else Ground.SEA


def routes(board: Board) -> Iterator[Route]:
    """Trade routes, each once (5.0)."""
    for port in board.seaports.values():
        for other in (board.seaports[name] for name in port.routes if port.id < name):
            yield Route(f"{port.name} to {other.name}", (hex_at(port.hex), hex_at(other.hex)))


# ------------------------------------------------------------------------------------------------- what lies on it


@lru_cache(maxsize=64)
def ports(board: Board, held: tuple[str, ...]) -> tuple[Port, ...]:
    """Seaports in the hands that hold them."""
    return tuple([
        Port(short(port), port.hex, hex_at(port.hex), holder, SHEET.signs[holder][0], str(port.value),
             changed=holder != port.nation, code=codes_of(board)[port.id])
        for port, holder in sorted(zip(board.seaports.values(), held, strict=True), key=lambda each: each[0].hex)
    ])  # fmt: skip


def short(port: Seaport) -> str:
    """A name that fits on a map: of two towns the first, of a town on an island the island."""
    return port.name.partition("/")[0].rpartition(", ")[2]


def hazards(seen: Picture) -> Iterator[Hazard]:
    """Storms (8.0) and wrecks in channels (11.7)."""
    for hex_ in seen.known["storms"]:
        yield Hazard("storm", hex_, hex_at(hex_))
    for hex_ in sorted(hex_ for hex_, lost in seen.known["scuttled"].items() if lost):
        yield Hazard("wreck", hex_, hex_at(hex_))


def all_stacks(seen: Picture) -> Iterator[Stack]:
    """The reader's stacks with their number, the others by what is seen of them (4.4)."""
    for hex_, names in seen.own_stacks():
        yield stack(seen.board, seen.side, hex_, seen.side, tuple(names), whole=True)
    for sighting in seen.sightings():
        yield stack(seen.board, seen.side, sighting.hex, sighting.side, sighting.counters, whole=sighting.open)


@lru_cache(maxsize=1024)
def stack(board: Board, reader: str, hex_: str, side: str, names: tuple[str, ...], *, whole: bool) -> Stack:
    """One stack; most of them stay as they are from one report to the next."""
    counters = [board.counters[name] for name in names]
    return Stack(
        hex_, hex_at(hex_), side, standing(reader, side), counters[0].label,
        afloat=any(each.is_naval for each in counters), count=len(names) if whole else None,
        detail=", ".join(each.label for each in counters), might=might(counters),
    )  # fmt: skip


def might(counters: Sequence[Counter]) -> str:
    """Writes the guns and the land strength that are seen of a stack; nothing where there are none."""
    guns, land = (sum(getattr(each, name) or 0 for each in counters) for name in ("gun", "land"))
    return f"{guns}/{land}" if guns or land else ""


def standing(reader: str, side: str) -> Standing:
    """Returns a side's standing towards the reader; for the public the first side is own, the second foe."""
    return Standing.OWN if side == (reader or SIDES[0]) else Standing.FOE


# -------------------------------------------------------------------------------------------------- what was told


def arrows(seen: Picture, notes: Sequence[Note]) -> Iterator[Arrow]:
    """Yields the ways of ships that sailed: everybody sees a stack pass (7.0)."""
    for note in notes:
        if note.event == "sailed":
            points: tuple[Point, ...] = tuple(hex_at(str(hex_)) for hex_ in note.facts["trail"])
            side = str(note.facts["side"])
            yield Arrow(points, standing(seen.side, side), note.text, side)


def ghosts(seen: Picture) -> Iterator[Sighting]:
    """Stacks that were seen of late and are no longer where they were."""
    present = [(sighting.hex, sighting.side) for sighting in seen.sightings()]
    for each, age in memory.ghosts(seen.known, present):
        yield Sighting(each.place, hex_at(each.place), each.side, ", ".join(each.words), age)


# ---------------------------------------------------------------------------------------------------------- in words


def in_words(seen: Picture, stacks: Sequence[Stack], parties: Iterable[tuple[Standing, str]]) -> Iterator[str]:
    """The chart for those who do not see it."""
    for party, words in parties:
        there = [f"{on_top(each)} at {seen.place(each.cell)}" for each in stacks if each.standing == party]
        yield f"{words.capitalize()} stacks: {'; '.join(there)}." if there else f"No {words} stack is to be seen."
    yield from filter(None, (listings.storms(seen), listings.wrecks(seen)))
    for nation in NATIONS:
        if held := [seen.place(port.hex) for port in held_by(seen.board, seen.holders, nation)]:
            yield f"{nation.title()} seaports: {listed(held)}."


def on_top(stack: Stack) -> str:
    """The counter that is seen of a stack, and how many it covers where they are known."""
    return f"{stack.top} on top" if stack.count is None else f"{count(stack.count, 'counter')} under {stack.top}"
