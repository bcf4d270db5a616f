"""The invariants of every position between phases; a breach is our bug, never a player's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.adjudicator.lions.board.terms import PIRATES
from pbem.adjudicator.lions.rules.ch12_fleets import escorted
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, State


def broken(state: State) -> list[str]:
    """Every invariant that does not hold."""
    return [
        *markers_in_one_place(state), *pounds_not_owed(state), *ships_lawful(state), *fleets_together(state),
        *treasure_lawful(state), *land_lawful(state), *leaders_lawful(state), *pirates_gone(state),
    ]  # fmt: skip


def markers_in_one_place(state: State) -> Iterator[str]:
    """Checks that every campaign marker is in one place: pool, bids, a hand, or the map (9.2, 9.7)."""
    hands = [name for hand in state.hand.values() for name in hand]
    places = Counter([*state.pool, *state.exchange, *state.mercenaries, *hands])
    for name in (*state.board.markers, *places):
        if places[name] != 1 or name not in state.board.markers:
            yield f"marker {name} is in {places[name]} places"
    for power, hand in state.hand.items():
        if len(hand) > state.hand_limit():
            yield f"{power} holds {len(hand)} markers"


def pounds_not_owed(state: State) -> Iterator[str]:
    """No treasury is below nothing (8.3)."""
    for power, pounds in state.money.items():
        if pounds < 0:
            yield f"{power} has {pounds} pounds"


def ships_lawful(state: State) -> Iterator[str]:
    """Checks that ships belong to powers that play, are afloat and not sunk (18.1).

    They carry no more than they may (19.3).
    """
    for name, vessel in state.ships.items():
        if vessel.damage > state.rating(name):
            yield f"{name} has {vessel.damage} damage"
        if not state.board.is_afloat(vessel.at):
            yield f"{name} is aground at {vessel.at}"
        ship = state.ship(name)
        if ship and ship.nation not in (*state.players, PIRATES):
            yield f"{name} belongs to nobody who plays"
        if state.carried(name) > (ship.kind.carries if ship else 0):
            yield f"{name} carries {state.carried(name)} points"
    for name in state.cargo:
        if name not in state.ships:
            yield f"troops are aboard {name}, which is not on the map"


def fleets_together(state: State) -> Iterator[str]:
    """Checks that a fleet's ships share owner and square, and that its marker exists (2.10, 12.1)."""
    fleets = dict.fromkeys(vessel.fleet for vessel in state.ships.values() if "-fleet-" in vessel.fleet)
    for fleet in fleets:
        owner, _, number = fleet.partition("-fleet-")
        if not 1 <= int(number) <= state.board.fleet_markers.get(owner, 0):
            yield f"there is no marker for {fleet}"
        if len({state.ships[name].at for name in state.fleet(fleet)}) != 1:
            yield f"{fleet} is in several squares"
        if any(state.owner(name) != owner for name in state.fleet(fleet)):
            yield f"{fleet} has others' ships"


def treasure_lawful(state: State) -> Iterator[str]:
    """Checks that treasure is in its own port, with a rated ship, or where its escort was lost (23.2, 23.4)."""
    for name in state.board.treasure_fleets:
        landed = sum(fleets.count(name) for fleets in state.landed.values())
        if landed + (name in state.ships) > 1:
            yield f"{name} is in {landed + (name in state.ships)} places"
        if name not in state.ships or not state.ships[name].fleet:
            continue
        escort = state.ships[name].fleet
        ships = state.fleet(escort) if "-fleet-" in escort else [escort]
        if not escorted(state, [ship for ship in ships if ship in state.ships]):
            yield f"{name} sails with no rated ship"
        if any(state.ships[ship].at != state.ships[name].at for ship in ships if ship in state.ships):
            yield f"{name} is elsewhere than its escort"


def land_lawful(state: State) -> Iterator[str]:
    """Checks that land points are no more than the counters (2.7), on coasts (19.7).

    None is in another's home port (5.6).
    """
    for power in state.players:
        for kind in (REGIMENT, FORT):
            if state.land_left(power, kind) < 0:
                yield f"{power} has more {kind} points than counters"
    for square, nations in state.land.items():
        port = state.board.port_at.get(square)
        for nation in nations:
            if not state.board.is_coastal(square):
                yield f"{nation} troops are at {square}, which is no coast"
            if port and port.is_home and nation in state.players and port.nation != nation:
                yield f"{nation} troops are ashore in the home port {port.id}"


def leaders_lawful(state: State) -> Iterator[str]:
    """Checks that leaders aboard are with their ships, and the fallen are not on the map (22.3)."""
    for name, berth in state.leaders.items():
        if berth.aboard and (berth.aboard not in state.ships or state.ships[berth.aboard].at != berth.at):
            yield f"{name} is aboard {berth.aboard}, elsewhere"
        if name in state.fallen:
            yield f"{name} has fallen, and is on the map"


def pirates_gone(state: State) -> Iterator[str]:
    """No pirates outside a battle or an operation (25.9)."""
    if state.ships_of(PIRATES) or any(state.land_at(square, PIRATES) for square in state.land):
        yield "pirates are on the map"
