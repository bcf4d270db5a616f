"""Luck for samplers, bots and fuzzers: a plain SHA-256 stream from a seed, the same on every machine for ever.

Never used for a game's dice: those come from pbem.trust.dice.dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from hashlib import sha256
from typing import Protocol, TypeVar

from pbem.adjudicator.engine.order_parts import Entries, Entry
from pbem.adjudicator.engine.table import Amount, Choose, Decision, Pick, Plain

T = TypeVar("T")


class Chance(Protocol):
    """A source of luck for a sampler."""

    def below(self, number: int) -> int: ...
    def pick(self, options: Sequence[T]) -> T: ...
    def some(self, options: Sequence[T], least: int, most: int) -> list[T]: ...


class SeededChance:
    """A stream of bytes from a seed, cut without bias."""

    __slots__ = ("block", "count", "position", "seed")

    def __init__(self, seed: str) -> None:
        self.seed = seed.encode()
        self.count = 0
        self.block = b""
        self.position = 0

    def word(self) -> int:
        """Four bytes."""
        if self.position == len(self.block):
            self.block = sha256(b"%s %d" % (self.seed, self.count)).digest()
            self.count += 1
            self.position = 0
        self.position += 4
        return int.from_bytes(self.block[self.position - 4 : self.position], "big")

    def below(self, number: int) -> int:
        """0 to number - 1, each as likely."""
        limit = (1 << 32) // number * number
        while (word := self.word()) >= limit:
            pass
        return word % number

    def pick(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def some(self, options: Sequence[T], least: int, most: int) -> list[T]:
        """A random number of them between the bounds, in random order."""
        left = list(options)
        number = least + self.below(min(most, len(left)) - least + 1)
        return [left.pop(self.below(len(left))) for _ in range(number)]


@singledispatch
def sample(decision: Decision, chance: Chance) -> Plain:
    """Any legal answer to a question, picked by chance; a title registers one sampler for each kind of its own."""
    raise TypeError(f"no sampler is registered for {type(decision).__name__}")


@sample.register(Choose)
def sample_choice(decision: Choose[str], chance: Chance) -> Plain:
    """One of the options."""
    return str(chance.pick(tuple(decision.options)))


@sample.register
def sample_picks(decision: Pick, chance: Chance) -> Plain:
    """As many of the options as may be, or fewer, in any order."""
    return chance.some(tuple(decision.options), decision.least, decision.most)


@sample.register
def sample_amount(decision: Amount, chance: Chance) -> Plain:
    """Any of the numbers."""
    return str(decision.least + chance.below(decision.most - decision.least + 1))


@sample.register
def sample_entry(decision: Entry, chance: Chance) -> Plain:
    """Nothing: the rule's own default."""
    return {}


@sample.register
def sample_entries(decision: Entries, chance: Chance) -> Plain:
    """The same for a list."""
    return []
