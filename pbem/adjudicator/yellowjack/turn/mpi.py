"""One MPI, 31 hours: movement, search, contact and Battle, blockades, landing (R4.3, m1 to m8)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.blockade import declare
from pbem.adjudicator.yellowjack.base.contact import contacts
from pbem.adjudicator.yellowjack.base.convoys import disbanding
from pbem.adjudicator.yellowjack.base.craft_weather import storm_craft
from pbem.adjudicator.yellowjack.base.gales import gale_damage, move_gales
from pbem.adjudicator.yellowjack.base.map_edge import enter_map
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.sailing import sail
from pbem.adjudicator.yellowjack.base.spotting import search
from pbem.adjudicator.yellowjack.base.tasks import tasks
from pbem.adjudicator.yellowjack.ch1.hurricanes import move as move_hurricane
from pbem.adjudicator.yellowjack.ch1.hurricanes import strike
from pbem.adjudicator.yellowjack.ch2.corsairs import sweeps
from pbem.adjudicator.yellowjack.ch2.troops import divert
from pbem.adjudicator.yellowjack.ch2.victualing import unload
from pbem.adjudicator.yellowjack.ch2.warships import come_ashore, lose_room
from pbem.adjudicator.yellowjack.ch3.assaults import land
from pbem.adjudicator.yellowjack.ch3.defence import vacated
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import MPIS
from pbem.adjudicator.yellowjack.turn.agenda import Step, run


async def move(table: Table, state: State, ruling: Ruling) -> None:
    """m3: breezes, Zones and Break Outs are thrown for, then everything moves at once."""
    await sail(table, state, ruling)
    if state.mpi == 1:
        await enter_map(table, state, ruling)
    await vacated(table, state, ruling)


async def small_craft(table: Table, state: State, ruling: Ruling) -> None:
    """m4: Tasks of Auxiliaries and Corsairs, each Screened."""
    await tasks(table, state, ruling)


async def meet(table: Table, state: State, ruling: Ruling) -> None:
    """m5: search, stances, Battles and retreats."""
    await search(table, state)
    await contacts(table, state, ruling)
    await vacated(table, state, ruling)


async def blockade(table: Table, state: State, ruling: Ruling) -> None:
    """m6: blockades are declared or lifted; Corsair Zones are swept."""
    declare(table, state, ruling)
    sweeps(table, state, ruling)


async def ashore(table: Table, state: State, ruling: Ruling) -> None:
    """m8: landing and embarking; Convoys whose goal has fallen are diverted, those in port Disband."""
    await land(table, state, ruling)
    divert(table, state)
    unload(table, state, ruling)
    await disbanding(table, state, ruling)
    lose_room(table, state)
    come_ashore(table, state)


async def storm_moves(table: Table, state: State, ruling: Ruling) -> None:
    """m1: the Hurricane moves, and may grow."""
    await move_hurricane(table, state)


async def gales_move(table: Table, state: State, ruling: Ruling) -> None:
    """m2: Gales move."""
    await move_gales(table, state)


async def storms_strike(table: Table, state: State, ruling: Ruling) -> None:
    """m7: damage by the Hurricane, then by Gales."""
    await strike(table, state, ruling)
    await gale_damage(table, state, ruling)
    await storm_craft(table, state)


#: The steps of an MPI.
STEPS = (
    Step("m1", "the Hurricane moves", storm_moves, weather=True), Step("m2", "Gales move", gales_move, weather=True),
    Step("m3", "ships move", move), Step("m4", "Tasks of Auxiliaries", small_craft),
    Step("m5", "search, contact and Battle", meet), Step("m6", "blockades", blockade),
    Step("m7", "storm damage", storms_strike, weather=True), Step("m8", "landing and unloading", ashore),
)  # fmt: skip


@base("R4.3", "The MPIs of an Impulse")
async def mpis(table: Table, state: State, ruling: Ruling) -> None:
    """Plays the six MPIs of an Impulse."""
    for mpi in range(1, MPIS + 1):
        state.mpi = mpi
        await run(table, state, ruling, STEPS)
    state.mpi = 0
