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
#: A title's way to say an id.
Speak = Callable[[str], str]
#: How a reason begins where the matter is unknown.
NOT_KNOWN = "not known whether"


@dataclass(frozen=True, slots=True)
class Condition(Generic[Look]):
    """A word of a condition: the shape of its value, its test, and the words for when it holds and when not."""

    shape: Shape
    holds: Callable[[Look, Any], Outcome]
    words: str  # "it is turn {0} or later"; {0} is the value, of several parts the one called `at`, {name} any part
    unmet: str  # the same where it does not hold

    def said(self, wanted: Any, speak: Speak) -> str:
        """Says what is wanted; of a truth that is wanted false, the opposite."""
        return filled(self.unmet if wanted is False else self.words, wanted, speak)

    def denied(self, wanted: Any, speak: Speak) -> str:
        """The words for when it does not hold."""
        return filled(self.words if wanted is False else self.unmet, wanted, speak)


def unmet(
    known: Mapping[str, Condition[Look]], look: Look, conditions: Iterable[Mapping[str, Any]], speak: Speak = str
) -> str:  # fmt: skip
    """The first condition that does not hold, or is not known, in words; empty if all hold."""
    for word, wanted in each_word(conditions):
        outcome = known[word].holds(look, wanted)
        if outcome is None:
            return f"{NOT_KNOWN} {known[word].said(wanted, speak)}"
        if not outcome:
            return known[word].denied(wanted, speak)
    return ""


def each_word(conditions: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    """Every word of some conditions with what it wants."""
    for condition in conditions:
        yield from condition.items()


def filled(words: str, wanted: Any, speak: Speak) -> str:
    """Words with the value of a condition, or its parts, in their places."""
    if isinstance(wanted, Mapping):
        parts = {key: spoken(value, speak) for key, value in wanted.items()}
        return words.format(parts.get("at", ""), **parts)
    return words.format(spoken(wanted, speak))


def spoken(value: Any, speak: Speak) -> str:
    """A value as it is read; several are joined by 'or'."""
    return " or ".join(spoken(each, speak) for each in value) if isinstance(value, list) else speak(str(value))


def all_in_words(
    known: Mapping[str, Condition[Look]], conditions: Iterable[Mapping[str, Any]], speak: Speak = str
) -> str:  # fmt: skip
    """All of some conditions in words, joined by 'and'."""
    return " and ".join(known[word].said(wanted, speak) for word, wanted in each_word(conditions))
