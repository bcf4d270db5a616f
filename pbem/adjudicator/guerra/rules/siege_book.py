"""The book of sieges: a force joins the lines before a fortress, and leaves them again.

A siege begins with the first assault, works or blockade. It ends when no besieging force is left in its lines (6.2).
"""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.guerra.state.state import Siege, State


@rule("6.2", "A siege begins")
def join(table: Table, state: State, force: str, port: str) -> Siege:
    """Puts a force into the lines before a fortress, and returns the siege."""
    side = state.forces[force].side
    siege = state.sieges.get(port)
    if siege is None:
        siege = state.sieges[port] = Siege(side, [])
        text = f"{state.label(port)} is besieged."
        table.note("6.2", ALL, text, "siege-begun", port=port, by=side, force=force)
    if force not in siege.forces:
        siege.forces.append(force)
    return siege


@rule("6.2", "A besieger fights in the field or leaves: it is no longer part of the siege")
def lift(table: Table, state: State, force: str, *, works: bool = False) -> None:
    """Takes a force out of its siege; with `works` the siege works are removed even if others stay (6.1)."""
    port = state.besieges(force)
    if not port:
        return
    if works:
        state.sieges[port].works = False
    state.leave_siege(force, port)
    if port not in state.sieges:
        tell_end(table, state, port)


def end(table: Table, state: State, port: str) -> None:
    """Ends the siege of a fortress that has fallen."""
    if port in state.sieges:
        del state.sieges[port]
        tell_end(table, state, port)


def tell_end(table: Table, state: State, port: str) -> None:
    """Tells that a siege is over."""
    table.note("6.2", ALL, f"The siege of {state.label(port)} is over.", "siege-over", port=port)
