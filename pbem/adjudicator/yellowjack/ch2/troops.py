"""2.63, Troop Convoys: how they gather, where they go, and where they turn if their Port is lost."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Table
from pbem.adjudicator.yellowjack.base.blockade import is_blockaded
from pbem.adjudicator.yellowjack.base.convoys import TROOPS, assemble_convoy, free_counters
from pbem.adjudicator.yellowjack.base.harbour_tasks import is_raided
from pbem.adjudicator.yellowjack.base.ports import is_friendly_to, nearest_friendly_port
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch2.personages import bound
from pbem.adjudicator.yellowjack.ch2.tribes import may_embark
from pbem.adjudicator.yellowjack.ch2.units import place_of, side_of
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import CARACAS, SIDES, SPANISH

#: The destination of a Convoy that gathers for an assault and waits for its Order (2.633).
FOR_ASSAULT = "assault"


@rule("2.633", "Troop Convoys Assemble at will, at a Friendly Port", "2.63", "2.611")
async def assemble(table: Table, state: State, ruling: Ruling) -> None:
    """Asks both sides which Convoys they gather, and gathers what is lawful (A4c)."""
    asked = [
        entries(table, "2.633", side, "assemble", {"units": able(state, side)}, "Which Troop Convoys gather?", side)
        for side in SIDES if able(state, side)
    ]  # fmt: skip
    for question, answer in zip(asked, await table.decide_all(*asked), strict=True):
        for each in answer:
            if isinstance(each, dict):
                gather(table, state, question.side, each)


def able(state: State, side: str) -> list[str]:
    """The Units of a side that lie at one of its Ports."""
    ports = {port for port in state.ports if is_friendly_to(state, port, side)}
    return [unit for unit, held in state.units.items() if held.at in ports and side_of(state, unit) == side]


def gather(table: Table, state: State, side: str, wish: Mapping[str, Plain]) -> None:
    """Gathers one Convoy, or tells its owner why not; without those whom the fever has taken since it was written."""
    named = wish.get("troops")
    wished = [str(unit) for unit in named] if isinstance(named, list) else []
    units = [unit for unit in wished if unit not in state.units or not state.units[unit].gone] or wished
    port, to = str(wish.get("at", "")), str(wish.get("to", ""))
    convoy = str(wish.get("convoy", "")) or next(iter(counters_of(state, side, port)), "")
    why = why_not(state, side, convoy, units, port, to)
    if why:
        table.note("2.633", side, f"No Troop Convoy gathers at {state.label(port)}: {why}.", "lapsed", port=port)
        return
    assemble_convoy(state, convoy, port, units, "" if to == FOR_ASSAULT else to)
    words = ", ".join(state.label(unit) for unit in units)
    table.note("2.633", side, f"{state.label(convoy)} gathers at {state.label(port)} with {words}.", "assembled",
               formation=convoy, port=port, units=units, to=to)  # fmt: skip
    if not any(side_of(state, unit) == side for unit in state.units_at(port)):
        table.note("R1.9", ALL, f"No troops are at {state.label(port)} any more.", "units-seen", port=port)


def counters_of(state: State, side: str, port: str) -> list[str]:
    """The free Troop Convoy counters that may gather at a Port: of its holder's nation."""
    if not is_friendly_to(state, port, side):
        return []
    holder = state.holder(port)
    mine = [holder, SPANISH] if holder == CARACAS else [holder]
    return [name for contingent in mine for name in free_counters(state, contingent, TROOPS)]


@rule("2.631", "Any Units that are Friendly to the Fleet may go", "2.635")
def why_not(state: State, side: str, convoy: str, units: list[str], port: str, to: str) -> str:
    """Returns why a Troop Convoy cannot gather; empty if it can."""
    if not is_friendly_to(state, port, side):
        return "it is no Friendly Port"
    if is_blockaded(state, port):
        return "it is blockaded"
    if is_raided(state, port):
        return "it was raided (R6.10)"
    if convoy not in counters_of(state, side, port):
        return "no Convoy counter is free"
    if not units:
        return "no Unit is named"
    there = [unit for unit in able(state, side) if place_of(state, unit) == port]
    away = [unit for unit in units if unit not in there]
    if away:
        return f"{state.label(away[0])} is not there"
    if not all(may_embark(state, unit) for unit in units):
        return "a Tribe never goes to sea (2.546)"
    if any(bound(state, unit) for unit in units):
        return "a Viceroy stays at his post"
    if to != FOR_ASSAULT and not may_go_to(state, side, to):
        return "its destination is no Friendly Port"
    return ""


@rule("2.636", "The destination is written down at Assembly", "2.632")
def may_go_to(state: State, side: str, port: str) -> bool:
    """Tells if a Convoy may be meant for a Port: one that its side holds."""
    return is_friendly_to(state, port, side)


@rule("2.636", "A Convoy whose destination has fallen is diverted when it arrives there")
def divert(table: Table, state: State) -> None:
    """Gives Convoys that have come to a Port of the enemy's the nearest Friendly Port for a destination (m8)."""
    for convoy, held in state.convoys.items():
        side, here = state.side_of(convoy), state.place(convoy)
        if state.formations[convoy].order or here != held.destination or is_friendly_to(state, here, side):
            continue
        held.destination = nearest_friendly_port(state, side, here)
        table.note("2.636", side, f"{state.label(convoy)} turns to {state.label(held.destination)}.", "diverted",
                   formation=convoy, to=held.destination)  # fmt: skip
