"""The report of a phase: what happened, the position, the questions, how to answer.

It is made from the reader's view, the notes they heard and the game folder's facts alone. Things they cannot see
cannot change a byte of it.
"""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.guerra.orders.order_table import TABLE
from pbem.adjudicator.guerra.reports import story
from pbem.adjudicator.guerra.reports.gazette import gazette
from pbem.adjudicator.guerra.reports.near_things import near_things
from pbem.adjudicator.guerra.reports.position import at_a_glance, position
from pbem.adjudicator.guerra.reports.told_places import player
from pbem.adjudicator.guerra.reports.voice import OPENINGS, SETTING_OUT, VOICE
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.reports.frame import turn_of
from pbem.adjudicator.reports.parts import told_story
from pbem.adjudicator.reports.report_page import usual
from pbem.adjudicator.reports.voices import one


def contents(reading: Reading[Picture]) -> dict[str, Any]:
    """All that a report says, as text or as a page."""
    seen, notes = reading.seen, reading.notes
    head = usual(reading, TABLE, VOICE, player)
    phase = head["phase"]
    brief = story.in_brief(seen, notes, phase)
    scenario = seen.board.scenarios[str(seen.known["scenario"])].name
    return {
        **head, "title": head["title"] or scenario, "over": outcome(seen), "opening": opening(seen, phase),
        "position": list(position(seen)),
        **told_story(story.chapters(seen, notes, phase), brief, story.to_decide(seen),
                     first=[at_a_glance(seen), gazette(seen, notes), near_things(seen, notes)]),
    }  # fmt: skip


def opening(seen: Picture, phase: str) -> str:
    """The first sentence, with the year."""
    number = turn_of(phase, seen.known)
    if not number or phase.endswith(story.SETUP):
        return one(SETTING_OUT[seen.side], phase, "opening")
    return one(OPENINGS[seen.side], phase, "opening").format(turn=seen.board.turn(number).year)


def outcome(seen: Picture) -> str:
    """Writes the end of the game, if it has ended."""
    winner, how = str(seen.known["winner"]), str(seen.known["ended"])
    if not how and not winner:
        return ""
    if not winner or winner in ("draw", "stalemate"):
        return "The war has ended in a stalemate (11.1.2)."
    return f"The war is over: {player(winner)} has won (11.0)."
