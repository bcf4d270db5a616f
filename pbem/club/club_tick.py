"""One tick for all games of a club: sorts letters to their games, plays games that are due, sends letters.

A game that neither mail nor time asks for is not opened; that it has not changed is seen by its stamps. A letter is
acknowledged to the mailbox once its game has committed it; killed before that, it comes again and changes nothing.
"""

from __future__ import annotations

from pathlib import Path

from pbem.base.errors import bad
from pbem.club.club_intake import read_box
from pbem.club.club_post import send_all
from pbem.club.club_turn import Say, Turn, at_club
from pbem.club.crew import Clock
from pbem.club.settings import Club
from pbem.mail.sources import Folder, Inbox, Maildir
from pbem.match.folder.process_lock import SECONDS
from pbem.trust.keyring import Keyring


def tick(
    root: Path, keyring: Path | None, clock: Clock, say: Say, *, mail: Path | None = None, target: str | None = None,
    warn: Say | None = None, jobs: int = 1, seconds: float = SECONDS,
) -> int:  # fmt: skip
    """The whole turn; the exit code. A game that waits is no failure, and one at fault stops no other. `warn` says what
    needs the moderator, `seconds` how long another tick is waited for."""
    club, named = Club.at(root), box_at(mail) if mail else None

    def work(turn: Turn) -> int:
        read_box(turn, named)
        turn.play()
        with turn.apart("club"):
            send_all(turn, target)
        turn.call_moderator(warn or say)
        return turn.worst

    return at_club(club, Keyring.open(keyring), clock, say, work, jobs=jobs, seconds=seconds)


def box_at(path: Path) -> Inbox:
    """The Maildir or folder that was named. By a slip of the pen no phase is to close without what lies in it."""
    if not path.is_dir():
        raise bad("is not a folder of letters", file=str(path), hint="name a Maildir, or a folder of .eml files")
    return Maildir(path) if (path / "new").is_dir() else Folder(path)
