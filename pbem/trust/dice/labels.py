"""Labels (PROTOCOL 3.8): the address of a roll, a pure function of the position and the locked orders."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from pbem.base.errors import bad, quoted
from pbem.base.patterns import pattern

LABEL = pattern(r"[a-z][a-z0-9-]{0,15}(?:/[a-z0-9][a-z0-9.+_-]{0,39}){0,7}")
LONGEST = 120
HINT = "a kind like 'combat', then up to 7 parts of a-z, 0-9, '.', '+', '_', '-' behind '/', 120 characters in all"
PART = pattern(r"[a-z0-9][a-z0-9._-]{0,39}")
#: What the last part of a label looks like when it counts occurrences.
COUNTER = pattern(r"n[0-9]+")

_fits = LABEL.fullmatch


def check_label(text: str) -> None:
    """A label of the grammar, or a fault."""
    if len(text) > LONGEST or not _fits(text):
        raise bad(f"{quoted(text)} is no label", excerpt=text, rule="PROTOCOL 3.8", hint=HINT)


def label(kind: str, *parts: str | AbstractSet[str], n: int | None = None) -> str:
    """The one label of these arguments: sets sorted and joined by '+', a counter last; other arguments, other label.

    A set of one is its one member. Nothing is lower-cased or mended: a name that does not fit is a fault.
    """
    if n is not None and n < 1:
        raise bad(f"{n} is no counter of a label", hint="occurrences are counted from 1")
    words = [kind, *("+".join(sorted(_member(word) for word in _members(part))) for part in parts)]
    built = "/".join(words if n is None else [*words, f"n{n}"])
    check_label(built)
    return built


def _members(part: str | AbstractSet[str]) -> AbstractSet[str]:
    if not part:
        raise bad("a part of the label is empty", hint=HINT)
    return {part} if isinstance(part, str) else part


def _member(word: str) -> str:
    """One name of a label; it may look neither like two ('+') nor like a counter."""
    if not PART.fullmatch(word) or COUNTER.fullmatch(word):
        raise bad(f"{quoted(word)} is no part of a label", excerpt=word, rule="PROTOCOL 3.8", hint=HINT)
    return word
