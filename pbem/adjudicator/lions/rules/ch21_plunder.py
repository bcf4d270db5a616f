"""Chapter 21: plunder."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.lions.board.pieces import Plunder
from pbem.adjudicator.lions.board.terms import PIRATES, Loot
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch06_control import is_pirate_port, port_value, present
from pbem.adjudicator.lions.rules.ch08_revenue import pay
from pbem.adjudicator.lions.rules.ch09_pool import draw
from pbem.adjudicator.lions.rules.ch18_results import damage
from pbem.adjudicator.lions.rules.ch24_colonies import sack
from pbem.adjudicator.lions.rules.ch29_potentates import anger, is_potentate
from pbem.adjudicator.lions.state.forces import Force
from pbem.adjudicator.lions.state.state import REGIMENT, State


def never_plundered(state: State, square: str) -> str:
    """Explains why nobody ever plunders a square: it is sea or a home port; empty if somebody may (5.3, 5.6)."""
    port = state.board.port_at.get(square)
    if not state.board.is_coastal(square):
        return f"{square} is all sea"
    return f"{square} is a home port" if port and port.is_home else ""


@rule("21.5", "Restrictions", "21.3", "5.3", "5.6")
def why_no_plunder(state: State, force: Force) -> str:
    """Explains why a force may not plunder its square; empty if it may. Own colonies may be plundered as others."""
    square, port = force.square, state.board.port_at.get(force.square)
    if square in state.plundered:
        return f"{square} is plundered already"
    if reason := never_plundered(state, square):
        return reason
    if force.owner != PIRATES and is_pirate_port(state, square) and not force.pirates_met:
        return f"the pirates of {port.name if port else square} have not been attacked"
    if state.garrisons.get(square):
        return f"the garrison of {square} stands"
    if [power for power in present(state, square) if power != force.owner] or remaining_pirates(state, force):
        return f"enemy units are in {square}"
    troops = state.ashore(square, force.owner, REGIMENT)
    return "" if force.ships or troops else "neither ships nor regiments are left"


def remaining_pirates(state: State, force: Force) -> bool:
    """Tells if pirates of the port are left: all must be eliminated, and those who fled are not (25.8)."""
    if force.owner == PIRATES:
        return False
    return bool(state.ships_of(PIRATES)) or state.land_at(force.square, PIRATES) > 0


@rule("21.2", "Procedure", "21.1", "21.4", "25.8")
async def plunder(table: Table, state: State, force: Force) -> None:
    """One roll on the table in a Plunder Segment; fours to sixes leave a Plundered Marker and end a colony."""
    if reason := why_no_plunder(state, force):
        table.note("21.5", force.commander, f"No plunder: {reason}.", "lapsed")
        return
    square, owner = force.square, force.owner
    if is_potentate(state, square):
        anger(table, state, owner)
    throw = await table.roll("21.2", state.board.plunder.die, "plunder", square.lower(), why=f"Plunder at {square}")
    row = state.board.plunder[throw.total]
    table.note("21.2", ALL, f"Plunder: {row.event.value.replace('_', ' ')}.", "plunder", square=square)
    await gain_loot(table, state, force, row)
    if row.marker:
        sack(state, square)
        table.note("21.2", ALL, f"{square} is plundered.", "plundered", square=square, power=owner)
    if row.event is Loot.AMBUSH:
        await ambush(table, state, force)


@rule("21.2", "Loot", "9.3", "25.7")
async def gain_loot(table: Table, state: State, force: Force, row: Plunder) -> None:
    """Dice and the port's value in pounds, and markers; pirates gain nothing (25.7)."""
    if force.owner == PIRATES:
        return
    pounds = 0
    if row.dice:
        square = force.square.lower()
        pounds += (await table.roll("21.2", row.dice, "plunder-gold", square, why="Pounds of plunder")).total
    if row.port_value:
        pounds += max(port_value(state, force.square), state.board.numbers.ransom_least)
    pay(table, state, force.owner, pounds, "21.2", "plunder")
    if row.draws:
        await draw(table, state, force.owner, row.draws, "plunder-marker")


async def ambush(table: Table, state: State, force: Force) -> None:
    """A regiment point ashore is lost; where none is, a ship of the owner's choice is damaged."""
    if state.ashore(force.square, force.owner, REGIMENT):
        state.put_ashore(force.square, force.owner, REGIMENT, -1)
        text = f"{state.subject(force.owner)} loses a regiment point to an ambush."
        table.note("21.2", ALL, text, "land_lost", power=force.owner, lost={REGIMENT: 1})
        return
    ship = force.ships[0]
    if len(force.ships) > 1:
        ship = await table.decide(questions.loss(table, state, force, "ambush", force.ships, "21.2"))
    await damage(table, state, force, ship, 1)
