"""The report of a phase: what happened, the position, the questions, how to answer.

It is made from the reader's view, the notes they heard and the game folder's facts alone. Things they cannot see
cannot change a byte of it.
"""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.jenkins.board.board import DATA
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.orders.order_table import TABLE
from pbem.adjudicator.jenkins.reports import story
from pbem.adjudicator.jenkins.reports.chart import chart
from pbem.adjudicator.jenkins.reports.position import position
from pbem.adjudicator.jenkins.reports.sentences import SAID
from pbem.adjudicator.jenkins.view.picture import Picture
from pbem.adjudicator.reports.open_questions import Asker
from pbem.adjudicator.reports.parts import told_story
from pbem.adjudicator.reports.report_page import usual


def contents(reading: Reading[Picture]) -> dict[str, Any]:
    """All that a report says, as text or as a page."""
    seen, notes = reading.seen, reading.notes
    head = usual(reading, TABLE, story.VOICE, player, Asker.of(DATA / "asking.yaml", seen.place))
    phase = head["phase"]
    return {
        **head, "over": SAID.text("over", seen, player=player),
        "position": list(position(seen, reading.once(chart))),
        **told_story(story.chapters(notes, phase), story.in_brief(seen, notes), story.to_decide(seen)),
    }  # fmt: skip


def player(name: str) -> str:
    """A seat as a reader calls it."""
    return f"the {name.title()} player" if name in SIDES else name
