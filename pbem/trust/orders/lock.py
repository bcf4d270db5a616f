"""The lock: the dozen lines of signed text that fix a seat's orders before anybody can know the dice (PROTOCOL 3.5).

A lock is strict YAML, yet one lock has one spelling: the reader takes only the bytes that `to_bytes` writes. Lines stay
within 76 columns so that no mail program has a reason to break them.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from pbem.base.errors import BadInput, Fault, bad
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.schema import read_as
from pbem.trust.dice.seed import Link
from pbem.trust.orders.account import ACCOUNT_KEYS, GAME, Account, account_of, check_head, whole
from pbem.trust.primitives.forms import check_hex32, check_phase, check_seat
from pbem.trust.seal import seal
from pbem.trust.ssh.transport import ATTACH, lf_form

#: The first line of a lock, by the grammar of its game.
HEADERS = {1: "pbem: lock/1", 2: "pbem: lock/2"}
SCHEMAS = {1: "lock", 2: "lock-2"}
COLUMNS = 76
MOST_BYTES = 2048
FIXED = ("game", "charter", "phase", "attempt", "seat", "seq", "orders", "sealed", "opens")
KEYS = {1: (*FIXED, "value", "seen"), 2: (*FIXED, "value", "key", *ACCOUNT_KEYS)}
BREAK = pattern(rf" (?=(?:{'|'.join(KEYS[2])}):(?: |$))")
#: `opens` is a drand round, or one of these (PROTOCOL 3.5).
STEP_TWO, NOW = "step2", "now"
OPENS = pattern(r"now|step2|[1-9][0-9]{0,11}")
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
    #: Grammar 1: the ledger's head, where the sender had one.
    seen: tuple[int, str] | None = None
    #: Grammar 2, tier two-step: the recipient whose one-time key will open the seal.
    key: str = ""
    #: Grammar 2: what the sender has seen of the ledger, and what is amiss.
    account: Account | None = None

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
        if self.account:
            object.__setattr__(self, "seen", self.account.seen)
        elif self.seen:
            check_head(*self.seen)
        if self.key:
            seal.check_recipient(self.key)
            if not self.account:
                raise bad("a lock of grammar 1 names no key")

    @property
    def grammar(self) -> int:
        """The ledger grammar it is written for."""
        return 2 if self.account else 1

    @property
    def round(self) -> int | None:
        """The beacon round that opens the orders, in tier beacon."""
        return None if self.opens in (NOW, STEP_TWO) else int(self.opens)

    def to_bytes(self) -> bytes:
        """The lock's one spelling."""
        lines = [HEADERS[self.grammar]] + [f"{key}: {getattr(self, key)}" for key in FIXED]
        if self.value:
            lines.append(f"value: {self.value}")
        if self.key:
            lines.append(f"key: {self.key}")
        if self.account:
            lines += self.account.lines()
        elif self.seen:
            lines.append(f"seen: {self.seen[0]} {self.seen[1]}")
        return ("\n".join(lines) + "\n").encode("ascii")

    @property
    def sha256(self) -> str:
        """Returns the hash by which the ledger and all other documents name this lock."""
        return sha256(self.to_bytes()).hexdigest()

    def contradicts(self, other: Lock) -> bool:
        """True for two locks that one seat may not both have signed: the proof of threat 14."""
        mine, theirs = (
            (lock.game, lock.charter, lock.phase, lock.attempt, lock.seat, lock.seq) for lock in (self, other)
        )
        return mine == theirs and self != other


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
        raise bad("lock is written in another way than ours", file=file, hint=f"order of lines: {order_of(lock)}")
    return lock


def order_of(lock: Lock) -> str:
    """The keys of a lock of its grammar, for hints."""
    return ", ".join(KEYS[1]) if lock.grammar == 1 else ", ".join((*KEYS[2][:13], "missing1, ..., late1, ..."))


def grammar_of(text: bytes) -> int:
    """The grammar that the first line of a lock or an envelope states; 1 where it states none."""
    return 2 if text.startswith(HEADERS[2].encode() + b"\n") else 1


def read_lock(text: bytes, file: str) -> Lock:
    """The lock these lines state, however they are laid out."""
    grammar = 2 if text.lstrip().startswith(HEADERS[2].encode()) else 1
    fields = read_as(SCHEMAS[grammar], text, file)
    index, _, value = str(fields.get("value", "")).partition(" ")
    size, _, root = str(fields.get("seen", "")).partition(" ")
    return Lock(
        **{key: str(fields[key]) for key in ("game", "charter", "phase", "seat", "orders", "sealed", "opens")},
        attempt=int(fields["attempt"]),
        seq=int(fields["seq"]),
        value=Link(whole(index), value) if "value" in fields else None,
        seen=(whole(size), root) if "seen" in fields and grammar == 1 else None,
        key=str(fields.get("key", "")),
        account=account_of(fields) if grammar == 2 else None,
    )


def rewrapped(text: bytes, file: str) -> BadInput | None:
    """The fault, if the lock would be whole had its lines not been broken anew."""
    joined = BREAK.sub("\n", " ".join(text.decode("utf-8", errors="replace").split())) + "\n"
    again = joined.encode()
    try:
        same = again != text and read_lock(again, file).to_bytes() == again
    except BadInput:
        return None
    return BadInput(Fault("lock has been re-wrapped on its way", file=file, hint=ATTACH)) if same else None
