"""Movement in tests: one side's Movement Step from a list of moves and of whatever is asked and thrown on the way.

    notes = movement(state, ENGLISH, sail(["boyne"], "2725"), ("6.3", 5))
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.jenkins.playing import Answer, play

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.rules.ch07_movement import movement_step
from pbem.adjudicator.jenkins.state.state import State

END: Answer = ("7.0", {"end": "true"})


def sail(ships: Sequence[str], *path: str, **more: Any) -> Answer:
    """Ships along a path, with whatever else the move says."""
    return "7.0", {"ships": list(ships), "path": list(path), **more}


def march(troops: Sequence[str], *path: str) -> Answer:
    """Troops along a path."""
    return "7.0", {"troops": list(troops), "path": list(path)}


def movement(state: State, side: str, *answers: Answer, after: Iterable[Answer] = ()) -> list[Note]:
    """The whole Movement Step; `after` is what is asked once the last move has been made."""
    return play(movement_step, state, side, answers=[*answers, END, *after])[1]


def dice(notes: Iterable[Note], kind: str) -> list[tuple[int, int]]:
    """Of each throw of a kind: what fell, and what it came to."""
    throws = [note.throw for note in notes if note.throw and note.throw.label.startswith(f"{kind}/")]
    return [(sum(throw.values), throw.total) for throw in throws]
