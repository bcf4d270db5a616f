"""Chapter 8: what a year brings in."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.lions.board.terms import Moment
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch06_control import control, controlled, port_value
from pbem.adjudicator.lions.rules.ch09_pool import draw, give_back, play
from pbem.adjudicator.lions.state.state import State

BANKERS, PEPYS = "bankers", "samuel-pepys"


@rule("8.2", "Revenue Phase", "8.1", "8.3")
async def revenue(table: Table, state: State) -> None:
    """Player by player, from the first clockwise: inland, treasure, ports, prizes, then markers; all openly (8.1)."""
    for power in state.order():
        inland = state.board.powers[power].revenue
        pay(table, state, power, inland, "8.2", "inland revenue")
        await treasure_revenue(table, state, power)
        pay(table, state, power, port_revenue(state, power), "8.2", "ports")
        pay(table, state, power, favour_revenue(state, power), "29", "favours")
        pay(table, state, power, state.owed.pop(power, 0), "8.2", "prize money")
        await play_revenue_markers(table, state, power)


def pay(table: Table, state: State, power: str, pounds: int, number: str, why: str) -> None:
    """Into the treasury, before everybody's eyes."""
    if pounds:
        state.money[power] += pounds
        text = f"{state.subject(power)} receives {pounds} ({why}), and has {state.money[power]}."
        table.note(number, ALL, text, "money", power=power, pounds=pounds, why=why)


def port_revenue(state: State, power: str) -> int:
    """The value of every port under undisputed control, of whatever kind (8.2(3)); plundered ones have none (21.6)."""
    return sum(port_value(state, square) for square, holder in controlled(state).items() if holder == power)


@rule("29", "Revenue of favours")
def favour_revenue(state: State, power: str) -> int:
    """The value of every port whose potentate favours a power, without any unit there; not twice what it controls."""
    return sum(
        port_value(state, square) for square, friend in state.favours.items()
        if friend == power and control(state, square) != power
    )  # fmt: skip


@rule("23.5", "Treasure brought home", "23.9")
async def treasure_revenue(table: Table, state: State, power: str) -> None:
    """Rolls the dice of each treasure fleet that this player brought home this turn."""
    for name in state.landed.pop(power, []):
        fleet = state.board.treasure_fleets[name]
        throw = await table.roll("23.5", fleet.dice, "treasure", name, why=f"The {fleet.name} treasure fleet")
        pay(table, state, power, throw.total, "23.5", f"{fleet.name} treasure")


@rule("9.13", "Bankers, Samuel Pepys")
async def play_revenue_markers(table: Table, state: State, power: str) -> None:
    """Plays markers of the Revenue Phase, and those gained by them, until their owner keeps what is left."""
    kept: list[str] = []
    while held := [name for name in revenue_markers(state, power) if name not in kept]:
        chosen = await table.decide(questions.play_some(table, state, power, "9.13", "revenue", held))
        kept += [name for name in held if name not in chosen]
        for marker in [name for name in chosen if name in state.hand[power]]:
            await play_revenue_marker(table, state, power, marker)


def revenue_markers(state: State, power: str) -> list[str]:
    """Lists the markers in a hand that are played in the Revenue Phase."""
    return [name for name in state.hand[power] if Moment.REVENUE in state.type_of(name).when]


async def play_revenue_marker(table: Table, state: State, power: str, marker: str) -> None:
    """Plays one marker of the Revenue Phase."""
    kind = state.type_of(marker)
    if kind.id == BANKERS:
        play(table, state, power, marker, "")
        throw = await table.roll("9.13", kind.dice, BANKERS, power, why=kind.name)
        pay(table, state, power, throw.total, "9.13", kind.name)
    else:
        await pick_with_pepys(table, state, power, marker)


async def pick_with_pepys(table: Table, state: State, power: str, marker: str) -> None:
    """Picks a die of markers while Pepys lies open; it takes up no room in its owner's hand."""
    kind = state.type_of(marker)
    table.note("9.8", ALL, f"{state.subject(power)} plays {kind.name}.", "played", power=power, marker=marker)
    state.hand[power].remove(marker)
    throw = await table.roll("9.13", kind.dice, "pepys", power, why=kind.name)
    await draw(table, state, power, throw.total, "pepys-pick")
    give_back(state, power, [marker])
