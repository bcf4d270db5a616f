"""The board that a view is seen on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.reader import board_of_view
from pbem.adjudicator.yellowjack.board.board import Board, load_board


def board_seen(known: Mapping[str, Any]) -> Board:
    """The board a view belongs to: an edition is no secret, and travels with the view."""
    return board_of_view(known, load_board)
