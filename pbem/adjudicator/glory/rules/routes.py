"""Ways over the sea: the cheapest under the winds that blow, the fewest hexes, and what a block can reach.

Among equally cheap ways the one with fewer hexes is taken, then the one of smaller hex numbers. A target is a hex, or
the area of a track: `west` beyond column 01, `east` among the hexes e01 to e03.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import heappop, heappush

from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.rules.waters import neighbours, step_cost
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import CAMPAIGN, TRAFALGAR

#: Cost, then hexes, from a hex to a target.
Way = tuple[int, int]
Winds = tuple[tuple[str, str], ...]
#: What `steps` gives where no way leads.
NO_WAY = 9999


def way(state: State, start: str, target: str) -> tuple[str, ...]:
    """The hexes of the cheapest way, without the first; none where a block is there already, or no way leads."""
    to_go = costs_to(*key_of(state), target)
    found: list[str] = []
    here = start
    while here in to_go and to_go[here] != (0, 0):
        here = min(near(state, here), key=lambda hex_: onward(state, to_go, here, hex_))
        found.append(here)
    return tuple(found)


def near(state: State, hex_: str) -> list[str]:
    """The hexes that a block may sail to from a hex."""
    return list(dict.fromkeys(other for _, other in neighbours(state, hex_)))


def onward(state: State, to_go: Mapping[str, Way], here: str, hex_: str) -> tuple[int, int, str]:
    """Ranks a step: the cost of the way through it, its hexes, its number."""
    cost, hexes = to_go.get(hex_, (NO_WAY, NO_WAY))
    return cost + step_cost(state, here, hex_), hexes, hex_


def way_cost(state: State, start: str, target: str) -> int:
    """The cost of the cheapest way; 9999 where no way leads."""
    return costs_to(*key_of(state), target).get(start, (NO_WAY, NO_WAY))[0]


def steps(state: State, start: str, target: str) -> int:
    """The hexes of the shortest way along the sea, whatever blows; 9999 where no way leads (10.3.1)."""
    return hexes_to(state.board, state.trafalgar(), target).get(start, NO_WAY)


def reach(state: State, start: str, points: int) -> dict[str, int]:
    """The hexes that so many points lead to, each with its least cost."""
    found: dict[str, int] = {}
    edge = [(0, start)]
    while edge:
        cost, here = heappop(edge)
        if here in found:
            continue
        found[here] = cost
        for other in near(state, here):
            total = cost + step_cost(state, here, other)
            if other not in found and total <= points:
                heappush(edge, (total, other))
    return found


def winds_needed(board: Board, trafalgar: bool, winds: Winds, start: str, target: str, in_zone: bool) -> int:
    """Counts the winds of one sort that a block needs from hex to hex; 0 where it is there, or no way leads.

    Each wind gives nine points anew (9.2), less those for leaving a zone (11.1); what a hex is too dear for is lost.
    """
    state, numbers = bare(board, trafalgar, winds), board.numbers
    path, here = way(state, start, target), start
    left = numbers.wind_mp - (numbers.leave_zone_mp if in_zone else 0)
    needed = 1 if path else 0
    for step in path:
        cost = step_cost(state, here, step)
        if cost > left:
            needed, left = needed + 1, numbers.wind_mp
        left, here = left - cost, step
    return needed


def key_of(state: State) -> tuple[Board, bool, Winds]:
    """All of a position that ways depend on."""
    return state.board, state.trafalgar(), tuple(sorted(state.rose.items()))


def bare(board: Board, trafalgar: bool, winds: Winds = ()) -> State:
    """A position with nothing but a scenario and its winds."""
    return State(board, scenario=TRAFALGAR if trafalgar else CAMPAIGN, rose=dict(winds))


def goals(board: Board, target: str) -> tuple[str, ...]:
    """The hexes that a target stands for."""
    area = tuple(hex_.id for hex_ in board.hexes.values() if hex_.exit == target)
    return area or ((target,) if target in board.hexes else ())


@lru_cache(maxsize=64)
def edges(board: Board, trafalgar: bool, winds: Winds) -> dict[str, list[tuple[str, int]]]:
    """For each hex those from which a step leads to it, with the cost of that step; 1 each where no wind is given."""
    state = bare(board, trafalgar, winds)
    found: dict[str, list[tuple[str, int]]] = {}
    for hex_ in board.hexes:
        for other in near(state, hex_):
            found.setdefault(other, []).append((hex_, step_cost(state, hex_, other) if winds else 1))
    return found


@lru_cache(maxsize=512)
def costs_to(board: Board, trafalgar: bool, winds: Winds, target: str) -> dict[str, Way]:
    """From each hex the cost and the hexes of the cheapest way to a target."""
    into = edges(board, trafalgar, winds)
    settled: dict[str, Way] = {}
    edge: list[tuple[int, int, str]] = [(0, 0, goal) for goal in goals(board, target)]
    while edge:
        cost, hexes, here = heappop(edge)
        if here in settled:
            continue
        settled[here] = cost, hexes
        for other, step in into.get(here, ()):
            if other not in settled:
                heappush(edge, (cost + step, hexes + 1, other))
    return settled


@lru_cache(maxsize=128)
def hexes_to(board: Board, trafalgar: bool, target: str) -> dict[str, int]:
    """From each hex the hexes of the shortest way to a target."""
    return {hex_: hexes for hex_, (_, hexes) in costs_to(board, trafalgar, (), target).items()}


def nearest(state: State, start: str, targets: Iterable[str]) -> str:
    """Of some hexes the one with the fewest hexes between, then the smaller number; empty where there are none."""
    return min(targets, key=lambda target: (steps(state, start, target), target), default="")
