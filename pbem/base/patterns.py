"""Patterns: regular expressions that are compiled when they are first used, not when a module is imported."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, AnyStr

__all__ = ["pattern"]

if TYPE_CHECKING:

    def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
        """Gives the pattern of a text."""

else:

    class pattern:  # noqa: N801 - it is called like the function that it stands for
        """The pattern of a text; its methods are those of `re.Pattern`, and stay once they were asked for."""

        def __init__(self, text: Any, flags: int = 0) -> None:
            self.pattern = text
            self.asked_flags = flags

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__"):
                raise AttributeError(name)
            found = getattr(re.compile(self.pattern, self.asked_flags), name)
            setattr(self, name, found)
            return found

        def __reduce__(self) -> Any:
            return pattern, (self.pattern, self.asked_flags)
