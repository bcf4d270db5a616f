"""Opening a sealed file for its reader: a report, orders, or a whole envelope, whatever layers it has.

The layers are found in the file itself, so a reader needs to know neither the tier nor which key was used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256

from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, PbemError, Waiting
from pbem.base.records import dataclass
from pbem.trust.beacon.drand import DEMO_NETWORK, network
from pbem.trust.orders.envelope import BEGINNINGS, Envelope, check_opened, parse_envelope
from pbem.trust.primitives import commit
from pbem.trust.seal import seal, tlock

TIME_LOCK = seal.MAGIC + b"-> tlock "


@dataclass(frozen=True, slots=True)
class Opened:
    """The content of a sealed file.

    Purpose, salt and commitment are empty if it was not the preimage of a commitment.
    """

    content: bytes
    purpose: str = ""
    salt: str = ""
    commitment: str = ""
    demo: bool = False


@dataclass(frozen=True, slots=True)
class Means:
    """The keys and the beacon that a reader has. Keys are asked for only if a layer needs one."""

    keys: Callable[[], Sequence[str]]
    beacon: tuple[int, str] | None = None


def open_file(data: bytes, means: Means, file: str = "", commitment: str = "") -> Opened:
    """The inside of a sealed file or an envelope; CheckFailed where it is not what was committed to."""
    envelope = parse_envelope(data, file) if data.startswith(BEGINNINGS) else None
    try:
        sealed = seal.sealed_bytes(envelope.sealed if envelope else data)
        plain = inside(sealed, means)
    except PbemError as error:
        raise error.at(file) from None
    demo = sealed.startswith(TIME_LOCK) and tlock.stanza_round(sealed)[1] == DEMO_NETWORK.chain
    return checked(plain, envelope, file, commitment, demo=demo)


def inside(sealed: bytes, means: Means) -> bytes:
    """The plain text behind a time-lock, a seal to keys, or one in the other."""
    content = after_time_lock(sealed, means) if sealed.startswith(TIME_LOCK) else sealed
    if content.startswith(seal.MAGIC):
        content = seal.unseal_any(means.keys(), content)
    return content


def after_time_lock(sealed: bytes, means: Means) -> bytes:
    """The inside of a time-lock, by the beacon of its round."""
    number, chain = tlock.stanza_round(sealed)
    known = network(chain, (DEMO_NETWORK,))
    if means.beacon is None:
        hint = f"give the beacon of round {number} of {known.name} with --beacon"
        raise Waiting(Fault(f"sealed until round {number} of the beacon", hint=hint, kind=Kind.LATE))
    if means.beacon[0] != number:
        raise CheckFailed(Fault(f"beacon is of round {means.beacon[0]}; round {number} opens this", kind=Kind.MISMATCH))
    return tlock.unseal(known, sealed, means.beacon[1])


def checked(plain: bytes, envelope: Envelope | None, file: str, commitment: str, *, demo: bool) -> Opened:
    """The content, held against the lock's commitment, or against one the reader has from elsewhere."""
    found = sha256(plain).hexdigest()
    if commitment and found != commitment:
        raise CheckFailed(
            Fault(f"opens to the commitment {found}, not to {commitment}", file=file, kind=Kind.MISMATCH)
        )
    if envelope is None and not plain.startswith(commit.HEADER.encode() + b" "):
        return Opened(plain, demo=demo)
    try:
        opened = check_opened(envelope, plain) if envelope else commit.parse_preimage(plain)
    except BadInput as error:
        raise error.at(file) from None
    return Opened(opened.content, opened.purpose, opened.salt.hex(), found, demo=demo)
