"""Tells orders in words by the phrases of a title, which have words for each part of an entry.

A phrase is a text, or a mapping from the words of an entry to theirs: only those that the entry has are told, joined by
`join`, and `nothing` where there are none. In a text, `{}` is the value itself, `{at}` a part of it, `{cargo}` another
phrase about the same value, and `{conditions}` a list of conditions. Two texts in a list are for one and for several; a
mapping of values has a text for each, `other` for all that it does not name, and `absent` where there is none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.orders.echo import Part, conditions, names
from pbem.base.patterns import pattern

FIELD = pattern(r"\{(\w*)\}")
JOIN, NOTHING, OTHER, ABSENT = "join", "nothing", "other", "absent"


class Phrases:
    """The phrases of one title, by their names."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    def said(self, name: str, part: Part) -> str:
        """An entry in the words of a phrase."""
        words = self.data[name]
        if isinstance(words, str):
            return self.filled(words, part)
        told = [self.told(each, part.get(key)) for key, each in words.items() if key not in (JOIN, NOTHING)]
        return str(words.get(JOIN, ", ")).join(filter(None, told)) or str(words.get(NOTHING, ""))

    def told(self, words: Any, value: Any) -> str:
        """A value in the words for it; of several entries each, and nothing of what is not there."""
        if not value and value != {}:
            return str(words.get(ABSENT, "")) if isinstance(words, Mapping) else ""
        if isinstance(words, Mapping):
            words = words.get(str(value), words.get(OTHER, ""))
        elif isinstance(words, list):
            words = words[value != 1]
        many = isinstance(value, list) and isinstance(value[0], Mapping) and "{conditions}" not in words
        return ", ".join(self.filled(words, each) for each in value) if many else self.filled(words, value)

    def filled(self, words: str, value: Any) -> str:
        """A text with its fields filled in."""
        return FIELD.sub(lambda found: self.field(found[1], value), words)

    def field(self, name: str, value: Any) -> str:
        """The words for a field of a text."""
        if isinstance(value, Mapping) and name in value:
            return names(value[name])
        if name == "conditions":
            return conditions(value)
        return self.said(name, value) if name else names(value)
