"""Chapter 24: founding new colonies."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.lions.rules.ch06_control import control
from pbem.adjudicator.lions.state.state import State


@rule("24.3", "Where colonies may be founded", "24.2")
def why_no_colony(state: State, power: str, square: str) -> str:
    """Explains why a colony may not be founded in a square; empty if it may."""
    if square not in state.board.grid or not state.board.is_terra_incognita(square):
        return f"{square} is no terra incognita"
    if square in state.colonies:
        return f"{square} has a colony already"
    if square in state.plundered:
        return f"{square} is plundered"
    return "" if control(state, square) == power else f"{square} is not held undisputed"


@rule("24.1", "Founding colonies", "24.4", "24.5")
def found_colony(state: State, square: str) -> None:
    """Founds a colony: a port like those on the map, even if another takes the square."""
    state.colonies = state.in_grid_order([*state.colonies, square])


@rule("24.6", "Destruction of colonies", "21.2")
def sack(state: State, square: str) -> None:
    """A Plundered Marker in a square; a Colony Marker there is gone for good."""
    state.plundered = state.in_grid_order([*state.plundered, square])
    state.colonies = [name for name in state.colonies if name != square]


@rule("21.7", "Duration of plunder")
def restore(state: State, square: str) -> None:
    """The Plundered Marker goes; a founded colony would have to be founded anew."""
    state.plundered = [name for name in state.plundered if name != square]
