"""Everything that readers get of a phase, made in a soak: reports, pages, order desks and drafts, for all who read.

A soak plays without papers, so a report that crashes in a rare position hides from it. Here nothing is compared: what
cannot be made is named, with its reader and its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

from pbem.adjudicator.engine.phase import Phase
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Decision, Note
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.game import Game, Match
from pbem.match.play.play_phase import Played
from pbem.match.play.reports import Scene, reading_of
from pbem.page.club_templates import report_page
from pbem.page.order_desk import desk_page
from pbem.trust.people.charter import Charter, Keys, Tier
from pbem.trust.record.checkpoint import VerifierKey
from pbem.trust.ssh.sshkeys import PublicKey

#: A deadline that reports print, and the name of the game in them.
DUE, NAME = "2026-11-20T20:00:00Z", "soak"
NOBODY = Keys("nobody", PublicKey("ssh-ed25519", b""), "", "")


class Unmade(Exception):
    """A paper that cannot be made; the cause is what stopped it."""


def check_papers(game: Game, match: Match, phase: Phase, story: Iterable[Note], seats: Iterable[str]) -> None:
    """Makes every paper of a phase that has been played, for each seat and the public."""
    make_all(game, scene_of(match, phase, story, ()), (*seats, None))


def check_asked(game: Game, match: Match, phase: Phase, story: Iterable[Note], asked: Decision) -> None:
    """Makes the papers of a phase that waits for an answer: those of the seat that is asked, and the public's."""
    make_all(game, scene_of(match, phase, story, (asked,)), (asked.side, None))


def scene_of(match: Match, phase: Phase, story: Iterable[Note], questions: tuple[Decision, ...]) -> Scene:
    """The end of a step of play, as a game folder makes reports of it."""
    played = Played(match, Transcript(), tuple(story), questions, ())
    return Scene(phase.id, phase.id, phase.title, match, played, deadline=DUE)


def make_all(game: Game, scene: Scene, readers: Iterable[str | None]) -> None:
    """All papers of some readers; Unmade at the first that cannot be made."""
    for seat in readers:
        for kind, make in PAPERS.items():
            try:
                make(game, scene, seat)
            except Exception as error:  # whatever it is, it is our bug, and here it gets its reader
                reason = f"{type(error).__name__}: {error} ({place_of(error.__traceback__)})"
                raise Unmade(f"the {kind} for {seat or 'the public'} cannot be made: {reason}") from error


def place_of(trace: TracebackType | None) -> str:
    """The file and line in which an error arose."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno}" if trace else "nowhere"


# ------------------------------------------------------------------------------------------------ each kind of paper


def reading(game: Game, scene: Scene, seat: str | None) -> Reading[Any]:
    """All that a reader sees, with what a game folder adds, under a charter that nobody signed."""
    fields = {"pbem": "charter/2", "rules": f"{game.name} 1", "title": game.title}
    charter = Charter(b"", NAME, Tier.MODERATED, VerifierKey(NAME, b""), NOBODY, (), (), "", fields)
    return reading_of(game, charter, scene, seat)


def report(game: Game, scene: Scene, seat: str | None) -> str:
    """The report as text."""
    return game.report(reading(game, scene, seat))


def appendix(game: Game, scene: Scene, seat: str | None) -> str:
    """The file that goes with it."""
    return game.appendix(reading(game, scene, seat))


def page(game: Game, scene: Scene, seat: str | None) -> str:
    """The report as a page, its maps drawn."""
    read = reading(game, scene, seat)
    values = game.page(read, {**read.frame, "seeds": {}, "drawn": True})
    return report_page(game.name, scene.title, {**values, "due_at": DUE}).html if values else ""


def book(game: Game, scene: Scene, seat: str | None) -> Any:
    """Counts and tells the phase as the campaign book does."""
    told = scene.told(seat)
    return game.annals(reading(game, scene, seat).retold(told, {})), list(game.telling(told.notes))


def desk(game: Game, scene: Scene, seat: str | None) -> str | None:
    """The order desk of the phase that is open; none for the public."""
    return desk_page(game, asked(game, scene, seat), head(scene, seat), DUE) if seat and scene.open_phase else None


def draft(game: Game, scene: Scene, seat: str | None) -> Any:
    """The order file that a player is given to fill in, and the check of it as it is."""
    if not seat or not scene.open_phase:
        return None
    view, given = asked(game, scene, seat).view, head(scene, seat)
    return game.check_file(view, given, game.draft(view, given).encode(), "draft")


def asked(game: Game, scene: Scene, seat: str | None) -> Reading[Any]:
    """A player's own view, with the questions that wait for an answer."""
    return scene.sight(game, seat).asked(scene.questions(seat))


def head(scene: Scene, seat: str) -> dict[str, str]:
    """The first lines of an order file."""
    return {"game": NAME, "seat": seat, "phase": scene.open_phase}


#: Each kind of paper with what makes it, the plainest first.
PAPERS: dict[str, Callable[[Game, Scene, str | None], Any]] = {
    "view": reading, "report": report, "appendix": appendix, "page": page, "campaign book": book,
    "order desk": desk, "order file to fill in": draft,
}  # fmt: skip
