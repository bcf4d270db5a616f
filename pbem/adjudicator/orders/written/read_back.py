"""Tells orders in words by the phrases of a title, each with words for the parts of an entry.

A phrase is a text, or a mapping from the words of an entry to theirs: only those that the entry has are told, joined by
`join`, and `nothing` where there are none; several entries of a part are joined by `between`. A phrase that is a list
names others: the first that is a word of the entry counts, else the last. In a text, `{}` is the value itself, `{at}`
a part of it, `{rounds_first}` and `{rounds_rest}` the first and the others of a list, `{cargo}` another phrase about
the same value, and `{conditions}` a list of conditions. Two texts in a list are for one and for several; a mapping of
values has a text for each, `number` for a number, `other` for all that it does not name, `absent` where there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.adjudicator.orders.echo import Part, conditions, names
from pbem.base.patterns import pattern

FIELD = pattern(r"\{(\w*)\}")
JOIN, NOTHING, OTHER, ABSENT, BETWEEN, NUMBER = "join", "nothing", "other", "absent", "between", "number"
COMMA = ", "


class Phrases:
    """The phrases of one title, by their names."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    def lines(self, name: str, section: Any) -> Iterator[str]:
        """A section in the words of a phrase: a line for each of several entries, with its `number`; none is empty."""
        entries = isinstance(section, list) and all(isinstance(each, Mapping) for each in section)
        parts = [{**part, "number": place} for place, part in enumerate(section, 1)] if entries else [section]
        yield from filter(None, (self.said(name, part) for part in parts))

    def said(self, name: str, part: Any) -> str:
        """An entry in the words of a phrase."""
        words = self.data[name]
        if isinstance(words, str):
            return self.filled(words, part, part)
        if isinstance(words, list):
            return self.said(next((each for each in words if each in part), words[-1]), part)
        between = str(words.get(BETWEEN, COMMA))
        keys = [key for key in words if key not in (JOIN, NOTHING, BETWEEN)]
        told = [self.told(words[key], part_of(part, key), part, between) for key in keys]
        return str(words.get(JOIN, COMMA)).join(filter(None, told)) or str(words.get(NOTHING, ""))

    def told(self, words: Any, value: Any, part: Part, between: str) -> str:
        """A value in the words for it; of several entries each, and nothing of what is not there."""
        if isinstance(words, Mapping):
            sort = NUMBER if str(value).isdecimal() and NUMBER in words else OTHER if value or value == {} else ABSENT
            words = words.get(str(value), words.get(sort, ""))
        elif not value and value != {}:
            return ""
        elif isinstance(words, list):
            words = words[value != 1]
        many = isinstance(value, list) and value and isinstance(value[0], Mapping) and "{conditions}" not in words
        return between.join(self.filled(words, each, part) for each in (value if many else [value]))

    def filled(self, words: str, value: Any, part: Any) -> str:
        """A text about a value of an entry with its fields filled in."""
        return FIELD.sub(lambda found: self.field(found[1], value, part), words)

    def field(self, name: str, value: Any, part: Any) -> str:
        """The words for a field of a text."""
        if isinstance(value, Mapping) and (found := part_of(value, name)) is not None:
            return names(found)
        if name == "conditions":
            return conditions(value)
        return self.said(name, value if isinstance(value, Mapping) else part) if name else names(value)


def part_of(entry: Part, name: str) -> Any:
    """A part of an entry by its word; of a list that another word names, the first or the rest."""
    if name in entry:
        return entry[name]
    word, _, end = name.rpartition("_")
    if end in ("first", "rest") and isinstance(entry.get(word), list):
        return entry[word][0] if end == "first" else entry[word][1:]
    return None
