"""Texts, lists and mappings of a strict YAML file, each with its place."""

from __future__ import annotations

from typing import TypeAlias

from pbem.base.records import dataclass

MOST_NODES = 20_000


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text and where it stands; `width` is its length as written, quotes included."""

    text: str
    line: int
    column: int
    quoted: bool = False
    width: int = 1


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list and where it begins."""

    items: tuple[Node, ...]
    line: int
    column: int
    width: int = 1


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in the order of the file; no key twice."""

    entries: tuple[tuple[Scalar, Node], ...]
    line: int
    column: int
    width: int = 1

    def get(self, key: str) -> Node | None:
        """The value of a key, or None."""
        return next((value for name, value in self.entries if name.text == key), None)

    def key(self, key: str) -> Scalar | None:
        """The key itself, for faults that speak of it."""
        return next((name for name, _ in self.entries if name.text == key), None)


Node: TypeAlias = Scalar | Sequence | Mapping
