"""Patterns: regular expressions that are compiled when they are first used, not when a module is imported.

What one command has compiled is kept beside the program for the next. The code of a pattern hangs on its text, its
flags and the version of Python alone.
"""

from __future__ import annotations

import atexit
import marshal
import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, AnyStr

from pbem.base.resources import found, keep, place_for

__all__ = ["pattern"]

#: The versions whose compiler was looked at; with any other, patterns are compiled in each process.
KNOWN = sys.implementation.name == "cpython" and (3, 11) <= sys.version_info[:2] <= (3, 13)
PLACE, KEY = place_for(Path(__file__), "patterns"), sys.version.encode()
Asked = tuple[Any, int]
#: What this process has compiled itself, and not yet kept.
NEW: dict[Asked, bytes] = {}


@cache
def before() -> dict[Asked, bytes]:
    """Reads what earlier commands have compiled, by text and flags: the code of each, and the names of its groups."""
    return found(PLACE, KEY) or {}


def compiled(text: Any, flags: int) -> Any:
    """The pattern of a text, as `re.compile` makes it."""
    if not KNOWN:
        return re.compile(text, flags)
    asked = text, int(flags)
    kept = before().get(asked) or NEW.get(asked)
    if kept is None:
        if not NEW:
            atexit.register(keep_new)
        kept = NEW[asked] = marshal.dumps(parts_of(text, flags))
    return import_module("_sre").compile(text, *marshal.loads(kept))  # noqa: S302 - sealed, and as Python's own


def parts_of(text: Any, flags: int) -> tuple[int, list[int], int, dict[str, int], tuple[str | None, ...]]:
    """Gives a text's flags, code, groups and their names, as Python's compiler makes them."""
    compiler, parser = import_module("re._compiler"), import_module("re._parser")
    tree = parser.parse(text, int(flags))
    names: dict[str, int] = tree.state.groupdict
    by_number: list[str | None] = [None] * tree.state.groups
    for name, number in names.items():
        by_number[number] = name
    code = [int(each) for each in compiler._code(tree, int(flags))]
    return int(flags) | tree.state.flags, code, tree.state.groups - 1, dict(names), tuple(by_number)


def keep_new() -> None:
    """Keeps what this process has compiled, for the next."""
    keep(PLACE, KEY, {**(found(PLACE, KEY) or {}), **NEW})


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
            if name == "compiled":
                self.compiled = compiled(self.pattern, self.asked_flags)
                return self.compiled
            method = getattr(self.compiled, name)
            setattr(self, name, method)
            return method

        def __reduce__(self) -> Any:
            return pattern, (self.pattern, self.asked_flags)
