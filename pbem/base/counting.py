"""Numbers of things in words, and things by what they have in common."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")


def counted(number: int, noun: str, several: str = "") -> str:
    """'1 letter', '2 letters'; what does not just take an s brings its own word for several: '2 replies'."""
    return f"{number:,} {noun if number == 1 else several or f'{noun}s'}"


def grouped(pairs: Iterable[tuple[Key, Item]]) -> dict[Key, list[Item]]:
    """Items by their keys, in the order in which the keys first come."""
    found: dict[Key, list[Item]] = {}
    for key, item in pairs:
        found.setdefault(key, []).append(item)
    return found
