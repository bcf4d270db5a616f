"""The table of this title's order files: its data describe the sections, here stand the functions of each."""

from __future__ import annotations

from pbem.adjudicator.lions.board.board import DATA, Board
from pbem.adjudicator.lions.board.terms import POWERS
from pbem.adjudicator.lions.orders import answers, examples
from pbem.adjudicator.lions.orders.conditions import FORM, Look
from pbem.adjudicator.lions.orders.doctrines import SHIPPED
from pbem.adjudicator.lions.orders.talk import TALK, leader_places
from pbem.adjudicator.lions.view.picture import Picture, picture
from pbem.adjudicator.lions.view.view import board_seen
from pbem.adjudicator.orders.echo import by_sort
from pbem.adjudicator.orders.grammar import OrderTable, Row
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


def step_of(seen: Picture) -> str:
    """The open step of the turn."""
    return str(seen.known.get("step", ""))


def phase_title(seen: Picture) -> str:
    """The open phase in words."""
    words = FORM.data["file"]["titles"].get(step_of(seen), "no phase is open")
    return str(words).format(turn=seen.known["turn"], watch=seen.known["watch"] + 1)


PLANS: tuple[Row[Picture, Look], ...] = (
    FORM.row("setup", talk=TALK.of("set_up"), example=examples.set_up),
    FORM.row("return"),
    FORM.row("bids", talk=TALK.of("bids", "hand")),
    FORM.row("spend"),
    FORM.row("never_below"),
    FORM.row("agreements", talk=TALK.of("agreements")),
    FORM.row("outfit", talk=TALK.of("outfitting"), example=examples.outfit),
    FORM.row("fleets", talk=TALK.of("form", "units"), desk_talk=TALK.of("form"), example=examples.fleets),
    FORM.row("operations", talk=TALK.of("queue", "cost", "hand", "running_on", "lying_about", "entry", "conditions"),
             desk_talk=TALK.of("queue", "travel", "cost", "hand"), example=examples.operations),
)  # fmt: skip
DOCTRINE: tuple[Row[Picture, Look], ...] = (
    FORM.doctrine("play", answers.markers, example=examples.playing),
    FORM.doctrine("admirals", answers.first_meant),
    FORM.doctrine("gauge", answers.wind_gauge),
    FORM.doctrine("fire", answers.fire),
    FORM.doctrine("retreat", answers.first_meant),
    FORM.doctrine("transfer", answers.first_meant),
    FORM.doctrine("bombard", answers.bombardment),
    FORM.doctrine("coast", answers.coast),
    FORM.doctrine("halt", answers.halting),
    FORM.doctrine("arrears", answers.a_word),
    FORM.doctrine("losses", answers.losses, by_sort),
    FORM.doctrine("leader_places", answers.first_meant, purpose=leader_places),
    FORM.doctrine("prizes", answers.first_meant),
)
LASTING = FORM.lasting(SHIPPED, [row for row in (*PLANS, *DOCTRINE) if row.all_topics], DOCTRINE)
TABLE: OrderTable[Picture, Board, Look] = FORM.table(
    (*PLANS, *DOCTRINE, *LASTING), seats=POWERS, judges=JUDGES, see=picture, board_of=board_seen, step_of=step_of,
    phase_title=phase_title, examples=DATA / "examples.yaml", values=examples.VALUES,
)  # fmt: skip
