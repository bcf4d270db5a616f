"""Examples for the council, made of what the reader sees: lawful as they stand."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.guerra.rules.ch04_building import price, why_not_there
from pbem.adjudicator.guerra.rules.ch09_uprisings import why_not
from pbem.adjudicator.guerra.state.terms import DUE, PATRIOT, ROYALIST
from pbem.adjudicator.guerra.view.picture import Picture

Part = dict[str, Any]
MINA_TURN = 8


def uprisings(seen: Picture) -> list[Part] | None:
    """The first two areas that may be raised."""
    areas = [area for area in seen.board.areas if not why_not(seen.state, seen.side, area)]
    return [{"area": area, "unit": "infantry"} for area in areas[:2]] or None


def muster(seen: Picture) -> Part | None:
    """One purchase that can be paid, and the first who is due."""
    return purchase(seen) | arriving(seen) or None


def purchase(seen: Picture) -> Part:
    """The cheapest unit that may be raised somewhere now."""
    state, board = seen.state, seen.board
    for unit in sorted(state.pool(seen.side), key=lambda name: (price(state, name), name)):
        purse = ROYALIST if seen.side == ROYALIST else board.units[unit].nation
        areas = [area for area in board.areas if board.units[unit].land and not why_not_there(
            state, seen.side, unit, area)]  # fmt: skip
        if areas and price(state, unit) <= state.purse.get(purse, 0):
            entry = {"unit": unit, "at": areas[0]}
            return {"build": [entry] if seen.side == ROYALIST else {purse: [entry]}}
    return {}


def arriving(seen: Picture) -> Part:
    """The first unit that is due; it lands where it would by default."""
    due = [unit for unit, piece in seen.state.units.items()
           if piece.at == DUE and seen.board.units[unit].side == seen.side]  # fmt: skip
    if not due:
        return {}
    ports = [port for port in seen.board.ports if seen.state.ports.get(port) == seen.side]
    return {"arrive": [{"units": due[:1], "port": ports[0]}]} if ports and seen.side == ROYALIST else {}


def mina(seen: Picture) -> str | None:
    """The coast where Mina lands, in the turn when this is asked."""
    return "tejas" if int(seen.known["turn"]) == MINA_TURN and seen.side == PATRIOT else None
