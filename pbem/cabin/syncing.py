"""A player's whole mail in one go: letters fetched, opened in their order, and the player's own letters sent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

from pbem.base.errors import PbemError, bad
from pbem.base.records import dataclass, field
from pbem.cabin import register
from pbem.cabin.overview import box_of, seats_of
from pbem.cabin.sending import send_anew, send_letter, sent_at, sent_letters, way_out
from pbem.cabin.unopened import Letters, known, letters_of_games, shown_by
from pbem.cabin.waiting import Waits
from pbem.mail.senders import Outcome, Receipt
from pbem.mail.sources import Inbox
from pbem.match.own_folder.player import Player
from pbem.match.own_folder.seat import Seat
from pbem.match.player.join import asks_for_answer
from pbem.match.player.open_letter import OpenedLetter, open_letter
from pbem.match.player.seal_orders import open_part
from pbem.match.post.game_letter import Received
from pbem.trust.grammar.client import SEND_AGAIN


@dataclass(frozen=True, slots=True)
class Opened:
    """A letter that was opened."""

    game: str
    subject: str
    letter: OpenedLetter

    @property
    def page(self) -> Path | None:
        """The page that it brought, if it brought one."""
        return next((path for what, path in self.letter.places() if what == "as a page"), None)


@dataclass(slots=True)
class Synced:
    """The outcome for the letters that were found, in the order in which they were opened."""

    opened: list[Opened] = field(default_factory=list)
    to_answer: list[str] = field(default_factory=list)  # invitations and charters, which a person accepts
    left: list[tuple[str, PbemError]] = field(default_factory=list)  # letters that could not be opened, and why
    unread: list[PbemError] = field(default_factory=list)  # mailboxes that could not be read

    @property
    def newest_page(self) -> Path | None:
        """The page that the player will want to see."""
        return next((each.page for each in reversed(self.opened) if each.page), None)


def sync(player: Player, sources: Iterable[str], secret: str | None) -> Synced:
    """Open every letter of the player's games that was not opened yet, those of each game in their order."""
    home, synced = player.ring.home, Synced()
    seats = seats_of(register.folders(home))
    found: list[tuple[str, Received]] = []
    for box in boxes(home, list(sources), secret):
        try:
            found += letters_of_games(box, seats)
        except PbemError as error:
            synced.unread.append(error)
    for game, received in sorted(found, key=lambda each: (each[0], record_size(each[1]), each[1].letter.id)):
        open_one(player, seats.get(game), received, synced)
    return synced


def record_size(received: Received) -> int:
    """Give how much of the record a letter shows, by which letters are ordered; a spoilt one shows nothing."""
    try:
        return shown_by(received)
    except PbemError:
        return 0


def boxes(home: Path, sources: list[str], secret: str | None) -> Iterator[Inbox | Letters]:
    """Give the mailboxes, folders and letters that were named, else the mailbox of the player's settings."""
    for source in sources or [""]:
        path = Path(source).expanduser()
        box = Letters(path) if path.suffix.lower() == ".eml" else box_of(home, source or None, secret)
        if box is None:
            hint = f"name a folder, a Maildir or imap://USER@HOST, or write it into {home / 'post.yaml'}"
            raise bad("it is not said where your letters are", hint=hint)
        yield box


def open_one(player: Player, seat: Seat | None, received: Received, synced: Synced) -> None:
    """Open one letter, unless it was opened before or asks for the player's consent."""
    words = f"{received.file}: {received.letter.subject}"
    if seat is not None and known(received, seat):
        return
    if seat is None or asks_for_answer(received.parts):
        synced.to_answer.append(words)
        return
    try:
        opened = open_letter(player, received, seat.folder)
    except PbemError as error:
        synced.left.append((words, error))
        return
    register.note_opened(seat.folder, received.letter.id, received.letter.message_id)
    synced.opened.append(Opened(seat.game, received.letter.subject, opened))


def open_parts(player: Player, waiting: Iterable[Waits]) -> list[tuple[str, PbemError]]:
    """Write every second letter of tier two-step that is due; return the games in which something speaks against it."""
    left = []
    for each in waiting:
        try:
            if each.to_open:
                open_part(player, Seat.at(each.folder))
        except PbemError as error:
            left.append((each.game, error))
    return left


def send_all(home: Path, waiting: Sequence[Waits], now: datetime, to: str | None, secret: str | None) -> list[str]:
    """Send every letter that waits to be mailed, and again each that had no receipt for a day; tell what became of
    each."""
    way, told = way_out(home, to, secret), []
    for path in letters_to_mail(home, waiting):
        told.append(outcome(path, "sent", *send_letter(home, path, way, now)))
    for path in overdue(home, waiting, now):
        told.append(outcome(path, "no receipt has come for a day: sent again", *send_anew(home, path, way, now)))
    return told


def outcome(path: Path, sent: str, receipt: Receipt, whom: list[str]) -> str:
    """Say what became of a letter."""
    if receipt.outcome is Outcome.HANDED_OVER:
        return f"{sent} {path.name} to {', '.join(whom)}"
    return f"not sent: {path}: {receipt.text}"


def overdue(home: Path, waiting: Iterable[Waits], now: datetime) -> list[Path]:
    """Find the letters that went out a day ago or more, and of which the moderator has said nothing since."""
    found = []
    for path in (path for each in waiting for path in each.unanswered):
        went = sent_at(home, path)
        if went is not None and now - went >= SEND_AGAIN:
            found.append(path)
    return found


def letters_to_mail(home: Path, waiting: Iterable[Waits]) -> list[Path]:
    """Find the letters that wait to be mailed and were not sent from here."""
    return [path for each in waiting for path in each.to_mail if path.name not in sent_letters(home, each.folder)]
