"""Finds ways over the map: the shortest way fills the gaps between the hexes a player names.

Shortest is fewest hexes; among equals the first clockwise from north at the first place they part. The way avoids
only hexes that the mover sees closed: storms, and hexes with an enemy stack, where their own would be shown (4.4).
Where there is no way around, it goes through.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence

from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.state.state import State, enemy

Neighbours = Callable[[str], Sequence[str]]


def naval_route(state: State, side: str, start: str, waypoints: Iterable[str]) -> list[str]:
    """Every hex ships enter on their way along the waypoints (7.0)."""
    return route(state, side, start, waypoints, state.board.naval_neighbours)


def land_route(state: State, side: str, start: str, waypoints: Iterable[str]) -> list[str]:
    """Every hex troops enter on their way along the waypoints (7.1)."""
    return route(state, side, start, waypoints, state.board.land_neighbours)


def route(state: State, side: str, start: str, waypoints: Iterable[str], near: Neighbours) -> list[str]:
    """The waypoints with the gaps filled; where no way leads on, the waypoint itself, for the rule to refuse."""
    barred = [h for h in state.hexes(enemy(side)) if not state.is_friendly_port(h, side)]
    way: list[str] = []
    here = start
    for name in waypoints:
        goal = state.board.hex_named(name)
        leg = shortest(here, goal, near, lambda h: h in barred or storm_bars(state, h))
        leg = leg or shortest(here, goal, near, lambda _: False) or ([goal] if goal != here else [])
        way += leg
        here = goal
    return way


def shortest(start: str, goal: str, near: Neighbours, barred: Callable[[str], bool]) -> list[str]:
    """The hexes after the start up to the goal, which may itself be barred; empty where there is no way."""
    if start == goal:
        return []
    came_from = {start: ""}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for onward in near(here):
            if onward == goal:
                return [*trail(came_from, here)[1:], goal]
            if onward not in came_from and not barred(onward):
                came_from[onward] = here
                queue.append(onward)
    return []


def trail(came_from: dict[str, str], end: str) -> list[str]:
    """The hexes from the start to this one."""
    way = [end]
    while came_from[way[-1]]:
        way.append(came_from[way[-1]])
    return way[::-1]
