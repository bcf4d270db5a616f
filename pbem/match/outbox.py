"""Letters going out: numbered into the outbox, and carried from there to wherever mail is sent from."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from pbem import files
from pbem.errors import bad
from pbem.mail.guards import Home
from pbem.match.hold import hold
from pbem.match.office import Office
from pbem.match.parcel import pack
from pbem.match.post import Letter, write_letter
from pbem.trust.charter import MODERATOR


def post(office: Office, seat: str, kind: str, letter: Letter) -> None:
    """A letter into the outbox. Its name tells the number, the seat and the kind, which its reader knows anyway."""
    book = office.book
    book.letters += 1
    name = f"{book.letters:05d}-{seat}-{kind}"
    identity = f"{name}.{book.draft['game']}"
    data = write_letter(letter, book.addresses[MODERATOR], identity, office.now)
    office.desk.put(f"outbox/{name}.eml", data)


def home_of(addresses: Mapping[str, str]) -> Home:
    """How the game knows its own letters when they come back."""
    own = addresses[MODERATOR]
    return Home((own,), own.rpartition("@")[2])


def delta(office: Office) -> bytes:
    """The parcel of all public files that the seats have not been sent yet."""
    fresh = {}
    for name in office.desk.public_names():
        data = office.desk.read(name)
        digest = sha256(data).hexdigest()
        if office.book.posted.get(name) != digest:
            fresh[name] = data
            office.book.posted[name] = digest
    return pack(fresh)


def deliver(root: Path, target: Path) -> list[str]:
    """Copy every waiting letter into a folder or Maildir, then count it as sent. Doing it again sends nothing twice."""
    if not (root / "outbox").is_dir():
        raise bad("is no game folder", file=str(root), hint="it has a folder 'outbox'")
    place = target / "new" if (target / "new").is_dir() else target
    done = []
    with hold(root / "outbox"):
        for path in sorted((root / "outbox").glob("*.eml")):
            files.write_atomic(place / path.name, files.read_file(path))
            (root / "sent").mkdir(exist_ok=True)
            path.replace(root / "sent" / path.name)
            done.append(path.name)
    return done
