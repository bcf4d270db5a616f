"""Finds ways over the map: the shortest way fills the gaps between the hexes a player names.

Shortest is fewest hexes; among equals the first clockwise from north at the first place they part. The way avoids
only hexes that the mover sees closed: storms, and hexes with an enemy stack, where their own would be shown (4.4).
Where there is no way around, it goes through.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache

from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.state.state import State, enemy

#: From each hex the hexes that can be entered from it, clockwise from north.
Ways = Mapping[str, Sequence[str]]
OPEN_SEA: frozenset[str] = frozenset()


def naval_route(state: State, side: str, start: str, waypoints: Iterable[str]) -> list[str]:
    """Every hex ships enter on their way along the waypoints (7.0)."""
    return route(state, side, start, waypoints, state.board.naval_ways)


def land_route(state: State, side: str, start: str, waypoints: Iterable[str]) -> list[str]:
    """Every hex troops enter on their way along the waypoints (7.1)."""
    return route(state, side, start, waypoints, state.board.land_ways)


def route(state: State, side: str, start: str, waypoints: Iterable[str], ways: Ways) -> list[str]:
    """The waypoints with the gaps filled; where no way leads on, the waypoint itself, for the rule to refuse."""
    found: list[str] = []
    here = start
    for name in waypoints:
        goal = state.board.hex_named(name)
        found += [goal] if goal in ways.get(here, ()) else leg(state, side, here, goal, ways)
        here = goal
    return found


def leg(state: State, side: str, start: str, goal: str, ways: Ways) -> list[str]:
    """The way between two waypoints, round what the mover sees closed, else through it."""
    barred = {h for h in state.hexes(enemy(side)) if not state.is_friendly_port(h, side)}
    barred.update(state.storms)
    way = shortest(start, goal, ways, barred) or shortest(start, goal, ways, frozenset())
    return way or ([goal] if goal != start else [])


def shortest(start: str, goal: str, ways: Ways, barred: Set[str]) -> list[str]:
    """The hexes after the start up to the goal, which may itself be barred; empty where there is no way."""
    return trail(ways_from(start, ways, barred, goal), goal)


def ways_from(start: str, ways: Ways, barred: Set[str], goal: str = "") -> dict[str, str]:
    """Each hex that can be reached, with the one before it on its shortest way; with a goal, no farther than that."""
    came_from = {start: ""}
    queue = [start]
    for here in queue:  # which grows on the way
        if goal in came_from:
            break
        for onward in ways.get(here, ()):
            if onward not in came_from:
                came_from[onward] = here
                if onward not in barred:
                    queue.append(onward)
    return came_from


@lru_cache(maxsize=1024)
def voyage(board: Board, start: str, goal: str, barred: frozenset[str]) -> tuple[str, ...] | None:
    """The hexes after the start of the shortest way for ships; None if there is no way.

    Where nothing lies on the way over the open sea, no other is better.
    """
    ways = voyages(board, start, OPEN_SEA)
    if not barred.isdisjoint(trail(ways, goal)[:-1]):
        ways = voyages(board, start, barred)
    return tuple(trail(ways, goal)) if goal in ways else None


@lru_cache(maxsize=64)
def voyages(board: Board, start: str, barred: frozenset[str]) -> Mapping[str, str]:
    """All shortest ways for ships from a hex, as `ways_from` has them."""
    return ways_from(start, board.naval_ways, barred)


def trail(came_from: Mapping[str, str], end: str) -> list[str]:
    """The hexes after the start to this one; empty where no way leads there."""
    way: list[str] = []
    while came_from.get(end):
        way.append(end)
        end = came_from[end]
    return way[::-1]
