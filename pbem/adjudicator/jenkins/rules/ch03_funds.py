"""Chapter 3: war fund points (3.2), and what captured seaports add to them (3.4)."""
# Chapter 3 by paragraphs: 3.0, 3.1, 3.3, 3.5, the San Isidoro (11.9) and 6.1 ch03_setup; 3.2, 3.4 ch03_funds.

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.jenkins.board.pieces import Seaport
from pbem.adjudicator.jenkins.state.state import State


@rule("3.2", "War fund points", "6.1")
def grant_funds(table: Table, state: State, side: str) -> None:
    """The turn's points, then the value of each captured seaport still occupied; never above the maximum (3.2, 3.4)."""
    gained = state.grant(side, state.board.funds.per_turn[side])
    table.note("3.2", ALL, f"{side.title()} war funds rise by {gained} to {state.funds[side]}.", "funds", side=side)
    for port in captured_ports(state, side):
        gained = state.grant(side, port.value)
        text = f"{port.name} yields {gained} more, to {state.funds[side]}."
        table.note("3.4", ALL, text, "funds", side=side, port=port.id)


def captured_ports(state: State, side: str) -> list[Seaport]:
    """Seaports not its own that a side holds and occupies with a land counter ashore (3.4)."""
    held = (port for port in state.board.seaports.values() if port.nation != side and state.holder(port) == side)
    return [port for port in held if state.land(port.hex, side)]


@rule("3.4", "Capturing war fund points", "7.6")
def capture_seaport(table: Table, state: State, port: Seaport, side: str) -> None:
    """A seaport changes hands; an enemy or foreign one pays its value at once, one's own brings nothing new."""
    before = state.holder(port)
    state.control[port.id] = side
    if port.id not in state.captured:
        state.captured.append(port.id)
    gained = state.grant(side, port.value) if port.nation != side else 0
    verb = "captures" if port.nation != side else "recovers"
    pay = f", for {gained} war fund point{'' if gained == 1 else 's'}" if port.nation != side else ""
    text = f"The {side.title()} player {verb} {port.name} ({port.hex}) from the {before.title()}{pay}."
    table.note("3.4", ALL, text, "captured", port=port.id, side=side, points=gained)
