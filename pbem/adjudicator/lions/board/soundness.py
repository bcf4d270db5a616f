"""Checks the map, the ports and the tables together; musters.py checks the counters and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from pbem.adjudicator.board import soundness
from pbem.adjudicator.lions.board import musters
from pbem.adjudicator.lions.board.cards import Draft
from pbem.adjudicator.lions.board.pieces import Numbers, Port
from pbem.adjudicator.lions.board.terms import POWERS, PortKind
from pbem.base.errors import Fault, Kind
from pbem.base.records import fields
from pbem.geometry.squares import BORDER, adjacent, border, square_id, squares_of

#: How this map's borders are written.
SQUARES = soundness.Words(
    "square", "side or corner", BORDER, squares_of, border, adjacent,
    "two squares, the one read first on the map first: B12-C11", "do not touch",
)  # fmt: skip
CROSSING = "pacific"
#: What must hold of names and records.
SOUND = Path(__file__).parent.parent / "data" / "sound.yaml"


def faults_of(it: Draft, near: Callable[[str], Iterable[str]]) -> Iterator[Fault]:
    """Every fault of the whole; `near` tells where a ship can go from a square, by passages too."""
    numbers = [field.name for field in fields(Numbers)]
    yield from soundness.declared(it, SOUND, expenditure=it.classes, numbers=numbers)
    letters = {name: band.letters for name, band in it.bands.items()}
    yield from soundness.letters(it, letters, rows_of(it), it.grid.last_column, it.legend, "squares")
    yield from bands(it)
    yield from soundness.borders(it, "closed", it.grid, SQUARES)
    yield from closed_land(it)
    yield from passages(it)
    yield from edges(it)
    yield from ports(it)
    yield from reach(it, near)
    yield from treasure(it)
    yield from musters.faults_of(it)


def rows_of(it: Draft) -> list[str]:
    """The names of the rows there must be."""
    return [name for name, _ in it.grid.rows()]


def bands(it: Draft) -> Iterator[Fault]:
    """Each row lies south of the one above, and begins where that one ends."""
    edge: int | None = None
    for name in rows_of(it):
        band = it.bands.get(name)
        if band and band.south >= band.north:
            yield it.place("terrain", name, "south").fault(f"row {name} ends north of where it begins")
        elif band and edge is not None and band.north != edge:
            yield it.place("terrain", name, "north").fault(f"row {name} does not begin where the row above it ends")
        edge = band.south if band else None


def closed_land(it: Draft) -> Iterator[Fault]:
    """Checks that ships may be on both sides of each closed border; else it needs no closing."""
    for record in it.figures.section("closed"):
        a, b = squares_of(record.id)
        for square in (a, b):
            if square in it.grid and it.terrain(square) is not None and not it.afloat(square):
                yield record.place.fault(f"no ship is ever in {square}, so '{record.id}' need not be closed")


def passages(it: Draft) -> Iterator[Fault]:
    """Each leads from water to other water that it does not touch."""
    for passage in it.passages.values():
        for end, square in zip(("a", "b"), passage.ends, strict=True):
            place = it.place("passages", passage.id, end)
            if square and square not in it.grid:
                yield place.fault(f"{square} is no square of the map")
            elif square and not it.afloat(square):
                yield place.fault(f"no ship can be in {square}, so '{passage.name}' cannot begin there")
        a, b = passage.ends
        if a and b and (a == b or adjacent(a, b)):
            yield it.place("passages", passage.id, "b").fault(f"{a} and {b} touch without '{passage.name}'")


def edges(it: Draft) -> Iterator[Fault]:
    """Checks that the rows of a Pacific crossing are on the map, with water at both their ends."""
    for id_, crossing in it.crossings.items():
        if crossing.rows and crossing.rows[-1] > it.grid.last_row:
            yield it.place("crossing", id_, "last_row").fault("the crossing leads beyond the last row of the map")
        for column in (1, it.grid.last_column):
            if not any(it.afloat(square_id(column, row)) for row in crossing.rows):
                yield it.place("crossing", id_).fault(f"no ship can begin or end a crossing in column {column}")


def ports(it: Draft) -> Iterator[Fault]:
    """Checks ports: each on a coast that is no terra incognita, a home port for each power.

    No two ports share a square or a name.
    """

    def dry(square: str) -> str:
        kind = it.terrain(square)
        return kind.name if kind and (not kind.coast or kind.terra_incognita) else ""

    yield from soundness.ports(it, "ports", "port", placed(it), "square", it.grid, dry)
    for power in POWERS:
        if not any(port.nation == power for port in it.ports.values()):
            yield Fault(f"the data have no home port of '{power}'", kind=Kind.UNKNOWN)


def placed(it: Draft) -> dict[str, tuple[Port, str]]:
    """The ports with their squares."""
    return {port.id: (port, port.square) for port in it.ports.values()}


def reach(it: Draft, near: Callable[[str], Iterable[str]]) -> Iterator[Fault]:
    """Ships can sail from the first port to every other."""
    afloat = {name: each for name, each in placed(it).items() if it.afloat(each[1])}
    start = next((square for _, square in afloat.values()), "")
    yield from soundness.unreached(it, "ports", "square", afloat, start, near)


def treasure(it: Draft) -> Iterator[Fault]:
    """Checks that each treasure port has one treasure fleet (23.1)."""
    bases: dict[str, str] = {}
    for fleet in it.treasure_fleets.values():
        port, place = it.ports.get(fleet.port), it.place("treasure_fleets", fleet.id, "port")
        if port is None or port.kind is not PortKind.TREASURE:
            yield place.fault(f"'{fleet.port}' is no treasure port", kind=Kind.UNKNOWN)
        elif fleet.port in bases:
            message = f"'{bases[fleet.port]}' starts in '{fleet.port}' already"
            yield place.fault(message, kind=Kind.AMBIGUOUS)
        bases.setdefault(fleet.port, fleet.name)
    for port in it.ports.values():
        if port.kind is PortKind.TREASURE and port.id not in bases:
            yield it.place("ports", port.id, "kind").fault(f"no treasure fleet starts in '{port.name}'")
