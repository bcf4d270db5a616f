"""Grammar 2: what letters say of the ledger is checked, and letters that came too late are entered as strays.

A stray counts for nothing, and its chain value is used up: without that line its sender could not go on.
"""

from __future__ import annotations

from base64 import b64encode

from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.match.folder.office import Office
from pbem.trust.grammar.attempt import Attempt
from pbem.trust.orders.account import Account
from pbem.trust.orders.envelope import Envelope
from pbem.trust.orders.second_letter import Open, check_open
from pbem.trust.people.charter import Tier
from pbem.trust.record.layout import Occasion
from pbem.trust.record.ledger import Entry, Ledger

#: Lines that a letter may call late.
CALLED_LATE = ("phase", "locked")


def check_account(office: Office, account: Account | None, file: str) -> None:
    """Refuses a letter whose account no verifier would take: it has seen another ledger, or calls other lines late."""
    if account is None:
        raise bad("says nothing of the ledger", file=file, hint="make it anew with this version of pbem")
    ledger = office.record.ledger
    if account.size > len(ledger) or root_of(ledger, account.size) != account.root:
        raise CheckFailed(Fault("has seen another ledger than this game's", file=file, kind=Kind.MISMATCH))
    for line, _ in account.late:
        if line >= account.size or ledger[line].kind not in CALLED_LATE:
            raise bad(f"calls entry {line} late, which opens no phase and locks none", file=file)


def check_covers(account: Account | None, entry: Entry | None, file: str) -> None:
    """Refuses a letter that has not seen the line it belongs to."""
    if entry is not None and (account is None or account.size <= entry.n):
        hint = "open the moderator's newest letter, then make this one anew"
        raise bad(f"has not seen entry {entry.n}, which it is for", file=file, hint=hint, kind=Kind.LATE)


def root_of(ledger: Ledger, size: int) -> str:
    """The root that the ledger had at a size, as letters state it."""
    return b64encode(ledger.root_at(size)).decode("ascii")


def take_open(office: Office, opened: Open, data: bytes, signature: bytes) -> bool:
    """Enters an opening as a stray if it can count no more; False if it may still count, or is nothing at all."""
    attempt = office.walk.phases.get(Occasion(opened.phase, opened.attempt))
    if attempt is None or attempt.first_locked is None or is_open(office, attempt, opened.seat):
        return False
    if opened.seat in attempt.opened or attempt.opener_by_lock() == opened.seat:
        return False
    if (opened.seat, "open") in attempt.strays:
        raise bad(f"the late opening of '{opened.seat}' is on record already", kind=Kind.LATE)
    charter = office.walk.tenures.at(attempt.first_locked.n)
    index = office.walk.index_due(charter.seat(opened.seat).chain)
    check_open(data, signature, charter, phase=opened.phase, attempt=opened.attempt, lock=opened.lock, next_index=index)
    with office.record.step(office.now) as entries:
        entries.stray(attempt.occasion, opened, signature.decode("ascii", "replace"))
    office.say(f"{opened.seat} has opened {attempt.occasion} too late: entered as a stray")
    return True


def is_open(office: Office, attempt: Attempt, seat: str) -> bool:
    """Tells if an opening of the seat may still count in an attempt."""
    newest = office.walk.last[attempt.occasion.phase] is attempt and not attempt.taken_back
    return newest and not attempt.seed and seat not in attempt.without


def take_lock(office: Office, envelope: Envelope) -> bool:
    """Enters the late lock of a seat that acts alone in tier two-step: it has shown a value. The caller has checked
    its signature."""
    lock = envelope.lock
    attempt = office.walk.phases.get(Occasion(lock.phase, lock.attempt))
    if office.charter.tier is not Tier.TWO_STEP or attempt is None or attempt.first_locked is None or not lock.value:
        return False
    if attempt.alone != lock.seat or (lock.seat, "lock") in attempt.strays or attempt.reason:
        return False
    if lock.value.index != office.walk.index_due(office.charter.seat(lock.seat).chain):
        return False
    with office.record.step(office.now) as entries:
        entries.stray(attempt.occasion, envelope)
    office.say(f"{lock.seat}: orders no. {lock.seq} for {lock.phase} came too late: entered as a stray")
    return True
