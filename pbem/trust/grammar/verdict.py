"""The verdict of a check: everything matches, somebody had a choice, or it does not match (8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from pbem.base.records import dataclass


class Verdict(Enum):
    """The three verdicts; their values are the exit codes of `pbem verify`."""

    MATCHES = 0
    MISMATCH = 4
    CHOICE = 5


@dataclass(frozen=True, slots=True)
class Event:
    """Something in a record that matches, and by which somebody could have chosen: what, to whom, worth how much."""

    #: E1 to E11 of docs/protocol.md, or the empty text for a remark that belongs to none of them.
    code: str
    words: str
    phase: str = ""
    seat: str = ""
    #: How many bits of a phase's dice it was worth at most; None where nothing bounds it.
    bits: float | None = 0.0
    #: Whether it is a remark, which changes no verdict.
    remark: bool = False
    #: The line of the ledger it hangs on.
    line: int = 0

    def __str__(self) -> str:
        return f"{self.phase}: {self.words}" if self.phase else self.words

    def as_json(self) -> dict[str, Any]:
        """The event as a program reads it."""
        return {
            "code": self.code, "phase": self.phase, "seat": self.seat, "bits": self.bits, "remark": self.remark,
            "line": self.line, "words": str(self),
        }  # fmt: skip


def verdict_of(faults: Iterable[object], events: Iterable[Event]) -> Verdict:
    """The verdict on a record with these faults and events."""
    if any(True for _ in faults):
        return Verdict.MISMATCH
    return Verdict.CHOICE if any(not event.remark for event in events) else Verdict.MATCHES


def bits_in_words(events: Iterable[Event]) -> str:
    """Describes the worth of all events together."""
    bits = [event.bits for event in events if not event.remark]
    if None in bits:
        return "without bound"
    return f"{in_bits(sum(each for each in bits if each is not None))} at most"


def in_bits(bits: float) -> str:
    """Bits to a tenth, in words."""
    number = f"{bits:.1f}".removesuffix(".0")
    return f"{number} bit" if number == "1" else f"{number} bits"


def headline(verdict: Verdict, events: tuple[Event, ...], confirmed: Mapping[str, int]) -> str:
    """The first words of a verdict on a record without faults. `confirmed` is how many lines each seat has seen."""
    if verdict is Verdict.CHOICE:
        times = sum(not event.remark for event in events)
        counted = f"{times} {'time' if times == 1 else 'times'}, {bits_in_words(events)}"
        return f"everything matches, but somebody had a choice: {counted}"
    least = min(confirmed.values(), default=0)
    how_far = f"up to line {least - 1}, which every seat has confirmed, " if least else ""
    words = f"everything matches: {how_far}no decision had a second seed and no order in time was dropped"
    remarks = sum(event.remark for event in events)
    return f"{words}; {remarks} {'remark' if remarks == 1 else 'remarks'}" if remarks else words


def waiting(confirmed: Mapping[str, int], size: int) -> list[str]:
    """Names the seats that have not confirmed so many lines yet, under any verdict."""
    return [f"not confirmed yet by '{seat}': since line {seen}" for seat, seen in confirmed.items() if seen < size]


#: Grammar 1: nothing bounds what its moderator could choose.
PLAYED_BEFORE = Event(
    "E11", "played under the rules of before: the moderator could choose dice and drop orders, and nobody could tell",
    bits=None,
)  # fmt: skip
