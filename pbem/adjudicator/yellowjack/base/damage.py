"""Damage: what it costs a Squadron, and where damage points of a Formation go (R7.9, R7.10)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State

#: From this mark on a Squadron is battered, and crippled (R3.4).
BATTERED, CRIPPLED = 2, 3


@base("R7.9", "Damage slows a Squadron", "R3.4")
def ma_loss(state: State, squadron: str) -> int:
    """The movement that damage takes from a Squadron: 1 if it is battered, 2 if it is crippled."""
    return max(0, state.third(squadron) - 1)


@base("R7.9", "Damage weakens the fire of a Squadron")
def fire_loss(state: State, squadron: str) -> int:
    """The damage points that a Squadron inflicts less for its own damage: 1 if battered, 2 if crippled."""
    return max(0, state.third(squadron) - 1)


@base("R7.10", "Damage points of a Formation go one by one to the least damaged Squadron")
def shares(state: State, squadrons: Iterable[str], points: int) -> dict[str, int]:
    """Deals damage points out: each to the Squadron with fewest in proportion to its rating, then by id."""
    dealt = dict.fromkeys(sorted(squadrons), 0)
    for _ in range(points if dealt else 0):
        least = min(dealt, key=lambda name: (Fraction(state.squadrons[name].dp + dealt[name], state.dr(name)), name))
        dealt[least] += 1
    return {name: number for name, number in dealt.items() if number}
