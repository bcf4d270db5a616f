"""Letters of one's games that lie in a mailbox and have not been opened yet. The box is only looked at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from pbem.base.errors import PbemError
from pbem.base.files import read_once
from pbem.base.patterns import pattern
from pbem.cabin.register import mark_of, opened_in
from pbem.mail.imap import ImapBox
from pbem.mail.letter import Letter
from pbem.mail.sources import Inbox, files_in, read_letter_file
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.post.game_letter import Received, parse_letter
from pbem.match.post.games_named import games_named, reach
from pbem.trust.record import layout
from pbem.trust.record.ledger import parse_ledger

INVITATION = "invitation"
#: A game's name as `pbem new` makes it; an invitation is to one that nobody has yet.
GAME = pattern(rb"[a-z]-[0-9]{4}-[0-9a-f]{6}\b")
#: In the name of every letter or of what it brings; the thousands of others in a person's box are not taken apart.
OURS = b"pbem"


class Letters:
    """A folder of letters as a person keeps it: every .eml in it, or a Maildir with the letters that a mail program
    has shown, because that has not opened them here.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def letters(self) -> Iterable[tuple[str, bytes]]:
        """The letters by name; one, where the path is of one letter."""
        if self.path.is_file():
            yield str(self.path), read_letter_file(self.path) or b""
            return
        boxes = [box for box in (self.path / "new", self.path / "cur") if box.is_dir()]
        for path in (path for box in boxes or [self.path] for path in files_in(box)):
            data = read_letter_file(path) if boxes or path.suffix.lower() == ".eml" else None
            if data is not None and OURS in data:
                yield str(path), data


def unopened(box: Inbox | Letters, seats: Mapping[str, Seat]) -> Iterator[tuple[str, str]]:
    """The letters that were not opened, each by its game and with its subject; invitations to others by no game."""
    for game, received in letters_of_games(box, seats):
        if not known(received, seats.get(game)):
            yield game, f"{received.file}: {received.letter.subject}"


def letters_of_games(box: Inbox | Letters, seats: Mapping[str, Seat]) -> Iterator[tuple[str, Received]]:
    """Give the letters of a player's games with the game's name; of invitations to other games the name is empty."""
    letters = box.glance(partial(may_be_ours, seats)) if isinstance(box, ImapBox) else box.letters()
    try:
        for handle, data in letters:
            received = parse_letter(data, handle)
            game = game_of(received.letter, seats)
            if game is not None:
                yield game, received
    finally:
        if isinstance(box, ImapBox):
            box.close()


def may_be_ours(games: Iterable[str], head: bytes) -> bool:
    """Checks by subject and ids whether a letter may be of a game: written by the program, or naming a game."""
    words = head.lower()
    return b"x-loop:" in words or b"<pbem" in words or GAME.search(words) is not None or any(
        game.encode() in words for game in games
    )  # fmt: skip


def game_of(letter: Letter, seats: Mapping[str, Seat]) -> str | None:
    """Returns the game of a letter, from its subject or its papers; an invitation may be to a game that we do not
    have.
    """
    words = letter.subject.removeprefix("[again] ").partition(":")[0].strip()
    for game in (words, *games_named(letter)):
        if game in seats:
            return game
    return "" if any(part.kind == INVITATION for part in letter.parts) else None


def known(received: Received, seat: Seat | None) -> bool:
    """Checks whether a letter was opened; of a folder that cannot be read nothing is known."""
    try:
        return is_opened(received, seat)
    except PbemError:
        return False


def is_opened(received: Received, seat: Seat | None) -> bool:
    """Remembered as opened, or showing no more of the record than the folder has; an invitation by its folder."""
    if seat is None:
        return False
    letter = received.letter
    marks = {mark_of(letter.id), mark_of(letter.message_id)} if letter.message_id else {mark_of(letter.id)}
    if marks & opened_in(seat.folder) or any(part.kind == INVITATION for part in letter.parts):
        return True
    receipts = [name for name in received.parts if name.endswith(".proof")]
    if receipts:
        return all((seat.folder / "receipts" / name).is_file() for name in receipts)
    if any(part.kind == "charter" for part in letter.parts):
        return (seat.folder / PUBLIC / layout.CHARTER).is_file()
    return 0 < shown_by(received) <= size_of(seat)


def shown_by(received: Received) -> int:
    """Returns how much of the record a letter shows."""
    return reach(received.parts)


def size_of(seat: Seat) -> int:
    """Returns how much of the record the folder has."""
    path = seat.folder / PUBLIC / layout.LEDGER
    return len(parse_ledger(read_once(path), layout.LEDGER)) if path.is_file() else 0
