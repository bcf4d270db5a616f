"""The lock: the dozen lines of signed text that fix a seat's orders before anybody can know the dice (PROTOCOL 3.5).

A lock is strict YAML, yet one lock has one spelling: the reader takes only the bytes that `to_bytes` writes. Lines stay
within 76 columns so that no mail program has a reason to break them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from pbem.base.errors import BadInput, Fault, bad
from pbem.schema import read_as
from pbem.trust.dice.seed import Link
from pbem.trust.primitives.forms import check_hex32, check_phase, check_seat
from pbem.trust.ssh.transport import ATTACH, lf_form, strict_base64

HEADER = "pbem: lock/1"
COLUMNS = 76
MOST_BYTES = 2048
KEYS = ("game", "charter", "phase", "attempt", "seat", "seq", "orders", "sealed", "opens", "value", "seen")
BREAK = re.compile(rf" (?=(?:{'|'.join(KEYS)}):(?: |$))")
#: `opens` is a drand round, or one of these (PROTOCOL 3.5).
STEP_TWO, NOW = "step2", "now"
OPENS = re.compile(r"now|step2|[1-9][0-9]{0,11}")
GAME = re.compile(r"[a-z0-9-]{1,40}")
MOST_COUNT = 999_999


@dataclass(frozen=True, slots=True)
class Lock:
    """Which orders a seat has locked, for which phase, and what opens them."""

    game: str
    charter: str
    phase: str
    attempt: int
    seat: str
    seq: int
    orders: str
    sealed: str
    opens: str
    value: Link | None = None
    seen: tuple[int, str] | None = None

    def __post_init__(self) -> None:
        if not GAME.fullmatch(self.game):
            raise bad(f"'{self.game}' is no game", hint="up to 40 of a-z, 0-9 and -")
        for what, digest in (("charter", self.charter), ("orders", self.orders), ("sealed", self.sealed)):
            check_hex32(digest, f"hash for '{what}'")
        check_phase(self.phase)
        check_seat(self.seat)
        for what, count in (("attempt", self.attempt), ("seq", self.seq)):
            if not 1 <= count <= MOST_COUNT:
                raise bad(f"{what} {count} is out of range", hint=f"1 to {MOST_COUNT}")
        if not OPENS.fullmatch(self.opens):
            raise bad(f"'{self.opens}' opens nothing", hint="a drand round, step2 or now")
        if self.seen:
            check_seen(*self.seen)

    @property
    def round(self) -> int | None:
        """The beacon round that opens the orders, in tier beacon."""
        return None if self.opens in (NOW, STEP_TWO) else int(self.opens)

    def to_bytes(self) -> bytes:
        """The lock's one spelling."""
        lines = [HEADER] + [f"{key}: {getattr(self, key)}" for key in KEYS[:-2]]
        if self.value:
            lines.append(f"value: {self.value}")
        if self.seen:
            lines.append(f"seen: {self.seen[0]} {self.seen[1]}")
        return ("\n".join(lines) + "\n").encode("ascii")

    @property
    def sha256(self) -> str:
        """How the ledger and every other document name this lock."""
        return sha256(self.to_bytes()).hexdigest()

    def contradicts(self, other: Lock) -> bool:
        """True for two locks that one seat may not both have signed: the proof of threat 14."""
        mine, theirs = (
            (lock.game, lock.charter, lock.phase, lock.attempt, lock.seat, lock.seq) for lock in (self, other)
        )
        return mine == theirs and self != other


def check_seen(size: int, root: str) -> None:
    """A `seen` line names a size and the 32 bytes of a root."""
    if not 0 <= size < 10**9:
        raise bad(f"{size} is no size of a ledger")
    if len(strict_base64(root) or b"") != 32:
        raise bad(f"'{root[:80]}' is no root of a ledger", hint="32 bytes in base64, as in the checkpoint")


@lru_cache(maxsize=256)
def parse_lock(data: bytes, file: str = "") -> Lock:
    """The lock, if these are exactly the bytes of one, line ends apart; kept, as it is read when it comes in, when it
    counts and whenever its folder is checked.
    """
    if len(data) > MOST_BYTES:
        raise bad(f"is no lock: larger than {MOST_BYTES} bytes", file=file)
    text = lf_form(data)
    try:
        lock = read_lock(text, file)
    except BadInput as error:
        raise rewrapped(text, file) or error.at(file) from None
    if lock.to_bytes() != text:
        raise bad("lock is written in another way than ours", file=file, hint=f"order of lines: {', '.join(KEYS)}")
    return lock


def read_lock(text: bytes, file: str) -> Lock:
    """The lock these lines state, however they are laid out."""
    fields = read_as("lock", text, file)
    index, _, value = str(fields.get("value", "")).partition(" ")
    size, _, root = str(fields.get("seen", "")).partition(" ")
    return Lock(
        **{key: str(fields[key]) for key in ("game", "charter", "phase", "seat", "orders", "sealed", "opens")},
        attempt=int(fields["attempt"]),
        seq=int(fields["seq"]),
        value=Link(whole(index), value) if "value" in fields else None,
        seen=(whole(size), root) if "seen" in fields else None,
    )


def whole(text: str) -> int:
    """A decimal of sane length, or a fault."""
    if not re.fullmatch(r"0|[1-9][0-9]{0,8}", text):
        raise bad(f"'{text[:40]}' is no number", hint="a decimal without leading zeros")
    return int(text)


def rewrapped(text: bytes, file: str) -> BadInput | None:
    """The fault, if the lock would be whole had its lines not been broken anew."""
    joined = BREAK.sub("\n", " ".join(text.decode("utf-8", errors="replace").split())) + "\n"
    again = joined.encode()
    try:
        same = again != text and read_lock(again, file).to_bytes() == again
    except BadInput:
        return None
    return BadInput(Fault("lock has been re-wrapped on its way", file=file, hint=ATTACH)) if same else None
