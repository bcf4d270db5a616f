"""The few encodings SSH builds everything from (RFC 4251, section 5), read strictly: one value, one encoding.

Nothing here knows what a key or a signature is; a reader that meets anything odd raises ValueError with the words
for the fault, and its callers say whose bytes they were.
"""

from __future__ import annotations

import base64
import binascii
from struct import Struct

LENGTH = Struct(">I")


def string(value: bytes) -> bytes:
    """Length, then the bytes."""
    return LENGTH.pack(len(value)) + value


def mpint(value: int) -> bytes:
    """A non-negative integer, shortest form, a zero byte in front where the top bit is set."""
    return string(value.to_bytes(value.bit_length() // 8 + 1, "big") if value else b"")


def strict_base64(text: str | bytes) -> bytes:
    """Base64 that has this one spelling: canonical padding, no stray bits in the last letter, no blanks."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("is no base64") from None
    if base64.b64encode(data) != (text.encode("ascii") if isinstance(text, str) else text):
        raise ValueError("is base64 with stray bits")
    return data


class Reader:
    """Takes SSH values off the front of some bytes; what is left over at the end is a fault."""

    __slots__ = ("data", "place")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def take(self, count: int) -> bytes:
        """Exactly that many bytes."""
        end = self.place + count
        if end > len(self.data):
            raise ValueError("ends too early")
        taken = self.data[self.place : end]
        self.place = end
        return taken

    def number(self) -> int:
        """A 32-bit length or counter."""
        return int.from_bytes(self.take(4), "big")

    def string(self) -> bytes:
        """A length and its bytes."""
        return self.take(int.from_bytes(self.take(4), "big"))

    def text(self) -> str:
        """A string of printable ASCII."""
        value = self.string()
        if not all(32 <= byte < 127 for byte in value):
            raise ValueError("holds a name that is not printable ASCII")
        return value.decode("ascii")

    def mpint(self) -> int:
        """A positive integer in its shortest form; anything else would give one key two names."""
        value = self.string()
        number = int.from_bytes(value, "big", signed=True)
        if number <= 0 or value != mpint(number)[4:]:
            raise ValueError("holds an integer that is not positive in its shortest form")
        return number

    def end(self) -> None:
        """Nothing may follow."""
        if self.place != len(self.data):
            raise ValueError(f"has {len(self.data) - self.place} bytes too many")
