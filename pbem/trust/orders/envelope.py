"""The order envelope: lock, signature and sealed orders in one text file (PROTOCOL 3.5).

Everybody gets every envelope; only those whom the tier allows, and only when it allows, can open one. Three questions
are kept apart: is this an envelope (`parse_envelope`), does it count here (`check_envelope`), what is in it
(`open_envelope`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256

from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, Waiting, bad
from pbem.base.records import dataclass
from pbem.trust.beacon.drand import Network
from pbem.trust.dice.seed import Link
from pbem.trust.orders.account import Account
from pbem.trust.orders.lock import HEADERS, NOW, STEP_TWO, Lock, parse_lock
from pbem.trust.people.charter import Charter, Seat, Tier
from pbem.trust.primitives import commit
from pbem.trust.primitives.commit import Preimage
from pbem.trust.primitives.forms import check_phase
from pbem.trust.seal import seal, tlock
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.sshkeys import SigningKey
from pbem.trust.ssh.transport import ATTACH, damage, lf_form

__all__ = [
    "Draft", "Envelope", "Expected", "Lock", "check_envelope", "make_envelope", "open_envelope",
    "parse_envelope", "parse_lock",
]  # fmt: skip

#: Orders hold 256 KiB at most (PROTOCOL 3.14); base64 and headers add less than the same again.
MOST_BYTES = 1024 * 1024
MOST_ORDERS = 256 * 1024
SIGNATURE_BEGIN, SIGNATURE_END = sshsig.BEGIN, sshsig.END
#: How an envelope begins.
BEGINNINGS = tuple(header.encode() + b"\n" for header in HEADERS.values())


@dataclass(frozen=True, slots=True)
class Envelope:
    """The three parts, each as it stands in the file."""

    lock: Lock
    lock_bytes: bytes
    signature: str
    sealed: str

    @property
    def name(self) -> str:
        """The file's name."""
        return f"{self.lock.seat}-{self.lock.phase}-{self.lock.seq}.pbem"

    @property
    def sealed_sha256(self) -> str:
        """The hash of the sealed part without its armour, which is what the lock states."""
        return sha256(seal.dearmour(self.sealed)).hexdigest()

    def to_bytes(self) -> bytes:
        """The file."""
        return self.lock_bytes + self.signature.encode("ascii") + self.sealed.encode("ascii")


def parse_envelope(data: bytes, file: str = "") -> Envelope:
    """The envelope, if the file is exactly one, line ends apart; nothing is checked against a game yet."""
    if len(data) > MOST_BYTES:
        raise bad(f"is no envelope: larger than {MOST_BYTES} bytes", file=file)
    text = lf_form(data)
    start = text.find(SIGNATURE_BEGIN)
    end = text.find(SIGNATURE_END, start)
    if not text.startswith(BEGINNINGS) or min(start, end) < 0:
        raise BadInput(stray(text).at(file))
    end += len(SIGNATURE_END)
    lock_bytes, signature, sealed = text[:start], text[start:end], text[end:]
    lock = parse_lock(lock_bytes, file)
    check_signature_form(signature, file)
    check_sealed_form(sealed, file)
    return Envelope(lock, lock_bytes, signature.decode("ascii"), sealed.decode("ascii"))


def check_signature_form(signature: bytes, file: str) -> None:
    """The armour is the one OpenSSH writes; whose signature it is comes later."""
    try:
        sshsig.parse(signature)
    except ValueError as error:
        raise bad(f"signature {error}", file=file, hint=ATTACH) from None


def check_sealed_form(sealed: bytes, file: str) -> None:
    """An age file follows the signature at once and ends the envelope."""
    if not sealed.strip():
        raise bad("envelope is cut off: it ends after the signature", file=file, hint=ATTACH)
    seal.dearmour(sealed, file)


def stray(text: bytes) -> Fault:
    """Returns the reason that a file does not have the outline of an envelope."""
    first, last = HEADERS[2 if HEADERS[2].encode() in text else 1].encode(), seal.END
    if b"\n" + SIGNATURE_BEGIN in text and SIGNATURE_END not in text and first in text.split(b"\n"):
        return Fault(f"envelope is cut off: the line '{SIGNATURE_END.decode().strip()}' is missing", hint=ATTACH)
    if text.startswith(first + b"\n") and last in text and SIGNATURE_BEGIN not in text:
        return Fault("envelope holds no signature between lock and sealed orders", kind=Kind.UNSIGNED, hint=ATTACH)
    return damage(text, first, last, "envelope")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A player's orders for one phase, with the parts that the tier adds to them."""

    seat: str
    phase: str
    content: bytes
    attempt: int = 1
    seq: int = 1
    round: int | None = None
    value: Link | None = None
    #: Grammar 1: the ledger's head. Grammar 2 has an account in its place, and always.
    seen: tuple[int, str] | None = None
    account: Account | None = None
    one_time: str = ""
    orders_become_public: bool = False
    #: Grammar 2, tier moderated: the orders answer a question, after a first `locked`.
    answer: bool = False

    @property
    def opens(self) -> str:
        """Returns the lock's statement of what will open the orders."""
        if self.round is not None:
            return str(self.round)
        return STEP_TWO if self.one_time else NOW


def make_envelope(
    charter: Charter, draft: Draft, key: SigningKey, *, salt: bytes | None = None, networks: Iterable[Network] = ()
) -> Envelope:
    """Orders committed to, sealed as the charter's tier demands, locked and signed: ready to mail to everybody.

    `networks` allows a beacon besides the built-in ones, as demonstrations and tests need.
    """
    check_draft(charter, draft, charter.seat(draft.seat), key)
    opened = preimage_of(charter, draft, salt or commit.new_salt())
    sealed = seal_orders(charter, draft, opened, networks)
    lock = Lock(
        game=charter.game, charter=charter.sha256, phase=draft.phase, attempt=draft.attempt, seat=draft.seat,
        seq=draft.seq, orders=sha256(opened).hexdigest(), sealed=sha256(seal.dearmour(sealed)).hexdigest(),
        opens=draft.opens, value=draft.value, seen=draft.seen if charter.grammar == 1 else None,
        key=draft.one_time if charter.grammar == 2 else "", account=draft.account if charter.grammar == 2 else None,
    )  # fmt: skip
    text = lock.to_bytes()
    return Envelope(lock, text, sshsig.sign(key, text, sshsig.namespace("lock")), sealed)


def preimage_of(charter: Charter, draft: Draft, salt: bytes) -> bytes:
    """Returns the text to seal, to which the lock commits."""
    purpose = commit.orders_purpose(charter.game, draft.seat, draft.phase, draft.attempt, draft.seq)
    return commit.preimage(purpose, salt, commit.pad_orders(purpose, draft.content))


def check_draft(charter: Charter, draft: Draft, seat: Seat, key: SigningKey) -> None:
    """Refuse what the moderator would have to refuse, while the player can still mend it."""
    if key.public not in [keys.ssh for keys in seat.people]:
        raise bad(
            f"key {key.public.fingerprint()} is not the one of seat '{seat.seat}'", kind=Kind.UNKNOWN,
            hint=f"the seat's own is {seat.ssh.fingerprint()}",
        )  # fmt: skip
    check_phase(draft.phase)
    if len(draft.content) > MOST_ORDERS:
        raise bad(f"orders of {len(draft.content)} bytes are too long", hint=f"the most is {MOST_ORDERS}")
    if charter.grammar == 2 and draft.account is None:
        raise bad("orders say nothing of the ledger", hint="a lock of grammar 2 states what its sender has seen")
    faults = [*opening_faults(charter, draft.opens, None)]
    faults += value_faults(charter, seat, draft.value, None, answer=draft.answer if charter.grammar == 2 else None)
    if faults:
        raise BadInput(faults)


def seal_orders(charter: Charter, draft: Draft, opened: bytes, networks: Iterable[Network]) -> str:
    """The commitment's preimage sealed as the tier demands (PROTOCOL 3.5, part 3)."""
    if draft.one_time:
        return seal.seal([draft.one_time], opened)
    readers = [charter.moderator.age, *charter.seat(draft.seat).ages]
    if draft.round is None:
        return seal.seal(readers, opened)
    readers += [charter.reader] * bool(charter.reader)
    inner = opened if draft.orders_become_public else seal.seal_binary(readers, opened)
    return tlock.seal(charter.network(networks), draft.round, inner)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """The values that an envelope has to fit now; None means: not checked."""

    phase: str
    attempt: int = 1
    #: The highest seq this seat has sent for the attempt; a new envelope must go beyond it.
    above_seq: int = 0
    round: int | None = None
    #: The next index of the seat's chain, in tiers that open values.
    next_index: int | None = None
    #: The seat that acts alone in the phase, if one does (docs/protocol.md, 16).
    alone: str = ""
    #: Grammar 2, tier moderated: whether a first `locked` has come, so that no value may be shown; None asks nothing.
    answer: bool | None = None


def check_envelope(envelope: Envelope, charter: Charter, expected: Expected) -> None:
    """Raise CheckFailed with every reason why this envelope does not count here and now."""
    faults = list(identity_faults(envelope.lock, charter))
    if not faults:
        seat = charter.seat(envelope.lock.seat)
        faults += signature_faults(envelope, seat)
        faults += occasion_faults(envelope.lock, expected)
        faults += opening_faults(charter, envelope.lock.opens, expected.round)
        here = envelope.lock.phase == expected.phase  # who acts alone, and which value is due, is said of this phase
        faults += alone_faults(charter, envelope.lock, expected.alone) if here else ()
        due = expected.next_index if here else None
        faults += value_faults(charter, seat, envelope.lock.value, due, answer=expected.answer)
        faults += key_faults(charter, envelope.lock)
        faults += sealed_faults(envelope, charter)
    if faults:
        raise CheckFailed(fault.at(envelope.name) for fault in faults)


def identity_faults(lock: Lock, charter: Charter) -> Iterator[Fault]:
    """Another game, another charter of it, nobody's seat."""
    if lock.game != charter.game:
        yield Fault(f"envelope is for the game '{lock.game}', not for '{charter.game}'", kind=Kind.MISMATCH)
    elif lock.charter != charter.sha256:
        yield Fault(
            f"envelope names the charter {lock.charter[:16]}..., this game's is {charter.sha256[:16]}...",
            kind=Kind.MISMATCH, hint="it was made with another version of charter.yaml",
        )  # fmt: skip
    elif lock.grammar != charter.grammar:
        yield Fault(f"envelope is a lock/{lock.grammar}; this game takes lock/{charter.grammar}", kind=Kind.ILLEGAL)
    elif lock.seat not in charter.seat_names:
        yield Fault(
            f"'{lock.seat}' has no seat in this game", kind=Kind.UNKNOWN, hint=f"seats: {', '.join(charter.seat_names)}"
        )


def signature_faults(envelope: Envelope, seat: Seat) -> tuple[Fault, ...]:
    """The seat's key has to have signed exactly these bytes, as a lock."""
    try:
        seat.check(envelope.lock_bytes, "lock", envelope.signature)
    except CheckFailed as error:
        return error.faults
    return ()


def occasion_faults(lock: Lock, expected: Expected) -> Iterator[Fault]:
    """Another phase, another attempt at it, or a letter that has been overtaken."""
    if lock.phase != expected.phase:
        yield Fault(f"envelope is for phase '{lock.phase}'; '{expected.phase}' is open", kind=Kind.ILLEGAL)
    elif lock.attempt != expected.attempt:
        yield Fault(f"envelope is for attempt {lock.attempt}; attempt {expected.attempt} is open", kind=Kind.ILLEGAL)
    elif lock.seq <= expected.above_seq:
        yield Fault(
            f"envelope has seq {lock.seq}, and {expected.above_seq} has come already", kind=Kind.LATE,
            hint=f"seal a correction anew, as seq {expected.above_seq + 1}; an old envelope sent again does not count",
        )  # fmt: skip


def opening_faults(charter: Charter, opens: str, round_number: int | None) -> Iterator[Fault]:
    """Checks the opening of orders, which follows from the tier, and in tier beacon from the phase."""
    if charter.tier is not Tier.BEACON:
        due = NOW if charter.tier is Tier.MODERATED else STEP_TWO
        if opens != due:
            hint = "seal them to the moderator and yourself" if due == NOW else "seal them to a one-time key"
            words = f"orders open '{opens}'; in tier {charter.tier.value} they open '{due}'"
            yield Fault(words, kind=Kind.ILLEGAL, hint=hint)
    elif opens in (NOW, STEP_TWO):
        hint = "the entry of the phase in the ledger states its round"
        yield Fault(f"orders open '{opens}'; in tier beacon they open at a round", kind=Kind.ILLEGAL, hint=hint)
    elif round_number is not None and opens != str(round_number):
        yield Fault(f"orders open at round {opens}; this phase has round {round_number}", kind=Kind.ILLEGAL)


def alone_faults(charter: Charter, lock: Lock, alone: str) -> Iterator[Fault]:
    """Checks a lock in a phase in which one seat acts alone: no other seat locks.

    In tier two-step its lock opens its value, and no other seat's does.
    """
    if alone and lock.seat != alone:
        hint = "standing orders hold, and what is asked of you later comes as a question"
        yield Fault(f"'{alone}' acts alone in phase '{lock.phase}'", kind=Kind.ILLEGAL, hint=hint)
    elif charter.tier is not Tier.TWO_STEP:
        return
    elif alone and lock.value is None:
        yield Fault(f"lock opens no chain value, though '{alone}' acts alone in this phase", kind=Kind.ILLEGAL)
    elif not alone and lock.value is not None:
        yield Fault("lock opens a chain value before all orders are locked", kind=Kind.ILLEGAL)


def value_faults(
    charter: Charter, seat: Seat, value: Link | None, next_index: int | None, *, answer: bool | None = None
) -> Iterator[Fault]:
    """A chain value travels with the orders in tier moderated, in two-step of who acts alone, never in beacon (3.1).

    In grammar 2 the answer to a question shows none, so that nobody chooses their next value by answering or not.
    """
    if value is None:
        needed = charter.grammar == 1 or not (seat.plain or answer is not False)
        if charter.tier is Tier.MODERATED and needed:
            yield Fault("lock opens no chain value, which tier moderated needs", kind=Kind.ILLEGAL)
    elif answer and charter.tier is Tier.MODERATED:
        yield Fault("lock opens a chain value, which an answer does not do", kind=Kind.ILLEGAL)
    elif charter.tier is Tier.BEACON:
        yield Fault("lock opens a chain value, which tier beacon has no use for", kind=Kind.ILLEGAL)
    elif next_index is not None and value.index != next_index:
        yield Fault(f"lock opens chain value {value.index}; {next_index} is due", kind=Kind.ILLEGAL)
    elif value.index == 0 or not seat.whose(value.value, value.index):
        yield Fault(
            f"chain value {value.index} does not lead to the anchor of seat '{seat.seat}'", kind=Kind.MISMATCH,
            hint="the chain is another than the one named in the charter",
        )  # fmt: skip


def key_faults(charter: Charter, lock: Lock) -> Iterator[Fault]:
    """Grammar 2, tier two-step: the lock names the recipient whose one-time key will open it. No other lock does."""
    if charter.grammar == 2 and charter.tier is Tier.TWO_STEP and not lock.key:
        yield Fault("lock does not name the key that its orders are sealed to", kind=Kind.ILLEGAL)
    elif lock.key and charter.tier is not Tier.TWO_STEP:
        yield Fault(f"lock names a key, which tier {charter.tier.value} has no use for", kind=Kind.ILLEGAL)


def sealed_faults(envelope: Envelope, charter: Charter) -> Iterator[Fault]:
    """The sealed part is the one the lock was made for, and sealed to the round the lock names."""
    if envelope.sealed_sha256 != envelope.lock.sealed:
        yield Fault("sealed orders are not those the lock was made for", kind=Kind.MISMATCH, hint=ATTACH)
        return
    if envelope.lock.round is None:
        return
    try:
        found = tlock.stanza_round(seal.dearmour(envelope.sealed))
    except (BadInput, CheckFailed) as error:
        yield from error.faults
        return
    if found != (envelope.lock.round, charter.beacon):
        where = f"round {found[0]} of beacon {found[1][:16]}..."
        yield Fault(f"orders are sealed to {where}, not as the lock says", kind=Kind.MISMATCH)


def open_envelope(
    envelope: Envelope, identities: Sequence[str] = (), *, network: Network | None = None, beacon: str = ""
) -> Preimage:
    """The orders, proved to be those that were locked. CheckFailed says why a seal stays shut or does not match."""
    number = envelope.lock.round
    if number is not None and (not beacon or network is None):
        raise Waiting(Fault(f"orders open at round {number} of the beacon", file=envelope.name, kind=Kind.LATE))
    try:
        content = seal.dearmour(envelope.sealed)
        if number is not None and network is not None:
            content = tlock.unseal(network, content, beacon)
        if number is None or content.startswith(seal.MAGIC):
            content = seal.unseal_any(needed(identities), content)
    except (BadInput, CheckFailed) as error:
        raise CheckFailed(fault.at(envelope.name) for fault in error.faults) from None
    return check_opened(envelope, content)


def needed(identities: Sequence[str]) -> Sequence[str]:
    """Keys to open with; without any, that is said rather than that none fits."""
    if not identities:
        raise bad("orders are sealed to keys", hint="give the secret age key of a reader")
    return identities


def check_opened(envelope: Envelope, plain: bytes) -> Preimage:
    """The commitment's check: these are the orders that were locked, for this seat, phase, attempt and letter."""
    if sha256(plain).hexdigest() != envelope.lock.orders:
        raise mismatch("opened orders are not those the lock commits to", envelope)
    try:
        opened = commit.parse_preimage(plain)
    except BadInput as error:
        raise CheckFailed(fault.at(envelope.name) for fault in error.faults) from None
    lock = envelope.lock
    if opened.purpose != commit.orders_purpose(lock.game, lock.seat, lock.phase, lock.attempt, lock.seq):
        raise mismatch(f"opened orders were committed to as '{opened.purpose}', not for this lock", envelope)
    return opened


def mismatch(message: str, envelope: Envelope) -> CheckFailed:
    """Makes the error for opened orders that are not the locked ones."""
    return CheckFailed(Fault(message, file=envelope.name, kind=Kind.MISMATCH))
