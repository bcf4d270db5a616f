"""Private keys in the older forms of key files: PKCS #8, PKCS #1 for RSA, SEC 1 for curves, each in PEM (RFC 7468)."""

from __future__ import annotations

import base64
import re

from pbem.base.records import dataclass

INTEGER, OCTETS, OBJECT, SEQUENCE, FIRST = 0x02, 0x04, 0x06, 0x30, 0xA0
PEM = re.compile(rb"-----BEGIN ([A-Z ]*PRIVATE KEY)-----\s([A-Za-z0-9+/=\s]*)-----END \1-----")
#: Names of kinds of key and of curves, as DER writes them.
RSA_KEY, CURVE_KEY = bytes.fromhex("2a864886f70d010101"), bytes.fromhex("2a8648ce3d0201")
ED25519_KEY = bytes.fromhex("2b6570")
CURVES = {bytes.fromhex("2a8648ce3d030107"): b"nistp256", bytes.fromhex("2b81040022"): b"nistp384",
          bytes.fromhex("2b81040023"): b"nistp521"}  # fmt: skip


class Unsupported(Exception):
    """The file is locked, or holds a key that SSH does not know."""


@dataclass(frozen=True, slots=True)
class RsaParts:
    """An RSA key's numbers."""

    n: int
    e: int
    d: int
    p: int
    q: int


@dataclass(frozen=True, slots=True)
class CurveParts:
    """A curve by its name in SSH, and the secret number."""

    curve: bytes
    secret: int


class Parts:
    """Takes values off the front of DER; ValueError for anything else."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def take(self, tag: int) -> bytes:
        """The content of the next value, which must be of this sort."""
        found = self.next_of(tag)
        if found is None:
            raise ValueError("is no private key in DER")
        return found

    def next_of(self, tag: int) -> bytes | None:
        """The same; nothing if what follows is of another sort."""
        if self.data[self.place : self.place + 1] != bytes([tag]):
            return None
        size, at = self.size(self.place + 1)
        if at + size > len(self.data):
            raise ValueError("ends too early")
        self.place = at + size
        return self.data[at : at + size]

    def size(self, at: int) -> tuple[int, int]:
        """A length, and where its value begins."""
        first = self.data[at] if at < len(self.data) else 0xFF
        if first < 0x80:
            return first, at + 1
        many = first & 0x7F
        if not 0 < many <= 3 or at + 1 + many > len(self.data):
            raise ValueError("has a length that is none")
        return int.from_bytes(self.data[at + 1 : at + 1 + many], "big"), at + 1 + many

    def number(self) -> int:
        """An integer."""
        return int.from_bytes(self.take(INTEGER), "big", signed=True)


def private_key(data: bytes) -> bytes | RsaParts | CurveParts:
    """The key in a PEM file: the secret bytes of Ed25519, or the numbers of the other kinds."""
    found = PEM.search(data)
    if found is None:
        if b"PRIVATE KEY" in data[:400]:
            raise Unsupported("locked in an older form")
        raise ValueError("is no key")
    kind, inside = found[1], base64.b64decode(b"".join(found[2].split()), validate=True)
    whole = Parts(Parts(inside).take(SEQUENCE))
    if kind == b"RSA PRIVATE KEY":
        return rsa(whole)
    if kind == b"EC PRIVATE KEY":
        return curve(whole, b"")
    if kind == b"PRIVATE KEY":
        return pkcs8(whole)
    raise Unsupported("kind of key file")


def pkcs8(whole: Parts) -> bytes | RsaParts | CurveParts:
    """A key with its kind before it (RFC 5208)."""
    whole.number()
    kind = Parts(whole.take(SEQUENCE))
    name, inner = kind.take(OBJECT), whole.take(OCTETS)
    if name == ED25519_KEY:
        return Parts(inner).take(OCTETS)
    if name == RSA_KEY:
        return rsa(Parts(Parts(inner).take(SEQUENCE)))
    if name == CURVE_KEY:
        return curve(Parts(Parts(inner).take(SEQUENCE)), kind.take(OBJECT))
    raise Unsupported("kind of key")


def rsa(parts: Parts) -> RsaParts:
    """The numbers of an RSA key (RFC 8017, A.1.2)."""
    parts.number()
    return RsaParts(*(parts.number() for _ in range(5)))


def curve(parts: Parts, named: bytes) -> CurveParts:
    """The secret number of a curve's key (RFC 5915); its curve is named there, or was named before."""
    parts.number()
    secret, own = int.from_bytes(parts.take(OCTETS), "big"), parts.next_of(FIRST)
    name = named or (Parts(own).take(OBJECT) if own else b"")
    if name not in CURVES:
        raise Unsupported("curve")
    return CurveParts(CURVES[name], secret)
