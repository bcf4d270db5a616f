"""What a note lets its hearer see of others: units that showed themselves (15.2) or to a Spy, and who is gone.

Pirates are not among them: they are laid open when they come, and leave the map after their battle (25.9).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pbem.adjudicator.engine.memory import Glimpse, News
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.board.terms import PIRATES

#: Of whom nothing is seen any more, by the fact that names him.
GONE = {"ship_lost": "ship", "prize_taken": "ship", "prize_home": "ship", "leader_lost": "leader", "landed": "fleet",
        "late": "fleet"}  # fmt: skip


def news_of(turn: int) -> News:
    """What is seen in notes of this turn."""
    return partial(seen_in, turn)


def seen_in(turn: int, note: Note) -> Iterator[Glimpse]:
    """What is seen in one note."""
    facts = note.facts
    if "shown" in facts and facts["power"] != PIRATES:
        units = tuple((str(unit), str(words)) for unit, words in facts["shown"])
        yield Glimpse(str(facts["square"]), str(facts["power"]), units, turn, part="ships" in facts)
    elif note.event in GONE:
        yield Glimpse("", "", ((str(facts[GONE[note.event]]), ""),), turn)
