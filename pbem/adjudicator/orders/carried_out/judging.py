"""Conditions with three outcomes: one holds, does not hold, or cannot be known by its reader at that moment.

What is unknown counts as not held, and so does its opposite; the reason says which of the two it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from pbem.adjudicator.orders.shapes import Shape
from pbem.base.records import dataclass

Look = TypeVar("Look")
#: True and False, or None where the reader cannot know.
Outcome = bool | None
#: How a reason begins where the matter is unknown.
NOT_KNOWN = "not known whether"


@dataclass(frozen=True, slots=True)
class Condition(Generic[Look]):
    """A word of a condition: the shape of its value, its test, and the words for when it holds and when not."""

    shape: Shape
    holds: Callable[[Look, Any], Outcome]
    words: str  # "it is turn {0} or later"; {0} is the value, {name} a part of it
    unmet: str  # the same where it does not hold


def unmet(
    known: Mapping[str, Condition[Look]], look: Look, conditions: Iterable[Mapping[str, Any]]
) -> str:  # fmt: skip
    """The first condition that does not hold, or is not known, in words; empty if all hold."""
    for word, wanted in each_word(conditions):
        outcome = known[word].holds(look, wanted)
        if outcome is None:
            return f"{NOT_KNOWN} {filled(known[word].words, wanted)}"
        if not outcome:
            return filled(known[word].unmet, wanted)
    return ""


def each_word(conditions: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Every word of some conditions with what it wants."""
    for condition in conditions:
        yield from condition.items()


def filled(words: str, wanted: Any) -> str:
    """Words with the value of a condition, or its parts, in their places; ids read as names."""
    parts = {key: spoken(value) for key, value in wanted.items()} if isinstance(wanted, Mapping) else {}
    return words.format(spoken(wanted) if not parts else "", **parts)


def spoken(value: Any) -> str:
    """A value as it is read: an id with its hyphens taken out, a list with commas."""
    if isinstance(value, list):
        return " or ".join(spoken(each) for each in value)
    return str(value).replace("-", " ").replace("_", " ")


def all_in_words(known: Mapping[str, Condition[Look]], conditions: Iterable[Mapping[str, Any]]) -> str:
    """All of some conditions in words, joined by 'and'."""
    return " and ".join(filled(known[word].words, wanted) for word, wanted in each_word(conditions))
