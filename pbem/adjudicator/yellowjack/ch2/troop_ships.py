"""2.65 and R9.17, warships that take Units aboard by their owner's order: a Transport Order without a chit."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.orders import take_up
from pbem.adjudicator.yellowjack.base.ports import is_friendly_to
from pbem.adjudicator.yellowjack.base.spotting import short
from pbem.adjudicator.yellowjack.ch2.personages import bound
from pbem.adjudicator.yellowjack.ch2.tribes import may_embark
from pbem.adjudicator.yellowjack.ch2.units import at_port
from pbem.adjudicator.yellowjack.ch2.warships import has_room, take_aboard
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import CONVOY, TRANSPORT


@rule("2.654", "Who takes Units aboard carries out a Transport Order from then on", "2.65")
@base("R9.17", "Transport")
def embark(table: Table, state: State, formation: str, units: Sequence[str], to: str) -> str:
    """Takes Units aboard the Squadrons of a Formation for a Port; returns why not, or nothing."""
    why = why_not_embarked(state, formation, units, to)
    if why:
        return why
    side, at = state.side_of(formation), state.place(formation)
    take_aboard(state, state.squadrons_of(formation), units)
    names = ", ".join(state.label(unit) for unit in units)
    text = f"{short(state, formation)} takes {names} aboard at {state.label(at)}, for {state.label(to)}."
    table.note("2.654", side, text, "log", formation=formation, at=at, what="embarks")
    if not at_port(state, at, side):
        table.note("R1.9", ALL, f"No troops are at {state.label(at)} any more.", "units-seen", port=at)
    if not state.formations[formation].order:
        take_up(state, f"transport-{formation}", TRANSPORT, side, [formation], [to], state.date)
    return ""


@rule("2.654", "What speaks against taking Units aboard", "2.651", "2.546", "2.565")
def why_not_embarked(state: State, formation: str, units: Sequence[str], to: str) -> str:
    """Explains why a Formation cannot take Units aboard for a Port; empty if it can."""
    one, side, at = state.formations[formation], state.side_of(formation), state.place(formation)
    order = state.order_of(formation)
    if one.kind == CONVOY:
        return "a Convoy gathers its Units in administration"
    if order is not None and (order.kind != TRANSPORT or to not in order.targets):
        return "she carries out another Order"
    if not is_friendly_to(state, at, side):
        return "she is not in or off a Friendly Port"
    if not is_friendly_to(state, to, side):
        return "the goal is no Friendly Port"
    for unit in units:
        if unit not in state.units or state.unit_side(unit) != side or state.units[unit].at != at:
            return f"{state.label(unit)} is not there"
        if bound(state, unit) or not may_embark(state, unit) or state.units[unit].tasked:
            return f"{state.label(unit)} cannot be carried"
    return "" if units and fits(state, state.squadrons_of(formation), units) else "there is no room for them (2.65)"


def fits(state: State, squadrons: Sequence[str], units: Sequence[str]) -> bool:
    """Tells if some Squadrons have room for some Units, each taken by the first with room (2.653)."""
    taken: dict[str, list[str]] = {name: [] for name in squadrons}
    for unit in units:
        ship = next((name for name in squadrons if has_room(state, name, [*taken[name], unit])), "")
        if not ship:
            return False
        taken[ship].append(unit)
    return True
