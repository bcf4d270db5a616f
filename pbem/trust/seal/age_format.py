"""The age v1 file, to the byte: armour, header, payload (the format of C2SP, `age-encryption.org/v1`).

Reading is exact: one spelling of every file, canonical base64, no stray blank or line, so that a changed byte anywhere
is a refused file. The file key comes from elsewhere (`tlock`).
"""

from __future__ import annotations

import binascii
import hmac
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from hashlib import sha256
from secrets import token_bytes

from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, bad
from pbem.base.patterns import pattern
from pbem.base.records import dataclass

VERSION = b"age-encryption.org/v1\n"
BEGIN, END = b"-----BEGIN AGE ENCRYPTED FILE-----\n", b"-----END AGE ENCRYPTED FILE-----\n"
COLUMNS = 64

FILE_KEY_BYTES = 16
NONCE_BYTES = 16
TAG_BYTES = 16
CHUNK = 64 * 1024

#: A header is a few hundred bytes; this is room for many recipients and no more.
MOST_HEADER = 64 * 1024

ARGUMENT = pattern(rb"[\x21-\x7e]+")

#: Where random bytes come from; tests may put a fixed stream in its place.
Random = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Stanza:
    """One recipient's part of the header: words, and the file key wrapped for that recipient."""

    words: tuple[str, ...]
    body: bytes

    def to_bytes(self) -> bytes:
        text = b64encode(self.body).rstrip(b"=")
        # The last line is always shorter than a full one, be it empty: that is how a reader knows the end.
        lines = [text[start : start + COLUMNS] for start in range(0, len(text) + 1, COLUMNS)]
        return b"-> " + " ".join(self.words).encode("ascii") + b"\n" + b"".join(line + b"\n" for line in lines)


@dataclass(frozen=True, slots=True)
class AgeFile:
    """A file taken apart. `covered` is the part of the header its MAC speaks for."""

    stanzas: tuple[Stanza, ...]
    covered: bytes
    mac: bytes
    payload: bytes


# ---------------------------------------------------------------------------------------------------------- armour
def armour(data: bytes) -> str:
    """The file as text of 64 columns."""
    text = b64encode(data)
    lines = [text[start : start + COLUMNS] + b"\n" for start in range(0, len(text), COLUMNS)]
    return (BEGIN + b"".join(lines) + END).decode("ascii")


def dearmour(text: bytes) -> bytes:
    """The file in the armour; the armour must be exactly what `armour` writes of it."""
    if not text.startswith(BEGIN) or not text.endswith(END):
        raise bad("is not whole: an armoured age file begins and ends with its marker lines")
    lines = text[len(BEGIN) : -len(END)].splitlines(keepends=True)
    try:
        data = b64decode(b"".join(lines).replace(b"\n", b""), validate=True)
    except binascii.Error:
        raise bad("is not base64 between its marker lines") from None
    if armour(data).encode("ascii") != text:
        raise bad("is not armoured exactly: lines have 64 columns, the last one at most, and end in LF")
    return data


def unpack(data: bytes | str) -> bytes:
    """The binary file, whether it came armoured or not."""
    raw = data.encode("utf-8", "replace") if isinstance(data, str) else data
    return dearmour(raw) if raw.startswith(BEGIN[:10]) else raw


# ---------------------------------------------------------------------------------------------------------- header
def parse(data: bytes) -> AgeFile:
    """Take a binary file apart, or say at which line of its header it stops being one."""
    if not data.startswith(VERSION):
        raise bad("is no age file: its first line is not 'age-encryption.org/v1'")
    reader = _Header(data)
    stanzas = []
    while reader.next_is(b"-> "):
        stanzas.append(reader.stanza())
    covered, mac = reader.footer()
    if not stanzas:
        raise bad("names no recipient in its header")
    return AgeFile(tuple(stanzas), covered, mac, data[reader.place :])


class _Header:
    """Reads a header line by line; knows where it is."""

    def __init__(self, data: bytes) -> None:
        self.data, self.place, self.line_number = data, len(VERSION), 1

    def next_is(self, start: bytes) -> bool:
        return self.data.startswith(start, self.place)

    def line(self) -> bytes:
        end = self.data.find(b"\n", self.place, MOST_HEADER)
        if end < 0:
            raise self.fault("ends within its header, or the header is longer than any honest one")
        text, self.place = self.data[self.place : end], end + 1
        self.line_number += 1
        return text

    def fault(self, message: str) -> BadInput:
        return bad(f"{message} (line {self.line_number} of its header)")

    def stanza(self) -> Stanza:
        words = self.line()[3:].split(b" ")
        if not all(ARGUMENT.fullmatch(word) for word in words):
            raise self.fault("has a recipient line that is not printable words with single blanks between them")
        text = b""
        while True:
            line = self.line()
            text += line
            if len(line) > COLUMNS:
                raise self.fault("has a header line of more than 64 columns")
            if len(line) < COLUMNS:
                return Stanza(tuple(word.decode("ascii") for word in words), self.unpadded(text))

    def footer(self) -> tuple[bytes, bytes]:
        covered = self.data[: self.place] + b"---"
        line = self.line()
        mac = self.unpadded(line[4:]) if line.startswith(b"--- ") else b""
        if len(mac) != sha256().digest_size:
            raise self.fault("has no MAC of 32 bytes at the end of its header")
        return covered, mac

    def unpadded(self, text: bytes) -> bytes:
        """Base64 without padding, in its one canonical spelling."""
        try:
            data = b64decode(text + b"=" * (-len(text) % 4), validate=True)
        except binascii.Error:
            raise self.fault("has a header line that is not base64") from None
        if b64encode(data).rstrip(b"=") != text:
            raise self.fault("has base64 in its header that is not canonical")
        return data


# ---------------------------------------------------------------------------------------------------- encrypting
def hkdf(key: bytes, salt: bytes, info: bytes) -> bytes:
    """HKDF-SHA-256 (RFC 5869) for one block of 32 bytes."""
    extracted = hmac.digest(salt or bytes(32), key, "sha256")
    return hmac.digest(extracted, info + b"\1", "sha256")


def header_mac(file_key: bytes, covered: bytes) -> bytes:
    return hmac.digest(hkdf(file_key, b"", b"header"), covered, "sha256")


def chunk_nonce(index: int, last: bool) -> bytes:
    """The counter, and whether this is the end; so chunks can neither move nor be cut off."""
    return index.to_bytes(11, "big") + bytes([last])


def encrypt(file_key: bytes, stanzas: Sequence[Stanza], plain: bytes, random: Random = token_bytes) -> bytes:
    """The binary file."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    covered = VERSION + b"".join(stanza.to_bytes() for stanza in stanzas) + b"---"
    mac = b64encode(header_mac(file_key, covered)).rstrip(b"=")
    nonce = random(NONCE_BYTES)
    cipher = ChaCha20Poly1305(hkdf(file_key, nonce, b"payload"))
    starts = range(0, max(len(plain), 1), CHUNK)
    sealed = [
        cipher.encrypt(chunk_nonce(index, index == len(starts) - 1), plain[start : start + CHUNK], None)
        for index, start in enumerate(starts)
    ]
    return covered + b" " + mac + b"\n" + nonce + b"".join(sealed)


def decrypt(file: AgeFile, file_key: bytes) -> bytes:
    """The plain text, once header and payload prove to be made with this file key."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    if not hmac.compare_digest(header_mac(file_key, file.covered), file.mac):
        raise CheckFailed(Fault("header was changed: its MAC is not right", kind=Kind.MISMATCH))
    nonce, sealed = file.payload[:NONCE_BYTES], file.payload[NONCE_BYTES:]
    starts = range(0, len(sealed), CHUNK + TAG_BYTES)
    if not starts:
        raise bad("ends before its payload")
    cipher, last = ChaCha20Poly1305(hkdf(file_key, nonce, b"payload")), len(starts) - 1
    try:
        chunks = [
            cipher.decrypt(chunk_nonce(index, index == last), sealed[start : start + CHUNK + TAG_BYTES], None)
            for index, start in enumerate(starts)
        ]
    except InvalidTag:
        raise CheckFailed(Fault("payload was changed or cut short", kind=Kind.MISMATCH)) from None
    if len(chunks) > 1 and not chunks[-1]:
        raise bad("ends in an empty chunk, which no honest program writes")
    return b"".join(chunks)
