"""Facts for a player before they order: texts of a title, with values of the position in their places.

In a text, `{pounds}` stands for the value of that name. A text that is one such field and nothing else is all the lines
of its value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from pbem.base.patterns import pattern

Seen = TypeVar("Seen")
FIELD = pattern(r"\{(\w+)\}")


class Talk(Generic[Seen]):
    """The texts of a title by their names, and how the values in them are found."""

    def __init__(self, texts: Mapping[str, Any], values: Mapping[str, Callable[[Seen], Any]]) -> None:
        self.texts = texts
        self.values = values

    def of(self, *names: str) -> Callable[[Seen], Iterator[str]]:
        """The lines of some texts, one text after another, for who sees a position."""
        return lambda seen: (line for name in names for line in self.lines(name, seen))

    def lines(self, name: str, seen: Seen) -> Iterator[str]:
        """The lines of one text."""
        said = self.texts[name]
        for text in [said] if isinstance(said, str) else said:
            alone = FIELD.fullmatch(text)
            if alone:
                yield from self.values[alone[1]](seen)
            else:
                yield FIELD.sub(lambda found: str(self.values[found[1]](seen)), text)
