"""The set-up: everything as the scenario has it, then the first Issue of Orders (R4.8)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.orders import tell_boxes
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.ship_names import muster
from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.board.pieces import Start
from pbem.adjudicator.yellowjack.ch2.arrivals import arrive
from pbem.adjudicator.yellowjack.ch2.corsairs import place_corsairs
from pbem.adjudicator.yellowjack.ch2.units import ELIMINATED
from pbem.adjudicator.yellowjack.ch3.campaigns import lay_campaigns
from pbem.adjudicator.yellowjack.ch3.issuing import first_draw, first_pool, issue_orders
from pbem.adjudicator.yellowjack.state.known import Known
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Auxiliary, Convoy, Leader, Personage, PortHeld, Squadron, Unit
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    ABSENT,
    CONTINGENTS,
    CONVOY,
    FITTING_OUT,
    GONE,
    IN_ORDINARY,
    INDEPENDENT,
    OFF_MAP,
    SIDES,
    WHOLE,
    date_from,
)

#: Turns of a Quarter: Events of before the game are at least as old.
QUARTER = 4


@base("R4.8", "Scenario start")
def lay_out(board: Board, house: Mapping[str, str], scenario: str) -> State:
    """The position as the scenario has it, before anybody has written."""
    heading = board.scenarios[scenario]
    state = empty(board, house, scenario)
    state.prestige = dict(heading.prestige)
    state.start_prestige = dict(heading.prestige)
    for one in board.starts_of("setup_squadrons", scenario):
        lay_squadron(state, one)
    for one in board.starts_of("setup_convoys", scenario):
        lay_convoy(state, one.what, one.at)
    for one in board.starts_of("setup_units", scenario):
        state.units[one.what] = Unit(GONE, gone=ELIMINATED) if one.at == ELIMINATED else Unit(one.at)
    for one in board.starts_of("setup_personages", scenario):
        state.personages[one.what] = Personage(one.at)
    for one in board.starts_of("setup_ports", scenario):
        state.ports[one.what].razed = date_from(one.until)
    for one in board.starts_of("postings", scenario):
        leader = state.leaders[one.what]
        leader.posts, leader.gone = list(one.posts), ""
    lay_campaigns(state, heading.set_up)
    for craft in board.craft.starts_of(heading.set_up):
        state.auxiliaries[craft.auxiliary] = Auxiliary(craft.at, craft.command)
    state.events = dict.fromkeys(heading.events, state.date - QUARTER)
    lay_hands(state)
    lay_stores(state)
    muster(state)
    state.settle()
    return state


@base("R4.8", "Hands and pools at the start", "3.316")
def lay_hands(state: State) -> None:
    """Gives each side the hand and pool that are printed; where hands are drawn, its whole pool."""
    if state.board.scenarios[state.scenario].draws:
        state.pool = {side: first_pool(state, side) for side in SIDES}
    for hand in state.board.hands:
        if hand.scenario == state.scenario:
            state.hand[hand.side], state.pool[hand.side] = list(hand.hand), list(hand.pool)


@base("R10.9", "Victualing Boxes at the start")
def lay_stores(state: State) -> None:
    """Fills the Victualing Boxes of Ports where the scenario has Convoys that fill them."""
    if state.board.scenarios[state.scenario].weather == WHOLE:
        for name, held in state.ports.items():
            held.stores = state.board.numbers.stores_at_start if state.board.ports[name].victualing else 0


def empty(board: Board, house: Mapping[str, str], scenario: str) -> State:
    """The board with nobody on it, on the first Turn of a scenario; every Port is its owner's."""
    heading = board.scenarios[scenario]
    state = State(board, dict(house), scenario, date=date_from(heading.first), last=date_from(heading.last))
    state.squadrons = {name: Squadron(one.command) for name, one in board.squadrons.items()}
    state.units = {name: Unit(GONE) for name in board.units}
    state.personages = {name: Personage(GONE) for name in board.personages}
    state.leaders = {name: Leader(one.rank_on(state.date)[0], gone=ABSENT) for name, one in board.leaders.items()}
    state.ports = {name: PortHeld(one.contingent) for name, one in board.ports.items()}
    state.lost = {contingent: {} for contingent in CONTINGENTS}
    state.known = {side: Known() for side in SIDES}
    return state


def lay_squadron(state: State, one: Start) -> None:
    """A Squadron with its Sail: In Ordinary, off the map, or in its Formation."""
    held = state.squadrons[one.what]
    held.sail = dict(one.sail)
    if one.state == IN_ORDINARY:
        held.at, held.state = one.at, IN_ORDINARY
        return
    if not one.formation:
        held.at = OFF_MAP
        return
    if one.formation not in state.formations:
        lone = one.formation in state.squadrons
        kind = INDEPENDENT if lone else state.board.formations[one.formation].kind
        state.new_formation(one.formation, kind, one.at, one.state or FITTING_OUT, (one.what,))
        return
    state.join(one.what, one.formation)


def lay_convoy(state: State, name: str, at: str) -> None:
    """A Convoy that is Assembled already, Fitting Out at its Port."""
    state.convoys[name] = Convoy(state.board.convoys[name].sort)
    state.new_formation(name, CONVOY, at, FITTING_OUT)


@base("R4.8", "The first Orders are Issued")
async def set_up(table: Table, state: State, ruling: Ruling) -> None:
    """Both sides Issue what they have in hand, or draw it: then they Issue before the first operations."""
    if state.board.scenarios[state.scenario].draws:
        table.note("R4.8", ALL, "The game begins: each side draws its first Orders.", "step", step="setup")
        await first_draw(table, state)
        await arrive(table, state, state.date)
    else:
        table.note("R4.8", ALL, "The game begins: each side Issues its first Orders.", "step", step="setup")
        await issue_orders(table, state, ruling)
    await place_corsairs(table, state)
    tell_boxes(table, state)
    state.count = 1
