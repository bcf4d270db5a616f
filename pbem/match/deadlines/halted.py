"""Says whether the game is being played and why nothing runs just now: a pause, an older copy of the record."""

from __future__ import annotations

from pbem.base.errors import Kind, bad
from pbem.match.deadlines import stale_copy
from pbem.match.folder.book import Step
from pbem.match.folder.office import Office


def check_playing(office: Office) -> Step:
    """The open step; these acts need a game that is being played."""
    if office.book.stage != "playing":
        over = office.book.stage == "over"
        raise bad("the game is over" if over else "the game has not begun", kind=Kind.LATE if over else Kind.ILLEGAL)
    return office.book.step


def halted(office: Office) -> str:
    """Says why nothing may run just now; empty where it may."""
    paused = office.book.paused
    if not paused:
        return stale_copy.why(office)
    if missing := unsigned(office):
        back = office.book.proposal["phase"]
        return f"the game is paused: going back to {back} waits for {', '.join(missing)} to sign"
    return f"the game is paused since {paused['since']}: {paused['reason']}"


def unsigned(office: Office) -> list[str]:
    """Lists who has not signed to go back, where all are asked to."""
    proposal = office.book.proposal
    return [who for who in office.charter.who() if who not in proposal["sigs"]] if proposal else []


def check_not_paused(office: Office) -> None:
    """One pause at a time."""
    if office.book.paused:
        raise bad(f"the game is paused since {office.book.paused['since']}", hint="'pbem resume' lets it go on",
                  kind=Kind.ILLEGAL)
