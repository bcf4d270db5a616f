"""The report of a phase: what waits, what happened, what its reader sees now, what is asked of him, how to answer.

Made from his view, the notes he heard and what the game folder knows, and from nothing else: what he cannot see
cannot change a byte of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.adjudicator.game import Told
from pbem.adjudicator.lions import in_words, voice
from pbem.adjudicator.lions import report_story as story
from pbem.adjudicator.lions.picture import Picture, picture
from pbem.adjudicator.lions.report_brief import in_brief
from pbem.adjudicator.lions.report_position import position
from pbem.adjudicator.lions.template import TITLE
from pbem.adjudicator.lions.textmap import legend, world
from pbem.adjudicator.report_parts import (
    Frame,
    answer_file,
    asked,
    for_ears,
    framed,
    heard_marks,
    listed,
    standing_lines,
    text_of,
    told_parts,
    waited_for,
)
from pbem.report import render
from pbem.table import Note

TEMPLATE = "lions/report.txt.j2"


def report(view: Mapping[str, Any], told: Told, frame: Frame) -> str:
    """The report of a phase to one seat, or with the public's view to everybody; the frame is every title's."""
    seen = picture(view)
    return render(TEMPLATE, view=view, drawn=world(seen), legend=legend(seen), **parts(seen, told, frame))


def parts(seen: Picture, told: Told, frame: Frame) -> dict[str, Any]:
    """All that a report says besides the map, as text or as a page."""
    notes = for_ears(told.notes, seen.side)
    phase = text_of(frame, "phase") or str(seen.known.get("phase", ""))
    return {
        "game_name": TITLE, "reader": reader_of(seen), "over": outcome(seen),
        "opening": voice.opening(seen.side, phase, turn_of(phase, seen)), "closing": voice.closing(seen.side, phase),
        "waiting_for": [seen.name(seat) if seat in seen.players else seat for seat in waited_for(frame)],
        "position": list(told_parts(position(seen, notes))), **framed(frame, phase),
        **happened(seen, notes, told, frame, phase), **asks(seen, frame, phase),
    }  # fmt: skip


def reader_of(seen: Picture) -> str:
    """To whom it is written."""
    return f"To the player of {seen.name(seen.side)}, for his eyes only" if seen.side else "To everybody"


def turn_of(phase: str, seen: Picture) -> int:
    """The turn a phase belongs to, by its id; the view's where the id says nothing."""
    number = phase[1:3]
    return int(number) if phase[:1] == "t" and number.isascii() and number.isdigit() else int(seen.known["turn"])


def outcome(seen: Picture) -> str:
    """How the game ended, if it has."""
    if not seen.known["ended"]:
        return ""
    winners = [seen.name(power) for power in seen.known["winners"]]
    verdict = f"{listed(winners)} {'have' if len(winners) > 1 else 'has'} won" if winners else "it is drawn"
    return f"The game is over by {str(seen.known['ended']).replace('_', ' ')}: {verdict}."


def happened(
    seen: Picture, notes: Sequence[Note], told: Told, frame: Frame, phase: str
) -> dict[str, Any]:
    """The story, its sum, and the orders that had no effect or had one without being asked."""
    chapters = story.chapters(seen, notes, phase)
    return {
        "chapters": chapters, "marks": heard_marks(chapters), "brief": in_brief(seen, notes),
        "lapses": story.lapses(told.lapses, notes, frame.get("lapses", ()), seen.side) if seen.side else [],
        "standing": standing_lines(frame.get("standing", ())) if seen.side else [],
        "in_force": [in_words.standing(order) for order in seen.known.get("standing", ())],
    }


def asks(seen: Picture, frame: Frame, phase: str) -> dict[str, Any]:
    """The questions and the file that would answer them."""
    found = [asked(question) for question in frame.get("questions", ())] if seen.side else []
    head = {"game": text_of(frame, "game"), "seat": seen.side, "phase": phase}
    return {"questions": found, "answer_file": answer_file(head, found) if found else ""}
