"""The sea as one side sees it: its own Formations, the enemy's markers with what is Spotted, winds, blockades.

Conditions of orders, plans and stances look at this picture, and the view of a seat contains the same one: whatever an
order may look at its owner can see.
"""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.yellowjack.state.pieces import Formation
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FITTING_OUT, READY, SIDES, other


def eyes(state: State, side: str) -> dict[str, Any]:
    """The picture of a side, as plain data in the order of names and of the map; of nobody, what is open to all."""
    foes = [other(side)] if side in SIDES else list(SIDES)
    return {
        "side": side,
        "turn": state.date,
        "impulse": state.impulse,
        "mpi": state.mpi,
        "own": {name: own(state, name) for name in state.formations if state.side_of(name) == side},
        "markers": markers(state, foes),
        "ships_at": [port for port in state.ports if any(anchored(state, port, foe) for foe in foes)],
        "units_at": [port for port in state.ports if any(state.units_at(port, foe) for foe in foes)],
        "winds": dict(state.winds),
        "blockaded": blockaded(state),
        "besieged": sorted(state.sieges),
    }


def own(state: State, formation: str) -> dict[str, Any]:
    """One Formation as its owner sees it."""
    one = state.formations[formation]
    return {
        "at": state.place(formation), "state": state.condition(formation), "kind": one.kind,
        "squadrons": len(state.squadrons_of(formation)), "third": state.worst(formation), "order": one.order,
        "marker": one.marker, "spotted": bool(one.spotted), "goes_with": one.goes_with, "inside": one.inside,
        "blockades": one.blockades, "command": one.command, "contingent": one.contingent, "mps": one.mps,
        "home": one.home,
    }  # fmt: skip


def markers(state: State, sides: list[str]) -> dict[str, dict[str, Any]]:
    """The markers of some sides, by number: their places, and of the Spotted ones nation, kind and Squadrons."""
    found = {}
    for side in sides:
        for name, one in state.formations.items():
            if one.marker and one.state == READY and not one.goes_with and state.side_of(name) == side:
                found[one.marker] = seen(state, name, one, side)
    return dict(sorted(found.items()))


def seen(state: State, formation: str, one: Formation, side: str) -> dict[str, Any]:
    """One marker; an Unspotted one counts as one Squadron, whatever it is."""
    known = bool(one.spotted)
    return {
        "side": side, "at": one.at, "spotted": known, "blockades": one.blockades,
        "nation": one.contingent if known else "", "kind": one.kind if known else "",
        "squadrons": len(state.squadrons_of(formation)) if known else 1,
    }  # fmt: skip


def anchored(state: State, port: str, side: str) -> bool:
    """Tells if ships of a side lie at anchor at a Minor Port, in the sight of all (R2.4)."""
    return not state.key_port(port) and bool(state.formations_at(port, side, state=FITTING_OUT))


def blockaded(state: State) -> dict[str, str]:
    """The blockaded Ports, each with the side that blockades it."""
    found = {one.blockades: state.side_of(name) for name, one in state.formations.items() if one.blockades}
    return {port: found[port] for port in state.ports if port in found}
