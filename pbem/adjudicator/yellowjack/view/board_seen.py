"""The board that a view is seen on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.yellowjack.board.board import Board, load_board


def board_seen(known: Mapping[str, Any]) -> Board:
    """The board a view belongs to: an edition is no secret, and travels with the view."""
    edition = known.get("edition", "")
    return load_board(edition.encode() if edition else None)
