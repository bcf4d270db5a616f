"""The sorts of names that order files of this title use: what each looks like, and who judges it on the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.board.pieces import CounterKind, Domain
from pbem.adjudicator.orders.grammar import Misnamed, among
from pbem.adjudicator.orders.shapes import List, Ref, Shape, Text
from pbem.base.errors import Kind

#: Words that stand for themselves.
PLAIN = frozenset(("all", "none", "any", "here"))
KINDS = tuple(kind.value for kind in CounterKind)
#: The shapes that names have, by the names that the schema gives them.
SHAPES: Mapping[str, Shape] = {
    "place": Text("A hex of four figures, a seaport, or 'here'", pattern="^[A-Za-z0-9 .'/,-]{2,40}$", eg="2719"),
    "counter": Text("A counter by its id, as reports show it", pattern="^[a-z0-9-]{2,40}$", eg="boyne"),
    "word": Text("A counter by its id, or a kind of counter", pattern="^[a-z0-9_-]{2,40}$", eg="fire_ship"),
}


# -------------------------------------------------------------------------------------------- judges


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

# -------------------------------------------------------------------------------------------- what rows are made of

place = partial(Ref, name="place", sort="place", offers="places")
counter = partial(Ref, name="counter", sort="counter", offers="counters")
ship = partial(counter, "A ship", offers="ships")
word = partial(Ref, name="word", sort="word", offers="words")
HEX = place("A hex, or a seaport by its name")


def places(about: str, *eg: str) -> List:
    """A list of hexes and seaports."""
    return List(about, HEX, eg=list(eg) or None)


def words(about: str, *eg: str, offers: str = "words") -> List:
    """A list of counters and kinds of counter."""
    return List(about, word(offers=offers), eg=list(eg) or None)
