"""The four things asked of BLS12-381, by whichever engine is at hand.

`PLAIN` is our own Python and always there. Where the package py_arkworks_bls12381 is installed (extra `pbem[beacon]`)
`engine()` is an accelerator of the same four functions. Its word is never looser than ours: form is checked here first,
and what it cannot read is read again by the plain engine, which says why.
"""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import sha256
from typing import Any, Protocol

from pbem.trust.beacon.bls12381.curves import G1, G2
from pbem.trust.beacon.bls12381.fields import PointError, R
from pbem.trust.beacon.bls12381.hash_to_g1 import hash_to_g1
from pbem.trust.beacon.bls12381.pairing import Lines, gt_bytes, lines, pair, product_is_one

#: The tag of drand's scheme bls-unchained-g1-rfc9380 for hashing a round to G1.
TAG = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"

#: The order of both groups: secrets lie below it.
ORDER = R

#: SHA-256 of the pairing of the two generators, by which an accelerator is known to mean the same as we do.
PAIRING_OF_GENERATORS = "300e47c99502f3af33ad2080847d528cabd90365a90ab98bc174565c27928591"


class Engine(Protocol):
    """Points travel as compressed bytes; bytes that are no point of the group raise PointError."""

    name: str

    def __hash__(self) -> int:
        """An engine is part of what is remembered about a check."""

    def holds(self, key: bytes, message: bytes, signature: bytes) -> bool:
        """Tells if the signature over the message is the key's: e(signature, G2) = e(H(message), key)."""

    def sign(self, secret: int, message: bytes) -> bytes:
        """The hash of the message, times the secret (1 to ORDER - 1)."""

    def public_key(self, secret: int) -> bytes:
        """The generator of G2, times the secret."""

    def pair(self, g1: bytes, g2: bytes) -> bytes:
        """The pairing's value as drand's libraries write it, 576 bytes."""


class Plain:
    """Our own arithmetic."""

    name = "plain"

    def holds(self, key: bytes, message: bytes, signature: bytes) -> bool:
        point = G1.decode(signature)
        hashed = hash_to_g1(message, TAG)
        return product_is_one([(G1.negate(point), generator_lines()), (hashed, lines_of(key))])

    def sign(self, secret: int, message: bytes) -> bytes:
        return G1.encode(G1.multiply(hash_to_g1(message, TAG), secret))

    def public_key(self, secret: int) -> bytes:
        return G2.encode(G2.multiply(G2.generator, secret))

    def pair(self, g1: bytes, g2: bytes) -> bytes:
        return gt_bytes(pair(G1.decode(g1), lines_of(g2)))


@lru_cache(maxsize=32)
def lines_of(key: bytes) -> Lines:
    """The lines of a point of G2; kept, for a network's key comes back with every beacon."""
    return lines(G2.decode(key))


@cache
def generator_lines() -> Lines:
    return lines(G2.generator)


class Arkworks:
    """The same by py_arkworks_bls12381, which is written in Rust."""

    name = "arkworks"

    def __init__(self, library: Any) -> None:
        self._lib = library
        self._g2 = lru_cache(maxsize=32)(self._read_g2)  # a network's key comes back with every beacon

    def holds(self, key: bytes, message: bytes, signature: bytes) -> bool:
        lib = self._lib
        point, key_point = self._g1(signature), self._g2(key)
        hashed = lib.G1Point.hash_to_curve(message, TAG)
        return bool(lib.GT.pairing_check([-point, hashed], [lib.G2Point(), key_point]))

    def sign(self, secret: int, message: bytes) -> bytes:
        return bytes((self._lib.G1Point.hash_to_curve(message, TAG) * self._scalar(secret)).to_compressed_bytes())

    def public_key(self, secret: int) -> bytes:
        return bytes((self._lib.G2Point() * self._scalar(secret)).to_compressed_bytes())

    def pair(self, g1: bytes, g2: bytes) -> bytes:
        """The library prints the value as twelve little-endian numbers, the lowest coefficient first."""
        value = self._lib.GT.pairing(self._g1(g1), self._g2(g2))
        return bytes.fromhex(str(value))[::-1]

    def _scalar(self, secret: int) -> Any:
        return self._lib.Scalar.from_be_bytes(secret.to_bytes(32, "big"))

    def _g1(self, raw: bytes) -> Any:
        G1.check_form(raw)
        try:
            return self._lib.G1Point.from_compressed_bytes(raw)
        except Exception:  # the library's exceptions are not documented; whatever it was, we say why
            G1.decode(raw)
            raise PointError("is refused by the accelerator") from None

    def _read_g2(self, raw: bytes) -> Any:
        G2.check_form(raw)
        try:
            return self._lib.G2Point.from_compressed_bytes(raw)
        except Exception:
            G2.decode(raw)
            raise PointError("is refused by the accelerator") from None


PLAIN: Engine = Plain()


@cache
def accelerator() -> Engine | None:
    """The accelerator, if it is installed and gives the pairing of the generators as we do."""
    try:
        import py_arkworks_bls12381 as library
    except ImportError:
        return None
    candidate = Arkworks(library)
    try:
        value = candidate.pair(G1.encode(G1.generator), G2.encode(G2.generator))
    except (AttributeError, TypeError, ValueError):  # a version whose functions or printed form differ
        return None
    return candidate if sha256(value).hexdigest() == PAIRING_OF_GENERATORS else None


def engine() -> Engine:
    """The fastest engine at hand."""
    return accelerator() or PLAIN
