"""New stacks: units that are raised, rise or land."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import LINE, PORTUGUESE, ROYALIST


@rule("5.1", "Forces: a unit that comes onto the map is a stack by itself", "5.1.2")
def put(state: State, unit: str, at: str, *, inside: str = "", beside: str = "") -> str:
    """Puts a land unit, whole, onto the map: beside others who stand open there, else by itself; gives the stack."""
    counter, piece = state.board.units[unit], state.units[unit]
    piece.steps, piece.mode = counter.steps, LINE
    joined = beside or open_stack(state, counter.side, counter.nation, at, inside)
    force = joined or state.new_force(counter.side, at, inside)
    state.put([unit], force)
    return force


def open_stack(state: State, side: str, nation: str, at: str, inside: str) -> str:
    """Finds a stack for newcomers: of their side and place, in line, under no marker, in no siege."""
    return next((name for name in state.forces_at(at, side) if state.forces[name].inside == inside
                 and state.units_in(name) and not state.marked(name) and not state.is_guerrilla(name)
                 and not state.besieges(name) and not state.forces[name].ships
                 and alike(side, nation, state.nations_of(name))), "")  # fmt: skip


def alike(side: str, nation: str, there: list[str]) -> bool:
    """Tells if a newcomer belongs with a stack: any Royalist but the Legion, a Patriot with one nation alone."""
    return PORTUGUESE not in there if side == ROYALIST else there == [nation]
