"""The names that players type: what they drop and what they meant."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Protocol, TypeVar


class Named(Protocol):
    """Anything with an id to type and a short name that reports show."""

    @property
    def id(self) -> str: ...


class Label:
    """A piece that reports show by its name."""

    __slots__ = ()
    name: str

    def __str__(self) -> str:
        return self.name


Piece = TypeVar("Piece", bound=Named)


def fold(text: str) -> str:
    """A name with everything dropped that a player may forget."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


def named(text: str, pieces: Mapping[str, Piece]) -> Piece | None:
    """The one piece whose id or short name reads like this, capitals, blanks and hyphens aside."""
    if text in pieces:
        return pieces[text]
    wanted = fold(text)
    found = [piece for piece in pieces.values() if wanted and wanted in (fold(piece.id), fold(str(piece)))]
    return found[0] if len(found) == 1 else None


def alike(text: str, names: Mapping[str, object]) -> list[str]:
    """The names that may have been meant, the nearest first."""
    return get_close_matches(text.lower(), list(names), n=3)


def nearest(text: str, names: Mapping[str, object]) -> str:
    """A hint: what may have been meant."""
    near = alike(text, names)
    return f"did you mean {' or '.join(near)}?" if near else ""
