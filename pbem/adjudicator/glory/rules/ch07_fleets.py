"""Chapter 7: fleets formed in port, divided at sea, and joined (7.5, 7.6)."""
# Chapter 7 stands in ch07_blocks, ch07_fleets and ch07_rumours.

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from pbem.adjudicator.engine.order_parts import whole
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.ch07_blocks import move_all, take_off, tidy_port, unused_block
from pbem.adjudicator.glory.rules.ch08_admirals import firebrand
from pbem.adjudicator.glory.rules.ch13_blockade import ships_that_must_stay, why_held
from pbem.adjudicator.glory.rules.forms import Detach, FleetEntry, Transfer
from pbem.adjudicator.glory.rules.selecting import by_worth, chosen_ships, with_larger_part
from pbem.adjudicator.glory.rules.telling import tell_lapse, tell_move
from pbem.adjudicator.glory.rules.waters import sea_of_port
from pbem.adjudicator.glory.state.state import Block, State
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, CONVOYS, FLEET, NORTH_ATLANTIC, PORT, TRACK

MASTS = "masts"


# ---------------------------------------------------------------- in port


@rule("7.6", "Splitting fleets in port", "11.2", "2.5")
async def form_fleets(table: Table, state: State, seat: str, ports: Iterable[str]) -> None:
    """Ships and admirals of a port are put into blocks as their owner wishes, without restrictions."""
    for port in ports:
        if not any(not state.ships[ship].ordinary for ship in state.in_port(port, seat)):
            continue
        wanted = await questions.entries(table, "7.6", seat, f"fleets/{port}", {"port": port},
                                         f"Which fleets lie in {state.label(port)}?")  # fmt: skip
        for order in cast("list[FleetEntry]", wanted):
            form(table, state, seat, port, order)
        tidy_port(table, state, port)


def form(table: Table, state: State, seat: str, port: str, order: FleetEntry) -> None:
    """Forms one block in a port, or tells its owner why not."""
    block = order.get("block", "")
    if reason := why_not_formed(state, seat, port, block):
        tell_lapse(table, "7.6", seat, reason)
        return
    pool = [ship for ship in state.ready(port) if state.seat_of_ship(ship) == seat] + state.ready(block)
    wanted = order.get("ships", None if state.ships_in(block) else "all")
    named = wanted if isinstance(wanted, list) else []
    elsewhere = [s for s in state.in_port(port, seat) if s in named and s not in pool and not state.ships[s].ordinary]
    ships = state.ready(block) if wanted is None else chosen_ships(state, [*pool, *elsewhere], wanted)
    if not ships and state.kind(block) == FLEET:
        tell_lapse(table, "7.6", seat, f"no ship in {state.label(port)} is there for {state.label(block)}")
        return
    fresh = not state.blocks[block].area
    if fresh:
        state.blocks[block] = Block(port, PORT)
    move_all(state, [ship for ship in state.ready(block) if ship not in ships], (), port)
    move_all(state, ships, admirals_named(state, seat, port, order.get("admirals", ())), block)
    tell_move(table, state, "7.6", block, "" if fresh else state.place(block), state.place(block), "form")


def why_not_formed(state: State, seat: str, port: str, block: str) -> str:
    """Returns why a block cannot be formed in a port; empty if it can."""
    if block not in state.blocks or state.owner(block) != seat or not state.is_fleet(block):
        return f"{state.label(block)} is no fleet of yours"
    here = state.blocks[block]
    if here.area == PORT and here.at == port:
        return ""
    if here.area or here.at or state.kind(block) in CONVOYS:
        return f"{state.label(block)} is not in {state.label(port)}"
    return ""


def admirals_named(state: State, seat: str, port: str, names: Iterable[str]) -> list[str]:
    """Those of the admirals named who are in a port, ashore or with a block there."""
    holders = [port, *state.blocks_at(port, seat, PORT)]
    wanted = list(names)
    return [name for holder in holders for name in state.admirals_in(holder)
            if name in wanted and state.board.admirals[name].side == seat]  # fmt: skip


@rule("9.7", "Transiting the south coast of Britain")
async def transfer(table: Table, state: State) -> None:
    """British ships move between Plymouth and Portsmouth, out of sight, on a North Atlantic wind."""
    ports = ("plymouth", "portsmouth")
    if not any(not state.ships[ship].ordinary for port in ports for ship in state.in_port(port, BRITISH)):
        return
    wanted = await questions.entries(table, "9.7", BRITISH, "transfer", {}, "Which ships move along the south coast?")
    moved: list[str] = []
    for order in cast("list[Transfer]", wanted):
        to = order.get("to", "")
        start = ports[1] if to == ports[0] else ports[0]
        if to not in ports:
            tell_lapse(table, "9.7", BRITISH, "ships move between Plymouth and Portsmouth only")
            continue
        pool = [s for s in state.in_port(start, BRITISH) if not state.ships[s].ordinary and s not in moved]
        going = chosen_ships(state, pool, order.get("ships", "all"))
        move_all(state, going, (), to)
        moved += going
        if going:
            names = ", ".join(state.label(ship) for ship in going)
            table.note("9.7", BRITISH, f"Moved to {state.label(to)}: {names}.", "transfer", to=to, ships=going)
    tidy_port(table, state, ports[0])
    tidy_port(table, state, ports[1])


# ---------------------------------------------------------------- at sea


@rule("7.6", "Splitting fleets", "13.3", "8.6")
def split(table: Table, state: State, block: str, order: Detach) -> str:
    """Divides a fleet in two: the new block lies where the old one does, and may sail. Returns it, or nothing."""
    seat = state.owner(block)
    new, reason = order.get("block") or unused_block(state, seat), ""
    going = going_ships(state, block, order)
    staying = [ship for ship in state.ships_in(block) if ship not in going]
    admirals = going_admirals(state, seat, block, going, staying, order)
    if not new or new not in state.blocks or state.blocks[new].area or state.blocks[new].at:
        reason = "there is no such unused block"
    elif state.owner(new) != seat or state.kind(new) != FLEET:
        reason = f"{state.label(new)} is no fleet of yours"
    elif state.blocks[block].area == TRACK:
        reason = "no fleet divides on a track"
    elif seat == ALLIED and state.blocks[block].area != PORT and not state.trafalgar():
        reason = "Allied fleets divide in port only"
    elif not going or not staying:
        reason = f"{state.label(block)} has not the ships to divide"
    elif held := why_held(state, block, going, admirals):
        reason = held
    if reason:
        tell_lapse(table, "7.6", seat, f"{state.label(block)} does not divide: {reason}")
        return ""
    old = state.blocks[block]
    state.blocks[new] = Block(old.at, old.area, old.bound, old.letter, old.face_down, old.reached)
    move_all(state, going, admirals, new)
    tell_move(table, state, "7.6", new, "", state.place(new), "split")
    return new


def going_ships(state: State, block: str, order: Detach) -> list[str]:
    """The ships that an order detaches."""
    pool = state.ships_in(block)
    if "ships" in order:
        return chosen_ships(state, pool, order["ships"])
    if "keep" not in order:
        return []
    sound = by_worth(state, state.sound(block))
    keep = ships_that_must_stay(state, state.blocks[block].at) if order["keep"] == MASTS else None
    number = len(sound) - (whole(order["keep"]) if keep is None else keep)
    if number <= 0:
        return []
    return sound[-number:] if order.get("take") == "worst" else sound[:number]


def going_admirals(
    state: State, seat: str, block: str, going: Sequence[str], staying: Sequence[str], order: Detach
) -> list[str]:  # fmt: skip
    """The admirals who go with a detachment; in port anybody, and Cochrane with five ships against seniority (8.6).

    In Trafalgar nothing restricts a split (24.2).
    """
    wanted = order.get("admirals", [])
    named = [name for name in state.admirals_in(block) if name in wanted]
    if state.blocks[block].area == PORT or state.trafalgar():
        return named
    if order.get("firebrand") == "yes" and firebrand(state, going, named):
        return named
    return with_larger_part(state, seat, block, going, staying, wanted)


@rule("7.5", "Rendezvous", "9.1")
def rendezvous(table: Table, state: State, block: str, into: str) -> str:
    """One block is absorbed by another in the same place. Returns why not; empty if it was done."""
    if reason := why_not_joined(state, block, into):
        return reason
    move_all(state, state.ships_in(block), state.admirals_in(block), into)
    take_off(table, state, block, "7.5", "merge")
    return ""


def why_not_joined(state: State, block: str, into: str) -> str:
    """Returns why a block cannot be absorbed by another; empty if it can."""
    one, two = state.blocks[block], state.blocks.get(into)
    if two is None or state.owner(into) != state.owner(block) or into == block or not one.area:
        return "there is no such block"
    if (one.at, one.area) != (two.at, two.area) or one.area == TRACK:
        return f"{state.label(block)} and {state.label(into)} are not together"
    if state.is_convoy(block) or state.is_frigate(block) or state.is_frigate(into):
        return f"{state.label(block)} cannot be absorbed by {state.label(into)}"
    if state.is_fog(into) and not state.is_fog(block):
        return "a rumour absorbs only a rumour"
    same = (one.bound, one.face_down) == (two.bound, two.face_down)
    bound_by_it = state.owner(block) == ALLIED and not state.is_fog(block) and not state.trafalgar()
    return "their destinations differ" if bound_by_it and not same and one.area != PORT else ""


def own_ports(state: State, seat: str, sea: str) -> list[str]:
    """The ports of a sea that are friendly to a seat, in the board's order."""
    return [port for port in state.board.ports if state.friendly(port, seat) and sea_of_port(state, port) == sea]


def south_coast(state: State, seat: str, sea: str) -> bool:
    """Tells if ships may move along the south coast in this half."""
    return seat == BRITISH and sea == NORTH_ATLANTIC and not state.ended
