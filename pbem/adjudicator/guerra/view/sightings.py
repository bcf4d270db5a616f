"""Reads from notes what was laid open under markers: the memory of each seat, by marker (5.1.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pbem.adjudicator.engine.memory import Glimpse, News
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.guerra.state.state import State

REVEALED = "revealed"


def news_of(turn: int) -> News:
    """Returns a function that reads the sightings in a note of this turn."""
    return partial(seen_in, turn)


def seen_in(turn: int, note: Note) -> Iterator[Glimpse]:
    """Yields the sighting in one note: a marker with the counters that lay under it."""
    if note.event == REVEALED:
        units = tuple((str(unit), str(words)) for unit, words in note.facts["shown"])
        yield Glimpse(str(note.facts["force"]), str(note.facts["side"]), units, turn)


def presence(state: State) -> list[tuple[str, str]]:
    """The markers on the map, as everybody sees them."""
    return [(name, force.side) for name, force in state.forces.items() if state.marked(name)]
