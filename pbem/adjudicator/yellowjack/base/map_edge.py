"""The edge of the map: entry, exit, and Convoys that Disband beyond it (R5.12, R5.13, R4.5)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.engine.order_parts import whole
from pbem.adjudicator.engine.table import Shift, Table
from pbem.adjudicator.yellowjack.base.conventions import clamped, throw, when
from pbem.adjudicator.yellowjack.base.convoys import WEATHER, convoy_hit, disband_off_map, release_escort
from pbem.adjudicator.yellowjack.base.orders import take_up
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.skies import hurricane_on_map
from pbem.adjudicator.yellowjack.base.spotting import appear, by_lot, short, vanish
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Held
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import COMPANY, CONVOY, FITTING_OUT, IMPULSES, OFF_MAP, RVO, SIDES, turn_of

EXIT = "exit"
STORMY = range(8, 15)
#: Turns of the winter passage, which wears more (2.624).
WINTER = (14, 15, 16, 1, 2, 3, 4)
NORTH = "hatteras-entry"
HOLD = 0


def waiting(state: State, side: str) -> list[str]:
    """The Formations of a side that may come onto the map."""
    return [name for name in state.of_side(side) if not state.on_map(name)
            and (state.formations[name].enters or state.formations[name].kind == COMPANY)]  # fmt: skip


@base("R5.12", "What enters is named before the operations of a Turn", "2.173", "2.174")
async def name_entries(table: Table, state: State) -> None:
    """Each side says what it holds back, and what comes in a later Impulse than the first."""
    sides = [side for side in SIDES if waiting(state, side)]
    asked = [entries(table, "R5.12", side, "enter", {"waiting": waiting(state, side)}, "What comes onto the map?", side)
             for side in sides]  # fmt: skip
    for name in [name for side in sides for name in waiting(state, side)]:
        state.formations[name].mps = 1 if state.formations[name].enters else HOLD  # the Impulse in which it comes
    for side, said in zip(sides, await table.decide_all(*asked), strict=True):
        for each in said:
            who = str(each.get("who", "")) if isinstance(each, dict) else ""
            if who in waiting(state, side):
                held = str(each.get("hold", "")) in ("true", "yes", "True")
                state.formations[who].mps = HOLD if held else min(IMPULSES, whole(each.get("impulse"), 1))


@base("R5.12", "Map entry", "2.174", "2.612", "2.624")
async def enter_map(table: Table, state: State, ruling: Ruling) -> None:
    """Brings the Formations named for this Impulse onto the map, each by its own die; a draw numbers them."""
    for side in SIDES:
        coming = [name for name in waiting(state, side) if state.formations[name].mps == state.impulse]
        for name in await by_lot(table, state, coming, "entry", when(state)):
            await come_on(table, state, ruling, side, name)


async def come_on(table: Table, state: State, ruling: Ruling, side: str, formation: str) -> None:
    """Throws for the place and for the passage, and puts one Formation on the map, Ready and Unspotted."""
    one, north = state.formations[formation], state.formations[formation].enters == NORTH
    why = f"where {short(state, formation)} comes onto the map"
    die = await throw(table, "2.174", "entry", f"i{state.impulse}", formation, why=why, to=side)
    row = state.board.europe.entry[clamped(die.total)]
    place = row.north if north else row.stormy if turn_of(state.date) in STORMY else row.calm
    shift = Shift()
    shift.add("2.624", 1, "the winter passage", when=turn_of(state.date) in WINTER)
    shift.add("2.624", 1, "a Hurricane", when=hurricane_on_map(state))
    why = f"the passage of {short(state, formation)}"
    die = await throw(table, "2.624", "passage", f"i{state.impulse}", formation, why=why, shift=shift, to=side)
    one.at, one.enters, one.came_from, one.mps, one.moved = place, "", "", 1, True
    marker = appear(table, state, formation)
    said = f"{short(state, formation)} comes onto the map {state.board.whereabouts(place)} as {marker}."
    table.note("R5.12", side, said, "log", formation=formation, at=place, what="enters", impulse=state.impulse,
               mpi=state.mpi)  # fmt: skip
    if one.kind != CONVOY and not one.order and one.command:
        goal = state.board.hq[one.command]
        take_up(state, f"rvo-{formation}", RVO, side, [formation], [goal], state.date)
    dps = state.board.europe.entry[clamped(die.total)].wear
    for squadron in state.squadrons_of(formation):
        state.squadrons[squadron].dp += dps
    if dps and one.kind == CONVOY:
        await convoy_hit(table, state, ruling, formation, dps, by=WEATHER)


# -------------------------------------------------------------------------------------------- leaving


@base("R5.13", "Map exit", "2.177")
def exits_of(state: State, side: str) -> list[str]:
    """The places from which a side's forces leave the map."""
    return [place for one in state.board.entries.values() if one.kind == EXIT and side in one.fleets
            for place in one.nodes]  # fmt: skip


@base("R5.13", "Leaving the map", "R10.11", "2.615", "2.617")
def leave_map(table: Table, state: State, ruling: Ruling, formation: str) -> None:
    """Takes a Formation off the map; the Escort of a Convoy stays at the edge, unless its owner said otherwise."""
    side, one = state.side_of(formation), state.formations[formation]
    table.note("R5.13", side, f"{short(state, formation)} leaves the map.", "log", formation=formation, at=one.at,
               what="leaves", impulse=state.impulse, mpi=state.mpi)  # fmt: skip
    if formation in state.convoys:
        if state.convoys[formation].off_map:
            set_sail_aside(table, state, one.squadrons)
        release_escort(table, state, formation)
    vanish(table, state, formation)
    one.at, one.state, one.left, one.mps = OFF_MAP, FITTING_OUT, state.date, HOLD
    one.toward, one.beaten, one.stays, one.came_from = "", 0, 0, ""
    ruling.formation_left(table, state, formation)


@base("R10.11", "An Escort that leaves with its Convoy is set aside", "2.615")
def set_sail_aside(table: Table, state: State, squadrons: Iterable[str]) -> None:
    """Unforms Squadrons; their Sail may come back as reinforcements."""
    for squadron in list(squadrons):
        counter, held = state.board.squadrons[squadron], state.squadrons[squadron]
        state.held.append(Held(counter.contingent, held.command, OFF_MAP, False, dict(held.sail)))
        table.note("2.615", state.squadron_side(squadron), f"{counter.name} leaves the map with her Convoy.", "log",
                   what="leaves")  # fmt: skip
        state.unform(squadron)


@base("R4.5", "Convoys that left the map Disband a Turn later", "2.617")
def disband_beyond(table: Table, state: State, ruling: Ruling) -> None:
    """Disbands the Convoys that left the map in an earlier Turn."""
    for convoy in list(state.convoys):
        one = state.formations[convoy]
        if one.kind == CONVOY and one.left and one.left < state.date and not state.on_map(convoy):
            disband_off_map(table, state, ruling, convoy)


