"""2.53, Marines and Grenadiers: room they need at sea, and the first losses of a storm."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch2.units import MARINE, SPECIAL, sort_of
from pbem.adjudicator.yellowjack.state.state import State


@rule("2.534", "Marines need half the room of other Units at sea, rounded up", "2.651")
def room_needed(state: State, units: Sequence[str]) -> int:
    """The room that some Units need on one Squadron."""
    marines = sum(sort_of(state, unit) == MARINE for unit in units)
    return len(units) - marines + (marines + 1) // 2


@rule("2.534", "A side that uses Marines or Grenadiers and suffers losses loses one of each sort", "2.53")
def first_losses(state: State, employed: Sequence[str], order: Sequence[str], number: int) -> list[str]:
    """Chooses the Units lost in a storm, in the owner's order, with the special ones that must be among them.

    Of a single loss where both sorts were used the owner chooses the sort.
    """
    must = [next(unit for unit in order if sort_of(state, unit) == sort)
            for sort in SPECIAL if any(sort_of(state, unit) == sort for unit in employed)]  # fmt: skip
    must.sort(key=list(order).index)
    lost = must[:number]
    return lost + [unit for unit in order if unit not in lost][: number - len(lost)]


async def marines(table: Table, state: State, ruling: Ruling) -> None:
    """Leaves Marines where they are: they serve as Auxiliaries only where a scenario has Auxiliaries (A4h)."""
