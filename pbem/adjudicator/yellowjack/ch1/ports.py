"""1.32 and 1.33 Ports: to whom they are Friendly, how they change hands and go back, dated Harbours."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import SIDE_OF

#: Turns that pass before a captured Port repairs anything: the rest of this one, and a whole one (1.325).
BEFORE_REPAIR = 2
NATIONS = {"british": "British", "spanish": "Spanish", "french": "French", "caracas": "the Caracas Company's"}


@rule("1.326", "A captured Port without a Unit of the captor goes back", "3.469")
def reverts(table: Table, state: State) -> list[str]:
    """Gives every captured Port in which no Unit of its captor is left back to its first owner; names them."""
    found = []
    for port in state.captured_ports():
        held, first = state.ports[port], state.owner_of(port)
        if occupied(state, port, SIDE_OF.get(held.holder, "")):
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
