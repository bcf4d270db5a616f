"""Keys of every kind for the SSH tests; the security keys among them sign in software, with a touch or without."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from typing import Any

from cryptography.hazmat.primitives import serialization as form
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pbem.trust.ssh.sshkeys import PublicKey, SigningKey, load_private, public_of
from pbem.trust.ssh.wire import Reader, string

CURVES = {"nistp256": ec.SECP256R1(), "nistp384": ec.SECP384R1(), "nistp521": ec.SECP521R1()}
ABOVE = {1024: (761, 1713), 2048: (1037, 1011)}
KINDS = ("ed25519", "rsa", "nistp256", "nistp384", "nistp521")


@cache
def private(kind: str) -> Any:
    """The library's private key of a kind, the same in every run."""
    if kind == "ed25519":
        return Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    if kind.startswith("rsa"):
        return rsa_key(int(kind[3:] or 2048))
    return ec.derive_private_key(2 ** (CURVES[kind].key_size - 2) + 0xC0FFEE, CURVES[kind])


def rsa_key(bits: int) -> rsa.RSAPrivateKey:
    """A key of known primes, each a little above a round number."""
    half = bits // 2
    p, q = (3 << half - 2) + ABOVE[bits][0], (3 << half - 2) + (1 << half - 24) + ABOVE[bits][1]
    d = pow(65537, -1, (p - 1) * (q - 1))
    public = rsa.RSAPublicNumbers(65537, p * q)
    return rsa.RSAPrivateNumbers(p, q, d, d % (p - 1), d % (q - 1), pow(q, -1, p), public).private_key()


def openssh(kind: str, passphrase: bytes = b"") -> bytes:
    """The same as an OpenSSH private key file."""
    lock = form.BestAvailableEncryption(passphrase) if passphrase else form.NoEncryption()
    return bytes(private(kind).private_bytes(form.Encoding.PEM, form.PrivateFormat.OpenSSH, lock))


def pkcs8(kind: str, passphrase: bytes = b"") -> bytes:
    """The same as PKCS #8."""
    lock = form.BestAvailableEncryption(passphrase) if passphrase else form.NoEncryption()
    return bytes(private(kind).private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, lock))


@cache
def signing(kind: str) -> SigningKey:
    """The key, ready to sign."""
    return load_private(openssh(kind))


@dataclass(frozen=True, slots=True)
class SoftToken:
    """A security key without the hardware."""

    inner: SigningKey
    kind: str
    application: str = "ssh:"
    flags: int = 1
    counter: int = 7

    @property
    def public(self) -> PublicKey:
        """The inner key's fields, under the token's name, with the application behind them."""
        fields = Reader(self.inner.public.blob)
        fields.string()
        rest = self.inner.public.blob[fields.place :]
        return public_of(string(self.kind.encode()) + rest + string(self.application.encode()), "token")

    def sign(self, data: bytes) -> bytes:
        """Returns the bytes that a token signs: application, flags, counter, hash."""
        touched = bytes([self.flags]) + self.counter.to_bytes(4, "big")
        signed = hashlib.sha256(self.application.encode()).digest() + touched + hashlib.sha256(data).digest()
        raw = Reader(self.inner.sign(signed))
        raw.string()
        return string(self.kind.encode()) + string(raw.string()) + touched


def token(kind: str = "ed25519", **fields: Any) -> SoftToken:
    """A software security key of either kind."""
    name = "sk-ssh-ed25519@openssh.com" if kind == "ed25519" else "sk-ecdsa-sha2-nistp256@openssh.com"
    return SoftToken(signing(kind), name, **fields)
