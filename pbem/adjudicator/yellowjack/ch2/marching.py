"""2.575 to 2.577, marching: between a Port and its Land Box, at the end of an Impulse."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Table
from pbem.adjudicator.yellowjack.base.conventions import when
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch2.personages import bound
from pbem.adjudicator.yellowjack.ch2.tribes import guided
from pbem.adjudicator.yellowjack.ch2.units import at_port, place_of, side_of
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import SIDE_OF, SIDES
from pbem.base.records import dataclass


@dataclass(frozen=True, slots=True)
class March:
    """One Unit on its way between a Port and a Land Box."""

    unit: str
    start: str
    to: str


@rule("2.575", "Units march through Land Boxes at the end of an Impulse, before any storm", "R4.3")
async def march(table: Table, state: State, ruling: Ruling) -> None:
    """Asks both sides, then moves all Units at once (E1)."""
    asked = [
        entries(table, "2.575", side, "march", {"units": marchers(state, side)}, "Which Units march?", when(state),
                side)
        for side in SIDES if marchers(state, side)
    ]  # fmt: skip
    moves: list[March] = []
    for question, answer in zip(asked, await table.decide_all(*asked), strict=True):
        moves += planned(table, state, question.side, answer)
    seen = {move.start for move in moves} | {move.to for move in moves}
    before = {port: present(state, port) for port in sorted(seen) if port in state.ports}
    for move in moves:
        put(state, move.unit, move.to)
        text = f"{state.label(move.unit)} marches from {state.label(move.start)} to {state.label(move.to)}."
        table.note("2.575", side_of(state, move.unit), text, "marched", unit=move.unit, start=move.start, to=move.to)
    tell_changes(table, state, before)


def marchers(state: State, side: str) -> list[str]:
    """The Units of a side that lie in a box, or in a Port of their own that has one."""
    return [unit for unit in [*state.units, *state.personages]
            if side_of(state, unit) == side and ways(state, unit)]  # fmt: skip


@rule("2.576", "Port to Port is two marches: into the box, and out of it in a later Impulse")
def ways(state: State, unit: str) -> list[str]:
    """The places that a Unit may march to now: a box from its Port, a Port from its box."""
    at, side = place_of(state, unit), side_of(state, unit)
    if bound(state, unit) or (unit in state.units and state.units[unit].landed):
        return []
    if at in state.board.boxes:
        return [port for port in state.board.boxes[at].ports if may_enter(state, port, side)] if open_to(
            state, at, side) else []  # fmt: skip
    if at in state.ports and state.side_of_port(at) == side:
        box = state.board.ports[at].box
        return [box] if box and open_to(state, box, side) else []
    return []


@rule("2.577", "Units may march from a box into a Port that is besieged", "3.432")
def may_enter(state: State, port: str, side: str) -> bool:
    """Tells if Units of a side may come into a Port by land: their own, besieged or not."""
    return state.side_of_port(port) == side


@rule("1.35", "Land Boxes stand for the roads between their Ports", "2.571")
def open_to(state: State, box: str, side: str) -> bool:
    """Tells if a box is Friendly to a side; nobody enters an Enemy one."""
    return side in {SIDE_OF[flag] for flag in state.board.boxes[box].flags}


def planned(table: Table, state: State, side: str, answer: Sequence[Plain]) -> list[March]:
    """The marches of an answer that are lawful, one for each Unit; of the others the owner hears why not."""
    found: dict[str, March] = {}
    for each in answer:
        unit, to = (str(each.get("unit", "")), str(each.get("to", ""))) if isinstance(each, dict) else ("", "")
        if unit in found:
            continue
        guides = [str(other.get("unit", "")) for other in answer if isinstance(other, dict) and other.get("to") == to]
        if unit not in marchers(state, side) or to not in [*ways(state, unit), *ways_beyond(state, unit, guides)]:
            text = f"{state.label(unit)} cannot march to {state.label(to)}."
            table.note("2.575", side, text, "lapsed", unit=unit, to=to)
            continue
        found[unit] = March(unit, place_of(state, unit), to)
    return list(found.values())


@rule("2.541", "A stack with a Tribe goes from Port to Port in one Impulse", "2.576")
def ways_beyond(state: State, unit: str, stack: Iterable[str]) -> list[str]:
    """The Ports beyond the Land Box that a Unit in a Port reaches in the company of a Tribe."""
    at, side = place_of(state, unit), side_of(state, unit)
    guides = [each for each in stack if each in state.units and place_of(state, each) == at
              and side_of(state, each) == side]  # fmt: skip
    if at not in state.ports or not guided(state, guides) or not ways(state, unit):
        return []
    box = state.board.boxes[ways(state, unit)[0]]
    return [port for port in box.ports if port != at and may_enter(state, port, side)]


def put(state: State, unit: str, to: str) -> None:
    """Puts a Unit or Personage at a place."""
    (state.units[unit] if unit in state.units else state.personages[unit]).at = to


def present(state: State, port: str) -> dict[str, bool]:
    """Tells for each side if it has Units at a Port, which is open to all (R1.9)."""
    return {side: bool(at_port(state, port, side)) for side in SIDES}


def tell_changes(table: Table, state: State, before: dict[str, dict[str, bool]]) -> None:
    """Tells all where Units have come or gone for good."""
    for port, was in before.items():
        now = present(state, port)
        for side in SIDES:
            if now[side] != was[side]:
                words = "are now" if now[side] else "are no longer"
                text = f"{state.label(side)} troops {words} at {state.label(port)}."
                table.note("R1.9", ALL, text, "units-seen", port=port, seat=side, there=now[side])
