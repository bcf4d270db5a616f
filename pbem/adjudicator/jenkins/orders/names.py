"""The sorts of names that order files of this title use: who judges each on the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.board.pieces import CounterKind, Domain
from pbem.adjudicator.orders.grammar import Misnamed, among
from pbem.base.errors import Kind

KINDS = tuple(kind.value for kind in CounterKind)


def is_place(board: Board, side: str, text: str) -> Misnamed | None:
    """A hex or a seaport; what may have been meant is a seaport of a like name, or how far the map goes."""
    first, last = board.grid.hexes[0], board.grid.hexes[-1]
    hint = f"the map runs from {first} to {last}" if text.isdigit() else ""
    return None if board.hex_named(text) else Misnamed("is no hex or seaport", board.seaports, hint=hint)


def is_own(board: Board, side: str, text: str) -> Misnamed | None:
    """A counter of one's own."""
    counter = board.counters.get(text)
    if counter is None:
        return Misnamed("is no counter", board.counters)
    own = counter.side == side and counter.traits.domain is not Domain.NONE
    hint = f"{counter.label} is {counter.side.title()}"
    return None if own else Misnamed("is no counter of yours", hint=hint, kind=Kind.ILLEGAL)


JUDGES: Mapping[str, Callable[[Board, str, str], Misnamed | None]] = {
    "place": is_place, "counter": is_own,
    "counter or kind": lambda board, side, text: None if text in KINDS else is_own(board, side, text),
    "word": among(lambda board, side: {**dict.fromkeys(KINDS), **board.counters},
                  "is no counter and no kind of counter"),
}  # fmt: skip
