"""The aftermath of a fight on land: leaders left alone, empty fortresses entered, ports that fall, repression."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.guerra.rules import questions
from pbem.adjudicator.guerra.rules.ch01_map import is_fortress, port_holder
from pbem.adjudicator.guerra.rules.ch07_raids import port_falls
from pbem.adjudicator.guerra.rules.ch08_leaders import casualties
from pbem.adjudicator.guerra.rules.ch10_special import repress
from pbem.adjudicator.guerra.rules.losing import ARMS, units_of
from pbem.adjudicator.guerra.rules.siege_book import tell_end
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import LINE, PATRIOT, REBEL, ROYALIST, SEATS

NONE = "none"


@rule("8.1", "Leaders whose units are all lost")
async def left_alone(table: Table, state: State, forces: Sequence[str], place: str) -> None:
    """Throws for the leaders of each force that has just lost its last unit, and drops what is empty."""
    besieged = list(state.sieges)
    for force in forces:
        if force in state.forces and not state.units_in(force):
            await casualties(table, state, state.leaders_in(force), place)
            state.drop_if_empty(force)
    for port in besieged:
        if port not in state.sieges:
            tell_end(table, state, port)
    if state.acting.force and state.acting.force not in state.forces:
        state.acting.over = True


def patriots_at(state: State, area: str) -> bool:
    """Tells if Patriot units stand in an area."""
    return bool(state.land_units_at(area, PATRIOT))


async def cleared(table: Table, state: State, area: str, had: bool) -> None:
    """Checks for repression after an operation of the Royalist in an area where Patriots stood before (10.4)."""
    if had and not patriots_at(state, area) and state.land_units_at(area, ROYALIST):
        await repress(table, state, area)


@rule("6.7", "Cities and empty fortresses fall with their area", "7.9", "6.1.1")
async def harbours(table: Table, state: State, area: str, force: str = "") -> None:
    """Records who holds each port of an area now; ships of the other side in it are put to the die of 7.9."""
    for port in state.board.areas[area].ports:
        holder = port_holder(state, port)
        if holder == state.ports.get(port, ""):
            continue
        state.ports[port] = holder
        if holder in SEATS:
            await port_falls(table, state, port, holder, force)


@rule("6.1.1", "Post-combat advance")
async def advance(table: Table, state: State, force: str) -> None:
    """Lets a victorious force put units into empty fortresses of an area that is clear of its enemies."""
    area = state.forces[force].at
    if any(other.side != state.forces[force].side and other.at == area for other in state.forces.values()):
        return
    for port in empty_fortresses(state, force):
        await enter(table, state, force, port)


def empty_fortresses(state: State, force: str) -> list[str]:
    """The fortresses of a force's area that its side did not hold and that hold nobody."""
    side, area = state.forces[force].side, state.forces[force].at
    return [
        port for port in state.board.areas[area].ports
        if is_fortress(state, port) and not state.inside(port) and state.ports.get(port) != side
    ]  # fmt: skip


async def enter(table: Table, state: State, force: str, port: str) -> None:
    """Asks which units go into a fortress that has just been won; by default the weakest infantry of several."""
    side = state.forces[force].side
    units = [unit for unit in units_of(state, (force,)) if state.units[unit].mode == LINE]
    if side == REBEL or not units:
        return
    weakest = min(units, key=lambda unit: (ARMS.index(state.board.units[unit].arm), state.factor(unit), unit))
    default = [weakest] if len(state.units_in(force)) > 1 else []
    facts = {"port": port, "area": state.forces[force].at, "force": force, "units": units}
    options = {unit: state.label(unit) for unit in units}
    name = state.label(port)
    picked = await questions.pick(table, "6.1.1", side, "advance", (port,), facts, options, default,
                                  f"{name} lies open. Which units go in?")  # fmt: skip
    if picked:
        garrison = state.new_force(side, state.forces[force].at, inside=port)
        state.put(picked, garrison)
        words = ", ".join(state.label(unit) for unit in picked)
        table.note("6.1.1", ALL, f"{words}: into {name}.", "advanced", port=port, units=picked, side=side)
