"""The private keys of the library `cryptography`, as far as the program uses them: read, written, and told apart.

Ed25519 signs by the engine. RSA and ECDSA do not sign here at all: the browser does it with the numbers of the key.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from typing import Any, Self

from pbem.afloat.standins import der, elliptic, openssh_key
from pbem.afloat.standins.engine import ENGINE
from pbem.afloat.standins.library import (
    Curve,
    Curve256,
    Curve384,
    Curve521,
    Ed25519PublicKey,
    EllipticCurvePublicKey,
    Lock,
    RSAPublicKey,
    RSAPublicNumbers,
    UnsupportedAlgorithm,
)
from pbem.base.records import dataclass
from pbem.trust.ssh.wire import Reader, mpint, string

ED25519, RSA, ECDSA = b"ssh-ed25519", b"ssh-rsa", b"ecdsa-sha2-"
CURVES: dict[bytes, type[Curve]] = {b"nistp256": Curve256, b"nistp384": Curve384, b"nistp521": Curve521}
MISFIT = "has a private part that does not fit its public one"


class InFile(ABC):
    """A private key of any kind, which its file holds in two halves."""

    @abstractmethod
    def blob(self) -> bytes:
        """The public key as SSH writes it."""

    @abstractmethod
    def private_part(self) -> bytes:
        """The fields of a key file."""

    def private_bytes(self, encoding: object, form: object, lock: Lock) -> bytes:
        """The OpenSSH private key file."""
        return openssh_key.write(self.blob(), self.private_part(), lock.passphrase)


class Ed25519PrivateKey(InFile):
    """A private key; the engine signs."""

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    @classmethod
    def generate(cls) -> Self:
        """A fresh key."""
        return cls(secrets.token_bytes(32))

    @classmethod
    def from_private_bytes(cls, data: bytes) -> Self:
        """The key of 32 secret bytes."""
        if len(data) != 32:
            raise ValueError("an Ed25519 key has 32 bytes")
        return cls(data)

    @classmethod
    def from_file(cls, reader: Reader) -> Self:
        """The key in a key file."""
        public, both = reader.string(), reader.string()
        if len(both) != 64 or both[32:] != public:
            raise ValueError(MISFIT)
        return cls(both[:32])

    def private_bytes_raw(self) -> bytes:
        """The secret bytes."""
        return self.seed

    def private_part(self) -> bytes:
        """The fields of a key file."""
        public = elliptic.public_of(self.seed)
        return string(ED25519) + string(public) + string(self.seed + public)

    def blob(self) -> bytes:
        """The public key as SSH writes it."""
        return string(ED25519) + string(elliptic.public_of(self.seed))

    def public_key(self) -> Ed25519PublicKey:
        """The public key that belongs to it."""
        return Ed25519PublicKey(elliptic.public_of(self.seed))

    def sign(self, data: bytes) -> bytes:
        """A signature."""
        return ENGINE[0].sign(self.seed, data)


@dataclass(frozen=True, slots=True)
class RSAPrivateNumbers:
    """All numbers of an RSA key, by the library's names."""

    public_numbers: RSAPublicNumbers
    d: int
    p: int
    q: int

    @property
    def dmp1(self) -> int:
        """The exponent of the first prime."""
        return self.d % (self.p - 1)

    @property
    def dmq1(self) -> int:
        """The exponent of the second."""
        return self.d % (self.q - 1)

    @property
    def iqmp(self) -> int:
        """The inverse of the second prime in the field of the first."""
        return pow(self.q, -1, self.p)


class RSAPrivateKey(InFile):
    """An RSA key; it signs in the browser."""

    def __init__(self, numbers: RSAPrivateNumbers) -> None:
        e, n = numbers.public_numbers.e, numbers.public_numbers.n
        fits = numbers.p > 2 and numbers.q > 2 and n == numbers.p * numbers.q
        if not fits or any(e * numbers.d % (prime - 1) != 1 for prime in (numbers.p, numbers.q)):
            raise ValueError(MISFIT)
        self.numbers = numbers

    @classmethod
    def from_file(cls, reader: Reader) -> Self:
        """The key in a key file."""
        n, e, d = reader.mpint(), reader.mpint(), reader.mpint()
        iqmp, p, q = reader.mpint(), reader.mpint(), reader.mpint()
        made = cls(RSAPrivateNumbers(RSAPublicNumbers(e, n), d, p, q))
        if made.numbers.iqmp != iqmp:
            raise ValueError(MISFIT)
        return made

    def private_numbers(self) -> RSAPrivateNumbers:
        """All of its numbers."""
        return self.numbers

    def private_part(self) -> bytes:
        """The fields of a key file."""
        own, public = self.numbers, self.numbers.public_numbers
        return string(RSA) + b"".join(map(mpint, (public.n, public.e, own.d, own.iqmp, own.p, own.q)))

    def blob(self) -> bytes:
        """The public key as SSH writes it."""
        return string(RSA) + mpint(self.numbers.public_numbers.e) + mpint(self.numbers.public_numbers.n)

    def public_key(self) -> RSAPublicKey:
        """The public key that belongs to it."""
        return self.numbers.public_numbers.public_key()


@dataclass(frozen=True, slots=True)
class PointNumbers:
    """The coordinates of a public point, by the library's names."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class EllipticCurvePrivateNumbers:
    """The secret number of an ECDSA key and its public point."""

    private_value: int
    public_numbers: PointNumbers


class EllipticCurvePrivateKey(InFile):
    """A key on a NIST curve; it signs in the browser."""

    def __init__(self, curve: Curve, secret: int) -> None:
        if not 0 < secret < curve.of.order:
            raise ValueError(MISFIT)
        self.curve, self.secret, self.point = curve, secret, curve.of.public_of(secret)

    @classmethod
    def from_file(cls, reader: Reader) -> Self:
        """The key in a key file."""
        name, point = reader.string(), reader.string()
        made = cls(CURVES[name](), reader.mpint())
        if made.public_key().public_bytes("", "") != point:
            raise ValueError(MISFIT)
        return made

    def private_numbers(self) -> EllipticCurvePrivateNumbers:
        """Its secret number and its point."""
        return EllipticCurvePrivateNumbers(self.secret, PointNumbers(*self.point))

    def private_part(self) -> bytes:
        """The fields of a key file."""
        return self.blob() + mpint(self.secret)

    def blob(self) -> bytes:
        """The public key as SSH writes it."""
        name = next(name for name, curve in CURVES.items() if isinstance(self.curve, curve))
        return string(ECDSA + name) + string(name) + string(self.public_key().public_bytes("", ""))

    def public_key(self) -> EllipticCurvePublicKey:
        """The public key that belongs to it."""
        return EllipticCurvePublicKey(self.curve, self.point)


PrivateKey = Ed25519PrivateKey | RSAPrivateKey | EllipticCurvePrivateKey


def load_ssh_private_key(data: bytes, passphrase: bytes | None) -> PrivateKey:
    """The key of an OpenSSH private key file."""
    try:
        public, reader = openssh_key.load(data, passphrase)
    except openssh_key.Unsupported as error:
        raise UnsupportedAlgorithm(str(error)) from None
    key = of_kind(reader.string(), reader)
    openssh_key.comment_at_end(reader)
    if key.blob() != public:
        raise ValueError(MISFIT)
    return key


def of_kind(kind: bytes, reader: Reader) -> PrivateKey:
    """The fields of each kind of key, in their order."""
    if kind == ED25519:
        return Ed25519PrivateKey.from_file(reader)
    if kind == RSA:
        return RSAPrivateKey.from_file(reader)
    if kind.startswith(ECDSA) and kind.removeprefix(ECDSA) in CURVES:
        return EllipticCurvePrivateKey.from_file(reader)
    raise UnsupportedAlgorithm("kind of key")


def load_pem_private_key(data: bytes, passphrase: bytes | None) -> PrivateKey:
    """The key of an older form, PKCS #8, PKCS #1 or SEC 1; those that are locked are not read here."""
    try:
        found = der.private_key(data)
    except der.Unsupported as error:
        raise UnsupportedAlgorithm(str(error)) from None
    if isinstance(found, bytes):
        return Ed25519PrivateKey.from_private_bytes(found)
    if isinstance(found, der.RsaParts):
        return RSAPrivateKey(RSAPrivateNumbers(RSAPublicNumbers(found.e, found.n), found.d, found.p, found.q))
    return EllipticCurvePrivateKey(CURVES[found.curve](), found.secret)


#: What the program asks the library for by these names.
MODULES: dict[str, dict[str, Any]] = {
    "asymmetric.ed25519": {"Ed25519PrivateKey": Ed25519PrivateKey},
    "asymmetric.rsa": {"RSAPrivateKey": RSAPrivateKey},
    "asymmetric.ec": {"EllipticCurvePrivateKey": EllipticCurvePrivateKey},
    "serialization": {"load_ssh_private_key": load_ssh_private_key, "load_pem_private_key": load_pem_private_key},
}
