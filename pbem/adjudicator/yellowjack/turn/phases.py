"""One phase of the printed sequence: set-up, operations or administration (R4.2)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.ship_names import muster
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import ADMIN, SETUP
from pbem.adjudicator.yellowjack.turn import administration, ends, impulse, mpi, operations
from pbem.adjudicator.yellowjack.turn.administration import administration as administer
from pbem.adjudicator.yellowjack.turn.agenda import Step
from pbem.adjudicator.yellowjack.turn.operations import operations as operate
from pbem.adjudicator.yellowjack.turn.setup import set_up

#: Every step by its name, for case files that play one alone.
STEPS: dict[str, Step] = {
    step.name: step for steps in (operations.BEFORE, impulse.STEPS, mpi.STEPS, ends.STEPS, operations.AFTER,
                                  administration.STEPS) for step in steps
}  # fmt: skip


@base("R4.2", "The phases of a Turn", "R1.1")
async def play_phase(table: Table, state: State, ruling: Ruling, coming: str) -> None:
    """Plays one phase."""
    muster(state)
    if coming == SETUP:
        await set_up(table, state, ruling)
    elif coming == ADMIN:
        await administer(table, state, ruling)
    else:
        await operate(table, state, ruling, coming)
    muster(state)
    state.settle()
