"""Reads sightings from notes: stacks laid open, tops of stacks that sail, counters lost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pbem.adjudicator.engine.memory import Glimpse, News
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.board.board import Board

#: Counters seen below the top: by those they come upon, in combat, and for the choice of the sea's toll (6.3).
OPEN = ("shown", "revealed", "inspected")
#: A counter that is off the map, wherever it goes.
OFF = ("eliminated", "called_home", "scuttled")


def news_of(board: Board, turn: int) -> News:
    """Returns a function that reads the sightings in a note of this turn."""
    return partial(seen_in, board, turn)


def seen_in(board: Board, turn: int, note: Note) -> Iterator[Glimpse]:
    """Yields the sightings in one note."""
    facts = note.facts
    side = str(facts.get("side", ""))
    if note.event in OPEN:
        counters = named(board, *map(str, facts["counters"]))
        yield Glimpse(str(facts["hex"]), side, counters, turn, part=True)
    elif note.event == "sailed" and facts["top"]:
        yield Glimpse(str(facts["trail"][-1]), side, named(board, str(facts["top"])), turn, part=True)
    elif note.event in OFF:
        yield Glimpse("", side, named(board, str(facts["counter"])), turn)


def named(board: Board, *counters: str) -> tuple[tuple[str, str], ...]:
    """Counters with their labels."""
    return tuple((counter, board.counters[counter].label) for counter in counters)
