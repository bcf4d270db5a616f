"""SSH keys as players have them: public lines, fingerprints, what may be enrolled, private keys that sign.

Knows no message format: what is signed and under which namespace is the business of sshsig.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from pbem.base.errors import Kind, bad
from pbem.base.records import dataclass, field
from pbem.trust.ssh.wire import Reader, mpint, strict_base64, string

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

#: A passphrase, or how to ask for one; asked only when the key needs it.
Passphrase = bytes | Callable[[], bytes] | None

#: The longest public line: RSA of 16384 bits in base64, and a comment.
MOST_LINE = 8192
BEGIN_OPENSSH = b"-----BEGIN OPENSSH PRIVATE KEY-----"
KEY_HINT = "a public key is one line such as 'ssh-ed25519 AAAA... name', the content of a .pub file"


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A public key: two are equal when their blobs are, whatever comment they carry."""

    kind: str
    blob: bytes
    comment: str = field(default="", compare=False)

    def line(self) -> str:
        """The line of a .pub file, without its line end."""
        return " ".join(filter(None, [self.kind, base64.b64encode(self.blob).decode(), self.comment]))

    def fingerprint(self) -> str:
        """As ssh-keygen -l shows it."""
        return "SHA256:" + base64.b64encode(hashlib.sha256(self.blob).digest()).decode().rstrip("=")


def parse_public(line: str | bytes, file: str = "") -> PublicKey:
    """The key of one public line; structure and points are checked, strength is left to check_enrolment."""
    text = one_line(line, file)
    kind, _, rest = text.partition(" ")
    encoded, _, comment = rest.partition(" ")
    try:
        blob = strict_base64(encoded)
        key = public_of(blob, comment.strip())  # PROTOCOL 3.13: no line of a charter ends in a blank
    except ValueError as error:
        from pbem.trust.ssh.algorithms import refusal

        reason = refusal(kind) if kind == "ssh-dss" or "-cert-v0" in kind else str(error)
        raise bad(f"public key '{shortened(text)}' {reason}", file=file, hint=KEY_HINT) from None
    if key.kind != kind:
        raise bad(f"public key calls itself '{kind}' and is '{key.kind}'", file=file, hint=KEY_HINT)
    return key


def one_line(line: str | bytes, file: str) -> str:
    """The text of a single line; one line end is taken off."""
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
    except UnicodeDecodeError:
        raise bad("public key is no text", file=file, hint=KEY_HINT) from None
    text = text.removesuffix("\n").removesuffix("\r")
    if "PRIVATE KEY" in text:
        raise bad("holds a private key where a public one belongs", file=file, hint=KEY_HINT)
    if len(text) > MOST_LINE or not text.isprintable():
        raise bad("public key is not one printable line", file=file, hint=KEY_HINT)
    return text


def shortened(text: str) -> str:
    """Enough of a line to know it by."""
    return text if len(text) <= 40 else text[:37] + "..."


def public_of(blob: bytes, comment: str = "") -> PublicKey:
    """The key of a blob, or ValueError with the words for what is wrong with it."""
    from pbem.trust.ssh.algorithms import algorithm_of

    algorithm_of(blob)
    return PublicKey(Reader(blob).text(), blob, comment)


def check_enrolment(key: PublicKey, file: str = "") -> None:
    """Refuse keys that others could sign for, or that their owner could disown (threat 23)."""
    from pbem.trust.ssh.algorithms import weakness_of

    try:
        reason = weakness_of(key.blob)
    except ValueError as error:
        reason = str(error)
    if reason:
        hint = "make a key with 'pbem key new', or with 'ssh-keygen -t ed25519'"
        raise bad(f"key {key.fingerprint()} {reason}", file=file, hint=hint, kind=Kind.ILLEGAL)


class SigningKey(Protocol):
    """Something that signs for a public key: a key in memory, or one an agent holds."""

    @property
    def public(self) -> PublicKey:
        """The key others know."""

    def sign(self, data: bytes) -> bytes:
        """A raw SSH signature: the algorithm's name and its bytes."""


@dataclass(frozen=True, slots=True)
class Ed25519Signer:
    """An Ed25519 key in memory."""

    private: Ed25519PrivateKey = field(repr=False)
    public: PublicKey

    def sign(self, data: bytes) -> bytes:
        return string(b"ssh-ed25519") + string(self.private.sign(data))


@dataclass(frozen=True, slots=True)
class RsaSigner:
    """An RSA key in memory; signs with SHA-512 as ssh-keygen does."""

    private: RSAPrivateKey = field(repr=False)
    public: PublicKey

    def sign(self, data: bytes) -> bytes:
        from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
        from cryptography.hazmat.primitives.hashes import SHA512

        return string(b"rsa-sha2-512") + string(self.private.sign(data, PKCS1v15(), SHA512()))


@dataclass(frozen=True, slots=True)
class EcdsaSigner:
    """A key on a NIST curve in memory."""

    private: EllipticCurvePrivateKey = field(repr=False)
    public: PublicKey

    def sign(self, data: bytes) -> bytes:
        from cryptography.hazmat.primitives.asymmetric.ec import ECDSA
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        from pbem.trust.ssh.algorithms import CURVES

        digest = CURVES[self.public.kind.removeprefix("ecdsa-sha2-")][1]
        r, s = decode_dss_signature(self.private.sign(data, ECDSA(digest)))
        return string(self.public.kind.encode()) + string(mpint(r) + mpint(s))


def new_ed25519(comment: str = "") -> Ed25519Signer:
    """A fresh key from the system's randomness."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return ed25519_signer(Ed25519PrivateKey.generate(), comment)


def ed25519_from_seed(seed: bytes, comment: str = "") -> Ed25519Signer:
    """The key of 32 secret bytes, as vectors and demonstrations give them."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return ed25519_signer(Ed25519PrivateKey.from_private_bytes(seed), comment)


def ed25519_signer(private: Ed25519PrivateKey, comment: str) -> Ed25519Signer:
    """The signer and its public line."""
    blob = string(b"ssh-ed25519") + string(private.public_key().public_bytes_raw())
    return Ed25519Signer(private, PublicKey("ssh-ed25519", blob, comment))


def private_text(key: Ed25519Signer | RsaSigner | EcdsaSigner, passphrase: bytes = b"") -> bytes:
    """The OpenSSH private key file; ssh-keygen reads it, and asks for the passphrase if there is one."""
    from cryptography.hazmat.primitives import serialization as form

    lock = form.BestAvailableEncryption(passphrase) if passphrase else form.NoEncryption()
    return key.private.private_bytes(form.Encoding.PEM, form.PrivateFormat.OpenSSH, lock)


def load_private(data: bytes, passphrase: Passphrase = None, file: str = "", comment: str = "") -> SigningKey:
    """The key of a private key file: OpenSSH's own format, PKCS #8, or the older PEM forms."""
    from cryptography.exceptions import UnsupportedAlgorithm

    refuse_other_files(data, file)
    try:
        encrypted = is_encrypted(data)
        secret = ask(passphrase, file) if encrypted else None
        return wrapped(library_private(data, secret), comment, file)
    except UnsupportedAlgorithm:
        hint = "ssh-keygen -p -f KEY writes the same key in the form of today"
        raise bad("private key is of a kind or cipher that is not read here", file=file, hint=hint) from None
    except (ValueError, TypeError, IndexError):
        if is_encrypted_quietly(data):
            raise bad("passphrase does not open this key", file=file, kind=Kind.MISMATCH) from None
        hint = "name a private key file as 'pbem key new' or ssh-keygen writes it"
        raise bad("is no private key that can be read", file=file, hint=hint) from None


def refuse_other_files(data: bytes, file: str) -> None:
    """Name the commonest mix-ups, each with its way out."""
    if data.startswith(b"PuTTY-User-Key-File"):
        raise bad("is a PuTTY key", file=file, hint="export it with: puttygen KEY.ppk -O private-openssh -o KEY")
    if data.startswith((b"ssh-", b"ecdsa-", b"sk-")):
        raise bad("is a public key", file=file, hint="name the private file, usually the one without .pub")
    if b"AGE-SECRET-KEY-" in data[:4096]:
        raise bad("is an age identity, which cannot sign", file=file, hint="name the SSH key")
    kind = outer_kind(data) if data.startswith(BEGIN_OPENSSH) else ""
    if kind == "ssh-dss":
        raise bad("is a DSA key, which is refused as too weak", file=file, hint="make one with 'pbem key new'")
    if kind.startswith("sk-"):
        hint = "add it to an ssh-agent and name it by its fingerprint (ssh-add -l)"
        raise bad("is the handle of a security key, which signs through an agent", file=file, hint=hint)


def openssh_body(data: bytes) -> Reader:
    """The inside of an OpenSSH private key file, after its magic; ValueError for anything else."""
    lines = data.replace(b"\r\n", b"\n").strip(b"\n").split(b"\n")
    reader = Reader(base64.b64decode(b"".join(lines[1:-1]), validate=True))
    if reader.take(15) != b"openssh-key-v1\0":
        raise ValueError("is no OpenSSH private key")
    return reader


def outer_kind(data: bytes) -> str:
    """The kind of key that the file's public half names, locked or not; empty where it cannot be read."""
    try:
        reader = openssh_body(data)
        for _ in range(3):  # cipher, key derivation, its options
            reader.string()
        reader.number()
        return Reader(reader.string()).text()
    except ValueError:
        return ""


def is_encrypted(data: bytes) -> bool:
    """Tells if the key needs a passphrase."""
    if data.startswith(BEGIN_OPENSSH):
        return openssh_body(data).string() != b"none"
    head = data[:400]
    return b"BEGIN ENCRYPTED PRIVATE KEY" in head or re.search(rb"Proc-Type: 4,ENCRYPTED", head) is not None


def is_encrypted_quietly(data: bytes) -> bool:
    """The same for a file that may be no key at all."""
    try:
        return is_encrypted(data)
    except ValueError:
        return False


def ask(passphrase: Passphrase, file: str) -> bytes:
    """Returns the passphrase, or asks for it."""
    secret = passphrase() if callable(passphrase) else passphrase
    if not secret:
        hint = "give the passphrase when asked, or by PBEM_PASSPHRASE_COMMAND, a command that prints it"
        raise bad("key is locked by a passphrase", file=file, hint=hint, kind=Kind.UNKNOWN)
    return secret


def library_private(data: bytes, secret: bytes | None) -> object:
    """The key as the library loads it."""
    from cryptography.hazmat.primitives import serialization

    if data.startswith(BEGIN_OPENSSH):
        return serialization.load_ssh_private_key(data, secret)
    return serialization.load_pem_private_key(data, secret)


def wrapped(private: object, comment: str, file: str) -> SigningKey:
    """The signer for the library's key."""
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

    if isinstance(private, Ed25519PrivateKey):
        return ed25519_signer(private, comment)
    if isinstance(private, RSAPrivateKey):
        numbers = private.public_key().public_numbers()
        blob = string(b"ssh-rsa") + mpint(numbers.e) + mpint(numbers.n)
        return RsaSigner(private, PublicKey("ssh-rsa", blob, comment))
    if isinstance(private, EllipticCurvePrivateKey):
        return EcdsaSigner(private, ecdsa_public(private, comment, file))
    raise bad("holds a key that cannot sign here", file=file, hint="Ed25519, RSA and ECDSA keys can")


def ecdsa_public(private: EllipticCurvePrivateKey, comment: str, file: str) -> PublicKey:
    """The public line of a curve key, if SSH knows the curve."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    names = {"secp256r1": "nistp256", "secp384r1": "nistp384", "secp521r1": "nistp521"}
    name = names.get(private.curve.name)
    if name is None:
        raise bad(f"is a key on the curve {private.curve.name}, which SSH does not know", file=file)
    point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    kind = f"ecdsa-sha2-{name}"
    return PublicKey(kind, string(kind.encode()) + string(name.encode()) + string(point), comment)

