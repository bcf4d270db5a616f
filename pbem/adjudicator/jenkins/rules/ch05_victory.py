"""Chapter 5: how to win. After the last turn England rolls for the Spanish seaports it holds, one die each."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Shift, Table
from pbem.adjudicator.jenkins.board.pieces import Seaport
from pbem.adjudicator.jenkins.rules.ch03_funds import captured_ports
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State


def victory_question(table: Table, state: State, ports: Sequence[Seaport]) -> Choose[str]:
    """Which captured seaport rolls next (5.0)."""
    return Choose(rule="5.0", side=ENGLISH, key=table.key("victory", ()), topic="victory",
                  prompt="Name the captured seaport to roll for next.",
                  options={port.id: f"{port.name} ({port.value})" for port in ports}, default=ports[0].id)


@rule("5.0", "How to win", "1.2")
async def determine_victory(table: Table, state: State) -> None:
    """Throws a die for one port at a time, in England's order, until one succeeds or all are done.

    A seaport of value 0 has no purpose in the game (4.0), and no die.
    """
    left = [port for port in captured_spanish(state) if port.value]
    if not left:
        return declare(table, state, SPANISH, "England holds no Spanish seaport that counts")
    while left:
        port = state.board.seaports[await table.decide(victory_question(table, state, left))]
        left.remove(port)
        throw = await table.roll("5.0", "1d6", "victory", port.id, why=f"Victory at {port.name} ({port.value})",
                                 shift=routes_still_spanish(state, port))
        if state.board.checks["victory"].holds(throw.total, port.value):
            return declare(table, state, ENGLISH, f"{port.name} is held for good")
    return declare(table, state, SPANISH, "no captured seaport could be kept")


def captured_spanish(state: State) -> list[Seaport]:
    """Spanish seaports with an English land counter in occupation; foreign ones bring no die (5.0)."""
    return [port for port in captured_ports(state, ENGLISH) if port.nation == SPANISH]


def routes_still_spanish(state: State, port: Seaport) -> Shift:
    """+1 for each trade route to a Spanish seaport that is not captured (5.0)."""
    shift = Shift()
    captured = captured_spanish(state)
    for name in port.routes:
        other = state.board.seaports[name]
        if other.nation == SPANISH and other not in captured:
            shift.add("5.0", state.board.numbers.victory_route_modifier, f"route to {other.name}")
    return shift


def declare(table: Table, state: State, winner: str, why: str) -> None:
    """The game is over."""
    state.winner = winner
    name = {ENGLISH: "England", SPANISH: "Spain"}[winner]
    table.note("5.0", ALL, f"{name} wins: {why}.", "victory", winner=winner)
