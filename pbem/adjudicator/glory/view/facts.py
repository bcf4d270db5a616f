"""The position in the words of case files (docs/cases.md): what is on the map, and where ships and admirals are."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.engine.plain_state import plain
from pbem.adjudicator.glory.state.state import State

#: Parts of a position that a case file names as they are.
SIMPLE = (
    "turn", "initiative", "initiatives", "rose", "manpower", "readiness", "fever", "barham", "tension", "algiers",
    "barges", "marched", "victorious", "provisions", "chits", "chits_shown", "conseil", "napoleon", "pitt", "scored",
    "directive", "directive_open", "directives", "invaded", "events_pool", "came_in", "drawn", "winner", "ended",
)  # fmt: skip


def facts(state: State) -> dict[str, Any]:
    """Everything a case may compare."""
    return {
        **state.shown(SIMPLE),
        "blocks": {name: block_facts(state, name) for name, block in state.blocks.items() if block.area},
        "away": {name: block.at for name, block in state.blocks.items() if block.at and not block.area},
        "ships": {name: ship_facts(state, name) for name in state.ships},
        "lost": plain(state.lost), "raids": plain(state.raids), "events": plain(state.events),
        "foul": plain(state.foul), "admirals": {name: officer.at for name, officer in state.admirals.items()},
    }  # fmt: skip


def block_facts(state: State, name: str) -> dict[str, Any]:
    """One block: its place, its ships, and what else is true of it."""
    block = state.blocks[name]
    found: dict[str, Any] = {"at": state.place(name)}
    if ships := state.ships_in(name):
        found["ships"] = ships
    for word in ("bound", "letter", "beside"):
        if getattr(block, word):
            found[word] = getattr(block, word)
    for word in ("face_down", "reached"):
        if getattr(block, word):
            found[word] = True
    return found


def ship_facts(state: State, name: str) -> str:
    """Where a ship is and in what condition, in a word or two."""
    ship = state.ships[name]
    words = [word for word in ("damaged", "wrecked", "ordinary") if getattr(ship, word)]
    prize = [f"prize of {ship.prize_of}"] if ship.prize_of else []
    return " ".join([ship.at, *words, *prize])
