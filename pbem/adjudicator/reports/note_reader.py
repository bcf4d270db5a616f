"""Reads the notes of a phase in their order, for cards that are made of several."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.adjudicator.engine.table import Note
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
