"""A report's few words of its own: its opening, its asides under a step's title, its close.

Which of several lines is taken depends on the phase and on the notes the reader hears, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from pbem.adjudicator.board.texts import texts_of

Lines = Mapping[str, Sequence[str]]
#: The key of the public's lines in a title's data.
PUBLIC = "everybody"


def one(lines: Sequence[str], *told: object) -> str:
    """One of the lines, always the same for the same things told."""
    return lines[crc32("/".join(map(str, told)).encode("utf-8")) % len(lines)]


@dataclass(frozen=True, slots=True)
class Voice:
    """A title's way of speaking to each of its sides; the public's key is the empty text."""

    openings: Lines  # side -> lines with {turn}, a phrase like 'turn 3'
    closings: Lines
    asides: Lines  # what a step was about -> lines
    subject: Callable[[str, frozenset[str]], str]  # a step's rule, and what was told in it -> what it was about

    @classmethod
    def of(cls, path: Path, subject: Callable[[str, frozenset[str]], str]) -> Voice:
        """Reads the lines from a title's data, where the public is called `everybody`."""
        told = texts_of(path)
        openings, closings = ({"" if side == PUBLIC else side: lines for side, lines in told[part].items()}
                              for part in ("openings", "closings"))  # fmt: skip
        return cls(openings, closings, told["asides"], subject)

    def opening(self, side: str, phase: str, turn: int) -> str:
        """The first sentence."""
        return one(self.openings[side], phase, "opening").format(turn=f"turn {turn}" if turn else "the setting up")

    def closing(self, side: str, phase: str) -> str:
        """The last."""
        return one(self.closings[side], phase, "closing")

    def aside(self, rule: str, events: Iterable[str], phase: str) -> str:
        """A few words on a step, or none, from the events the reader was told in it."""
        about = self.subject(rule, frozenset(events))
        return one(self.asides[about], phase, rule) if about else ""
