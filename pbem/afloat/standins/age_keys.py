"""Sealing to native age keys in plain Python: what `pyrage` does where compiled libraries run.

The format of files stands in `pbem.trust.seal.age_format`; here are the keys and the one recipient line that they
need (age-encryption.org/v1, X25519).
"""

from __future__ import annotations

import secrets
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Self

from pbem.afloat.standins.chacha import BadTag, ChaCha20Poly1305
from pbem.afloat.standins.elliptic import BASE_U, x25519
from pbem.base.errors import PbemError
from pbem.trust.seal import age_format
from pbem.trust.seal.age_format import FILE_KEY_BYTES, AgeFile, Stanza

LABEL = b"age-encryption.org/v1/X25519"
NONCE = bytes(12)
SECRET, PUBLIC = "age-secret-key-", "age"


class RecipientError(Exception):
    """A text that is no recipient."""


class IdentityError(Exception):
    """A text that is no secret key."""


class DecryptError(Exception):
    """A file that these keys do not open, or that was damaged."""


class Recipient:
    """A public key."""

    def __init__(self, point: bytes) -> None:
        self.point = point

    @classmethod
    def from_str(cls, text: str) -> Self:
        """The key of its text."""
        return cls(bytes_of(text, PUBLIC, RecipientError))

    def __str__(self) -> str:
        from pbem.trust.seal.seal import bech32_text

        return bech32_text(PUBLIC, self.point)

    def wrap(self, file_key: bytes) -> Stanza:
        """The line with the file's key, for this recipient."""
        once = secrets.token_bytes(32)
        share = x25519(once, BASE_U)
        key = wrapping_key(x25519(once, self.point), share, self.point)
        words = ("X25519", b64encode(share).rstrip(b"=").decode("ascii"))
        return Stanza(words, ChaCha20Poly1305(key).encrypt(NONCE, file_key, None))


class Identity:
    """A secret key."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    @classmethod
    def from_str(cls, text: str) -> Self:
        """The key of its text."""
        return cls(bytes_of(text, SECRET, IdentityError))

    @classmethod
    def generate(cls) -> Self:
        """A fresh key."""
        return cls(secrets.token_bytes(32))

    def to_public(self) -> Recipient:
        """The public key that belongs to it."""
        return Recipient(x25519(self.secret, BASE_U))

    def __str__(self) -> str:
        from pbem.trust.seal.seal import bech32_text

        return bech32_text(SECRET, self.secret).upper()

    def unwrap(self, stanza: Stanza) -> bytes | None:
        """The file's key, if the line is for this key."""
        if stanza.words[0] != "X25519":
            return None
        share = share_of(stanza)
        shared = x25519(self.secret, share)
        if shared == bytes(32):
            raise DecryptError("has a weak share in its header")
        key = wrapping_key(shared, share, self.to_public().point)
        try:
            return ChaCha20Poly1305(key).decrypt(NONCE, stanza.body, None)
        except BadTag:
            return None


def bytes_of(text: str, prefix: str, wrong: type[Exception]) -> bytes:
    """The 32 bytes of a key's text."""
    from pbem.trust.seal.seal import bech32_bytes

    try:
        if not text.lower().startswith(f"{prefix}1"):
            raise ValueError(text)
        return bech32_bytes(text)
    except ValueError:
        raise wrong(f"is no key '{prefix}1...'") from None


def share_of(stanza: Stanza) -> bytes:
    """The sender's point in a recipient line, in its one spelling."""
    text = stanza.words[1] if len(stanza.words) == 2 else ""
    try:
        share = b64decode(text + "=" * (-len(text) % 4), validate=True)
    except ValueError:
        share = b""
    right = b64encode(share).rstrip(b"=").decode("ascii") == text
    if len(share) != 32 or not right or len(stanza.body) != FILE_KEY_BYTES + age_format.TAG_BYTES:
        raise DecryptError("has a recipient line that is not as X25519 has it")
    return share


def wrapping_key(shared: bytes, share: bytes, point: bytes) -> bytes:
    """The key that wraps the file's key."""
    return age_format.hkdf(shared, share + point, LABEL)


def encrypt(plain: bytes, recipients: Sequence[Recipient], armored: bool = False) -> bytes:
    """The text sealed to every recipient."""
    file_key = secrets.token_bytes(FILE_KEY_BYTES)
    sealed = age_format.encrypt(file_key, [each.wrap(file_key) for each in recipients], plain)
    return age_format.armour(sealed).encode("ascii") if armored else sealed


def decrypt(data: bytes, identities: Sequence[Identity]) -> bytes:
    """The text of a sealed file, opened by whichever of the keys fits."""
    try:
        file = age_format.parse(age_format.unpack(data))
        return age_format.decrypt(file, file_key_of(file, identities))
    except PbemError as error:
        raise DecryptError(error.faults[0].message) from None


def file_key_of(file: AgeFile, identities: Sequence[Identity]) -> bytes:
    """The file's key, from the first line that one of the keys opens."""
    for identity in identities:
        for stanza in file.stanzas:
            key = identity.unwrap(stanza)
            if key is not None:
                return key
    raise DecryptError("No matching keys found")
