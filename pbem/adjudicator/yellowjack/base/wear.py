"""Attrition: what the sea does to Squadrons in a Turn, out of port and in it (R11.7)."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.table import Modifier, Table, Throw
from pbem.adjudicator.yellowjack.base.conventions import natural, throw
from pbem.adjudicator.yellowjack.base.damage import shares
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.wrecks import go_down
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FITTING_OUT, IN_ORDINARY, READY, SIDES

LONG_IN_PORT, BATTERED = 2, 2
LINES = {READY: "ready", FITTING_OUT: "fitting_out", IN_ORDINARY: "in_ordinary"}


@base("R11.7", "Squadron attrition", "R4.6")
async def attrition(table: Table, state: State, ruling: Ruling) -> None:
    """One die for each Formation on the map, one for what is laid up in a Port; each Squadron reads its own line."""
    for side in SIDES:
        for formation in [name for name in state.of_side(side) if state.on_map(name)]:
            squadrons = state.squadrons_of(formation, attached=False)
            if squadrons:
                await wear(table, state, ruling, side, formation, squadrons)
        for port in state.ports:
            squadrons = state.squadrons_at(port, side, IN_ORDINARY)
            if squadrons:
                await wear_laid_up(table, state, side, port, squadrons)
    go_down(table, state)


async def wear(table: Table, state: State, ruling: Ruling, side: str, formation: str, squadrons: Sequence[str]) -> None:
    """The die of a Formation; what its Squadrons suffer together may be made more or less by grog (2.33)."""
    die = await throw(table, "R11.7", "attrition", formation, why=f"the wear of {state.label(formation)}", to=side)
    suffered = {name: dps for name in squadrons if (dps := line_of(state, formation, name, die))}
    total = sum(suffered.values())
    spared = ruling.spare(state, formation, total) if total else 0
    if spared == total:
        for name, dps in suffered.items():
            state.squadrons[name].dp += dps
    else:
        for name, dps in shares(state, suffered, spared).items():
            state.squadrons[name].dp += dps
    tell(table, state, side, formation, spared)


def line_of(state: State, formation: str, squadron: str, die: Throw) -> int:
    """The DPs that a Squadron reads: its state's line, with its own modifiers."""
    roll = natural(die) + sum(modifier.amount for modifier in modifiers(state, formation, squadron))
    inside = state.formations[state.leading(formation)].inside
    row = state.board.attrition[roll]
    return int(getattr(row, LINES[FITTING_OUT if inside else state.condition(formation)]))


def modifiers(state: State, formation: str, squadron: str) -> list[Modifier]:
    """The modifiers of one Squadron: Frigates, blockade, time at sea or in port, damage."""
    one = state.formations[state.leading(formation)]
    at_sea = one.state == READY and not one.port_impulses
    found = [
        Modifier("R11.7", -2, "Frigates") if state.is_frigates(squadron) else None,
        Modifier("1.322", one.blockade_value, "blockade") if one.blockade_value else None,
        Modifier("R11.7", 1, "at sea all Turn") if at_sea else None,
        Modifier("R11.7", -1, "long in port") if one.port_impulses >= LONG_IN_PORT else None,
        Modifier("R11.7", 1, "battered") if state.third(squadron) >= BATTERED else None,
    ]
    return [modifier for modifier in found if modifier]


async def wear_laid_up(table: Table, state: State, side: str, port: str, squadrons: Sequence[str]) -> None:
    """The Squadrons In Ordinary at a Port have one die together, which has no modifiers."""
    why = f"what lies In Ordinary at {state.label(port)}"
    die = await throw(table, "R11.7", "attrition", f"{port}.io", why=why, to=side)
    dps = state.board.attrition[natural(die)].in_ordinary
    for name in squadrons:
        state.squadrons[name].dp += dps
    tell(table, state, side, "", dps * len(squadrons), state.label(port))


def tell(table: Table, state: State, side: str, formation: str, dps: int, port: str = "") -> None:
    """Tells the owner what was suffered, if it was anything."""
    if dps:
        who = state.label(formation) if formation else f"What lies In Ordinary at {port}"
        table.note("R11.7", side, f"{who} suffers {dps} DP{'s' * (dps > 1)}.", "worn", formation=formation, dp=dps)
