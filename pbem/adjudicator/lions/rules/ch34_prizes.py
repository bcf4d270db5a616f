"""Chapter 34, optional: captured ships sail with their captor until they are brought home.

A prize has no guns and carries nobody. She belongs to her captor as long as an own ship of the captor is in her square.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Table
from pbem.adjudicator.lions.board.terms import PIRATES
from pbem.adjudicator.lions.rules.ch08_revenue import pay
from pbem.adjudicator.lions.rules.ch11_placement import is_own_home, launch
from pbem.adjudicator.lions.rules.ch17_naval import Side
from pbem.adjudicator.lions.rules.ch18_results import abandon_ship, sink
from pbem.adjudicator.lions.state.forces import Force
from pbem.adjudicator.lions.state.house import PRIZE_SHIPS, is_on
from pbem.adjudicator.lions.state.state import State

POUNDS = "pounds"


@rule("34", "Prize ships", "31")
async def capture(table: Table, state: State, by: Side, against: Side, ship: str) -> None:
    """A ship changes hands; where the charter has no prizes, and for pirates, she counts as sunk."""
    if not is_on(state, PRIZE_SHIPS) or by.force.owner == PIRATES or state.owner(ship) == PIRATES:
        against.sunk.append(ship)
        await sink(table, state, against.force, ship, "taken and burnt")
        return
    table.note("34", ALL, f"{state.label(ship)} is a prize of {state.name(by.force.owner)}.", "prize_taken", ship=ship,
               power=by.force.owner)  # fmt: skip
    await abandon_ship(table, state, against.force, ship)
    against.taken.append(ship)
    hand_over(state, ship, by.force)


def hand_over(state: State, ship: str, victor: Force) -> None:
    """A prize sails with her captor's force; in the hands of her own nation she is a ship like others again."""
    own = [name for name in victor.ships if state.ship(name)]
    if state.board.ships[ship].nation == victor.owner:
        state.prizes.pop(ship, None)
        state.ships[ship].fleet = victor.fleet
    else:
        state.prizes[ship] = victor.owner
        state.ships[ship].fleet = victor.fleet or own[0]
    if state.ships[ship].fleet:
        victor.ships = state.in_order([*victor.ships, ship])


@rule("34", "Recapture")
async def recapture(table: Table, state: State, loser: Force, victor: Force, prizes: Sequence[str]) -> None:
    """Hands prizes of a force without other ships to the victor, or loses them.

    Pirates, and forces without a ship of their own, take none.
    """
    able = victor.owner != PIRATES and any(state.ship(name) for name in victor.ships)
    for ship in prizes:
        if not able:
            await sink(table, state, loser, ship, "left without a crew, and lost")
            continue
        loser.ships.remove(ship)
        table.note("34", ALL, f"{state.label(ship)} is taken back by {state.name(victor.owner)}.", "prize_taken",
                   ship=ship, power=victor.owner)  # fmt: skip
        hand_over(state, ship, victor)


def prize_question(
    table: Table, state: State, power: str, ship: str, pounds: int, classes: Sequence[str]
) -> Choose[str]:
    """Asks what a prize becomes: pounds by default, or a ship of a class that is no greater.

    Discreet, for others do not see what is left in a pool, and so whether there is a choice (15.1).
    """
    options = {POUNDS: f"{pounds} pounds", **{kind: f"a {state.board.classes[kind].name}" for kind in classes}}
    return Choose(rule="34", side=power, key=table.key("prize", (ship,)), topic="prize",
                  prompt=f"{state.label(ship)} is home. What do you take for her?", facts={"ship": ship},
                  options=options, default=POUNDS, discreet=True)


@rule("34", "Prizes brought in")
async def bring_in(table: Table, state: State, power: str, square: str) -> None:
    """At the end of an operation in an own home port: pounds for each prize there, or a ship no greater from the pool.

    Either way the counter returns to its own nation's pool.
    """
    if not is_own_home(state, square, power):
        return
    for ship in [name for name, captor in state.prizes.items() if captor == power and state.ships[name].at == square]:
        question = prize_question(table, state, power, ship, worth(state, ship), at_most(state, ship))
        answer = await table.decide(question)
        strike_off(state, ship)
        table.note("34", ALL, f"{state.subject(power)} brings in {state.label(ship)}.", "prize_home", ship=ship,
                   power=power)  # fmt: skip
        if answer == POUNDS:
            pay(table, state, power, worth(state, ship), "34", "a prize")
        else:
            launch(state, power, answer, square)


def worth(state: State, ship: str) -> int:
    """Half of what outfitting her costs, rounded up."""
    cost = state.board.expenditure[state.board.ships[ship].kind.id].cost
    return -(-cost // state.board.numbers.prize_divisor)


def at_most(state: State, ship: str) -> list[str]:
    """Lists the classes no greater than hers that her captor's pool has."""
    classes = list(state.board.classes)
    smaller = classes[classes.index(state.board.ships[ship].kind.id) :]
    free = [state.board.ships[name].kind.id for name in state.unbuilt(state.prizes[ship])]
    return [kind for kind in smaller if kind in free]


def strike_off(state: State, ship: str) -> None:
    """Off the map, back to her own nation's pool."""
    del state.ships[ship]
    del state.prizes[ship]


@rule("34", "Scuttling")
def scuttle(table: Table, state: State, power: str, ships: Sequence[str]) -> None:
    """Sinks prizes that their captor names in an operation."""
    for ship in [name for name in ships if state.prizes.get(name) == power]:
        strike_off(state, ship)
        table.note("34", ALL, f"{state.label(ship)} is scuttled.", "ship_lost", ship=ship, why="scuttled")


def sweep(table: Table, state: State) -> None:
    """A prize is lost where no ship of her captor's own is left to guard her."""
    for ship, captor in list(state.prizes.items()):
        guards = [name for name in state.ships_of(captor) if state.ships[name].at == state.ships[ship].at]
        if not guards:
            strike_off(state, ship)
            text = f"{state.label(ship)} is left without a guard, and lost."
            table.note("34", ALL, text, "ship_lost", ship=ship, why="left without a guard")
