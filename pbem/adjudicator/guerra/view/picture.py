"""A view with the board beside it, as reports and order files read it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from pbem.adjudicator.engine import reader
from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.view.board_seen import board_seen
from pbem.adjudicator.guerra.view.view import seen_state


class Picture(reader.Picture[Board]):
    """A view with the board beside it; the position it tells is made when somebody asks a rule of it."""

    @cached_property
    def state(self) -> State:
        """All that the view tells as a position, and nothing else."""
        return seen_state(self.board, self.known)

    @property
    def last_seen(self) -> Mapping[str, Mapping[str, Any]]:
        """The counters last seen under each hidden marker."""
        found: Mapping[str, Mapping[str, Any]] = self.known["last_seen"]
        return found


def picture(view: Mapping[str, Any]) -> Picture:
    """The picture of a view."""
    return Picture(board_seen(view), view)
