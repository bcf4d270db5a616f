"""Names that order files of this title use and that its data do not list: a power's own counters."""

from __future__ import annotations

from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.orders.conditions import FORM
from pbem.adjudicator.orders.written.order_form import Lists

LISTS: Lists = {
    "own_ships": lambda board, seat: {name: each for name, each in board.ships.items() if name.startswith(f"{seat}-")},
    "own_fleets": lambda board, seat: {str(number): None for number in range(1, board.fleet_markers[seat] + 1)},
    "own_leaders": lambda board, seat: {each.id: each for each in board.leaders_of(seat)},
    "own_groups": lambda board, seat: {each.id: None for each in board.deployments if each.power == seat},
    "mercenary_admirals": lambda board, seat: {
        name: each for name, each in board.markers.items() if each.type.id == "mercenary-admiral"},
}  # fmt: skip
JUDGES = FORM.judges(LISTS, {"square": Board.square_named, "number": lambda board, text: text.isdecimal()})
