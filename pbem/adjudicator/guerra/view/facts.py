"""The position in the words of case files (docs/cases.md): forces with their units, ships, sieges, purses, marks."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.engine.plain_state import plain
from pbem.adjudicator.guerra.rules.ch01_map import control, port_holder
from pbem.adjudicator.guerra.rules.ch11_victory import levels
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import GUERRILLA, halves_in_words

#: Parts of a position that a case file tells as they are.
SIMPLE = ("winner", "ended", "legion", "turn", "mexico_left", "liberals", "repression", "halved", "operated",
          "subverted", "stations", "last_holder", "raided", "neutral", "revealed")  # fmt: skip


def facts(state: State) -> dict[str, Any]:
    """Everything a case may compare."""
    return {
        **state.shown(SIMPLE),
        "forces": [force_facts(state, name) for name in state.forces],
        "units": [unit_facts(state, name) for name in state.units],
        "leaders": [{"leader": name, "at": state.place_of(name), "force": state.force_of(name)}
                    for name in state.leaders],
        "control": [control_facts(state, area) for area in state.board.areas],
        "ports": [{"port": port, "side": port_holder(state, port)} for port in state.board.ports],
        "purse": {purse: halves_in_words(halves) for purse, halves in state.purse.items()},
        "sieges": [{"port": port, **plain(siege)} for port, siege in state.sieges.items()],
        "masses": [{"area": area, "side": side, "turn": turn}
                   for area, sides in state.masses.items() for side, turn in sides.items()],
        "rose": [{"area": area, "side": side} for area, sides in state.rose.items() for side in sides],
        "rose_now": [{"area": area, "side": side} for area, sides in state.rose_now.items() for side in sides],
        "markers": [name for name in state.forces if state.marked(name)],
        "victory": {name: halves_in_words(halves) for name, halves in levels(state).items()},
        "acting": plain(state.acting),
    }  # fmt: skip


def force_facts(state: State, name: str) -> dict[str, Any]:
    """One force: its place, its units and leaders, and what else is true of it."""
    force = state.forces[name]
    found: dict[str, Any] = {"force": name, "side": force.side, "at": force.at, "units": state.units_in(name),
                             "leaders": state.leaders_in(name), "guerrilla": state.is_guerrilla(name)}  # fmt: skip
    for word in ("inside", "ships", "came_from"):
        if getattr(force, word):
            found[word] = plain(getattr(force, word))
    return found


def unit_facts(state: State, name: str) -> dict[str, Any]:
    """One unit: its place, its force, its steps and its mode."""
    piece = state.units[name]
    inside = state.forces[piece.at].inside if piece.at in state.forces else ""
    return {"unit": name, "at": state.place_of(name), "force": state.force_of(name), "steps": piece.steps,
            "inside": inside, "guerrilla": piece.mode == GUERRILLA}  # fmt: skip


def control_facts(state: State, area: str) -> dict[str, Any]:
    """One area: who holds it, and for how many halves it counts for each seat."""
    found = control(state, area)
    return {"area": area, "holder": found.holder, "royalist": found.royalist, "patriot": found.patriot}
