"""One seat's eyes: its view, and what a question tells it. Conditions and orders look through nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

from pbem.adjudicator.engine.table import Plain

Board = TypeVar("Board")


class Eyes(Generic[Board]):
    """One seat's eyes on the position, and on the question that is put to it."""

    def __init__(self, board: Board, known: Callable[[], Mapping[str, Any]], facts: Mapping[str, Plain]) -> None:
        self.board = board
        self.make = known
        self.facts = facts

    @cached_property
    def known(self) -> Mapping[str, Any]:
        """The view, made only if a condition asks for it."""
        return self.make()

    @cached_property
    def seat(self) -> str:
        return str(self.known["seat"])

    @cached_property
    def turn(self) -> int:
        return int(self.known["turn"])

    def told(self, name: str) -> str:
        """A fact of the question; empty where it tells none."""
        return str(self.facts.get(name, ""))

    def number(self, name: str) -> int:
        """A number that the question tells; 0 where it tells none."""
        text = self.told(name)
        return int(text) if text.lstrip("-").isdecimal() else 0
