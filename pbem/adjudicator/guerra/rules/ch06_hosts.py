"""Chapter 6, hosts: the forces that fight in the field, and where a beaten one falls back."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.guerra.rules import questions
from pbem.adjudicator.guerra.rules.aftermath import harbours
from pbem.adjudicator.guerra.rules.ch01_map import has_presence, is_fortress
from pbem.adjudicator.guerra.rules.losing import SIDES
from pbem.adjudicator.guerra.state.house import is_so
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import PORTUGUESE, REBEL
from pbem.base.records import dataclass, field


@dataclass(slots=True)
class Host:
    """One side of a battle: its force, who answers for it, and what its tactics brought."""

    force: str
    seat: str  # who chooses for it: Rebels answer through the seat that does not attack them (9.5)
    side: str
    units: list[str]
    steps: int  # as the battle began
    effects: list[str] = field(default_factory=list)

    @property
    def topic(self) -> str:
        """The prefix of its topics in an order file."""
        return "rebels/" if self.side == REBEL else ""


def muster_host(state: State, force: str, seat: str) -> Host:
    """A force drawn up for battle."""
    units = state.units_in(force)
    return Host(force, seat, state.forces[force].side, units, state.steps(units))


def in_the_field(state: State, force: str) -> bool:
    """Tells if a force stands outside every fortress; a city is no fortress (6.7)."""
    inside = state.forces[force].inside
    return not (inside and is_fortress(state, inside))


async def retreat(table: Table, state: State, host: Host, area: str, back: str) -> bool:
    """Takes a beaten force out of an area; an attacker goes back to where it came from. Returns False if it cannot."""
    force = state.forces[host.force]
    if force.inside and is_fortress(state, force.inside):
        name = state.label(force.inside)
        table.note("6.1", ALL, f"The {SIDES[host.side]} fall back behind the walls of {name}.", "retreated", area=area,
                   force=host.force, to=force.inside, side=host.side)  # fmt: skip
        return True
    options = refuges(state, host.force, back)
    if not options:
        return False
    facts = {"area": area, "force": host.force, "units": str(len(state.units_in(host.force)))}
    to = await questions.choose(
        table, "6.1", host.seat, f"{host.topic}retreat", (area,), facts, options, next(iter(options)),
        f"You are beaten in {state.label(area)}. Where do you fall back?")  # fmt: skip
    fortress = to in state.board.ports
    empty = not fortress and not state.forces_at(to)
    force.inside = to if fortress else ""
    force.at = area if fortress else to
    force.came_from = ""
    where = f"{state.label(to)}, which nobody holds" if empty else state.label(to)
    table.note("6.1", ALL, f"The {SIDES[host.side]} fall back on {where}.", "retreated", area=area, force=host.force,
               to=to, side=host.side)  # fmt: skip
    if not fortress:
        await harbours(table, state, to, host.force)
    return True


@rule("6.1", "Ways of retreat", "10.6", "9.5")
def refuges(state: State, name: str, back: str = "") -> dict[str, str]:
    """The places that a beaten force may fall back on, the default first; an attacker has one, where it came from.

    Areas without an enemy in the field qualify: first those that the side holds or shares, and only without any the
    empty ones. A fortress of the area that no enemy holds or besieges qualifies too, if the charter allows it.
    """
    force = state.forces[name]
    if force.side == REBEL or is_legion(state, name):
        return {}
    if back:
        return {back: f"back to {state.label(back)}"}
    areas = [area for area in state.board.areas[force.at].borders if open_to(state, area, force.side)]
    own = [area for area in areas if has_presence(state, force.side, area)]
    ranked = sorted(own or areas, key=lambda area: (state.board.areas[area].hostility, area))
    found = {area: f"on {state.label(area)}" for area in ranked}
    for port in state.board.areas[force.at].ports:
        if is_so(state, "retreat_into_fortress") and shelter(state, port, force.side):
            found[port] = f"behind the walls of {state.label(port)}"
    return found


def is_legion(state: State, force: str) -> bool:
    """Tells if a force is of the São Paulo Legion, which leaves Banda Oriental only for good (10.6)."""
    return PORTUGUESE in state.nations_of(force)


def open_to(state: State, area: str, side: str) -> bool:
    """Tells if a beaten force may enter an area: no enemy in its field, and no neutral ground."""
    if state.board.areas[area].neutral:
        return False
    return not any(state.forces[name].side != side and in_the_field(state, name) for name in state.forces_at(area))


def shelter(state: State, port: str, side: str) -> bool:
    """Tells if a fortress takes a beaten force in: it is not besieged, and no enemy is inside."""
    if not is_fortress(state, port) or state.besieged(port):
        return False
    return all(state.forces[name].side == side for name in state.inside(port))
