"""Forces divided and joined (5.1, 5.2): the plain moves of counters, for whichever chapter needs them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.adjudicator.guerra.state.state import State


def split(state: State, force: str, names: Sequence[str], *, inside: str | None = None, marker: str = "") -> str:
    """Parts units and leaders from a force; they stand beside it, or where `inside` says, in a force of their own.

    A part of a besieging force besieges too.
    """
    was = state.forces[force]
    new = state.new_force(was.side, was.at, was.inside if inside is None else inside, marker)
    state.forces[new].start, state.forces[new].came_from = was.start, was.came_from
    port = state.besieges(force)
    state.put(names, new)
    if port and not state.forces[new].inside:
        state.sieges[port].forces.append(new)
    return new


def guerrillas_at(state: State, area: str, side: str) -> str:
    """The force of a side's guerrillas in an area; empty where it has none."""
    return next((force for force in state.forces_at(area, side) if state.is_guerrilla(force)), "")


def out_of_marker(state: State, force: str) -> str:
    """Gives a force a number instead of its marker, and returns it; a numbered force keeps its own."""
    return state.rename(force, state.next_name(state.forces[force].side)) if state.marked(force) else force


def cavalry_half(state: State, force: str) -> bool:
    """Tells if half or more of a force's units are cavalry (3.5.1)."""
    units = state.units_in(force)
    horse = sum(1 for unit in units if state.arm(unit) == "cavalry")
    return bool(units) and 2 * horse >= len(units)


def militia_half(state: State, units: Sequence[str]) -> bool:
    """Tells if half or more of some units are militia (3.3)."""
    return bool(units) and 2 * sum(1 for unit in units if state.is_militia(unit)) >= len(units)


def names_of(state: State, names: Iterable[str]) -> str:
    """Units and leaders by name, in a list."""
    return ", ".join(state.label(name) for name in names)
