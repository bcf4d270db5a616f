"""The questions of land combat and plunder."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.table import Choose, Pick, Table
from pbem.adjudicator.lions.rules.questions_battle import STRONGEST, WEAKEST
from pbem.adjudicator.lions.state.state import State

FIGHT, HALT = "fight", "halt"


def bombard(table: Table, state: State, power: str, square: str, ships: Sequence[str]) -> Pick:
    """Which ships bombard this round (20.2); by default those that are not damaged."""
    sound = tuple(name for name in ships if not state.ships[name].damage)
    return Pick(rule="20.2", side=power, key=table.key("bombard", (square.lower(),)), topic="bombard",
                prompt=f"Which ships bombard {square}?", facts={"square": square},
                options={name: state.label(name) for name in ships}, least=0, most=len(ships), default=sound)


def coast(table: Table, power: str, square: str) -> Choose:
    """What the forts fire at among the ships that bombard (20.2)."""
    return Choose(rule="20.2", side=power, key=table.key("coast", (square.lower(),)), topic="coast",
                  prompt=f"Your forts at {square} fire at which ship?", facts={"square": square},
                  options={STRONGEST: "the one with most guns", WEAKEST: "the one nearest to sinking"},
                  default=STRONGEST)


def halt(table: Table, power: str, square: str, number: int, own: int, enemy: int) -> Choose:
    """Whether the side that won the tactical roll ends the battle (20.3)."""
    facts = {"square": square, "round": number, "own": own, "enemy": enemy}
    return Choose(rule="20.3", side=power, key=table.key("halt", (square.lower(),)), topic="halt",
                  prompt=f"Round {number} ashore at {square}: {own} points against {enemy}. Go on?", facts=facts,
                  options={FIGHT: "fight on", HALT: "call a halt"}, default=FIGHT)
