"""One game of a club, opened: surveyed for the index, given its letters, or played on; its outcome as a value.

Each of these may be called in a process of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time
from pbem.base.errors import Waiting
from pbem.base.files import read_file
from pbem.base.records import dataclass
from pbem.club.crew import Clock, Trouble, trouble
from pbem.club.index import Row
from pbem.club.stamps import stamps_of
from pbem.mail import mime
from pbem.mail.delivery import Deliveries
from pbem.match.deadlines import bounced, phase_times
from pbem.match.deadlines.mailbox_down import NEVER
from pbem.match.deadlines.needs_moderator import needs
from pbem.match.folder.office import Office, at_work
from pbem.match.folder.process_lock import hold
from pbem.match.intake.take_in import take_letter
from pbem.match.moderator.public_status import public_status
from pbem.match.people.open_seats import offered_by
from pbem.match.phase.run_phase import run
from pbem.match.post.addresses import players
from pbem.match.post.game_letter import Received
from pbem.match.post.send_outbox import OUTBOX, deliveries
from pbem.match.post.unsent import AGAIN
from pbem.trust.keyring import Keyring
from pbem.trust.people.charter import MODERATOR
from pbem.trust.record import layout

#: The fields of the public status that are the row's own or say nothing to a reader.
OWN = ("game", "stage", "lines")
#: Field of the charter's block on people: players who are late are named on the club's page.
SHOW_LATE = "show_late"


def surveyed(root: Path, ring: Keyring, now: datetime) -> Row:
    """A game opened and read."""
    with at_work(root, ring, now) as office:
        return row_of(office)


def row_of(office: Office) -> Row:
    """Returns the row of an open game with the stamps on the disk; everything is saved, and nobody else writes."""
    root, book = office.desk.root, office.book
    ledger = deliveries(root)
    post_due, threads = post_of(root, office.now, ledger)
    due = office.now if bounced.untold(office, ledger) else phase_times.next_due(office)
    return Row(
        name=root.name, game=str(book.draft["game"]), stage=book.stage, stamps=stamps_of(str(root)),
        due=due, post_due=post_due, told=told_of(office), needs=tuple(needs(office)), letters=tuple(book.taken),
        threads=threads,
        addresses=tuple(sorted({address.lower() for _, address in players(office)})),
        writes_to=book.addresses[MODERATOR],
    )  # fmt: skip


def told_of(office: Office) -> dict[str, Any]:
    """Returns the public facts of a game: the ledger's state, the deadline in the game's time zone and, if the
    charter allows it, the seats without orders. Only the game knows who is asked.
    """
    book, root = office.book, office.desk.root
    rules = str(book.draft["rules"]).partition(" ")[0]
    told = {"title": book.draft["title"], "tier": book.draft["tier"], "rules": load_game(rules).title}
    if offered := offered_by(office):
        told["offered"] = offered
    if not office.desk.has(layout.LEDGER):
        return told
    told |= {name: value for name, value in public_status(root).items() if name not in OWN}
    if "until" in told:
        told["shown"] = phase_times.in_words(office, parse_time(told["until"]))
    step = book.steps[-1] if book.steps else None
    shows = office.charter.fields.get("people", {}).get(SHOW_LATE, False)
    if shows and step is not None and book.stage == "playing" and step.number == 1 and not step.locked:
        told["missing"] = phase_times.missing(office, step)
    return told


# ---------------------------------------------------------------------------------------------------- letters going out
def post_of(root: Path, now: datetime, ledger: Deliveries) -> tuple[datetime | None, tuple[str, ...]]:
    """When the next letter wants to be sent, and the ids of all that were ever written."""
    waiting = [path for path in sorted((root / OUTBOX).glob("*.eml")) if not path.name.startswith(".")]
    ids = {each.message_id for each in ledger.all.values()} | {id_of(path) for path in waiting}
    asked = any((root / OUTBOX).glob(f"*{AGAIN}"))
    return now if waiting or asked else next_try(ledger), tuple(sorted(ids - {""}))


def id_of(path: Path) -> str:
    """The Message-ID of a letter that waits."""
    return mime.header(mime.open_head(read_file(path)), "message-id")


def next_try(ledger: Deliveries) -> datetime | None:
    """When the first of the letters that wait is tried again."""
    return min((each.next_try for each in ledger.all.values() if each.state.waits), default=None)


def resurvey_post(root: Path, now: datetime) -> tuple[str, datetime | None, tuple[str, ...]]:
    """The stamp of a game's letters, when the next is due, and their ids; read while nobody sends."""
    with hold(root / "private"):
        post_due, threads = post_of(root, now, deliveries(root))
        return stamps_of(str(root)).post, post_due, threads


# ----------------------------------------------------------------------------------------------- a game at work
@dataclass(frozen=True, slots=True)
class Outcome:
    """The words of a game and its row for the index, or its error."""

    said: tuple[str, ...]
    row: Row | None = None
    met: Trouble | None = None


def survey(ring: Keyring, clock: Clock, folder: Path) -> Row | Trouble:
    """Reads a game for the index."""
    try:
        return surveyed(folder, ring, clock())
    except Exception as error:
        return trouble(error, folder)


def play(ring: Keyring, clock: Clock, game: tuple[Path, datetime | None, str]) -> Outcome:
    """Plays a game as far as it goes. It comes with the moment to which the mailbox was read, and why no further."""
    folder, read, unread = game
    said: list[str] = []
    try:
        with at_work(folder, ring, clock()) as office:
            office.read, office.unread = read, unread
            try:
                told = run(office)
            except Waiting as waiting:
                told = waiting.faults[0].message
            finally:
                said += office.said
            said.append(told)
            row = row_of(office)
    except Exception as error:
        return Outcome(tuple(said), met=trouble(error, folder))
    return Outcome(tuple(said), row)


def hand_in(ring: Keyring, clock: Clock, letters: tuple[Path, Sequence[tuple[Received, str]]]) -> list[Outcome]:
    """Gives a game its letters, one after another; each comes with the reason for which it is not answered.

    The game is indexed once all letters are in, when it is played on: its row takes longer to make than a letter to
    take in, and there may be thousands.
    """
    folder, received = letters
    return [handed_in(ring, clock, folder, letter, hush) for letter, hush in received]


def handed_in(ring: Keyring, clock: Clock, folder: Path, received: Received, hush: str) -> Outcome:
    """Gives a game one letter."""
    try:
        with at_work(folder, ring, clock()) as office:
            office.read = NEVER
            taken = take_letter(office, received, hush)
            lines = [*office.said, *(fault.message for fault in (taken.error.faults[:1] if taken.error else ()))]
            lines += [f"not answered, {taken.silence}"] if taken.silence else []
    except Exception as error:
        return Outcome((), met=trouble(error, folder))
    return Outcome(tuple(lines))
