"""A pytest plugin: the tests of this run have the page's stand-ins in place of the compiled libraries.

    python -m pytest -p standins_plugin tests/trust/test_seal_age.py

The page's script makes slow hashes of passphrases; here the compiled libraries do, under other names.
"""

from __future__ import annotations

import hashlib

import bcrypt

from pbem.afloat.standins import elliptic
from pbem.afloat.standins.engine import ENGINE
from pbem.afloat.standins.install import install

MOST_MEMORY = 1 << 30


class HashesOfThisMachine:
    """The engine of the tests."""

    def scrypt(self, secret: bytes, salt: bytes, rounds: int, length: int) -> bytes:
        """By OpenSSL."""
        return hashlib.scrypt(secret, salt=salt, n=rounds, r=8, p=1, maxmem=MOST_MEMORY, dklen=length)

    def bcrypt_pbkdf(self, secret: bytes, salt: bytes, rounds: int, length: int) -> bytes:
        """By the library of OpenBSD's hash."""
        return bcrypt.kdf(secret, salt, length, rounds, ignore_few_rounds=True)

    def sign(self, seed: bytes, data: bytes) -> bytes:
        """In plain Python."""
        return elliptic.sign(seed, data)


ENGINE[0] = HashesOfThisMachine()
install()
