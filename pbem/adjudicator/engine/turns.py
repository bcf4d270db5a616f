"""A game's turn as a list one can hold beside the page of the rulebook: steps with their numbers, rules and names."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Generic, TypeVar

from pbem.adjudicator.engine.table import ALL, Table
from pbem.base.records import dataclass

Position = TypeVar("Position")


@dataclass(frozen=True, slots=True)
class TurnStep(Generic[Position]):
    """One step of the printed sequence of play, and the rules that carry it out."""

    number: int
    rule: str
    title: str
    act: Callable[[Table, Position], Awaitable[None]]


async def play_steps(
    table: Table, position: Position, steps: Iterable[TurnStep[Position]], word: str, over: Callable[[], bool]
) -> None:
    """Each step in its order, announced under the name the rulebook has for it; none once the game is over."""
    for step in steps:
        if not over():
            table.note(step.rule, ALL, f"{word} {step.number}: {step.title}", "step", number=step.number)
            await step.act(table, position)
