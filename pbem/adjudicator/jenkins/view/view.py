"""A side's knowledge (4.4, 3.2, 3.3). Reports, order checks, questions and file names are made from it alone.

At the table everybody sees the war funds, the force pools, purchases and losses, storms, seaports and their
holders, and the topmost counter of every stack. A stack that comes into an enemy's hex lies open to that enemy as long
as both are there. All else of the enemy is hidden, even the height of stacks. The match adds each side's memory of
counters that it has seen (pbem.adjudicator.engine.memory).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.rules.ch04_stacking import laid_open, seen
from pbem.adjudicator.jenkins.state.state import State, enemy

#: What everybody sees of a position as it is.
OPEN = ("turn", "funds", "captured", "storms", "scuttled", "scuttles", "isidro", "peace", "winner")


def view(state: State, side: str | None) -> dict[str, Any]:
    """All that a side may know of the position; None is the public, who sees the tops of both sides' stacks."""
    known: dict[str, Any] = {
        "seat": side or "",
        **state.shown(OPEN),
        "pool": {name: list(state.pool.get(name, ())) for name in SIDES},
        "gone": sorted(state.gone),
        "control": {port.id: state.holder(port) for port in state.board.seaports.values()},
        "sightings": sightings(state, side),
    }
    return known if side is None else known | own(state, side)


def sightings(state: State, side: str | None) -> list[dict[str, Any]]:
    """Lists the visible part of stacks that are not one's own, by hex."""
    found = []
    for foe in SIDES if side is None else (enemy(side),):
        for hex_id in state.hexes(foe):
            names = seen(state, hex_id, side) if side else state.stack(hex_id, foe)[:1]
            bare = laid_open(state, hex_id, foe) if side else []
            carried = {name: state.aboard[name] for name in names if name in state.aboard and name in bare}
            found.append({"hex": hex_id, "side": foe, "counters": names, "aboard": carried, "open": bool(bare)})
    return sorted(found, key=lambda sighting: (sighting["hex"], sighting["side"]))


def own(state: State, side: str) -> dict[str, Any]:
    """A side's own counters, wherever they are."""
    mine = [name for name, counter in state.board.counters.items() if counter.side == side]
    return {
        "stacks": {hex_id: state.stack(hex_id, side) for hex_id in state.hexes(side)},
        "aboard": {name: state.aboard[name] for name in mine if name in state.aboard},
        "track": {name: list(state.track[name]) for name in mine if name in state.track},
        "intercepted": [name for name in mine if name in state.intercepted],
    }


def seen_state(board: Board, known: Mapping[str, Any]) -> State:
    """A position with all that the view tells and nothing else: what an order check plays on."""
    side = known["seat"]
    told = {name: known[name] for name in (*OPEN, "pool", "gone", "control")}
    mine = {name: known[name] for name in ("aboard", "intercepted", "track") if name in known}
    state = State.of_plain(told | mine, board=board)
    state.house = dict(known.get("house", {}))
    for hex_id, names in known.get("stacks", {}).items():
        state.stacks.setdefault(hex_id, {})[side] = list(names)
    for sighting in known["sightings"]:
        state.stacks.setdefault(sighting["hex"], {})[sighting["side"]] = list(sighting["counters"])
        state.aboard.update(sighting["aboard"])
        if sighting["open"]:
            state.exposed[sighting["hex"]] = list(sighting["counters"])
    return state
