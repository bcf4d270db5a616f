"""Chapter 7: who is the first player of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch06_control import treasure_ports
from pbem.adjudicator.lions.rules.ch09_pool import play
from pbem.adjudicator.lions.state.house import choice
from pbem.adjudicator.lions.state.state import State

SOVEREIGN = "sovereign-of-the-seas"


@rule("7.1", "Initiative", "4.2")
async def determine_initiative(table: Table, state: State) -> None:
    """Sovereign of the Seas before all else; then the most treasure ports undisputed; dice among the tied."""
    claimants = await sovereigns(table, state) or leading(table, state)
    state.initiative = claimants[0] if len(claimants) == 1 else await highest(table, state, "initiative", claimants)
    text = f"{state.subject(state.initiative)} has the initiative."
    table.note("7.1", ALL, text, "initiative", power=state.initiative)


def leading(table: Table, state: State) -> Sequence[str]:
    """Those with the most treasure ports; everybody where nobody has one, or where the charter has turn 1 diced for."""
    if state.turn == 1 and choice(state, "first_turn_initiative") == "dice":
        return state.players
    counts = {power: len(treasure_ports(state, power)) for power in state.players}
    for power, number in counts.items():
        text = f"{state.subject(power)}: {number} treasure ports."
        table.note("7.1", ALL, text, "counted", power=power, number=number)
    return [power for power in state.players if counts[power] == max(counts.values())]


async def highest(table: Table, state: State, kind: str, powers: Sequence[str]) -> str:
    """A die each, the tied again, until one is highest."""
    left = list(powers)
    while len(left) > 1:
        die = state.board.dice()
        rolls = [(await table.roll("7.1", die, kind, power, why=state.subject(power))).total for power in left]
        left = [power for power, roll in zip(left, rolls, strict=True) if roll == max(rolls)]
    return left[0]


@rule("9.13", "Sovereign of the Seas (initiative)")
async def sovereigns(table: Table, state: State) -> list[str]:
    """Asks the holders of Sovereign to play it for the initiative; several players roll among themselves."""
    holders = [power for power in state.players if state.held(power, SOVEREIGN)]
    asked = [questions.play_marker(table, state, power, "7.1", SOVEREIGN, "initiative") for power in holders]
    answers = await table.decide_all(*asked)
    players = [power for power, answer in zip(holders, answers, strict=True) if answer == questions.YES]
    for power in players:
        play(table, state, power, state.held(power, SOVEREIGN)[0], " for the initiative")
    return players
