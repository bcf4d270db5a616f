"""`@rule("7.2", "Naval interception")`: which function is which case of the rulebook, for `pbem rules` and the tests.

Cases that are only cited inside a function stand in `also`; `pbem rules` finds tests by the numbers in their names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from pbem.base.records import dataclass

Coded = TypeVar("Coded", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Citation:
    """One function that carries out one case."""

    game: str
    case: str
    title: str
    module: str
    function: str
    line: int


CITATIONS: list[Citation] = []


def rule(case: str, title: str, *also: str) -> Callable[[Coded], Coded]:
    """Mark a function as the code of a numbered case (and of the cases in `also`)."""

    def mark(function: Coded) -> Coded:
        game = function.__module__.split(".")[2]
        line = function.__code__.co_firstlineno if hasattr(function, "__code__") else 0
        for number in (case, *also):
            CITATIONS.append(Citation(game, number, title, function.__module__, function.__qualname__, line))
        return function

    return mark
