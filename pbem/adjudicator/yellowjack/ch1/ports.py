"""1.32 and 1.33 Ports: to whom they are Friendly, how they change hands and go back, dated Harbours."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base import ports as base
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import exposed
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import SIDE_OF

#: Turns that pass before a captured Port repairs anything: the rest of this one, and a whole one (1.325).
BEFORE_REPAIR = 2
NATIONS = {"british": "British", "spanish": "Spanish", "french": "French", "caracas": "the Caracas Company's"}


@rule("1.32", "Ports that are neither British, Spanish nor French are Neutral", "1.328")
def is_neutral(state: State, port: str) -> bool:
    """Tells if a Port belongs to neither side; two names stand twice on the map, and each has its own id."""
    return base.is_neutral(state, port)


@rule("1.321", "Off a Neutral Minor Port everybody is Spotted")
def seen_off(state: State, formation: str) -> bool:
    """Tells if a Formation lies where both Fleets count as having friends ashore, or off a Port of the enemy."""
    return exposed(state, formation)


@rule("1.322", "What is printed beside a Port")
def values(state: State, port: str) -> dict[str, int]:
    """The blockade value, garrison, fortification and repair value of a Port; a Minor one repairs nothing."""
    printed = state.board.ports[port]
    repair = printed.repair if state.key_port(port) else 0
    return {"a": printed.blockade, "g": printed.garrison, "f": printed.fortification, "r": repair}


@rule("1.323", "Emergency repairs")
def emergency(state: State, ruling: Ruling, port: str, contingent: str, *, quarter: bool) -> bool:
    """Tells if a Port serves for emergency repairs: Friendly and Neutral Minor Ports, and Key Ports marked `q`.

    Those do so on Turns on which they make no repair.
    """
    friendly = base.friendly(state, ruling, port, contingent)
    if not state.key_port(port):
        return friendly or base.is_neutral(state, port)
    return friendly and state.board.ports[port].quarterly and not quarter


@rule("1.324", "Victualing Boxes")
def stores(state: State, port: str) -> int:
    """The points in the Victualing Box of a Port; none where there is no Box."""
    return state.ports[port].stores if state.board.ports[port].victualing else 0


@rule("1.325", "A Port changes hands")
def change_hands(table: Table, state: State, port: str, to: str) -> None:
    """Gives a Port to a contingent, at once and for everything but repair."""
    held = state.ports[port]
    held.holder, held.captured = to, state.date
    table.note("1.325", ALL, f"{state.label(port)} is now {NATIONS.get(to, to)}.", "changed-hands", port=port, by=to)


@rule("1.325", "When a captured Port repairs again")
def repairs_from(state: State, port: str) -> bool:
    """Tells if a Port may repair: one that was captured not before the second Turn after."""
    held = state.ports[port]
    return not held.captured or state.date >= held.captured + BEFORE_REPAIR


@rule("1.326", "A captured Port without a Unit of the captor goes back", "3.469")
def reverts(table: Table, state: State) -> list[str]:
    """Gives every captured Port in which no Unit of its captor is left back to its first owner; names them."""
    found = []
    for port, held in state.ports.items():
        first = state.owner_of(port)
        if held.holder == first or occupied(state, port, SIDE_OF.get(held.holder, "")):
            continue
        held.holder, held.captured = first, state.date
        found.append(port)
        text = f"Nobody is left to hold {state.label(port)}: it is {NATIONS.get(first, first)} again."
        table.note("1.326", ALL, text, "reverted", port=port, by=first)
    return found


def occupied(state: State, port: str, side: str) -> bool:
    """Tells if a Unit or a Personage of a side is in a Port."""
    persons = [name for name, one in state.personages.items() if one.at == port and not one.gone
               and SIDE_OF[state.board.personages[name].owner] == side]  # fmt: skip
    return bool(state.units_at(port, side) or persons)


@rule("1.327", "Neutral Key Ports", "2.248")
def may_shelter(state: State, ruling: Ruling, squadron: str, port: str) -> bool:
    """Tells if a Squadron may go In Ordinary in a Neutral Key Port: only with more damage than its rating.

    La Guaira is such a Port to the Royal Spaniards and the French; to the British it is the enemy's.
    """
    return base.may_shelter(state, ruling, squadron, port)


@rule("1.327", "No Battle in a neutral harbour")
def peaceful(state: State, port: str) -> bool:
    """Tells if nobody may be attacked in a Port, or as it comes out."""
    return base.is_neutral(state, port)


@rule("1.33", "Dated Harbours")
def has_harbour(state: State, port: str) -> bool:
    """Tells if a Port has a Harbour in this Year: a dated one from its Year on."""
    return state.key_port(port)
