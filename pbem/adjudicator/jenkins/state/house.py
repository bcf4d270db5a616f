"""House rules of the charter that change what is printed on the map. All else looks at the board and need not know."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from pbem.adjudicator.engine.reader import board_of_view
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.jenkins.board.board import Board, load_board
from pbem.adjudicator.jenkins.board.pieces import SIDES, Seaport
from pbem.base.records import replace

SPAIN = SIDES[1]


def board_of(house: Mapping[str, str], edition: bytes | None = None) -> Board:
    """The board as this table plays on it: shipped data, an edition over them, house rules over both."""
    board = load_board(edition)
    return with_spanish_leogane(board) if house.get("leogane") == SPAIN else board


def board_seen(view: Mapping[str, Any]) -> Board:
    """The board a view belongs to: an edition is no secret, and travels with the view."""
    return board_of_view(view, lambda edition: board_of(view.get("house", {}), edition))


@lru_cache(maxsize=8)
@rule("3.1", "House rule 'leogane': Spanish from the start")
def with_spanish_leogane(board: Board) -> Board:
    """Leogane is printed Spanish; Trujillo counts 1, so that seventeen starters still fill every port of 2 or more."""
    seaports = {name: printed_otherwise(port) for name, port in board.seaports.items()}
    by_hex = {port.hex: port for port in seaports.values()}
    return replace(board, seaports=MappingProxyType(seaports), seaport_at=MappingProxyType(by_hex))


def printed_otherwise(port: Seaport) -> Seaport:
    """A seaport where Leogane is Spanish."""
    if port.id == "leogane":
        return replace(port, nation=SPAIN)
    return replace(port, value=min(port.value, 1)) if port.id == "trujillo" else port
