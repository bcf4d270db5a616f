"""Hash chains (PROTOCOL 3.3): rows of promises made at the start of a game and opened one by one.

The anchor is in the charter before anything else of the game is known. Each opened value hashes down to the anchor, so
the owner of the chain can neither choose the next value nor show another one.
"""

from __future__ import annotations

import hashlib
import secrets
from functools import lru_cache

from pbem.base.errors import bad
from pbem.trust.primitives.forms import HEX32, check_hex32

#: Links of a new chain; at two attempts a phase this lasts for 500 phases.
LENGTH = 1024
#: No chain is longer: two readers agree on the last value, and a wild index costs a checker no time.
LONGEST = LENGTH
#: From this value on, its owner reads that the chain comes to its end; a `rotate` to oneself brings a fresh one.
NEARLY_USED = 1000


def step(value: str) -> str:
    """The value one link nearer to the anchor."""
    return hashlib.sha256(b"pbem-chain/1 " + value.encode("ascii")).hexdigest()


@lru_cache(16)
def row(top: str, length: int) -> tuple[str, ...]:
    """All values of a chain, anchor first."""
    values = [top]
    for _ in range(length):
        values.append(step(values[-1]))
    return tuple(reversed(values))


class Chain:
    """A chain with its secret top: only its owner holds one of these."""

    __slots__ = ("_length", "_top")

    def __init__(self, top_hex: str, length: int = LENGTH) -> None:
        if not 1 <= length <= LONGEST:
            raise bad(f"{length} is no length of a chain", hint=f"1 to {LONGEST} links")
        self._top, self._length = check_hex32(top_hex, "chain value"), length

    @property
    def _values(self) -> tuple[str, ...]:
        """All of it, anchor first, made when it is asked for: most commands open none."""
        return row(self._top, self._length)

    @property
    def anchor(self) -> str:
        """Returns the value that stands in the charter."""
        return self._values[0]

    @property
    def top(self) -> str:
        """The secret that everything else follows from."""
        return self._top

    def value(self, index: int) -> str:
        """The value to open at this index; 0 is the anchor itself."""
        if not 0 <= index <= self._length:
            raise bad(f"the chain has no value {index}", hint=f"it ends at {self._length}")
        return self._values[index]

    def __repr__(self) -> str:
        return f"Chain(anchor={self.anchor}, length={self._length})"


def new_chain(length: int = LENGTH) -> Chain:
    """A chain from a fresh random top, for one game only."""
    return Chain(secrets.token_hex(32), length)


def leads_to(value: str, index: int, anchor: str) -> bool:
    """Tells if a value opened at this index hashes down to the anchor, or to a later value that does."""
    if not (HEX32.fullmatch(value) and HEX32.fullmatch(anchor) and 0 <= index <= LONGEST):
        return False
    known = furthest(anchor)
    sure, end = known[0] if known[0][0] <= index else (0, anchor)
    last = value
    for _ in range(index - sure):
        last = step(last)
    if last == end and index > sure:
        known[0] = (index, value)
    return last == end


@lru_cache(maxsize=256)
def furthest(anchor: str) -> list[tuple[int, str]]:
    """The furthest value that was found to lead to an anchor, and its index: the next one is a step from there. Without
    it a game of n phases would cost n times n steps."""
    return [(0, anchor)]
