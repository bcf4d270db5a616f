"""A power's knowledge (8.1, 9.2, 15.1). Reports, order checks, bots and questions are made from it alone.

Everybody knows treasuries, the number of markers in a hand, plunder, colonies, treasure fleets, Fleet Markers, and
the squares in which a power has other combat units. Others do not know their number and kind, nor who is aboard.
Units that meet show themselves to each other (15.2), and a Spy sees things: that is heard when it happens, and
remembered (pbem.adjudicator.engine.memory).

Everybody's part, by chapter:
    seat, players, order, turn, turns, initiative        3.4, 7.2   `seat` is empty for the public
    money {power: pounds}, owed {power: pounds}          8.1, 18.4  `owed`: prize money, paid in the Revenue Phase
    markers {power: number}, pool, exchange              9.2        how many are held, in the pool, up for bids
    operated {power: number}, passed [power]             13.1       operations begun; who passed since the last
    watch                                                13.1       watches that the rotation has had this turn
    mercenaries {power: number}                          9.7        Mercenary Admirals on the map
    agreements [record]                                  10.1       promises in force
    presence [{square, power, fleets [number], units}]   15.1       `units`: whether there are others than fleets
    control {square: power}                              6.1        undisputed; disputed squares are left out
    treasure {fleet: {at, damage, power, fleet}}         23.0       `power`, `fleet`: whose escort; empty without one
    landed {power: [fleet]}                              23.5       brought home this turn
    plundered [square], colonies [square]                21.6, 24.1
    garrisons {square: points}, favours {square: power}  29         of potentates
    fallen [leader]                                      32         out of the game
    winners [power], ended                               26.0
    phase, step, house {name: choice}, standing [order], edition    of the match (match.py): `step` is setup, bids,
                                                         year or watch; `standing` one's own; `edition` if there is one
    queue [{name, phase, body, used [number], turns [[number]]}]    of the match: one's own order files of the year so
                                                         far, newest first; `turns`: in which of one's turns of the last
                                                         phase each entry of its queue was carried out
    memory [{place, side, units [[id, words]], turn, left}]   15.2    of the match: what was seen of others, newest last
A player's own part besides:
    ships {ship: {at, damage, fleet, cargo {nation: points}}}       `fleet` is a number, or empty
    land {square: {regiment, fort}}                      2.7
    passengers {ship: points}                            19.3       own regiments aboard another's ship
    escorts {treasure fleet: ship}                       23.4       the lone ship that escorts it
    leaders {leader: {at, aboard, value}}                22.0
    hand [marker], up_for_bids [marker]                  9.5, 9.13  the second only for who has seen them with a Spy
    unbuilt [ship], left {regiment, fort}, leader_pool [leader], resting {what: number}    11.3, 11.5, 22.2
    prizes {ship: {at, damage, fleet, cargo}}            34         captured by oneself
    away {force: operations}                             33         own forces that have been far from ports
    points {reason: number}                              26.2       as they stand
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from pbem.adjudicator.engine.piecemeal import Piecemeal
from pbem.adjudicator.engine.reader import board_of_view
from pbem.adjudicator.lions.board.board import Board, load_board
from pbem.adjudicator.lions.rules.ch06_control import controlled, occupants
from pbem.adjudicator.lions.rules.ch26_victory import points
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, Berth, State, Vessel
from pbem.adjudicator.lions.state.who_is_where import fleet_number, fleets_by_place, loose_ships

#: What everybody sees of a position as it is.
OPEN = ("players", "turn", "turns", "initiative", "money", "owed", "operated", "passed", "watch", "agreements",
        "winners", "ended", "garrisons", "favours", "fallen", "landed", "plundered", "colonies")  # fmt: skip


def view(state: State, seat: str | None) -> dict[str, Any]:
    """All that a seat may know of the position; None is the public."""
    known = {"seat": seat or "", **turn_and_pounds(state), **on_the_map(state)}
    return known if seat is None else known | own(state, seat)


def glance(state: State, seat: str) -> Mapping[str, Any]:
    """The parts of a player's view that conditions ask for, each made when it is."""
    made = {name: partial(shown, state, seat) for name, shown in ASKED.items()}
    return Piecemeal((*OPEN, *made), lambda name: made[name]() if name in made else state.shown([name])[name])


def turn_and_pounds(state: State) -> dict[str, Any]:
    """The turn, and what lies beside the map."""
    mercenaries = list(state.mercenaries.values())
    return {
        **state.shown(OPEN), "order": list(state.order()),
        "markers": {power: len(state.hand[power]) for power in state.players},
        "pool": len(state.pool), "exchange": len(state.exchange),
        "mercenaries": {power: mercenaries.count(power) for power in state.players},
    }  # fmt: skip


def on_the_map(state: State) -> dict[str, Any]:
    """Returns what the map shows to anybody: markers, and squares where units lie face down."""
    seen = [{**entry, "fleets": [*entry["fleets"]]} for entry in state.until_one_moves(presence)]
    return {"presence": seen, "control": dict(controlled(state)), "treasure": treasures(state)}


def presence(state: State) -> list[dict[str, Any]]:
    """Lists the places of Fleet Markers and other combat units, in the grid's order (6.3, 15.1)."""
    markers, loose, land = fleets_by_place(state), loose_ships(state), state.land
    return [
        {"square": square, "power": power, "fleets": markers.get((square, power), []),
         "units": (square, power) in loose or (square in land and power in land[square])}
        for square, powers in occupants(state).items() for power in powers
    ]  # fmt: skip


def treasures(state: State) -> dict[str, dict[str, Any]]:
    """The treasure fleets on the map, in the board's order."""
    return {name: treasure(state, name) for name in state.board.treasure_fleets if name in state.ships}


def treasure(state: State, name: str) -> dict[str, Any]:
    """A treasure fleet, which lies face up (2.9): a ship that escorts it alone is not named."""
    vessel = state.ships[name]
    return {"at": vessel.at, "damage": vessel.damage, "power": state.owner(name), "fleet": fleet_number(vessel.fleet)}


# -------------------------------------------------------------------------------------------- a player's own part


def own(state: State, power: str) -> dict[str, Any]:
    """A power's own units, markers, and what is left to outfit."""
    aboard_others = {name: hold[power] for name, hold in state.cargo.items()
                     if power in hold and state.owner(name) != power}  # fmt: skip
    return {
        "ships": {name: ship_of(state, name) for name in state.ships_of(power)}, "land": land_of(state, power),
        "passengers": aboard_others,
        "escorts": {name: state.ships[name].fleet for name in state.board.treasure_fleets
                    if escorted_alone(state, name, power)},
        "leaders": {name: leader_of(state, name) for name in state.leaders_of(power)},
        "hand": list(state.hand[power]), "up_for_bids": list(state.exchange) if power in state.spied else [],
        "unbuilt": state.unbuilt(power),
        "left": {kind: state.land_left(power, kind) for kind in (REGIMENT, FORT)},
        "leader_pool": state.leader_pool(power), "resting": dict(state.resting.get(power, {})),
        "prizes": {name: ship_of(state, name) for name, captor in state.prizes.items() if captor == power},
        "away": {name: number for name, number in state.away.items() if is_own_force(state, name, power)},
        "points": points(state, power),
    }  # fmt: skip


def escorted_alone(state: State, name: str, power: str) -> bool:
    """Tells if a treasure fleet sails with one own ship that is part of no fleet (23.4)."""
    return name in state.ships and state.ships[name].fleet in state.ships_of(power)


def ship_of(state: State, name: str) -> dict[str, Any]:
    """One own ship, with the troops aboard."""
    vessel = state.ships[name]
    return {"at": vessel.at, "damage": vessel.damage, "fleet": fleet_number(vessel.fleet),
            "cargo": dict(state.cargo.get(name, {}))}  # fmt: skip


def is_own_force(state: State, name: str, power: str) -> bool:
    """Tells if a fleet or a lone ship is the power's own."""
    ship = state.board.ships.get(name)
    return name.startswith(f"{power}-fleet-") or (ship is not None and ship.nation == power)


def land_of(state: State, power: str) -> dict[str, dict[str, int]]:
    """Own points ashore, by square."""
    squares = [square for square in state.in_grid_order(state.land) if state.land_at(square, power)]
    return {square: {kind: state.ashore(square, power, kind) for kind in (REGIMENT, FORT)} for square in squares}


def leader_of(state: State, name: str) -> dict[str, Any]:
    """One own leader."""
    berth = state.leaders[name]
    return {"at": berth.at, "aboard": berth.aboard, "value": state.leader(name).value}


# -------------------------------------------------------------------------------------------- a position from a view


def seen_state(board: Board, known: Mapping[str, Any]) -> State:
    """A position with all that the view tells and nothing else: what an order check plays on.

    Units seen face down stand as one regiment point, so that control and dispute read as they are (6.1, 6.4).
    """
    seat = known["seat"]
    state = State.from_plain(board, {name: known[name] for name in OPEN}, known.get("house", {}))
    state.hand = {power: [] for power in state.players}
    for entry in known["presence"]:
        if entry["power"] != seat:
            state.put_ashore(entry["square"], entry["power"], REGIMENT, 1)
    if seat:
        lay_own(state, known)
    lay_treasure(state, known)
    return state


def lay_own(state: State, known: Mapping[str, Any]) -> None:
    """A seat's own units and markers."""
    seat = known["seat"]
    state.hand[seat] = list(known["hand"])
    if known["up_for_bids"]:
        state.exchange, state.spied = list(known["up_for_bids"]), [seat]
    state.resting[seat] = dict(known["resting"])
    state.away = dict(known["away"])
    state.prizes = dict.fromkeys(known["prizes"], seat)
    for name, ship in (known["ships"] | known["prizes"]).items():
        state.ships[name] = Vessel(ship["at"], ship["damage"], f"{seat}-fleet-{ship['fleet']}" if ship["fleet"] else "")
        for nation, points_aboard in ship["cargo"].items():
            state.load(name, nation, points_aboard)
    for square, points_ashore in known["land"].items():
        for kind, number in points_ashore.items():
            if number:
                state.put_ashore(square, seat, kind, number)
    for name, leader in known["leaders"].items():
        state.leaders[name] = Berth(leader["at"], leader["aboard"])
        if name in state.board.markers:
            state.mercenaries[name] = seat


def lay_treasure(state: State, known: Mapping[str, Any]) -> None:
    """Treasure fleets, each with its escort where that is known: a fleet, or an own ship that sails alone."""
    for name, entry in known["treasure"].items():
        fleet = f"{entry['power']}-fleet-{entry['fleet']}" if entry["fleet"] else known.get("escorts", {}).get(name, "")
        state.ships[name] = Vessel(entry["at"], entry["damage"], fleet)


def board_seen(known: Mapping[str, Any]) -> Board:
    """The board a view belongs to: an edition is no secret, and travels with the view."""
    return board_of_view(known, load_board)


ASKED: dict[str, Callable[[State, str], Any]] = {
    "seat": lambda state, seat: seat, "presence": lambda state, seat: state.until_one_moves(presence),
    "control": lambda state, seat: controlled(state), "treasure": lambda state, seat: treasures(state),
    "ships": lambda state, seat: {name: ship_of(state, name) for name in state.ships_of(seat)},
    "hand": lambda state, seat: list(state.hand[seat]),
}  # fmt: skip
