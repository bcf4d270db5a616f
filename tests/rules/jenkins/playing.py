"""Positions of Jenkins' Ear, and what tests read in its notes; how a rule is played is in rules/playing_rules.py."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.playing_rules import DEFAULT, Answer, Default, Script, asked, facts, play, told

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.board.board import load_board
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State

__all__ = [
    "DEFAULT", "Answer", "Default", "Script", "asked", "facts", "fallen", "lay", "play", "position", "told",
]  # fmt: skip


def position(
    english: Mapping[str, Sequence[str]] | None = None,
    spanish: Mapping[str, Sequence[str]] | None = None,
    **fields: Any,
) -> State:
    """A position: for each side hex -> counters, topmost first; 'waterhouse > boyne' is Waterhouse aboard the Boyne."""
    state = State(board=load_board(), turn=1, funds={ENGLISH: 0, SPANISH: 0}, pool={ENGLISH: [], SPANISH: []})
    for side, stacks in zip(SIDES, (english or {}, spanish or {}), strict=True):
        for hex_id, names in stacks.items():
            lay(state, side, hex_id, names)
    for name, value in fields.items():
        assert name in State.__slots__, f"a position has no {name}"
        setattr(state, name, value)
    return state


def lay(state: State, side: str, hex_id: str, names: Iterable[str]) -> None:
    """One stack, as written."""
    counters = state.stacks.setdefault(hex_id, {}).setdefault(side, [])
    for entry in names:
        name, _, ship = (word.strip() for word in entry.partition(">"))
        assert state.board.counters[name].side == side, f"{name} is not {side}"
        counters.append(name)
        if ship:
            state.aboard[name] = ship
    state.settle(hex_id, side)


def fallen(notes: Iterable[Note]) -> list[str]:
    """The counters eliminated, in the order it was told."""
    return [fact["counter"] for fact in facts(notes, "eliminated")]
