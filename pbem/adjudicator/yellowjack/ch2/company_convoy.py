"""2.67: the Company's Convoy: its Order, its way home and out again."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.conventions import throw
from pbem.adjudicator.yellowjack.base.orders import DONE, FAILED, count_box, end_order, take_up
from pbem.adjudicator.yellowjack.ch2.arrivals import EAST
from pbem.adjudicator.yellowjack.ch2.trade import COMPANY_LINE
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    FITTING_OUT,
    OFF_MAP,
    RCG_CONVOY,
    turn_of,
)

COMPANY, PORT = "rcg", "la-guaira"
#: DPs that each Squadron of the Company loses in a Turn off the map (2.674).
REST = 2
#: What the two ways count for when they are Fulfilled (2.677).
OUT_WORTH, IN_WORTH = 2, 1


@rule("2.673", "The Company's Convoy Order", "2.67", "2.675")
@base("R9.19", "The Company's Convoy Order is Received when the chart says so")
async def company_order(table: Table, state: State) -> None:
    """One die on its Turns while no such Order is open; it must be Issued by the end of the next Turn (A4c)."""
    line = next(one for one in state.board.europe.lines.values() if one.kind == COMPANY_LINE)
    chance = line.chances[turn_of(state.date) - 1]
    if chance < 0 or state.company_order or RCG_CONVOY in state.orders or COMPANY not in state.formations:
        return
    die = await throw(table, "2.673", "trade", line.id, why="the Company's Convoy", to=BOURBON)
    if die.total <= chance:
        state.company_order = state.date + 1
        table.note("2.673", BOURBON, "The Company's Convoy Order is Received: it must be Issued by the end of the next "
                   "Turn.", "received", orders=[RCG_CONVOY])  # fmt: skip


@rule("2.674", "The Order is Issued to the Company's Detachment", "2.671", "2.676")
def issue_company_order(table: Table, state: State) -> None:
    """Issues the Order as soon as the Detachment has no other; on its last Turn it else Fails (A5)."""
    if not state.company_order:
        return
    one = state.formations.get(COMPANY)
    if one is not None and not one.order and (one.at == OFF_MAP or one.state == FITTING_OUT):
        state.company_order = 0
        take_up(state, RCG_CONVOY, RCG_CONVOY, BOURBON, [COMPANY], [PORT], state.date)
        inbound = one.at == OFF_MAP
        if inbound:  # La Guaira ends her way
            one.enters, state.orders[RCG_CONVOY].begun = EAST, state.now
        way = "enters the map for La Guaira" if inbound else "goes home by La Guaira"
        table.note("2.674", BOURBON, f"The Company's Convoy Order is Issued: she {way}.", "issued", order=RCG_CONVOY,
                   formation=COMPANY)  # fmt: skip
    elif state.date >= state.company_order:
        state.company_order = 0
        count_box(state, BOURBON, RCG_CONVOY, False, "2.673")
        table.note("2.673", BOURBON, "The Company's Convoy Order is Failed: it was not Issued in time.", FAILED,
                   order=RCG_CONVOY)  # fmt: skip


@rule("2.677", "What the Company's Convoy counts for")
def test_company(table: Table, state: State) -> None:
    """Inbound she is done when she lies in La Guaira; outbound she has been there and sails for home (E4)."""
    order = state.orders.get(RCG_CONVOY)
    if order is None or COMPANY not in state.formations:
        return
    one = state.formations[COMPANY]
    if one.at != PORT or one.state != FITTING_OUT or order.targets != [PORT]:
        return
    if order.begun:
        finish(table, state, IN_WORTH, "she lies in La Guaira")
    else:
        order.targets = [OFF_MAP]
        table.note("2.674", BOURBON, "The Company's Formation has her cargo and sails for Spain.", "log",
                   formation=COMPANY, at=PORT, what="loads")  # fmt: skip


@rule("2.677", "The Company's Convoy has gone home", "2.674")
def company_left(table: Table, state: State, formation: str) -> None:
    """Counts the outbound Convoy when it has left the map; the Formation is set aside with its Squadrons."""
    if formation == COMPANY and RCG_CONVOY in state.orders:
        finish(table, state, OUT_WORTH, "she has gone home")


def finish(table: Table, state: State, worth: int, why: str) -> None:
    """Ends the Order and puts what it is worth into the box."""
    end_order(table, state, RCG_CONVOY, DONE, "2.677", why)
    for _ in range(worth):
        count_box(state, BOURBON, RCG_CONVOY, True, "2.677")


@rule("2.674", "Rest off the map", "2.678")
def rest_off_map(table: Table, state: State) -> None:
    """Takes two DPs a Turn off each Squadron of the Company that is off the map (A4d)."""
    if COMPANY not in state.formations or state.formations[COMPANY].at != OFF_MAP:
        return
    for name in state.formations[COMPANY].squadrons:
        state.squadrons[name].dp = max(0, state.squadrons[name].dp - REST)
