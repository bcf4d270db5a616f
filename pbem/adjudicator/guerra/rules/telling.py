"""Notes that several chapters tell in the same way."""

from __future__ import annotations

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.guerra.state.state import State

LAPSED = "lapsed"


def tell_lapse(table: Table, rule: str, seat: str, why: str, entry: str = "") -> None:
    """Tells the owner alone why an order was not carried out."""
    table.note(rule, seat, f"{why[0].upper()}{why[1:]}.", LAPSED, entry=entry)


def told(state: State, name: str) -> str:
    """An area, port or sea in words; a marker may have the id of an area, so that its name is another."""
    return state.board.place_name(name)
