"""A view with the board beside it, as reports and order files read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.view.board_seen import board_seen
from pbem.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """A view with the board beside it."""

    board: Board
    known: Mapping[str, Any]

    @property
    def side(self) -> str:
        """The reader's seat; empty for the public."""
        return str(self.known["seat"] or "")


def picture(view: Mapping[str, Any]) -> Picture:
    """The picture of a view."""
    return Picture(board_seen(view), view)
