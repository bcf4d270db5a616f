"""SSHSIG: a file's bytes signed by an SSH key under a namespace (OpenSSH PROTOCOL.sshsig).

What `sign` makes is what `ssh-keygen -Y sign` makes, byte for byte where the key's algorithm leaves no choice. What
`verify` accepts is narrower than OpenSSH: one armour for one signature, so that no byte of a file can change unseen.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from functools import lru_cache

from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.base.records import dataclass
from pbem.trust.ssh.algorithms import Algorithm, algorithm_of, weakness_of
from pbem.trust.ssh.sshkeys import PublicKey, SigningKey, public_of
from pbem.trust.ssh.wire import Reader, string

#: PROTOCOL 3.2: one namespace for each kind of document, so that no signature serves for another.
NAMESPACES = {
    kind: f"pbem-{kind}@pbem.example" for kind in ("charter", "lock", "open", "seen", "orders", "amend")
}
KNOWN = {**NAMESPACES, **{full: full for full in NAMESPACES.values()}}

MAGIC = b"SSHSIG"
VERSION = b"\0\0\0\1"
BEGIN, END = b"-----BEGIN SSH SIGNATURE-----\n", b"-----END SSH SIGNATURE-----\n"
COLUMNS = 70
#: RSA of 16384 bits takes 2 kB for the key and 2 kB for the signature.
MOST_ARMOUR = 16384
HASHES = {"sha256": hashlib.sha256, "sha512": hashlib.sha512}
EMPTY = string(b"")


def namespace(kind: str) -> str:
    """The namespace of a kind of document; its full name is taken as well."""
    try:
        return KNOWN[kind]
    except KeyError:
        raise bad(f"'{kind}' is no kind of signature", hint=f"one of {', '.join(NAMESPACES)}") from None


@dataclass(frozen=True, slots=True)
class Signature:
    """The parts of an armoured signature, not yet checked."""

    key_blob: bytes
    namespace: str
    hash_name: str
    raw: bytes


def sign(key: SigningKey, message: bytes, namespace: str) -> str:
    """The armour that `ssh-keygen -Y sign -n NAMESPACE` writes."""
    name = KNOWN.get(namespace) or unknown_namespace(namespace)
    raw = key.sign(signed_data(message, name, "sha512"))
    head = MAGIC + VERSION + string(key.public.blob) + string(name.encode())
    return armour(head + EMPTY + string(b"sha512") + string(raw)).decode()


def unknown_namespace(name: str) -> str:
    """A key of ours signs nothing but documents of a game."""
    raise bad(f"'{name}' is no namespace of a game's documents", hint=f"one of {', '.join(NAMESPACES.values())}")


@lru_cache(maxsize=64)
def preamble(namespace: str, hash_name: str) -> bytes:
    """Returns the bytes that every signature of a kind signs before the message's hash."""
    return MAGIC + string(namespace.encode()) + EMPTY + string(hash_name.encode())


def signed_data(message: bytes, namespace: str, hash_name: str) -> bytes:
    """The bytes that the key signs."""
    return preamble(namespace, hash_name) + string(HASHES[hash_name](message).digest())


def armour(blob: bytes) -> bytes:
    """Base64 in lines of 70 between the two marks."""
    text = base64.b64encode(blob)
    lines = [text[start : start + COLUMNS] for start in range(0, len(text), COLUMNS)]
    return BEGIN + b"\n".join(lines) + b"\n" + END


def dearmour(text: str | bytes) -> bytes:
    """The blob of an armour: as it is or with CRLF turned to LF, nothing else (PROTOCOL 3.13)."""
    try:
        data = text.encode("ascii") if isinstance(text, str) else text
    except UnicodeEncodeError:
        raise ValueError("is not plain ASCII") from None
    if len(data) > MOST_ARMOUR:
        raise ValueError(f"is longer than {MOST_ARMOUR} bytes")
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    if not data.startswith(BEGIN) or not data.endswith(b"\n" + END):
        raise ValueError("does not stand between the BEGIN and END SSH SIGNATURE lines alone")
    try:
        blob = base64.b64decode(data[len(BEGIN) : -len(END)].replace(b"\n", b""), validate=True)
    except binascii.Error:
        raise ValueError("is no base64") from None
    if armour(blob) != data:
        raise ValueError(f"is not base64 in its one spelling, in lines of {COLUMNS}")
    return blob


def parse(text: str | bytes) -> Signature:
    """The fields of an armour; ValueError with the words for what is wrong."""
    reader = Reader(dearmour(text))
    if reader.take(6) != MAGIC:
        raise ValueError("does not begin with SSHSIG")
    if reader.take(4) != VERSION:
        raise ValueError("is of another version than 1")
    key_blob, name = reader.string(), reader.text()
    if reader.string():
        raise ValueError("fills a field that is reserved")
    hash_name, raw = reader.text(), reader.string()
    reader.end()
    if hash_name not in HASHES:
        raise ValueError(f"hashes with '{hash_name}' where sha256 or sha512 belongs")
    return Signature(key_blob, name, hash_name, raw)


def verify(public: PublicKey, message: bytes, namespace: str, armour: str | bytes) -> None:
    """Raise CheckFailed unless this armour is this key's signature over these bytes under this namespace.

    Kinds of fault: unsigned (nothing there), malformed, illegal (another namespace), unknown (another key),
    mismatch (right key, wrong bytes). A key that may not be enrolled verifies nothing.
    """
    name = KNOWN.get(namespace) or unknown_namespace(namespace)
    signature = parse_or_fail(armour)
    if signature.key_blob != public.blob or signature.namespace != name:
        raise CheckFailed(misdirected(signature, public, name))
    check_raw(public, signature, message)


def parse_or_fail(armour: str | bytes) -> Signature:
    """The signature, or the fault that there is none."""
    if not armour.strip():
        raise CheckFailed(Fault("signature is missing", kind=Kind.UNSIGNED))
    try:
        return parse(armour)
    except ValueError as error:
        hint = "take the .sig file as it was made, or sign again"
        raise CheckFailed(Fault(f"signature {error}", kind=Kind.MALFORMED, hint=hint)) from None


def misdirected(signature: Signature, public: PublicKey, name: str) -> list[Fault]:
    """The faults of a signature that was made by another key, or for another kind of document."""
    faults = []
    if signature.key_blob != public.blob:
        made_by = PublicKey("", signature.key_blob).fingerprint()
        faults.append(Fault(f"signature is made by {made_by}, not by {public.fingerprint()}", kind=Kind.UNKNOWN))
    if signature.namespace != name:
        faults.append(Fault(f"signature is for '{signature.namespace}', not for '{name}'", kind=Kind.ILLEGAL))
    return faults


def check_raw(public: PublicKey, signature: Signature, message: bytes) -> None:
    """Let the key itself decide."""
    try:
        key = sound(public.blob)
        holds = key.holds(signature.raw, signed_data(message, signature.namespace, signature.hash_name))
    except ValueError as error:
        raise CheckFailed(Fault(f"signature {error}", kind=Kind.MALFORMED)) from None
    if not holds:
        message_fault = f"signature of {public.fingerprint()} does not hold for these bytes"
        raise CheckFailed(Fault(message_fault, kind=Kind.MISMATCH))


def sound(blob: bytes) -> Algorithm:
    """The key, if it is one and may be enrolled; both are found out once a key."""
    weakness = weakness_of(blob)
    if weakness:
        raise ValueError(f"is by a key that {weakness}")
    return algorithm_of(blob)


def verify_mailed(public: PublicKey, message: bytes, namespace: str, armour: str | bytes) -> bytes:
    """Verify what came by mail: the exact bytes, then with CRLF turned to LF. Gives the bytes that hold, to be kept."""
    try:
        verify(public, message, namespace, armour)
        return message
    except CheckFailed as error:
        unix = message.replace(b"\r\n", b"\n")
        if unix == message or [fault.kind for fault in error.faults] != [Kind.MISMATCH]:
            raise
    verify(public, unix, namespace, armour)
    return unix


def signer(armour: str | bytes) -> PublicKey:
    """The key an armour says it is by. It proves nothing until `verify` has been asked."""
    signature = parse_or_fail(armour)
    try:
        return public_of(signature.key_blob)
    except ValueError as error:
        raise CheckFailed(Fault(f"signature is by a key that {error}", kind=Kind.MALFORMED)) from None
