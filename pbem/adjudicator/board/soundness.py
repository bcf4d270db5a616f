"""Checks any game's data for sense as a whole: each check yields its faults and goes on.

A fault points at the figure that is wrong, whichever file it was written in.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Protocol

from pbem.adjudicator.board.drafting import Sheets
from pbem.adjudicator.board.texts import texts_of
from pbem.base.errors import Fault, Kind
from pbem.base.patterns import pattern
from pbem.base.records import dataclass

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


def nothing_lacking(it: Sheets, path: Path, **more: Iterable[str]) -> Iterator[Fault]:
    """The same by a title's list of records, section by section; there may be `more` that only its code knows."""
    written: Mapping[str, list[str]] = texts_of(path)
    return nothing_missing({section: ((*more.get(section, ()), *written.get(section, ())), it.ids(section))
                            for section in dict.fromkeys((*written, *more))})  # fmt: skip


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


def ports(it: Sheets, section: str, noun: str, there: Mapping[str, tuple[Port, str]], figure: str) -> Iterator[Fault]:
    """Checks ports: one to a place, each with an id that can be typed and a unique name."""
    holders: dict[str, str] = {}
    names = Tally(port.name for port, _ in there.values())
    for port, where in there.values():
        if where and where in holders:
            place = it.place(section, port.id, figure)
            yield place.fault(f"{where} holds '{holders[where]}' already", kind=Kind.AMBIGUOUS)
        holders.setdefault(where, port.name)
        if names[port.name] > 1:
            yield it.place(section, port.id, "name").fault(f"two {noun}s are called '{port.name}'")
        if not ID.fullmatch(port.id):
            yield it.place(section, port.id).fault(f"'{port.id}' is no id", ID_HINT)


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
