"""Reads the notes of a phase in their order, for cards that are made of several."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.reports.parts import Entry, mark
from pbem.base.records import dataclass


@dataclass(slots=True)
class NoteReader:
    """Notes, read from the first to the last."""

    notes: Sequence[Note]
    place: int = 0

    @property
    def next(self) -> Note | None:
        """The note that comes next; None at the end."""
        return self.notes[self.place] if self.place < len(self.notes) else None

    def take(self) -> Note:
        """Reads a note."""
        self.place += 1
        return self.notes[self.place - 1]

    def until(self, event: str) -> list[Note]:
        """Reads on to a note of this event and with it; to the end where there is none."""
        found = self.while_(lambda note: note.event != event)
        return [*found, self.take()] if self.next is not None else found

    def while_(self, wanted: Callable[[Note], bool]) -> list[Note]:
        """Reads on as long as notes are of a sort."""
        found: list[Note] = []
        while self.next is not None and wanted(self.next):
            found.append(self.take())
        return found


def by_card(notes: Iterable[Note], ends: Mapping[str, str]) -> Iterator[list[Note]]:
    """The notes one by one, those of a card together; `ends` has the event that each card begins and ends with."""
    card: list[Note] = []
    for note in notes:
        card.append(note)
        if card[0].event not in ends or note.event == ends[card[0].event]:
            yield card
            card = []
    if card:
        yield card


def cards(notes: Iterable[Note], ends: Mapping[str, str]) -> list[list[Note]]:
    """The notes of every card that is over, card by card."""
    return [card for card in by_card(notes, ends) if card[-1].event == ends.get(card[0].event)]


def by_head(notes: Iterable[Note], heads: Container[str]) -> list[tuple[Note | None, list[Note]]]:
    """The notes under the note that begins their step, those before the first under none."""
    found: list[tuple[Note | None, list[Note]]] = [(None, [])]
    for note in notes:
        if note.event in heads:
            found.append((note, []))
        else:
            found[-1][1].append(note)
    return found


def line(note: Note, *, singly: tuple[str, ...] = (), run: int = 0) -> Entry:
    """A note as a line with its dice; those whose labels begin with words of `singly` are read one by one."""
    if note.throw is None:
        return Entry(mark(note), note.rule, note.text, run=run)
    return Entry(mark(note), note.rule, f"{note.why}.", note.throw, note.throw.label.startswith(singly), run)


def card(head: Note, inside: Iterable[Entry], gist: str = "") -> Entry:
    """A fight or a landing under the heading of its first note, with its cost in a few words."""
    text = f"{head.text.removesuffix('.')}. {gist}" if gist else head.text
    return Entry(mark(head), head.rule, text, inside=tuple(inside))


def losses(notes: Iterable[Note], ends: Iterable[str], sides: Iterable[str]) -> dict[str, int]:
    """The losses of each side, as the notes that end fights sum them up in their fact `lost`."""
    lost: list[Mapping[str, Any]] = [note.facts.get("lost", {}) for note in notes if note.event in ends]
    return {side: sum(int(each.get(side, 0)) for each in lost) for side in sides}
