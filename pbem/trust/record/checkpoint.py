"""Signed checkpoints of a game's ledger, in the note format of C2SP (signed-note, tlog-checkpoint).

A note is a text, an empty line, and signature lines. The log key's own line must be there and hold; lines of others
(witnesses, club bots) are kept as they came and reported, for their keys are not the charter's business.
"""

from __future__ import annotations

import base64
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from typing import Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, PbemError, bad
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.trust.record.merkle import Frontier
from pbem.trust.ssh.edwards import check_point
from pbem.trust.ssh.transport import ATTACH, lf_form, strict_base64

ED25519 = b"\x01"
#: No white space, no '+': the name is one word of a signature line and one part of a verifier key.
NAME = pattern(r"[!-*,-~]{1,120}")
SIZE = pattern(r"0|[1-9][0-9]{0,8}")
DASH = "— "
MOST_BYTES = 16 * 1024
MOST_SIGNATURES = 16


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """A log's public key with its name, as the charter states it."""

    name: str
    public: bytes

    @property
    def key_id(self) -> bytes:
        """Four bytes that tell keys of one name apart."""
        return key_id(self.name, self.public)

    @property
    def vkey(self) -> str:
        """The line `name+id+key` of the charter and of log.vkey."""
        return f"{self.name}+{self.key_id.hex()}+{base64.b64encode(ED25519 + self.public).decode()}"

    def holds(self, signature: bytes, text: bytes) -> bool:
        """True if this key signed the text."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, text)
        except (InvalidSignature, ValueError):
            return False
        return True


def key_id(name: str, public: bytes) -> bytes:
    """C2SP signed-note: the first four bytes of SHA-256(name LF 0x01 key)."""
    return sha256(name.encode() + b"\n" + ED25519 + public).digest()[:4]


def key_parts(text: str) -> tuple[str, bytes]:
    """Name and 32 key bytes of `name+id+base64`, or a ValueError; the id is not looked at yet."""
    name, _, rest = text.partition("+")
    _, _, coded = rest.partition("+")
    data = strict_base64(coded)
    if not NAME.fullmatch(name) or data is None or data[:1] != ED25519 or len(data) != 33:
        raise ValueError(text)
    return name, data[1:]


@lru_cache(maxsize=64)
def parse_vkey(text: str) -> VerifierKey:
    """A verifier key; its id must be the one that name and key give."""
    line = text.removesuffix("\n")
    try:
        key = VerifierKey(*key_parts(line))
    except ValueError:
        raise bad(f"'{line[:120]}' is no log key", hint="a log key reads name+8 hex digits+base64") from None
    if key.vkey != line:
        raise bad(f"log key of '{key.name}' has a wrong id", hint=f"name and key give {key.key_id.hex()}")
    try:
        check_point(key.public)
    except ValueError as reason:
        raise bad(f"log key of '{key.name}' {reason}", kind=Kind.ILLEGAL) from None
    return key


@dataclass(frozen=True, slots=True)
class NoteSignature:
    """One signature line: a name, four bytes of key id, and whatever that key's kind of signature is."""

    name: str
    key_id: bytes
    signature: bytes

    @property
    def line(self) -> str:
        """The line as it stands in the note, without its end."""
        return f"{DASH}{self.name} {base64.b64encode(self.key_id + self.signature).decode()}"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Origin, size and root of a ledger, with the signatures under it."""

    origin: str
    size: int
    root: bytes
    signatures: tuple[NoteSignature, ...] = ()

    @property
    def root_text(self) -> str:
        """The root as checkpoints and `seen` lines write it."""
        return base64.b64encode(self.root).decode()

    @property
    def seen(self) -> tuple[int, str]:
        """Returns the size and the root as a lock states them."""
        return self.size, self.root_text

    @property
    def body(self) -> bytes:
        """The signed text: three lines (C2SP tlog-checkpoint)."""
        return f"{self.origin}\n{self.size}\n{self.root_text}\n".encode()

    def to_bytes(self) -> bytes:
        """The note as a file."""
        return self.body + b"\n" + "".join(signature.line + "\n" for signature in self.signatures).encode()

    def others(self, key: VerifierKey) -> tuple[str, ...]:
        """The names of those who signed beside the log; nothing is said of their keys."""
        return tuple(s.name for s in self.signatures if (s.name, s.key_id) != (key.name, key.key_id))


class LogKey:
    """A game's own Ed25519 key for checkpoints: raw signatures, therefore never an SSH key (PROTOCOL 3.3)."""

    __slots__ = ("_private", "public")

    def __init__(self, name: str, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = VerifierKey(name, private.public_key().public_bytes_raw())

    @classmethod
    def new(cls, name: str) -> Self:
        """A fresh key under the game's origin, `pbem.example/<game>`."""
        if not NAME.fullmatch(name):
            raise bad(f"'{name[:120]}' is no name for a log key", hint="printable ASCII without blanks and '+'")
        return cls(name, Ed25519PrivateKey.generate())

    @classmethod
    def parse(cls, text: str) -> Self:
        """The key from its secret line; the line itself is never quoted in a fault."""
        line = text.removesuffix("\n")
        try:
            name, seed = key_parts(line.removeprefix("PRIVATE+KEY+"))
        except ValueError:
            raise bad("this is no secret log key", hint="it begins with PRIVATE+KEY+") from None
        key = cls(name, Ed25519PrivateKey.from_private_bytes(seed))
        if key.secret != line:
            raise bad(f"secret log key of '{name}' has a wrong id", hint="copy the whole line again")
        return key

    @property
    def vkey(self) -> str:
        """The public line for the charter."""
        return self.public.vkey

    @property
    def secret(self) -> str:
        """The secret line, in the form that other tools for notes read."""
        coded = base64.b64encode(ED25519 + self._private.private_bytes_raw()).decode()
        return f"PRIVATE+KEY+{self.public.name}+{self.public.key_id.hex()}+{coded}"

    def sign_checkpoint(self, origin: str, size: int, root: bytes) -> bytes:
        """The checkpoint note of a ledger of this size and root."""
        if origin != self.public.name:
            raise bad(f"log key of '{self.public.name}' signs no checkpoint of '{origin}'", kind=Kind.ILLEGAL)
        plain = Checkpoint(origin, size, root)
        signature = NoteSignature(origin, self.public.key_id, self._private.sign(plain.body))
        return Checkpoint(origin, size, root, (signature,)).to_bytes()

    def sign_text(self, kind: str, purpose: str, data: bytes) -> bytes:
        """A note that the log key vouches for these bytes; its first line keeps it apart from every checkpoint."""
        body = text_body(kind, purpose, data)
        line = NoteSignature(self.public.name, self.public.key_id, self._private.sign(body)).line
        return body + f"\n{line}\n".encode()


def text_body(kind: str, purpose: str, data: bytes) -> bytes:
    """Returns the signed bytes of a text outside the ledger; no checkpoint's origin contains a blank."""
    return f"{kind} {purpose}\n{sha256(data).hexdigest()}\n".encode()


def vouches(note: bytes, key: VerifierKey, kind: str, purpose: str, data: bytes) -> bool:
    """True if the note is the log key's for exactly these bytes and this purpose."""
    body = text_body(kind, purpose, data)
    form = lf_form(note)
    last = form.removeprefix(body).decode("utf-8", errors="replace")
    found = read_signature(last.strip("\n"))
    own = form.startswith(body) and found is not None and last == f"\n{found.line}\n"
    return own and found is not None and found.key_id == key.key_id and key.holds(found.signature, body)


@lru_cache(maxsize=256)
def parse_checkpoint(data: bytes, file: str = "") -> Checkpoint:
    """The note's parts, signatures unchecked; exactly the bytes that `to_bytes` would write, or CRLF for LF."""
    if len(data) > MOST_BYTES:
        raise bad(f"is no checkpoint: larger than {MOST_BYTES} bytes", file=file)
    form = lf_form(data)
    note = read_note(form)
    if note and note.to_bytes() == form:
        return note
    raise BadInput(checkpoint_fault(form).at(file))


def read_note(data: bytes) -> Checkpoint | None:
    """A lenient reading, to be compared with what the strict writer makes of it."""
    body, _, tail = data.decode("utf-8", errors="replace").partition("\n\n")
    lines = body.split("\n")
    signatures = tuple(read_signature(line) for line in tail.split("\n")[:-1])
    if len(lines) != 3 or not 0 < len(signatures) <= MOST_SIGNATURES or None in signatures:
        return None
    root = strict_base64(lines[2])
    if not NAME.fullmatch(lines[0]) or not SIZE.fullmatch(lines[1]) or root is None or len(root) != 32:
        return None
    return Checkpoint(lines[0], int(lines[1]), root, tuple(s for s in signatures if s))


def read_signature(line: str) -> NoteSignature | None:
    """One signature line, if it is one."""
    name, _, coded = line.removeprefix(DASH).partition(" ")
    blob = strict_base64(coded)
    if not line.startswith(DASH) or not NAME.fullmatch(name) or blob is None or len(blob) < 5:
        return None
    return NoteSignature(name, blob[:4], blob[4:])


def checkpoint_fault(data: bytes) -> Fault:
    """The first part of a checkpoint that is not as it should be."""
    text = data.decode("utf-8", errors="replace")
    body, gap, tail = text.partition("\n\n")
    lines = body.split("\n")
    if text.startswith(">"):
        return Fault("checkpoint is quoted: its lines begin with '>'", line=1, hint=ATTACH)
    if not NAME.fullmatch(lines[0]):
        return Fault("checkpoint names no origin", line=1, hint="the first line reads pbem.example/<game>")
    if len(lines) < 2 or not SIZE.fullmatch(lines[1]):
        return Fault("checkpoint states no size", line=2, hint="the second line is a number of ledger lines")
    if len(lines) < 3 or len(strict_base64(lines[2]) or b"") != 32:
        return Fault("checkpoint states no root", line=3, hint="the third line is 32 bytes in base64")
    if len(lines) > 3 or not gap:
        return Fault("checkpoint has no empty line after its three lines", line=4, hint=ATTACH)
    return signature_fault(tail)


def signature_fault(tail: str) -> Fault:
    """The first signature line that is not one."""
    lines = tail.split("\n")
    for number, line in enumerate(lines[:-1], 5):
        if not read_signature(line):
            return Fault("checkpoint has a line that is no signature", line=number, column=1, excerpt=line, hint=ATTACH)
    if lines[-1]:
        return Fault("checkpoint is cut off: its last line has no end", line=4 + len(lines), hint=ATTACH)
    return Fault(f"checkpoint has {len(lines) - 1} signatures; it needs 1 to {MOST_SIGNATURES}", line=5)


def verify_checkpoint(data: bytes, vkey: str | VerifierKey, file: str = "") -> Checkpoint:
    """The checkpoint, signed once and rightly by the log key; lines of unknown keys are let stand."""
    key = parse_vkey(vkey) if isinstance(vkey, str) else vkey
    note = parse_checkpoint(data, file)
    if note.origin != key.name:
        raise refused(f"checkpoint is of '{note.origin}', not of '{key.name}'", file)
    own = [s for s in note.signatures if (s.name, s.key_id) == (key.name, key.key_id)]
    if len(own) != 1:
        count = "is not signed" if not own else f"is signed {len(own)} times"
        raise refused(f"checkpoint of {note.size} lines {count} by the log key {key.key_id.hex()}", file)
    if not key.holds(own[0].signature, note.body):
        raise refused(f"checkpoint of {note.size} lines has a bad signature of the log key", file)
    return note


def signed_lines(ledger: bytes, note: bytes, key: VerifierKey) -> int:
    """The number of lines, from the first, that a ledger has as the log key signed them; 0 where that is not sure.

    Who has the log key wrote these lines, and need not look at them closely again.
    """
    with suppress(PbemError):
        signed, lines = verify_checkpoint(note, key), ledger.split(b"\n")[:-1]
        if signed.size <= len(lines) and Frontier(lines[: signed.size]).root() == signed.root:
            return signed.size
    return 0


def refused(message: str, file: str) -> CheckFailed:
    """A check of a checkpoint that did not hold."""
    return CheckFailed(Fault(message, file=file, kind=Kind.MISMATCH))


def same_size_different_root(a: Checkpoint, b: Checkpoint) -> bool:
    """True if the two cannot belong to one ledger (PROTOCOL 3.10)."""
    return (a.origin, a.size) == (b.origin, b.size) and a.root != b.root


def fork_proof(a: bytes, b: bytes, vkey: str | VerifierKey) -> str | None:
    """The verdict on two notes of one log, in words fit to publish; nothing if they agree. Both must verify."""
    first, second = verify_checkpoint(a, vkey), verify_checkpoint(b, vkey)
    if not same_size_different_root(first, second):
        return None
    return (
        f"the log of {first.origin} was forked: its key signed two ledgers of {first.size} lines, "
        f"with the roots {first.root_text} and {second.root_text}"
    )
