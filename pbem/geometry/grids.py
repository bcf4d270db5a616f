"""The common part of all maps, hexes or squares: which places can be reached, and how the map prints in letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from heapq import heappop, heappush


class Direction(Enum):
    """The ways out of a place, clockwise from north: the order in which everything on a map is listed."""

    N = "N"
    NE = "NE"
    E = "E"
    SE = "SE"
    S = "S"
    SW = "SW"
    W = "W"
    NW = "NW"


def connected(start: str, near: Callable[[str], Iterable[str]]) -> frozenset[str]:
    """Returns every place that can be reached from one by the allowed steps; ask it questions, never list it."""
    reached, edge = {start}, [start]
    while edge:
        for place in near(edge.pop()):
            if place not in reached:
                reached.add(place)
                edge.append(place)
    return frozenset(reached)


def costs_from(start: str, near: Callable[[str], Iterable[tuple[str, int]]], goal: str = "") -> dict[str, int]:
    """The least cost from one place to each that can be reached, nearest first, equals by name.

    With a goal, those that lie no farther than the goal.
    """
    settled: dict[str, int] = {}
    edge = [(0, start)]
    while edge:
        cost, place = heappop(edge)
        if place in settled:
            continue
        settled[place] = cost
        if place == goal:
            break
        for other, step in near(place):
            if other not in settled:
                heappush(edge, (cost + step, other))
    return settled


def costs_toward(
    start: str, near: Callable[[str], Iterable[tuple[str, int]]], goal: str, least: Callable[[str], int | None],
    point: int = 1,
) -> dict[str, int]:  # fmt: skip
    """The least costs from a start, of places on the cheapest ways to a goal and of some near them.

    `least` is the cost from a place to the goal in points when nothing is in the way, None where no way leads; it is
    never more than the true one, and the same in both directions. Places off all cheapest ways are not looked at.
    """
    settled: dict[str, int] = {}
    first = least(start)
    if first is None:
        return settled
    edge, found, most = [(first * point, 0, start)], {start: 0}, None
    while edge:
        whole, cost, place = heappop(edge)
        if most is not None and whole > most:
            break
        if place in settled:
            continue
        settled[place] = cost
        if place == goal:
            most = whole
        for other, step in near(place):
            dearer = cost + step
            if dearer < found.get(other, dearer + 1) and (left := least(other)) is not None:
                found[other] = dearer
                heappush(edge, (dearer + left * point, dearer, other))
    return settled


def lettered(rows: Iterable[tuple[str, tuple[str, ...]]], columns: range, letter: Callable[[str], str]) -> str:
    """A map in letters, one for each place, with the row's name before it and the columns' numbers below."""
    named = list(rows)
    wide = max((len(name) for name, _ in named), default=0)
    lines = [f"{name:>{wide}} " + "".join(letter(place) for place in places) for name, places in named]
    margin = " " * (wide + 1)
    tens = margin + "".join(str(column // 10) for column in columns)
    ones = margin + "".join(str(column % 10) for column in columns)
    return "\n".join([*lines, tens, ones])
