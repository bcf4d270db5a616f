"""Letters to the moderator as a person: at an address of their own, never at the mailbox that the program reads.

`moderator` in private/post.yaml says where, or, for a game of a club, in club.yaml. Where neither does, the letter goes
to the game's own address, and `pbem tick` is left to say what is wrong.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pbem import strict_yaml
from pbem.base.errors import bad
from pbem.base.files import read_file, write_atomic
from pbem.mail.compose import address as mail_address
from pbem.match.folder.kinds import CLUB_FILE, GAMES
from pbem.match.folder.office import Office
from pbem.match.post.game_letter import Letter
from pbem.match.post.outbox import post
from pbem.match.post.transports import SETTINGS, settings
from pbem.schema import read_as
from pbem.trust.people.charter import MODERATOR

PERSON = "moderator"


def tell(office: Office, kind: str, subject: str, text: str) -> None:
    """Writes to the moderator as a person."""
    to = person_of(office.desk.root) or office.book.addresses[MODERATOR]
    post(office, MODERATOR, kind, Letter(to, subject, text))


def person_of(root: Path) -> str:
    """Reads the address of the moderator as a person; empty if nothing says so."""
    return str(settings(root).get(PERSON) or club_settings(root).get(PERSON, ""))


def club_settings(root: Path) -> dict[str, Any]:
    """The settings of the club whose game a folder is; nothing outside one."""
    club = root.absolute().parent
    path = club.parent / CLUB_FILE
    if club.name != GAMES or not path.is_file():
        return {}
    return read_as("club", read_file(path, strict_yaml.MOST_BYTES), str(path))


def check_person(address: str, program: str) -> str:
    """A person's address, which the program does not read; its own would be told what it cannot read."""
    found = mail_address(address)
    if found.lower() == program.lower():
        hint = "an address that you read yourself: alarms are mailed there"
        raise bad(f"'{found}' is the address that the program reads", hint=hint)
    return found


def keep_person(root: Path, address: str) -> None:
    """Writes the address into a new game's settings."""
    write_atomic(root / SETTINGS, strict_yaml.write({"pbem": "post/1", PERSON: address}).encode())
