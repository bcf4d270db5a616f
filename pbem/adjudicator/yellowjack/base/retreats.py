"""Retreat after a Battle: who must leave, and whither (R8.15)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.battle_lines import Battle
from pbem.adjudicator.yellowjack.base.blockade import lift
from pbem.adjudicator.yellowjack.base.conventions import when
from pbem.adjudicator.yellowjack.base.movement import fits_small
from pbem.adjudicator.yellowjack.base.ports import usable
from pbem.adjudicator.yellowjack.base.prompts import choose
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import fit_out, place
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FITTING_OUT, FLOTILLAS, other


@base("R8.15", "Retreat: the loser leaves; after a drawn Battle the side that did not hold the place")
async def retreat(table: Table, state: State, ruling: Ruling, fight: Battle, lost: str) -> dict[str, str]:
    """Takes the Formations that must leave out of the place, and says where they went."""
    held = fight.clash.held
    side = lost or (other(held) if held else "")
    if not side:
        return {}
    gone: dict[str, str] = {}
    for name in fight.line(side).formations:
        if name in state.formations and state.leading(name) == name:
            gone[name] = await leave(table, state, ruling, fight, side, name)
    return gone


async def leave(table: Table, state: State, ruling: Ruling, fight: Battle, side: str, name: str) -> str:
    """Takes one Formation out of the place of a Battle: into port, to a neighbouring place, or nowhere."""
    here = fight.clash.place
    state.formations[name].beat_at = state.now
    if state.condition(name) == FITTING_OUT:
        return here
    lift(table, state, name, "it lost a Battle")
    if here in usable(state, ruling, name):
        tell(table, state, side, name, f"falls back into {state.label(here)}", here)
        fit_out(table, state, name)
        return here
    goals = nearest_ways_out(state, ruling, side, name, here)
    if not goals:
        state.formations[name].forced = True
        tell(table, state, side, name, "finds no way out and stays", here)
        return here
    goal = await chosen(table, state, side, name, goals)
    place(state, name, goal)
    tell(table, state, side, name, f"falls back to {state.label(goal)}", goal)
    return goal


def tell(table: Table, state: State, side: str, name: str, what: str, goal: str) -> None:
    """Tells all of a retreat."""
    table.note("R8.15", ALL, f"{state.label(name)} {what}.", "retreated", seat=side,
               marker=state.formations[name].marker, to=goal)  # fmt: skip


@base("R8.15", "Whither: the neighbour nearest a Friendly Port that is free of enemy Flotillas")
def nearest_ways_out(state: State, ruling: Ruling, side: str, name: str, here: str) -> list[str]:
    """The neighbouring places with the fewest legs to a Port that the Formation may use; several if equal."""
    free = [each for each in state.board.neighbours(here)
            if not enemy_flotilla(state, each, side) and may_enter(state, name, each)]  # fmt: skip
    ports = usable(state, ruling, name)
    if not ports:
        return []
    far = {each: min(state.board.legs(each, port) for port in ports) for each in free}
    return [each for each in sorted(free) if far[each] == min(far.values())]


def enemy_flotilla(state: State, where: str, side: str) -> bool:
    """Tells if a Ready enemy Flotilla is in a place."""
    return any(state.formations[name].kind in FLOTILLAS for name in state.ready_at(where, other(side)))


def may_enter(state: State, name: str, where: str) -> bool:
    """Tells if a Formation may go there at all: no Flag enters a Small Space (R2.2)."""
    return fits_small(state, name) or not state.board.is_small(where)


async def chosen(table: Table, state: State, side: str, name: str, goals: list[str]) -> str:
    """Asks where to fall back if two places are equally near; unsaid the lower id."""
    if len(goals) == 1:
        return goals[0]
    options = {goal: state.label(goal) for goal in goals}
    return await table.decide(
        choose(table, "R8.15", side, "retreat", {"who": name, "places": list(goals)},
               f"Where does {state.label(name)} fall back to?", options, goals[0], when(state), name)
    )  # fmt: skip
