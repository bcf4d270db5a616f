"""Intents: the one thing that a Formation means to do in an MPI."""

from __future__ import annotations

from pbem.base.records import dataclass

#: Words for what a Formation means to do.
WAIT, MOVE, ZONE, INTO_PORT, TO_SEA, STAND, WORK = "wait", "move", "zone", "port", "sea", "stand", "work"
LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Intent:
    """The one thing that a Formation means to do in an MPI."""

    kind: str
    to: str = ""  # a place, or the number of an exit
    goal: str = ""  # where it is bound in the end
    why: str = ""  # why it waits, for its owner
    prefer: tuple[str, ...] = ()  # Spaces of an exit, the first first
    presses: bool = False  # it follows, or makes for port: it tries for a breeze


def waits(why: str = "") -> Intent:
    """Stays where it is, with a reason for the log."""
    return Intent(WAIT, why=why)
