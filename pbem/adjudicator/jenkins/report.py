"""The report of a phase: what happened, what its reader sees now, what is asked of him, how to answer.

Made from his view, the notes he heard and what the game folder knows, and from nothing else: what he cannot see
cannot change a byte of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.adjudicator.game import Told
from pbem.adjudicator.jenkins import in_words, voice
from pbem.adjudicator.jenkins import report_position as position
from pbem.adjudicator.jenkins import report_story as story
from pbem.adjudicator.jenkins.picture import Picture, picture
from pbem.adjudicator.jenkins.pieces import SIDES
from pbem.adjudicator.jenkins.report_questions import answer_file, questions
from pbem.adjudicator.jenkins.state import enemy
from pbem.adjudicator.jenkins.textmap import beyond, chart, where_it_matters, window
from pbem.adjudicator.jenkins.textmap import signs as map_signs
from pbem.report import render

TITLE = "The War of Jenkins' Ear"
TEMPLATE = "jenkins/report.txt.j2"
#: What the log holds against this report, and how it is called.
HASHES = (("Charter", "charter"), ("Your orders", "orders"), ("Checkpoint", "checkpoint"))


def report(view: Mapping[str, Any], told: Told, frame: Mapping[str, Any]) -> str:
    """The report of a phase to one seat, or with the public's view to everybody.

    `frame` says what the game folder knows; every key may be left out, and then nothing is said of it:

    game          the game's id                      title        what its players call it
    tier          moderated, two-step or beacon      statement    what that tier proves, and what it does not
    phase         id of the phase reported           phase_title  its name
    seat          whose report it is; else the view's
    deadline      when the next orders are due       waiting_for  seats the game waits for, a list or one text
    waits         whether the phase waits at all, where it must not be told for whom
    questions     open questions of this seat: mappings of key, rule, prompt, legal, default
    standing      lines on what each standing order did, or why it did not fire
    lapses        lines on orders that lapsed, besides those told in `told`
    proof         what can be checked: pairs or mappings of label and command
    charter       hash of the charter                orders       hash of this seat's orders as they were read
    next_phase    name of the phase that comes       checkpoint   the log's size and root
    moderator     where to send orders
    """
    seen = picture(view)
    return render(TEMPLATE, seen=seen, view=view, **parts(seen, told, frame), **sees(seen), **drawn(seen))


def parts(seen: Picture, told: Told, frame: Mapping[str, Any]) -> dict[str, Any]:
    """All that a report says besides the position, as text or as a page."""
    notes = story.for_ears(told.notes, seen.side)
    phase = text_of(frame, "phase") or str(seen.known.get("phase", ""))
    return {
        "game_name": TITLE, "reader": reader_of(seen), "opening": voice.opening(seen.side, phase, turn_of(phase, seen)),
        "closing": voice.closing(seen.side, phase), **framed(frame, phase),
        **happened(seen, notes, told, frame, phase), **asks(seen, frame, phase),
    }  # fmt: skip


def reader_of(seen: Picture) -> str:
    """To whom it is written."""
    return f"To the {seen.side.title()} player, for his eyes only" if seen.side else "To everybody"


def turn_of(phase: str, seen: Picture) -> int:
    """The turn a phase belongs to, by its id; the view's where the id says nothing."""
    number = phase[1:3]
    return int(number) if phase[:1] == "t" and number.isascii() and number.isdigit() else seen.turn


def framed(frame: Mapping[str, Any], phase: str) -> dict[str, Any]:
    """What the game folder knows, with an empty text for what it does not say."""
    names = ("game", "title", "tier", "statement", "phase_title", "deadline", "next_phase", "moderator")
    waiting = frame.get("waiting_for") or ()
    named = [waiting] if isinstance(waiting, str) else waiting
    return {
        **{name: text_of(frame, name) for name in names}, "phase": phase,
        "waiting_for": [f"the {name.title()} player" if name in SIDES else str(name) for name in named],
        "waits": bool(frame.get("waits")), "proof": [proven(entry) for entry in frame.get("proof", ())],
        "hashes": [(words, text) for words, name in HASHES if (text := text_of(frame, name))],
    }


def text_of(frame: Mapping[str, Any], name: str) -> str:
    """A text of the frame, or none."""
    value = frame.get(name)
    return "" if value is None else str(value)


def proven(entry: Mapping[str, str] | Sequence[str]) -> tuple[str, str]:
    """What can be checked, and by which command."""
    if isinstance(entry, Mapping):
        return str(entry.get("label", "")), str(entry.get("command", ""))
    label, command = entry
    return str(label), str(command)


def happened(
    seen: Picture, notes: Sequence[Any], told: Told, frame: Mapping[str, Any], phase: str
) -> dict[str, Any]:
    """The story, its sum, and the orders that had no effect or had one without being asked."""
    parts = story.chapters(notes, phase)
    return {
        "chapters": parts, "marks": story.heard_marks(parts), "brief": story.in_brief(seen, notes),
        "lapses": story.lapses(told.lapses, notes, frame.get("lapses", ()), seen.side) if seen.side else [],
        "standing": [str(line) for line in frame.get("standing", ())] if seen.side else [],
        "in_force": [in_words.standing(order) for order in seen.known.get("standing", ())],
    }


def sees(seen: Picture) -> dict[str, Any]:
    """The position."""
    return {
        "places": position.own_places(seen), "sighted": position.brief_sightings(seen),
        "unveiled": position.whole_sightings(seen), "seaports": position.seaports(seen),
        "storms": position.storms(seen), "scuttled": position.scuttled(seen), "funds": position.funds(seen),
        "pools": [(whose(seen, side), position.pool(seen, side)) for side in order_of_sides(seen)],
        "track": position.track(seen),
    }


def drawn(seen: Picture) -> dict[str, Any]:
    """The map in letters."""
    west, north = where_it_matters(seen)
    return {
        "window": window(seen, west, north), "signs": map_signs(seen), "beyond": beyond(seen, west, north),
        "chart": chart(seen),
    }  # fmt: skip


def order_of_sides(seen: Picture) -> tuple[str, ...]:
    """The reader's own side first."""
    return (seen.side, enemy(seen.side)) if seen.side else SIDES


def whose(seen: Picture, side: str) -> str:
    """A side as its reader calls it."""
    return "Your force pool" if side == seen.side else f"The {side.title()} force pool"


def asks(seen: Picture, frame: Mapping[str, Any], phase: str) -> dict[str, Any]:
    """The questions and the file that would answer them."""
    found = questions(seen, frame.get("questions", ())) if seen.side else []
    head = {"game": text_of(frame, "game"), "seat": seen.side, "phase": phase}
    return {"questions": found, "answer_file": answer_file(head, found) if found else ""}
