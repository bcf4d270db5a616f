"""The board that is played on, and that a view is seen on: the shipped figures, the even ones, or an edition's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.board.texts import shipped_edition
from pbem.adjudicator.engine.reader import board_of_view
from pbem.adjudicator.guerra.board.board import DATA, Board, load_board
from pbem.adjudicator.guerra.state.house import EVEN, FIRST, choice_of

#: Figures of ours that were moved so that two sides come out nearer to even; the file says which and why.
EVEN_FIGURES = DATA / "even.yaml"


def even_figures() -> bytes:
    """The shipped file of figures that were moved."""
    return shipped_edition(EVEN_FIGURES)


def board_in_play(edition: bytes | None, house: Mapping[str, str]) -> Board:
    """The board of a game: with its own edition, else by the charter's choice of figures."""
    if edition is None and choice_of(house, "figures") == EVEN:
        return load_board(even_figures(), EVEN_FIGURES.name)
    return load_board(edition)


def board_seen(known: Mapping[str, Any]) -> Board:
    """The board a view belongs to: an edition is no secret, and travels with the view, and so do the house rules.

    A view of no game, without house rules, is seen on the figures as they were first reconstructed.
    """
    return board_of_view(known, lambda edition: board_in_play(edition, known.get("house", {"figures": FIRST})))
