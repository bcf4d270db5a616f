"""Notation of rolls and draws: '2d6', 'draw:3of54' (PROTOCOL 3.7). It does not know how dice fall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from pbem.base.errors import bad, quoted
from pbem.base.patterns import pattern
from pbem.base.records import dataclass

DICE = pattern(r"([1-9][0-9]{0,2})d([1-9][0-9]{0,4})")
DRAW = pattern(r"draw:([1-9][0-9]{0,4})of([1-9][0-9]{0,4})")
SPEC_HINT = "dice like '2d6' (at most 999d65536) or a draw like 'draw:3of54'"
#: A word of the stream has at most two bytes, so nothing is drawn from more.
WIDEST = 65_536


@dataclass(frozen=True, slots=True)
class Spec:
    """A roll of `count` dice with `size` faces, or a draw of `count` from `size` without putting back."""

    text: str
    count: int
    size: int
    draws: bool
    #: The faces of every byte, and the bytes that are skipped; None where a byte cannot carry the face.
    faces: bytes | None
    skipped: bytes

    def ranges(self) -> Iterator[int]:
        """The range of each number read from the stream."""
        return iter(range(self.size, self.size - self.count, -1)) if self.draws else iter([self.size] * self.count)

    def arrange(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """Numbers from the stream to faces counted from 1, or to drawn positions counted from 0."""
        if not self.draws:
            return tuple(drawn + 1 for drawn in numbers)
        positions, moved = [], dict[int, int]()
        for i, drawn in enumerate(numbers):  # 3.7: forward Fisher-Yates, noting only the cards that were moved
            positions.append(moved.get(i + drawn, i + drawn))
            moved[i + drawn] = moved.get(i, i)
        return tuple(positions)

    def fits(self, values: Sequence[int]) -> bool:
        """Checks that the values could come from such a roll."""
        first = 0 if self.draws else 1
        in_range = all(first <= value < first + self.size for value in values)
        return len(values) == self.count and in_range and not (self.draws and len(set(values)) < self.count)


@lru_cache(maxsize=4096)
def read_spec(text: str) -> Spec:
    """The meaning of '2d6' or 'draw:3of54', or a fault."""
    if found := DICE.fullmatch(text):
        count, size = int(found[1]), int(found[2])
        if 2 <= size <= WIDEST:
            return Spec(text, count, size, False, *_table(size))
    if found := DRAW.fullmatch(text):
        count, size = int(found[1]), int(found[2])
        if count <= size <= WIDEST:
            return Spec(text, count, size, True, None, b"")
    raise bad(f"{quoted(text)} is nothing to roll", excerpt=text, rule="PROTOCOL 3.7", hint=SPEC_HINT)


@lru_cache(maxsize=256)
def throws(dice: str, least: int) -> tuple[int, int]:
    """Counts the throws of some dice, and those of them that come to a number or more."""
    spec = read_spec(dice)
    totals = [sum(each) for each in product(range(1, spec.size + 1), repeat=spec.count)]
    return len(totals), sum(total >= least for total in totals)


def _table(size: int) -> tuple[bytes | None, bytes]:
    """For one-byte dice, the face of every byte value and the values that would favour the low faces."""
    if size > 255:
        return None, b""
    return bytes(byte % size + 1 for byte in range(256)), bytes(range(256 // size * size, 256))


def check_spec(spec: str) -> None:
    """A spec of 3.7, or a fault."""
    read_spec(spec)
