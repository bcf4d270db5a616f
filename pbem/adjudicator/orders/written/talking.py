"""Facts for a player before they order: texts of a title, and functions for texts with values in them.

A text stands in the title's data under its name, or a function of that name tells its lines to who sees a position.
Commands that draft an order file have to be quick, so these few lines are made without templates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

Telling = Callable[[Any], Iterable[str]]


class Talk:
    """The texts of a title by their names, and those that are told of what a reader sees."""

    def __init__(self, texts: Mapping[str, Any], *told: Telling) -> None:
        self.texts = texts
        self.told = {each.__name__: each for each in told}

    def of(self, *names: str) -> Callable[[Any], Iterator[str]]:
        """The lines of some texts, one text after another, for who sees a position."""
        return lambda seen: (line for name in names for line in self.lines(name, seen))

    def lines(self, name: str, seen: Any) -> Iterable[str]:
        """The lines of one text."""
        if name not in self.texts:
            return self.told[name](seen)
        said = self.texts[name]
        return [said] if isinstance(said, str) else said
