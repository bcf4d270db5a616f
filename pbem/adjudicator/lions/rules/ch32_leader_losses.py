"""Chapter 32, optional: leaders who fall when their ship is hit."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.rules.ch09_pool import lose_leader
from pbem.adjudicator.lions.state.house import LEADER_LOSSES, is_on
from pbem.adjudicator.lions.state.state import State

CHECK = "leader-loss"


@rule("32", "Leader losses", "17.12")
async def leader_loss(table: Table, state: State, ship: str, to: str) -> None:
    """Throws two dice when a ship with a leader takes damage; the best aboard may be killed, and leaves the game.

    A mercenary has no name to leave it with: the marker returns to the pool (22.7).
    """
    leaders = state.leaders_aboard(ship)
    if not is_on(state, LEADER_LOSSES) or not leaders:
        return
    leader, check = leaders[0], state.board.checks[CHECK]
    throw = await table.roll("32", check.die, CHECK, ship, why=f"{state.label(leader)} under fire", to=to)
    if check.holds(throw.total):
        if leader in state.board.leaders:
            state.fallen.append(leader)
        lose_leader(table, state, leader, "killed")
