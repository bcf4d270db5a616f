"""1.35 to 1.37 Land Boxes, Spaces with numbers, and the boundaries of Commands."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.yellowjack.base import ports as base
from pbem.adjudicator.yellowjack.state.state import State


@rule("1.35", "Land Boxes")
def land_box_of(state: State, port: str) -> str:
    """The Land Box that a Port lies on; empty for none."""
    return state.board.ports[port].box


@rule("1.36", "Numbered and named Spaces")
def spaces_of(state: State, number: int) -> list[str]:
    """The Spaces that bear a number: several, where latitude tells them apart."""
    return [name for name, space in state.board.spaces.items() if space.number == number]


@rule("1.37", "Boundaries of Commands", "1.373", "2.22", "2.221", "2.312", "2.313")
def commands_at(state: State, place: str) -> tuple[str, ...]:
    """The Commands whose Orders may be carried out at a place."""
    return base.commands_at(state, place)


@rule("1.371", "A boundary at a Space is shared", "1.372")
def shared(state: State, place: str, side: str) -> bool:
    """Tells if two Commands of a side share a Space or a Sea Zone."""
    return len(state.board.commands_at(place, side)) > 1
