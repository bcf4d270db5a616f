"""The report of a phase: what happened, the position, the questions, how to answer.

It is made from the reader's view, the notes they heard and the game folder's facts alone. Things they cannot see
cannot change a byte of it.
"""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.glory.orders.order_table import TABLE
from pbem.adjudicator.glory.reports import story
from pbem.adjudicator.glory.reports.chart import chart
from pbem.adjudicator.glory.reports.position import position
from pbem.adjudicator.glory.reports.told_places import player
from pbem.adjudicator.glory.reports.voice import OPENINGS, VOICE
from pbem.adjudicator.glory.view.picture import Picture
from pbem.adjudicator.reports.frame import turn_of
from pbem.adjudicator.reports.parts import told_story
from pbem.adjudicator.reports.report_page import usual
from pbem.adjudicator.reports.voices import one

SETUP = "setup"
#: The scenarios as the head of a report names them.
SCENARIOS = {"campaign": "The year 1805", "trafalgar": "Trafalgar", "campaign-spring": "To the end of June",
             "breakout": "To the end of March"}  # fmt: skip
ENDS = {"channel": "an army has landed in England (22.4)", "points": "points (23.1)",
        "trafalgar": "objectives (24.3)"}  # fmt: skip


def contents(reading: Reading[Picture]) -> dict[str, Any]:
    """All that a report says, as text or as a page."""
    seen, notes = reading.seen, reading.notes
    head = usual(reading, TABLE, VOICE, player)
    phase = head["phase"]
    eye = story.eye(seen, notes, phase)
    return {
        **head, "title": head["title"] or SCENARIOS.get(str(seen.known["scenario"]), ""), "over": outcome(seen),
        "opening": opening(seen, phase), "in_text": {"first": [], "eye": eye},
        "position": list(position(seen, reading.once(chart))),
        **told_story(story.chapters(notes, seen.side, phase), story.in_brief(seen, notes), story.to_decide(seen),
                     first=eye),
    }  # fmt: skip


def opening(seen: Picture, phase: str) -> str:
    """The first sentence, with the turn by its date."""
    number = turn_of(phase, seen.known)
    turn = f"{seen.board.turn(number).label} 1805" if number and not phase.endswith(SETUP) else "the setting out"
    return one(OPENINGS[seen.side], phase, "opening").format(turn=turn)


def outcome(seen: Picture) -> str:
    """Writes the end of the game, if it has ended."""
    winner = str(seen.known["winner"])
    if not winner:
        return ""
    how = ENDS.get(str(seen.known["ended"]), "")
    if winner == "draw":
        return f"The year is over, and it is a draw by {how}."
    return f"The game is over: {player(winner)} has won by {how}." if how else f"{player(winner)} has won."
