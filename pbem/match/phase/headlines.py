"""The letter around a report: what has happened, what comes next for its reader, and until when.

It is not sealed, so it says only what everybody knows, and to a seat that is asked something, that it is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.phase import Phase
from pbem.base.records import dataclass
from pbem.match import wording
from pbem.match.deadlines.silence import QUESTION, given_up
from pbem.match.folder.office import Office
from pbem.match.play.reports import Scene, asked_next
from pbem.trust.orders.which_count import agreed


@dataclass(frozen=True, slots=True)
class Headline:
    """A subject, the first sentences of the letter, and what opening it does."""

    subject: str
    text: str
    then: str


def headline(office: Office, scene: Scene, seat: str) -> Headline:
    """Makes the headline for one reader; `seat` is empty for an observer."""
    if not scene.open_phase:
        return Headline(wording.OVER, over(scene), wording.LAST)
    event = "start" if scene.played is None else "waits" if scene.waits else "played"
    happened = wording.PLAYED[event].format(title=scene.title)
    asked = asked_next(office.charter, scene, seat)
    subject, text = wording.NEXT[asked]
    following = scene.match.phase() if not scene.waits else None
    told = {"deadline": scene.closes, "title": scene.title, "happened": happened,
            **phase_words(office, following)}
    silent = missed(office, scene, seat) if event == "played" else ""
    silent += wording.DEFAULTED if scene.played and seat in scene.played.defaulted else ""
    text += wording.RUNS_ON if following and following.free else ""
    then = wording.LOOK if asked in ("others", "idle") else wording.WRITE
    return Headline(subject.format(**told), f"{happened}. {silent}{text.format(**told)}", then)


def missed(office: Office, scene: Scene, seat: str) -> str:
    """That nothing of the seat was in the phase; of a team's orders, that too few stood behind them."""
    if not was_silent(office, scene, seat):
        return ""
    ledger = office.record.ledger
    locks, counts = ledger.entries("lock", seat=seat, phase=scene.phase), agreed(ledger.entries())
    return wording.MISSED if not locks or any(map(counts, locks)) else wording.UNAGREED


def was_silent(office: Office, scene: Scene, seat: str) -> bool:
    """Tells if the seat sent no orders, no answer or no opening in a phase that waited for it.

    Dice that are made again for that reason open the phase once more. A withdrawn attempt does not count.
    """
    for entry in reversed(office.record.ledger.entries()):
        of_phase = QUESTION.sub("", str(entry.get("phase"))) == scene.phase
        if of_phase and entry.kind == "timeout" and entry.get("seat") == seat:
            return True
        first = entry.kind == "phase" and entry.get("phase") == scene.phase and entry.number("attempt") == 1
        if first or entry.kind == "reopen":
            return False
    return False


def phase_words(office: Office, phase: Phase | None) -> Mapping[str, Any]:
    """The name of a phase, and who orders in it, but for seats that are not waited for any more."""
    if phase is None:
        return {}
    active = [seat for seat in phase.active if not given_up(office, seat)]
    return {"following": phase.title, "active": ", ".join(active or phase.active)}


def over(scene: Scene) -> str:
    """Describes the end of the game, with the winner if the rules name one."""
    winner = (scene.match.result() or {}).get("winner")
    return f"{scene.title} is played, and the game is over. {f'Winner: {winner}.' if winner else ''}".rstrip()
