"""Orders that anybody can open by now: by a one-time key that was published, or by the beacon of their round.

A seal that does not open is its own seat's doing, for the sealed bytes are those it signed. The default orders then
stand, and the ledger says so in a `timeout` (threat 15); where it does not, the moderator has passed over it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pbem.base.errors import PbemError
from pbem.trust.beacon.drand import Network
from pbem.trust.checks.findings import Audit, Memo
from pbem.trust.checks.sequence import PhaseRecord
from pbem.trust.dice.seed import Drand
from pbem.trust.orders.envelope import Envelope, check_opened, open_envelope, parse_envelope
from pbem.trust.orders.second_letter import Open
from pbem.trust.record import layout
from pbem.trust.record.layout import occasion_of
from pbem.trust.record.ledger import Entry
from pbem.trust.seal import seal, tlock


def open_by_key(audit: Audit, record: PhaseRecord, opened: Open) -> None:
    """The orders of a second letter that shows its key."""
    entry = next(lock for lock in record.standing if lock.get("lock") == opened.lock)
    data = envelope_of(audit, entry)
    if data is not None:
        judge(audit, record, entry, partial(audit.memo.of, opens_with_key, data, opened.key))


def opens_with_key(data: bytes, key: str) -> str:
    """Opens an envelope with a key and returns the name of what was opened, or raises."""
    open_envelope(parse_envelope(data), (key,))
    return "orders opened"


def open_by_beacon(audit: Audit, record: PhaseRecord, network: Network, beacon: Drand) -> None:
    """The time-locks of all locks that count."""
    for entry in record.standing:
        data = envelope_of(audit, entry) if entry.get("lock") in record.counted else None
        envelope = due_then(audit.memo, data, file_of(entry), beacon.round) if data is not None else None
        if envelope is not None:
            judge(audit, record, entry, partial(opens_with, audit.memo, envelope, network, beacon.signature))


def due_then(memo: Memo, data: bytes, name: str, round_: int) -> Envelope | None:
    """The envelope, if it is sealed as its lock says, to this round; if not, other checks have blamed it."""
    try:
        envelope = memo.of(parse_envelope, data, name)
    except PbemError:
        return None
    whole = envelope.sealed_sha256 == envelope.lock.sealed
    return envelope if whole and envelope.lock.round == round_ else None


def opens_with(memo: Memo, envelope: Envelope, network: Network, signature: str) -> str:
    """Opens an envelope with the beacon and returns the name of what was opened, or raises.

    That is the orders, or the seal to keys that lies inside.
    """
    inside = memo.of(tlock.unseal, network, seal.dearmour(envelope.sealed), signature)
    if inside.startswith(seal.MAGIC):
        return "time-locks opened"
    check_opened(envelope, inside)
    return "orders opened"


def envelope_of(audit: Audit, entry: Entry) -> bytes | None:
    """The envelope of a `lock` entry, where there is one."""
    return audit.again(file_of(entry))


def file_of(entry: Entry) -> str:
    """Returns the path of the envelope of a `lock` entry."""
    return layout.lock_file(entry.text("seat"), occasion_of(entry), entry.number("seq"))


def judge(audit: Audit, record: PhaseRecord, entry: Entry, opening: Callable[[], str]) -> None:
    """Count what opens; blame what does not, unless the ledger has drawn the consequence."""
    try:
        audit.count(opening())
    except PbemError as error:
        name = file_of(entry)
        if any(late.get("seat") == entry.get("seat") for late in record.timeouts):
            audit.note(f"{name} does not open; the default orders stand, as the ledger says")
        else:
            audit.accept(error.faults, name)
