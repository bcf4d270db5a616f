"""Chapter 33, optional: forces that stay at sea too long."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.lions.board.terms import PIRATES
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch18_results import damage, lose_regiment
from pbem.adjudicator.lions.state.forces import Force
from pbem.adjudicator.lions.state.house import SCURVY, is_on
from pbem.adjudicator.lions.state.state import State


@rule("33", "Scurvy")
async def scurvy(table: Table, state: State, force: Force) -> None:
    """Throws a die before a force begins a second or later operation in a row away from ports."""
    if not is_on(state, SCURVY) or force.owner == PIRATES or not force.ships:
        return
    name = force.fleet or force.ships[0]
    if force.square in state.board.port_at or force.square in state.colonies:
        state.away.pop(name, None)
        return
    state.away[name] = state.away.get(name, 0) + 1
    if state.away[name] < state.board.numbers.scurvy_operations:
        return
    check = state.board.checks[SCURVY]
    throw = await table.roll("33", check.die, SCURVY, force.square.lower(), why="Scurvy")
    if check.holds(throw.total):
        table.note("33", ALL, f"Scurvy breaks out in {state.name(force.owner)}'s ships.", "scurvy", power=force.owner)
        await suffer(table, state, force)


async def suffer(table: Table, state: State, force: Force) -> None:
    """A regiment point aboard is lost; where none is, a ship takes damage. The owner chooses which."""
    loaded = [name for name in force.ships if state.carried(name)]
    ships = loaded or list(force.ships)
    ship = ships[0]
    if len(ships) > 1:
        ship = await table.decide(questions.loss(table, state, force, SCURVY, ships, "33"))
    if loaded:
        lose_regiment(table, state, ship, to=force.commander)
    else:
        await damage(table, state, force, ship, 1, to=force.commander)
