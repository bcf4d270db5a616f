"""Types that a title and the house exchange in a phase.

They hold the seats that order, the orders and their faults, and what happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from pbem.adjudicator.engine.driver import Lapse
from pbem.adjudicator.engine.table import Note, Plain
from pbem.base.errors import Fault
from pbem.base.records import dataclass
from pbem.schema import Document


@dataclass(frozen=True, slots=True)
class Phase:
    """One stretch of play between two locks: its id (PROTOCOL 3.2), and who has something to order."""

    id: str
    title: str
    turn: int
    active: tuple[str, ...]  # seats the phase waits for; the others may send orders, and need not
    free: bool = False  # whether silence is an order here: what a seat sent before goes on, and nobody is at fault


@dataclass(frozen=True, slots=True)
class Orders:
    """One seat's order file, read and checked for shape: plain data and the line of each part."""

    seat: str
    body: Mapping[str, Plain]
    lines: Mapping[tuple[str | int, ...], int]
    name: str = "orders"
    phase: str = ""
    page: Document | None = None  # the file as read, for faults that point at a place in it


@dataclass(frozen=True, slots=True)
class Checked:
    """The findings of `orders check`: faults, and lines that tell the owner what the orders will do."""

    faults: tuple[Fault, ...]
    echo: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """One reader's part of a phase: the notes for that reader, and their own orders that lapsed."""

    notes: tuple[Note, ...]
    lapses: tuple[Lapse, ...]


#: Nothing told, and nothing that a game folder adds.
SILENCE = Told((), ())
NO_FRAME: Mapping[str, Any] = MappingProxyType({})


def heard(notes: Iterable[Note], seat: str) -> tuple[Note, ...]:
    """The notes a seat may read, in order."""
    return tuple(note for note in notes if note.heard_by(seat))
