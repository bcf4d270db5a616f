"""Stops the clock while the mailbox cannot be read. Letters that came in time may lie in it.

Where letters are fetched, a time is over once the mailbox has been read after it (hours.over); what it held counts.
A file in the private folder, of the game or of the club that owns the mailbox, holds the time since when that has
failed. The moderator gets one letter about it after some hours.
"""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pbem.base.clock import parse_time, show_time
from pbem.base.errors import PbemError
from pbem.base.records import asdict, dataclass, replace
from pbem.match import wording
from pbem.match.folder.kinds import CLUB_FILE, GAMES, PRIVATE
from pbem.match.folder.office import Office
from pbem.match.post import alarms

FILE = "mailbox.json"
#: Up to when a mailbox has been read of which nothing is known.
NEVER = datetime.min.replace(tzinfo=UTC)
#: A server that is only set up anew is back by then.
PATIENCE = timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class Unread:
    """Since when a mailbox cannot be read, why, and when the moderator was told."""

    since: str
    why: str
    told: str = ""

    @property
    def words(self) -> str:
        """As a reason."""
        return f"the mailbox has not been read since {self.since}: {self.why}"

    @property
    def data(self) -> bytes:
        """As it is kept."""
        return json.dumps(asdict(self)).encode()

    def to_be_told(self, now: datetime) -> bool:
        """Tells if it has lasted long enough to tell the moderator, and they do not know yet."""
        return not self.told and now - parse_time(self.since) >= PATIENCE

    def told_as(self, title: str) -> tuple[str, str]:
        """Subject and words of the letter to the moderator."""
        words = wording.UNREAD.format(title=title, since=self.since, why=self.why)
        return f"{title}: the mailbox cannot be read", words


def kept(private: Path) -> Unread | None:
    """Reads the note about the mailbox; a file that cannot be read counts as none."""
    with suppress(OSError, ValueError, TypeError, PbemError):
        found = Unread(**json.loads((private / FILE).read_bytes()))
        parse_time(found.since)
        return found
    return None


def met(private: Path, error: PbemError, now: datetime) -> Unread:
    """The same, with what has just gone wrong; the first words of it stay."""
    fault = error.faults[0]
    return kept(private) or Unread(show_time(now), f"{fault.place()}{fault.message}")


def clear(private: Path) -> None:
    """The mailbox has been read."""
    (private / FILE).unlink(missing_ok=True)


# ---------------------------------------------------------------------------------------------------- of a single game
def note(office: Office, error: PbemError) -> None:
    """Notes that the mailbox could not be read, and tells the moderator once."""
    private, book = office.desk.root / PRIVATE, office.book
    before, found = kept(private), met(private, error, office.now)
    if book.stage != "over" and found.to_be_told(office.now):
        alarms.tell(office, "mailbox", *found.told_as(str(book.draft["title"])))
        found = replace(found, told=office.t)
    office.unread = found.words
    if found != before:
        office.desk.put(f"{PRIVATE}/{FILE}", found.data)
        office.save()


def look(office: Office) -> str:
    """Says what keeps the mailbox of the game or its club from being read."""
    root = office.desk.root.absolute()
    club = root.parent.parent
    in_club = root.parent.name == GAMES and (club / CLUB_FILE).is_file()
    found = kept(root / PRIVATE) or (kept(club / PRIVATE) if in_club else None)
    if found is None:
        return ""
    office.read, office.unread = NEVER, found.words
    return found.words
