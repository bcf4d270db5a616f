"""Carrying on: what a Formation without a word from its owner does for its Order, its passage, or its Convoy."""

from __future__ import annotations

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.convoys import VICTUALING
from pbem.adjudicator.yellowjack.base.courses import Outcome, go_along, homeward, into, make_for, same_state
from pbem.adjudicator.yellowjack.base.escorts import WAITS, escort_under_way, join_convoy
from pbem.adjudicator.yellowjack.base.havens import haven
from pbem.adjudicator.yellowjack.base.intents import LEAVE, WORK, Intent, waits
from pbem.adjudicator.yellowjack.base.map_edge import exits_of
from pbem.adjudicator.yellowjack.base.net import nearest
from pbem.adjudicator.yellowjack.base.order_kinds import carry_on_goal
from pbem.adjudicator.yellowjack.base.ports import home
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import short
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Convoy, Order
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    ASSAULT,
    CONVOY,
    ESCORT,
    FITTING_OUT,
    OFF_MAP,
    READY,
)


@base("R9.21", "Carrying on")
def carry_on(table: Table, state: State, ruling: Ruling, formation: str) -> Intent:
    """Lets a Formation without a word from its owner go on: its Order, its passage, or home."""
    one = state.formations[formation]
    if one.kind == CONVOY:
        return convoy_passage(table, state, ruling, formation)
    order, goal = state.order_of(formation), carry_on_goal(state, formation)
    if order is not None and order.kind == ESCORT:
        return to_convoy(table, state, ruling, formation, order)
    if order is not None and order.kind == ASSAULT:
        found = to_assault(state, ruling, formation, order)
        return found if isinstance(found, Intent) else waits(found or "")
    if goal is None:
        return waits() if one.state == FITTING_OUT else homeward(state, ruling, formation, "she has nothing left to do")
    if goal.wait:
        return waits(goal.wait)
    if goal.leave:
        found = off_the_map(state, formation)
        return found if isinstance(found, Intent) else waits(found or "")
    if goal.port:
        found = into(state, ruling, formation, goal.to)
    elif one.at == goal.to and one.state == READY and not one.inside:
        why = f"she is where her Order sends her, {state.board.whereabouts(one.at)}"
        found = Intent(WORK, one.at) if goal.work else waits(why)
    else:
        found = make_for(state, formation, goal.to, lanes_only=goal.lanes_only)
    return found if isinstance(found, Intent) else waits(found or "")


@base("R9.22", "Flotilla and Expedition", "R9.18")
def to_assault(state: State, ruling: Ruling, formation: str, order: Order) -> Outcome:
    """Takes an Executing Flotilla to its Expedition, and both to the target; off it she stays."""
    one, target = state.formations[formation], order.targets[0] if order.targets else ""
    convoy = next((name for name in order.to if name in state.convoys and name in state.formations), "")
    if not convoy:
        return waits("she waits for an Expedition") if one.state == FITTING_OUT else into(
            state, ruling, formation, home(state, ruling, formation))  # fmt: skip
    if state.formations[convoy].goes_with == formation or state.place(convoy) == target:
        if one.at != target or one.state != READY:
            return make_for(state, formation, target)
        return waits(f"she supports the assault on {state.label(target)}")
    if same_state(state, formation, convoy):
        return waits(f"she waits for {short(state, convoy)}")
    found = into(state, ruling, formation, state.place(convoy))
    return waits(f"she waits for {short(state, convoy)}") if found is None else found


@base("R10.4", "The passage of a Convoy", "R9.22", "2.623", "3.323")
def convoy_passage(table: Table, state: State, ruling: Ruling, formation: str) -> Intent:
    """A Convoy makes for its destination; one meant for an assault joins the Flotilla that carries it out."""
    convoy, one, order = state.convoys[formation], state.formations[formation], state.order_of(formation)
    if order is not None:
        flotilla = next((name for name in order.to if name != formation and name in state.formations), "")
        if flotilla and same_state(state, formation, flotilla):
            go_along(table, state, formation, flotilla)
            return waits(f"she sails with {short(state, flotilla)}")
        return waits("the Expedition waits for its Flotilla")
    if one.state == FITTING_OUT and escort_under_way(state, formation) and convoy.waits < WAITS:
        return waits("she waits for her Escort (R10.4)")
    if port := haven(table, state, ruling, formation):
        found = into(state, ruling, formation, port)
        return found if isinstance(found, Intent) else waits(found or "she lies in port while danger is near")
    if formation not in state.formations:
        return waits()
    found = next_of_route(state, formation, convoy) or passage_end(state, ruling, formation, convoy)
    if isinstance(found, Intent):
        return found
    if one.state == FITTING_OUT:
        return waits()
    return homeward(state, ruling, formation, found or "she has no destination left")


@base("R10.4", "A Convoy passes the points of its route", "2.625")
def next_of_route(state: State, formation: str, convoy: Convoy) -> Intent | None:
    """One MP along a fixed route: at each Port on the way one MPI is spent; None when the end is all that is left."""
    one = state.formations[formation]
    while convoy.path and one.state == READY and one.at == convoy.path[0]:
        local = one.at in state.ports and convoy.destination != OFF_MAP
        if local and convoy.called != one.at:
            convoy.called = one.at
            return Intent(WORK, one.at)
        convoy.path.pop(0)
    found = make_for(state, formation, convoy.path[0]) if convoy.path else None
    return found if isinstance(found, Intent) else None


def passage_end(state: State, ruling: Ruling, formation: str, convoy: Convoy) -> Outcome:
    """The last part of a passage: into the Port, or to the edge of the map and off it."""
    if convoy.sort == VICTUALING and convoy.destination == state.place(formation):
        return waits("she unloads her stores")
    if convoy.sort == VICTUALING:
        return make_for(state, formation, convoy.destination)
    if convoy.destination != OFF_MAP:
        return into(state, ruling, formation, convoy.destination) if convoy.destination else None
    return off_the_map(state, formation)


@base("R5.13", "The way off the map", "2.177")
def off_the_map(state: State, formation: str) -> Outcome:
    """One MP toward the nearest place where the map may be left, and off it."""
    exits = exits_of(state, state.side_of(formation))
    if state.place(formation) in exits and state.condition(formation) == READY:
        return Intent(LEAVE, OFF_MAP)
    return make_for(state, formation, nearest(state, state.place(formation), exits))


@base("R9.11", "An Escort makes for its Convoy", "R10.5")
def to_convoy(table: Table, state: State, ruling: Ruling, formation: str, order: Order) -> Intent:
    """Takes an Escort to its Convoy, which it joins where both lie in one place and state."""
    convoy = order.targets[0]
    if convoy not in state.formations or not state.on_map(convoy):
        return waits(f"she waits for {state.label(convoy)}")
    if same_state(state, formation, convoy):
        join_convoy(table, state, formation, convoy)
        return waits()
    in_port = state.condition(convoy) == FITTING_OUT
    found = into(state, ruling, formation, state.place(convoy)) if in_port else make_for(
        state, formation, state.place(convoy), presses=True)  # fmt: skip
    return found if isinstance(found, Intent) else waits(found or f"she waits for {short(state, convoy)}")
