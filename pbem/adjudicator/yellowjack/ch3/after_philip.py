"""2.237 and 3.14: what the Spaniards may still do once Philip V is dead."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.formations import drop_if_empty, stand_alone
from pbem.adjudicator.yellowjack.base.orders import end_orders_of
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    CARTAGENA,
    CRUISE,
    FITTING_OUT,
    GRAND_FLOTILLA,
    LA_HABANA,
    PHILIP_DIES,
    READY,
    SHOW_OF_FORCE_PIRATES,
)

#: The kinds of chits that the Spanish Commands keep; Escort and RVO have none (2.237).
KEPT = (CRUISE, SHOW_OF_FORCE_PIRATES)
SPANISH_COMMANDS = (LA_HABANA, CARTAGENA)


@rule("3.14", "Philip V dies", "3.141", "2.237")
def narrow_the_orders(table: Table, state: State) -> None:
    """Takes the chits that the Spaniards may no longer receive out of the pool and the hand, without penalty.

    Orders that are carried out go on; the chit of one that ends is taken out in the next Event Step.
    """
    for shelf in (state.pool[BOURBON], state.hand[BOURBON]):
        gone = [chit for chit in shelf if is_barred(state, chit)]
        shelf[:] = [chit for chit in shelf if chit not in gone]
        if gone and shelf is state.hand[BOURBON]:
            names = ", ".join(state.label(chit) for chit in gone)
            table.note("2.237", BOURBON, f"The new King wants no more of this: {names}.", "discarded", orders=gone)
    dissolve_grand_flotilla(table, state)


def is_barred(state: State, chit: str) -> bool:
    """Tells if an Order is one that the Spaniards no longer receive."""
    record = state.board.chits[chit]
    return record.command in SPANISH_COMMANDS and record.kind not in KEPT


@rule("2.237", "The Grand Flotilla is Unformed as soon as may be", "3.141")
def dissolve_grand_flotilla(table: Table, state: State) -> None:
    """Gives up the Order of the Grand Flotilla, sends it home, and Unforms it in port; its Squadrons lie alone."""
    one = state.formations.get(GRAND_FLOTILLA)
    if one is None or PHILIP_DIES not in state.events:
        return
    end_orders_of(table, state, GRAND_FLOTILLA, "2.237", "the Grand Flotilla is dissolved")
    if one.state == READY:
        one.home = True
        return
    if one.state == FITTING_OUT and one.at in state.ports:
        at = one.at
        for squadron in list(one.squadrons):
            stand_alone(state, squadron, at, FITTING_OUT)
        drop_if_empty(table, state, GRAND_FLOTILLA)
        table.note("2.237", ALL, "The Grand Flotilla is no more.", "dissolved", formation=GRAND_FLOTILLA)
