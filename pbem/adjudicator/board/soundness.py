"""Checks any game's data for sense as a whole: each check yields its faults and goes on.

A fault points at the figure that is wrong, whichever file it was written in.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from pbem.adjudicator.board.drafting import Sheets
from pbem.adjudicator.board.figures import Figure
from pbem.adjudicator.board.texts import texts_of
from pbem.base.errors import Fault, Kind
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.geometry.grids import connected
from pbem.geometry.hexes import is_hex

#: As a player types it: also one part of a dice label (PROTOCOL 3.8).
ID = pattern(r"[a-z][a-z0-9-]{0,39}")
ID_HINT = "small letters, digits and hyphens"


class Grid(Protocol):
    """As much of a map as a check asks of it."""

    def __contains__(self, place: object) -> bool: ...


class Port(Protocol):
    """As much of a port as a check asks of it."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Words:
    """A map's words for its places and borders, and the form in which they are written."""

    place: str  # hex, square
    border: str  # hexside, side
    form: re.Pattern[str]  # of a border
    ends: Callable[[str], tuple[str, str]]
    border_of: Callable[[str, str], str]
    adjacent: Callable[[str, str], bool]
    hint: str
    apart: str  # 'share no side'


def nothing_missing(wanted: Mapping[str, tuple[Iterable[str], Collection[str]]]) -> Iterator[Fault]:
    """Yields a fault for each missing thing that the rules ask for by name; it has no place."""
    for section, (names, present) in wanted.items():
        for name in names:
            if name not in present:
                yield Fault(f"the data have no '{section}/{name}'", kind=Kind.UNKNOWN)


def declared(it: Sheets, path: Path, **more: Iterable[str]) -> Iterator[Fault]:
    """The facts of a title's `sound.yaml`: records there must be, ids that can be typed, names of other records.

    There may be `more` records, section by section, that only the title's code knows.
    """
    facts = texts_of(path)
    needed: Mapping[str, list[str]] = facts["needed"]
    yield from nothing_missing({section: ((*more.get(section, ()), *needed.get(section, ())), it.ids(section))
                                for section in dict.fromkeys((*needed, *more))})  # fmt: skip
    for section in facts.get("ids", ()):
        for record in it.figures.section(section):
            if not ID.fullmatch(record.id):
                yield record.place.fault(f"'{record.id}' is no id", ID_HINT)
    for row in facts.get("names", ()):
        yield from unknown(it, row)


def unknown(it: Sheets, row: Mapping[str, Any]) -> Iterator[Fault]:
    """Figures of a section that name records of others, and words besides; each that names none of them is a fault."""
    known = {*row.get("besides", ()), *(name for section in row["of"] for name in it.ids(section))}
    for record in it.figures.section(row["section"]):
        for figure in (record.figures[name] for name in row["figures"] if name in record.figures):
            for word in words_of(figure):
                if word not in known and not (row.get("cells") and is_hex(word)):
                    yield figure.place.fault(f"'{word}' is no {row['noun']}", kind=Kind.UNKNOWN)


def words_of(figure: Figure) -> tuple[str, ...]:
    """The words of a figure, one or several."""
    return figure.value if isinstance(figure.value, tuple) else (figure.value,)


def letters(
    it: Sheets, rows: Mapping[str, str], wanted: Iterable[str], columns: int, legend: Collection[str], figure: str
) -> Iterator[Fault]:
    """Checks the map's rows: one for each row of the map, one legend letter for each column."""
    names = tuple(wanted)
    for record in it.figures.section("terrain"):
        row, place = rows[record.id], it.place("terrain", record.id, figure)
        if record.id not in names:
            yield record.place.fault(f"'{record.id}' is no row of the map", f"{names[0]} to {names[-1]}")
        elif len(row) != columns:
            yield place.fault(f"row {record.id} has {len(row)} {figure}, and the map has {columns} columns")
        for letter in dict.fromkeys(row):
            if letter not in legend:
                yield place.fault(f"'{letter}' is no terrain of the legend", "one of " + ", ".join(legend))
    for name in names:
        if name not in rows:
            yield it.place("grid", figure).fault(f"row {name} of the map has no terrain")


def borders(it: Sheets, section: str, grid: Grid, words: Words) -> Iterator[Fault]:
    """A closed border lies between two neighbours on the map, named as it always is."""
    for record in it.figures.section(section):
        a, b = words.ends(record.id) if words.form.fullmatch(record.id) else ("", "")
        if not a or words.border_of(a, b) != record.id:
            yield record.place.fault(f"'{record.id}' is no {words.border}", words.hint)
        elif a not in grid or b not in grid:
            yield record.place.fault(f"'{record.id}' lies beyond the map")
        elif not words.adjacent(a, b):
            yield record.place.fault(f"{a} and {b} {words.apart}")


def ports(
    it: Sheets, section: str, noun: str, there: Mapping[str, tuple[Port, str]], figure: str, grid: Grid | None = None,
    dry: Callable[[str], str] = lambda where: "",
) -> Iterator[Fault]:  # fmt: skip
    """Checks ports: one to a place of the map, each with an id that can be typed and a unique name.

    `dry` says what a place is where no port can lie; empty where one can.
    """
    holders: dict[str, str] = {}
    names = Tally(port.name for port, _ in there.values())
    for port, where in there.values():
        place = it.place(section, port.id, figure)
        if where and where in holders:
            yield place.fault(f"{where} holds '{holders[where]}' already", kind=Kind.AMBIGUOUS)
        holders.setdefault(where, port.name)
        if where and grid is not None and where not in grid:
            yield place.fault(f"{where} is no {figure} of the map")
        elif where and grid is not None and (ground := dry(where)):
            yield place.fault(f"{where} is {ground}, so '{port.name}' cannot lie there")
        if names[port.name] > 1:
            yield it.place(section, port.id, "name").fault(f"two {noun}s are called '{port.name}'")
        if not ID.fullmatch(port.id):
            yield it.place(section, port.id).fault(f"'{port.id}' is no id", ID_HINT)


def unreached(
    it: Sheets, section: str, figure: str, ports: Mapping[str, tuple[Port, str]], start: str,
    near: Callable[[str], Iterable[str]],
) -> Iterator[Fault]:  # fmt: skip
    """Ports that no ship can reach from a place; nothing where there is none to start from."""
    reached = connected(start, near) if start else frozenset()
    for port, where in ports.values():
        if reached and where not in reached:
            yield it.place(section, port.id, figure).fault(f"no ship can reach '{port.name}' in {where}")


def each_once(it: Sheets, section: str, figure: str, lists: Iterable[tuple[str, Iterable[str]]]) -> Iterator[Fault]:
    """Nothing stands in two of the lists, nor twice in one."""
    placed: dict[str, str] = {}
    for id_, names in lists:
        for name in names:
            if name in placed:
                place = it.place(section, id_, figure)
                yield place.fault(f"'{name}' is set up in '{placed[name]}' already", kind=Kind.AMBIGUOUS)
            placed.setdefault(name, id_)


def total(it: Sheets, number: str, count: int, what: str) -> Iterator[Fault]:
    """As many as the box holds."""
    wanted = it.numbers.get(number, 0)
    if count != wanted:
        hint = f"an edition with another number says so in numbers/{number}"
        yield it.place("numbers", number).fault(f"there are {count} {what}, where {wanted} must be", hint)
