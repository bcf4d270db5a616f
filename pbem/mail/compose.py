"""Writes one outgoing letter as bytes: plain, deterministic, and safe with any names and subject.

The same draft makes the same bytes whenever it is made: the date is given, the Message-ID and the lines between
parts are derived. Attachments travel as octets in base64, which mailers leave alone (PROTOCOL 3.13).
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cache, lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from pbem.base.errors import bad, visible
from pbem.base.later import later
from pbem.base.patterns import pattern
from pbem.base.records import dataclass, replace
from pbem.mail.letter import MONTHS, check_address
from pbem.mail.mime import registry

if TYPE_CHECKING:
    import textwrap
    from email.headerregistry import Address
    from email.message import EmailMessage
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
#: A line of a file in base64.
LINE = pattern(rb".{1,%d}" % COLUMNS)
OUR_ID = pattern(r"<[!#-;=?-Z^-~]{1,120}@[A-Za-z0-9.-]{1,120}>")
#: Headers above the parts of a letter.
VERSION = b"MIME-Version: 1.0\r\n"
PLAIN = b'Content-Type: text/plain; charset="us-ascii"\r\nContent-Transfer-Encoding: 7bit\r\n\r\n'
OCTETS = b"Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n"
#: Words that the library neither quotes nor encodes.
WORDS = pattern(r"[!-~]+(?: [!-~]+)*")
#: Addresses that it does not quote, among others.
ADDRESSES = pattern(r"{one}(?:, {one})*".replace("{one}", r"[\w+-]+(?:\.[\w+-]+)*@[\w-]+(?:\.[\w-]+)*"), re.ASCII)
HOLD_ADDRESSES = frozenset(("From", "To", "Cc", "Reply-To"))
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
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


def compose(draft: Draft) -> bytes:
    """The letter's bytes, lines ended by CRLF, ASCII throughout."""
    head = "".join(header_lines(name, value) for name, value in headers(draft)).encode()
    text, inner = text_part(body_text(draft.text)), boundaries(draft)
    if not inner:
        content, _, body = text.partition(b"\r\n\r\n")
        return b"".join([head, content, b"\r\n", VERSION, b"\r\n", body])
    if draft.html:
        page = in_quotes("html", draft.html, VERSION)
        text = group("alternative", inner.pop(), [text, page])
    if draft.attachments:
        text = group("mixed", inner.pop(), [text, *map(file_part, draft.attachments)])
    return head + VERSION + text


def headers(draft: Draft) -> Iterator[tuple[str, str | Address]]:
    """The headers of a letter, but for those that say what its body is."""
    sender = address(draft.sender)
    yield "From", addressed(draft.sender_name, sender)
    yield "To", addressed(draft.to_name, address(draft.to))
    if draft.copies:
        yield "Cc", ", ".join(map(address, draft.copies))
    yield "Subject", one_line(draft.subject, MOST_SUBJECT)
    yield "Date", date_of(draft.date)
    yield "Message-ID", message_id(draft.identity, sender.rpartition("@")[2], OURS if draft.automatic else PLAYERS)
    yield from optional_headers(draft, sender)


def header_lines(name: str, value: str | Address) -> str:
    """A header as it stands in a letter, with its line ends.

    A plain one is written here, to the byte as the library does, and any other by it: to import the library takes
    longer than to write a whole letter. A header is plain if it is one of words in ASCII, or one of bare addresses, and
    fits a line, or is a single word that fits the next.
    """
    own = ADDRESSES if name in HOLD_ADDRESSES else WORDS
    if isinstance(value, str) and own.fullmatch(value):
        if len(name) + 2 + len(value) <= COLUMNS:
            return f"{name}: {value}\r\n"
        if own is WORDS and " " not in value and len(value) < COLUMNS:
            return f"{name}:\r\n {value}\r\n"
    return str(policy().fold(*policy().header_store_parse(name, value)))


@cache
def policy() -> EmailPolicy[EmailMessage]:
    """The library's policy for a letter of ours: ASCII, lines of 76 ended by CRLF."""
    from email.policy import SMTP

    return SMTP.clone(max_line_length=COLUMNS, header_factory=registry())


def date_of(moment: datetime) -> str:
    """A moment as a header has it."""
    own = moment.astimezone(UTC)
    day = f"{DAYS[own.weekday()]}, {own.day:02} {MONTHS[own.month - 1]} {own.year:04}"
    return f"{day} {own.hour:02}:{own.minute:02}:{own.second:02} +0000"


def boundaries(draft: Draft) -> list[str]:
    """The lines between the parts of a letter, the outermost group first. They would be the only random thing in it,
    so they are made from its hash."""
    hashes = tuple(replace(each, data=sha256(each.data).digest()) for each in draft.attachments)
    whole = repr(replace(draft, date=draft.date.astimezone(UTC), attachments=hashes))
    mark = sha256(whole.encode("utf-8", "replace")).hexdigest()[:32]
    return [f"=_pbem_{mark}_{number}" for number in range(bool(draft.attachments) + bool(draft.html))]


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


def addressed(name: str, where: str) -> str | Address:
    """A name with its address, or the address alone."""
    if not name:
        return where
    from email.headerregistry import Address

    return Address(one_line(name, MOST_NAME), addr_spec=where)


def one_line(text: str, most: int) -> str:
    """Words for a header: what could break out of it or turn it round is spelt out, not obeyed.

    The standard library reads encoded words (RFC 2047) in what it is given, line ends in them included; words of ours
    are none, so nobody else's are.
    """
    return visible(text.strip()[:most]).replace("=?", "= ?")


def text_part(text: str) -> bytes:
    """The text as it is where mail leaves such text alone, else quoted-printable, with two lines mail might change."""
    if plain_enough(text):
        return PLAIN + in_lines(text.encode())
    quoted = re.sub(rb"^From ", b"=46rom ", in_quotes("plain", text), flags=re.MULTILINE)
    return re.sub(rb"^\.\r$", b"=2E\r", quoted, flags=re.MULTILINE)


def plain_enough(text: str) -> bool:
    """ASCII in short lines; none that mbox would put a '>' before, none that SMTP takes for the end."""
    if not text.isascii() or re.search(r"^(?:From |\.$)", text, re.MULTILINE):
        return False
    return max(map(len, text.split("\n"))) <= MOST_PLAIN


def in_quotes(kind: str, text: str, more: bytes = b"") -> bytes:
    """A part in quoted-printable, with its headers and perhaps one more."""
    from email.quoprimime import body_encode

    quoted = body_encode(b"".join(line + b"\n" for line in text.encode().splitlines()).decode("latin-1"), COLUMNS)
    head = f'Content-Type: text/{kind}; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n'
    return b"".join([head.encode(), more, b"\r\n", in_lines(quoted.encode())])


def in_lines(data: bytes) -> bytes:
    """The bytes with the line ends of mail."""
    return b"\r\n".join(data.splitlines()) + b"\r\n"


def group(kind: str, boundary: str, parts: Iterable[bytes]) -> bytes:
    """Parts as one, with its headers."""
    head = f'Content-Type: multipart/{kind};\r\n boundary="{boundary}"\r\n\r\n'.encode()
    line = f"--{boundary}".encode()
    return b"".join([head, *(each for part in parts for each in (line, b"\r\n", part, b"\r\n")), line, b"--\r\n"])


def file_part(file: Attachment) -> bytes:
    """A file as a part. The library would take longer for it than for all the rest."""
    return head_of_file(file.name) + in_base64(file.data)


@lru_cache(64)
def head_of_file(name: str) -> bytes:
    """The headers above an attached file, under a name that every system takes and no path hides in."""
    if not FILE_NAME.fullmatch(name):
        raise bad(f"'{name[:80]}' is no name for an attachment", hint="letters, digits, '.', '_', '-', '+'")
    placed = header_lines("Content-Disposition", f'attachment; filename="{name}"').encode()
    return b"".join([OCTETS, placed, VERSION, b"\r\n"])


def in_base64(data: bytes) -> bytes:
    """A file in base64, in lines of a letter's width."""
    return b"".join(line + b"\r\n" for line in LINE.findall(binascii.b2a_base64(data, newline=False)))


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
