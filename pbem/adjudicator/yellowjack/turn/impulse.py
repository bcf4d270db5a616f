"""One Impulse: plans taken up, winds, six MPIs, and its end (R4.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.plain_state import plain
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.gales import gales_of_impulse
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.sailing import begin_impulse
from pbem.adjudicator.yellowjack.ch1.hurricanes import generate
from pbem.adjudicator.yellowjack.ch1.winds import blow
from pbem.adjudicator.yellowjack.ch3.random_events import random_event
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import SIDES, WHOLE
from pbem.adjudicator.yellowjack.turn import ends
from pbem.adjudicator.yellowjack.turn.agenda import Step, run
from pbem.adjudicator.yellowjack.turn.mpi import mpis


@base("R5.2", "Plans of an Impulse", "R1.12", "R1.13")
async def take_plans(table: Table, state: State, ruling: Ruling) -> None:
    """W0: each side says, unseen by the other, which Formations get a new plan; the others go on with theirs."""
    begin_impulse(state)
    state.screened = []
    prompt = "What do your Formations do?"
    asked = [entries(table, "R5.2", side, "sail", {"impulse": str(state.impulse)}, prompt, f"i{state.impulse}", side)
             for side in SIDES]  # fmt: skip
    for side, answer in zip(SIDES, await table.decide_all(*asked), strict=True):
        for entry in answer:
            take_up(state, side, entry)


def take_up(state: State, side: str, entry: Any) -> None:
    """A plan takes the place of what was left of the last one; it is copied, for its steps are used up."""
    who = str(entry.get("who", "")) if isinstance(entry, Mapping) else ""
    if who in state.formations and state.side_of(who) == side:
        state.plans[who] = {**plain(entry), "waited": 0, "lapses": 0}


async def winds(table: Table, state: State, ruling: Ruling) -> None:
    """W2: the three groups of Seasonal Winds; where the weather is whole, the first natural 9 is a Random Event."""
    dice = await blow(table, state)
    if state.board.scenarios[state.scenario].weather == WHOLE:
        await random_event(table, state, ruling, dice)


async def hurricane_born(table: Table, state: State, ruling: Ruling) -> None:
    """W1: a Hurricane may appear."""
    await generate(table, state)


async def gales(table: Table, state: State, ruling: Ruling) -> None:
    """W3: old Gales go on or end, a new one is thrown for."""
    await gales_of_impulse(table, state)


#: The steps before the MPIs.
STEPS = (
    Step("w0", "plans are taken up", take_plans), Step("w1", "a Hurricane?", hurricane_born, weather=True),
    Step("w2", "winds", winds), Step("w3", "Gales", gales, weather=True),
)  # fmt: skip


@base("R4.3", "An Impulse")
async def play_impulse(table: Table, state: State, ruling: Ruling, impulse: int) -> None:
    """Plays one of the three Impulses of a Turn."""
    state.impulse, state.mpi = impulse, 0
    await run(table, state, ruling, STEPS)
    await mpis(table, state, ruling)
    await run(table, state, ruling, ends.STEPS)
