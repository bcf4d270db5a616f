"""Plain data compared: the place at which two pieces first differ."""

from __future__ import annotations

from typing import Any


def first_difference(given: Any, due: Any, path: str = "") -> str:
    """Returns the place at which two pieces of plain data first differ."""
    if isinstance(given, dict) and isinstance(due, dict):
        for key in sorted({*given, *due}):
            if given.get(key) != due.get(key):
                return first_difference(given.get(key), due.get(key), f"{path}.{key}" if path else str(key))
    return path or "its form"
