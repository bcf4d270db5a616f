"""Chapter 2: the game laid out as the scenario has it, and what the players choose of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.board.pieces import Counter, LeaderCounter, Scenario, Stack
from pbem.adjudicator.guerra.state.house import choice
from pbem.adjudicator.guerra.state.state import Officer, Piece, State
from pbem.adjudicator.guerra.state.terms import (
    EMPIRE,
    END,
    GUERRILLA,
    HAITI,
    LEGION,
    OUT,
    PATRIOT,
    POOL,
    PURSES,
    REBEL,
    ROYALIST_SETUP,
    track,
)


@rule("2.0", "Setting up the game", "12.0", "12.1", "12.2", "12.3")
def open_game(board: Board, house: Mapping[str, str], scenario: str) -> State:
    """The scenario's position with its historical set-up: what stands where a seat writes nothing."""
    heading = board.scenarios[scenario]
    state = State(board, dict(house), scenario, last_turn=heading.last, step=ROYALIST_SETUP)
    state.units = {name: Piece(off_map(unit, heading), unit.steps) for name, unit in board.units.items()}
    state.leaders = {name: Officer(leader_off_map(state, one, heading)) for name, one in board.leaders.items()}
    state.ports = dict.fromkeys(board.ports, "")
    state.purse = {purse: heading.purses[purse] * 2 for purse in PURSES}
    state.repression = list(heading.repression)
    state.masses = {area: {PATRIOT: max(heading.first - 1, 1) if heading.first > 1 else 1} for area in heading.masses}
    state.halved = list(heading.masses) if heading.first == 1 else []
    state.last_holder = dict(board.last_holders.get(heading.stacks, {}))
    if scenario == END and choice(state, "liberals_1820") == "in_power":
        state.liberals = heading.first
    for stack in board.stacks:
        if stack.scenario == heading.stacks:
            lay(state, stack)
    state.settle()
    return state


@rule("2.3", "Other units: the track and the pools", "12.2.3")
def off_map(unit: Counter, heading: Scenario) -> str:
    """The turn track for what comes later, the Recruit Pool for all others."""
    return track(unit.turn) if unit.turn > heading.first or (unit.turn == heading.first > 1) else POOL


def leader_off_map(state: State, leader: LeaderCounter, heading: Scenario) -> str:
    """The turn track for a leader who comes later; out of the game if the turn has passed (D1)."""
    if leader.turn >= heading.first and leader.turn:
        return track(leader.turn)
    if leader.id == "belgrano" and heading.id == EMPIRE and choice(state, "belgrano_1815") == "in":
        return track(heading.first)
    return OUT


def lay(state: State, stack: Stack) -> None:
    """One stack of the data on the map."""
    ships = [name for name in stack.units if state.board.units[name].naval]
    for name in ships:
        state.units[name].at = stack.at
    if ships:
        for name in stack.leaders:
            state.leaders[name].at = ships[0]
        return
    force = place(state, stack.side, stack.at, stack.units, stack.leaders, stack.marker)
    for name in stack.units:
        counter = state.board.units[name]
        campaign = stack.group == ""
        state.units[name].steps = counter.begins if campaign else 1 if name in stack.reduced else counter.steps
        state.units[name].mode = GUERRILLA if stack.guerrilla else "line"
    state.forces[force].start = state.forces[force].at


def place(
    state: State, side: str, at: str, units: Iterable[str], leaders: Iterable[str], marker: str = ""
) -> str:  # fmt: skip
    """A new force in an area, or inside the port that is named."""
    inside = at if at in state.board.ports else ""
    area = state.board.ports[at].area if inside else at
    force = state.new_force(side, area, inside, marker)
    for name in units:
        state.units[name].at = force
    for name in leaders:
        state.leaders[name].at = force
    return force


@rule("2.1", "Set-up of a seat", "2.2")
async def choose_set_up(table: Table, state: State, seats: Iterable[str]) -> None:
    """Each seat moves what it may of the historical set-up."""
    del table, state, seats


#: Places of a set-up that are no areas.
OFF_MAP = (LEGION, HAITI)
#: Sides whose set-up nobody chooses.
UNCHOSEN = (REBEL,)
