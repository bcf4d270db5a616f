"""2.268: French Home Convoys come with an Escort of their own."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.conventions import clamped, throw
from pbem.adjudicator.yellowjack.ch2.arrivals import fill, make_up, sends_nothing
from pbem.adjudicator.yellowjack.ch2.requests import COSTS, USUAL, buy, modifiers
from pbem.adjudicator.yellowjack.state.pieces import Held
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FRENCH, FRENCH_COMMAND, FRIGATE, OFF_MAP, SIDE_OF, SOL, SOL_D

#: What the request for an Escort adds to the die: low is good (2.268).
FOR_AN_ESCORT = -3
FRIGATES = 2


@rule("2.268", "Special reinforcements for inbound French Home Convoys", "2.613", "2.624")
async def home_escort(table: Table, state: State, convoys: Sequence[str]) -> None:
    """Throws once as they gather off the map; what comes is dealt out as their Escorts, a Squadron each."""
    if sends_nothing(state, FRENCH, state.date):
        return
    side, shift = SIDE_OF[FRENCH], modifiers(state, FRENCH, escort=True)
    shift.add("2.268", FOR_AN_ESCORT, "a Home Convoy")
    why = "what France sends with her Home Convoys"
    die = await throw(table, "2.268", "request", "escort", why=why, shift=shift, to=side)
    bought = buy(state.board.europe.request[clamped(die.total)].of(FRENCH)[0], USUAL, COSTS)
    for convoy, share in zip(convoys, shares(bought, len(convoys)), strict=True):
        held = Held(FRENCH, FRENCH_COMMAND, OFF_MAP, False, share)
        squadrons = fill(state, held)
        make_up(table, state, held, squadrons[1:])
        for squadron in squadrons[:1]:
            state.join(squadron, convoy)
            table.note("2.268", side, f"{state.label(squadron)} escorts {state.label(convoy)}.", "log",
                       formation=convoy, at=OFF_MAP, what="joins")  # fmt: skip
        if held.sail:
            state.held.append(held)


def shares(sail: dict[str, int], number: int) -> list[dict[str, int]]:
    """Sail dealt out in turn, the heaviest first; Frigates go where no ship of the line does, as many as a Squadron."""
    found: list[dict[str, int]] = [{} for _ in range(number)]
    line = [sort for sort in (SOL, SOL_D) for _ in range(sail.get(sort, 0))]
    for place, sort in enumerate(line):
        share = found[place % number]
        share[sort] = share.get(sort, 0) + 1
    frigates = sail.get(FRIGATE, 0)
    for share in [each for each in found if not each] or found[:1]:
        some = frigates if share else min(FRIGATES, frigates)
        if some:
            share[FRIGATE] = some
            frigates -= some
    return found
