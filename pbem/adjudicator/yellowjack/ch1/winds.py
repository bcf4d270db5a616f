"""1.41 Seasonal Winds: no contrary winds, and Hurricanes stand above them."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base import winds as base
from pbem.adjudicator.yellowjack.state.state import State


@rule("1.41", "Seasonal Winds", "1.411")
async def blow(table: Table, state: State) -> list[int]:
    """Throws for the winds of an Impulse; returns the natural dice, of which the first 9 may bring an event (3.16)."""
    return await base.blow(table, state)
