"""7.5 land movement and disease, 7.6 capturing a hex."""
# Chapter 7 by paragraphs: 7.0, 7.1, 7.4 ch07_movement; 7.2 ch07_interception; 7.3 ch07_transport; 7.5, 7.6 ch07_land.

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.rules.ch03_funds import capture_seaport
from pbem.adjudicator.jenkins.rules.ch09_eliminated import eliminate
from pbem.adjudicator.jenkins.state.state import State, enemy


@rule("7.5", "Land movement and disease")
async def enter_land_hex(
    table: Table, state: State, troops: Sequence[str], hex_id: str, side: str, *, retreating: bool = False
) -> list[str]:
    """Troops enter a hex, marching, debarking or retreating: disease, then the enemy or the hex. Those left."""
    state.march([name for name in troops if state.hex_of(name) != hex_id], hex_id)
    if state.seaport(hex_id) is None:
        await disease(table, state, hex_id, side)
    left = [name for name in troops if state.hex_of(name) == hex_id]
    if not left:
        return []
    if state.land(hex_id, enemy(side)):
        if not retreating:
            state.ashore.setdefault(hex_id, side)
            where = questions.place(state, hex_id)
            table.note("7.0", ALL, f"{side.title()} troops meet the enemy ashore at {where}.", "ashore", hex=hex_id)
    else:
        await capture_hex(table, state, hex_id, side)
    return left


async def disease(table: Table, state: State, hex_id: str, side: str) -> None:
    """Throws for disease in a land hex that is no seaport (7.5).

    An odd die costs one land counter there, never a deception.
    """
    why = f"Disease among {side.title()} troops at {questions.place(state, hex_id)}"
    throw = await table.roll("7.5", "1d6", "disease", hex_id, why=why)
    toll = state.board.disease[throw.total]
    if not toll:
        return
    sick = [name for name in state.land(hex_id, side) if state.board.counters[name].kind != "deception"]
    if sick:
        question = questions.losses(table, state, side, "7.5", "disease", hex_id, sick, toll, discreet=True)
        for name in await table.decide(question):
            await eliminate(table, state, name, "7.5", "dead of disease")


@rule("7.6", "Capturing a hex")
async def capture_hex(table: Table, state: State, hex_id: str, side: str) -> None:
    """Land counters capture the hex they occupy when no enemy land counter is in it; ships never do."""
    port = state.seaport(hex_id)
    if port is None or not state.land(hex_id, side) or state.holder(port) == side:
        return
    capture_seaport(table, state, port, side)
