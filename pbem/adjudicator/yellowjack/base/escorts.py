"""Escort Orders: who may escort a Convoy, how an Escort joins it, and what becomes of it (R9.11, R10.5)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.engine.table import Plain, Table
from pbem.adjudicator.yellowjack.base.formations import split_off
from pbem.adjudicator.yellowjack.base.orders import DONE, end_order, take_up
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import short, vanish
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    CONVOY,
    ESCORT,
    FITTING_OUT,
    INDEPENDENT,
    OFF_MAP,
    SIDES,
)

#: Turns that a Convoy waits in port for an Escort that is under way to it (R10.4).
WAITS = 2


def key_of(convoy: str) -> str:
    """The key of the Escort Order for a Convoy."""
    return f"{ESCORT}-{convoy}"


@base("R9.11", "Escort Orders are Issued before the operations of a Turn", "R9.5", "3.314")
async def issue_escorts(table: Table, state: State, ruling: Ruling) -> None:
    """Each side says which Squadrons escort which Convoys; what is unlawful lapses with its reason."""
    asked = [entries(table, "R9.11", side, "escort", {"convoys": convoys_of(state, side)},
                     "Which Squadrons escort which Convoys?", side) for side in SIDES]  # fmt: skip
    for side, said in zip(SIDES, await table.decide_all(*asked), strict=True):
        for each in said:
            if isinstance(each, dict):
                issue_escort(table, state, ruling, side, each)


def convoys_of(state: State, side: str) -> list[str]:
    """The Convoys of a side that carry out no Order and have no Escort, and have not gone home."""
    return [name for name in state.convoys if state.side_of(name) == side and not state.formations[name].order
            and not state.formations[name].squadrons
            and (state.on_map(name) or state.formations[name].enters)]  # fmt: skip


@base("R10.5", "Who may escort a Convoy", "2.143", "2.218", "2.613")
def why_no_escort(state: State, ruling: Ruling, side: str, convoy: str, squadron: str) -> str:
    """Returns why a Squadron cannot be Issued the Escort of a Convoy; empty if it can.

    One Squadron, of Frigates or of the line, that has no Order and lies Fitting Out; or one that waits off the map with
    the Convoy.
    """
    if convoy not in state.convoys or state.side_of(convoy) != side:
        return "it is no Convoy of yours"
    if convoy not in convoys_of(state, side) or key_of(convoy) in state.orders:
        return "it has an Escort, or an Order"
    if squadron not in state.squadrons or state.squadron_side(squadron) != side or not state.size(squadron):
        return f"{state.label(squadron)} is no Squadron of yours"
    held = state.formations.get(state.squadrons[squadron].formation)
    if held is None:
        return f"{state.label(squadron)} is In Ordinary"
    if held.order:
        return f"{state.label(squadron)} has an Order already"
    if held.kind == CONVOY or held.goes_with:
        return f"{state.label(squadron)} is with others"
    if held.at == OFF_MAP and (state.place(convoy) != OFF_MAP or not held.enters):
        return f"{state.label(squadron)} is off the map"
    if held.at != OFF_MAP and held.state != FITTING_OUT:
        return f"{state.label(squadron)} is at sea"
    return ruling.escort_ok(state, squadron, convoy)


def issue_escort(table: Table, state: State, ruling: Ruling, side: str, entry: Mapping[str, Plain]) -> None:
    """Issues one Escort Order, or tells its owner why not."""
    convoy, squadron = str(entry.get("convoy", "")), str(entry.get("with", ""))
    if squadron in state.formations and state.formations[squadron].squadrons:
        squadron = state.formations[squadron].squadrons[0]
    why = why_no_escort(state, ruling, side, convoy, squadron)
    if why:
        table.note("R9.11", side, f"{state.label(convoy)} is not escorted: {why}.", "lapsed", formation=convoy)
        return
    state.convoys[convoy].off_map = str(entry.get("off_map", "")) in ("true", "yes", "True")
    held = state.squadrons[squadron].formation
    name = held if state.formations[held].kind == INDEPENDENT else split_off(state, squadron)
    take_up(state, key_of(convoy), ESCORT, side, [name], [convoy], state.date)
    table.note("R9.11", side, f"{state.label(name)} is to escort {state.label(convoy)}.", "issued",
               order=key_of(convoy), formation=name)  # fmt: skip
    if state.place(name) == OFF_MAP:
        join_convoy(table, state, name, convoy)


@base("R10.5", "An Escort joins its Convoy in one place and state", "2.613")
def join_convoy(table: Table, state: State, formation: str, convoy: str) -> None:
    """Makes a Squadron part of the Convoy that it escorts; its Order is done with that."""
    side, told = state.side_of(formation), short(state, formation)
    vanish(table, state, formation)
    squadrons = list(state.formations[formation].squadrons)
    end_order(table, state, state.formations[formation].order, DONE, "R9.11", "she has joined the Convoy")
    for squadron in squadrons:
        state.join(squadron, convoy)
    state.remove(formation)
    table.note("R10.5", side, f"{told} escorts {short(state, convoy)}.", "log", formation=convoy,
               at=state.place(convoy), what="joins")  # fmt: skip


def escort_under_way(state: State, convoy: str) -> bool:
    """Tells if somebody is under way to escort a Convoy."""
    return key_of(convoy) in state.orders


@base("R9.11", "An Escort Order is over with its Convoy")
def end_escort(table: Table, state: State, convoy: str) -> None:
    """Ends the Order of an Escort whose Convoy is no more; it goes home."""
    order = state.orders.get(key_of(convoy))
    if order is None:
        return
    for name in order.to:
        if name in state.formations:
            state.formations[name].home = True
    end_order(table, state, key_of(convoy), DONE, "R9.11", "her Convoy is no more")


@base("R10.5", "An Escort belongs to the Command where its Convoy ends", "2.166", "2.167", "2.619")
def change_command(state: State, squadron: str, place: str) -> None:
    """Puts an Escort under the Command of the place, where that is one; the French have no bounds and stay."""
    side = state.squadron_side(squadron)
    commands = state.board.commands_at(place, side) if place in state.board.nodes else ()
    counter = state.board.squadrons[squadron]
    if len(commands) == 1 and counter.contingent in ("british", "spanish"):
        state.squadrons[squadron].command = commands[0]
