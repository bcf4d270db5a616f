"""Headers as lines of a letter: a plain one is written here, to the byte as the library does; any other by it.

To import the library takes longer than to write a whole letter. A header is plain if it is one of words in ASCII, or
one of bare addresses, and fits a line, or is a single word that fits the next.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING

from pbem.base.patterns import pattern
from pbem.mail.mime import registry

if TYPE_CHECKING:
    from email.headerregistry import Address
    from email.message import EmailMessage
    from email.policy import EmailPolicy

COLUMNS = 76
#: Words that the library neither quotes nor encodes.
WORDS = pattern(r"[!-~]+(?: [!-~]+)*")
#: Addresses that it does not quote, among others.
ADDRESSES = pattern(r"{one}(?:, {one})*".replace("{one}", r"[\w+-]+(?:\.[\w+-]+)*@[\w-]+(?:\.[\w-]+)*"), re.ASCII)
HOLD_ADDRESSES = frozenset(("From", "To", "Cc", "Reply-To"))
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def header_lines(name: str, value: str | Address) -> str:
    """A header as it stands in a letter, with its line ends."""
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
