"""The escrow of a game: k of n guardians can open what the moderator sealed, fewer cannot (PROTOCOL 3.3, 3.11).

The secret of the escrow key is sealed once for every group of k guardians, in k nested age files, one layer a
guardian. Plain `age -d`, once per guardian, opens them too: nobody needs this program to save a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from math import comb
from secrets import token_hex

from pbem.base.counting import counted
from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.trust.seal import seal

MOST_GUARDIANS = 16
#: 4 of 8 makes 70 files; beyond this it is a heap nobody can look through.
MOST_SHARES = 100
TEST_HEADER = "pbem-guardian/1"
FILE = pattern(r"escrow-([1-9][0-9]?(?:\+[1-9][0-9]?){0,15})\.age")


@dataclass(frozen=True, slots=True)
class Share:
    """The escrow secret for one group of guardians; the first named opens the outermost layer."""

    numbers: tuple[int, ...]
    guardians: tuple[str, ...]
    sealed: str

    @property
    def name(self) -> str:
        """The share's file name: its guardians' numbers, counted from 1 as the charter lists them, in opening order."""
        return f"escrow-{'+'.join(map(str, self.numbers))}.age"


@dataclass(frozen=True, slots=True)
class Escrow:
    """The public escrow key that a charter names, with every share of its secret."""

    public: str
    k: int
    shares: tuple[Share, ...]

    def share_of(self, guardians: Sequence[str]) -> Share:
        """The share that just these guardians can open, however they are listed."""
        for share in self.shares:
            if sorted(guardians) == sorted(share.guardians):
                return share
        raise bad(f"no share is sealed to {', '.join(guardians)}", hint=f"any {self.k} of the guardians hold one")


def make_escrow(guardians: Mapping[str, str], k: int) -> tuple[Escrow, str]:
    """An escrow for guardians (name to age key), and the fresh secret itself, which its maker should forget."""
    names, keys = tuple(guardians), tuple(guardians.values())
    if len(set(keys)) != len(keys):
        raise bad("two guardians have one key", hint="each guardian needs a key of his own")
    secret, public = seal.new_identity()
    shares = tuple(
        Share(numbers, named(names, numbers), nest([keys[number - 1] for number in numbers], secret))
        for numbers in groups(len(names), k)
    )
    return Escrow(public, k, shares), secret


def groups(count: int, k: int) -> tuple[tuple[int, ...], ...]:
    """Every k of that many guardians, by number."""
    if not 1 <= k <= count <= MOST_GUARDIANS or comb(count, k) > MOST_SHARES:
        hint = f"at most {MOST_GUARDIANS} guardians, and {MOST_SHARES} groups of them"
        raise bad(f"{k} of {counted(count, 'guardian')} make no escrow", hint=hint)
    return tuple(combinations(range(1, count + 1), k))


def named(names: Sequence[str], numbers: Sequence[int]) -> tuple[str, ...]:
    """The guardians behind these numbers."""
    return tuple(names[number - 1] for number in numbers)


def nest(recipients: Sequence[str], secret: str) -> str:
    """The secret in as many layers as there are recipients, the first outermost; only that one is armoured."""
    inner = secret.encode("ascii") + b"\n"
    for recipient in reversed(recipients[1:]):
        inner = seal.seal_binary([recipient], inner)
    return seal.seal(recipients[:1], inner)


def peel(identity: str, sealed: bytes | str) -> str:
    """Removes one guardian's layer and returns the next, armoured for mail, or the secret."""
    inside = seal.unseal(identity, sealed)
    if inside.startswith(seal.MAGIC):
        return seal.armour(inside)
    return seal.check_identity(inside.decode("ascii", errors="replace").removesuffix("\n"))


def rebuild(escrow: Escrow, identities: Sequence[str]) -> str:
    """The escrow secret from k guardians' keys, given in any order; checked against the public key."""
    for share in escrow.shares:
        secret = open_share(share, identities, escrow.k)
        if secret is None:
            continue
        if seal.public_of(secret) != escrow.public:
            raise CheckFailed(Fault(f"share {share.name} holds the secret of another key", kind=Kind.MISMATCH))
        return secret
    raise CheckFailed(
        Fault("these keys open no share of the escrow", kind=Kind.MISMATCH, hint=f"{escrow.k} guardians are needed")
    )


def open_share(share: Share, identities: Sequence[str], k: int) -> str | None:
    """The secret behind all layers of a share, if these keys are enough."""
    content = share.sealed
    for _ in range(k):
        try:
            inside = seal.unseal_any(identities, content)
        except CheckFailed:
            return None
        if not inside.startswith(seal.MAGIC):
            return seal.check_identity(inside.decode("ascii", errors="replace").removesuffix("\n"))
        content = seal.armour(inside)
    return None


def read_escrow(public: str, guardians: Sequence[str], k: int, files: Mapping[str, bytes]) -> Escrow:
    """The escrow from its files, for guardians in the charter's order; every group of k must be there, and no other."""
    expected = groups(len(guardians), k)
    found = {numbers_of(name): name for name in sorted(files)}
    for numbers in found:
        if numbers not in expected:
            raise bad(f"'{found[numbers]}' belongs to no group of {k} of {counted(len(guardians), 'guardian')}")
    for numbers in expected:
        if numbers not in found:
            raise bad(f"escrow lacks the share of {', '.join(named(guardians, numbers))}")
    shares = (
        Share(numbers, named(guardians, numbers), seal.armour(seal.dearmour(files[found[numbers]], found[numbers])))
        for numbers in expected
    )
    return Escrow(seal.check_recipient(public), k, tuple(shares))


def numbers_of(name: str) -> tuple[int, ...]:
    """The guardians' numbers in a share's file name."""
    match = FILE.fullmatch(name)
    if not match:
        raise bad(f"'{name}' names no share of an escrow", hint="it reads escrow-<number>+<number>.age")
    return tuple(int(number) for number in match[1].split("+"))


@dataclass(frozen=True, slots=True)
class GuardianTest:
    """A test file for a guardian, to prove before the game that they can open their seals."""

    guardian: str
    sealed: str
    answer: str

    def check(self, answer: str) -> None:
        """Raises unless the answer is the word inside the file."""
        if sha256(answer.strip().encode("utf-8", errors="replace")).hexdigest() != self.answer:
            raise CheckFailed(
                Fault(f"answer of guardian '{self.guardian}' is not the word in his test file", kind=Kind.MISMATCH)
            )


def guardian_test(game: str, guardian: str, recipient: str) -> GuardianTest:
    """A fresh test file for a guardian; only the hash of its word is kept."""
    word = f"{TEST_HEADER} {game} {token_hex(16)}"
    return GuardianTest(guardian, seal.seal([recipient], word.encode() + b"\n"), sha256(word.encode()).hexdigest())
