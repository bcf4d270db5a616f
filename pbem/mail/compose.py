"""Writes one outgoing letter as bytes: plain, deterministic, and safe with any names and subject.

The same draft makes the same bytes whenever it is made: the date is given, the Message-ID and the lines between
parts are derived. Attachments travel as octets in base64, which mailers leave alone (PROTOCOL 3.13).
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pbem.base.errors import bad, visible
from pbem.base.later import later
from pbem.base.patterns import pattern
from pbem.base.records import dataclass, replace
from pbem.mail.letter import check_address
from pbem.mail.mime import registry

if TYPE_CHECKING:
    import textwrap
    from email.headerregistry import Address
    from email.message import EmailMessage, Message
    from email.policy import EmailPolicy
else:
    textwrap = later("textwrap")

COLUMNS = 76
#: What RFC 5322 2.1.1 asks of a line, and a report's maps and tables are drawn to.
WIDEST = 78
#: Of 998 bytes that a line may have (RFC 5322 2.1.1).
MOST_PLAIN = 900
MOST_SUBJECT = 200
MOST_NAME = 80
FILE_NAME = pattern(r"[A-Za-z0-9][A-Za-z0-9._+@=-]{0,119}")
OUR_ID = pattern(r"<[!#-;=?-Z^-~]{1,120}@[A-Za-z0-9.-]{1,120}>")
#: A player's letter has another mark: from the club's own domain it must not look like one of the club's come home.
OURS, PLAYERS = "pbem", "pbem-letter"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that travels with a letter."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A letter to be written. `identity` tells it from every other (game, seat, occasion) and becomes its id."""

    sender: str
    to: str
    subject: str
    text: str
    date: datetime
    identity: str
    copies: tuple[str, ...] = ()
    sender_name: str = ""
    to_name: str = ""
    reply_to: str = ""
    in_reply_to: str = ""
    html: str = ""
    attachments: tuple[Attachment, ...] = ()
    #: False for a letter that players send through their own accounts.
    automatic: bool = True


def message_id(identity: str, domain: str, mark: str = OURS) -> str:
    """The id of a letter, the same whenever it is made again."""
    return f"<{mark}.{sha256(identity.encode('utf-8', 'replace')).hexdigest()[:40]}@{domain}>"


@cache
def policy() -> EmailPolicy[EmailMessage]:
    """The library's policy for a letter of ours: ASCII, lines of 76 ended by CRLF."""
    from email.policy import SMTP

    return SMTP.clone(max_line_length=COLUMNS, header_factory=registry())


def compose(draft: Draft) -> bytes:
    """The letter's bytes, lines ended by CRLF, ASCII throughout."""
    from email.message import EmailMessage
    from email.utils import format_datetime

    sender = address(draft.sender)
    message = EmailMessage(policy=policy())
    message["From"] = addressed(draft.sender_name, sender)
    message["To"] = addressed(draft.to_name, address(draft.to))
    if draft.copies:
        message["Cc"] = [addressed("", address(each)) for each in draft.copies]
    message["Subject"] = one_line(draft.subject, MOST_SUBJECT)
    message["Date"] = format_datetime(draft.date.astimezone(UTC))
    message["Message-ID"] = message_id(
        draft.identity, sender.rpartition("@")[2], OURS if draft.automatic else PLAYERS
    )
    for name, value in optional_headers(draft, sender):
        message[name] = value
    set_text(message, body_text(draft.text))
    if draft.html:
        message.add_alternative(draft.html, subtype="html", charset="utf-8", cte="quoted-printable")
    if draft.attachments:
        message.make_mixed()
    hashes = tuple(replace(each, data=sha256(each.data).digest()) for each in draft.attachments)
    whole = repr(replace(draft, date=draft.date.astimezone(UTC), attachments=hashes))
    name_boundaries(message, sha256(whole.encode("utf-8", "replace")).hexdigest()[:32])
    data = message.as_bytes()
    return with_files(data, message.get_boundary(""), draft.attachments) if draft.attachments else data


def optional_headers(draft: Draft, sender: str) -> list[tuple[str, str]]:
    """Returns the optional headers: where to answer, what it answers, and for letters of the program the two that
    stop robots from answering.
    """
    found = []
    if draft.reply_to:
        found.append(("Reply-To", address(draft.reply_to)))
    if OUR_ID.fullmatch(draft.in_reply_to):
        found += [("In-Reply-To", draft.in_reply_to), ("References", draft.in_reply_to)]
    if draft.automatic:
        found += [("Auto-Submitted", "auto-generated"), ("X-Loop", sender)]
    return found


def address(text: str) -> str:
    """An address that can stand in a header, or a fault."""
    if not check_address(text):
        raise bad(f"'{text[:80]}' is not a mail address", hint="write it like name@example.org")
    return text


def addressed(name: str, where: str) -> Address:
    """A name with its address."""
    from email.headerregistry import Address

    return Address(one_line(name, MOST_NAME), addr_spec=where)


def one_line(text: str, most: int) -> str:
    """Words for a header: what could break out of it or turn it round is spelt out, not obeyed.

    The standard library reads encoded words (RFC 2047) in what it is given, line ends in them included; words of ours
    are none, so nobody else's are.
    """
    return visible(text.strip()[:most]).replace("=?", "= ?")


def set_text(message: EmailMessage, text: str) -> None:
    """The text as it is where mail leaves such text alone, else quoted-printable, with two lines mail might change."""
    if plain_enough(text):
        message.set_content(text, charset="us-ascii", cte="7bit")
        return
    message.set_content(text, charset="utf-8", cte="quoted-printable")
    quoted = re.sub(r"^From ", "=46rom ", str(message.get_payload()), flags=re.MULTILINE)
    message.set_payload(re.sub(r"^\.(\r?)$", r"=2E\1", quoted, flags=re.MULTILINE))


def plain_enough(text: str) -> bool:
    """ASCII in short lines; none that mbox would put a '>' before, none that SMTP takes for the end."""
    if not text.isascii() or re.search(r"^(?:From |\.$)", text, re.MULTILINE):
        return False
    return max(map(len, text.split("\n"))) <= MOST_PLAIN


def with_files(data: bytes, boundary: str, attachments: Sequence[Attachment]) -> bytes:
    """A letter in parts, with files after the others. The library would take longer for them than for all the rest."""
    between, end = f"\r\n--{boundary}\r\n".encode(), f"\r\n--{boundary}--\r\n".encode()
    files = [each for file in attachments for each in (between, head_of_file(file.name), in_base64(file.data))]
    return b"".join([data.removesuffix(end), *files, end])


@lru_cache(64)
def head_of_file(name: str) -> bytes:
    """The headers above an attached file, under a name that every system takes and no path hides in."""
    from email.message import EmailMessage

    if not FILE_NAME.fullmatch(name):
        raise bad(f"'{name[:80]}' is no name for an attachment", hint="letters, digits, '.', '_', '-', '+'")
    part = EmailMessage(policy=policy())
    part.set_content(b"", maintype="application", subtype="octet-stream", filename=name, cte="base64",
                     disposition="attachment")  # fmt: skip
    return part.as_bytes()


def in_base64(data: bytes) -> bytes:
    """A file in base64, in lines of a letter's width."""
    text = binascii.b2a_base64(data, newline=False)
    return b"".join(text[start : start + COLUMNS] + b"\r\n" for start in range(0, len(text), COLUMNS))


def name_boundaries(message: Message[Any, Any], mark: str) -> None:
    """The lines between parts would be the only random thing in a letter; they are made from the letter's hash."""
    groups = [part for part in message.walk() if part.is_multipart()]
    for number, part in enumerate(groups):
        part.set_boundary(f"=_pbem_{mark}_{number}")


def body_text(text: str) -> str:
    """The text wrapped, without controls or bidi marks; it ends in one line end."""
    lines = [shown_line(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    wrapped = "\n".join("\n".join(wrap(line)) for line in lines)
    return wrapped.rstrip("\n") + "\n"


def shown_line(line: str) -> str:
    """One line with what is hidden spelt out; tabs become blanks, trailing ones go."""
    return visible(line.expandtabs(4).rstrip())


def wrap(line: str) -> list[str]:
    """A long line broken at blanks under its own indent; words longer than a line (keys, hashes) stay whole."""
    if len(line) <= WIDEST:
        return [line]
    indent = line[: len(line) - len(line.lstrip())][: COLUMNS // 2]
    return textwrap.wrap(
        line, COLUMNS, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False,
        drop_whitespace=True, replace_whitespace=False,
    )  # fmt: skip
