"""The classes of the library `cryptography` that check and lock, over plain Python; private keys lie beside them."""

from __future__ import annotations

import hashlib
from typing import Any, Self

from pbem.afloat.standins import elliptic, nist
from pbem.afloat.standins.engine import ENGINE


class InvalidSignature(Exception):
    """A signature that does not hold."""


class UnsupportedAlgorithm(Exception):
    """A key or cipher that is not read here."""


class Sha:
    """One of the SHA-2 hashes."""

    name = "sha256"

    @classmethod
    def of(cls, data: bytes) -> bytes:
        """The hash of some bytes."""
        return hashlib.new(cls.name, data).digest()


class Sha256(Sha):
    """SHA-256."""


class Sha384(Sha):
    """SHA-384."""

    name = "sha384"


class Sha512(Sha):
    """SHA-512."""

    name = "sha512"


# ------------------------------------------------------------------------------------------------------------ Ed25519
class Ed25519PublicKey:
    """A public key; any 32 bytes are taken, as the library does."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    @classmethod
    def from_public_bytes(cls, data: bytes) -> Self:
        """The key of its bytes."""
        if len(data) != 32:
            raise ValueError("an Ed25519 key has 32 bytes")
        return cls(data)

    def public_bytes_raw(self) -> bytes:
        """The bytes of the key."""
        return self.data

    def verify(self, signature: bytes, data: bytes) -> None:
        """Raises unless the signature holds."""
        if not elliptic.holds(self.data, signature, data):
            raise InvalidSignature


class Lock:
    """The passphrase of a private key file, or none."""

    def __init__(self, passphrase: bytes = b"") -> None:
        self.passphrase = passphrase


class Form:
    """The forms of key files; the stand-in writes one of them."""

    PEM = OpenSSH = X962 = UncompressedPoint = ""


# ---------------------------------------------------------------------------------------------------------------- RSA
#: What stands before the hash in a signature (RFC 8017, 9.2).
HEADS = {"sha256": "3031300d060960864801650304020105000420", "sha512": "3051300d060960864801650304020305000440"}


class RSAPublicNumbers:
    """The exponent and the modulus."""

    def __init__(self, e: int, n: int) -> None:
        self.e, self.n = e, n

    def public_key(self) -> RSAPublicKey:
        """The key of these numbers, or ValueError for those that the library refuses."""
        if self.e < 3 or self.e % 2 == 0 or self.n % 2 == 0 or self.e >= self.n:
            raise ValueError("no RSA key has these numbers")
        return RSAPublicKey(self)


class RSAPublicKey:
    """Checks signatures of PKCS #1 v1.5 (RFC 8017, 8.2.2)."""

    def __init__(self, numbers: RSAPublicNumbers) -> None:
        self.numbers = numbers

    def public_numbers(self) -> RSAPublicNumbers:
        """The exponent and the modulus."""
        return self.numbers

    def verify(self, signature: bytes, data: bytes, padding: object, digest: Sha) -> None:
        """Raises unless the signature holds."""
        size, number = (self.numbers.n.bit_length() + 7) // 8, int.from_bytes(signature, "big")
        tail = b"\0" + bytes.fromhex(HEADS[digest.name]) + digest.of(data)
        due = b"\0\1" + b"\xff" * (size - len(tail) - 2) + tail
        if number >= self.numbers.n or pow(number, self.numbers.e, self.numbers.n).to_bytes(size, "big") != due:
            raise InvalidSignature


class Padding:
    """PKCS #1 v1.5, the one padding in use."""


# -------------------------------------------------------------------------------------------------------------- ECDSA
class Curve:
    """A NIST curve, as the library names it."""

    of: nist.Curve

    def __init__(self) -> None:
        self.key_size, self.name = self.of.key_size, self.of.name


class Curve256(Curve):
    """P-256."""

    of = nist.P256


class Curve384(Curve):
    """P-384."""

    of = nist.P384


class Curve521(Curve):
    """P-521."""

    of = nist.P521


class EllipticCurvePublicKey:
    """A point that checks signatures."""

    def __init__(self, curve: Curve, point: tuple[int, int]) -> None:
        self.curve, self.point = curve, point

    @classmethod
    def from_encoded_point(cls, curve: Curve, data: bytes) -> Self:
        """The key of an uncompressed point, which must lie on the curve."""
        half = (len(data) - 1) // 2
        x, y = int.from_bytes(data[1 : 1 + half], "big"), int.from_bytes(data[1 + half :], "big")
        if data[:1] != b"\4" or not curve.of.has(x, y):
            raise ValueError("no point of the curve")
        return cls(curve, (x, y))

    def public_bytes(self, encoding: object, form: object) -> bytes:
        """The point, uncompressed."""
        half = (self.curve.key_size + 7) // 8
        return b"\4" + self.point[0].to_bytes(half, "big") + self.point[1].to_bytes(half, "big")

    def verify(self, pair: tuple[int, int], data: bytes, kind: Ecdsa) -> None:
        """Raises unless the signature holds; the pair is what `encode_dss_signature` gives here."""
        if not self.curve.of.holds(self.point, *pair, kind.digest.of(data)):
            raise InvalidSignature


class Ecdsa:
    """ECDSA with a hash."""

    def __init__(self, digest: Sha) -> None:
        self.digest = digest


def encode_dss_signature(r: int, s: int) -> tuple[int, int]:
    """The two numbers: nothing but `verify` above looks at them, so they need no encoding."""
    return r, s


def decode_dss_signature(pair: tuple[int, int]) -> tuple[int, int]:
    """The same two numbers."""
    return pair


# ------------------------------------------------------------------------------------------------------------- scrypt
class Scrypt:
    """scrypt with the one shape in use, r = 8 and p = 1."""

    def __init__(self, *, salt: bytes, length: int, n: int, r: int, p: int, backend: Any = None) -> None:
        if (r, p) != (8, 1):
            raise UnsupportedAlgorithm("scrypt with other parameters")
        self.salt, self.length, self.rounds = salt, length, n

    def derive(self, secret: bytes) -> bytes:
        """The hash of a passphrase."""
        return ENGINE[0].scrypt(secret, self.salt, self.rounds, self.length)
