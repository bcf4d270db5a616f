"""Chapter 10: militia that change their mode in the muster (10.1)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.guerra.rules.ch10_guerrillas import come_down, take_to_the_hills
from pbem.adjudicator.guerra.rules.telling import tell_lapse, told
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import GUERRILLA, LINE


@rule("10.1", "Guerrillas: militia switch their mode in the muster", "6.7", "3.1")
def change_modes(table: Table, state: State, seat: str, on: Iterable[str], off: Iterable[str]) -> None:
    """Sends militia into the hills and brings others down; their owner hears who cannot go."""
    for units, mode, change in ((on, GUERRILLA, take_to_the_hills), (off, LINE, come_down)):
        for unit in units:
            reason = why_not_changed(state, seat, unit, mode)
            if reason:
                tell_lapse(table, "10.1", seat, f"{state.label(unit)} does not change its mode: {reason}")
                continue
            change(state, unit)
            area = state.place_of(unit)
            goes = "takes to the hills" if mode == GUERRILLA else "comes down from the hills"
            event = "took-to-hills" if mode == GUERRILLA else "came-down"
            table.note("10.1", ALL, f"{state.label(unit)} {goes} in {told(state, area)}.", event, unit=unit, at=area,
                       seat=seat)  # fmt: skip


def why_not_changed(state: State, seat: str, unit: str, mode: str) -> str:
    """Returns why a unit cannot change to a mode now; empty if it can."""
    counter = state.board.units.get(unit)
    if counter is None or counter.side != seat or not counter.militia:
        return "only militia of yours can"
    force = state.force_of(unit)
    if not force or state.forces[force].at not in state.board.areas:
        return "it is not on the map"
    if state.units[unit].mode == mode:
        return "it is there already"
    inside = state.forces[force].inside
    return f"{told(state, inside)} is besieged" if inside and state.besieged(inside) else ""
