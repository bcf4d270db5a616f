"""Chapter 29, optional: potentates hold their own ports, trade with whom they like, and favour one power.

A garrison is fort points that belong to nobody at the table. It stands in the way of control (6.1), and defends like
forts, without a leader.
"""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.lions.board.terms import POTENTATE, PortKind
from pbem.adjudicator.lions.rules.ch06_control import control, port_value
from pbem.adjudicator.lions.rules.ch08_revenue import pay
from pbem.adjudicator.lions.rules.ch20_land import assault
from pbem.adjudicator.lions.state.forces import Force, leaders_of
from pbem.adjudicator.lions.state.house import POTENTATES, is_on
from pbem.adjudicator.lions.state.state import FORT, State


@rule("29", "Garrisons", "11.1")
def restore_garrisons(state: State) -> None:
    """At the start of each Outfitting Phase, full strength wherever no player controls the port."""
    if is_on(state, POTENTATES):
        for port in state.board.ports_of(PortKind.POTENTATE):
            if not control(state, port.square):
                state.garrisons[port.square] = port.garrison


def is_potentate(state: State, square: str) -> bool:
    """Tells if it is a potentate's port, in a game in which potentates count."""
    port = state.board.port_at.get(square)
    return is_on(state, POTENTATES) and port is not None and port.kind is PortKind.POTENTATE


@rule("29", "Attacks on potentates", "20.1")
async def storm_garrison(table: Table, state: State, force: Force) -> None:
    """Fights the garrison, which nobody commands; the attack costs all of the attacker's favours."""
    square = force.square
    anger(table, state, force.owner)
    state.put_ashore(square, POTENTATE, FORT, state.garrisons.pop(square))
    await assault(table, state, force, POTENTATE)
    left = state.ashore(square, POTENTATE, FORT)
    if left:
        state.put_ashore(square, POTENTATE, FORT, -left)
        state.garrisons[square] = left


@rule("29", "Trade", "13.2")
async def trade(table: Table, state: State, force: Force) -> bool:
    """Instead of combat and plunder: a die of the leader's value at most brings pounds now and the port's favour.

    Whether it was tried: it takes a potentate's port that nobody controls, and a leader with the force or ashore.
    """
    square, leaders = force.square, envoys(state, force)
    if not is_potentate(state, square) or control(state, square) or square in state.plundered or not leaders:
        text = "No trade: it takes a leader in a potentate's port that nobody controls."
        table.note("29", force.commander, text, "lapsed")
        return False
    check = state.board.checks["trade"]
    why = f"{state.label(leaders[0])} trades at {state.board.port_at[square].name}"
    throw = await table.roll("29", check.die, "trade", square.lower(), why=why)
    if check.holds(throw.total, state.leader(leaders[0]).value):
        pay(table, state, force.owner, port_value(state, square), "29", "trade")
        win_favour(table, state, square, force.owner)
    return True


def envoys(state: State, force: Force) -> list[str]:
    """The leaders who may trade, the best first."""
    ashore = [
        name for name in state.leaders_of(force.owner)
        if state.leaders[name].at == force.square and not state.leaders[name].aboard
    ]  # fmt: skip
    return sorted([*leaders_of(state, force), *ashore], key=lambda name: -state.leader(name).value)


@rule("29", "Diplomacy with potentates", "9.13")
def receive(table: Table, state: State, square: str, power: str) -> None:
    """A successful Diplomacy Marker: the garrison stands aside until the next outfitting, and favours its player."""
    if is_potentate(state, square):
        state.garrisons.pop(square, None)
        win_favour(table, state, square, power)


def win_favour(table: Table, state: State, square: str, power: str) -> None:
    """One power at a time has a potentate's favour."""
    state.favours[square] = power
    name = state.board.port_at[square].name
    table.note("29", ALL, f"{name} favours {state.name(power)}.", "favour", square=square, power=power)


@rule("29", "Favours that end")
def anger(table: Table, state: State, power: str) -> None:
    """Takes all favours from a power that attacks or plunders any potentate."""
    for square in [name for name, friend in state.favours.items() if friend == power]:
        end_favour(table, state, square)


def lapse_favours(table: Table, state: State) -> None:
    """A favour ends when another player controls the port."""
    for square, friend in list(state.favours.items()):
        if control(state, square) not in ("", friend):
            end_favour(table, state, square)


def end_favour(table: Table, state: State, square: str) -> None:
    """Told to all."""
    power = state.favours.pop(square)
    name = state.board.port_at[square].name
    table.note("29", ALL, f"{name} favours {state.name(power)} no longer.", "favour_ended", square=square, power=power)
