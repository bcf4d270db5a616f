"""Letters that belong to no game: kept, and answered once if a person seems to wait for an answer.

Letters from people lie in the folder for the club's moderator to read; those from machines one folder below.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from pbem.base.errors import Fault, Kind
from pbem.base.files import write_atomic
from pbem.club.index import Index
from pbem.club.routing import Route, threads
from pbem.club.settings import SENT, Club
from pbem.mail.compose import Draft, compose
from pbem.mail.delivery import Deliveries
from pbem.mail.guards import Sort, Verdict
from pbem.mail.letter import Letter
from pbem.mail.mime import LIMITS
from pbem.match import wording
from pbem.match.post.game_letter import Received

STRAYS = "strays"
MACHINES = f"{STRAYS}/machines"
HINT = "answer one of the game's own letters, or attach what the program has made for it"


def take_stray(club: Club, index: Index, received: Received, verdict: Verdict, where: Route, now: datetime) -> str:
    """Keep it, and answer it where it deserves that; why it was not answered. The answer has the letter's name, so
    that after a kill in between, or when the letter comes twice, it is the same one.
    """
    letter = received.letter
    for bounce in verdict.bounces:
        Deliveries(club.root / SENT).bounced(bounce, now)
    silence = why_silent(club, index, letter, verdict, where)
    if not silence:
        name = f"stray-{letter.id[:16]}"
        Deliveries(club.root / SENT).queue(name, answer(club, letter, where, now), now, kind=name)
    if verdict.sort is not Sort.FLOOD and len(received.data) <= LIMITS.size:
        place = STRAYS if verdict.sort is Sort.LETTER else MACHINES
        write_atomic(kept_at(club, letter, place), received.data)
    return silence


def kept_at(club: Club, letter: Letter, place: str) -> Path:
    """Returns the file of such a letter."""
    return club.private / place / f"{letter.id[:16]}.eml"


def is_kept(club: Club, letter: Letter) -> bool:
    """Checks whether the letter has come before."""
    return any(kept_at(club, letter, place).exists() for place in (STRAYS, MACHINES))


def to_read(club: Club) -> int:
    """Counts the letters from people that nobody has read and moved away."""
    return len(list((club.private / STRAYS).glob("*.eml")))


def why_silent(club: Club, index: Index, letter: Letter, verdict: Verdict, where: Route) -> str:
    """Says why a letter gets no answer, or returns nothing if it gets one. Only a player's own address learns that
    they play here, because anybody can put another's address into From.
    """
    if verdict.sort is not Sort.LETTER or not verdict.answered:
        return verdict.reason
    known = bool(letter.reply_to and index.of_address(letter.reply_to))
    if where.unknown or letter.parts or known or threads(club.home, letter):
        return ""
    return "it has nothing to do with a game"


def answer(club: Club, letter: Letter, where: Route, now: datetime) -> bytes:
    """Answers with the errors of the letter, in the words a game would use."""
    faults = "\n".join(fault.told() for fault in [lost(where), *letter.faults])
    return compose(Draft(
        sender=club.address, to=letter.reply_to, subject=f"{club.title}: your letter", date=now,
        text=wording.FAULTS.format(faults=faults), identity=f"stray/{letter.id}", in_reply_to=letter.message_id,
    ))  # fmt: skip


def lost(where: Route) -> Fault:
    """Says why no game was found for the letter."""
    if where.unknown:
        return Fault(f"there is no game '{where.unknown}' here", file="letter", hint=HINT, kind=Kind.UNKNOWN)
    return Fault("it is not clear which game the letter is for", file="letter", hint=HINT, kind=Kind.AMBIGUOUS)
