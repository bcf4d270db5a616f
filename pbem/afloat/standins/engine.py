"""The few things that the page's own script does for Python: slow hashes of passphrases, and signing.

Outside of a page, in tests, another engine takes its place.
"""

from __future__ import annotations

from typing import Protocol

from pbem.afloat.standins import elliptic
from pbem.base.errors import bad


class Engine(Protocol):
    """The surroundings, which do some things better than plain Python."""

    def scrypt(self, secret: bytes, salt: bytes, rounds: int, length: int) -> bytes:
        """Returns the scrypt hash (RFC 7914) with r = 8 and p = 1."""

    def bcrypt_pbkdf(self, secret: bytes, salt: bytes, rounds: int, length: int) -> bytes:
        """Returns the hash that OpenSSH locks private keys with."""

    def sign(self, seed: bytes, data: bytes) -> bytes:
        """Returns the Ed25519 signature by a secret key."""


class Plain:
    """Signs in plain Python; has no hash for a passphrase."""

    def scrypt(self, secret: bytes, salt: bytes, rounds: int, length: int) -> bytes:
        """Raises: plain Python would take minutes."""
        raise bad("passphrases cannot be used here")

    def bcrypt_pbkdf(self, secret: bytes, salt: bytes, rounds: int, length: int) -> bytes:
        """Raises: plain Python would take minutes."""
        raise bad("passphrases cannot be used here")

    def sign(self, seed: bytes, data: bytes) -> bytes:
        """Signs in plain Python."""
        return elliptic.sign(seed, data)


#: The engine in use; the page puts its own here before anything is signed.
ENGINE: list[Engine] = [Plain()]
