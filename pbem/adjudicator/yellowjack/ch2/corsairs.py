"""2.4, Corsairs: where they lie at the start, who rouses Pirates, sweeps of their zones, and the Company's own."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Table
from pbem.adjudicator.yellowjack.base.auxiliaries import counter_of, to_recovery
from pbem.adjudicator.yellowjack.base.orders import count_box
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import afloat
from pbem.adjudicator.yellowjack.board.small_craft import AuxiliaryCounter
from pbem.adjudicator.yellowjack.state.house import choice
from pbem.adjudicator.yellowjack.state.pieces import Auxiliary
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    AVAILABLE,
    CARACAS,
    FLOTILLAS,
    FRENCH,
    SIDE_OF,
    SIDES,
    SPANISH,
    quarter,
    sail,
)

EACH_TIME = "each_time"
#: Classes of the Company's Auxiliaries that may turn Corsair (2.247).
COMPANY_SORTS = ("fleet", "light")


# -------------------------------------------------------------------------------------------- the start


@rule("2.423", "Corsairs at the start: Privateers by their owners, each Pirate in its own zone", "2.41", "2.42")
async def place_corsairs(table: Table, state: State) -> None:
    """Asks each side which Privateers it has, and where; unasked the first of its list. Pirates lie in their zones."""
    start = state.board.craft.corsairs_of(state.board.scenarios[state.scenario].set_up)
    if start is None:
        return
    for pirate in start.pirates:
        lay(state, pirate, state.board.craft.counters[pirate].zone)
    sides = [side for side in SIDES if start.number[side]]
    asked = [entries(table, "2.423", side, "privateers", {"number": str(start.number[side])},
                     f"Which {start.number[side]} Privateers have you, and in which zones?", side)
             for side in sides]  # fmt: skip
    for side, answer in zip(sides, await table.decide_all(*asked), strict=True):
        wishes = {str(each.get("corsair", "")): str(each.get("rebase", "")) for each in answer
                  if isinstance(each, Mapping)}  # fmt: skip
        commission(table, state, side, start.number[side], wishes)
    state.settle()


def commission(table: Table, state: State, side: str, number: int, wishes: Mapping[str, str]) -> None:
    """Puts a side's Privateers into zones: those it named first, then the first of its list."""
    mine = [name for name, one in state.board.craft.counters.items()
            if one.corsair and SIDE_OF.get(one.contingent) == side and one.contingent != FRENCH]  # fmt: skip
    named = [name for name in wishes if name in mine]
    for name in [*named, *(name for name in mine if name not in named)][:number]:
        counter = state.board.craft.counters[name]
        wished = wishes.get(name, "")
        zone = wished if wished and may_lie_in(state, counter, wished) else counter.zone
        lay(state, name, zone)
        text = f"{state.label(name)} lies in the zone {state.board.corsair_zones[zone].name}."
        table.note("2.423", side, text, "privateer", aux=name, zone=zone)


@rule("3.131", "French Privateers put to sea when France is at war", "2.423")
def french_corsairs(table: Table, state: State) -> None:
    """Puts every French Privateer into its zone, where the scenario has Corsairs."""
    if state.board.craft.corsairs_of(state.board.scenarios[state.scenario].set_up) is None:
        return
    for name, one in state.board.craft.counters.items():
        if one.corsair and one.contingent == FRENCH and name not in state.auxiliaries:
            lay(state, name, one.zone)
            text = f"{state.label(name)} lies in the zone {state.board.corsair_zones[one.zone].name}."
            table.note("2.423", SIDE_OF[FRENCH], text, "privateer", aux=name, zone=one.zone)
    state.settle()


def lay(state: State, corsair: str, zone: str) -> None:
    """Puts a Corsair into its zone."""
    state.auxiliaries[corsair] = Auxiliary(zone, zone=zone)


@rule("2.42", "A zone shows the flags that may lie there", "2.412")
def may_lie_in(state: State, counter: AuxiliaryCounter, zone: str) -> bool:
    """Tells if a Corsair may lie in a zone: its nation's flag, or the Jolly Roger, is shown there."""
    found = state.board.corsair_zones.get(zone)
    return found is not None and counter.contingent in found.flags


# -------------------------------------------------------------------------------------------- moving


@rule("2.424", "Privateers of unlimited range change their zone", "2.247", "R6.15")
async def rebase(table: Table, state: State) -> None:
    """Asks both sides which Privateers change zones, and which of the Company's Auxiliaries turn Corsair, or back."""
    sides = [side for side in SIDES if movable(state, side)]
    asked = [entries(table, "2.424", side, "privateers", {"corsairs": movable(state, side)},
                     "Which Privateers change zones?", side) for side in sides]  # fmt: skip
    for side, answer in zip(sides, await table.decide_all(*asked), strict=True):
        for wish in answer:
            if isinstance(wish, Mapping):
                move(table, state, side, wish)


def movable(state: State, side: str) -> list[str]:
    """The Privateers of a side that may change zones, and the Company's Auxiliaries that may be Corsairs."""
    return [aux for aux, one in state.auxiliaries.items()
            if SIDE_OF.get(counter_of(state, aux).contingent) == side
            and ((counter_of(state, aux).unlimited and one.at == one.zone) or is_company(state, aux))]  # fmt: skip


@rule("2.247", "The Company's Fleet and Light Auxiliaries may be Corsairs")
def is_company(state: State, aux: str) -> bool:
    """Tells if an Auxiliary is one of the Company's that may turn Corsair, or back, where it is."""
    own, one = counter_of(state, aux), state.auxiliaries[aux]
    if own.contingent != CARACAS or own.sort not in COMPANY_SORTS or one.task or one.spent:
        return False
    return one.at == AVAILABLE or bool(one.zone)


def move(table: Table, state: State, side: str, wish: Mapping[str, Plain]) -> None:
    """Carries out one change of zone, or tells its owner why not."""
    aux, zone = str(wish.get("corsair", "")), str(wish.get("rebase", "")).replace("none", "")
    why = why_not_moved(state, side, aux, zone)
    if why:
        table.note("2.424", side, f"{state.label(aux)} stays: {why}.", "lapsed", aux=aux)
        return
    one = state.auxiliaries[aux]
    if zone:
        one.at = one.zone = zone
        text = f"{state.label(aux)} lies in the zone {state.board.corsair_zones[zone].name} now."
    else:
        one.zone = ""
        to_recovery(state, aux)
        text = f"{state.label(aux)} is a Corsair no longer."
    table.note("2.424", side, text, "privateer", aux=aux, zone=zone)


def why_not_moved(state: State, side: str, aux: str, zone: str) -> str:
    """Explains why a Corsair cannot change its zone so; empty if it can."""
    if aux not in movable(state, side):
        return "it keeps its zone (2.424)"
    if is_company(state, aux):
        found = state.board.corsair_zones.get(zone)
        flags = found.flags if found else ()
        return "" if not zone or SPANISH in flags or CARACAS in flags else "no Spanish flag flies in that zone (2.247)"
    return "" if may_lie_in(state, counter_of(state, aux), zone) else "its flag does not fly in that zone"


# -------------------------------------------------------------------------------------------- against them


@rule("2.45", "A Flotilla that enters the origin of a zone sweeps it", "2.451", "2.422", "R6.13")
def sweeps(table: Table, state: State, ruling: Ruling) -> None:
    """Sends all Corsairs of a zone to Recovery where a Flotilla has come to its origin (m6)."""
    for name in afloat(state):
        one = state.formations[name]
        if one.kind not in FLOTILLAS or not one.moved:
            continue
        for zone, found in state.board.corsair_zones.items():
            if found.origin == one.at:
                sweep(table, state, ruling, name, zone)


def sweep(table: Table, state: State, ruling: Ruling, formation: str, zone: str) -> None:
    """Sweeps one zone; a side with a Corsair of its own there leaves it alone, for it would earn nothing (2.452)."""
    side = state.side_of(formation)
    there = [aux for aux, one in state.auxiliaries.items() if one.at == zone]
    if not there or any(SIDE_OF.get(counter_of(state, aux).contingent) == side for aux in there):
        return
    for aux in there:
        to_recovery(state, aux)
    name, marker = state.board.corsair_zones[zone].name, state.formations[formation].marker
    names = ", ".join(state.label(aux) for aux in there)
    text = f"{sail(marker, first=True)} sweeps the Corsair Zone {name}: {names}."
    table.note("2.45", ALL, text, "swept", zone=zone, marker=marker, corsairs=there)  # fmt: skip
    ruling.corsair_beaten(table, state, side, zone)


@rule("2.452", "A beaten Corsair earns a free Completed Order", "2.451", "R9.9")
def beaten(table: Table, state: State, side: str, zone: str) -> None:
    """Puts a Fulfilled Order into a side's box; by the usual reading once a zone and Quarter."""
    key = f"{side} {zone}"
    if choice(state, "corsair_award") != EACH_TIME and state.swept.get(key) == quarter(state.date) + 1:
        return
    state.swept[key] = quarter(state.date) + 1
    count_box(state, side, f"corsairs-{zone}", True, "2.452")
    name = state.board.corsair_zones[zone].name
    table.note("2.452", side, f"Corsairs of {name} are beaten: a Completed Order.", "corsair-beaten", zone=zone)

