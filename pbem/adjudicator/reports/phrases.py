"""Puts words together, for every title alike."""

from __future__ import annotations

from collections.abc import Sequence


def count(number: int, word: str) -> str:
    """'1 ship', '3 ships', 'no ships'."""
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """'a', 'a and b', 'a, b and c'."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
