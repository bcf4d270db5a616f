"""The account in a letter of grammar 2: how much of the ledger its sender saw, when, and what is amiss.

Locks, openings and `seen/1` end in the same lines: `seen`, `at`, then up to eight `missing` and eight `late`, numbered,
because strict YAML refuses a key that comes twice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from pbem.base.clock import parse_time
from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, bad
from pbem.base.patterns import pattern
from pbem.base.records import dataclass, field
from pbem.schema import read_as
from pbem.trust.people.charter import Charter
from pbem.trust.primitives.forms import check_hex32, check_seat
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.sshkeys import SigningKey
from pbem.trust.ssh.transport import lf_form, strict_base64

HEADER = "pbem: seen/1"
#: How many letters may be called missing, and how many lines late; who has more to say sends seen/1 letters first.
MOST_AMISS = 8
MOST_BYTES = 2048
KEYS = ("game", "charter", "seat")
#: The keys of an account, in their order.
ACCOUNT_KEYS = (
    "seen", "at", *(f"missing{n}" for n in range(1, MOST_AMISS + 1)), *(f"late{n}" for n in range(1, MOST_AMISS + 1)),
)  # fmt: skip
GAME = pattern(r"[a-z0-9-]{1,40}")


@dataclass(frozen=True, slots=True)
class Account:
    """The sender's view of the ledger, their clock, and differences from what they know."""

    size: int
    root: str
    at: str
    #: Hashes of locks or openings that were sent in time and count for nothing.
    missing: tuple[str, ...] = ()
    #: Lines of the ledger that came too late, and when they came.
    late: tuple[tuple[int, str], ...] = ()

    def __post_init__(self) -> None:
        check_head(self.size, self.root)
        parse_time(self.at)
        for digest in self.missing:
            check_hex32(digest, "hash of a missing letter")
        for line, moment in self.late:
            if not 0 <= line < 10**6:
                raise bad(f"{line} is no line of a ledger")
            parse_time(moment)
        if max(len(self.missing), len(self.late)) > MOST_AMISS:
            raise bad(f"more than {MOST_AMISS} lines of one kind say what is amiss", hint="send seen/1 letters first")

    @property
    def seen(self) -> tuple[int, str]:
        """The ledger's head: its size and its root."""
        return self.size, self.root

    def lines(self) -> list[str]:
        """The last lines of the letter."""
        missing = [f"missing{n}: {digest}" for n, digest in enumerate(self.missing, 1)]
        late = [f"late{n}: {line} {moment}" for n, (line, moment) in enumerate(self.late, 1)]
        return [f"seen: {self.size} {self.root}", f"at: {self.at}", *missing, *late]


def check_head(size: int, root: str) -> None:
    """Refuses what is no size of a ledger with the 32 bytes of a root."""
    if not 0 <= size < 10**9:
        raise bad(f"{size} is no size of a ledger")
    if len(strict_base64(root) or b"") != 32:
        raise bad(f"'{root[:80]}' is no root of a ledger", hint="32 bytes in base64, as in the checkpoint")


def account_of(fields: Mapping[str, Any]) -> Account:
    """The account that the fields of a letter give; a gap in the numbering is found by the letter's one spelling."""
    size, _, root = str(fields["seen"]).partition(" ")
    late = [str(fields[key]).partition(" ") for key in ACCOUNT_KEYS if key.startswith("late") and key in fields]
    return Account(
        size=whole(size), root=root, at=str(fields["at"]),
        missing=tuple(str(fields[key]) for key in ACCOUNT_KEYS if key.startswith("missing") and key in fields),
        late=tuple((whole(line), moment) for line, _, moment in late),
    )  # fmt: skip


def whole(text: str) -> int:
    """A decimal of sane length, or a fault."""
    if not re.fullmatch(r"0|[1-9][0-9]{0,8}", text):
        raise bad(f"'{text[:40]}' is no number", hint="a decimal without leading zeros")
    return int(text)


# ------------------------------------------------------------------------------------------------------------- seen/1
@dataclass(frozen=True, slots=True)
class Seen:
    """A seat's word that it has seen the ledger, where no lock or opening is due that would say so."""

    game: str
    charter: str
    seat: str
    account: Account = field()

    def __post_init__(self) -> None:
        if not GAME.fullmatch(self.game):
            raise bad(f"'{self.game}' is no game", hint="up to 40 of a-z, 0-9 and -")
        check_hex32(self.charter, "hash for 'charter'")
        check_seat(self.seat)

    def to_bytes(self) -> bytes:
        """Its one spelling."""
        lines = [HEADER, *(f"{key}: {getattr(self, key)}" for key in KEYS), *self.account.lines()]
        return ("\n".join(lines) + "\n").encode("ascii")

    @property
    def sha256(self) -> str:
        """Returns its hash, by which the ledger names it."""
        return sha256(self.to_bytes()).hexdigest()


def parse_seen(data: bytes, file: str = "") -> Seen:
    """The word, if these are exactly the bytes of one, line ends apart."""
    if len(data) > MOST_BYTES:
        raise bad(f"is no word about what was seen: larger than {MOST_BYTES} bytes", file=file)
    text = lf_form(data)
    fields = read_as("seen", text, file)
    try:
        word = Seen(str(fields["game"]), str(fields["charter"]), str(fields["seat"]), account_of(fields))
    except BadInput as error:
        raise error.at(file) from None
    if word.to_bytes() != text:
        hint = f"order of lines: {', '.join((*KEYS, 'seen', 'at', 'missing1', '...', 'late1', '...'))}"
        raise bad("word is written in another way than ours", file=file, hint=hint)
    return word


def make_seen(charter: Charter, seat: str, account: Account, key: SigningKey) -> tuple[bytes, str]:
    """The word and its signature, ready to mail to everybody."""
    if key.public not in [keys.ssh for keys in charter.seat(seat).people]:
        fault = Fault(f"key {key.public.fingerprint()} is not the one of seat '{seat}'", kind=Kind.UNKNOWN)
        raise CheckFailed(fault)
    text = Seen(charter.game, charter.sha256, seat, account).to_bytes()
    return text, sshsig.sign(key, text, sshsig.namespace("seen"))


def check_seen_word(data: bytes, signature: str | bytes, charter: Charter) -> Seen:
    """The word, if it is of this game and signed by its seat."""
    word = parse_seen(data)
    if (word.game, word.charter) != (charter.game, charter.sha256):
        raise CheckFailed(Fault(f"word is for another game or charter: '{word.game}'", kind=Kind.MISMATCH))
    if word.seat not in charter.seat_names:
        raise CheckFailed(Fault(f"'{word.seat}' has no seat in this game", kind=Kind.UNKNOWN))
    charter.seat(word.seat).check(word.to_bytes(), "seen", signature)
    return word
