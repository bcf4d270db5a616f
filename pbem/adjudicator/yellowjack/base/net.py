"""The net of places: foul winds, the cost of a step, distances and the expedient way (R1.7, R2.1 to R2.3, R1.8)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from heapq import heappop, heappush

from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.board.net import points_off
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State

#: Six points, in tenths of a degree: a square rig lies no nearer to the wind.
SIX_POINTS = 675
#: The winds of one moment, as a key: those that blow, in the order of their names.
Winds = tuple[tuple[str, str], ...]


def winds_of(state: State) -> Winds:
    """The winds that blow now, as a key for what was once computed."""
    return tuple(sorted(state.winds.items()))


def wind_at(board: Board, winds: dict[str, str], place: str) -> str:
    """The direction that the wind over a place comes from; empty in a calm. Of two icons the first by name counts."""
    return next((winds[icon] for icon in sorted(board.winds_over.get(place, ())) if icon in winds), "")


@base("R5.3", "A step is foul within six points of the wind")
def foul(board: Board, winds: dict[str, str], a: str, b: str) -> bool:
    """Tells if a course lies too near the wind. It blows over the place left, or else over the place entered."""
    wind = wind_at(board, winds, a) or wind_at(board, winds, b)
    return bool(wind) and points_off(wind, board.course(a, b)) <= SIX_POINTS


def is_foul(state: State, a: str, b: str) -> bool:
    """Tells if a step is foul under the winds that blow now."""
    return foul(state.board, state.winds, a, b)


def cost_of(board: Board, winds: dict[str, str], a: str, b: str) -> int:
    """The MPs of a step; out of a Sea Zone it is 1, for the Zone's table has the winds already (D7)."""
    if board.is_zone(a):
        return 1
    return 2 if foul(board, winds, a, b) else 1


@base("R5.3", "The cost of a step", "R2.1", "R2.2", "R2.3")
def step_cost(state: State, a: str, b: str) -> int:
    """The MPs that a step costs under the winds that blow now."""
    return cost_of(state.board, state.winds, a, b)


@lru_cache(maxsize=512)
def distances(
    board: Board, winds: Winds, goal: str, small: bool, lanes_only: bool, shunned: frozenset[str]
) -> dict[str, int]:
    """The fewest MPs from every place to a goal; places that nobody may pass are entered only as the goal."""
    leading = ways_into(board, winds, lanes_only)
    found: dict[str, int] = {}
    heap = [(0, goal)]
    while heap:
        so_far, place = heappop(heap)
        if place in found:
            continue
        found[place] = so_far
        if place != goal and (place in shunned or not open_to(board, place, small=small, lanes_only=lanes_only)):
            continue
        for before, cost in leading[place]:
            if before not in found:
                heappush(heap, (so_far + cost, before))
    return found


@lru_cache(maxsize=64)
def ways_into(board: Board, winds: Winds, lanes_only: bool) -> dict[str, list[tuple[str, int]]]:
    """The places next to each place, each with the MPs of the step from it; kept, for most of a Turn asks the same."""
    blowing, next_to = dict(winds), board.by_lane if lanes_only else board.neighbours
    return {place: [(before, cost_of(board, blowing, before, place)) for before in next_to(place)]
            for place in board.nodes}  # fmt: skip


def open_to(board: Board, place: str, *, small: bool, lanes_only: bool) -> bool:
    """Tells if a way may lead through a place."""
    return (small or not board.is_small(place)) and not (lanes_only and board.is_zone(place))


@base("R1.7", "Distances")
def legs(state: State, a: str, b: str) -> int:
    """The Large Spaces and Sea Zones entered between two places, whatever the winds."""
    return state.board.legs(a, b)


@base("R1.7", "Distances")
def mps(state: State, a: str, b: str, *, small: bool = True) -> int:
    """The fewest MPs between two places under the winds that blow now; a Zone costs one in and one out."""
    return distances(state.board, winds_of(state), b, small, False, frozenset()).get(a, 999)


@base("R1.8", "As expediently as possible")
def next_place(
    state: State, at: str, goal: str, *, small: bool = True, lanes_only: bool = False,
    shunned: frozenset[str] = frozenset(),
) -> str:  # fmt: skip
    """The neighbour that lies on a way of least MPs to the goal, the lowest by name; empty if there is none.

    Places to be shunned are gone round if any way does so.
    """
    board, blowing = state.board, state.winds
    known = distances(board, winds_of(state), goal, small, lanes_only, shunned)
    ahead = [(cost_of(board, blowing, at, place) + known[place], place)
             for place in (board.by_lane(at) if lanes_only else board.neighbours(at))
             if place in known and (place == goal or (place not in shunned and open_to(
                 board, place, small=small, lanes_only=lanes_only)))]  # fmt: skip
    if not ahead and shunned:
        return next_place(state, at, goal, small=small, lanes_only=lanes_only)
    return min(ahead)[1] if ahead else ""


def way(state: State, at: str, goal: str, *, small: bool = True, lanes_only: bool = False) -> list[str]:
    """The places of the expedient way, the goal last; empty if there is none or she is there."""
    found: list[str] = []
    while at != goal:
        at = next_place(state, at, goal, small=small, lanes_only=lanes_only)
        if not at or len(found) > len(state.board.nodes):
            return []
        found.append(at)
    return found


@base("R1.7", "Distances")
def nearest(state: State, at: str, places: Iterable[str]) -> str:
    """The nearest of some places by legs, the first by name among equals; empty if there are none."""
    return min(((legs(state, at, place), place) for place in places), default=(0, ""))[1]


def reach(state: State, start: str, most: int) -> dict[str, int]:
    """The places within so many MPs of a start under the winds that blow now, each with its MPs."""
    found: dict[str, int] = {}
    heap = [(0, start)]
    while heap:
        so_far, place = heappop(heap)
        if place in found:
            continue
        found[place] = so_far
        for after in state.board.neighbours(place):
            spent = so_far + step_cost(state, place, after)
            if after not in found and spent <= most:
                heappush(heap, (spent, after))
    return found
