"""Halts: the moments at which a turn may stop for fresh orders of both seats (by mail only).

First the wish, then the question: the wish is always answered from orders, so that nobody sees who wished. Only if one
seat wishes are both asked, at the same time and with the same deadline.
"""
# Chapter 6 stands in ch06_activation, ch06_damage, ch06_halts and ch06_weather.

from __future__ import annotations

from pbem.adjudicator.engine.order_parts import NO
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Table
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.course import Half
from pbem.adjudicator.glory.state.house import choice
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import SEATS

EACH, ONE, NEVER, INITIATIVE = "each", "one", "none", "initiative"
ANSWERS = {questions.GO_ON: "go on as ordered", questions.NEW: "fresh orders are in this file or a newer one"}


@rule("6.0", "Unit activation: halts by mail")
async def halt(table: Table, state: State, moment: str, half: Half | None) -> None:
    """Stops the turn for both, if the charter lets it and a seat that has a halt left wishes it."""
    how = choice(state, "halts")
    if state.ended or state.initiatives > 1 or how == NEVER:
        return
    if how == INITIATIVE:
        if moment == INITIATIVE:
            await stop(table, state)
        return
    wishing = []
    for seat in SEATS:
        if left(state, seat, how) and await wishes(table, state, seat, moment, half):
            wishing.append(seat)
    for seat in wishing:
        state.halts[seat] = state.halts.get(seat, 0) + 1
    if wishing:
        await stop(table, state)


def left(state: State, seat: str, how: str) -> bool:
    """Tells if a seat may still wish a halt this turn: one for each seat, or one in all."""
    return not (sum(state.halts.values()) if how == ONE else state.halts.get(seat, 0))


async def wishes(table: Table, state: State, seat: str, moment: str, half: Half | None) -> bool:
    """Asks a seat's orders if they wish a halt now; a leg that found nothing to hunt may have wished it."""
    if half is not None and half.seat == seat and half.wishes_halt:
        return True
    facts = {"moment": moment, "chit": state.drawn[-1] if state.drawn else ""}
    return await questions.yes_no(table, "6.0", seat, "wish/halt", facts, NO, "A halt now?")


async def stop(table: Table, state: State) -> None:
    """Asks both seats for fresh orders, and tells nobody whose condition it was."""
    table.note("6.0", ALL, "The turn halts: both players may send fresh orders.", "halt", chit=len(state.drawn))
    await table.decide_all(*(
        Choose(rule="6.0", side=seat, key=table.key("halt", (seat,)), topic="halt",
               prompt="The turn has stopped. Do you send fresh orders for the rest of it?", facts={"turn": state.turn},
               options=ANSWERS, default=questions.GO_ON)
        for seat in SEATS
    ))  # fmt: skip
