"""A club's folder, and what its `club.yaml` says.

    club.yaml        title, address, where letters come from and go to
    games/NAME/      one folder a game, as `pbem new` makes it; each is complete without the club
    private/         the index (index.py), letters of no game (strays.py), how the line out is (post.py)
    sent/            what was answered to letters of no game, as in a game's folder
    index.html       the public page, with index.json and feed.atom beside it (page.py)
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from pbem import strict_yaml
from pbem.base.errors import bad
from pbem.base.files import read_file, write_atomic
from pbem.base.records import dataclass
from pbem.mail.compose import address as mail_address
from pbem.mail.guards import Caps, Home
from pbem.mail.sources import Inbox
from pbem.match.folder.kinds import CLUB_FILE, GAMES, PRIVATE, Sort, expect
from pbem.match.post.alarms import PERSON, check_person
from pbem.match.post.transports import VARIABLE, WayOut, open_box
from pbem.schema import read_as

HEADER = "club/1"
SETTINGS, SENT = CLUB_FILE, "sent"
EACH, ALL = 60, 1200


@dataclass(frozen=True, slots=True)
class Club:
    """A club's folder and its settings."""

    root: Path
    fields: dict[str, Any]

    @classmethod
    def at(cls, root: Path) -> Club:
        """The club of a folder."""
        expect(root, Sort.CLUB)
        path = root / SETTINGS
        fields = read_as("club", read_file(path, strict_yaml.MOST_BYTES), str(path))
        mail_address(fields["address"])
        if PERSON in fields:
            check_person(fields[PERSON], fields["address"])
        return cls(root, fields)

    @property
    def title(self) -> str:
        """The name of the club."""
        return str(self.fields["title"])

    @property
    def address(self) -> str:
        """The address that players write to."""
        return str(self.fields["address"])

    @property
    def person(self) -> str:
        """The moderator's address as a person; the club's own address where nothing says so."""
        return str(self.fields.get(PERSON, self.address))

    @property
    def home(self) -> Home:
        """The marks by which the club knows its own letters when they come back."""
        return Home((self.address,), self.address.rpartition("@")[2])

    @property
    def private(self) -> Path:
        """The folder that is not for the web server."""
        return self.root / PRIVATE

    @property
    def games(self) -> Path:
        """The folder of all games."""
        return self.root / GAMES

    def caps(self) -> Caps:
        """The limits on answers within the hour."""
        given = self.fields.get("caps", {})
        return Caps(each=given.get("each", EACH), all=given.get("all", ALL))

    def names(self) -> list[str]:
        """The folders that hold a moderator's game, by name."""
        try:
            with os.scandir(self.games) as found:
                names = [each.name for each in found if not each.name.startswith(".") and may_be_folder(each)]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise bad(f"cannot be read: {error.strerror}", file=str(self.games)) from None
        return sorted(names)

    def box(self) -> Inbox | None:
        """The mailbox of the settings, if they name one."""
        kept = self.fields.get("in")
        return None if kept is None else open_box(kept, self.private / "mbox.taken", str(self.root / SETTINGS))

    def way_out(self, named: str | None) -> WayOut | None:
        """The way out that was named, else PBEM_POST, else the settings'."""
        kept = self.fields.get("out", {})
        to = named or os.environ.get(VARIABLE, "") or kept.get("to", "")
        return WayOut(to, kept if to == kept.get("to") else {}) if to else None


def may_be_folder(entry: os.DirEntry[str]) -> bool:
    """Checks whether an entry is a folder or cannot be asked; the latter is named when it is opened, and stops no
    other.
    """
    try:
        return entry.is_dir()
    except OSError:
        return True


def club_around(folder: Path) -> Club | None:
    """The club among whose games a folder lies, or would; nothing where there is none."""
    games = folder.absolute().parent
    return Club.at(games.parent) if games.name == GAMES and (games.parent / SETTINGS).is_file() else None


def new_club(root: Path, title: str, address: str, sends: str = "", takes: str = "", person: str = "") -> Club:
    """An empty club; a folder that is one already, or holds anything else, is refused."""
    fields: dict[str, Any] = {"pbem": HEADER, "title": title, "address": mail_address(address)}
    fields |= {PERSON: check_person(person, address)} if person else {}
    fields |= {"out": {"to": sends}} if sends else {}
    fields |= {"in": {"from": takes}} if takes else {}
    data = strict_yaml.write(fields).encode()
    read_as("club", data, SETTINGS)
    try:
        if root.exists() and any(root.iterdir()):
            raise bad("is there already, and not empty", file=str(root), hint="name a new folder")
        for name in (PRIVATE, GAMES, SENT):
            (root / name).mkdir(parents=True, exist_ok=True)
        if os.name == "posix":
            (root / PRIVATE).chmod(0o700)
    except OSError as error:
        raise bad(f"cannot be made: {error.strerror}", file=str(root)) from None
    write_atomic(root / SETTINGS, data)
    return Club.at(root)
