"""2.53, Marines and Grenadiers: room they need at sea, and the first losses of a storm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.auxiliaries import assigned_to, limit_of
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch2.units import MARINE, SPECIAL, sort_of
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FLOTILLAS, SIDES


@rule("2.534", "Marines need half the room of other Units at sea, rounded up", "2.651")
def room_needed(state: State, units: Sequence[str]) -> int:
    """The room that some Units need on one Squadron."""
    marines = sum(sort_of(state, unit) == MARINE for unit in units)
    return len(units) - marines + (marines + 1) // 2


@rule("2.534", "A side that uses Marines or Grenadiers and suffers losses loses one of each sort", "2.53")
def first_losses(state: State, employed: Sequence[str], order: Sequence[str], number: int) -> list[str]:
    """Chooses the Units lost in a storm, in the owner's order, with the special ones that must be among them.

    Of a single loss where both sorts were used the owner chooses the sort.
    """
    must = [next(unit for unit in order if sort_of(state, unit) == sort)
            for sort in SPECIAL if any(sort_of(state, unit) == sort for unit in employed)]  # fmt: skip
    must.sort(key=list(order).index)
    lost = must[:number]
    return lost + [unit for unit in order if unit not in lost][: number - len(lost)]


# -------------------------------------------------------------------------------------------- aboard and ashore


@rule("2.531", "Marines are Assigned to a Flotilla in the same place", "2.533")
async def marines(table: Table, state: State, ruling: Ruling) -> None:
    """Asks both sides which Marines go aboard or ashore; they serve where there are Auxiliaries (A4h)."""
    if not state.auxiliaries:
        return
    sides = [side for side in SIDES if marines_of(state, side)]
    asked = [entries(table, "2.533", side, "marines", {"units": marines_of(state, side)},
                     "Which Marines go aboard, and which ashore?", side) for side in sides]  # fmt: skip
    for side, answer in zip(sides, await table.decide_all(*asked), strict=True):
        for wish in answer:
            if isinstance(wish, Mapping):
                reassign(table, state, side, str(wish.get("unit", "")), str(wish.get("to", "")))


def marines_of(state: State, side: str) -> list[str]:
    """The Marines of a side that are in a Port, or aboard a Flotilla as Auxiliaries."""
    return [unit for unit, held in state.units.items()
            if sort_of(state, unit) == MARINE and state.unit_side(unit) == side and not held.landed
            and (held.at in state.ports or (held.at in state.formations and held.at not in state.convoys))]  # fmt: skip


def reassign(table: Table, state: State, side: str, unit: str, to: str) -> None:
    """Moves one Marine Unit, or tells its owner why not."""
    why = why_not_reassigned(state, side, unit, to)
    if why:
        table.note("2.533", side, f"{state.label(unit)} stays: {why}.", "lapsed", unit=unit)
        return
    state.units[unit].at = to
    goes = "goes aboard" if to in state.formations else "goes ashore at"
    table.note("2.531", side, f"{state.label(unit)} {goes} {state.label(to)}.", "assigned", unit=unit, to=to)


@rule("2.533", "Marines change Formations in one place, or go ashore there", "2.531", "2.131")
def why_not_reassigned(state: State, side: str, unit: str, to: str) -> str:
    """Explains why a Marine Unit cannot go there; empty if it can, recovered or not."""
    if unit not in marines_of(state, side):
        return "it is no Marine Unit of yours in Port or aboard"
    at = state.units[unit].at
    here = state.place(at) if at in state.formations else at
    if to in state.ports:
        return "" if to == here and state.side_of_port(to) == side else "it goes ashore where its ship lies"
    if to not in state.formations or state.side_of(to) != side or state.formations[to].kind not in FLOTILLAS:
        return "Marines serve aboard a Flotilla"
    if state.place(to) != here:
        return "the Flotilla lies elsewhere"
    aboard = len(state.units_at(to)) + len(assigned_to(state, to))
    return "" if aboard < limit_of(state, to) else "the Flotilla has all the Auxiliaries that it may have (2.131)"
