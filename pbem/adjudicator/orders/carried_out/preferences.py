"""Doctrine that prefers: sections of words, each of which means some of a question's options, first choice first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from pbem.adjudicator.engine.table import Choose, Decision, Pick, Plain

Look = TypeVar("Look")
#: Tells if a word of an order means an option, to these eyes.
Means = Callable[[Look, str, str], bool]
#: Answers a question from a section of an order file, as these eyes see it.
Answers = Callable[[Decision, Any, Look], Plain | None]
ALL, NONE, ANY = "all", "none", "any"


class Preferences(Generic[Look]):
    """Answers by preference; a title says what its words mean."""

    def __init__(self, means: Means[Look]) -> None:
        self.means = means
        #: How the data name the ways to answer.
        self.ways: Mapping[str, Answers[Look]] = {
            "first": self.first, "as_many": self.as_many, "some": self.some,
            "first_by_sort": by_sort(self.first), "as_many_by_sort": by_sort(self.as_many),
        }  # fmt: skip

    def ranked(self, look: Look, words: Iterable[str], options: Sequence[str]) -> list[str]:
        """The options in the order the words prefer them; what no word means is left out."""
        found: list[str] = []
        for word in words:
            found += [option for option in options if option not in found and self.means(look, word, option)]
        return found

    def first(self, decision: Decision, section: Any, look: Look) -> Plain | None:
        """The first option that the words mean; None where they mean none."""
        assert isinstance(decision, Choose)  # noqa: S101 - the rule asks it so
        return next(iter(self.ranked(look, section, list(decision.options))), None)

    def as_many(self, decision: Decision, section: Any, look: Look) -> Plain | None:
        """As many options as must be picked, the preferred ones first, then in the question's own order."""
        assert isinstance(decision, Pick)  # noqa: S101
        preferred = self.ranked(look, section, list(decision.options))
        return list(dict.fromkeys([*preferred, *decision.default, *decision.options]))[: decision.least]

    def some(self, decision: Decision, section: Any, look: Look) -> Plain | None:
        """All options, none, or those that the words mean."""
        assert isinstance(decision, Pick)  # noqa: S101
        if section in (ALL, NONE):
            return list(decision.options) if section == ALL else []
        return self.ranked(look, section, list(decision.options))


def by_sort(answer: Answers[Look]) -> Answers[Look]:
    """Answers by the list for the sort that a topic names, else by the list for any."""

    def answered(decision: Decision, section: Any, look: Look) -> Plain | None:
        words = section.get(decision.topic.partition("/")[2], section.get(ANY))
        return None if words is None else answer(decision, words, look)

    return answered
