"""3.343: Spaces that the enemy interdicts and nobody clears."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.orders import count_box
from pbem.adjudicator.yellowjack.base.ports import is_friendly_to
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import IMPULSES, INTERDICTION, READY, other, quarter


@rule("3.343", "Interdicted Spaces are counted at each end of an Impulse")
def count_interdictors(state: State) -> None:
    """Notes who lies in a Space under an Interdiction Order, or stays where such an Order was carried out (E4)."""
    for name, one in state.formations.items():
        order, here = state.order_of(name), state.place(name)
        sent = order is not None and order.kind == INTERDICTION and here in order.targets
        lies = state.condition(name) == READY and not one.goes_with
        if lies and (sent or one.interdicts == here):
            one.interdicting = one.interdicting + 1 if one.interdicts == here else 1
            one.interdicts = here
        else:
            one.interdicts, one.interdicting = "", 0


@rule("3.343", "An interdicted Space that was not cleared all Turn is a Failed Order")
def uncleared(table: Table, state: State) -> None:
    """Each Space of trade, or off a Friendly Port, interdicted at all ends of Impulses: once a Quarter and Space."""
    for name, one in state.formations.items():
        if one.interdicting >= IMPULSES:
            side, space = other(state.side_of(name)), one.interdicts
            if hurts(state, side, space) and state.interdicted.get(space, -1) != quarter(state.date):
                state.interdicted[space] = quarter(state.date)
                count_box(state, side, f"interdicted {space}", False, "3.343")
                table.note("3.343", side, f"The enemy interdicts {state.board.place_name(space)} all Turn: it counts "
                           "as a Failed Order.", "failed", at=space)  # fmt: skip
        one.interdicts, one.interdicting = "", 0


def hurts(state: State, side: str, space: str) -> bool:
    """Tells if a Space matters to a side: a Friendly Port's, or one on the route of a Trade Convoy of this Turn."""
    if is_friendly_to(state, space, side):
        return True
    elements = [state.board.europe.elements[one.element] for name, one in state.convoys.items()
                if one.element and state.side_of(name) == side]  # fmt: skip
    return any(space in one.route for one in elements)
