"""Distances on land and at sea, and the sea areas on which a place opens."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.guerra.state.state import State


@rule("1.1", "Areas away, by common borders")
def land_distances(state: State, starts: Iterable[str]) -> dict[str, int]:
    """The fewest marches from any of some areas to every area that can be reached without neutral ground.

    From a box that a sea opens on nobody marches.
    """
    areas = state.board.areas
    far = dict.fromkeys(starts, 0)
    edge = [area for area in far if area in areas]
    while edge:
        near = [to for area in edge for to in areas[area].borders if to not in far and not areas[to].neutral]
        step = far[edge[0]] + 1
        edge = list(dict.fromkeys(near))
        far.update(dict.fromkeys(edge, step))
    return far


@rule("7.1", "Sea areas away", "7.2")
def sea_distances(state: State, starts: Iterable[str]) -> dict[str, int]:
    """The fewest sea areas from any of some sea areas to every other; the two long passages count eight."""
    board = state.board
    far = dict.fromkeys(starts, 0)
    left = set(board.seas)
    while reached := [sea for sea in board.seas if sea in left and sea in far]:
        here = min(reached, key=lambda sea: far[sea])
        left.remove(here)
        ways = dict.fromkeys(board.seas[here].neighbours, 1) | dict(board.long_links.get(here, {}))
        for there, count in ways.items():
            far[there] = min(far.get(there, far[here] + count), far[here] + count)
    return far


def seas_at(state: State, place: str) -> list[str]:
    """The sea areas of a place: a sea itself, those that a port opens on, or those of a coast."""
    board = state.board
    if place in board.seas:
        return [place]
    if place in board.ports:
        return list(board.ports[place].seas)
    return list(board.areas[place].seas) if place in board.areas else []
