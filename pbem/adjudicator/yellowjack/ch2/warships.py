"""2.65, warships that carry Units: their room, and what becomes of Units when it shrinks."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.ch2.marines import room_needed
from pbem.adjudicator.yellowjack.ch2.tribes import may_embark
from pbem.adjudicator.yellowjack.ch2.units import eliminate
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FITTING_OUT, FLAGSHIP, FRIGATE, SOL, SOL_D


@rule("2.65", "Room: one Unit for a SOL(D) or Frigate, one for two SOL of a Squadron", "2.652", "R3.2")
def capacity(state: State, squadron: str) -> int:
    """The Units that a Squadron may carry."""
    sail = state.squadrons[squadron].sail
    pairs = (sail.get(SOL, 0) + sail.get(FLAGSHIP, 0)) // state.board.numbers.units_for_a_line_pair
    return sail.get(SOL_D, 0) + sail.get(FRIGATE, 0) + pairs


@rule("2.651", "Marines count a half")
def has_room(state: State, squadron: str, units: Sequence[str]) -> bool:
    """Tells if a Squadron can carry some Units beside those it has."""
    return room_needed(state, [*state.units_at(squadron), *units]) <= capacity(state, squadron)


def take_aboard(state: State, squadrons: Sequence[str], units: Sequence[str]) -> list[str]:
    """Puts Units on Squadrons in turn, each on the first with room, and returns those left over (2.653)."""
    left = []
    for unit in units:
        ship = next((name for name in squadrons if may_embark(state, unit) and has_room(state, name, [unit])), "")
        if ship:
            state.units[unit].at, state.units[unit].landed = ship, False
        else:
            left.append(unit)
    return left


def laden(state: State) -> list[str]:
    """The Squadrons with Units aboard, in the board's order."""
    where = {unit.at for unit in state.units.values()}
    return [squadron for squadron in state.squadrons if squadron in where]


@rule("2.655", "Units for which a Squadron has no room any more are lost", "2.653")
def lose_room(table: Table, state: State) -> None:
    """Takes Units off Squadrons that can no longer carry them, the last in the board's order first."""
    for squadron in laden(state):
        aboard = state.units_at(squadron)
        while aboard and room_needed(state, aboard) > capacity(state, squadron):
            unit = aboard.pop()
            eliminate(state, unit)
            side = state.unit_side(unit)
            table.note("2.655", side, f"{state.label(unit)} is lost with its ship.", "unit-lost", unit=unit)


@rule("2.654", "Units aboard warships land where those come into port")
def come_ashore(table: Table, state: State) -> None:
    """Lands Units from Squadrons that lie Fitting Out, or In Ordinary, at a Port of their side (m8)."""
    for squadron in laden(state):
        port = state.place_of(squadron)
        for unit in state.units_at(squadron):
            side = state.unit_side(unit)
            in_port = port in state.ports and state.side_of_port(port) == side
            if in_port and (state.state_of(squadron) == FITTING_OUT or not state.squadrons[squadron].formation):
                state.units[unit].at = port
                text = f"{state.label(unit)} lands at {state.label(port)}."
                table.note("2.654", side, text, "landed", port=port, units=[unit])
                table.note("R1.9", ALL, f"Troops are at {state.label(port)}.", "units-seen", port=port)
