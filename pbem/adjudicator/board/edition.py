"""Editions: figures read off a printed copy, laid over a game's data, each marked with its own source.

An edition file names records as `section/id`. It sets figures of a record, adds a record, drops one, or replaces a
section's whole list, in the order written. The file's SHA-256 goes into the charter, so every player plays on the same
figures; what comes of it is checked as one whole by the game, and the faults point into the file that wrote them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from pbem.adjudicator.board.figures import Figure, Figures, Pages, Place, Record
from pbem.base.errors import BadInput, Fault, Kind
from pbem.base.records import dataclass, replace

if TYPE_CHECKING:
    from pbem.schema import Document

#: The data by section and id, as they are while an edition is laid over them.
Sections = dict[str, dict[str, Record]]


class Deed(Enum):
    """Kinds of change; the value is its key in the file."""

    SET = "set"
    ADD = "add"
    DROP = "drop"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class Entry:
    """One change as the edition file writes it; a dropped record brings none, a list brings many."""

    deed: Deed
    section: str
    id: str
    records: tuple[Record, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition file, read and not yet laid over anything."""

    game: str
    title: str
    digest: str
    entries: tuple[Entry, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Change:
    """One figure before and after; None where there was or is none."""

    of: str
    figure: str
    old: Figure | None
    new: Figure | None


@dataclass(frozen=True, slots=True)
class Overlay:
    """The data with an edition over them, its changes, and its faults."""

    edition: Edition
    figures: Figures
    changes: tuple[Change, ...]
    faults: tuple[Fault, ...]


class Board(Protocol):
    """The data that every game's board shows."""

    @property
    def figures(self) -> Figures: ...
    @property
    def edition(self) -> Overlay | None: ...


def read_edition(data: bytes, file: str = "") -> Edition:
    """An edition file in its typed form, or BadInput with every fault of its shape."""
    from pbem.schema import locate, read_document

    document = read_document("edition", data, file)
    pages = Pages(document.page)
    entries = tuple(entry_of(pages, part, document["source"]) for part in document.parts("changes"))
    if pages.faults:
        raise BadInput(pages.faults)
    place = pages.place(locate(document.node, ("game",)))
    return Edition(document["game"], document["title"], hashlib.sha256(data).hexdigest(), entries, place)


def entry_of(pages: Pages, part: Document, otherwise: str) -> Entry:
    """One change, whose key tells what it does."""
    from pbem.schema import locate

    deed = next(deed for deed in Deed if deed.value in part)
    section, _, id_ = part[deed.value].partition("/")
    place = pages.place(locate(part.node, (deed.value,)))
    source = part.get("source", otherwise)
    if deed is Deed.LIST:
        return Entry(deed, section, id_, pages.section(section, part.part("records").node, source), place)
    if deed is Deed.DROP:
        return Entry(deed, section, id_, (), place)
    figures = pages.named(part.part("figures").node, part.get("field_sources", {}), source)
    for name in part.get("field_sources", {}):
        if name not in figures:
            pages.fault(locate(part.node, ("field_sources", name)), f"'{name}' is given a source and no value")
    return Entry(deed, section, id_, (Record(section, id_, figures, source, part.get("note", ""), place),), place)


def lay_over(figures: Figures, edition: Edition, game: str) -> Overlay:
    """The data with the edition's changes made, one after another; what cannot be made is a fault."""
    faults: list[Fault] = []
    if edition.game != game:
        faults.append(edition.place.fault(f"'{edition.game}' is another game than {game}"))
    sections: Sections = {
        name: {record.id: record for record in records} for name, records in figures.sections.items()
    }
    for entry in edition.entries:
        faults += carry_out(entry, sections)
    after = Figures({name: tuple(records.values()) for name, records in sections.items()})
    return Overlay(edition, after, tuple(differences(figures, after)), tuple(faults))


def carry_out(entry: Entry, sections: Sections) -> Iterator[Fault]:
    """Make one change, or say why there is nothing to make it on."""
    records = sections.get(entry.section)
    if records is None:
        hint = meant(entry.section, sections) or "one of " + ", ".join(sections)
        yield entry.place.fault(f"'{entry.section}' is no section of the data", hint, Kind.UNKNOWN)
    elif entry.deed is Deed.LIST:
        sections[entry.section] = {record.id: record for record in entry.records}
    elif entry.deed is Deed.ADD:
        if entry.id in records:
            message = f"'{entry.section}/{entry.id}' is there already"
            yield entry.place.fault(message, "change it with set:", Kind.AMBIGUOUS)
        records[entry.id] = entry.records[0]
    elif entry.id not in records:
        hint = meant(f"{entry.section}/{entry.id}", [f"{entry.section}/{id_}" for id_ in records])
        hint = hint or "a new record is added with add:"
        yield entry.place.fault(f"'{entry.section}/{entry.id}' is no record of the data", hint, Kind.UNKNOWN)
    elif entry.deed is Deed.DROP:
        del records[entry.id]
    else:
        records[entry.id] = merged(records[entry.id], entry.records[0])


def merged(old: Record, new: Record) -> Record:
    """A record with some of its figures replaced; that there is such a record is known as it was before."""
    return replace(old, figures={**old.figures, **new.figures}, note=new.note or old.note)


def meant(word: str, words: Iterable[str]) -> str:
    """A hint at the nearest word, if one is near."""
    near = get_close_matches(word, list(words), n=1)
    return f"did you mean {near[0]}?" if near else ""


def differences(before: Figures, after: Figures) -> Iterator[Change]:
    """Every figure whose value or source is another, in the order of the data; then what is new."""
    old = {record.name: record for record in before.records()}
    new = {record.name: record for record in after.records()}
    for name in dict.fromkeys([*old, *new]):
        was = old[name].figures if name in old else {}
        now = new[name].figures if name in new else {}
        if (name in old) is not (name in new) and not (was or now):
            yield Change(name, "", existence(old.get(name)), existence(new.get(name)))
        for figure in dict.fromkeys([*was, *now]):
            one, two = was.get(figure), now.get(figure)
            if (one and (one.value, one.source)) != (two and (two.value, two.source)):
                yield Change(name, figure, one, two)


def existence(record: Record | None) -> Figure | None:
    """A record without figures, a closed hexside, is itself a figure: it is there or it is not."""
    return Figure("yes", record.source, record.place) if record else None
