"""All of a player's games at a glance, with the unopened letters in their mailbox."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from pbem.base.errors import PbemError
from pbem.base.records import dataclass, replace
from pbem.cabin import register
from pbem.cabin.sending import sent_letters, settings
from pbem.cabin.unopened import Letters, unopened
from pbem.cabin.waiting import Waits, waits_of
from pbem.mail.sources import Inbox, Maildir
from pbem.match.own_folder.seat import Seat
from pbem.match.post.transports import open_box, split
from pbem.match.terms.calendar import zone_of
from pbem.trust.keyring import default_home


@dataclass(frozen=True, slots=True)
class Look:
    """The overview: each game, the nearest deadline first; other invitations; remembered folders that are gone; and
    the error of the mailbox, which hides nothing that lies here.
    """

    found: list[Waits]
    invitations: list[str]
    gone: list[Path]
    unread: PbemError | None = None


def look(
    keyring: Path | None, named: Iterable[Path], everything: bool, now: datetime, zone: str, mail: str | None,
    secret: str | None,
) -> Look:  # fmt: skip
    """Collects what waits in the folders named, or in all that are remembered."""
    home = keyring or default_home()
    zone_of(zone or "UTC")
    given = list(named)
    for folder in given:
        Seat.at(folder)
        register.remember(home, folder)
    folders = list(dict.fromkeys(path.resolve() for path in given))
    everything = everything or not folders
    if everything:
        folders += [each for each in register.folders(home) if not any(register.is_same(each, one) for one in folders)]
    found = [waits_of(folder, now, sent_letters(home, folder), zone) for folder in folders]
    letters: dict[str, list[str]] = {}
    unread = None
    try:
        for game, words in unopened_in(home, folders, mail, secret):
            letters.setdefault(game, []).append(words)
    except PbemError as error:
        unread = error
    found = [replace(each, unopened=tuple(letters.get(each.game, ()))) for each in found]
    gone = register.gone(home) if everything else []
    return Look(sorted(found, key=order), letters.get("", []), gone, unread)


def order(each: Waits) -> tuple[bool, str, str, str]:
    """Sorts by urgency; games that ask something come first."""
    return not each.todo, each.until or "~", each.game, each.seat


def unopened_in(home: Path, folders: list[Path], mail: str | None, secret: str | None) -> Iterable[tuple[str, str]]:
    """Returns the letters of the mailbox named, or of the one in the settings; none if there is no mailbox."""
    box = box_of(home, mail, secret)
    return unopened(box, seats_of(folders)) if box is not None else ()


def box_of(home: Path, mail: str | None, secret: str | None) -> Inbox | Letters | None:
    """A Maildir, an mbox, a folder of letters, or a mailbox on a server."""
    kept = settings(home).get("in", {})
    way = mail or kept.get("from", "")
    if not way:
        return None
    kind, rest = split(way)
    path = Path(rest).expanduser()
    if kind in ("", "folder"):
        return Letters(path)
    given = {**(kept if way == kept.get("from") else {}), "from": way}
    box = open_box({**given, **({"secret": secret} if secret else {})}, home / "mbox.taken", "post.yaml")
    return Letters(path) if isinstance(box, Maildir) else box


def seats_of(folders: list[Path]) -> dict[str, Seat]:
    """The seats by game; two seats of one game in one pair of hands read the same letters."""
    found: dict[str, Seat] = {}
    for folder in folders:
        try:
            seat = Seat.at(folder)
        except PbemError:
            continue
        found.setdefault(seat.game, seat)
    return found
