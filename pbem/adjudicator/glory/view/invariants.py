"""The invariants of every position; a breach is our bug, never a player's."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.glory.rules.ch07_blocks import GONE
from pbem.adjudicator.glory.rules.ch10_conseil import is_destination
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import (
    ALLIED,
    CONVOYS,
    GOLD,
    NORTH_SEA_BOX,
    PORT,
    SEA,
    TRACK,
    ZONE_PARTS,
)

ASIDE = "aside"
MOST_CHITS, MOST_PROVISIONS, BOXES = 19, 5, 4


def broken(state: State) -> list[str]:
    """Every invariant that does not hold between phases."""
    return [*ships_counted(state), *ships_held(state), *blocks_in_place(state), *fleets_lawful(state),
            *admirals_placed(state), *figures_in_bounds(state)]  # fmt: skip


@rule("2.1", "Inventory: every ship in one place")
def ships_counted(state: State) -> Iterator[str]:
    """Every ship of the scenario is afloat or lost, never both."""
    both = [name for name in state.ships if name in state.lost]
    yield from (f"{name} is afloat and lost" for name in both)
    total = len(state.ships) + len(state.lost)
    if total != state.board.numbers.ships and not state.trafalgar():
        yield f"{total} ships are counted"
    if list(state.ships) != [name for name in state.board.ships if name in state.ships]:
        yield "ships are out of the board's order"


def ships_held(state: State) -> Iterator[str]:
    """Every ship is in a block of her side, a port, the North Sea box, or on the turn track."""
    for name, ship in state.ships.items():
        if ship.at in state.blocks:
            if not state.blocks[ship.at].area:
                yield f"{name} is in {ship.at}, which is off the map"
            elif not state.is_fleet(ship.at) or state.owner(ship.at) != state.seat_of_ship(name):
                yield f"{name} is in {ship.at}"
            elif ship.ordinary:
                yield f"{name} is In Ordinary in a block"
        elif ship.at not in state.board.ports and ship.at != NORTH_SEA_BOX and not ship.at.startswith("turn-"):
            yield f"{name} is at {ship.at}"
        elif ship.at in state.board.ports and not state.friendly(ship.at, state.seat_of_ship(name)):
            yield f"{name} lies in {ship.at}, an enemy port"
        if ship.wrecked and not ship.damaged:
            yield f"{name} is wrecked and not damaged"
        if ship.ordinary and (ship.wrecked or not state.board.ports[ship.at].major):
            yield f"{name} is In Ordinary and cannot be"


@rule("2.3", "Blocks: every block in one place", "7.1", "7.3")
def blocks_in_place(state: State) -> Iterator[str]:
    """Every block is at a lawful place, or off the map; a fleet outside a port has a ship, others never."""
    if len(state.blocks) != state.board.numbers.blocks:
        yield f"there are {len(state.blocks)} blocks"
    for name, block in state.blocks.items():
        if not lawful_place(state, name):
            yield f"{name} is at {block.at} {block.area}"
        ships = state.ships_in(name)
        if ships and not state.is_fleet(name):
            yield f"{name} holds ships"
        if block.area and block.area != PORT and state.is_fleet(name) and not ships:
            yield f"{name} has no ship"
        if name in state.readiness and block.area:
            yield f"{name} is on the map and on its track"


def lawful_place(state: State, name: str) -> bool:
    """Tells if a block lies where blocks can lie."""
    block = state.blocks[name]
    if not block.area:
        back = block.at.startswith("turn-") and state.is_frigate(name)
        return block.at in ("", GONE) or back
    if block.area == SEA:
        return block.at in state.board.hexes and not state.board.hexes[block.at].exit
    if block.area == TRACK:
        return block.at in {box.id for boxes in state.board.tracks.values() for box in boxes}
    if block.area == PORT:
        return block.at in state.board.ports and state.friendly(block.at, state.owner(name))
    return block.area in ZONE_PARTS and block.at in state.board.ports


@rule("9.3", "Allied fleets in their place", "11.1", "7.3", "12.6")
def fleets_lawful(state: State) -> Iterator[str]:
    """Every Allied fleet outside a port has a destination, and what has reached it lies there."""
    if state.trafalgar():
        return
    for name in state.blocks_of(ALLIED):
        block = state.blocks[name]
        if not state.is_fleet(name) or block.area == PORT:
            continue
        if not block.bound:
            yield f"{name} is bound nowhere"
        elif block.area in ZONE_PARTS and block.reached and not is_destination(state, name, block.at):
            yield f"{name} lies off {block.at}"
        if block.area == TRACK and (block.face_down or state.kind(name) == "transport"):
            yield f"{name} is on a track"


def admirals_placed(state: State) -> Iterator[str]:
    """Every admiral is with a block in play, in a port, in the North Sea box, aside, away or gone."""
    for name, officer in state.admirals.items():
        at = officer.at
        if at in state.blocks:
            if not state.blocks[at].area:
                yield f"{name} is with {at}, which is off the map"
        elif at not in state.board.ports and at not in (NORTH_SEA_BOX, ASIDE, GONE) and not at.startswith("turn-"):
            yield f"{name} is at {at}"


def figures_in_bounds(state: State) -> Iterator[str]:
    """Manpower, chits, provisions and the Conseil are within what is printed."""
    for nation, box in state.manpower.items():
        if not 0 <= box < len(state.board.manpower[nation]):
            yield f"{nation} manpower is in box {box}"
    if len(state.cup) + len(state.drawn) > MOST_CHITS:
        yield f"there are {len(state.cup) + len(state.drawn)} chits"
    if len(state.chits) + len(state.provisions) > MOST_PROVISIONS:
        yield "there are too many provisions chits"
    if state.conseil and len(set(state.conseil.values())) != BOXES:
        yield f"the Conseil has {state.conseil}"
    for name, box in state.readiness.items():
        if state.kind(name) not in CONVOYS or state.kind(name) == GOLD or box < 0:
            yield f"{name} is in box {box} of a readiness track"
