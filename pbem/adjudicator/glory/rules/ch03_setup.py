"""Chapter 3: the game laid out as printed, and what the players choose before the first turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from pbem.adjudicator.engine.order_parts import Entry
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.glory.board.board import Board, blowing
from pbem.adjudicator.glory.board.pieces import ShipStatus
from pbem.adjudicator.glory.rules.ch05_returns import chits_back
from pbem.adjudicator.glory.rules.ch21_objectives import draw_objectives, first_directive
from pbem.adjudicator.glory.rules.ch24_trafalgar import bind_toulon, set_up
from pbem.adjudicator.glory.rules.forms import SetUp
from pbem.adjudicator.glory.rules.telling import tell_lapse, tell_move
from pbem.adjudicator.glory.rules.waters import is_open, sea_of, sea_of_port
from pbem.adjudicator.glory.state.state import Block, Officer, State, Vessel, place_parts
from pbem.adjudicator.glory.state.terms import (
    ALLIED,
    BRITISH,
    CONVOYS,
    FRIGATE,
    GOLD,
    INSHORE,
    LOOSE,
    MEDITERRANEAN,
    NATIONS,
    NORTH_SEA_BOX,
    PORT,
    SEA,
    SPANS,
    TRACK,
    TRAFALGAR,
)

BOX_PLACE = "north-sea-fleet"
ASIDE = "aside"


@rule("3.0", "Setting up the game", "2.1", "2.4", "24.1")
def open_game(board: Board, house: Mapping[str, str], scenario: str) -> State:
    """Everything as printed: ships and admirals by their codes, fleets at their stations, frigates still to place."""
    state = State(board, dict(house), scenario, last_turn=SPANS[scenario][1])
    state.blocks = {name: Block() for name in board.blocks}
    state.rose = blowing(board)
    state.manpower = dict.fromkeys(NATIONS, 0)
    state.admirals = {}
    if scenario == TRAFALGAR:
        set_up(Table(), state)
    else:
        lay_blocks(state)
        lay_ships(state)
        lay_admirals(state)
        state.events_pool = [name for name, event in board.admiralty.items() if not event.special]
    chits_back(state)
    state.settle()
    return state


@rule("3.0", "Set-up: blocks", "2.3")
def lay_blocks(state: State) -> None:
    """Fleets lie where they begin; convoys at the start of their tracks; the others are set aside."""
    for name, counter in state.board.blocks.items():
        if counter.start:
            state.blocks[name] = Block(counter.start, counter.part or PORT)
        elif counter.kind in CONVOYS and counter.kind != GOLD:
            state.readiness[name] = 0


@rule("3.0", "Set-up: ships", "2.6")
def lay_ships(state: State) -> None:
    """Ready ships into the fleet that begins at their port, the others into the harbour or onto the turn track."""
    for name, piece in state.board.ships.items():
        fleet = fleet_at(state, piece.side, piece.place)
        vessel = Vessel(fleet or piece.place, damaged=piece.status is ShipStatus.DAMAGED)
        if piece.status is ShipStatus.LATER:
            vessel.at = f"turn-{piece.turn}"
        elif piece.place == BOX_PLACE:
            vessel.at = NORTH_SEA_BOX
        elif piece.status is ShipStatus.ORDINARY:
            vessel.at, vessel.ordinary = piece.place, True
        state.ships[name] = vessel


def lay_admirals(state: State) -> None:
    """Admirals with the fleet of their port, in the port, on the turn track, or set aside."""
    for name, piece in state.board.admirals.items():
        if piece.generic:
            continue
        at = fleet_at(state, piece.side, piece.place) or piece.place or ASIDE
        if piece.place == BOX_PLACE:
            at = NORTH_SEA_BOX
        state.admirals[name] = Officer(f"turn-{piece.turn}" if piece.turn else at)


def fleet_at(state: State, seat: str, place: str) -> str:
    """The fleet of a seat that begins at a place, in port or before it."""
    starts = (name for name, counter in state.board.blocks.items()
              if counter.side == seat and counter.start == place and counter.kind == "fleet")  # fmt: skip
    return next(starts, "") if place else ""


# ---------------------------------------------------------------- what is chosen


@rule("3.0", "Set-up: stations, frigates and sealed values", "24.1", "21.1")
async def choose_set_up(table: Table, state: State) -> None:
    """The British place three fleets and their frigates, Trafalgar's Toulon fleet its port; values are drawn unseen."""
    british, allied = await table.decide_all(
        Entry(rule="3.0", side=BRITISH, key=table.key("setup", (BRITISH,)), topic="setup", discreet=True,
                        prompt="Where do your fleets and frigates lie?"),
        Entry(rule="3.0", side=ALLIED, key=table.key("setup", (ALLIED,)), topic="setup", discreet=True,
                        prompt="Where is the Toulon fleet bound?"),
    )  # fmt: skip
    lay_stations(table, state, cast(SetUp, british))
    lay_frigates(table, state, cast(SetUp, british))
    if state.trafalgar():
        reason = bind_toulon(state, cast(SetUp, allied).get("toulon", "cadiz"))
        if reason:
            tell_lapse(table, "24.1.1", ALLIED, reason)
            bind_toulon(state, "cadiz")
        return
    await draw_objectives(table, state)
    await first_directive(table, state)


@rule("3.0", "Set-up: Inshore or Loose Blockade", "11.4")
def lay_stations(table: Table, state: State, orders: SetUp) -> None:
    """Fleets that begin in a patrol zone lie Inshore or on Loose Blockade, as their owner says; else Loose."""
    wanted = orders.get("stations", {})
    for name in state.blocks_of(BRITISH):
        here = state.blocks[name]
        if here.area not in (INSHORE, LOOSE) or (here.at == "bantry-bay" and not state.trafalgar()):
            continue
        part, was = wanted.get(name, LOOSE), state.place(name)
        if part not in (INSHORE, LOOSE):
            tell_lapse(table, "3.0", BRITISH, f"{state.label(name)} begins Inshore or on Loose Blockade")
            part = LOOSE
        here.area = part
        if was != state.place(name):
            tell_move(table, state, "3.0", name, was, state.place(name), "station")


@rule("3.0", "Set-up: frigates", "7.7", "24.1")
def lay_frigates(table: Table, state: State, orders: SetUp) -> None:
    """Nine frigates into friendly ports, onto station in any zone, or to sea; one in the Mediterranean, none on tracks.

    A place that is not allowed is replaced by that of the list.
    """
    usual = [f"{each.port}/{each.part}" for each in state.board.stations]
    wanted = [in_full(state, str(each)) for each in orders.get("frigates", ())]
    frigates = [n for n in state.blocks if state.kind(n) == FRIGATE and state.blocks[n].at != "gone"]
    frigates = frigates[: len(frigates) - (state.board.trafalgar.frigates_out if state.trafalgar() else 0)]
    for number, name in enumerate(frigates):
        places = [*wanted[number : number + 1], *usual[number : number + 1], "plymouth/port"]
        place = next(each for each in places if not why_no_frigate(state, each))
        if number < len(wanted) and place != wanted[number]:
            tell_lapse(table, "3.0", BRITISH, f"{state.label(name)}: {why_no_frigate(state, wanted[number])}")
        at, area = place_parts(place)
        state.blocks[name] = Block(at, area)
        tell_move(table, state, "3.0", name, "", state.place(name), "appear")
    if state.trafalgar():
        for name in [n for n in state.blocks if state.kind(n) == FRIGATE and n not in frigates]:
            state.blocks[name] = Block("gone")
    table.note("3.0", ALL, "The British frigates are on their stations.", "frigates", number=len(frigates))


def in_full(state: State, place: str) -> str:
    """A place with its part: a port's bare name means the port itself."""
    return f"{place}/{PORT}" if place in state.board.ports else place


def why_no_frigate(state: State, place: str) -> str:
    """Returns why a frigate cannot begin at a place; empty if it can."""
    at, area = place_parts(in_full(state, place))
    if at in state.board.ports and area in (PORT, INSHORE, LOOSE):
        hex_id, sea = state.board.ports[at].zone_hex, sea_of_port(state, at)
        if area == PORT and not state.friendly(at, BRITISH):
            return f"{state.label(at)} is no British port"
    elif area == SEA and at in state.board.hexes:
        hex_id, sea = at, sea_of(state, at)
    else:
        return f"{place} is no place for a frigate" + (" to begin" if area == TRACK else "")
    if not is_open(state, hex_id) or state.board.hexes[hex_id].exit:
        return f"{place} is out of play"
    others = sum(1 for n in state.blocks_of(BRITISH) if state.is_frigate(n) and in_med(state, n))
    if sea == MEDITERRANEAN and others >= state.board.numbers.frigates_mediterranean:
        return "only one frigate begins in the Mediterranean"
    return ""


def in_med(state: State, block: str) -> bool:
    """Tells if a block lies in the Mediterranean."""
    return sea_of(state, state.hex_of(block)) == MEDITERRANEAN
