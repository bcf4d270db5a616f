"""Positions of Guerra a Muerte for tests, in the words of case files."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.guerra.board.board import load_board
from pbem.adjudicator.guerra.posing import pose
from pbem.adjudicator.guerra.rules.ch02_setup import open_game
from pbem.adjudicator.guerra.rules.ch03_sequence import begin_first_turn
from pbem.adjudicator.guerra.state.state import State

BOARD = load_board()


def position(*forces: dict[str, Any], **given: Any) -> State:
    """A position with these forces, and what else a case file may give."""
    match, _ = pose({"forces": list(forces), **given})
    return match.state


def royal(at: str, *units: str, **more: Any) -> dict[str, Any]:
    """A Royalist force."""
    return {"side": "royalist", "at": at, "units": list(units), **more}


def patria(at: str, *units: str, **more: Any) -> dict[str, Any]:
    """A Patriot force."""
    return {"side": "patriot", "at": at, "units": list(units), **more}


def rebel(at: str, *units: str, **more: Any) -> dict[str, Any]:
    """A Rebel force."""
    return {"side": "rebel", "at": at, "units": list(units), **more}


def opened(scenario: str = "campaign", **house: str) -> State:
    """A scenario with its historical set-up, as its first turn begins."""
    state = open_game(BOARD, house, scenario)
    begin_first_turn(state)
    return state
