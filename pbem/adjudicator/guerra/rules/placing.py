"""New stacks: units that are raised, rise or land."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import LINE


@rule("5.1", "Forces: a unit that comes onto the map is a stack by itself", "5.1.2")
def put(state: State, unit: str, at: str, *, inside: str = "", mode: str = LINE, beside: str = "") -> str:
    """Puts a land unit, whole, onto the map: into a stack of its own or beside others; gives the stack's id."""
    counter, piece = state.board.units[unit], state.units[unit]
    piece.steps, piece.mode = counter.steps, mode
    force = beside or state.new_force(counter.side, at, inside)
    state.put([unit], force)
    return force
