"""The position in the words of case files (docs/cases.md): blocks with their ships, admirals, marks and boxes."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.engine.plain_state import plain
from pbem.adjudicator.glory.state.state import State

#: Parts of a position that a case file tells as they are; names of maps and of counts are told by their places.
PLAIN = ("initiative", "tension", "algiers", "barges", "victorious", "directive", "winner", "ended", "turn",
         "initiatives", "illnesses", "fever", "barham", "marched", "directive_open", "provisions", "chits_shown",
         "spied", "scored", "directives", "invaded", "events_pool", "came_in", "drawn")  # fmt: skip
MAPS = ("rose", "chits", "conseil")
COUNTS = ("manpower", "readiness", "napoleon", "pitt", "halts")
SIMPLE = (*PLAIN, *MAPS, *COUNTS)
MARKS = ("damaged", "wrecked", "ordinary")


def facts(state: State) -> dict[str, Any]:
    """Everything a case may compare."""
    return {
        **state.shown(SIMPLE),
        "blocks": [block_facts(state, name) for name, block in state.blocks.items() if block.area],
        "away": [{"block": name, "at": it.at} for name, it in state.blocks.items() if it.at and not it.area],
        "ships": [ship_facts(state, name) for name in state.ships],
        "lost": [{"ship": name, **plain(loss)} for name, loss in state.lost.items()],
        "admirals": [{"admiral": name, "at": officer.at} for name, officer in state.admirals.items()],
        "raids": [{"at": place, **plain(raid)} for place, raid in state.raids.items()],
        "events": [{"event": name, **plain(event)} for name, event in state.events.items()],
        "weather": plain(state.foul),
    }  # fmt: skip


def block_facts(state: State, name: str) -> dict[str, Any]:
    """One block: its place, its ships, and what else is true of it."""
    block = state.blocks[name]
    found: dict[str, Any] = {"block": name, "at": state.place(name), "ships": state.ships_in(name)}
    for word in ("bound", "letter", "beside"):
        if getattr(block, word):
            found[word] = getattr(block, word)
    for word in ("face_down", "reached"):
        if getattr(block, word):
            found[word] = True
    return found


def ship_facts(state: State, name: str) -> dict[str, Any]:
    """One ship: where she is, and her marks."""
    ship = state.ships[name]
    marks = [word for word in MARKS if getattr(ship, word)]
    return {"ship": name, "at": ship.at, "marks": marks, **({"prize_of": ship.prize_of} if ship.prize_of else {})}
