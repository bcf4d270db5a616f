"""Chapter 1: the map: who controls an area, whose a port is, which areas border each other."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.guerra.state.house import choice
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import (
    BOTH,
    GUERRILLA,
    HAITI,
    LEGION,
    LES_CAYES,
    NEW_ORLEANS,
    NOBODY,
    PATRIOT,
    PLATA,
    PORTUGUESE,
    REBEL,
    ROYALIST,
    SEATS,
    other,
)
from pbem.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Control:
    """Control of an area: its holder, and for how many halves of it each seat counts and is paid."""

    holder: str  # royalist, patriot, both, rebel or nobody
    royalist: int = 0  # halves that count for victory: 0, 1 or 2
    patriot: int = 0
    royalist_pays: int = 0  # halves of its Resource Points
    patriot_pays: int = 0

    def counts(self, side: str) -> int:
        """Counts the halves of a seat for victory."""
        return self.royalist if side == ROYALIST else self.patriot

    def pays(self, side: str) -> int:
        """Counts the halves of a seat for income."""
        return self.royalist_pays if side == ROYALIST else self.patriot_pays

    def held_by(self, side: str) -> bool:
        """Tells if a seat controls the area wholly or in part; beside the Legion alone the Royalist does not (10.6)."""
        return self.holder == side or (self.holder == BOTH and self.counts(side) > 0)


FREE = Control(NOBODY)
REBELS_ALONE = Control(REBEL, patriot=1)
IN_PART = Control(BOTH, 1, 1, 1, 1)
LEGION_AND_PLATA = Control(BOTH, patriot=1, patriot_pays=1)
WHOLLY = {
    ROYALIST: Control(ROYALIST, royalist=2, royalist_pays=2),
    PATRIOT: Control(PATRIOT, patriot=2, patriot_pays=2),
}


@rule("1.1", "Areas: a march needs a common border")
def borders(state: State, a: str, b: str) -> bool:
    """Tells if a force may march from one area to another; areas that meet at a point do not border."""
    return b in state.board.areas[a].borders if a in state.board.areas else False


@rule("1.1.3", "The Andes")
def crosses_andes(state: State, a: str, b: str) -> bool:
    """Tells if the Andes run between two areas."""
    return a in state.board.areas and state.board.andes(a, b)


@rule("1.1.1", "Control of an area", "4.2.1", "10.1", "10.6")
def control(state: State, area: str) -> Control:
    """Reads an area's control in the order of the list: neutral, Rebels, the Legion, guerrillas, both, one, nobody."""
    if area not in state.board.areas or state.board.areas[area].neutral:
        return FREE
    if state.forces_at(area, REBEL):
        return REBELS_ALONE
    sides = [side for side in SEATS if has_presence(state, side, area)]
    if legion_at(state, area) and ROYALIST not in sides:
        return LEGION_AND_PLATA if plata_at(state, area) else (WHOLLY[PATRIOT] if sides else FREE)
    if len(sides) == len(SEATS):
        held = [side for side in SEATS if hills_hold(state, side, area)]
        return WHOLLY[held[0]] if len(held) == 1 else IN_PART
    if sides:
        return WHOLLY[sides[0]]
    last = state.last_holder.get(area, "") if choice(state, "empty_areas") == "last_holder" else ""
    return WHOLLY[last] if last else FREE


def has_presence(state: State, side: str, area: str) -> bool:
    """Tells if a side has a unit or leader in an area; ships and the Legion do not count (C2, 10.6).

    A force that shows nothing lies under a marker, and a marker stands for one unit or leader at least (5.1.1).
    """
    return state.until_one_moves(("presence", side, area), lambda: any(
        not all_of_legion(state, force) for force in state.forces_at(area, side)))  # fmt: skip


def all_of_legion(state: State, force: str) -> bool:
    """Tells if a force is the São Paulo Legion."""
    units = state.units_in(force)
    return bool(units) and all(state.nation_of(name) == PORTUGUESE for name in units)


def legion_at(state: State, area: str) -> bool:
    """Tells if the São Paulo Legion stands in an area."""
    return area in state.until_one_moves("legion", lambda: areas_of_legion(state))


def areas_of_legion(state: State) -> list[str]:
    """The areas in which units of the Legion stand with the Royalist."""
    forces = [state.force_of(name) for name in state.legion_units()]
    return [state.forces[force].at for force in forces if force and state.forces[force].side == ROYALIST]


def plata_at(state: State, area: str) -> bool:
    """Tells if El Plata has a unit in an area."""
    return any(state.nation_of(name) == PLATA for name in state.land_units_at(area, PATRIOT))


@rule("10.1", "Guerrillas control an area without enemy regulars")
def hills_hold(state: State, side: str, area: str) -> bool:
    """Tells if guerrillas of a side are in an area where the enemy has militia or a leader alone."""
    mine = any(state.units[name].mode == GUERRILLA for name in state.land_units_at(area, side))
    return mine and not has_regulars(state, other(side), area)


def has_regulars(state: State, side: str, area: str) -> bool:
    """Tells if a side has regular land units in an area; of a marker that shows nothing, what has been told of it."""
    shut = [name for name in state.forces_at(area, side) if not state.units_in(name) and not state.leaders_in(name)]
    return bool(regulars_at(state, side, area)) or any(state.told_regulars.get(name, True) for name in shut)


def regulars_at(state: State, side: str, area: str) -> list[str]:
    """The regular land units of a side in an area, the Legion apart."""
    return [name for name in state.land_units_at(area, side)
            if not state.is_militia(name) and state.nation_of(name) != PORTUGUESE]  # fmt: skip


def holds(state: State, side: str, area: str) -> bool:
    """Tells if a side controls the whole of an area."""
    return control(state, area).holder == side


def partly(state: State, area: str) -> bool:
    """Tells if both sides are in an area."""
    return control(state, area).holder == BOTH


def holds_some(state: State, side: str, area: str) -> bool:
    """Tells if a side controls an area wholly or in part."""
    return control(state, area).holder in (side, BOTH) and has_presence(state, side, area)


# ---------------------------------------------------------------- ports


@rule("1.1.2", "Ports belong to their city or fortress", "6.7")
def port_holder(state: State, port: str) -> str:
    """The side whose port it is: who is inside a fortress; else who holds the whole area, or had it before (C6)."""
    piece = state.board.ports[port]
    if port in (NEW_ORLEANS, LES_CAYES):
        return PATRIOT
    within = [state.forces[force].side for force in state.inside(port)]
    if is_fortress(state, port):
        if within:
            return within[0] if within[0] in SEATS else ""
        holder = control(state, piece.area).holder
        return holder if holder in SEATS else ""
    holder = control(state, piece.area).holder
    if holder in SEATS:
        return holder
    return state.ports.get(port, "") if holder == BOTH else ""


def settle_ports(state: State) -> None:
    """Writes down whose each port is now, for the time when its area is held in part."""
    state.ports = {port: port_holder(state, port) for port in state.board.ports}
    for area in state.board.areas:
        holder = control(state, area).holder
        if holder in SEATS:
            state.last_holder[area] = holder


def friendly_port(state: State, side: str, port: str, nation: str = "") -> bool:
    """Tells if ships of a side may lie in a port (7.4): Haití is Grand Colombia's, New Orleans Mexico's."""
    if port == LES_CAYES:
        return side == PATRIOT and nation in ("", "colombia")
    if port == NEW_ORLEANS:
        return side == PATRIOT and nation in ("", "mexico")
    return port_holder(state, port) == side


def is_fortress(state: State, port: str) -> bool:
    """Tells if a port stands sieges; the charter may make cities of San Juan and Santo Domingo (S7)."""
    piece = state.board.ports[port]
    return piece.fortress and (piece.display or choice(state, "island_forts") == "fortress")


def is_neutral(state: State, place: str) -> bool:
    """Tells if a place is neutral ground (5.0)."""
    if place in (HAITI, LEGION):
        return place == HAITI
    return place in state.board.areas and state.board.areas[place].neutral
