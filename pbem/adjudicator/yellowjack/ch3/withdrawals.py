"""3.122 to 3.126 and 2.176: forces that have to go home."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.leaders import to_mess
from pbem.adjudicator.yellowjack.base.orders import end_orders_of, take_up
from pbem.adjudicator.yellowjack.base.prestige import award
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.ch2.units import eliminate
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Duty
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    BRITISH,
    CONVOY,
    FITTING_OUT,
    OFF_MAP,
    SIDE_OF,
    SIDES,
    WITHDRAWAL,
    other,
)

#: What each side has to send home when the war in Europe begins: Sail, Units, Leaders (3.122).
SAIL, UNITS, LEADERS = {BRITISH: 12, BOURBON: 6}, {BRITISH: 6, BOURBON: 2}, {BRITISH: 2, BOURBON: 1}
PERSONAGES = ("cathcart", "wentworth")
#: Turns in which it must be done, and how many overdue Sail cost a point (3.126).
TURNS, FOR_A_POINT = 4, 2
#: Units that a captured Port lets a side keep (3.125).
KEPT = 2


@rule("3.122", "Withdrawals when the war in Europe begins", "3.123", "3.125")
def begin_withdrawals(table: Table, state: State) -> None:
    """Notes what each side has to send home; Leaders of the Mess and Generals go at once.

    A side that has fewer Sail than the other keeps one for each it is short of; each captured Port keeps two Units.
    """
    totals = {side: in_play(state, side) for side in SIDES}
    for side in SIDES:
        short = max(0, totals[other(side)] - totals[side])
        sail = max(0, SAIL[side] - short)
        held = [port for port, one in state.ports.items() if SIDE_OF.get(one.holder) == side
                and SIDE_OF.get(state.board.ports[port].contingent) == other(side)]  # fmt: skip
        units = max(0, UNITS[side] - KEPT * len(held))
        state.duties[side] = Duty(sail, state.date + TURNS)
        table.note("3.122", ALL, f"The {state.label(side)} must send {sail} Sail home within {TURNS} Turns.", "duty",
                   seat=side, sail=sail)  # fmt: skip
        send_leaders(table, state, side)
        send_units_home(table, state, side, units)
    for name in PERSONAGES:
        if state.personages[name].at and not state.personages[name].gone and name in state.personages:
            eliminate(state, name, WITHDRAWAL)


def in_play(state: State, side: str) -> int:
    """The Sail of a side in play, whatever their state (3.123)."""
    return sum(state.size(name) for name in state.squadrons if state.squadron_side(name) == side)


def send_leaders(table: Table, state: State, side: str) -> None:
    """Takes Leaders of the Mess out of play, the junior first."""
    free = [name for name, one in state.leaders.items() if not one.posts and not one.gone
            and SIDE_OF[state.board.leaders[name].contingent] == side]  # fmt: skip
    for name in free[::-1][: LEADERS[side]]:
        state.leaders[name].gone = WITHDRAWAL
        table.note("3.122", side, f"{state.label(name)} is called home.", "recalled", leader=name)


def send_units_home(table: Table, state: State, side: str, number: int) -> None:
    """Takes Units from Europe out of play, those that lie in port or off the map."""
    able = [name for name, one in state.units.items() if state.unit_side(name) == side and not one.gone
            and not one.landed and not state.board.units[name].fever_proof
            and (one.at == OFF_MAP or one.at in state.ports)]  # fmt: skip
    for name in able[:number]:
        eliminate(state, name, WITHDRAWAL)
        table.note("3.122", side, f"{state.label(name)} is called home.", "recalled", unit=name)


# -------------------------------------------------------------------------------------------- the ships


@rule("3.124", "Ships that go home are named by their owner", "2.176")
@base("R11.11", "Withdrawal")
async def name_withdrawals(table: Table, state: State) -> None:
    """Each side bound names Formations; unnamed, the smallest in port that have no Order go (A1b)."""
    for side in SIDES:
        duty = state.duties.get(side)
        if duty is None or duty.sail <= bound(state, side):
            continue
        said = await table.decide(entries(table, "R11.11", side, "withdraw", {"sail": duty.sail},
                                          "Which ships go home?", side))  # fmt: skip
        named = [str(each.get("who", "")) for each in said if isinstance(each, dict)]
        for name in [*named, *usual(state, side)]:
            if may_go(state, side, name) and duty.sail > bound(state, side):
                send_home(table, state, side, name)


def bound(state: State, side: str) -> int:
    """The Sail of a side that are on their way home."""
    return sum(sum(state.sail_of(name).values()) for name in state.of_side(side)
               if (order := state.order_of(name)) is not None and order.kind == WITHDRAWAL)  # fmt: skip


def may_go(state: State, side: str, name: str) -> bool:
    """Tells if a Formation can be named: one's own, no Convoy, for itself, and not on its way already."""
    one = state.formations.get(name)
    if one is None or state.side_of(name) != side or one.kind == CONVOY or one.goes_with or not state.on_map(name):
        return False
    order = state.order_of(name)
    return order is None or order.kind != WITHDRAWAL


def usual(state: State, side: str) -> list[str]:
    """The Formations that go where nobody is named: those in port without an Order, the smallest first."""
    idle = [name for name in state.of_side(side) if may_go(state, side, name) and not state.formations[name].order
            and state.condition(name) == FITTING_OUT]  # fmt: skip
    return sorted(idle, key=lambda name: (sum(state.sail_of(name).values()), name))


def send_home(table: Table, state: State, side: str, name: str) -> None:
    """Gives a Formation its Withdrawal: any other Order it has Fails."""
    end_orders_of(table, state, name, "R11.11", "she is called home")
    take_up(state, f"{WITHDRAWAL}-{name}", WITHDRAWAL, side, [name], [OFF_MAP], state.date)
    table.note("R11.11", side, f"{state.label(name)} is called home and makes for the edge of the map.", "issued",
               order=f"{WITHDRAWAL}-{name}", formation=name)  # fmt: skip


@rule("2.176", "Sail that have gone home are out of play, and their Leaders in the Mess")
def gone_home(table: Table, state: State, formation: str) -> None:
    """Takes a Formation off that has left the map under a Withdrawal, and counts its Sail for the duty."""
    order = state.order_of(formation)
    if order is None or order.kind != WITHDRAWAL:
        return
    side, sail = state.side_of(formation), sum(state.sail_of(formation).values())
    duty = state.duties.get(side)
    if duty is not None:
        duty.sail = max(0, duty.sail - sail)
    state.orders.pop(state.formations[formation].order)
    leader = state.leader_of(formation)
    if leader:
        to_mess(state, leader)
    for squadron in list(state.squadrons_of(formation)):
        state.unform(squadron)
    for name in state.companions(formation):
        state.remove(name)
    state.remove(formation)
    table.note("2.176", side, f"{sail} Sail have gone home.", "withdrawn", sail=sail)


@rule("3.126", "Overdue Withdrawals cost Prestige")
def overdue(table: Table, state: State) -> None:
    """On the fourth Turn each full two Sail that have not left cost a point, once."""
    for side, duty in list(state.duties.items()):
        if state.date < duty.due or not duty.sail:
            continue
        points = duty.sail // FOR_A_POINT
        duty.sail = 0
        if points:
            award(table, state, side, -points, "3.126", "ships that should have gone home are still here")
