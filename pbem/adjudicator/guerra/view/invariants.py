"""The invariants of every position; a breach is our bug, never a player's."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import (
    DUE,
    GONE,
    GUERRILLA,
    HAITI,
    LEGION,
    OUT,
    POOL,
    PORTUGUESE,
    PURSES,
    REBEL,
    SPAIN,
)

OFF_MAP = (POOL, DUE, GONE, OUT)


def broken(state: State) -> list[str]:
    """Every invariant that does not hold between phases."""
    return [*units_placed(state), *leaders_placed(state), *forces_sound(state), *guerrillas_apart(state),
            *markers_lawful(state), *confined(state), *sieges_sound(state), *figures_in_bounds(state)]  # fmt: skip


@rule("1.2", "Every counter is in one place")
def units_placed(state: State) -> Iterator[str]:
    """Every unit is in a force, a port, a sea or a place off the map, with lawful steps."""
    board = state.board
    if list(state.units) != list(board.units):
        yield "the units are not those of the board, in its order"
    for name, piece in state.units.items():
        counter = board.units[name]
        if not 1 <= piece.steps <= counter.steps:
            yield f"{name} has {piece.steps} steps"
        if off_map(piece.at):
            continue
        if counter.naval and piece.at not in (*board.ports, *board.seas, SPAIN, HAITI):
            yield f"the ship {name} is at {piece.at}"
        elif counter.land and piece.at not in state.forces:
            yield f"{name} is at {piece.at}"


def off_map(place: str) -> bool:
    """Tells if a place is off the map."""
    return place in OFF_MAP or place.startswith("track/")


def leaders_placed(state: State) -> Iterator[str]:
    """Every leader is with a force or a ship, or off the map."""
    for name, officer in state.leaders.items():
        at = officer.at
        ship = at in state.units and state.board.units[at].naval and not off_map(state.units[at].at)
        if not off_map(at) and at not in state.forces and not ship:
            yield f"{name} is at {at}"


@rule("5.1", "A force stands in one place and is of one side", "5.1.2")
def forces_sound(state: State) -> Iterator[str]:
    """No force is empty, mixes sides, or stands nowhere; who is at sea is aboard; who is inside is in that area."""
    board = state.board
    for name, force in state.forces.items():
        units, leaders = state.units_in(name), state.leaders_in(name)
        if not units and not leaders:
            yield f"{name} is empty"
        sides = {state.side_of(each) for each in (*units, *leaders)}
        if sides - {force.side}:
            yield f"{name} of the {force.side} holds {', '.join(sorted(sides))}"
        if force.ships:
            gone = [ship for ship in force.ships if state.units[ship].at != force.at]
            yield from (f"{name} is aboard {ship}, which is not there" for ship in gone)
        elif force.at not in (*board.areas, HAITI, LEGION):
            yield f"{name} stands at {force.at}"
        if force.inside and board.ports[force.inside].area != force.at:
            yield f"{name} is inside {force.inside} and at {force.at}"
        if force.ships and force.inside:
            yield f"{name} is aboard and inside"


@rule("10.1", "Guerrillas keep to themselves", "6.7")
def guerrillas_apart(state: State) -> Iterator[str]:
    """Guerrillas are militia, in forces of their own, in no city and under no marker."""
    for name, force in state.forces.items():
        modes = {state.units[unit].mode for unit in state.units_in(name)}
        if GUERRILLA not in modes:
            continue
        if len(modes) > 1:
            yield f"{name} mixes guerrillas with others"
        if force.inside or state.marked(name) or force.ships:
            yield f"the guerrillas of {name} are inside, aboard or under a marker"
        yield from (f"{unit} is no militia and in the hills" for unit in state.units_in(name)
                    if not state.is_militia(unit))  # fmt: skip
    yield from (f"{name} is off the map and in the hills" for name, piece in state.units.items()
                if piece.mode == GUERRILLA and piece.at not in state.forces)  # fmt: skip


@rule("5.1.1", "Markers lie on forces of their own side")
def markers_lawful(state: State) -> Iterator[str]:
    """A marker lies on a force of its side, on land and in the field, or aboard."""
    for name in state.board.ejercitos:
        force = state.forces.get(name)
        if force is not None and (force.side != state.board.ejercitos[name].side or force.inside):
            yield f"the marker {name} lies on a force of the {force.side}, inside '{force.inside}'"
    yield from (f"{name} is revealed and not on the map" for name in state.revealed if name not in state.forces)


@rule("9.5", "Rebels stay at home, the Legion in Banda Oriental", "10.6", "5.0")
def confined(state: State) -> Iterator[str]:
    """Rebels stand in their areas, the Legion in Banda Oriental; they stack with nobody."""
    rebel_areas = state.board.group("rebel-uprising")
    for name, force in state.forces.items():
        nations = set(state.nations_of(name))
        if force.side == REBEL and (force.at not in rebel_areas or nations != {REBEL}):
            yield f"the Rebels of {name} are at {force.at}"
        if PORTUGUESE in nations and (nations != {PORTUGUESE} or force.at not in ("banda-oriental", LEGION)):
            yield f"the Legion in {name} is at {force.at} with {', '.join(sorted(nations))}"


@rule("6.2", "Sieges are laid by those who are there")
def sieges_sound(state: State) -> Iterator[str]:
    """A siege has besiegers in the area of a fortress, in the field and of its side."""
    for port, siege in state.sieges.items():
        piece = state.board.ports[port]
        if not piece.fortress or not siege.forces:
            yield f"a siege of {port} with {len(siege.forces)} forces"
        for name in siege.forces:
            force = state.forces.get(name)
            if force is None or force.at != piece.area or force.inside or force.side != siege.by:
                yield f"{name} besieges {port} from elsewhere"
    for port in state.board.ports:
        sides = {state.forces[name].side for name in state.inside(port)}
        if len(sides) > 1:
            yield f"{port} holds both sides"


@rule("4.1", "Purses are never below zero", "10.7")
def figures_in_bounds(state: State) -> Iterator[str]:
    """Purses hold what they can, and the Mexican die has no less than nothing left."""
    if list(state.purse) != list(PURSES):
        yield f"the purses are {', '.join(state.purse)}"
    yield from (f"the purse of {name} holds {amount}" for name, amount in state.purse.items() if amount < 0)
    if state.mexico_left < -1:
        yield f"{state.mexico_left} units are left in Mexico"
    for area in (*state.masses, *state.repression, *state.raided, *state.halved):
        if area not in state.board.areas:
            yield f"'{area}' is marked and no area"
