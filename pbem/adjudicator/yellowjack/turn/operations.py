"""The Operations Phase: three Impulses, whole or one at a time (R4.2, R4.3)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.escorts import issue_escorts
from pbem.adjudicator.yellowjack.base.map_edge import disband_beyond, name_entries
from pbem.adjudicator.yellowjack.base.orders import tell_boxes
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spending import ask_spending
from pbem.adjudicator.yellowjack.base.task_kinds import end_of_operations
from pbem.adjudicator.yellowjack.ch3.interdicted import uncleared
from pbem.adjudicator.yellowjack.ch3.issuing import issue_orders, issues_before
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import IMPULSES, OPS
from pbem.adjudicator.yellowjack.turn.agenda import Step, run
from pbem.adjudicator.yellowjack.turn.almanac import OPS_OF_IMPULSES
from pbem.adjudicator.yellowjack.turn.impulse import play_impulse


async def first_issue(table: Table, state: State, ruling: Ruling) -> None:
    """P0: where the first hands were drawn, the first Orders are Issued before the first Impulse (R4.8)."""
    if issues_before(state):
        await issue_orders(table, state, ruling)


async def beyond(table: Table, state: State, ruling: Ruling) -> None:
    """R4.5: Corsairs off Ports recover; Convoys beyond the map Disband; interdicted Spaces are counted."""
    end_of_operations(table, state)
    disband_beyond(table, state, ruling)
    uncleared(table, state)


async def before(table: Table, state: State, ruling: Ruling) -> None:
    """P1: what enters the map is named, and Escorts are told off."""
    await name_entries(table, state)
    await issue_escorts(table, state, ruling)


#: The steps before the Impulses of a Turn.
BEFORE = (
    Step("p0", "the first Orders are Issued", first_issue, weather=True),
    Step("p1", "what enters, and Escorts", before, weather=True),
)
#: The steps after them.
AFTER = (Step("p9", "the end of operations", beyond, weather=True),)


@base("R4.3", "Operations Phase", "R4.2", "R4.5")
async def operations(table: Table, state: State, ruling: Ruling, coming: str) -> None:
    """Plays the Impulses of a phase; the boxes are told at its end."""
    wanted = range(1, IMPULSES + 1) if coming == OPS else (OPS_OF_IMPULSES.index(coming) + 1,)
    await ask_spending(table, state)
    if wanted[0] == 1:
        await run(table, state, ruling, BEFORE)
    for impulse in wanted:
        await play_impulse(table, state, ruling, impulse)
    if wanted[-1] == IMPULSES:
        state.impulse = state.mpi = 0
        await run(table, state, ruling, AFTER)
    tell_boxes(table, state)
