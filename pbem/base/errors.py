"""Faults are values that are gathered; exceptions only carry them to the edge.

A fault says where (file, line, column, counted from 1), quotes the text it speaks of, names the rule, and gives
one hint that can be acted on. Three families of exception follow the exit codes of the command line: what was
given is at fault (1), we wait for answers (3), a check failed (4). Usage (2) is click's own.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import Any

from pbem.base.records import dataclass, replace

#: The longest label, and then some: what is longer is not worth repeating in full.
QUOTED_AT_MOST = 160


class Kind(Enum):
    """The sort of a fault, so that a program can tell faults apart without reading English."""

    MALFORMED = "malformed"
    UNKNOWN = "unknown"
    AMBIGUOUS = "ambiguous"
    ILLEGAL = "illegal"
    LATE = "late"
    UNSIGNED = "unsigned"
    MISMATCH = "mismatch"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong, with its place, its words, its rule and a hint."""

    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    excerpt: str = ""
    width: int = 1
    rule: str = ""
    hint: str = ""
    kind: Kind = Kind.MALFORMED

    def at(self, file: str) -> Fault:
        """The same fault, with the file's name filled in where it was not known yet."""
        return self if self.file else replace(self, file=file)

    def render(self, word: str = "error") -> str:
        """The fault as a person reads it: error line, the text under a caret, hint."""
        rule = f" (rule {self.rule})" if self.rule else ""
        lines = [f"pbem: {word}: {visible(self.place())}{visible(self.message)}{rule}"]
        if self.excerpt:
            lines += caret_lines(self.excerpt, self.line, self.column, self.width)
        lines += [f"pbem: hint: {visible(hint)}" for hint in self.hint.splitlines()]
        return "\n".join(lines)

    def told(self, letter: str = "") -> str:
        """Returns the fault for the writer of the file called `letter`, a name that they do not know."""
        own = replace(self, file="") if self.file == letter else self
        first, *rest = own.render().removeprefix("pbem: error: ").splitlines()
        return "\n".join([f"* {first}", *(f"  {line.removeprefix('pbem: ')}" for line in rest)])

    def place(self) -> str:
        """Returns file, line and column as far as they are known; a fault of a game has no file."""
        numbers = [str(number) for number in (self.line, self.column) if number]
        name = self.file or ("input" if numbers else "")
        return ":".join([*([name] if name else []), *numbers, " "]) if name else ""

    def as_json(self) -> dict[str, Any]:
        """The fault as a program reads it; empty fields are left out."""
        fields = {
            "kind": self.kind.value, "message": self.message, "file": self.file, "line": self.line,
            "column": self.column, "text": self.excerpt, "rule": self.rule, "hint": self.hint,
        }
        return {name: value for name, value in fields.items() if value}


def visible(text: str) -> str:
    """The text with every control, bidi or zero-width character spelt out, so that no file can dress our words."""
    if text.isprintable():  # none of them, nor any blank but a space
        return text
    return "".join(f"<U+{ord(c):04X}>" if hidden(c) else c for c in text)


def hidden(character: str) -> bool:
    """Controls, format and bidi characters, surrogates, and the two separators that end a line."""
    return unicodedata.category(character)[0] == "C" or character in "\u2028\u2029"


def quoted(text: str) -> str:
    """The user's words between quotes, cut short where they run on."""
    return f"'{text}'" if len(text) <= QUOTED_AT_MOST else f"'{text[:QUOTED_AT_MOST]}...'"


def caret_lines(excerpt: str, line: int, column: int, width: int) -> list[str]:
    """The offending line and, under it, carets below the offending words; long lines are cut around the place."""
    start = max(0, column - 50)
    before, rest = excerpt[start : max(column - 1, 0)], excerpt[max(column - 1, 0) : start + 71]
    shown = visible(before)
    gutter = f"{line:5d} | "
    carets = "^" * max(1, min(width, len(visible(rest)) or 1))
    return [gutter + shown + visible(rest), " " * (len(gutter) - 2) + "| " + " " * len(shown) + carets]


class PbemError(Exception):
    """Something to tell the user, with one or more faults; never our own bug."""

    exit_code = 1
    #: How its faults are called on a terminal.
    word = "error"

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        self.faults = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__("; ".join(fault.message for fault in self.faults))

    def rendered(self) -> list[str]:
        """Its faults as a person reads them."""
        return [fault.render(self.word) for fault in self.faults]

    def at(self, file: str) -> PbemError:
        """The same error with the file's name on every fault that lacks one."""
        return type(self)(fault.at(file) for fault in self.faults)


class BadInput(PbemError):
    """The input has errors."""

    exit_code = 1


class Waiting(PbemError):
    """Nothing is wrong; answers are missing."""

    exit_code = 3
    word = "waiting"


class NeedsModerator(PbemError):
    """Everything was done that could be; the rest only the moderator can settle."""

    exit_code = 6
    word = "needs you"


class CheckFailed(PbemError):
    """A check was made and did not hold."""

    exit_code = 4


def bad(message: str, **fields: Any) -> BadInput:
    """Shorthand for the commonest case: one fault, raised."""
    return BadInput(Fault(message, **fields))


def slip(error: Exception) -> str:
    """Describes an error of the program itself in one line with its place, for a bug report."""
    from traceback import extract_tb  # of use to nobody but a fault of ours

    spot = extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {visible(str(error))} ({Path(spot.filename).name}, line {spot.lineno})"
