"""The sorts of names that order files of this title use: who judges each on the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.rules.questions import STRONGEST, TREASURE, WEAKEST
from pbem.adjudicator.lions.state.state import FORT, REGIMENT
from pbem.adjudicator.orders.grammar import Misnamed, Names, among


def is_place(board: Board, text: str) -> bool:
    """Tells if it is a square, or a port by id or name."""
    return bool(board.square_named(text))


def ships(board: Board, seat: str) -> Names:
    """One's own ships, and treasure fleets."""
    own = {name: each for name, each in board.ships.items() if name.startswith(f"{seat}-")}
    return {**own, **board.treasure_fleets}


def ships_and_classes(board: Board, seat: str) -> Names:
    return {**board.classes, **ships(board, seat)}


def berths(board: Board, seat: str) -> Names:
    """Returns places for a leader: a ship, a class, a port; a fleet or a square fits too."""
    return {**ships_and_classes(board, seat), **board.ports}


def forces(board: Board, seat: str) -> Names:
    """One's own fleets by number, and ships; a place with troops fits too."""
    numbers = {str(number): None for number in range(1, board.fleet_markers[seat] + 1)}
    return {**numbers, **ships(board, seat)}


def leaders(board: Board, seat: str) -> Names:
    """One's own leaders, and the Mercenary Admirals."""
    own: dict[str, object] = {each.id: each for each in board.leaders_of(seat)}
    return own | {name: each for name, each in board.markers.items() if each.type.id == "mercenary-admiral"}


def targets(board: Board, seat: str) -> Names:
    """Returns targets of fire: anybody's ship, a class, or a word for some."""
    return {**dict.fromkeys((TREASURE, STRONGEST, WEAKEST)), **board.classes, **board.ships, **board.treasure_fleets}


def ship(board: Board, seat: str, text: str, known: Callable[[Board, str], Names] = ships) -> Misnamed | None:
    """A judge who tells another's ship from what is no ship at all."""
    wrong = "is no ship of yours" if text in board.ships else "is no ship"
    return None if text in known(board, seat) else Misnamed(wrong, known(board, seat))


JUDGES: Mapping[str, Callable[[Board, str, str], Misnamed | None]] = {
    "place": among(lambda board, seat: board.ports, "is no square or port", is_place),
    "ship": ship, "ship or class": partial(ship, known=ships_and_classes),
    "class": among(lambda board, seat: board.classes, "is no class of ship"),
    "target": among(targets, "is no target"),
    "other's force": among(lambda board, seat: {**dict.fromkeys("1234"), **board.ships},
                           "is neither a fleet's number nor a ship"),
    "force": among(forces, "is no force: a fleet's number, a ship of yours or a place", is_place),
    "leader": among(leaders, "is no leader of yours"),
    "marker": among(lambda board, seat: board.marker_types, "is no kind of campaign marker"),
    "marker for sale": among(lambda board, seat: board.marker_types, "is no kind of campaign marker",
                             lambda board, text: text.isdecimal()),
    "treasure fleet": among(lambda board, seat: board.treasure_fleets, "is no treasure fleet"),
    "item": among(lambda board, seat: {**board.classes, REGIMENT: None, FORT: None}, "cannot be bought"),
    "group": among(lambda board, seat: {each.id: None for each in board.deployments if each.power == seat},
                   "is none of your groups"),
    "berth": among(berths, "is neither a ship nor a place",
                   lambda board, text: text.isdecimal() or is_place(board, text)),
    "loss": among(berths, "is nothing to lose",
                  lambda board, text: text in (REGIMENT, FORT) or text.isdecimal() or is_place(board, text)),
}  # fmt: skip
