"""3.32: the ways that Orders take: the shortest, seen anew in each MPI, or along the coast."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.yellowjack.base.net import next_place
from pbem.adjudicator.yellowjack.state.state import State


@rule("3.32", "Routes of Orders", "3.321")
def route(state: State, at: str, goal: str, shunned: frozenset[str] = frozenset()) -> str:
    """The next place on the shortest way as the winds stand now, by the shortest detour round what is shunned."""
    return next_place(state, at, goal, shunned=shunned)


@rule("3.322", "Cruise Order routes")
def cruise_line(state: State, at: str, goal: str) -> str:
    """The next place on the way that lies closest to the coast: by Lanes alone, through no Sea Zone."""
    return next_place(state, at, goal, lanes_only=True)
