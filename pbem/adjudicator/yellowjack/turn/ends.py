"""The end of an Impulse: marches, storms, sieges, Orders tested, choices to give up (R4.3, E1 to E6)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.order_kinds import test_orders
from pbem.adjudicator.yellowjack.base.orders import end_order
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import fade
from pbem.adjudicator.yellowjack.base.task_kinds import count_interdiction
from pbem.adjudicator.yellowjack.ch2.company_convoy import test_company
from pbem.adjudicator.yellowjack.ch2.engagement import must_return
from pbem.adjudicator.yellowjack.ch2.marching import march
from pbem.adjudicator.yellowjack.ch3.assaults import retarget
from pbem.adjudicator.yellowjack.ch3.escalades import escalades
from pbem.adjudicator.yellowjack.ch3.evacuation import evacuations
from pbem.adjudicator.yellowjack.ch3.interdicted import count_interdictors
from pbem.adjudicator.yellowjack.ch3.laying_siege import sieges
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import ASSAULT, FITTING_OUT, SIDES, WHOLE
from pbem.adjudicator.yellowjack.turn.agenda import Step


async def orders_tested(table: Table, state: State, ruling: Ruling) -> None:
    """E4: what every Formation has done under its Order is counted; time in port and before Ports is noted."""
    if state.board.scenarios[state.scenario].weather == WHOLE:
        count_interdictors(state)
        test_company(table, state)
    await test_orders(table, state)
    count_interdiction(table, state)
    count_time(state)


@base("R11.7", "Time at sea, in port and before a Port is counted at each end of an Impulse")
def count_time(state: State) -> None:
    """Notes for attrition who ends the Impulse in port, and the heaviest blockade borne."""
    for name, formation in state.formations.items():
        place = state.place(name)
        if state.condition(name) == FITTING_OUT and place in state.ports:
            formation.port_impulses += 1
        leading = state.formations[state.leading(name)]
        if leading.blockades:
            value = state.board.ports[leading.blockades].blockade
            formation.blockade_value = max(formation.blockade_value, value)


async def given_up(table: Table, state: State, ruling: Ruling) -> None:
    """E5: assaults on what is held already turn elsewhere; evacuation; then Termination of Orders by choice."""
    retarget(table, state)
    await evacuations(table, state, ruling)
    await terminate(table, state)


@base("R9.7", "Termination by choice")
async def terminate(table: Table, state: State) -> None:
    """Each side may give up Orders: each is a Failed Order. An assault is given up by evacuation."""
    sides = [side for side in SIDES if can_give_up(state, side)]
    asked = [entries(table, "R9.7", side, "terminate", {"formations": can_give_up(state, side)},
                     "Which Orders are given up?", f"i{state.impulse}", side) for side in sides]  # fmt: skip
    for side, answer in zip(sides, await table.decide_all(*asked), strict=True):
        for entry in answer:
            who = str(entry.get("who", "")) if isinstance(entry, dict) else ""
            if who in can_give_up(state, side):
                end_order(table, state, state.formations[who].order, "failed", "R9.7", "its owner gives it up")


def can_give_up(state: State, side: str) -> list[str]:
    """The Formations of a side whose Order may be Terminated."""
    return [name for name in state.of_side(side)
            if (order := state.order_of(name)) is not None and order.kind != ASSAULT]  # fmt: skip


async def engagement(table: Table, state: State, ruling: Ruling) -> None:
    """E6: who of the Spaniards has to go home; Spotted markers fade."""
    must_return(table, state, ruling)
    fade(table, state)


#: The steps at the end of an Impulse.
STEPS = (
    Step("e1", "Units march", march), Step("e2", "storms", escalades), Step("e3", "sieges", sieges),
    Step("e4", "Orders are tested", orders_tested), Step("e5", "what is given up", given_up),
    Step("e6", "who goes home, and who goes out of sight", engagement),
)  # fmt: skip
