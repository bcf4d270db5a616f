"""Salted commitments to a text (PROTOCOL 3.5): `sha256sum` of the opened file is the whole check.

The purpose line names game, kind, seat and phase, so no opponent can copy a commitment and pass it off as their own.
The salt keeps a commitment to a few likely orders from being guessed.
"""

from __future__ import annotations

import hashlib
import secrets

from pbem.base.errors import BadInput, bad, quoted
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.trust.primitives.forms import check_form, check_hex32

HEADER = "pbem-commit/1"
PURPOSE = pattern(r"[!-~]{1,200}")
SALT_BYTES = 32
#: Commitments come in steps of this size, so that their length tells next to nothing.
STEP_BYTES = 1024
#: Sealed orders have one size, and twice that where they are longer, up to the most that an order file may have.
ORDERS_BYTES, MOST_ORDERS_BYTES = 8 * 1024, 256 * 1024
PAD_OPENS = b"# pad "


@dataclass(frozen=True, slots=True)
class Preimage:
    """The opened text of a commitment."""

    purpose: str
    salt: bytes
    content: bytes

    def __post_init__(self) -> None:
        check_form(PURPOSE, self.purpose, "purpose", "1 to 200 printable ASCII characters without a space")
        if len(self.salt) != SALT_BYTES:
            raise bad(f"a salt of {len(self.salt)} bytes is no salt", hint=f"it has {SALT_BYTES}")

    def to_bytes(self) -> bytes:
        """Purpose line, salt line, content."""
        return f"{HEADER} {self.purpose}\n{self.salt.hex()}\n".encode("ascii") + self.content

    @property
    def commitment(self) -> str:
        """Returns the hash that was published."""
        return hashlib.sha256(self.to_bytes()).hexdigest()


def new_salt() -> bytes:
    """A fresh salt."""
    return secrets.token_bytes(SALT_BYTES)


def orders_purpose(game: str, seat: str, phase: str, attempt: int, seq: int) -> str:
    """The purpose of sealed orders: never the same for two seats, phases, attempts or letters."""
    return f"{game}/orders/{seat}/{phase}/{attempt}/{seq}"


def preimage(purpose: str, salt: bytes, content: bytes) -> bytes:
    """The bytes that are hashed."""
    return Preimage(purpose, salt, content).to_bytes()


def commit(purpose: str, salt: bytes, content: bytes) -> str:
    """The commitment, in hex."""
    return Preimage(purpose, salt, content).commitment


def parse_preimage(data: bytes, file: str = "") -> Preimage:
    """The preimage a file holds: two control lines, then the content, byte for byte."""
    head, *rest = data.split(b"\n", 2)
    if len(rest) < 2 or not (head + rest[0]).isascii():
        raise bad("the opened text is no commitment", file=file, hint=f"it begins with '{HEADER} <purpose>' and a salt")
    keyword, _, purpose = head.decode("ascii").partition(" ")
    if keyword != HEADER:
        raise bad(f"{quoted(keyword)} opens no commitment", file=file, line=1, hint=f"it begins with '{HEADER}'")
    try:
        return Preimage(purpose, bytes.fromhex(check_hex32(rest[0].decode("ascii"), "salt")), rest[1])
    except BadInput as error:
        raise error.at(file) from None


def pad(purpose: str, content: bytes) -> bytes:
    """The text closed by a `# pad` comment that makes the whole preimage a multiple of 1024 bytes."""
    bare = bare_size(purpose, content)
    return padded(content, -bare % STEP_BYTES or STEP_BYTES)


def pad_orders(purpose: str, content: bytes) -> bytes:
    """Orders closed the same way to 8 KiB, 16, 32 and so on: a busy turn looks like a quiet one (threat 19)."""
    bare = bare_size(purpose, content)
    size = ORDERS_BYTES
    while size <= bare and size < MOST_ORDERS_BYTES:
        size *= 2
    return padded(content, size - bare) if bare < size else pad(purpose, content)


def bare_size(purpose: str, content: bytes) -> int:
    """Returns the length of the preimage with a `# pad` comment that has no dots."""
    if content and not content.endswith(b"\n"):
        raise bad("the text to pad is not ended by a line feed")
    return len(preimage(purpose, bytes(SALT_BYTES), content)) + len(PAD_OPENS) + len(b"\n")


def padded(content: bytes, dots: int) -> bytes:
    """The text and its comment."""
    return content + PAD_OPENS + b"." * dots + b"\n"
