"""Numbers of things in words."""

from __future__ import annotations


def counted(number: int, noun: str, several: str = "") -> str:
    """'1 letter', '2 letters'; what does not just take an s brings its own word for several: '2 replies'."""
    return f"{number:,} {noun if number == 1 else several or f'{noun}s'}"
