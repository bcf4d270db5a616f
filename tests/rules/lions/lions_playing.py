"""Positions of When Lions Sailed for tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.playing_rules import DEFAULT, Answer, asked, facts, play, told

from pbem.adjudicator.engine.table import Note, Table
from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.rules.ch03_setup import open_game
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, Berth, State, Vessel

__all__ = [
    "DEFAULT", "FORT", "REGIMENT", "Answer", "Note", "Table", "asked", "facts", "hold", "place", "play", "port",
    "position", "told",
]  # fmt: skip


def port(name: str) -> str:
    """The square of a port."""
    return load_board().ports[name].square


def position(
    players: int = 2, ships: Mapping[str, str] | None = None, land: Mapping[str, str] | None = None,
    leaders: Mapping[str, str] | None = None, cargo: Mapping[str, int] | None = None, **fields: Any,
) -> State:  # fmt: skip
    """Turn 1, an empty map but for what is named.

    Ships are `'england-1st-1': 'E7'`, with `+2` for damage and `/england-fleet-1` for a fleet:
    `'E7+2/england-fleet-1'`;
    land is `'E7 england': '3r 2f'`; leaders are `'blake': 'england-1st-1'` or a square.
    """
    state = open_game(load_board(), {}, players, 5)
    state.turn, state.initiative = 1, state.players[0]
    for name, where in (ships or {}).items():
        place(state, name, where)
    for where, points in (land or {}).items():
        square, nation = where.split()
        for word in points.split():
            state.put_ashore(square, nation, FORT if word[-1] == "f" else REGIMENT, int(word[:-1]))
    for leader, where in (leaders or {}).items():
        aboard = where if where in state.ships else ""
        state.leaders[leader] = Berth(state.ships[where].at if aboard else where, aboard)
    for ship, number in (cargo or {}).items():
        state.load(ship, state.board.ships[ship].nation, number)
    for name, value in fields.items():
        assert name in State.__slots__, f"a position has no {name}"
        setattr(state, name, value)
    return state


def place(state: State, name: str, where: str) -> None:
    """One ship, as written."""
    square, _, fleet = where.partition("/")
    square, _, damage = square.partition("+")
    state.ships[name] = Vessel(square, int(damage or 0), fleet)


def hold(state: State, power: str, *markers: str) -> None:
    """Put markers from the pool into a hand."""
    assert all(name in state.pool for name in markers)
    state.pool = [name for name in state.pool if name not in markers]
    state.hand[power] = state.in_marker_order([*state.hand[power], *markers])
