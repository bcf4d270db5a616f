"""Positions with Auxiliaries and Corsairs for tests."""

from __future__ import annotations

from typing import Any

from rules.yellowjack.yellowjack_sea import empty_sea

from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.state.pieces import Auxiliary
from pbem.adjudicator.yellowjack.state.state import State

BOARD = load_board()
HABANA, CARTAGENA, PORTO_BELLO = "la-habana", "cartagena-de-indias", "porto-bello"
JAMAICA, CHARLES_TOWN = "port-royal-jamaica", "charles-town"


def station(state: State, aux: str, at: str = "", **fields: Any) -> Auxiliary:
    """Puts an Auxiliary somewhere; a Corsair without a word into its own zone."""
    counter = state.board.craft.counters[aux]
    one = state.auxiliaries[aux] = Auxiliary(at or counter.zone, zone=counter.zone)
    for name, value in fields.items():
        setattr(one, name, value)
    return one


def waters(*craft: tuple[str, str]) -> State:
    """The empty sea in the scenario 1739, with some Auxiliaries at their places."""
    state = empty_sea()
    state.scenario = "1739"
    for aux, at in craft:
        station(state, aux, at)
    state.settle()
    return state
