"""The calendar: names of phases and Turns, which phase follows which, and the turning of the Turn (R4.1, R4.2)."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.state.house import choice
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import ADMIN, IMPULSES, OPS, SETUP, turn_id, turn_of, year_of

#: The phases of operations where each Impulse has its own letter.
OPS_OF_IMPULSES = tuple(f"{OPS}{impulse}" for impulse in range(1, IMPULSES + 1))
TITLES = {SETUP: "set-up", OPS: "operations", ADMIN: "administration"} | {
    name: f"operations, Impulse {impulse}" for impulse, name in enumerate(OPS_OF_IMPULSES, 1)
}
#: The seasons by which a Turn is spoken of; an MPI lasts 31 hours (1.545).
HOURS_OF_AN_MPI = 31


@base("R4.1", "Calendar")
def turn_name(board: Board, date: int) -> str:
    """A Turn with its Year and its name: 1739, Turn 14 (October-November)."""
    return f"{year_of(date)}, Turn {turn_of(date)} ({board.turn_name(turn_of(date))})"


def phase_id(state: State, coming: str) -> str:
    """The id of a phase: y39t13.ops."""
    return f"{turn_id(state.date)}.{coming}"


def phase_title(state: State, coming: str) -> str:
    """The title of a phase."""
    return f"{turn_name(state.board, state.date)}: {TITLES[coming]}"


@base("R1.11", "Letters of a Turn", "R4.2")
def following(state: State, coming: str) -> str:
    """Names the phase after this one: operations, then administration; an Impulse at a time if the charter says so."""
    by_impulse = choice(state, "tempo") == "impulse"
    first = OPS_OF_IMPULSES[0] if by_impulse else OPS
    if coming in (SETUP, ADMIN):
        return first
    if by_impulse and coming != OPS_OF_IMPULSES[-1]:
        return OPS_OF_IMPULSES[OPS_OF_IMPULSES.index(coming) + 1]
    return ADMIN


@rule("1.621", "A Year and its Turns", "1.62")
def next_turn(table: Table, state: State) -> None:
    """The next Turn begins; marks of the last one come off."""
    state.date += 1
    state.count += 1
    state.impulse = state.mpi = 0
    for formation in state.formations.values():
        formation.port_impulses = formation.blockade_value = 0
        formation.spotted_mpi = formation.fought = formation.blockading = 0  # MPIs are counted anew
    for port in state.ports.values():
        port.repairs = 0
    table.note("1.62", ALL, f"{turn_name(state.board, state.date)} begins.", "turn", turn=turn_id(state.date))
