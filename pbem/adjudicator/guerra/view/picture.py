"""A view with the board beside it, as reports and order files read it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pbem.adjudicator.engine import reader
from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.view.board_seen import board_seen
from pbem.adjudicator.guerra.view.view import seen_state
from pbem.base.counting import grouped


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

    @cached_property
    def forces_in(self) -> Mapping[str, Sequence[str]]:
        """The stacks in each area."""
        return grouped((force["at"], name) for name, force in self.known["forces"].items())

    @cached_property
    def ships_in(self) -> Mapping[str, Sequence[str]]:
        """The ships at each place."""
        units = self.board.units
        return grouped((told["where"], name) for name, told in self.known["units"].items() if units[name].naval)


def picture(view: Mapping[str, Any]) -> Picture:
    """The picture of a view."""
    return Picture(board_seen(view), view)
