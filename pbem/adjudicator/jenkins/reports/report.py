"""The report of a phase: what happened, what its reader sees now, what is asked of him, how to answer.

Made from his view, the notes he heard and what the game folder knows, and from nothing else: what he cannot see
cannot change a byte of it.
"""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.orders import in_words
from pbem.adjudicator.jenkins.reports import position, story
from pbem.adjudicator.jenkins.reports.questions import asker
from pbem.adjudicator.jenkins.reports.textmap import beyond, chart, where_it_matters, window
from pbem.adjudicator.jenkins.reports.textmap import signs as map_signs
from pbem.adjudicator.jenkins.reports.voice import VOICE
from pbem.adjudicator.jenkins.state.state import enemy
from pbem.adjudicator.jenkins.view.picture import Picture
from pbem.adjudicator.reports.frame import headed, orders_told, phase_of
from pbem.adjudicator.reports.parts import told_story
from pbem.adjudicator.reports.render import render

TITLE = "The War of Jenkins' Ear"
TEMPLATE = "jenkins/report.txt.j2"


def report(reading: Reading[Picture]) -> str:
    """The report of a phase to one seat, or with the public's view to everybody."""
    seen = reading.seen
    return render(TEMPLATE, seen=seen, **reading.once(parts), **sees(seen), **drawn(seen))


def parts(reading: Reading[Picture]) -> dict[str, Any]:
    """All that a report says besides the position, as text or as a page."""
    seen, notes, frame = reading.seen, reading.notes, reading.frame
    phase = phase_of(frame, seen.known)
    return {
        **headed(TITLE, player(seen.side), VOICE, seen.known, frame, player), "over": outcome(seen),
        **told_story(story.chapters(notes, phase), story.in_brief(seen, notes), story.to_decide(seen)),
        "in_force": [in_words.standing(order) for order in seen.known.get("standing", ())],
        **orders_told(reading.told, notes, frame, seen.side), **asker(seen).asks(seen.side, phase, frame),
    }  # fmt: skip


def player(name: str) -> str:
    """A seat as a reader calls it."""
    return f"the {name.title()} player" if name in SIDES else name


def outcome(seen: Picture) -> str:
    """How it ended, if it has."""
    winner = seen.known["winner"]
    return f"The war is over: {player(winner)} has won." if winner else ""


def sees(seen: Picture) -> dict[str, Any]:
    """The position."""
    return {
        "places": position.own_places(seen), "sighted": position.brief_sightings(seen),
        "unveiled": position.whole_sightings(seen), "recalled": position.recalled(seen),
        "seaports": position.seaports(seen), "storms": position.storms(seen),
        "scuttled": position.scuttled(seen), "funds": position.funds(seen),
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
