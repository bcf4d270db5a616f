"""The Administrative Phase: attrition, reorganization and repair, Orders, the end of the Turn (R4.6)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.auxiliaries import assignment, conversions
from pbem.adjudicator.yellowjack.base.auxiliaries import recovery as recover_craft
from pbem.adjudicator.yellowjack.base.careers import company_leader, posting, promote, relief
from pbem.adjudicator.yellowjack.base.convoys import come_back
from pbem.adjudicator.yellowjack.base.formations import forming
from pbem.adjudicator.yellowjack.base.orders import tell_boxes
from pbem.adjudicator.yellowjack.base.ports import france_fights
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spending import ask_spending
from pbem.adjudicator.yellowjack.base.squadrons import states_step
from pbem.adjudicator.yellowjack.base.wear import attrition
from pbem.adjudicator.yellowjack.base.yard import repair_step
from pbem.adjudicator.yellowjack.ch1.victory import count_orders, decide_victory, is_last
from pbem.adjudicator.yellowjack.ch2.arrivals import arrive
from pbem.adjudicator.yellowjack.ch2.british import call_home
from pbem.adjudicator.yellowjack.ch2.company_convoy import company_order, issue_company_order, rest_off_map
from pbem.adjudicator.yellowjack.ch2.corsairs import rebase
from pbem.adjudicator.yellowjack.ch2.fever import fever
from pbem.adjudicator.yellowjack.ch2.marines import marines
from pbem.adjudicator.yellowjack.ch2.personages import replaced
from pbem.adjudicator.yellowjack.ch2.rebuilding import new_units, recover
from pbem.adjudicator.yellowjack.ch2.requests import requests
from pbem.adjudicator.yellowjack.ch2.trade import assemble_trade
from pbem.adjudicator.yellowjack.ch2.transfers import transfers
from pbem.adjudicator.yellowjack.ch2.tribes import desertion, recruitment
from pbem.adjudicator.yellowjack.ch2.troops import assemble
from pbem.adjudicator.yellowjack.ch2.victualing import gather_victuals
from pbem.adjudicator.yellowjack.ch3.campaigns import campaigns
from pbem.adjudicator.yellowjack.ch3.issuing import orders_step
from pbem.adjudicator.yellowjack.ch3.louisburg import send_home_by_list
from pbem.adjudicator.yellowjack.ch3.sorties import pursuers, sorties
from pbem.adjudicator.yellowjack.ch3.strategic_events import event_step
from pbem.adjudicator.yellowjack.ch3.withdrawals import french_withdrawals, name_withdrawals, overdue
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import AUSTRIAN_WAR, SIDES, WHOLE, date_of, year_of
from pbem.adjudicator.yellowjack.turn.agenda import Step, run
from pbem.adjudicator.yellowjack.turn.almanac import next_turn


async def small_craft(table: Table, state: State, ruling: Ruling) -> None:
    """A3: Auxiliaries recover, are Assigned, change zones; Sail become Auxiliaries, and Auxiliaries Sail."""
    if not state.auxiliaries and not marines_away(state):
        return
    await recover_craft(table, state)
    await conversions(table, state)
    await rebase(table, state)
    await assignment(table, state, ruling)


def marines_away(state: State) -> bool:
    """Tells if a Marine has done a Task and not recovered."""
    return any(unit.tasked for unit in state.units.values())


async def units_back(table: Table, state: State, ruling: Ruling) -> None:
    """A4b: Units that were set aside come back."""
    come_back(table, state)
    replaced(table, state)
    if state.board.scenarios[state.scenario].weather == WHOLE:
        new_units(table, state)
        await arrive(table, state, state.date + 1)
        await pursuers(table, state)
        await requests(table, state)


async def leaders(table: Table, state: State, ruling: Ruling) -> None:
    """A4g: dated ranks, relief, posting."""
    promote(table, state)
    call_home(table, state)
    company_leader(table, state)
    if not is_last(state):
        await relief(table, state, {side: lost_lately(state, side) for side in SIDES},
                     {side: is_behind(state, side) for side in SIDES})  # fmt: skip
    await posting(table, state)


@base("R11.10", "The Prestige lost since the start of the previous Year", "1.615")
def lost_lately(state: State, side: str) -> int:
    """Net Prestige that a side has lost since Turn 1 of last Year; nothing if it has gained."""
    since = date_of(year_of(state.date) - 1, 1)
    return max(0, -sum(one.points for one in state.ledger if one.side == side and one.date >= since))


def is_behind(state: State, side: str) -> bool:
    """Tells if a side has more Failed than Fulfilled Orders in its boxes."""
    fulfilled, failed = state.boxes(side)
    return failed > fulfilled


async def turn_end(table: Table, state: State, ruling: Ruling) -> None:
    """A6: boxes to Prestige; then the end of the game, or the next Turn."""
    count_orders(table, state)
    tell_boxes(table, state)
    if is_last(state):
        decide_victory(table, state)
    else:
        next_turn(table, state)


async def fever_strikes(table: Table, state: State, ruling: Ruling) -> None:
    """A2b: the fever takes its toll of Units, region by region."""
    await fever(table, state)


async def trade(table: Table, state: State, ruling: Ruling) -> None:
    """A4c: the Trade Convoy Charts are thrown on."""
    await assemble_trade(table, state)
    await company_order(table, state)
    gather_victuals(table, state)
    rest_off_map(table, state)


async def land_war(table: Table, state: State, ruling: Ruling) -> None:
    """A1c: campaigns on land begin and go on."""
    await campaigns(table, state, ruling)


async def over(table: Table, state: State, ruling: Ruling) -> None:
    """A4h: Flotillas change their Command."""
    await transfers(table, state)


async def recovery(table: Table, state: State, ruling: Ruling) -> None:
    """A4i: disrupted Units recover."""
    await recover(table, state)


async def orders_given(table: Table, state: State, ruling: Ruling) -> None:
    """A5: the Orders Step; the Company's Convoy Order goes to whom it must."""
    await orders_step(table, state, ruling)
    issue_company_order(table, state)


async def events(table: Table, state: State, ruling: Ruling) -> None:
    """A1a: Events and Sorties."""
    await event_step(table, state)
    await sorties(table, state)


async def french_leave(table: Table, state: State, ruling: Ruling) -> None:
    """A4a: French ships that go home at will."""
    await french_withdrawals(table, state)


async def called_home(table: Table, state: State, ruling: Ruling) -> None:
    """A1b: who goes home is named, and what is overdue is counted."""
    send_home_by_list(table, state)
    await name_withdrawals(table, state)
    overdue(table, state)


#: The steps of administration that are built.
STEPS = (
    Step("a1a", "Events", events, weather=True), Step("a1b", "Withdrawals", called_home, weather=True),
    Step("a1c", "campaigns on land", land_war, weather=True),
    Step("a2a", "the wear of ships", attrition), Step("a2b", "the fever", fever_strikes, weather=True),
    Step("a3", "Auxiliaries", small_craft),
    Step("a4a", "French ships go home", french_leave, weather=True),
    Step("a4b", "Units come back", units_back), Step("a4c1", "trade", trade, weather=True),
    Step("a4c", "Convoys gather", assemble), Step("a4d", "repairs", repair_step),
    Step("a4f1", "states of Squadrons", states_step), Step("a4f2", "Formations", forming),
    Step("a4g", "Leaders", leaders), Step("a4h", "Marines", marines),
    Step("a4h2", "transfers", over, weather=True),
    Step("a4i", "Units recover", recovery, weather=True),
    Step("a4i2", "Tribes are called on", recruitment, weather=True),
    Step("a4j", "Tribes go home", desertion, weather=True), Step("a5", "Orders", orders_given),
    Step("a6", "the end of the Turn", turn_end),
)  # fmt: skip


@base("R1.11", "The last administration asks for a letter only where one can still count", "R4.6")
def counts_yet(state: State) -> bool:
    """Tells if a choice in the last administration of a game may change Prestige; from what is open to all alone.

    That is the arrow of an Active campaign (1.614), and who goes home by a duty, since the Order of one that goes Fails
    (3.241). An Order whose time is out always does well to try for longer, an assault in hand to go back, and nothing
    else bears fruit before the count.
    """
    return any(one.active for one in state.campaigns.values()) or AUSTRIAN_WAR in state.events or france_fights(state)


@base("R4.6", "Administrative Phase")
async def administration(table: Table, state: State, ruling: Ruling) -> None:
    """Plays the steps of administration in their order."""
    state.impulse = state.mpi = 0
    await ask_spending(table, state)
    await run(table, state, ruling, STEPS)
