"""A position told in the words of case files (docs/cases.md)."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.state.state import State


def facts(state: State) -> dict[str, Any]:
    """Where every counter is, who holds what, and the rest, in the words of `given`."""
    stacks = {side: [{"at": h, "stack": state.stack(h, side)} for h in state.hexes(side)] for side in SIDES}
    return {
        **stacks, "counters": whereabouts(state), "funds": dict(state.funds), "storms": list(state.storms),
        "control": [{"port": port.id, "holder": state.holder(port)} for port in state.board.seaports.values()],
        "met": [{"at": hex_id, "by": side} for hex_id, side in state.met.items()],
        "ashore": [{"at": hex_id, "by": side} for hex_id, side in state.ashore.items()],
        "scuttled": [{"at": hex_id, "number": number} for hex_id, number in state.scuttled.items()],
        "peace": state.peace, "winner": state.winner, "turn": state.turn, "isidro": state.isidro,
    }  # fmt: skip


def whereabouts(state: State) -> list[dict[str, str]]:
    """Every counter: the hex it is in, 'pool', 'gone' or 'track', and the ship it is aboard."""
    at = {name: hex_id for side in SIDES for hex_id in state.hexes(side) for name in state.stack(hex_id, side)}
    at |= dict.fromkeys(state.track, "track") | dict.fromkeys(state.gone, "gone")
    at |= {name: "pool" for side in SIDES for name in state.pool.get(side, ())}
    return [{"counter": name, "at": place, "aboard": state.aboard.get(name, "")} for name, place in at.items()]
