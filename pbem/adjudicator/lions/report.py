"""The report of a phase: what waits, what happened, what its reader sees now, what is asked of him, how to answer.

Made from his view, the notes he heard and what the game folder knows, and from nothing else: what he cannot see
cannot change a byte of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.adjudicator.game import Told
from pbem.adjudicator.lions import in_words
from pbem.adjudicator.lions import report_story as story
from pbem.adjudicator.lions.picture import Picture, picture
from pbem.adjudicator.lions.report_brief import in_brief, to_decide
from pbem.adjudicator.lions.report_position import position
from pbem.adjudicator.lions.template import TITLE
from pbem.adjudicator.lions.textmap import legend, world
from pbem.adjudicator.lions.voice import VOICE
from pbem.adjudicator.phrases import listed
from pbem.adjudicator.report_frame import Frame, framed, orders_told, phase_of, turn_of, waited_for
from pbem.adjudicator.report_parts import at_length, for_ears, heard_marks, told_parts
from pbem.adjudicator.report_questions import Asker
from pbem.report import render
from pbem.table import Note

TEMPLATE = "lions/report.txt.j2"


def report(view: Mapping[str, Any], told: Told, frame: Frame) -> str:
    """The report of a phase to one seat, or with the public's view to everybody; the frame is every title's."""
    seen = picture(view)
    return render(TEMPLATE, drawn=world(seen), legend=legend(seen), **parts(seen, told, frame))


def parts(seen: Picture, told: Told, frame: Frame) -> dict[str, Any]:
    """All that a report says besides the map, as text or as a page."""
    notes = for_ears(told.notes, seen.side)
    phase = phase_of(frame, seen.known)
    return {
        "game_name": TITLE, "reader": reader_of(seen), "side": seen.side, "over": outcome(seen),
        "opening": VOICE.opening(seen.side, phase, turn_of(phase, seen.known)),
        "closing": VOICE.closing(seen.side, phase),
        "waiting_for": [seen.name(seat) if seat in seen.players else seat for seat in waited_for(frame)],
        "position": list(told_parts(position(seen, notes))), **framed(frame, phase),
        **happened(seen, notes, phase), **orders_told(told, notes, frame, seen.side),
        **Asker().asks(seen.side, phase, frame),
    }  # fmt: skip


def reader_of(seen: Picture) -> str:
    """To whom it is written."""
    return f"To the player of {seen.name(seen.side)}, for his eyes only" if seen.side else "To everybody"


def outcome(seen: Picture) -> str:
    """How the game ended, if it has."""
    if not seen.known["ended"]:
        return ""
    winners = [seen.name(power) for power in seen.known["winners"]]
    verdict = f"{listed(winners)} {'have' if len(winners) > 1 else 'has'} won" if winners else "it is drawn"
    return f"The game is over by {str(seen.known['ended']).replace('_', ' ')}: {verdict}."


def happened(seen: Picture, notes: Sequence[Note], phase: str) -> dict[str, Any]:
    """The story, its sum, and what is in force."""
    chapters = story.chapters(seen, notes, phase)
    brief, elsewhere = in_brief(seen, notes)
    return {
        "chapters": chapters, "marks": heard_marks(chapters), "at_length": at_length(chapters),
        "brief": brief, "decide": to_decide(seen), "elsewhere": elsewhere,
        "in_force": [in_words.standing(order) for order in seen.known.get("standing", ())],
    }
