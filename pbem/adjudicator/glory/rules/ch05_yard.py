"""Chapter 5: crews, yards, and convoys made ready (5.2)."""
# Chapter 5 stands in ch05_council, ch05_events, ch05_returns and ch05_yard.

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from pbem.adjudicator.engine.order_parts import Entry, whole
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.glory.rules.ch08_admirals import commander
from pbem.adjudicator.glory.rules.forms import Admiralty
from pbem.adjudicator.glory.rules.telling import tell_lapse, tell_move
from pbem.adjudicator.glory.rules.waters import european, zone_of_block
from pbem.adjudicator.glory.state.state import Block, State
from pbem.adjudicator.glory.state.terms import (
    ALLIED,
    BRITISH,
    FRENCH,
    PORT,
    SEAT_OF,
    SEATS,
)

JAMAICA, HAVANA, GIBRALTAR = "jamaica", "havana", "gibraltar"
CORNWALLIS, CHANNEL_FLEET, BEST = "cornwallis", "channel-fleet", "best"
HOME_PORTS = ("plymouth", "portsmouth")
SECOND, THIRD = "Z2", ("Z3", "C3")


@rule("5.2", "Allocate manpower and repair ships", "4.0", "24.2")
async def admiralty(table: Table, state: State) -> None:
    """Both seats order yards and crews at the same time; each is carried out: convoys, crews, repairs."""
    questions = [
        Entry(rule="5.2", side=seat, key=table.key("admiralty", (seat,)), topic="admiralty", discreet=True,
              prompt="Yards, crews and convoys?", facts={})
        for seat in SEATS
    ]  # fmt: skip
    answers = await table.decide_all(*questions)
    for seat, answer in zip(SEATS, answers, strict=True):
        orders = cast(Admiralty, answer)
        if not state.trafalgar():
            left = spend_on_convoys(table, state, seat, orders)
            crew(table, state, seat, orders, left)
        repair(table, state, seat, orders)
        if seat == BRITISH:
            administrator(table, state, orders)


# ---------------------------------------------------------------- crews


@rule("5.2.1", "Allocate manpower: the points of a turn")
def points_of(state: State, seat: str) -> dict[str, int]:
    """The manpower points of a seat's nations this turn; what is not used is lost."""
    return {
        nation: state.board.manpower[nation][box][1]
        for nation, box in state.manpower.items() if SEAT_OF[nation] == seat
    }  # fmt: skip


@rule("5.2.1", "Allocate manpower: expeditions and the Transport", "22.3.2")
def spend_on_convoys(table: Table, state: State, seat: str, orders: Admiralty) -> dict[str, int]:
    """Moves convoys along their readiness track as far as ordered and paid for; returns the points that are left."""
    left = points_of(state, seat)
    nation, asked = (BRITISH, wanted_expeditions(orders)) if seat == BRITISH else (FRENCH, wanted_transport(orders))
    numbers = state.board.numbers
    bantry = seat == BRITISH and "bantry-bay" in state.invaded
    cost = numbers.expedition_cost_bantry if bantry else numbers.expedition_cost
    for block, spaces in asked:
        if block not in state.readiness or state.owner(block) != seat:
            tell_lapse(table, "5.2.1", seat, f"{state.label(block)} is on no readiness track")
            continue
        if block in state.came_in:
            tell_lapse(table, "5.2.1", seat, f"{state.label(block)} came back to Start only this turn")
            continue
        able = min(spaces, left[nation] // cost, last_box(state, nation) - state.readiness[block])
        left[nation] -= able * cost
        state.readiness[block] += able
        if able < spaces:
            tell_lapse(table, "5.2.1", seat, f"{state.label(block)} is moved {able} spaces, not {spaces}")
        if state.readiness[block] == last_box(state, nation):
            make_ready(table, state, seat, nation, block, orders)
    return left


def wanted_expeditions(orders: Admiralty) -> list[tuple[str, int]]:
    """The expeditions to be moved, with their spaces."""
    return [(part.get("block", ""), whole(part.get("spaces"), 1)) for part in orders.get("expeditions", ())]


def wanted_transport(orders: Admiralty) -> list[tuple[str, int]]:
    """The French Transport with its spaces, if it is to be moved."""
    spaces = whole(orders.get("transport"), 0)
    return [("french-transport", spaces)] if spaces else []


def last_box(state: State, nation: str) -> int:
    """The number of the Ready box of a track."""
    return len(state.board.expedition[nation]) - 1


@rule("5.2.1", "Allocate manpower: a convoy is ready", "7.2")
def make_ready(table: Table, state: State, seat: str, nation: str, block: str, orders: Admiralty) -> None:
    """Places a ready convoy in a port, as ordered or in the first that it may lie in."""
    ports = [port for port in state.board.ready_ports[nation] if state.friendly(port, seat)]
    named = next((part.get("at", "") for part in orders.get("ready_at", ()) if part.get("block") == block), "")
    port = named if named in ports else ports[0]
    del state.readiness[block]
    state.blocks[block] = Block(port, PORT)
    tell_move(table, state, "5.2.1", block, "", state.place(block), "ready")


@rule("5.2.1", "Allocate manpower: crews", "2.6", "5.9")
def crew(table: Table, state: State, seat: str, orders: Admiralty, left: dict[str, int]) -> None:
    """Mans ships In Ordinary in the order named, as far as points reach; unnamed, the cheapest that can be paid."""
    free = {port: 1 for port in (JAMAICA, HAVANA) if state.friendly(port, seat) and not idle(state, port)}
    named = list(orders["crew"]) if "crew" in orders else usual_crews(state, seat)
    manned: list[str] = []
    for ship in named:
        reason = why_not_manned(state, seat, ship, left, free)
        if reason:
            if "crew" in orders:
                tell_lapse(table, "5.2.1", seat, f"{state.label(ship)} is not manned: {reason}")
            continue
        port = state.ships[ship].at
        if european(state, port):
            left[state.board.ships[ship].nation] -= state.defence(ship)
        else:
            free[port] -= 1
        state.ships[ship].ordinary = False
        manned.append(ship)
    if manned:
        names = ", ".join(f"{state.label(ship)} ({state.label(state.ships[ship].at)})" for ship in manned)
        table.note("5.2.1", seat, f"Manned: {names}.", "manned", ships=manned)


def usual_crews(state: State, seat: str) -> list[str]:
    """A seat's ships In Ordinary from the cheapest."""
    ships = [name for name, vessel in state.ships.items() if vessel.ordinary and state.seat_of_ship(name) == seat]
    return sorted(ships, key=lambda ship: (state.defence(ship), -state.board.ships[ship].guns))


def why_not_manned(state: State, seat: str, ship: str, left: dict[str, int], free: dict[str, int]) -> str:
    """Returns why a ship cannot be manned now; empty if she can."""
    vessel = state.ships.get(ship)
    if vessel is None or not vessel.ordinary or state.seat_of_ship(ship) != seat:
        return "she is not In Ordinary"
    if ship in state.came_in:
        return "she came in this turn"
    port = vessel.at
    if not european(state, port):
        return "" if free.get(port, 0) else f"{state.label(port)} mans no more this turn"
    if seat == BRITISH and port not in state.board.crew_ports:
        return f"nobody is manned at {state.label(port)}"
    if shortage(state, ship):
        return "the Spanish navy mans its second group first"
    nation = state.board.ships[ship].nation
    if state.defence(ship) > left.get(nation, 0):
        return f"she costs {state.defence(ship)} points, and {left.get(nation, 0)} are left"
    return ""


@rule("5.2.2", "Spanish manpower shortages")
def shortage(state: State, ship: str) -> bool:
    """Tells if a Spanish ship must wait: those marked Z3 or C3, until every Z2 has been manned or is gone."""
    code = {name: piece.code for name, piece in state.board.ships.items()}
    waiting = any(vessel.ordinary and code[name] == SECOND for name, vessel in state.ships.items())
    return code[ship] in THIRD and waiting


def idle(state: State, port: str) -> bool:
    """Tells if a port of the West Indies neither mends nor mans: fever, or a revolt in Jamaica."""
    revolt = state.events.get("slave-revolt")
    return (state.fever and not european(state, port)) or (
        port == JAMAICA and revolt is not None and revolt.status == "failed"
    )


# ---------------------------------------------------------------- repairs


@rule("5.2.3", "Repair ships", "22.1", "22.2", "5.9")
def repair(table: Table, state: State, seat: str, orders: Admiralty) -> None:
    """Mends damaged ships in each friendly port up to its capacity: those named, or those of most guns."""
    wanted = {part.get("port", ""): part.get("ships", [BEST]) for part in orders.get("repair", ())}
    for port in state.board.ports:
        room = capacity(state, seat, port)
        if not room:
            continue
        hurt = [ship for ship in in_hand(state, seat, port) if can_be_mended(state, ship)]
        ranked = sorted(hurt, key=lambda ship: -state.board.ships[ship].guns)
        named = wanted.get(port, [BEST] if "repair" not in orders else [])
        mended = in_order_named(named, ranked)[:room]
        for ship in mended:
            state.ships[ship].damaged = False
        if mended:
            names = ", ".join(state.label(ship) for ship in mended)
            table.note("5.2.3", seat, f"Mended at {state.label(port)}: {names}.", "mended", port=port, ships=mended)
    for ship in dict.fromkeys(ship for ships in wanted.values() for ship in ships if ship != BEST):
        if ship in state.ships and state.ships[ship].damaged:
            tell_lapse(table, "5.2.3", seat, f"{state.label(ship)} is not mended")


def in_order_named(named: Sequence[str], ranked: Sequence[str]) -> list[str]:
    """The ships named, in that order; `best` stands for all others from the one of most guns."""
    first = [ship for ship in named if ship in ranked]
    return [*first, *(ship for ship in ranked if ship not in first)] if BEST in named else first


def in_hand(state: State, seat: str, port: str) -> list[str]:
    """A seat's ships in a port, manned or not, that did not come in this turn."""
    return [ship for ship in state.in_port(port, seat) if ship not in state.came_in]


def can_be_mended(state: State, ship: str) -> bool:
    """Tells if a ship can be mended: damaged, not wrecked, no prize."""
    vessel = state.ships[ship]
    return vessel.damaged and not vessel.wrecked and not vessel.prize_of


@rule("5.2.3", "Repair capacity", "22.1", "22.3")
def capacity(state: State, seat: str, port: str) -> int:
    """Returns how many ships a port mends for a seat in a turn; Gibraltar none while the Allies control Algiers."""
    if not state.friendly(port, seat) or idle(state, port):
        return 0
    if port == GIBRALTAR and state.algiers == ALLIED:
        return 0
    return state.board.ports[port].repair


@rule("8.6", "Admiral special abilities: Administrator", "5.2")
def administrator(table: Table, state: State, orders: Admiralty) -> None:
    """Cornwallis, in command of the Channel Fleet near home, has one of its ships mended, in port or at sea."""
    block = state.blocks[CHANNEL_FLEET]
    ships = state.ships_in(CHANNEL_FLEET)
    if not block.area or state.admirals[CORNWALLIS].at != CHANNEL_FLEET or not ships:
        return
    near = block.at in HOME_PORTS if block.area == PORT else zone_of_block(state, CHANNEL_FLEET) == "western_approaches"
    if not near or commander(state, BRITISH, ships, state.admirals_in(CHANNEL_FLEET)).id != CORNWALLIS:
        return
    hurt = [ship for ship in ships if can_be_mended(state, ship)]
    named = orders.get("administrator", BEST)
    chosen = named if named in hurt else next(iter(sorted(hurt, key=lambda s: -state.board.ships[s].guns)), "")
    if chosen:
        state.ships[chosen].damaged = False
        table.note("8.6", BRITISH, f"Cornwallis has {state.label(chosen)} mended.", "mended", ships=[chosen])

