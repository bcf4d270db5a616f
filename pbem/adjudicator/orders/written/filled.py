"""Orders written in data with gaps: `$home` in an order stands for a value of that name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

GAP = "$"


def filled_in(part: Any, value_of: Callable[[str], Any]) -> Any:
    """A part of an order with its gaps filled in; a list in a gap of a list gives its items to it."""
    if isinstance(part, Mapping):
        return {key: filled_in(each, value_of) for key, each in part.items()}
    if isinstance(part, str):
        return value_of(part.removeprefix(GAP)) if part.startswith(GAP) else part
    found: list[Any] = []
    for each in part:
        one = filled_in(each, value_of)
        found += one if isinstance(one, list) and isinstance(each, str) else [one]
    return found


def gaps(part: Any) -> set[str]:
    """The names of the gaps in a part of an order."""
    if isinstance(part, str):
        return {part.removeprefix(GAP)} if part.startswith(GAP) else set()
    inside = part.values() if isinstance(part, Mapping) else part
    return {name for each in inside for name in gaps(each)}
