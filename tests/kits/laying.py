"""Edition files laid over a game's data, for tests: what stands, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

import pytest

from pbem.adjudicator.board.edition import Board
from pbem.base.errors import BadInput, Fault, PbemError

Laid = TypeVar("Laid", bound=Board)


@dataclass(frozen=True)
class Editions(Generic[Laid]):
    """Editions of one game, read afresh each time."""

    game: str
    load: Callable[[bytes, str], Laid]

    def file(self, *changes: str) -> bytes:
        """An edition file of these changes."""
        head = f"format: pbem-edition/1\ngame: {self.game}\ntitle: The printed map\nchanges:\n"
        return (head + "".join(f"  - {{{change}}}\n" for change in changes)).encode()

    def laid(self, *changes: str) -> Laid:
        """The board with these changes."""
        return self.load(self.file(*changes), "mine.yaml")

    def faults(self, *changes: str) -> list[Fault]:
        """Everything that is wrong with these changes."""
        with pytest.raises(BadInput) as caught:
            self.laid(*changes)
        return list(caught.value.faults)

    def stands_or_is_refused(self, data: bytes) -> bool:
        """Checks that the figures make a board or faults that can be shown; anything else escapes as it is."""
        try:
            return len(self.load(data, "mine.yaml").figures.digest()) == 64
        except PbemError as error:
            return bool(error.faults) and all(fault.message and fault.render() for fault in error.faults)
