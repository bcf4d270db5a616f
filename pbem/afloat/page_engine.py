"""The engine of the page: slow hashes by its script, signatures by the browser."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from hashlib import sha512

from pbem.afloat.standins import elliptic
from pbem.base.records import dataclass

#: A function of the page's script, with bytes and numbers in and bytes out.
ByScript = Callable[..., bytes]


@dataclass(frozen=True, slots=True)
class PageEngine:
    """The page's script has two functions; what is around them is done here."""

    mix: ByScript
    blowfish: ByScript

    def scrypt(self, secret: bytes, salt: bytes, rounds: int, length: int) -> bytes:
        """scrypt with r = 8 and p = 1 (RFC 7914): the memory-hard part is the script's."""
        return stretched(secret, self.mix(stretched(secret, salt, 1024), rounds), length)

    def bcrypt_pbkdf(self, secret: bytes, salt: bytes, rounds: int, length: int) -> bytes:
        """OpenBSD's bcrypt_pbkdf: each block is spread over the whole output."""
        stride = -(-length // 32)
        amount, made, left, count = -(-length // stride), bytearray(length), length, 1
        hidden = sha512(secret).digest()
        while left > 0:
            part = self.blowfish(hidden, sha512(salt + count.to_bytes(4, "big")).digest())
            block = int.from_bytes(part, "big")
            for _ in range(rounds - 1):
                part = self.blowfish(hidden, sha512(part).digest())
                block ^= int.from_bytes(part, "big")
            places = [place * stride + count - 1 for place in range(min(amount, left))]
            for place, byte in zip(places, block.to_bytes(32, "big"), strict=False):
                if place < length:
                    made[place] = byte
                    left -= 1
            count += 1
        return bytes(made)

    def sign(self, seed: bytes, data: bytes) -> bytes:
        """By hand: the page's own key is signed with by the browser, and never comes here."""
        return elliptic.sign(seed, data)


def stretched(secret: bytes, salt: bytes, length: int) -> bytes:
    """PBKDF2 with HMAC-SHA-256 and one round, as scrypt uses it."""
    blocks = (hmac.digest(secret, salt + n.to_bytes(4, "big"), "sha256") for n in range(1, 2 + (length - 1) // 32))
    return b"".join(blocks)[:length]
