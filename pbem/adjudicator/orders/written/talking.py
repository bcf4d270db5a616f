"""Facts for a player before they order: texts of a title, and a template of macros for texts with values in them.

A text stands in the title's data under its name, or it is a macro of that name; a line of it is a line of talk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.base.text_templates import lines_said


class Talk:
    """The texts of a title by their names; macros are filled in with what a reader sees, and with helpers."""

    def __init__(self, texts: Mapping[str, Any], template: str, **helpers: Callable[..., Any]) -> None:
        self.texts = texts
        self.template = template
        self.helpers = helpers

    def of(self, *names: str) -> Callable[[Any], Iterator[str]]:
        """The lines of some texts, one text after another, for who sees a position."""
        return lambda seen: (line for name in names for line in self.lines(name, seen))

    def lines(self, name: str, seen: Any) -> list[str]:
        """The lines of one text."""
        if name in self.texts:
            said = self.texts[name]
            return [said] if isinstance(said, str) else list(said)
        return lines_said(self.template, name, **self.helpers, seen=seen)
