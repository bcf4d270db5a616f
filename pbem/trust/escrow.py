"""The escrow of a game: k of n guardians can open what the moderator sealed, fewer cannot (PROTOCOL 3.3, 3.11).

The secret of the escrow key is sealed once for every group of k guardians, in k nested age files, one layer a
guardian. Plain `age -d`, once per guardian, opens them too: nobody needs this program to save a game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from math import comb
from secrets import token_hex

from pbem.errors import CheckFailed, Fault, Kind, bad
from pbem.trust import seal
from pbem.trust.forms import check_seat

#: 4 of 8 makes 70 files; more guardians would make a heap nobody can look through.
MOST_GUARDIANS = 8
TEST_HEADER = "pbem-guardian/1"
FILE = re.compile(r"([a-z][a-z0-9-]{0,15}(?:\+[a-z][a-z0-9-]{0,15}){0,7})\.age")


@dataclass(frozen=True, slots=True)
class Share:
    """The escrow secret for one group of guardians; the first named opens the outermost layer."""

    guardians: tuple[str, ...]
    sealed: str

    @property
    def name(self) -> str:
        """The share's file name: its guardians in the order in which they open it."""
        return "+".join(self.guardians) + ".age"


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
    if not 1 <= k <= len(guardians) <= MOST_GUARDIANS:
        raise bad(f"{k} of {len(guardians)} guardians make no escrow", hint=f"1 to {MOST_GUARDIANS}, k at most all")
    names = sorted(check_seat(name) for name in guardians)
    keys = {name: seal.check_recipient(guardians[name]) for name in names}
    if len(set(keys.values())) != len(keys):
        raise bad("two guardians have one key", hint="each guardian needs a key of his own")
    secret, public = seal.new_identity()
    shares = tuple(Share(group, nest([keys[name] for name in group], secret)) for group in combinations(names, k))
    return Escrow(public, k, shares), secret


def nest(recipients: Sequence[str], secret: str) -> str:
    """The secret in as many layers as there are recipients, the first outermost; only that one is armoured."""
    inner = secret.encode("ascii") + b"\n"
    for recipient in reversed(recipients[1:]):
        inner = seal.seal_binary([recipient], inner)
    return seal.seal(recipients[:1], inner)


def peel(identity: str, sealed: bytes | str) -> str:
    """One guardian's work: his layer off; what comes out is the next layer, armoured for mail, or the secret."""
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


def read_share(name: str, data: bytes) -> Share:
    """A share from its file."""
    match = FILE.fullmatch(name)
    if not match:
        raise bad(f"'{name}' names no share of an escrow", hint="it reads <guardian>+<guardian>.age")
    return Share(tuple(match[1].split("+")), seal.armour(seal.dearmour(data, name)))


def read_escrow(public: str, k: int, files: Mapping[str, bytes]) -> Escrow:
    """The escrow from its files; every group of k must be there, or the first missing one is named."""
    shares = tuple(read_share(name, files[name]) for name in sorted(files))
    names = sorted({guardian for share in shares for guardian in share.guardians})
    found = {share.guardians for share in shares}
    if not 1 <= k <= len(names) <= MOST_GUARDIANS:
        raise bad(f"shares name {len(names)} guardians, {k} of whom should suffice", hint=f"1 to {MOST_GUARDIANS}")
    for group in combinations(names, k):
        if group not in found:
            raise bad(f"escrow lacks the share of {', '.join(group)}")
    if len(shares) > comb(len(names), k):
        raise bad(f"escrow has {len(shares)} shares where {comb(len(names), k)} belong")
    return Escrow(seal.check_recipient(public), k, shares)


@dataclass(frozen=True, slots=True)
class GuardianTest:
    """A file by which a guardian proves, before the game, that he can open what is sealed to him."""

    guardian: str
    sealed: str
    answer: str

    def check(self, answer: str) -> None:
        """Raise unless this is the word he found inside, as he sent it back."""
        if sha256(answer.strip().encode("utf-8", errors="replace")).hexdigest() != self.answer:
            raise CheckFailed(
                Fault(f"answer of guardian '{self.guardian}' is not the word in his test file", kind=Kind.MISMATCH)
            )


def guardian_test(game: str, guardian: str, recipient: str) -> GuardianTest:
    """A fresh test file for a guardian; only the hash of its word is kept."""
    word = f"{TEST_HEADER} {game} {check_seat(guardian)} {token_hex(16)}"
    return GuardianTest(guardian, seal.seal([recipient], word.encode() + b"\n"), sha256(word.encode()).hexdigest())
