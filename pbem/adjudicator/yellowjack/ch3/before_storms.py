"""3.442, before a storm: Fireships, Marines and Bombs are spent by both sides, unseen by each other."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.engine.order_parts import Entries
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Plain, Table
from pbem.adjudicator.yellowjack.base.auxiliaries import (
    BOMB,
    FIRESHIP,
    carried_by,
    counter_of,
    is_ready,
    side_of,
    to_recovery,
)
from pbem.adjudicator.yellowjack.base.conventions import when
from pbem.adjudicator.yellowjack.base.harbour_tasks import harbour_deed
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.screens import AS_SAIL, BURN, CUTTING_OUT, RAID, Deed
from pbem.adjudicator.yellowjack.ch3.defence import ashore, besieger
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import SIDES

OF_MARINES = (CUTTING_OUT, RAID)


@rule("3.442", "Before a storm: Fireships, Marines, Bombs", "R9.23", "2.53")
async def spend_craft(table: Table, state: State, ruling: Ruling) -> None:
    """Asks both sides at every besieged Port what they spend, then does it; Bombs count as Sail for this Impulse."""
    for siege in state.sieges.values():
        siege.bombs = {}
    asked: list[tuple[str, Entries]] = []
    for port in [each for each in state.board.ports if each in state.sieges and ashore(state, each)]:
        for side in SIDES:
            able = able_at(state, port, side)
            if able:
                facts: dict[str, Plain] = {"able": able, "port": port, "place": port, "impulse": str(state.impulse)}
                prompt = f"What is spent at {state.label(port)} before a storm?"
                asked.append((port, entries(table, "3.442", side, "fleet_tasks", facts, prompt, when(state), port,
                                            side)))  # fmt: skip
    answers = await table.decide_all(*[question for _, question in asked])
    for (port, question), answer in zip(asked, answers, strict=True):
        for wish in answer:
            if isinstance(wish, Mapping) and port in state.sieges:
                await spend(table, state, ruling, port, question.side, wish)


def able_at(state: State, port: str, side: str) -> list[str]:
    """The Fireships, Bombs and Marines of a side that can be spent at a besieged Port."""
    siege = state.sieges[port]
    if side == besieger(state, port):
        if siege.flotilla not in state.formations:
            return []
        marines = [unit for name in state.together(siege.flotilla) for unit in state.units_at(name)
                   if name not in state.convoys and not state.units[unit].tasked]  # fmt: skip
        return carried_by(state, siege.flotilla, (BOMB, FIRESHIP)) + marines
    within = state.in_harbour(port, side)
    return [aux for aux, one in state.auxiliaries.items()
            if counter_of(state, aux).sort in (BOMB, FIRESHIP) and is_ready(state, aux)
            and (one.at == port or one.at in within) and side_of(state, aux) == side]  # fmt: skip


@base("R9.23", "Spent before a storm: fire, boats, and Bombs as one Sail each")
async def spend(
    table: Table, state: State, ruling: Ruling, port: str, side: str, wish: Mapping[str, Plain]
) -> None:  # fmt: skip
    """Spends one; what its kind cannot do is not done."""
    who, task = str(wish.get("aux", "")), str(wish.get("task", "")).replace("_", "-")
    if who not in able_at(state, port, side):
        return
    if who in state.units:
        if task in OF_MARINES:
            await harbour_deed(table, state, ruling, Deed(side, who, task, port))
        return
    sort = counter_of(state, who).sort
    if sort == BOMB and task == AS_SAIL:
        bombs = state.sieges[port].bombs
        bombs[side] = bombs.get(side, 0) + 1
        to_recovery(state, who)
        text = f"{state.label(who)} counts as one more ship at {state.label(port)}."
        table.note("3.442", side, text, "task-done", aux=who, at=port)
    elif sort == FIRESHIP and task == BURN:
        deed = Deed(side, who, BURN, port, squadron=str(wish.get("squadron", "")))
        await harbour_deed(table, state, ruling, deed)
