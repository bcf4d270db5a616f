"""The seed of a phase (PROTOCOL 3.7): a small text whose SHA-256 is the key of every public die of that phase.

The text is a file and not a binary mixture so that anybody can read it, mail it and run `sha256sum` on it. One file,
one meaning: the parser takes exactly the bytes that `to_bytes` writes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

from pbem.base.errors import BadInput, Fault, bad, quoted
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.trust.primitives.chain import LONGEST
from pbem.trust.primitives.forms import ascii_lines, check_form, check_hex32, check_phase, check_seat, number, placed

HEADER = "pbem-seed/1"
MOST_SEATS = 16
#: Header, game, phase, attempt, mod, sixteen seats and a beacon stay well below this.
MOST_BYTES = 4096
#: A compressed BLS12-381 point of either group: quicknet signs in 48 bytes, the older chains in 96.
SIGNATURE = pattern(r"[0-9a-f]{96}(?:[0-9a-f]{96})?")


@dataclass(frozen=True, slots=True)
class Link:
    """An opened value of somebody's chain."""

    index: int
    value: str

    def __post_init__(self) -> None:
        check_hex32(self.value, "chain value")
        if not 0 <= self.index <= LONGEST:
            raise bad(f"{self.index} is no chain index", hint=f"0 to {LONGEST}")

    def __str__(self) -> str:
        return f"{self.index} {self.value}"


@dataclass(frozen=True, slots=True)
class Drand:
    """The beacon of one round, with the network it belongs to."""

    chain: str
    round: int
    signature: str

    def __post_init__(self) -> None:
        check_hex32(self.chain, "chain hash of a beacon network")
        check_form(SIGNATURE, self.signature, "beacon signature", "96 or 192 digits of lower-case hex")
        if self.round < 1:
            raise bad(f"{self.round} is no beacon round", hint="rounds are counted from 1")

    def __str__(self) -> str:
        return f"{self.chain} {self.round} {self.signature}"


@dataclass(frozen=True, slots=True)
class Seed:
    """Everything the dice of one phase follow from; `game` is the SHA-256 of the charter."""

    game: str
    phase: str
    attempt: int
    mod: Link
    seats: tuple[tuple[str, Link], ...] = ()
    drand: Drand | None = None

    def __post_init__(self) -> None:
        check_hex32(self.game, "charter hash")
        check_phase(self.phase)
        if self.attempt < 1:
            words = f"attempt {self.attempt}"
            raise bad(f"'{words}' counts no attempt", excerpt=words, hint="attempts are counted from 1")
        if self.mod.index < 1:
            hint = "index 0 is the anchor, which all know beforehand"
            raise bad("the moderator's chain is not opened", excerpt=f"mod {self.mod}", hint=hint)
        for seat, _ in self.seats:
            check_seat(seat)
        self._check_company()

    def _check_company(self) -> None:
        """3.7: the moderator alone would know the dice beforehand; and one order of seats only."""
        if not self.seats and not self.drand:
            raise bad("nobody but the moderator contributes", hint="add a seat line or a drand line")
        if len(self.seats) > MOST_SEATS:
            raise bad(f"{len(self.seats)} seats contribute", hint=f"at most {MOST_SEATS} may")
        for (before, _), (seat, _) in pairwise(self.seats):
            if before == seat:
                raise bad(f"seat '{seat}' contributes twice", excerpt=f"seat {seat}")
            if before > seat:
                hint = "seats are sorted by name"
                raise bad(f"seat '{seat}' stands after '{before}'", excerpt=f"seat {seat}", hint=hint)

    def to_bytes(self) -> bytes:
        """The file."""
        lines = [HEADER, f"game {self.game}", f"phase {self.phase}", f"attempt {self.attempt}", f"mod {self.mod}"]
        lines += [f"seat {seat} {link}" for seat, link in self.seats]
        lines += [f"drand {self.drand}"] if self.drand else []
        return "".join(f"{line}\n" for line in lines).encode("ascii")

    @property
    def key(self) -> bytes:
        """The key of lane `pub`: SHA-256 of the file."""
        return hashlib.sha256(self.to_bytes()).digest()


def _link(index: str, value: str) -> Link:
    return Link(number(index, "chain index"), value)


def _seat(seat: str, index: str, value: str) -> tuple[str, Link]:
    return check_seat(seat), _link(index, value)


def _drand(chain: str, beacon_round: str, signature: str) -> Drand:
    return Drand(chain, number(beacon_round, "beacon round"), signature)


#: Keyword -> the words after it and how they are read, in the order the lines stand; `seat` alone is repeated.
LINES: dict[str, tuple[str, Callable[..., Any]]] = {
    HEADER: ("", lambda: HEADER),
    "game": ("<charter sha256>", partial(check_hex32, what="charter hash")),
    "phase": ("<phase>", check_phase),
    "attempt": ("<n>", partial(number, what="attempt")),
    "mod": ("<index> <hex>", _link),
    "seat": ("<seat> <index> <hex>", _seat),
    "drand": ("<chain hash> <round> <signature>", _drand),
}
RANK = {keyword: rank for rank, keyword in enumerate(LINES)}
NEEDED = (HEADER, "game", "phase", "attempt", "mod")


def parse_seed(data: bytes, file: str = "") -> Seed:
    """The seed a file holds; every line at fault is named, and nothing but the one form is taken."""
    faults: list[Fault] = []
    parts: dict[str, list[Any]] = {keyword: [] for keyword in LINES}
    furthest = HEADER
    lines = ascii_lines(data, file, MOST_BYTES)
    for row, line in enumerate(lines, 1):
        try:
            keyword, value = _read_line(line, furthest, parts)
        except BadInput as error:
            faults += (placed(fault, file, row, line) for fault in error.faults)
        else:
            parts[keyword].append(value)
            furthest = keyword
    faults += (Fault(f"the line '{keyword}' is missing", file) for keyword in NEEDED if not rows_of(keyword, lines))
    if faults:
        raise BadInput(faults)
    try:
        return _build(parts)
    except BadInput as error:
        raise BadInput(located(fault, file, lines) for fault in error.faults) from None


def _read_line(line: str, furthest: str, parts: dict[str, list[Any]]) -> tuple[str, Any]:
    """One line's keyword and meaning."""
    keyword, *words = line.split(" ")
    if keyword not in LINES:
        raise bad(f"{quoted(keyword)} begins no line of a seed", excerpt=keyword, hint="one of " + ", ".join(LINES))
    usage, read = LINES[keyword]
    if len(words) != usage.count("<"):
        raise bad(f"{quoted(line)} has not the words of its line", hint=f"it reads '{f'{keyword} {usage}'.strip()}'")
    if RANK[keyword] < RANK[furthest]:
        raise bad(f"'{keyword}' stands after '{furthest}'", excerpt=keyword, hint="the order is " + ", ".join(LINES))
    if parts[keyword] and keyword != "seat":
        raise bad(f"'{keyword}' stands twice", excerpt=keyword)
    return keyword, read(*words)


def rows_of(words: str, lines: list[str]) -> list[int]:
    """The lines, counted from 1, that begin with these words."""
    return [row for row, line in enumerate(lines, 1) if f"{line} ".startswith(f"{words} ")]


def located(fault: Fault, file: str, lines: list[str]) -> Fault:
    """A fault of the whole seed, given the place of the last line that begins with the words it quotes."""
    rows = rows_of(fault.excerpt, lines) if fault.excerpt else []
    return placed(fault, file, rows[-1], lines[rows[-1] - 1]) if rows else fault.at(file)


def _build(parts: dict[str, list[Any]]) -> Seed:
    """The seed from its lines, judged as a whole by its own constructor."""
    (game,), (phase,), (attempt,), (mod,) = (parts[keyword] for keyword in NEEDED[1:])
    return Seed(game, phase, attempt, mod, tuple(parts["seat"]), *parts["drand"])
