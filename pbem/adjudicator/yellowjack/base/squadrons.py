"""Squadrons in port: their states, and Sail that go from one to another (R3.3, R3.5, R3.9)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.engine.order_parts import whole
from pbem.adjudicator.engine.table import Plain, Table
from pbem.adjudicator.yellowjack.base.formations import drop_if_empty, stand_alone
from pbem.adjudicator.yellowjack.base.orders import end_orders_of
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FITTING_OUT, FRIGATE, IN_ORDINARY, READY, SIDES

CRIPPLED = 3
#: The Sail that a Squadron holds, and one of Frigates (R3.2).
ROOM, FRIGATE_ROOM = 4, 2


@base("R3.5", "States of Squadrons in the R&R Step", "R4.6")
async def states_step(table: Table, state: State, ruling: Ruling) -> None:
    """Cripples are laid up; then each side lays up, fits out and shifts Sail as it has written."""
    lay_up_cripples(table, state)
    for side in SIDES:
        prompt = "Which Squadrons change their state?"
        facts = {"squadrons": in_port(state, side)}
        said = await table.decide(entries(table, "R3.5", side, "states", facts, prompt, side))
        for entry in said:
            change_state(table, state, ruling, side, entry)
        prompt = "Which Sail go from one Squadron to another?"
        said = await table.decide(entries(table, "R3.9", side, "refit", facts, prompt, side))
        for entry in said:
            move_sail(table, state, side, entry)


def in_port(state: State, side: str) -> list[str]:
    """The Squadrons of a side that lie in a Port, Fitting Out or In Ordinary."""
    return [name for name in state.squadrons if state.squadron_side(name) == side
            and state.place_of(name) in state.ports and state.state_of(name) in (FITTING_OUT, IN_ORDINARY)]  # fmt: skip


@base("R3.5", "Crippled Squadrons go In Ordinary")
def lay_up_cripples(table: Table, state: State) -> None:
    """A crippled Squadron that is in port is laid up, and stays so until it is crippled no longer."""
    for side in SIDES:
        for name in in_port(state, side):
            if state.third(name) == CRIPPLED and state.state_of(name) == FITTING_OUT:
                lay_up(table, state, side, name, "she is crippled")


def lay_up(table: Table, state: State, side: str, squadron: str, why: str) -> None:
    """Puts a Squadron In Ordinary; a Formation that it leaves empty is gone, and its Order with it."""
    port, formation = state.place_of(squadron), state.squadrons[squadron].formation
    state.lay_up(squadron, port)
    reason = f" ({why})" if why else ""
    table.note("R3.5", side, f"{state.label(squadron)} goes In Ordinary at {state.label(port)}{reason}.", "state",
               squadron=squadron, state=IN_ORDINARY)  # fmt: skip
    if formation and state.empty(formation):
        end_orders_of(table, state, formation, "R9.7", "she is In Ordinary")
        drop_if_empty(table, state, formation)


def why_no_state(state: State, side: str, squadron: str, wanted: str, *, besieged: bool = False) -> str:
    """Returns why a Squadron cannot be laid up, or cannot fit out; empty if it can."""
    if squadron not in state.squadrons or state.squadron_side(squadron) != side:
        return "it is no Squadron of yours"
    if squadron not in in_port(state, side):
        return "it is not in port" if state.size(squadron) else "it is not Formed"
    now = state.state_of(squadron)
    if now == wanted:
        return f"it is {wanted.replace('-', ' ')} already"
    if wanted == FITTING_OUT and state.third(squadron) == CRIPPLED:
        return "it is crippled, and stays In Ordinary"
    return "its Port is besieged" if besieged and wanted == FITTING_OUT else ""


def change_state(table: Table, state: State, ruling: Ruling, side: str, entry: Mapping[str, Plain]) -> None:
    """Lays a Squadron up, or fits it out: then it is alone until a Formation takes it."""
    squadron, wanted = str(entry.get("squadron", "")), str(entry.get("to", "")).replace("_", "-")
    besieged = squadron in state.squadrons and ruling.besieged(state, state.place_of(squadron))
    reason = why_no_state(state, side, squadron, wanted, besieged=besieged)
    if reason:
        table.note("R3.5", side, f"{state.label(squadron)} does not change its state: {reason}.", "lapsed")
    elif wanted == IN_ORDINARY:
        lay_up(table, state, side, squadron, "")
    else:
        port = state.place_of(squadron)
        stand_alone(state, squadron, port, FITTING_OUT)
        table.note("R3.5", side, f"{state.label(squadron)} fits out at {state.label(port)}.", "state",
                   squadron=squadron, state=FITTING_OUT)  # fmt: skip


# --------------------------------------------------------------------------------------------------- Sail (R3.9)


def room(state: State, squadron: str) -> int:
    """The Sail that a Squadron can still take (R3.2)."""
    return (FRIGATE_ROOM if state.is_frigates(squadron) else ROOM) - state.size(squadron)


@base("R3.9", "What speaks against moving Sail", "2.141", "2.242")
def why_not_moved(state: State, side: str, entry: Mapping[str, Plain]) -> str:
    """Returns why Sail cannot go from one Squadron to another; empty if they can."""
    giver, taker, sort = (str(entry.get(word, "")) for word in ("from", "into", "class"))
    number = whole(entry.get("number", 1))
    for name in (giver, taker):
        if name not in state.squadrons or state.squadron_side(name) != side:
            return f"{state.label(name) or 'nothing'} is no Squadron of yours"
    record = state.board.squadrons
    if record[giver].contingent != record[taker].contingent:
        return "they are not of one contingent"
    if (sort == FRIGATE) != (record[taker].kind == FRIGATE):
        return "Frigates sail with Frigates alone"
    if number < 1 or state.squadrons[giver].sail.get(sort, 0) < number:
        return f"{state.label(giver)} has not so many of that class"
    if giver not in in_port(state, side):
        return f"{state.label(giver)} is not in port"
    if state.size(taker) and state.place_of(taker) != state.place_of(giver):
        return "they do not lie in one Port"
    if state.size(taker) and state.state_of(taker) == READY:
        return f"{state.label(taker)} is at sea"
    if room(state, taker) < number:
        return f"{state.label(taker)} has no room for them"
    share = damage_share(state, giver, number)
    if share and state.squadrons[taker].dp + share > state.dr(taker):
        return f"their damage would cripple {state.label(taker)}"
    return ""


def damage_share(state: State, squadron: str, number: int) -> int:
    """The DPs that go with some of a Squadron's Sail, rounded up."""
    held = state.squadrons[squadron]
    return -(-held.dp * number // state.size(squadron)) if held.dp else 0


@base("R3.9", "Transfer of Sail", "R3.3")
def move_sail(table: Table, state: State, side: str, entry: Mapping[str, Plain]) -> None:
    """Sail go over with their share of the damage; a Squadron that is left empty is Unformed."""
    reason = why_not_moved(state, side, entry)
    giver, taker, sort = (str(entry.get(word, "")) for word in ("from", "into", "class"))
    if reason:
        table.note("R3.9", side, f"No Sail go from {state.label(giver)} to {state.label(taker)}: {reason}.", "lapsed")
        return
    number, port = whole(entry.get("number", 1)), state.place_of(giver)
    share = damage_share(state, giver, number)
    new = not state.size(taker)
    for name, change, dps in ((giver, -number, -share), (taker, number, share)):
        held = state.squadrons[name]
        held.sail[sort] = held.sail.get(sort, 0) + change
        held.sail = {each: count for each, count in held.sail.items() if count}
        held.dp += dps
    if new:
        state.squadrons[taker].command = state.squadrons[giver].command
        state.lay_up(taker, port)
    told = f"{number} {sort.replace('-', ' ')} from {state.label(giver)} to {state.label(taker)}, with {share} DPs"
    table.note("R3.9", side, f"Sail are shifted at {state.label(port)}: {told}.", "refitted", squadron=taker)
    if not state.size(giver):
        formation = state.squadrons[giver].formation
        state.unform(giver)
        if formation:
            drop_if_empty(table, state, formation)
