"""The kinds of SSH public keys: their parts, their weaknesses, and the check of a raw signature.

A key's `holds` answers whether a signature is right; it raises ValueError with the words for it where the bytes are
no such signature at all. `weakness` is the reason for not enrolling the key, or nothing. Formats: RFC 4253 (RSA),
RFC 8332 (its SHA-2 signatures), RFC 5656 (ECDSA), RFC 8709 (Ed25519), OpenSSH PROTOCOL.u2f (security keys).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache
from math import factorial, gcd
from typing import TYPE_CHECKING, Protocol

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from pbem.base.records import dataclass
from pbem.trust.ssh.edwards import check_point
from pbem.trust.ssh.wire import Reader, string

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurve
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

ED25519 = "ssh-ed25519"
RSA = "ssh-rsa"
SK_ED25519 = "sk-ssh-ed25519@openssh.com"
SK_ECDSA = "sk-ecdsa-sha2-nistp256@openssh.com"

#: PROTOCOL 3.3: shorter RSA is refused; longer than this OpenSSL itself will not check.
LEAST_RSA_BITS, MOST_RSA_BITS = 2048, 16384
#: RFC 8332: the SHA-1 algorithm of the old days bears the name of the key, `ssh-rsa`, and is refused.
RSA_HASHES: dict[str, hashes.HashAlgorithm] = {"rsa-sha2-256": hashes.SHA256(), "rsa-sha2-512": hashes.SHA512()}
#: The curves by the names that SSH gives them: the library's name, and the hash, which their size settles (RFC 5656,
#: 6.2.1).
CURVES: dict[str, tuple[str, hashes.HashAlgorithm]] = {
    "nistp256": ("SECP256R1", hashes.SHA256()),
    "nistp384": ("SECP384R1", hashes.SHA384()),
    "nistp521": ("SECP521R1", hashes.SHA512()),
}
#: No prime factor of an RSA modulus may be so small.
SMALL_FACTORS = 1000
USER_PRESENT = 0x01


class Algorithm(Protocol):
    """One public key, ready to check signatures."""

    def holds(self, signature: bytes, data: bytes) -> bool:
        """Tells if this raw SSH signature over the data is by this key."""

    def weakness(self) -> str:
        """Returns the reason not to enrol the key, or an empty string."""


def unwrapped(signature: bytes, expected: str) -> bytes:
    """The inner bytes of a raw signature that must be of one algorithm."""
    reader = Reader(signature)
    algorithm, inner = reader.text(), reader.string()
    if algorithm != expected:
        raise ValueError(f"is made with '{algorithm}' where the key makes '{expected}'")
    reader.end()
    return inner


def verifies(check: Callable[[], None]) -> bool:
    """The library's yes or no as a value."""
    try:
        check()
    except (InvalidSignature, ValueError):
        return False
    return True


class Ed25519:
    """The usual key."""

    __slots__ = ("key", "point")
    PREFIX = string(ED25519.encode()) + (64).to_bytes(4, "big")

    def __init__(self, point: bytes) -> None:
        if len(point) != 32:
            raise ValueError(f"has {len(point)} bytes where an Ed25519 key has 32")
        self.point = point
        self.key = Ed25519PublicKey.from_public_bytes(point)

    def holds(self, signature: bytes, data: bytes) -> bool:
        if len(signature) != len(self.PREFIX) + 64 or not signature.startswith(self.PREFIX):
            raise ValueError(f"holds {shape(signature)} where an Ed25519 signature of 64 bytes belongs")
        return self.holds_raw(signature[len(self.PREFIX) :], data)

    def holds_raw(self, signature: bytes, data: bytes) -> bool:
        """The same for the 64 bytes alone."""
        try:
            self.key.verify(signature, data)
        except InvalidSignature:
            return False
        return True

    def weakness(self) -> str:
        try:
            check_point(self.point)
        except ValueError as error:
            return str(error)
        return ""


def shape(signature: bytes) -> str:
    """Describes a raw signature: the name it gives itself and its length."""
    try:
        reader = Reader(signature)
        return f"'{reader.text()}' of {len(reader.string())} bytes"
    except ValueError:
        return f"{len(signature)} bytes"


class Rsa:
    """RSA with SHA-256 or SHA-512 and PKCS #1 v1.5."""

    __slots__ = ("key", "numbers")

    def __init__(self, exponent: int, modulus: int) -> None:
        from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicNumbers

        self.numbers = RSAPublicNumbers(exponent, modulus)
        self.key: RSAPublicKey | None = None

    def holds(self, signature: bytes, data: bytes) -> bool:
        reader = Reader(signature)
        algorithm, inner = reader.text(), reader.string()
        reader.end()
        if algorithm not in RSA_HASHES:
            why = " over SHA-1" if algorithm == RSA else ""
            raise ValueError(f"is made with '{algorithm}'{why} where rsa-sha2-256 or rsa-sha2-512 belongs")
        if len(inner) != (self.numbers.n.bit_length() + 7) // 8:
            raise ValueError(f"has {len(inner)} bytes, another length than the RSA key")
        from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15

        key = self.library_key()
        return verifies(lambda: key.verify(inner, data, PKCS1v15(), RSA_HASHES[algorithm]))

    def library_key(self) -> RSAPublicKey:
        """Made late: the library refuses at birth some keys that we want to call weak in our own words."""
        if self.key is None:
            self.key = self.numbers.public_key()
        return self.key

    def weakness(self) -> str:
        e, n = self.numbers.e, self.numbers.n
        bits = n.bit_length()
        if bits < LEAST_RSA_BITS:
            return f"is an RSA key of {bits} bits, fewer than {LEAST_RSA_BITS}"
        if bits > MOST_RSA_BITS:
            return f"is an RSA key of {bits} bits, more than {MOST_RSA_BITS}"
        if e < 3 or e % 2 == 0 or e.bit_length() > 64:
            return f"is an RSA key with exponent {e if e < 2**64 else 'beyond 64 bits'}"
        if gcd(n, factorial(SMALL_FACTORS)) != 1 or pow(3, n - 1, n) == 1:
            return "is an RSA key whose modulus is no product of two large primes"
        return ""


class Ecdsa:
    """ECDSA on one of the three NIST curves."""

    __slots__ = ("hash", "key", "kind", "order_bytes")

    def __init__(self, curve_name: str, point: bytes, kind: str = "") -> None:
        from cryptography.hazmat.primitives.asymmetric import ec  # most keys are Ed25519

        name, self.hash = CURVES[curve_name]
        curve: EllipticCurve = getattr(ec, name)()
        self.kind = kind or f"ecdsa-sha2-{curve_name}"
        self.order_bytes = (curve.key_size + 7) // 8
        if len(point) != 1 + 2 * self.order_bytes or point[0] != 4:
            raise ValueError(f"holds no uncompressed point of {curve_name}")
        try:
            self.key = ec.EllipticCurvePublicKey.from_encoded_point(curve, point)
        except ValueError:
            raise ValueError(f"holds no point of {curve_name}") from None

    def holds(self, signature: bytes, data: bytes) -> bool:
        return self.holds_raw(unwrapped(signature, self.kind), data)

    def holds_raw(self, numbers: bytes, data: bytes) -> bool:
        """The same for the two integers alone."""
        reader = Reader(numbers)
        r, s = reader.mpint(), reader.mpint()
        reader.end()
        if max(r, s).bit_length() > self.key.curve.key_size:
            raise ValueError(f"holds integers too large for {self.kind}")
        from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
        from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

        encoded = encode_dss_signature(r, s)
        return verifies(lambda: self.key.verify(encoded, data, ECDSA(self.hash)))

    def weakness(self) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class SecurityKey:
    """A key in a FIDO token: what is signed is the application, a touch, a counter, and the hash of the data."""

    inner: Ed25519 | Ecdsa
    kind: str
    application: str

    def holds(self, signature: bytes, data: bytes) -> bool:
        reader = Reader(signature)
        algorithm, raw = reader.text(), reader.string()
        if algorithm != self.kind:
            raise ValueError(f"is made with '{algorithm}' where the key makes '{self.kind}'")
        touched = reader.take(5)  # one byte of flags, a counter of four
        reader.end()
        if isinstance(self.inner, Ed25519) and len(raw) != 64:
            raise ValueError(f"has {len(raw)} bytes where an Ed25519 signature has 64")
        if not touched[0] & USER_PRESENT:
            raise ValueError("was made without a touch of the security key")
        signed = hashlib.sha256(self.application.encode()).digest() + touched + hashlib.sha256(data).digest()
        return self.inner.holds_raw(raw, signed)

    def weakness(self) -> str:
        if not self.application.startswith("ssh:"):
            return f"is a security key for '{self.application}', not for ssh:"
        return self.inner.weakness()


@lru_cache(maxsize=1024)
def algorithm_of(blob: bytes) -> Algorithm:
    """The key in its own shape; ValueError with the words for a blob that is none. Parsed once a key."""
    reader = Reader(blob)
    kind = reader.text()
    key = parsed(kind, reader)
    reader.end()
    return key


def parsed(kind: str, reader: Reader) -> Algorithm:
    """The fields of each kind, in their order."""
    if kind == ED25519:
        return Ed25519(reader.string())
    if kind == RSA:
        return Rsa(reader.mpint(), reader.mpint())
    if kind.startswith("ecdsa-sha2-") and kind.removeprefix("ecdsa-sha2-") in CURVES:
        return Ecdsa(same_curve(kind.removeprefix("ecdsa-sha2-"), reader), reader.string())
    if kind == SK_ED25519:
        return SecurityKey(Ed25519(reader.string()), kind, reader.text())
    if kind == SK_ECDSA:
        return SecurityKey(Ecdsa(same_curve("nistp256", reader), reader.string(), kind), kind, reader.text())
    raise ValueError(refusal(kind))


def same_curve(curve: str, reader: Reader) -> str:
    """The curve, which ECDSA keys name twice."""
    named = reader.text()
    if named != curve:
        raise ValueError(f"names the curves {curve} and '{named}'")
    return curve


def refusal(kind: str) -> str:
    """Returns the reason that a kind of key is not accepted."""
    if kind == "ssh-dss":
        return "is a DSA key, which is refused as too weak"
    if "-cert-v0" in kind:
        return f"is a certificate ('{kind}'), not a key"
    return f"is of the kind '{kind}', which is not taken"


@lru_cache(maxsize=1024)
def weakness_of(blob: bytes) -> str:
    """The weakness of a key that parses, looked for once a key: the Ed25519 check takes milliseconds."""
    return algorithm_of(blob).weakness()
