"""The life of an Order: taken up, carried out, ended, and counted in its box (R9.4 to R9.9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.adjudicator.engine.table import ALL, Choose, Table
from pbem.adjudicator.yellowjack.base.stations import strategy_check
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Ended, Order
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    ASSAULT,
    OPS,
    RCG_CONVOY,
    SIDES,
    TURNS_A_YEAR,
    UNCOUNTED,
    turn_id,
    turn_of,
)

FULFILLED, FAILED, DONE, CANCELLED = "fulfilled", "failed", "done", "cancelled"
#: The Turn of a new Year to which an Order that is held over runs.
HELD_OVER_TO = 4
TURNS = "order_turns"


@base("R9.6", "Executing an Order")
def take_up(
    state: State, key: str, kind: str, side: str, formations: Iterable[str], targets: Sequence[str], first: int
) -> Order:  # fmt: skip
    """Gives an Order to Formations; it may be Fulfilled from the operations of the Turn `first` on (R9.8)."""
    last = first + state.board.number(TURNS) - 1
    if kind in (*UNCOUNTED, ASSAULT, RCG_CONVOY):
        last = 0
    chit = key if key in state.hand[side] else ""
    order = Order(
        kind=kind, side=side, to=list(formations), chit=chit, targets=list(targets), since=state.date, last=last
    )
    if chit:
        state.hand[side].remove(chit)
    state.orders[key] = order
    state.orders = dict(sorted(state.orders.items()))
    for name in order.to:
        if name in state.formations:
            state.formations[name].order = key
            state.formations[name].home = False
    return order


@base("R9.7", "The end of an Order")
def end_order(table: Table, state: State, key: str, how: str, case: str, why: str) -> None:
    """An Order is Fulfilled, Failed, done or cancelled: its chit goes back to the pool, and its box is counted."""
    order = state.orders.pop(key)
    for name in order.to:
        if name in state.formations:
            state.formations[name].order = ""
    if order.chit:
        state.pool[order.side].append(order.chit)
    label = state.label(key)
    if how in (FULFILLED, FAILED) and order.kind not in UNCOUNTED:
        count_box(state, order.side, key, how == FULFILLED, case)
    words = {FULFILLED: "Fulfilled", FAILED: "Failed", DONE: "done", CANCELLED: "cancelled"}[how]
    formation = order.to[0] if order.to else ""
    table.note(case, order.side, f"{label} is {words}: {why}.", how, order=key, formation=formation)


def count_miss(table: Table, state: State, key: str, case: str, said: tuple[str, str], **facts: str) -> None:
    """Counts a throw for an Order that missed, and Fails it at the third; `said` are the words for both."""
    order = state.orders[key]
    order.misses += 1
    table.note(case, order.side, f"{said[0]} ({order.misses} of 3).", "log", **facts)
    if order.misses >= state.board.number("show_misses"):
        end_order(table, state, key, FAILED, case, said[1])


def end_orders_of(table: Table, state: State, formation: str, case: str, why: str) -> None:
    """The Order of a Formation that can go on no longer has Failed."""
    key = state.formations[formation].order
    if key in state.orders:
        end_order(table, state, key, FAILED, case, why)


@base("R9.9", "The boxes of Fulfilled and Failed Orders", "R9.4")
def count_box(state: State, side: str, what: str, fulfilled: bool, case: str) -> None:
    """Puts an Order, a Convoy or a notional one into a box; the other side hears the number at the end of the phase."""
    state.ended.append(Ended(side, what, fulfilled, state.date, case))


@base("R9.9", "What is told of the boxes", "R12.5")
def tell_boxes(table: Table, state: State) -> None:
    """Tells all how many Orders lie in each box, once a phase and only where that has changed."""
    now = {side: list(state.boxes(side)) for side in SIDES}
    if now == state.told_boxes:
        return
    state.told_boxes = now
    told = "; ".join(f"{state.label(side)} {now[side][0]} Fulfilled, {now[side][1]} Failed" for side in SIDES)
    table.note("R9.9", ALL, f"Orders in the boxes: {told}.", "boxes", **now)


# ------------------------------------------------------------------------------------------------------- time


def counted(state: State, side: str) -> list[str]:
    """The Orders of a side that are carried out and count for its boxes."""
    return [key for key, one in state.orders.items() if one.side == side and one.kind not in UNCOUNTED]


def wishes_longer(table: Table, state: State, side: str, key: str, case: str, prompt: str) -> Choose[str]:
    """The question whether an Order is to run longer."""
    return Choose(
        rule=case, side=side, key=table.key("extend", (key,)), topic="extend", prompt=prompt,
        facts={"order": key, "who": state.orders[key].to[0]},
        options={"yes": "the Admiral throws for it", "no": "it Fails"}, default="yes",
    )  # fmt: skip


@base("R9.8", "Time: the end of the Year, holding over, Extensions", "3.472")
async def test_time(table: Table, state: State) -> None:
    """On the last Turn of a Year hands Fail and Orders are held over by a check; on others those out of time are.

    An assault has no limit but the Year's end (3.471), and one that is carried out goes on beyond it (3.472).
    """
    year_end = turn_of(state.date) == TURNS_A_YEAR
    for side in SIDES:
        if year_end:
            fail_hand(table, state, side)
        for key in counted(state, side):
            order = state.orders[key]
            if order.kind in (ASSAULT, RCG_CONVOY) or not (year_end or state.date >= order.last):
                continue
            await throw_for_time(table, state, side, key, year_end)


async def throw_for_time(table: Table, state: State, side: str, key: str, year_end: bool) -> None:
    """The owner may ask for longer; the Command's Admiral throws for it."""
    order = state.orders[key]
    until = state.date + (HELD_OVER_TO if year_end else 1)
    label, why = state.label(key), "the Year is over" if year_end else "its time is out"
    prompt = f"{label} is out of time. Shall it run on to {turn_id(until)}, if the Admiral passes a check?"
    wish = await table.decide(wishes_longer(table, state, side, key, "R9.8", prompt))
    carrier = order.to[0]
    station = (state.formations[carrier] if carrier in state.formations else state.auxiliaries[carrier]).command
    if wish == "yes" and await strategy_check(table, state, side, station, f"extend.{key}", f"{label} runs on"):
        order.last, order.extended = until, True
        table.note("R9.8", side, f"{label} runs on to {turn_id(until)}.", "extended", order=key)
        return
    end_order(table, state, key, FAILED, "R9.8", why)


def fail_hand(table: Table, state: State, side: str) -> None:
    """At the end of a Year every Order in hand Fails, but for an assault, which may still be Issued."""
    for key in [key for key in state.hand[side] if state.board.chits[key].kind != ASSAULT]:
        state.hand[side].remove(key)
        state.pool[side].append(key)
        count_box(state, side, key, False, "R9.8")
        table.note("R9.8", side, f"{state.label(key)} is Failed: it was not Issued in its Year.", FAILED, order=key)


@base("R9.8", "An assault that was not Issued in its Year")
def fail_assaults_in_hand(table: Table, state: State, drawn: Iterable[str] = ()) -> None:
    """At the end of the last Orders Step of a Year an assault still in hand Fails; one drawn in that step stays."""
    if turn_of(state.date) != TURNS_A_YEAR:
        return
    for side in SIDES:
        late = [key for key in state.hand[side] if state.board.chits[key].kind == ASSAULT and key not in drawn]
        for key in late:
            state.hand[side].remove(key)
            state.pool[side].append(key)
            count_box(state, side, key, False, "3.471")
            table.note(
                "3.471", side, f"{state.label(key)} is Failed: it was not Issued in its Year.", FAILED, order=key
            )


def first_operations(state: State) -> int:
    """The Turn whose operations come first after an Issue now: this one in the set-up, else the next."""
    return state.date if state.step.startswith((OPS, "setup", "p0")) else state.date + 1
