"""The net of places: foul winds, the cost of a step, distances and the expedient way (R1.7, R2.1 to R2.3, R1.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.board.net import points_off
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State

#: Six points, in tenths of a degree: a square rig lies no nearer to the wind.
SIX_POINTS = 675
#: The winds of one moment, as a key: those that blow, in the order of their names.
Winds = tuple[tuple[str, str], ...]
#: Places next to one, each with the MPs of the step between them.
Ways = list[tuple[str, int]]


def winds_of(state: State) -> Winds:
    """The winds that blow now, as a key for what was once computed."""
    return tuple(sorted(state.winds.items()))


def wind_at(board: Board, winds: Mapping[str, str], place: str) -> str:
    """The direction that the wind over a place comes from; empty in a calm. Of two icons the first by name counts."""
    return next((winds[icon] for icon in sorted(board.winds_over.get(place, ())) if icon in winds), "")


@lru_cache(maxsize=64)
def winds_by_place(board: Board, winds: Winds) -> dict[str, str]:
    """The direction of the wind over every place; kept, for most of a Turn asks the same."""
    blowing = dict(winds)
    return {place: wind_at(board, blowing, place) for place in board.nodes}


@base("R5.3", "A step is foul within six points of the wind")
def foul(board: Board, over: Mapping[str, str], a: str, b: str) -> bool:
    """Tells if a course lies too near the wind. It blows over the place left, or else over the place entered."""
    wind = over[a] or over[b]
    return bool(wind) and (a, b) in foul_legs(board, wind)


@lru_cache(maxsize=64)
def foul_legs(board: Board, wind: str) -> frozenset[tuple[str, str]]:
    """The legs that lie within six points of a wind."""
    return frozenset(leg for leg, course in board.net.courses.items() if points_off(wind, course) <= SIX_POINTS)


def is_foul(state: State, a: str, b: str) -> bool:
    """Tells if a step is foul under the winds that blow now."""
    return foul(state.board, winds_by_place(state.board, winds_of(state)), a, b)


def cost_of(board: Board, over: Mapping[str, str], a: str, b: str) -> int:
    """The MPs of a step; out of a Sea Zone it is 1, for the Zone's table has the winds already (D7)."""
    if board.is_zone(a):
        return 1
    return 2 if foul(board, over, a, b) else 1


@base("R5.3", "The cost of a step", "R2.1", "R2.2", "R2.3")
def step_cost(state: State, a: str, b: str) -> int:
    """The MPs that a step costs under the winds that blow now."""
    return cost_of(state.board, winds_by_place(state.board, winds_of(state)), a, b)


class Flood:
    """The fewest MPs from places to a goal, counted outward from it, ring by ring, as far as somebody asks."""

    __slots__ = ("found", "leads_on", "rings", "ways")

    def __init__(self, goal: str, ways: Mapping[str, Ways], leads_on: Callable[[str], bool]) -> None:
        """`ways` are the places next to each place, with the MPs between; nobody goes on from where none leads."""
        self.found: dict[str, int] = {}
        self.ways, self.leads_on = ways, leads_on
        self.rings: dict[int, list[str]] = {0: [goal]}  # those that are still to be counted

    def next_ring(self) -> None:
        """Counts the nearest places that are not counted yet."""
        mps = min(self.rings)
        for place in self.rings.pop(mps):
            if place in self.found:
                continue
            self.found[place] = mps
            if mps and not self.leads_on(place):
                continue
            for beside, cost in self.ways[place]:
                if beside not in self.found:
                    self.rings.setdefault(mps + cost, []).append(beside)

    def to(self, place: str) -> dict[str, int]:
        """The MPs of all that are as near as a place, and of some that are farther."""
        while self.rings and place not in self.found:
            self.next_ring()
        return self.found

    def whole(self) -> dict[str, int]:
        """The MPs of every place that there is a way from."""
        while self.rings:
            self.next_ring()
        return self.found


@lru_cache(maxsize=1024)
def flood(board: Board, winds: Winds, goal: str, small: bool, lanes_only: bool, shunned: frozenset[str]) -> Flood:
    """The ways to a goal under some winds; places that nobody may pass are entered only as the goal."""
    return Flood(goal, ways_into(board, winds, lanes_only), lambda place: place not in shunned and open_to(
        board, place, small=small, lanes_only=lanes_only))  # fmt: skip


def distances(
    board: Board, winds: Winds, goal: str, small: bool, lanes_only: bool, shunned: frozenset[str]
) -> dict[str, int]:
    """The fewest MPs from every place to a goal; places that nobody may pass are entered only as the goal."""
    return flood(board, winds, goal, small, lanes_only, shunned).whole()


@lru_cache(maxsize=64)
def ways_into(board: Board, winds: Winds, lanes_only: bool) -> dict[str, Ways]:
    """The places next to each place, each with the MPs of the step from it; kept, for most of a Turn asks the same."""
    next_to, over = board.by_lane if lanes_only else board.neighbours, winds_by_place(board, winds)
    return {place: [(before, cost_of(board, over, before, place)) for before in next_to(place)]
            for place in board.nodes}  # fmt: skip


@lru_cache(maxsize=64)
def ways_out(board: Board, winds: Winds) -> dict[str, Ways]:
    """The places next to each place, each with the MPs of the step to it; kept likewise."""
    over = winds_by_place(board, winds)
    return {place: [(after, cost_of(board, over, place, after)) for after in board.neighbours(place)]
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
    return flood(state.board, winds_of(state), b, small, False, frozenset()).to(a).get(a, 999)


@base("R1.8", "As expediently as possible")
def next_place(
    state: State, at: str, goal: str, *, small: bool = True, lanes_only: bool = False,
    shunned: frozenset[str] = frozenset(),
) -> str:  # fmt: skip
    """The neighbour that lies on a way of least MPs to the goal, the lowest by name; empty if there is none.

    Places to be shunned are gone round if any way does so.
    """
    board, winds = state.board, winds_of(state)
    ways = flood(board, winds, goal, small, lanes_only, shunned)
    known = ways.whole() if at == goal else ways.to(at)
    over = winds_by_place(board, winds)
    ahead = [(cost_of(board, over, at, place) + known[place], place)
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


def reach(state: State, start: str, most: int) -> Mapping[str, int]:
    """The places within so many MPs of a start under the winds that blow now, each with its MPs."""
    return within(state.board, winds_of(state), start, most)


@lru_cache(maxsize=1024)
def within(board: Board, winds: Winds, start: str, most: int) -> Mapping[str, int]:
    """The places within so many MPs of a start under some winds, each with its MPs."""
    ways = Flood(start, ways_out(board, winds), lambda place: True)
    while ways.rings and min(ways.rings) <= most:
        ways.next_ring()
    return ways.found
