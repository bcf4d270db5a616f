"""The report of a phase: what happened, the position, the questions, how to answer.

It is made from the reader's view, the notes they heard and the game folder's facts alone. Things they cannot see
cannot change a byte of it.
"""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.orders.order_table import TABLE
from pbem.adjudicator.jenkins.reports import story
from pbem.adjudicator.jenkins.reports.asker import asker
from pbem.adjudicator.jenkins.reports.chart import chart
from pbem.adjudicator.jenkins.reports.position import position
from pbem.adjudicator.jenkins.view.picture import Picture
from pbem.adjudicator.orders.shipped import in_force
from pbem.adjudicator.reports.frame import headed, orders_told, phase_of
from pbem.adjudicator.reports.parts import told_story


def contents(reading: Reading[Picture]) -> dict[str, Any]:
    """All that a report says, as text or as a page."""
    seen, notes, frame = reading.seen, reading.notes, reading.frame
    phase = phase_of(frame, seen.known)
    return {
        **headed(TABLE.title, player(seen.side), story.VOICE, seen.known, frame, player), "over": outcome(seen),
        "position": list(position(seen, reading.once(chart))),
        **told_story(story.chapters(notes, phase), story.in_brief(seen, notes), story.to_decide(seen)),
        "in_force": in_force(seen.known, TABLE.doctrine),
        **orders_told(reading.told, notes, frame, seen.side), **asker(seen).asks(seen.side, phase, frame),
    }  # fmt: skip


def player(name: str) -> str:
    """A seat as a reader calls it."""
    return f"the {name.title()} player" if name in SIDES else name


def outcome(seen: Picture) -> str:
    """Writes the end of the game, if it has ended."""
    winner = seen.known["winner"]
    return f"The war is over: {player(winner)} has won." if winner else ""
