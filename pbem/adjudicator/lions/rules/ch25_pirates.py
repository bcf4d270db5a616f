"""Chapter 25: where pirates come from, who commands them, and how they go."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, PUBLIC, Table
from pbem.adjudicator.lions.board.terms import PIRATES, Occasion
from pbem.adjudicator.lions.rules.ch10_bargains import bound
from pbem.adjudicator.lions.state.forces import Force
from pbem.adjudicator.lions.state.state import FORT, Berth, State, Vessel


@rule("25.2", "Pirate force generation", "25.1", "25.3", "25.4", "25.9")
async def raise_pirates(table: Table, state: State, square: str, occasion: Occasion, commander: str) -> Force:
    """Raises ships, and maybe a leader and a fort, by the table's column.

    They are drawn from those that are free, however few. All pirates of a square are one fleet (25.4). Eliminated
    pirates are free again (25.9).
    """
    chart = state.board.pirates
    come = chart[(await table.roll("25.2", chart.die, "pirates", square.lower(), why=chart.title)).total][occasion]
    free = state.unbuilt(PIRATES)
    number = min(come.ships, len(free))
    ships = await table.draw("25.2", free, number, "pirate-ships", square.lower(), lane=PUBLIC) if number else []
    ships = state.in_order(ships)
    for ship in ships:
        state.ships[ship] = Vessel(square)
    if come.leader and ships:
        await pirate_leader(table, state, square, ships[0])
    if come.fort:
        throw = await table.roll("25.3", state.board.dice(), "pirate-fort", square.lower(), why="Pirate fort")
        state.put_ashore(square, PIRATES, FORT, throw.total)
    names = ", ".join(state.label(ship) for ship in ships) or "no ships"
    text = f"Pirates at {square}: {names}, commanded by {state.name(commander)}."
    table.note("25.2", ALL, text, "pirates", square=square, commander=commander)
    return Force(PIRATES, square, ships, commander=commander)


@rule("25.3", "Pirate leaders")
async def pirate_leader(table: Table, state: State, square: str, ship: str) -> None:
    """One at random of those that are free, aboard the first ship."""
    free = state.leader_pool(PIRATES)
    if free:
        drawn = await table.draw("25.3", free, 1, "pirate-leader", square.lower(), lane=PUBLIC)
        state.leaders[drawn[0]] = Berth(square, ship)


@rule("25.5", "Pirate force control")
async def pirate_commander(table: Table, state: State, victim: str, square: str) -> str:
    """Draws the pirates' commander by lot from the other players at war with the victim.

    All are at war (5.2), but those bound not to attack the victim. Where everybody is bound, it is one of them.
    """
    everybody = [power for power in state.players if power != victim]
    others = [power for power in everybody if not bound(state, power, victim, square)] or everybody
    if len(others) == 1:
        return others[0]
    return (await table.draw("25.5", others, 1, "warring", victim, lane=PUBLIC))[0]


@rule("25.9", "Pirates are used again", "25.5")
def dismiss_pirates(state: State) -> None:
    """After their battle or operation all pirates leave the map."""
    for ship in state.ships_of(PIRATES):
        del state.ships[ship]
    for leader in state.leaders_of(PIRATES):
        del state.leaders[leader]
    for square in [square for square, nations in state.land.items() if PIRATES in nations]:
        state.put_ashore(square, PIRATES, FORT, -state.ashore(square, PIRATES, FORT))
