"""Prestige: its level, its ledger and what Orders are worth (R12.1 to R12.3)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Award
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import SIDES, THE


@base("R12.1", "The level of Prestige and its ledger", "R12.5")
def award(table: Table, state: State, side: str, points: int, case: str, why: str) -> None:
    """Changes a side's Prestige, never below 0, and writes a line in the ledger that all may read."""
    before = state.prestige[side]
    state.prestige[side] = max(0, before + points)
    changed = state.prestige[side] - before
    state.ledger.append(Award(state.date, side, changed, why, case))
    verb = "win" if points > 0 else "lose"
    number = f"{abs(points)} Prestige"
    if changed != points:
        number += f" (they have only {before})"
    table.note(
        case, ALL, f"{THE[side]} {verb} {number}: {why}.", "prestige",
        seat=side, amount=changed, level=state.prestige[side],
    )  # fmt: skip


@base("R12.3", "Orders to Prestige")
def boxes_to_prestige(table: Table, state: State, net_for_one: int) -> None:
    """Each full so many net Orders of a side are a point for it, or against it; then the boxes are emptied."""
    for side in SIDES:
        fulfilled, failed = state.boxes(side)
        net = fulfilled - failed
        points = abs(net) // net_for_one * (1 if net > 0 else -1)
        if points:
            award(table, state, side, points, "1.611", f"{fulfilled} Orders Fulfilled, {failed} Failed")
    state.history.extend(state.ended)
    state.ended = []
