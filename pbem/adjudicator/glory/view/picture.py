"""A view with the board beside it, as reports and order files read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine import reader
from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.view.board_seen import board_seen


class Picture(reader.Picture[Board]):
    """A view with the board beside it."""


def picture(view: Mapping[str, Any]) -> Picture:
    """The picture of a view."""
    return Picture(board_seen(view), view)
