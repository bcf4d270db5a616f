"""The second letter of tier two-step: `open/1` or `open/2`, sent once everybody's lock is known (PROTOCOL 3.6).

It opens the seat's next chain value, and the one-time key its orders were sealed to. Where the rules keep orders hidden
from the other seats, the key goes to the moderator alone, sealed, and is left out here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, bad
from pbem.base.records import dataclass, field
from pbem.schema import read_as
from pbem.trust.dice.seed import Link
from pbem.trust.orders.account import GAME, Account, account_of, whole
from pbem.trust.orders.lock import MOST_COUNT
from pbem.trust.people.charter import Charter
from pbem.trust.primitives.forms import check_hex32, check_phase, check_seat
from pbem.trust.seal import seal
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.sshkeys import SigningKey
from pbem.trust.ssh.transport import lf_form

#: The first line, by the grammar of the game.
HEADERS = {1: "pbem: open/1", 2: "pbem: open/2"}
SCHEMAS = {1: "open", 2: "open-2"}
KEYS = ("game", "charter", "phase", "attempt", "seat", "lock", "value", "key")
MOST_BYTES = 2048


@dataclass(frozen=True, slots=True)
class Open:
    """A seat's second letter for one attempt at a phase. `lock` is empty for a seat that locked nothing."""

    game: str
    charter: str
    phase: str
    attempt: int
    seat: str
    value: Link
    lock: str = ""
    key: str = field(default="", repr=False)
    #: Grammar 2: the part of the ledger that its sender saw, with `locked`, and what is amiss.
    account: Account | None = None

    def __post_init__(self) -> None:
        if not GAME.fullmatch(self.game):
            raise bad(f"'{self.game}' is no game", hint="up to 40 of a-z, 0-9 and -")
        check_hex32(self.charter, "hash for 'charter'")
        check_phase(self.phase)
        check_seat(self.seat)
        if not 1 <= self.attempt <= MOST_COUNT:
            raise bad(f"attempt {self.attempt} is out of range", hint=f"1 to {MOST_COUNT}")
        if self.lock:
            check_hex32(self.lock, "hash for 'lock'")
        if self.key:
            seal.check_identity(self.key)

    @property
    def grammar(self) -> int:
        """The ledger grammar it is written for."""
        return 2 if self.account else 1

    @property
    def name(self) -> str:
        """The file's name; its signature is `<name>.sig`."""
        return f"{self.seat}-{self.phase}-{self.attempt}.open"

    @property
    def sha256(self) -> str:
        """Returns its hash, by which the ledger names it."""
        return sha256(self.to_bytes()).hexdigest()

    def to_bytes(self) -> bytes:
        """Its one spelling."""
        lines = [HEADERS[self.grammar]] + [f"{key}: {getattr(self, key)}" for key in KEYS if getattr(self, key)]
        lines += self.account.lines() if self.account else []
        return ("\n".join(lines) + "\n").encode("ascii")


def parse_open(data: bytes, file: str = "") -> Open:
    """The open, if these are exactly the bytes of one, line ends apart."""
    if len(data) > MOST_BYTES:
        raise bad(f"is no open: larger than {MOST_BYTES} bytes", file=file)
    text = lf_form(data)
    grammar = 2 if text.lstrip().startswith(HEADERS[2].encode()) else 1
    fields = read_as(SCHEMAS[grammar], text, file)
    try:
        opened = typed(fields)
    except BadInput as error:
        raise error.at(file) from None
    if opened.to_bytes() != text:
        raise bad("open is written in another way than ours", file=file, hint=f"order of lines: {order_of(grammar)}")
    return opened


def order_of(grammar: int) -> str:
    """The keys of an open, for hints."""
    return ", ".join(KEYS if grammar == 1 else (*KEYS, "seen", "at", "missing1, ...", "late1, ..."))


def typed(fields: Mapping[str, Any]) -> Open:
    """The open these fields state."""
    index, _, value = str(fields["value"]).partition(" ")
    return Open(
        **{key: str(fields[key]) for key in ("game", "charter", "phase", "seat")},
        attempt=int(fields["attempt"]),
        value=Link(whole(index), value),
        lock=str(fields.get("lock", "")),
        key=str(fields.get("key", "")),
        account=account_of(fields) if "at" in fields else None,
    )


def make_open(
    charter: Charter, seat: str, phase: str, value: Link, key: SigningKey, *, attempt: int = 1, lock: str = "",
    one_time: str = "", account: Account | None = None,
) -> tuple[bytes, str]:  # fmt: skip
    """The open and its signature, ready to mail to everybody. In grammar 2 its account covers the line of `locked`."""
    opened = Open(charter.game, charter.sha256, phase, attempt, seat, value, lock, one_time, account)
    faults = list(content_faults(opened, charter, phase, attempt, lock, None))
    if key.public not in [keys.ssh for keys in charter.seat(seat).people]:
        faults.append(Fault(f"key {key.public.fingerprint()} is not the one of seat '{seat}'", kind=Kind.UNKNOWN))
    if faults:
        raise CheckFailed(faults)
    text = opened.to_bytes()
    return text, sshsig.sign(key, text, sshsig.namespace("open"))


def check_open(
    data: bytes, signature: str | bytes, charter: Charter, *, phase: str, attempt: int = 1, lock: str = "",
    next_index: int | None = None,
) -> Open:  # fmt: skip
    """The open, if it counts: signed by its seat, for this phase, and for the lock (its hash) that was counted."""
    opened = parse_open(data)
    faults = list(content_faults(opened, charter, phase, attempt, lock, next_index))
    if opened.seat in charter.seat_names:
        try:
            charter.seat(opened.seat).check(opened.to_bytes(), "open", signature)
        except CheckFailed as error:
            faults += error.faults
    if faults:
        raise CheckFailed(fault.at(opened.name) for fault in faults)
    return opened


def content_faults(
    opened: Open, charter: Charter, phase: str, attempt: int, lock: str, next_index: int | None
) -> Iterator[Fault]:
    """Everything about an open that its signature does not speak for."""
    if (opened.game, opened.charter) != (charter.game, charter.sha256):
        yield Fault(f"open is for another game or charter: '{opened.game}'", kind=Kind.MISMATCH)
        return
    if opened.grammar != charter.grammar:
        yield Fault(f"is an open/{opened.grammar}; this game takes open/{charter.grammar}", kind=Kind.ILLEGAL)
    if opened.seat not in charter.seat_names:
        yield Fault(f"'{opened.seat}' has no seat in this game", kind=Kind.UNKNOWN)
        return
    if (opened.phase, opened.attempt) != (phase, attempt):
        yield Fault(
            f"open is for attempt {opened.attempt} at phase '{opened.phase}'; attempt {attempt} at '{phase}' is due",
            kind=Kind.ILLEGAL,
        )
    if opened.lock != lock:
        yield Fault("open is for another lock than the one that was counted", kind=Kind.MISMATCH)
    if next_index is not None and opened.value.index != next_index:
        yield Fault(f"open opens chain value {opened.value.index}; {next_index} is due", kind=Kind.ILLEGAL)
    elif opened.value.index == 0 or not charter.seat(opened.seat).whose(
        opened.value.value, opened.value.index
    ):
        yield Fault(
            f"chain value {opened.value.index} does not lead to the anchor of seat '{opened.seat}'", kind=Kind.MISMATCH
        )


def seal_key(charter: Charter, one_time: str) -> str:
    """The one-time key for the moderator alone, where orders stay hidden from the other seats."""
    return seal.seal([charter.moderator.age], seal.check_identity(one_time).encode("ascii") + b"\n")


def unseal_key(identity: str, sealed: bytes | str) -> str:
    """The one-time key again, by the moderator's own."""
    plain = seal.unseal(identity, sealed)
    return seal.check_identity(plain.decode("ascii", errors="replace").removesuffix("\n"))
