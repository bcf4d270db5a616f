"""Forces aboard ships: what ships can carry, what drowns with them, and how the rest comes ashore."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.guerra.rules.ch01_map import is_fortress
from pbem.adjudicator.guerra.rules.ch08_leaders import casualties
from pbem.adjudicator.guerra.rules.losing import Loss, steps_of, take_losses
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import SHIP_OF_THE_LINE


@rule("7.7", "Naval transport capacity")
def capacity(state: State, ships: Iterable[str]) -> int:
    """The steps that ships can carry: four a ship of the line, two a frigate, of any nation (N2)."""
    numbers = state.board.numbers
    return sum(numbers.line_ship_steps if state.arm(ship) == SHIP_OF_THE_LINE else numbers.frigate_steps
               for ship in ships)  # fmt: skip


def aboard(state: State, ship: str) -> list[str]:
    """The forces that a ship helps to carry."""
    return [name for name, force in state.forces.items() if ship in force.ships]


@rule("7.7", "Passengers are lost with the last ship that can carry them")
async def drowned(table: Table, state: State, sea: str) -> None:
    """Takes from each force at sea the steps that the ships left to it can no longer carry; leaders throw (8.1)."""
    for name, force in list(state.forces.items()):
        if not force.ships:
            continue
        force.ships = [ship for ship in force.ships if state.units[ship].at == force.at]
        over = steps_of(state, (name,)) - capacity(state, force.ships)
        if over > 0:
            await take_losses(table, state, Loss(forces=(name,), steps=over, cause="sea", rule="7.7", seat=force.side,
                                                 place=sea))  # fmt: skip
        if not state.units_in(name) and not force.ships:
            await casualties(table, state, state.leaders_in(name), sea)
            state.drop_if_empty(name)


def come_ashore(table: Table, state: State, ship: str, port: str) -> None:
    """Lands the forces that are still aboard when their first ship makes port: inside a fortress, or beside a city."""
    for name in aboard(state, ship):
        force = state.forces[name]
        put_ashore(state, name, state.board.ports[port].area, port if is_fortress(state, port) else "")
        text = f"Troops come ashore at {state.label(port)}."
        table.note("7.4", ALL, text, "landed-from-sea", force=name, side=force.side, area=force.at)


def put_ashore(state: State, name: str, area: str, inside: str = "") -> None:
    """Puts a force from its ships into an area."""
    force = state.forces[name]
    force.ships, force.at, force.inside, force.came_from = [], area, inside, ""
