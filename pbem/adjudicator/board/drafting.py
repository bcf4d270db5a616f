"""Builds a game's board: reads figures into pieces, checks the whole, reports every fault at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from pbem.adjudicator.board.edition import Overlay, lay_over, read_edition
from pbem.adjudicator.board.figures import Figures, Place, Record, read_folder
from pbem.adjudicator.board.kept import kept_or_made
from pbem.adjudicator.board.lookup import PrintedTable, read_table
from pbem.adjudicator.board.reading import Reader
from pbem.base.errors import BadInput, Fault, Kind
from pbem.base.records import dataclass, field, fields, replace

Piece = TypeVar("Piece")
Made = TypeVar("Made")

CHANGE_THIS_TOO = "the edition changed what this stands on: let it change this too"


@dataclass(slots=True)
class Sheets:
    """A game's figures while they are read, with the faults met so far and the parts that every game has."""

    figures: Figures
    faults: list[Fault]
    tables: dict[str, PrintedTable[Any]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    parts: dict[str, dict[str, Any]] = field(default_factory=dict)  # by the names that the title's draft gives them

    def records(self, section: str) -> tuple[Record, ...]:
        """The records of a section, which somebody has asked for."""
        self.asked.add(section)
        return self.figures.section(section)

    def read(self, section: str, piece: Callable[[Reader], Piece]) -> Iterator[Piece]:
        """Each record of a section as a piece, with nothing left unread."""
        for record in self.records(section):
            reader = Reader(record, self.faults)
            yield piece(reader)
            reader.finish()

    def by_id(self, section: str, piece: Callable[[Reader], Piece]) -> dict[str, Piece]:
        """The records of a section as pieces, by their ids."""
        return {record.id: one for record, one in zip(self.records(section), self.read(section, piece), strict=True)}

    def read_parts(self) -> None:
        """Reads every part that nobody has asked for yet, so that all faults come to light."""
        for kind in type(self).__mro__[::-1]:
            for name in [name for name, each in vars(kind).items() if isinstance(each, Part)]:
                getattr(self, name)

    def place(self, section: str, id_: str, figure: str = "") -> Place:
        """Returns the place in a file of a record, or of one of its figures."""
        for record in self.figures.section(section):
            if record.id == id_:
                return record.figures[figure].place if figure in record.figures else record.place
        return Place()

    def ids(self, section: str) -> frozenset[str]:
        """The ids of a section, for those that are nothing but their id; only ever asked whether they hold one."""
        return frozenset(record.id for record in self.figures.section(section))

    def refuse_others(self, sections: Iterable[str] = ()) -> None:
        """A section nobody reads is a slip of the pen; those that were asked for are known."""
        known = {*sections, *self.asked}
        for section, records in self.figures.sections.items():
            if section not in known and records:
                fault = records[0].place.fault(f"'{section}' is no section of the data", kind=Kind.UNKNOWN)
                self.faults.append(fault)

    def read_tables(self, rows: dict[str, Callable[[Reader], object]]) -> None:
        """The printed tables, each from its heading and the section of its name."""
        self.asked |= rows.keys()
        for heading in self.records("tables"):
            if heading.id not in rows:
                fault = heading.place.fault(f"'{heading.id}' is no table of this game", kind=Kind.UNKNOWN)
                self.faults.append(fault)
                continue
            table = read_table(heading, self.records(heading.id), rows[heading.id], self.faults)
            if table:
                self.tables[heading.id] = table

    def read_numbers(self, shape: type[Any]) -> None:
        """The single figures of the rules, by the names of a dataclass."""
        self.numbers = dict(self.read("numbers", number_of))
        names = [known.name for known in fields(shape)]
        for name in self.numbers:
            if name not in names:
                fault = self.place("numbers", name).fault(f"'{name}' is no number of this game", kind=Kind.UNKNOWN)
                self.faults.append(fault)


class Part(Generic[Piece]):
    """A part of a draft: the records of a section as pieces by their ids, read when it is first asked for."""

    def __init__(self, piece: Callable[[Reader], Piece], section: str = "") -> None:
        self.piece, self.section, self.name = piece, section, ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name, self.section = name, self.section or name

    def __get__(self, it: Sheets, owner: type) -> dict[str, Piece]:
        if self.name not in it.parts:
            it.parts[self.name] = it.by_id(self.section, self.piece)
        return it.parts[self.name]


def number_of(reader: Reader) -> tuple[str, int]:
    """A single figure of the rules."""
    reader.text("rule")
    return reader.id, reader.number("value", 0)


def lay_out(
    game: str,
    shipped: tuple[Path, tuple[str, ...]],
    edition: tuple[bytes, str] | None,
    build: Callable[[Figures, Overlay | None, list[Fault]], Made],
) -> Made:
    """Builds a game from its shipped data, with an edition file (bytes and name) over them if given."""
    if edition is None:
        return kept_or_made(shipped, build)
    overlay = lay_over(read_folder(*shipped), read_edition(*edition), game)
    return build(overlay.figures, overlay, list(overlay.faults))


def joined(kind: type[Made], it: Sheets, **own: Any) -> Made:
    """A sound draft as a board: each field is the draft's part or table of that name, unless it is given."""
    drafted = {each.name: getattr(it, each.name) for each in fields(it)} | it.parts | it.tables | own
    wanted = [each.name for each in fields(kind) if each.init and each.name in drafted]  # type: ignore[arg-type]
    return kind(**{name: frozen(drafted[name]) for name in wanted})


def frozen(part: Any) -> Any:
    """A part of a board, which nobody changes."""
    return MappingProxyType(part) if isinstance(part, dict) else part


def refuse(faults: Iterable[Fault], overlay: Overlay | None) -> None:
    """Raise all faults there are, each once."""
    found = tuple(in_order(dict.fromkeys(faults), overlay))
    if found:
        raise BadInput(found)


def in_order(faults: Iterable[Fault], overlay: Overlay | None) -> Iterator[Fault]:
    """Sorts faults: the edition's own first, then those of shipped data that no longer fit, with a hint."""
    own = overlay.edition.place.file if overlay else ""
    for fault in sorted(faults, key=lambda fault: (fault.file != own, fault.file, fault.line, fault.column)):
        stranger = overlay is not None and fault.file != own and not fault.hint
        yield replace(fault, hint=CHANGE_THIS_TOO) if stranger else fault
