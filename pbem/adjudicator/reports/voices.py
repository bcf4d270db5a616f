"""A report's few words of its own: its opening, its asides under a step's title, its close.

Which of several lines is taken depends on the phase and on the notes the reader hears, and on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

from pbem.adjudicator.board.texts import texts_of
from pbem.base.records import dataclass

Lines = Mapping[str, Sequence[str]]
#: The key of the public's lines in a title's data.
PUBLIC = "everybody"
#: In place of a subject: no aside.
NONE = "none"
Subject = Callable[[str, frozenset[str]], str]


def one(lines: Sequence[str], *told: object) -> str:
    """One of the lines, always the same for the same things told."""
    return lines[crc32("/".join(map(str, told)).encode("utf-8")) % len(lines)]


@dataclass(frozen=True, slots=True)
class Voice:
    """A title's way of speaking to each of its sides; the public's key is the empty text."""

    openings: Lines  # side -> lines with {turn}, a phrase like 'turn 3'
    closings: Lines
    asides: Lines  # what a step was about -> lines
    subject: Subject  # a step's rule, and what was told in it -> what it was about

    @classmethod
    def of(cls, path: Path, subject: Subject | None = None) -> Voice:
        """Reads the lines from a title's data; without a `subject` of its own its data say that too."""
        told = texts_of(path)
        openings, closings = ({"" if side == PUBLIC else side: lines for side, lines in told[part].items()}
                              for part in ("openings", "closings"))  # fmt: skip
        return cls(openings, closings, told["asides"], subject or partial(subject_in, told["subjects"]))

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


def subject_in(subjects: Sequence[Mapping[str, Any]], rule: str, events: frozenset[str]) -> str:
    """The subject of a step by a title's data; empty where no line fits."""
    for line in subjects:
        told = not line.get("any") or bool(events & set(line["any"]))
        told = told and events >= set(line.get("all", ())) and not (events and "nothing" in line)
        if line["rule"] == rule and told:
            return "" if line["about"] == NONE else str(line["about"])
    return ""
