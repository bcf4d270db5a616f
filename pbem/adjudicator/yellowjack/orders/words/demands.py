"""The demands of an Order in words: what its Formation has to do, and how long it has for it."""

from __future__ import annotations

from pbem.adjudicator.yellowjack.base.orders import first_operations
from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    ASSAULT,
    BLOCKADE,
    CRUISE,
    INTERDICTION,
    SHOW_OF_FORCE,
    SHOW_OF_FORCE_PIRATES,
    SUPPORT_ARMY,
    TURNS_A_YEAR,
    turn_of,
    year_of,
)

DEMANDS = {
    CRUISE: "sail from {first} along the coast by {between} to {last}, in this order",
    BLOCKADE: "keep {first} blockaded at the ends of three Impulses in a row",
    INTERDICTION: "lie off {any} at the ends of two Impulses in a row",
    SHOW_OF_FORCE: "end an Impulse off {target} with 4 Sail or more, and throw 5 or less",
    SHOW_OF_FORCE_PIRATES: "end an Impulse at the origin of a Corsair Zone of pirates",
    SUPPORT_ARMY: "spend an Impulse off a Port of the campaign, and throw 5 or less",
    ASSAULT: "capture {target}",
}


def demand(board: Board, chit: str, target: str = "") -> str:
    """The demand of an Order."""
    order = board.chits[chit]
    names = [board.place_name(place) for place in order.points]
    aim = board.place_name(target) if target else "an enemy Port that you name"
    between = ", ".join(names[1:-1])
    told = DEMANDS.get(order.kind, order.name).format(
        first=names[0] if names else "", last=names[-1] if names else "", between=between, target=aim,
        any=" or ".join(names),
    )  # fmt: skip
    return told.replace(" by  to ", " to ")


def runs_until(state: State, chit: str) -> str:
    """The end of the time of an Order that is given now: its Turns, or the Year; an assault has no end."""
    if state.board.chits[chit].kind == ASSAULT:
        return ""
    first = first_operations(state)
    year_end = first + TURNS_A_YEAR - turn_of(first)
    last = min(first + state.board.number("order_turns") - 1, year_end)
    return f"until Turn {turn_of(last)} of {year_of(last)}"
