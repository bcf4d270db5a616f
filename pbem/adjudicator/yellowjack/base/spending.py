"""R12.4: what a point of Prestige buys besides better rows and arrows, each kind once a Turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.prestige import award
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import SIDES

ORDER, DISCARD, CHECK, SENIORITY = "order", "discard", "check", "seniority"
WORDS = {ORDER: "an Order of their choice", DISCARD: "an Order given back", CHECK: "a check that failed",
         SENIORITY: "a junior put over a senior"}  # fmt: skip


@base("R12.4", "What Prestige may be spent on is said at the head of a phase", "1.614")
async def ask_spending(table: Table, state: State) -> None:
    """Asks both sides what a point may be spent on in this phase, if it comes up."""
    state.spending = {}
    sides = [side for side in SIDES if state.prestige[side] > 0]
    asked = [entries(table, "R12.4", side, "spend", {}, "What may Prestige be spent on?", side) for side in sides]
    for side, said in zip(sides, await table.decide_all(*asked), strict=True):
        state.spending[side] = [dict(each) for each in said if isinstance(each, Mapping)]


@base("R12.4", "Spending Prestige: a point for each kind, once a Turn")
def wishes(state: State, side: str, kind: str) -> list[dict[str, Any]]:
    """The entries of a side that would pay for a kind now; none without a point, or after one in this Turn."""
    if state.prestige[side] < 1 or state.spent.get(f"{side} {kind}") == state.date:
        return []
    return [each for each in state.spending.get(side, ()) if each.get("on") == kind]


def pay(table: Table, state: State, side: str, kind: str) -> None:
    """Takes the point."""
    state.spent[f"{side} {kind}"] = state.date
    award(table, state, side, -1, "R12.4", f"it is spent on {WORDS[kind]}")


def passes(table: Table, state: State, side: str) -> bool:
    """Turns a check that has failed into one that passes, if its side pays for it."""
    if not wishes(state, side, CHECK):
        return False
    pay(table, state, side, CHECK)
    return True


def put_over(table: Table, state: State, side: str, leader: str) -> bool:
    """Puts a Leader over one who is senior, if their side pays for it."""
    if not any(str(each.get("leader", leader)) == leader for each in wishes(state, side, SENIORITY)):
        return False
    pay(table, state, side, SENIORITY)
    return True


def of_hand_or_pool(table: Table, state: State, side: str, kind: str) -> str:
    """The chit that a side pays for: one of its pool that it takes, or one of its hand that it gives back."""
    shelf = (state.pool if kind == ORDER else state.hand)[side]
    named = [str(each.get("order", "")) for each in wishes(state, side, kind)]
    chit = next((name for name in named if name in shelf), "")
    if chit:
        pay(table, state, side, kind)
    return chit
