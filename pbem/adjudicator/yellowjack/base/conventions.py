"""Dice with a nought, rounding, random picks and contests (FI-R 1)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from pbem.adjudicator.engine.table import ALL, PUBLIC, Note, Roll, Shift, Table, Throw, own_lane
from pbem.adjudicator.yellowjack.state.marks import base

if TYPE_CHECKING:
    from pbem.adjudicator.yellowjack.state.state import State

T = TypeVar("T")

#: The die has ten faces, 0 to 9. The house's die shows 1 to 10: its 10 is read as 0.
DIE, FACES = "1d10", 10
LOWEST, HIGHEST = 0, 9


@base("R1.2", "The die has the faces 0 to 9")
async def throw(
    table: Table, rule: str, kind: str, *parts: str, why: str, shift: Shift | None = None, to: str = ALL,
    lane: str = "",
) -> Throw:  # fmt: skip
    """Throws one die and tells it to `to`. With a lane and an empty `to`, the rule itself tells each side."""
    label = table.label(kind, parts)
    faces = await Roll(rule, label, DIE, lane or (PUBLIC if to == ALL else own_lane(to)))
    fell = Throw(label, tuple(face % FACES for face in faces), tuple(shift.modifiers) if shift else ())
    if to:
        table.story.append(Note(rule, to, f"{why}: {fell}.", "roll", {}, fell, why))
    return fell


def when(state: State) -> str:
    """The Impulse and MPI as labels write them: i2.m4, or i2 at an Impulse's start and end."""
    return f"i{state.impulse}.m{state.mpi}" if state.mpi else f"i{state.impulse}"


def natural(fell: Throw) -> int:
    """The face of a die, before modifiers."""
    return fell.values[0]


@base("R1.2", "A modified roll beyond the ends of a table uses the end row")
def clamped(total: int, lowest: int = LOWEST, highest: int = HIGHEST) -> int:
    """A modified roll as a table reads it."""
    return max(lowest, min(highest, total))


@base("R1.5", "A random pick of some things", "R1.3")
async def draw_one(table: Table, rule: str, items: Sequence[T], kind: str, *parts: str, lane: str = PUBLIC) -> T:
    """Picks one of some things in their order, each as likely; nothing is thrown for a single one."""
    if len(items) == 1:
        return items[0]
    return (await table.draw(rule, items, 1, kind, *parts, lane=lane))[0]


@base("R1.4", "Fractions are rounded down")
def part(number: int, percent: int) -> int:
    """A share of a number in percent, rounded down."""
    return number * percent // 100


@base("R1.4", "Fractions are rounded up where a rule says so")
def up(number: Fraction) -> int:
    """A number rounded up."""
    return -(-number.numerator // number.denominator)


@base("R1.6", "The higher throw goes first; ties throw again")
async def higher(table: Table, rule: str, kind: str, sides: Sequence[str], *parts: str, why: str) -> str:
    """Throws for each side until one has the higher face, and returns that side."""
    while True:
        found = {side: natural(await throw(table, rule, kind, *parts, side, why=f"{why}, {side}")) for side in sides}
        best = max(found.values())
        winners = [side for side in sides if found[side] == best]
        if len(winners) == 1:
            return winners[0]
