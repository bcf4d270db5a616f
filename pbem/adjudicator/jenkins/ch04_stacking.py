"""Chapter 4: stacking limits (4.0-4.2), order (4.3), fog of war (4.4), overstacking (4.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.adjudicator.jenkins import questions
from pbem.adjudicator.jenkins.ch09_eliminated import eliminate
from pbem.adjudicator.jenkins.pieces import Seaport
from pbem.adjudicator.jenkins.state import State, enemy
from pbem.adjudicator.rules import rule
from pbem.table import Table


@rule("4.0", "Stacking", "4.1", "4.2")
def room(state: State, port: Seaport, side: str) -> tuple[int, int]:
    """How many more naval and land counters of a side a seaport takes: its value of each, exempt kinds apart.

    Land counters count whether ashore or aboard (4.1). A ship that finds the harbour full lies off in the same hex,
    so ships are limited only where they are placed.
    """
    counted = [counter for counter in state.counters(port.hex, side) if counter.stacks]  # 4.2
    naval = sum(1 for counter in counted if counter.is_naval)
    return max(port.value - naval, 0), max(port.value - (len(counted) - naval), 0)


def surplus(state: State, port: Seaport, side: str) -> tuple[list[str], int]:
    """The side's land counters in a seaport hex that count, and how many of them are too many."""
    counted = [c.id for c in state.counters(port.hex, side) if c.is_land and c.stacks]
    return counted, max(len(counted) - port.value, 0)


@rule("4.3", "Stacking order", "4.1")
def arrange(table: Table, state: State, side: str, wanted: Iterable[Mapping[str, Any]]) -> None:
    """A player stacks his counters as he likes, as far as 4.1 lets him."""
    for part in wanted:
        hex_id = state.board.hex_named(part["hex"])
        if state.stack(hex_id, side):
            state.settle(hex_id, side, part["top"])
        else:
            table.note("4.3", side, f"You have no stack at {part['hex']} to put in order.", "lapsed")


@rule("4.4", "Fog of war")
def seen(state: State, hex_id: str, side: str) -> list[str]:
    """What this side sees of the enemy stack in a hex: the top counter, or all of it while they share the hex."""
    stack = state.stack(hex_id, enemy(side))
    shared = bool(state.stack(hex_id, side)) and hex_id not in state.veiled  # 7.2: not before the Combat Step
    return stack if shared else stack[:1]


@rule("4.5", "Overstacking")
async def end_of_movement(table: Table, state: State, side: str) -> None:
    """When the Movement Step is done, the owner eliminates what a seaport hex cannot hold, of his choice."""
    for port in sorted(state.board.seaports.values(), key=lambda port: port.hex):
        counted, too_many = surplus(state, port, side)
        if too_many:
            question = questions.losses(table, state, side, "4.5", "overstack", port.hex, counted, too_many)
            for name in await table.decide(question):
                await eliminate(table, state, name, "4.5", "no room")
