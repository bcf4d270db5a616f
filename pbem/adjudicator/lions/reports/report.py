"""The report of a phase: what waits, what happened, the position, the questions, how to answer.

It is made from the reader's view, the notes they heard and the game folder's facts alone. Things they cannot see
cannot change a byte of it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.lions.orders.order_table import TABLE
from pbem.adjudicator.lions.reports import story
from pbem.adjudicator.lions.reports.brief import in_brief, to_decide
from pbem.adjudicator.lions.reports.chart import chart
from pbem.adjudicator.lions.reports.position import position
from pbem.adjudicator.lions.reports.textmap import world
from pbem.adjudicator.lions.reports.voice import VOICE
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.orders.shipped import in_force
from pbem.adjudicator.reports.frame import headed, orders_told, phase_of
from pbem.adjudicator.reports.open_questions import Asker
from pbem.adjudicator.reports.parts import Part, told_story
from pbem.adjudicator.reports.phrases import listed


def contents(reading: Reading[Picture]) -> dict[str, Any]:
    """All that a report says, as text or as a page."""
    seen, notes, frame = reading.seen, reading.notes, reading.frame
    phase = phase_of(frame, seen.known)
    brief, elsewhere = in_brief(seen, notes)
    drawn = Part("map", "", drawing=tuple(world(seen, reading.once(chart))))
    return {
        **headed(TABLE.title, f"the player of {player(seen, seen.side)}", VOICE, seen.known, frame,
                 partial(player, seen)),
        "over": outcome(seen), "position": [drawn, *position(seen, notes)],
        **told_story(story.chapters(seen, notes, phase), brief, to_decide(seen), elsewhere),
        "in_force": in_force(seen.known, TABLE.doctrine),
        **orders_told(reading.told, notes, frame, seen.side), **Asker().asks(seen.side, phase, frame),
    }  # fmt: skip


def player(seen: Picture, seat: str) -> str:
    """A seat as it is spoken of."""
    return seen.name(seat) if seat in seen.players else seat


def outcome(seen: Picture) -> str:
    """Writes the end of the game, if it has ended."""
    if not seen.known["ended"]:
        return ""
    winners = [seen.name(power) for power in seen.known["winners"]]
    verdict = f"{listed(winners)} {'have' if len(winners) > 1 else 'has'} won" if winners else "it is drawn"
    return f"The game is over by {str(seen.known['ended']).replace('_', ' ')}: {verdict}."
