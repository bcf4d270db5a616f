"""Chapter 4: stacking limits (4.0-4.2), order (4.3), fog of war (4.4), overstacking (4.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.jenkins.board.pieces import Seaport
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.rules.ch09_eliminated import eliminate
from pbem.adjudicator.jenkins.rules.forms import StackOrder
from pbem.adjudicator.jenkins.state.state import State, enemy


@rule("4.0", "Stacking", "4.1", "4.2")
def room(state: State, port: Seaport, side: str) -> tuple[int, int]:
    """Counts the naval and land counters of a side that a seaport still takes: its value of each.

    Exempt kinds do not count. Land counters count whether ashore or aboard (4.1). A ship that finds the harbour full
    lies off in the same hex, so ships are limited only where they are placed.
    """
    counted = [counter for counter in state.counters(port.hex, side) if counter.stacks]  # 4.2
    naval = sum(1 for counter in counted if counter.is_naval)
    return max(port.value - naval, 0), max(port.value - (len(counted) - naval), 0)


def surplus(state: State, port: Seaport, side: str) -> tuple[list[str], int]:
    """The side's land counters in a seaport hex that count, and how many of them are too many."""
    counted = [c.id for c in state.counters(port.hex, side) if c.is_land and c.stacks]
    return counted, max(len(counted) - port.value, 0)


@rule("4.3", "Stacking order", "4.1")
def arrange(table: Table, state: State, side: str, wanted: Iterable[StackOrder]) -> None:
    """Puts a player's counters in the order they like, as far as 4.1 lets them."""
    for part in wanted:
        hex_id = state.board.hex_named(part["hex"])
        if state.stack(hex_id, side):
            state.settle(hex_id, side, part["top"])
        else:
            text = f"You have no stack at {part['hex']} to put in order."
            table.note("4.3", side, text, "lapsed", at=part["hex"])


@rule("4.4", "Fog of war")
def seen(state: State, hex_id: str, side: str) -> list[str]:
    """Lists the counters this side sees of the enemy stack: the top one, and those that came upon this side's."""
    stack = state.stack(hex_id, enemy(side))
    bare = laid_open(state, hex_id, enemy(side))
    return [name for place, name in enumerate(stack) if not place or name in bare]


def in_sight(state: State, names: Iterable[str]) -> bool:
    """Tells if the enemy sees one of these counters (4.4)."""
    counters = [state.board.counters[name] for name in names]
    return any(c.id in seen(state, state.hex_of(c.id), enemy(c.side)) for c in counters)


def laid_open(state: State, hex_id: str, side: str) -> list[str]:
    """Lists a side's counters that lie open: they entered an enemy's hex, and both sides are still there.

    What was there first shows its top and no more, also beneath a stack of its own side that comes to join it.
    Interceptors are not seen before the Combat Step (7.2).
    """
    if hex_id in state.veiled:
        return []
    return [name for name in state.exposed.get(hex_id, ()) if state.board.counters[name].side == side]


def show(table: Table, state: State, hex_id: str, side: str) -> None:
    """Shows the enemy a stack that came upon theirs, if it stays or only passes through (4.4)."""
    bare = laid_open(state, hex_id, side)
    if bare:
        names = [name for name in state.stack(hex_id, side) if name in bare]
        stack = ", ".join(state.board.counters[name].label for name in names)
        text = f"The {side.title()} stack at {hex_id} is shown: {stack}."
        table.note("4.4", enemy(side), text, "shown", hex=hex_id, side=side, counters=names)


@rule("4.4", "Fog of war: combat uncovers what fights", "7.2")
def reveal(table: Table, state: State, hex_id: str, side: str, names: Sequence[str]) -> None:
    """Shows both players those counters of a stack that fight, and no more; the rest of it stays hidden."""
    if names:
        text = f"{side.title()} counters at {questions.place(state, hex_id)}: {', '.join(roll_call(state, names))}."
        table.note("4.4", ALL, text, "revealed", hex=hex_id, side=side, counters=list(names))


def roll_call(state: State, names: Sequence[str]) -> list[str]:
    """Counters in words, topmost first; passengers with the ship that carries them, where she is named too."""
    board = state.board
    cargo = {name: [board.counters[load].label for load in state.passengers(name) if load in names] for name in names}
    return [board.counters[name].label + (f" with {' and '.join(cargo[name])}" if cargo[name] else "")
            for name in names if state.aboard.get(name) not in names]  # fmt: skip


@rule("4.5", "Overstacking")
async def end_of_movement(table: Table, state: State, side: str) -> None:
    """Eliminates counters that a seaport hex cannot hold after a Movement Step, of their owner's choice.

    The other side's too: its interceptors may have brought troops into a seaport hex, or a retreat before this step.
    """
    for owner in (side, enemy(side)):
        for port in filter(None, map(state.seaport, state.hexes(owner))):
            counted, too_many = surplus(state, port, owner)
            if too_many:
                question = questions.losses(table, state, owner, "4.5", "overstack", port.hex, counted, too_many,
                                            discreet=True)
                for name in await table.decide(question):
                    await eliminate(table, state, name, "4.5", "no room")
