"""Reads sightings from notes: units that were shown (15.2) or spied on, and units that are gone.

Pirates are not among them: they are laid open when they come, and leave the map after their battle (25.9).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pbem.adjudicator.engine.memory import Glimpse, News
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.board.terms import PIRATES

#: Events after which a unit is gone, with the fact that names the unit.
GONE = {"ship_lost": "ship", "prize_taken": "ship", "prize_home": "ship", "leader_lost": "leader", "landed": "fleet",
        "late": "fleet"}  # fmt: skip


def news_of(turn: int) -> News:
    """Returns a function that reads the sightings in a note of this turn."""
    return partial(seen_in, turn)


def seen_in(turn: int, note: Note) -> Iterator[Glimpse]:
    """Yields the sightings in one note."""
    facts = note.facts
    if "shown" in facts and facts["power"] != PIRATES:
        units = tuple((str(unit), str(words)) for unit, words in facts["shown"])
        yield Glimpse(str(facts["square"]), str(facts["power"]), units, turn, part="ships" in facts)
    elif note.event in GONE:
        yield Glimpse("", "", ((str(facts[GONE[note.event]]), ""),), turn)
