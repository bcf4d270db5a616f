"""Chapter 4: reinforcements: convoys from Spain, Mexicans and their lost cause, free frigates, leaders."""
# Chapter 4 stands in ch04_resources, ch04_building, ch04_muster and ch04_arrivals.

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Table
from pbem.adjudicator.guerra.rules import questions
from pbem.adjudicator.guerra.rules.ch01_map import control, has_presence, holds, port_holder
from pbem.adjudicator.guerra.rules.ch04_convoy import convoy, land_at
from pbem.adjudicator.guerra.rules.placing import put
from pbem.adjudicator.guerra.rules.recruits import NEW_SPAIN, open_steps
from pbem.adjudicator.guerra.rules.telling import tell_lapse, told
from pbem.adjudicator.guerra.state.house import choice
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import (
    CHILE,
    DUE,
    GONE,
    HAITI,
    MEXICO,
    OUT,
    PATRIOT,
    POOL,
    ROYALIST,
    UNITED_STATES,
    other,
    track,
)

Orders = Mapping[str, Plain]
MORELOS, MINA, COCHRANE = "morelos", "m", "cochrane"
TEJAS = "tejas"


@rule("2.3", "Other units: reinforcements come from the turn track", "4.8", "4.10")
def come_due(state: State) -> None:
    """Units and leaders of this turn leave the track: for their pool, or to be placed in the muster."""
    here = track(state.turn)
    free = choice(state, "patriot_arrivals") == "free"
    for unit, piece in state.units.items():
        if piece.at == here:
            counter = state.board.units[unit]
            to_pool = counter.entry == POOL and not (free and counter.side == PATRIOT)
            piece.at = POOL if to_pool else DUE
    for officer in state.leaders.values():
        if officer.at == here:
            officer.at = DUE


def due_units(state: State, seat: str) -> list[str]:
    """A seat's units that may be placed this turn; Mina comes later in it (4.10)."""
    return [unit for unit, piece in state.units.items()
            if piece.at == DUE and state.board.units[unit].side == seat and unit != MINA]  # fmt: skip


# ------------------------------------------------------------------------------------------------ both sides


async def arrivals(table: Table, state: State, seat: str, entries: Iterable[Orders]) -> None:
    """Places what is due, entry by entry, then by default what no entry named."""
    for entry in entries:
        units = [str(unit) for unit in entry.get("units", ())]
        for unit in units:
            if unit not in due_units(state, seat):
                tell_lapse(table, "4.8", seat, f"{state.label(unit)} is not due")
        due = [unit for unit in units if unit in due_units(state, seat)]
        if due and seat == ROYALIST:
            await royalist_arrivals(table, state, due, entry)
        for unit in due if seat == PATRIOT else ():
            patriot_arrival(table, state, unit, entry)
    await by_default(table, state, seat, [str(unit) for entry in entries for unit in entry.get("units", ())])


async def by_default(table: Table, state: State, seat: str, named: Sequence[str]) -> None:
    """Places what is due and was not named: Spaniards at the ports with most own steps, Mexicans with Morelos."""
    rest = [unit for unit in due_units(state, seat) if unit not in named]
    if seat == PATRIOT:
        for unit in rest:
            patriot_arrival(table, state, unit, {})
        return
    by_sea = [unit for unit in rest if not state.board.units[unit].areas]
    ports = sorted((port for port in state.board.ports if open_port(state, port)),
                   key=lambda port: (-open_steps(state, ROYALIST, state.board.ports[port].area), port))  # fmt: skip
    if by_sea and ports:
        first, *others = ports
        await royalist_arrivals(table, state, by_sea, {"port": first, "or": [{"port": port} for port in others]})
    for unit in rest:
        if state.board.units[unit].areas:
            await royalist_arrivals(table, state, [unit], {"or": [{"at": area} for area in usual_areas(state, unit)]})


def usual_areas(state: State, unit: str) -> list[str]:
    """Lists the areas that a unit with a place of its own may land in, the strongest held first."""
    return sorted(state.board.units[unit].areas, key=lambda area: (-open_steps(state, ROYALIST, area), area))


def open_port(state: State, port: str) -> bool:
    """Tells if the Royalist holds a port in America and nobody besieges it."""
    held = port_holder(state, port) == ROYALIST and not state.besieged(port)
    return held and state.board.ports[port].area in state.board.areas


def spots(entry: Orders) -> list[Orders]:
    """The places that an entry names, the wished one first."""
    own = {word: entry[word] for word in ("port", "at", "with") if word in entry}
    return [*([own] if own else []), *entry.get("or", ())]


# ------------------------------------------------------------------------------------------------ the Royalist


@rule("4.8", "Royalist reinforcements", "10.2.1")
async def royalist_arrivals(table: Table, state: State, units: list[str], entry: Orders) -> None:
    """Lands units at the first place that takes them: a port by convoy, or an area of their own on the map."""
    leaders = [str(name) for name in entry.get("leaders", ()) if is_due(state, str(name), ROYALIST)]
    for spot in spots(entry):
        if "at" in spot:
            fit = [unit for unit in units if may_enter(state, unit, str(spot["at"]))]
            if fit:
                land_at(table, state, ROYALIST, fit, leaders, str(spot["at"]))
                units, leaders = [unit for unit in units if unit not in fit], []
        elif "port" in spot:
            port = str(spot["port"])
            fit = [unit for unit in units if may_land(state, unit, port)]
            if fit and await convoy(table, state, port, fit, leaders, str(entry.get("if_met", ""))):
                units, leaders = [unit for unit in units if unit not in fit], []
        if not units:
            return
    names = ", ".join(state.label(unit) for unit in units if state.units[unit].at == DUE)
    if names:
        tell_lapse(table, "4.8", ROYALIST, f"no place named is open to {names}: they wait")


def is_due(state: State, leader: str, seat: str) -> bool:
    """Tells if a leader of a seat is due to be placed."""
    return leader in state.leaders and state.leaders[leader].at == DUE and state.board.leaders[leader].side == seat


def may_enter(state: State, unit: str, area: str) -> bool:
    """Tells if a unit with a place of its own on the map may enter there."""
    return area in state.board.units[unit].areas and control(state, area).held_by(ROYALIST)


def may_land(state: State, unit: str, port: str) -> bool:
    """Tells if a unit may land at a port: one that is the Royalist's and not besieged, in its own areas if it has."""
    if port not in state.board.ports or not open_port(state, port):
        return False
    areas = state.board.units[unit].areas
    return not areas or state.board.ports[port].area in areas


# ------------------------------------------------------------------------------------------------ the Patriot


@rule("4.10", "Patriot reinforcements", "3.1")
def patriot_arrival(table: Table, state: State, unit: str, entry: Orders) -> None:
    """Places one unit that is due: a frigate in its own port, a Mexican, or another by the charter."""
    counter = state.board.units[unit]
    if counter.naval:
        free_frigate(table, state, unit, entry)
        return
    if counter.nation == MEXICO and morelos_lost(state):
        stand_in = lost_cause(table, state, unit)
        if not stand_in:
            return
        state.units[stand_in].at = DUE
        unit = stand_in
    wished = [place for spot in spots(entry) if (place := place_named(state, spot)) and may_arrive(state, unit, place)]
    usual = [place for place in usual_places(state, unit) if may_arrive(state, unit, place)]
    if entry and not wished:
        tell_lapse(table, "4.10", PATRIOT, f"{state.label(unit)} cannot enter where you said")
    at = next(iter([*wished, *usual]), "")
    if at:
        land_beside(table, state, unit, at)
    else:
        tell_lapse(table, "4.10", PATRIOT, f"{state.label(unit)} finds no place to enter, and waits")


def morelos_lost(state: State) -> bool:
    """Tells if Morelos was killed or taken in this game."""
    return state.leaders[MORELOS].at == GONE


@rule("4.10", "Mexican lost cause")
def lost_cause(table: Table, state: State, unit: str) -> str:
    """A militia brigade of its arm comes instead of a Mexican regular; empty where the pool has none."""
    arm = state.board.units[unit].arm
    free = [name for name in state.pool(PATRIOT) if state.board.units[name].nation == MEXICO
            and state.board.units[name].militia and state.board.units[name].arm == arm]  # fmt: skip
    state.units[unit].at = GONE
    if not free:
        table.note("4.10", ALL, f"Morelos is lost: {state.label(unit)} does not come, and nobody comes instead.",
                   "lost-cause", unit=unit, instead="")  # fmt: skip
        return ""
    table.note("4.10", ALL, f"Morelos is lost: {state.label(free[0])} comes instead of {state.label(unit)}.",
               "lost-cause", unit=unit, instead=free[0])  # fmt: skip
    return free[0]


def place_named(state: State, spot: Orders) -> str:
    """The area that a spot names: itself, a port's, or that of a leader on the map."""
    if "with" in spot:
        return area_of_leader(state, str(spot["with"]))
    if "port" in spot:
        port = state.board.ports.get(str(spot["port"]))
        return port.area if port else ""
    return str(spot.get("at", ""))


def area_of_leader(state: State, leader: str) -> str:
    """The area or box where a leader stands; empty off the map and at sea."""
    at = state.leaders[leader].at if leader in state.leaders else ""
    place = state.forces[at].at if at in state.forces else ""
    return place if place in state.board.areas or place == HAITI else ""


@rule("4.10", "Patriot reinforcements: where they may enter", "4.6")
def may_arrive(state: State, unit: str, area: str) -> bool:
    """Tells if a Patriot unit that is due may enter in an area."""
    board = state.board
    counter = board.units[unit]
    if counter.areas:
        return area in counter.areas and (area == UNITED_STATES or control(state, area).holder != ROYALIST)
    if counter.nation == MEXICO:
        return mexicans_may_enter(state, area)
    held = area in board.areas and control(state, area).held_by(PATRIOT)
    return held and area in board.group("recruit-new-granada" if counter.new_granada else f"recruit-{counter.nation}")


def mexicans_may_enter(state: State, area: str) -> bool:
    """Tells if Mexicans may enter an area: with Morelos, or their own; with Morelos gone, any without Royalists."""
    if area not in state.board.areas:
        return False
    if state.leaders[MORELOS].at in (GONE, OUT):
        return area in state.board.group(NEW_SPAIN) and not has_presence(state, ROYALIST, area)
    return area == area_of_leader(state, MORELOS) or (
        area in state.board.group("recruit-mexico") and holds(state, PATRIOT, area)
    )


def usual_places(state: State, unit: str) -> list[str]:
    """Lists areas for a Patriot unit by default: that of Morelos, then by own open steps."""
    board = state.board
    counter = board.units[unit]
    if counter.areas:
        return sorted(counter.areas, key=lambda area: area == UNITED_STATES)
    list_ = NEW_SPAIN if counter.nation == MEXICO else f"recruit-{counter.nation}"
    areas = sorted(board.group(list_), key=lambda area: (-open_steps(state, PATRIOT, area), area))
    with_morelos = area_of_leader(state, MORELOS) if counter.nation == MEXICO else ""
    return [*([with_morelos] if with_morelos else []), *areas]


def land_beside(table: Table, state: State, unit: str, area: str) -> None:
    """Puts a Mexican beside Morelos, if Morelos stands there in the field, and any other unit by itself."""
    force = state.leaders[MORELOS].at
    joins = (
        state.board.units[unit].nation == MEXICO and force in state.forces and state.forces[force].at == area
        and not state.is_guerrilla(force) and not state.forces[force].inside
    )  # fmt: skip
    put(state, unit, area, beside=force if joins else "")
    table.note("4.10", ALL, f"{state.label(unit)} comes in at {told(state, area)}.", "landed", units=[unit], port="",
               at=area, seat=PATRIOT)  # fmt: skip


@rule("4.10", "Patriot navy: one free frigate each for Colombia, Chile and El Plata")
def free_frigate(table: Table, state: State, ship: str, entry: Orders) -> None:
    """A frigate appears at a Patriot port of its own country, or joins the pool if there is none."""
    ports = own_ports(state, ship)
    wished = [str(spot.get("port", "")) for spot in spots(entry)]
    at = next((port for port in wished if port in ports), next(iter(ports), ""))
    state.units[ship].at = at or POOL
    if at:
        table.note("4.10", ALL, f"{state.label(ship)} is fitted out at {told(state, at)}, for nothing.", "landed",
                   units=[ship], port=at, at="", seat=PATRIOT)  # fmt: skip
    else:
        table.note("4.10", ALL, f"No port of its country is open to {state.label(ship)}: it joins the pool.",
                   "no-port", unit=ship)  # fmt: skip


def own_ports(state: State, ship: str) -> list[str]:
    """Patriot ports, not besieged, in the areas of a ship's nation; those with most own open steps first."""
    board = state.board
    areas = board.group(f"recruit-{board.units[ship].nation}")
    found = [port for area in areas for port in board.areas[area].ports
             if port_holder(state, port) == PATRIOT and not state.besieged(port)]  # fmt: skip
    return sorted(found, key=lambda port: (-open_steps(state, PATRIOT, board.ports[port].area), port))


@rule("4.10", "Patriot reinforcements: Mina lands on turn 8")
async def mina(table: Table, state: State) -> None:
    """Mina's men land on a Caribbean coast of Mexico as the Patriot operations of their turn begin."""
    if state.units[MINA].at != DUE:
        return
    unit = MINA
    if morelos_lost(state):
        unit = lost_cause(table, state, MINA)
        if not unit:
            return
    areas = state.board.units[MINA].areas
    with_morelos = area_of_leader(state, MORELOS)
    default = with_morelos if with_morelos in areas else TEJAS
    at = await questions.choose(table, "4.10", PATRIOT, "mina", (PATRIOT,), {}, {area: told(state, area)
                                for area in areas}, default, "On which coast does Mina land?")  # fmt: skip
    land_beside(table, state, unit, at)


# ------------------------------------------------------------------------------------------------ leaders


@rule("4.10", "Leaders who come in the course of the war", "4.8", "8.0")
def leaders_arrive(table: Table, state: State, seat: str, entries: Iterable[Orders]) -> None:
    """Places the leaders who are due: as ordered, else with most of their own men, else in a haven, else later."""
    named = {str(entry.get("leader", "")): entry for entry in entries}
    for leader in named:
        if not is_due(state, leader, seat):
            tell_lapse(table, "4.10", seat, f"{state.label(leader)} is not due")
    for leader in [name for name in state.leaders if is_due(state, name, seat)]:
        entry = named.get(leader, {})
        if state.board.leaders[leader].naval:
            naval_leader(table, state, leader, entry)
        else:
            land_leader(table, state, leader, entry)


def land_leader(table: Table, state: State, leader: str, entry: Orders) -> None:
    """Puts a leader beside own units, alone into an own area free of enemies, or into a haven."""
    seat = state.board.leaders[leader].side
    wished = [place for spot in spots(entry) if (place := place_named(state, spot))]
    fit = [place for place in wished if with_own_men(state, leader, place)]
    if entry and not fit:
        tell_lapse(table, "4.10", seat, f"{state.label(leader)} finds no units to join where you said")
    at = next(iter([*fit, *usual_commands(state, leader)]), "")
    if not at:
        tell_lapse(table, "4.10", seat, f"{state.label(leader)} finds no place to come to, and waits")
        return
    state.leaders[leader].at = best_force(state, leader, at) or state.new_force(seat, at)
    table.note("4.10", ALL, f"{state.label(leader)} takes command in {told(state, at)}.", "leader-comes",
               leader=leader, at=at)  # fmt: skip


def with_own_men(state: State, leader: str, area: str) -> bool:
    """Tells if units that a leader may join stand in an area."""
    return bool(best_force(state, leader, area))


def best_force(state: State, leader: str, area: str) -> str:
    """Finds the force in an area for a leader: with units of the same nation, in the field, open, with most steps."""
    piece = state.board.leaders[leader]
    forces = [force for force in state.forces_at(area, piece.side) if not shut_in(state, force)
              and any(own_man(state, leader, unit) for unit in state.units_in(force))]  # fmt: skip
    forces.sort(key=lambda force: (state.is_guerrilla(force), bool(state.forces[force].inside), state.marked(force),
                                   -state.steps(state.units_in(force))))  # fmt: skip
    return next(iter(forces), "")


def own_man(state: State, leader: str, unit: str) -> bool:
    """Tells if a leader may come to a unit: of the same nation, or any Royalist but the Legion."""
    counter, piece = state.board.units[unit], state.board.leaders[leader]
    if piece.side == ROYALIST:
        return counter.side == ROYALIST and counter.nation != "portuguese"
    return counter.nation == piece.nation


def shut_in(state: State, force: str) -> bool:
    """Tells if a force is besieged."""
    inside = state.forces[force].inside
    return bool(inside) and state.besieged(inside)


def usual_commands(state: State, leader: str) -> list[str]:
    """The areas to which a leader comes by default, the first first."""
    board, piece = state.board, state.board.leaders[leader]
    with_men = [area for area in (*board.areas, HAITI) if with_own_men(state, leader, area)]
    with_men.sort(key=lambda area: (area not in piece.areas, -open_steps(state, piece.side, area)))
    if piece.side == ROYALIST:
        return with_men
    alone = [area for area in board.group(f"recruit-{piece.nation}") if not has_presence(state, other(PATRIOT), area)]
    haven = {MEXICO: [UNITED_STATES], "colombia": [HAITI]}.get(piece.nation, [])
    return [*with_men, *alone, *haven]


@rule("8.3", "Patriot naval commander Cochrane: one ship comes free with him", "4.10")
def naval_leader(table: Table, state: State, leader: str, entry: Orders) -> None:
    """Puts a naval leader aboard a ship that enters free, else aboard any Patriot ship in port."""
    board = state.board
    pool = [unit for unit in state.pool(PATRIOT) if board.units[unit].naval and own_ports(state, unit)]
    pool.sort(key=lambda ship: (board.units[ship].nation != CHILE, -board.units[ship].factor))
    brings = str(entry.get("brings", ""))
    ship = brings if brings in pool else next(iter(pool), "")
    if brings and brings not in pool:
        tell_lapse(table, "8.3", PATRIOT, f"{state.label(brings)} cannot be fitted out")
    if ship:
        ports = own_ports(state, ship)
        wished = [str(spot.get("port", "")) for spot in spots(entry)]
        state.units[ship].at = next((port for port in wished if port in ports), ports[0])
        state.units[ship].steps = board.units[ship].steps
    else:
        afloat = [name for name, unit in state.units.items() if board.units[name].naval
                  and board.units[name].side == PATRIOT and unit.at in board.ports]  # fmt: skip
        ship = next(iter(sorted(afloat, key=lambda name: (board.units[name].nation != CHILE, name))), "")
    if not ship:
        tell_lapse(table, "8.3", PATRIOT, f"{state.label(leader)} finds no ship, and waits")
        return
    state.leaders[leader].at = ship
    at = state.units[ship].at
    table.note("8.3", ALL, f"{state.label(leader)} hoists the flag in {state.label(ship)} at {told(state, at)}.",
               "leader-comes", leader=leader, at=at)  # fmt: skip


