"""Weather and small craft: storms send Auxiliaries to Recovery, or lose them (R5.9, 1.425, 1.55)."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.auxiliaries import eliminate, place_of, side_of, to_recovery
from pbem.adjudicator.yellowjack.base.conventions import natural, throw, when
from pbem.adjudicator.yellowjack.base.skies import gale_at, hurricane_effect
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State

#: The Force by which a Freak Gale tries Auxiliaries (1.425).
FREAK_FORCE = 8


def exposed(state: State, place: str = "") -> list[str]:
    """The Auxiliaries that are Stationed, or on a Task that lasts; at one place, or all."""
    return [aux for aux, one in state.auxiliaries.items()
            if (one.at in state.ports or one.task) and place_of(state, aux)
            and (not place or place_of(state, aux) == place)]  # fmt: skip


@base("R5.9", "A Gale sends Auxiliaries to Recovery; a Hurricane may lose them", "1.551", "2.422")
async def storm_craft(table: Table, state: State) -> None:
    """Throws for each Auxiliary under a Gale or a Hurricane, at the end of an MPI (m7)."""
    for aux in exposed(state):
        place = place_of(state, aux)
        storm, gale = hurricane_effect(state, place), gale_at(state, place)
        if storm is not None and storm.auxiliary >= 0:
            if await die_for(table, state, aux) <= storm.auxiliary:
                lost(table, state, aux)
        elif gale is not None and await die_for(table, state, aux) >= state.board.storms.gales[gale.force].auxiliary:
            scattered(table, state, aux)


@rule("1.425", "A Freak Gale tries Auxiliaries as a Gale of Force 8 does", "1.422")
async def freak_gale(table: Table, state: State, place: str) -> None:
    """Throws for the Auxiliaries at the place that a Freak Gale strikes."""
    for aux in exposed(state, place):
        if await die_for(table, state, aux) >= state.board.storms.gales[FREAK_FORCE].auxiliary:
            scattered(table, state, aux)


async def die_for(table: Table, state: State, aux: str) -> int:
    """The die of one Auxiliary in a storm, in its owner's lane; of a Pirate for all to see."""
    fell = await throw(table, "R5.9", "storm-aux", when(state), aux, why=f"{state.label(aux)} in the storm",
                       to=side_of(state, aux) or ALL)  # fmt: skip
    return natural(fell)


def scattered(table: Table, state: State, aux: str) -> None:
    """Sends an Auxiliary that the weather has driven off to Recovery."""
    owner = side_of(state, aux) or ALL
    table.note("R5.9", owner, f"{state.label(aux)} is driven off by the weather.", "driven-off", aux=aux)
    to_recovery(state, aux)


def lost(table: Table, state: State, aux: str) -> None:
    """Takes an Auxiliary that a Hurricane has sunk out of play; its owner alone hears it."""
    owner = side_of(state, aux) or ALL
    table.note("1.55", owner, f"{state.label(aux)} is lost in the Hurricane.", "aux-lost", aux=aux)
    eliminate(state, aux)
