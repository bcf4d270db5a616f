"""Figures: what a game's data say, each with its source and the place where it is written.

A game's data are strict YAML files of sections; a section is a list of records; a record has an id (a table's row has
its roll) and figures. Every figure is printed (read off the published game), rulebook (stated or forced by its text)
or reconstructed (ours). Rules never see a record: each game builds its own typed board from them. That the figures
keep their places is what lets a fault point at the line of an edition file that caused it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from pbem import strict_yaml
from pbem.base.errors import BadInput, Fault, Kind
from pbem.base.files import read_file
from pbem.base.records import dataclass, field
from pbem.strict_yaml import Node, Page, Scalar

Value = str | tuple[str, ...]

SOURCES = ("printed", "rulebook", "reconstructed")
#: What a record says about itself rather than about the game: no figures, never counted.
KEYS = ("id", "roll")
MARKS = ("source", "field_sources", "note")
LABELS = ("ref", "rule", "title")


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file."""

    file: str = ""
    line: int = 0
    column: int = 0
    width: int = 1
    page: Page | None = field(default=None, compare=False, repr=False)

    @property
    def excerpt(self) -> str:
        """The line, for a fault to quote."""
        return self.page.excerpt(self.line, self.column) if self.page else ""

    def fault(self, message: str, hint: str = "", kind: Kind = Kind.ILLEGAL) -> Fault:
        """A fault that points here."""
        return Fault(message, self.file, self.line, self.column, self.excerpt, self.width, hint=hint, kind=kind)


@dataclass(frozen=True, slots=True)
class Figure:
    """One value, how it is known, where it is written."""

    value: Value
    source: str
    place: Place


@dataclass(frozen=True, slots=True)
class Record:
    """One thing of the game: a seaport, a counter, a row of a table."""

    section: str
    id: str
    figures: Mapping[str, Figure]
    source: str
    note: str
    place: Place

    @property
    def name(self) -> str:
        """Returns the record's name in an edition file."""
        return f"{self.section}/{self.id}"

    def counted(self) -> Iterator[tuple[str, Figure]]:
        """The figures proper, without the labels that only point into the rulebook."""
        return ((name, figure) for name, figure in self.figures.items() if name not in LABELS)


@dataclass(frozen=True, slots=True)
class Figures:
    """All records of a game, by section, in the order they are written."""

    sections: Mapping[str, tuple[Record, ...]]

    def section(self, name: str) -> tuple[Record, ...]:
        """The records of one section; none where there is no such section."""
        return self.sections.get(name, ())

    def records(self) -> Iterator[Record]:
        """Every record of every section."""
        for records in self.sections.values():
            yield from records

    def shares(self) -> Shares:
        """Counts a game's printed, rulebook and reconstructed figures."""
        return shares_of(self.records())

    def digest(self) -> str:
        """SHA-256 over the values alone: two games played with equal figures have equal digests."""
        plain = {
            section: {record.id: {name: figure.value for name, figure in record.figures.items()} for record in records}
            for section, records in self.sections.items()
        }
        return hashlib.sha256(json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Shares:
    """Counts figures by their source."""

    printed: int
    rulebook: int
    reconstructed: int

    @property
    def total(self) -> int:
        return self.printed + self.rulebook + self.reconstructed

    def per_cent(self) -> dict[str, str]:
        """Each share in parts of a hundred with one decimal, reckoned in whole numbers and rounded half up."""
        return {source: tenths(getattr(self, source), self.total) for source in SOURCES}


def tenths(part: int, whole: int) -> str:
    """A share like 12.5 per cent, without floating point."""
    count = (part * 2000 + whole) // (2 * whole) if whole else 0
    return f"{count // 10}.{count % 10}"


def shares_of(records: Iterable[Record]) -> Shares:
    """Count the figures of some records by source; a record without any, a closed hexside, is itself one."""
    count = dict.fromkeys(SOURCES, 0)
    for record in records:
        for source in [figure.source for _, figure in record.counted()] or [record.source]:
            count[source] += 1
    return Shares(**count)


def shares(figures: Figures) -> Shares:
    """Counts a game's printed, rulebook and reconstructed figures."""
    return figures.shares()


@dataclass(slots=True)
class Pages:
    """One file of figures while it is read: its page, for excerpts, and the faults met so far."""

    page: Page
    faults: list[Fault] = field(default_factory=list)

    def place(self, node: Node) -> Place:
        """Returns the place of a node in this file."""
        return Place(self.page.file, node.line, node.column, node.width, self.page)

    def fault(self, node: Node, message: str, hint: str = "") -> None:
        """Note a fault at a node."""
        self.faults.append(self.place(node).fault(message, hint, Kind.MALFORMED))

    def text(self, node: Node | None) -> str:
        """The text of a scalar; a fault and nothing where it is none."""
        if isinstance(node, strict_yaml.Scalar):
            return node.text
        if node is not None:
            self.fault(node, "is no single value")
        return ""

    def value(self, node: Node) -> Value:
        """A figure's value: a text, or a list of texts."""
        if isinstance(node, strict_yaml.Sequence):
            return tuple(self.text(item) for item in node.items)
        return self.text(node)

    def source(self, node: Node | None, otherwise: str) -> str:
        """A mark of origin, or the one that stands where none is given."""
        text = self.text(node) or otherwise
        if text in SOURCES:
            return text
        if node is not None:
            self.fault(node, f"'{text}' is no source", "one of " + ", ".join(SOURCES))
        return SOURCES[-1]

    def pairs(self, node: Node | None) -> tuple[tuple[Scalar, Node], ...]:
        """The entries of a mapping; a fault and nothing where it is none."""
        if isinstance(node, strict_yaml.Mapping):
            return node.entries
        if node is not None:
            self.fault(node, "is no list of names with values")
        return ()

    def items(self, node: Node | None) -> tuple[Node, ...]:
        """The items of a sequence; a fault and nothing where it is none."""
        if isinstance(node, strict_yaml.Sequence):
            return node.items
        if node is not None:
            self.fault(node, "is no list")
        return ()

    def named(
        self, node: Node, sources: Mapping[str, str], otherwise: str, skip: tuple[str, ...] = ()
    ) -> dict[str, Figure]:
        """Each value of a mapping as a figure with its source."""
        return {
            key.text: Figure(self.value(value), sources.get(key.text, otherwise), self.place(value))
            for key, value in self.pairs(node)
            if key.text not in skip
        }

    def figures(self, node: Node, otherwise: str) -> tuple[dict[str, Figure], str, str]:
        """The figures that a mapping holds, with the mapping's own source and note."""
        entries = {key.text: (key, value) for key, value in self.pairs(node)}
        source = self.source(entries["source"][1] if "source" in entries else None, otherwise)
        marks = self.pairs(entries["field_sources"][1]) if "field_sources" in entries else ()
        sources = {key.text: self.source(value, source) for key, value in marks}
        figures = self.named(node, sources, source, skip=KEYS + MARKS)
        for key, _ in marks:
            if key.text not in figures:
                self.fault(key, f"'{key.text}' is given a source and no value")
        return figures, source, self.text(entries["note"][1]) if "note" in entries else ""

    def record(self, section: str, node: Node, otherwise: str = "") -> Record | None:
        """One record; a source must be told, by itself or by what it stands in."""
        entries = {key.text: value for key, value in self.pairs(node)}
        key = next((entries[name] for name in KEYS if name in entries), None)
        name = self.text(key)
        if not name:
            self.fault(node, "has neither id nor roll")
            return None
        if not otherwise and "source" not in entries:
            self.fault(node, f"'{name}' does not say its source", "add source: " + " or ".join(SOURCES))
        figures, source, note = self.figures(node, otherwise)
        return Record(section, name, figures, source, note, self.place(key or node))

    def section(self, section: str, node: Node | None, otherwise: str = "") -> tuple[Record, ...]:
        """A list of records, each id once."""
        records: dict[str, Record] = {}
        for item in self.items(node):
            record = self.record(section, item, otherwise)
            if record and record.id in records:
                self.faults.append(record.place.fault(f"'{record.name}' stands twice", kind=Kind.AMBIGUOUS))
            elif record:
                records[record.id] = record
        return tuple(records.values())


def read_sections(data: bytes, file: str, *, shipped: bool = False) -> dict[str, tuple[Record, ...]]:
    """The sections of one data file, or every fault in it."""
    reading = (strict_yaml.gather_shipped if shipped else strict_yaml.gather)(data, file)
    reading.page.settle()
    pages = Pages(reading.page)
    sections = {key.text: pages.section(key.text, node) for key, node in pages.pairs(reading.node)}
    if pages.faults:
        raise BadInput(pages.faults)
    return sections


@cache
def read_folder(folder: Path, names: tuple[str, ...]) -> Figures:
    """The figures a game ships, read once."""
    sections: dict[str, tuple[Record, ...]] = {}
    for name in names:
        path = folder / f"{name}.yaml"
        sections |= read_sections(read_file(path), f"{folder.parent.name}/data/{path.name}", shipped=True)
    return Figures(sections)
