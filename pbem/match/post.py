"""Letters as files: RFC 5322, one a reader, attachments that mailers leave alone (PROTOCOL 3.13).

A letter's name, number and date follow from game, seat, occasion and the clock given, so that doing a thing again
makes the same letter. Nothing in a name or in an unsealed part says more than its reader may know.
"""

from __future__ import annotations

import email
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from pathlib import Path

from pbem import DOMAIN
from pbem.errors import bad
from pbem.files import read_file
from pbem.match.parcel import NAME

#: A letter holds a parcel of a phase at most; anything larger is none of ours.
MOST_BYTES = 64 * 1024 * 1024
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}")


@dataclass(frozen=True, slots=True)
class Letter:
    """What somebody is sent."""

    to: str
    subject: str
    text: str
    parts: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Received:
    """What came: its parts by name, and who the letter says wrote it, which proves nothing."""

    parts: Mapping[str, bytes]
    sender: str = ""
    subject: str = ""


def check_address(text: str) -> str:
    """A mail address that can stand in a header."""
    if not ADDRESS.fullmatch(text):
        raise bad(f"'{text[:80]}' is no mail address", hint="write it like name@example.org")
    return text


def write_letter(letter: Letter, sender: str, identity: str, moment: datetime) -> bytes:
    """The letter as a file."""
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = sender, letter.to, letter.subject
    message["Date"] = format_datetime(moment)
    message["Message-ID"] = f"<{identity}@{DOMAIN}>"
    message.set_content(letter.text)
    for name, data in letter.parts.items():
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    if letter.parts:  # the only random thing in a letter would be the line between its parts
        message.set_boundary(f"=_pbem_{identity.replace('@', '.')}"[:70])
    return message.as_bytes()


def read_letter(path: Path) -> Received:
    """A letter, or a plain file with the signature beside it."""
    data = read_file(path, MOST_BYTES)
    if path.suffix in (".pbem", ".yaml", ".yml", ".open"):
        beside = path.with_name(f"{path.name}.sig")
        return Received({path.name: data, **({beside.name: read_file(beside)} if beside.exists() else {})})
    return parse_letter(data, str(path))


def parse_letter(data: bytes, file: str = "") -> Received:
    """The attachments of a letter; any bytes at all are read as some letter or refused."""
    try:
        message = email.message_from_bytes(data, policy=SMTP)
        parts = dict(attached(message))
        sender = parseaddr(str(message.get("From", "")))[1]
        subject = str(message.get("Subject", ""))
    except (ValueError, LookupError, TypeError, AttributeError, IndexError, AssertionError):
        raise bad("is no letter that can be read", file=file) from None
    return Received(parts, sender, subject)


def attached(message: email.message.EmailMessage) -> list[tuple[str, bytes]]:
    """Name and bytes of each attachment whose name is one of ours."""
    found = []
    for part in message.walk():
        name = part.get_filename()
        if name and NAME.fullmatch(name) and not part.is_multipart():
            content = part.get_payload(decode=True)
            found.append((name, content if isinstance(content, bytes) else b""))
    return found


def letters_in(paths: list[Path]) -> list[Path]:
    """The letters these paths name: files as they are, of a Maildir or a folder everything in it, sorted."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            boxes = [path / "new", path / "cur"] if (path / "new").is_dir() else [path]
            inside = (file for box in boxes if box.is_dir() for file in box.iterdir())
            letters = (file for file in inside if file.is_file() and takes(file))
            found += sorted(letters, key=lambda file: (file.name, file))
        else:
            found.append(path)
    return found


def takes(path: Path) -> bool:
    """Whether a file of a folder is a letter; signatures come with what they sign."""
    return not path.name.startswith(".") and path.suffix != ".sig"
