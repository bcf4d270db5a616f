"""2.26, the French: what rouses them, and the Grand Flotilla that waits for their war."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.conventions import natural, throw
from pbem.adjudicator.yellowjack.state.house import choice
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BRITISH,
    FRANCE_AT_WAR,
    FRANCE_ROUSED,
    GRAND_FLOTILLA,
    PHILIP_DIES,
    SPANISH,
)


@rule("2.265", "A Spanish Port that the British capture may rouse France", "3.133")
async def may_rouse(table: Table, state: State, captor: str, port: str) -> None:
    """Throws for a captured Spanish Port; on its Prestige or less France declares war in the next Event Step."""
    if captor != BRITISH or state.owner_of(port) != SPANISH or FRANCE_AT_WAR in state.events:
        return
    if choice(state, "france_early") == "no" or not state.board.scenarios[state.scenario].draws:
        return
    fell = await throw(table, "2.265", "france-roused", port, why=f"France hears of {state.label(port)}")
    if natural(fell) <= state.board.ports[port].prestige:
        rouse(table, state)


@rule("3.132", "France that is roused declares war in the Event Step of the same Turn", "2.265", "2.323", "3.133")
def rouse(table: Table, state: State) -> None:
    """Notes that France will declare war without a die."""
    if FRANCE_AT_WAR in state.events or FRANCE_ROUSED in state.events:
        return
    state.events[FRANCE_ROUSED] = state.date
    state.settle()
    table.note("2.265", ALL, "France is roused: she declares war in the coming Event Step.", "event",
               what=FRANCE_ROUSED)  # fmt: skip


@rule("2.262", "The Grand Flotilla is there once France is at war", "2.215", "2.237")
def why_no_grand_flotilla(state: State, formation: str) -> str:
    """Explains why the Grand Flotilla cannot be formed now; empty if it can, and for every other Flotilla."""
    if formation != GRAND_FLOTILLA:
        return ""
    if PHILIP_DIES in state.events:
        return "the Grand Flotilla is formed no more (2.237)"
    return "" if FRANCE_AT_WAR in state.events else "the Grand Flotilla is formed only once France is at war (2.262)"
