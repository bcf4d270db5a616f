"""The invariants of every position; a breach is our bug, never a player's."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from pbem.adjudicator.jenkins.board.pieces import SIDES, TURN_TRACK
from pbem.adjudicator.jenkins.rules.ch07_transport import why_no_room
from pbem.adjudicator.jenkins.state.state import State


def broken(state: State) -> list[str]:
    """Every invariant that does not hold between phases."""
    return [*counters_conserved(state), *funds_in_bounds(state), *elements_respected(state), *cargo_lawful(state),
            *stacks_in_order(state)]


def counters_conserved(state: State) -> Iterator[str]:
    """Every counter of a side is in exactly one place (2.0)."""
    places = Tally([*(name for side in SIDES for name in state.on_map(side)), *state.track, *state.gone])
    places.update(name for side in SIDES for name in state.pool.get(side, ()))
    at_sea = [name for name, ship in state.aboard.items() if ship in state.track]
    places.update(at_sea)
    if state.isidro:
        places.update(next(place for place in state.board.setup if place.place == TURN_TRACK).counters)
    if not state.pool:
        return  # before the set-up; at turn 0 a side may wait to place its own (3.1)
    for counter in state.board.counters.values():
        if counter.side in SIDES and places[counter.id] != 1 and (state.turn or state.hexes(counter.side)):
            yield f"{counter.id} is in {places[counter.id]} places"


def funds_in_bounds(state: State) -> Iterator[str]:
    """0 to the maximum of the track (3.2, 3.3)."""
    for side, points in sorted(state.funds.items()):
        if not 0 <= points <= state.board.funds.maximum:
            yield f"{side} funds are {points}"


def elements_respected(state: State) -> Iterator[str]:
    """No ship on land, no troops at sea but aboard (4.0)."""
    for side in SIDES:
        for hex_id in state.hexes(side):
            if not state.board.is_water_hex(hex_id) and state.naval(hex_id, side):
                yield f"{side} ships stand on land at {hex_id}"
            if not state.board.is_land_hex(hex_id) and state.land(hex_id, side):
                yield f"{side} troops walk on water at {hex_id}"


def cargo_lawful(state: State) -> Iterator[str]:
    """Passengers lie in their ship's hex, and no ship carries more than she may (7.3)."""
    for name, ship in sorted(state.aboard.items()):
        if ship not in state.track and state.hex_of(name) != state.hex_of(ship):
            yield f"{name} is aboard {ship}, elsewhere"
        del state.aboard[name]
        reason = why_no_room(state, state.board.counters[name], ship)
        state.aboard[name] = ship
        if reason:
            yield f"{name} is aboard unlawfully: {reason}"


def stacks_in_order(state: State) -> Iterator[str]:
    """Passengers above their ship, troops ashore below every ship (4.1)."""
    for side in SIDES:
        for hex_id in state.hexes(side):
            before = state.stack(hex_id, side)
            state.settle(hex_id, side)
            if state.stack(hex_id, side) != before:
                yield f"the {side} stack at {hex_id} is out of order"
