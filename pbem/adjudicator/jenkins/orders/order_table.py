"""The table of this title's order files: its data describe the sections, here stand the functions of each."""

from __future__ import annotations

from pbem.adjudicator.jenkins.board.board import DATA, Board
from pbem.adjudicator.jenkins.board.pieces import SIDES, CounterKind, Domain
from pbem.adjudicator.jenkins.orders import answers, examples
from pbem.adjudicator.jenkins.orders.doctrines import SHIPPED
from pbem.adjudicator.jenkins.orders.talk import TALK
from pbem.adjudicator.jenkins.rules.conditions import FORM, Look
from pbem.adjudicator.jenkins.state.house import board_seen
from pbem.adjudicator.jenkins.view.picture import Picture, picture
from pbem.adjudicator.orders.grammar import OrderTable
from pbem.adjudicator.orders.written.order_form import Lists

SETUP, OWN, ENEMY = "setup", "own", "enemy"
#: Names that order files use and that the data do not list.
LISTS: Lists = {
    "kinds": lambda board, side: dict.fromkeys(kind.value for kind in CounterKind),
    "own": lambda board, side: {each.id: each for each in board.side_counters(side)
                                if each.traits.domain is not Domain.NONE},
}  # fmt: skip


def extent(board: Board, text: str) -> str:
    """Tells the extent of the map, for a hex that is not on it."""
    return f"the map runs from {board.grid.hexes[0]} to {board.grid.hexes[-1]}" if text.isdigit() else ""


def side_of(board: Board, text: str) -> str:
    """The side of a counter."""
    return f"{board.counters[text].label} is {board.counters[text].side.title()}" if text in board.counters else ""


JUDGES = FORM.judges(LISTS, {"hex": Board.hex_named}, {"extent": extent, "side": side_of})


def step_of(seen: Picture) -> str:
    """The reader's step: the set-up, one's own phase, or the enemy's; empty in the enemy's set-up."""
    if seen.known["phase_side"] == seen.side:
        return OWN if seen.turn else SETUP
    return ENEMY if seen.turn else ""


def phase_title(seen: Picture) -> str:
    """The open phase in words."""
    side = str(seen.known["phase_side"]).title()
    return f"turn {seen.turn}, {side} Phase" if seen.turn else f"{side} set-up"


TABLE: OrderTable[Picture, Board, Look] = FORM.table(
    FORM.rows(SHIPPED, TALK, answers.PREFERENCES, answers.ANSWERS, answers.WORDS), seats=SIDES, judges=JUDGES,
    see=picture, board_of=board_seen, step_of=step_of, phase_title=phase_title, examples=DATA / "examples.yaml",
    values=examples.VALUES,
)  # fmt: skip
