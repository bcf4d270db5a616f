"""3.462, 3.465 and 3.468, the Auxiliaries of a Port that falls: which escape, and what becomes of the others."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, SEALED, Table
from pbem.adjudicator.yellowjack.base.auxiliaries import counter_of, eliminate, side_of
from pbem.adjudicator.yellowjack.base.conventions import throw
from pbem.adjudicator.yellowjack.base.losses import PRIZES, take_prize, tell_fate
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FLAGSHIP, RECOVERY, SOL, other


@rule("3.462", "Auxiliaries count as one Sail each", "3.433")
def craft_in(state: State, port: str, side: str) -> list[str]:
    """The Auxiliaries of a side at a Port: Stationed there, spent beside it, or with its Formations; Mixed-Role first.

    A Mixed-Role one was made of one Sail, so that it counts as one too.
    """
    there = [aux for aux, one in state.auxiliaries.items()
             if side_of(state, aux) == side and not (one.zone or one.task)
             and at_port(state, one.at, port)]  # fmt: skip
    return sorted(there, key=lambda aux: (not counter_of(state, aux).converts, aux))


def at_port(state: State, at: str, port: str) -> bool:
    """Tells if an Auxiliary is at a Port, by itself or with a Formation."""
    return at == port or (at in state.formations and state.place(at) == port)


@rule("3.465", "Escaped Auxiliaries recover", "3.464", "3.463")
def craft_escape(table: Table, state: State, port: str, side: str, number: int) -> list[str]:
    """Lets so many Auxiliaries escape into the Recovery Box, and returns those that are taken."""
    there = craft_in(state, port, side)
    for aux in there[:number]:
        one = state.auxiliaries[aux]
        one.at, one.spent = RECOVERY, False
        text = f"{state.label(aux)} escapes from {state.label(port)}."
        table.note("3.465", side, text, "escaped", aux=aux, port=port)
    return there[number:]


@rule("3.468", "Captured Auxiliaries are eliminated; Mixed-Role ones become Sail and strike", "3.462", "R6.3")
async def captured_craft(table: Table, state: State, port: str, captor: str, taken: Sequence[str]) -> None:
    """Takes Auxiliaries out of play; the fate of a Mixed-Role one is thrown as that of a Sail."""
    for aux in taken:
        sort = counter_of(state, aux).converts
        table.note("3.468", ALL, f"{state.label(aux)} is taken at {state.label(port)}.", "aux-lost", aux=aux, port=port,
                   seat=other(captor))  # fmt: skip
        eliminate(state, aux)
        if not sort:
            continue
        fell = await throw(table, "3.468", "struck", port, aux, why="", to="", lane=SEALED)
        row = state.board.struck[fell.total]
        fate = row.line if sort in (FLAGSHIP, SOL) else row.light
        tell_fate(table, state, captor, sort, fate)
        if fate in PRIZES:
            take_prize(table, state, captor, sort, port)
