"""The table of this title's order files: its data describe the sections, here stand the functions of each."""

from __future__ import annotations

from pbem.adjudicator.lions.board.board import DATA, Board
from pbem.adjudicator.lions.board.terms import POWERS
from pbem.adjudicator.lions.orders import answers, examples
from pbem.adjudicator.lions.orders.conditions import FORM, Look
from pbem.adjudicator.lions.orders.doctrines import SHIPPED
from pbem.adjudicator.lions.orders.talk import TALK
from pbem.adjudicator.lions.view.picture import Picture, picture
from pbem.adjudicator.lions.view.view import board_seen
from pbem.adjudicator.orders.grammar import OrderTable, open_step
from pbem.adjudicator.orders.written.order_form import Lists

#: Names that order files use and that the data do not list: a power's own counters.
LISTS: Lists = {
    "own_ships": lambda board, seat: {name: each for name, each in board.ships.items() if name.startswith(f"{seat}-")},
    "own_fleets": lambda board, seat: {str(number): None for number in range(1, board.fleet_markers[seat] + 1)},
    "own_leaders": lambda board, seat: {each.id: each for each in board.leaders_of(seat)},
    "own_groups": lambda board, seat: {each.id: None for each in board.deployments if each.power == seat},
    "mercenary_admirals": lambda board, seat: {
        name: each for name, each in board.markers.items() if each.type.id == "mercenary-admiral"},
}  # fmt: skip
JUDGES = FORM.judges(LISTS, {"square": Board.square_named, "number": lambda board, text: text.isdecimal()})


def phase_title(seen: Picture) -> str:
    """The open phase in words."""
    words = FORM.data["file"]["titles"].get(open_step(seen), "no phase is open")
    return str(words).format(turn=seen.known["turn"], watch=seen.known["watch"] + 1)


TABLE: OrderTable[Picture, Board, Look] = FORM.table(
    FORM.rows(SHIPPED, TALK, answers.PREFERENCES, answers.ANSWERS), seats=POWERS, judges=JUDGES, see=picture,
    board_of=board_seen, phase_title=phase_title, examples=DATA / "examples.yaml", values=examples.VALUES,
)  # fmt: skip
