"""Sail lost outside Battle: when damage comes to twice the rating of a Squadron (R7.9, R8.10)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.losses import WEAKEST_FIRST, shed
from pbem.adjudicator.yellowjack.base.orders import end_orders_of
from pbem.adjudicator.yellowjack.base.ship_names import lost_ship
from pbem.adjudicator.yellowjack.base.spotting import vanish
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State

#: So many times its Damage Rating a Squadron bears outside Battle before a Sail goes down.
TWICE = 2


@base("R8.10", "Losses outside Battle: no Sail strikes, and none earns Prestige", "R7.9")
def go_down(table: Table, state: State) -> None:
    """Loses a Sail of each Squadron whose damage has come to twice its rating; its share of damage goes with it."""
    for squadron in list(state.squadrons):
        while state.size(squadron) and state.squadrons[squadron].dp >= TWICE * state.dr(squadron):
            lose_one(table, state, squadron)


def lose_one(table: Table, state: State, squadron: str) -> None:
    """Loses the weakest Sail of a Squadron; the last takes the Squadron and, if that was all, its Formation away."""
    sort = next(each for each in WEAKEST_FIRST if state.squadrons[squadron].sail.get(each, 0))
    side, formation = state.squadron_side(squadron), state.squadrons[squadron].formation
    shed(state, squadron, {sort: 1})
    text = f"{lost_ship(state, squadron, sort)} is worn out and goes down."
    table.note("R8.10", side, text, "foundered", squadron=squadron)
    if state.size(squadron):
        return
    state.unform(squadron)
    if formation in state.formations and state.empty(formation):
        end_orders_of(table, state, formation, "R9.7", "nothing is left of it")
        vanish(table, state, formation)
        state.remove(formation)
