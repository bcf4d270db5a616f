"""A position told in the words of case files (docs/cases.md)."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.engine.case_words import Listed
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.state.state import State

#: Fields that a case tells as they are, and those that it lists.
AS_THEY_ARE = ("funds", "storms", "peace", "winner", "turn", "isidro")
LISTED = {"met": Listed("at", "by"), "ashore": Listed("at", "by"), "scuttled": Listed("at", "number", int)}


def facts(state: State) -> dict[str, Any]:
    """Returns the places of all counters, who holds what, and the rest, in the words of `given`."""
    stacks = {side: [{"at": h, "stack": state.stack(h, side)} for h in state.hexes(side)] for side in SIDES}
    return {
        **stacks, **state.shown(AS_THEY_ARE), "counters": whereabouts(state),
        "control": [{"port": port.id, "holder": state.holder(port)} for port in state.board.seaports.values()],
        **{name: how.facts(getattr(state, name)) for name, how in LISTED.items()},
    }  # fmt: skip


def whereabouts(state: State) -> list[dict[str, str]]:
    """Every counter: the hex it is in, 'pool', 'gone' or 'track', and the ship it is aboard."""
    at = {name: hex_id for side in SIDES for hex_id in state.hexes(side) for name in state.stack(hex_id, side)}
    at |= dict.fromkeys(state.track, "track") | dict.fromkeys(state.gone, "gone")
    at |= {name: "pool" for side in SIDES for name in state.pool.get(side, ())}
    return [{"counter": name, "at": place, "aboard": state.aboard.get(name, "")} for name, place in at.items()]
