"""Positions at sea for tests: a board, a date, winds, and Formations put where a test wants them."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.state.pieces import Convoy, Formation, PortHeld, Squadron
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import CONVOY, FRIGATE, INDEPENDENT, READY, SOL, date_of

OCTOBER = date_of(1739, 14)
JAMAICA, CARTAGENA, PORTO_BELLO = "port-royal-jamaica", "cartagena-de-indias", "porto-bello"


def empty_sea(winds: Mapping[str, str] | None = None) -> State:
    """The map of October 1739 without a ship on it."""
    board = load_board()
    state = State(board, date=OCTOBER, impulse=1, mpi=1, last=date_of(1739, 16), winds=dict(winds or {}))
    state.ports = {name: PortHeld(port.contingent) for name, port in board.ports.items()}
    state.squadrons = {name: Squadron(one.command) for name, one in board.squadrons.items()}
    return state


def put(
    state: State, name: str, at: str, squadrons: Mapping[str, int] | None = None, *, kind: str = "",
    condition: str = READY, seen: str = "",
) -> str:  # fmt: skip
    """Puts a Formation on the map with Squadrons of so many Sail, under a marker if it is Ready."""
    for squadron, sail in (squadrons or {}).items():
        counter = state.board.squadrons[squadron]
        state.squadrons[squadron].sail = {FRIGATE if counter.kind == FRIGATE else SOL: sail}
    counter_kind = state.board.formations[name].kind if name in state.board.formations else INDEPENDENT
    kind = kind or (CONVOY if name in state.board.convoys else counter_kind)
    if name in state.board.convoys:
        contingent = state.board.convoys[name].contingent
        state.formations[name] = Formation(kind, contingent, "", at, condition)
        state.convoys[name] = Convoy(state.board.convoys[name].sort)
    else:
        state.new_formation(name, kind, at, condition, squadrons or ())
    if condition == READY:
        state.give_marker(name)
    state.formations[name].spotted = seen
    return name
