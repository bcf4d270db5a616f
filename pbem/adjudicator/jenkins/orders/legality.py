"""`pbem orders check`: the very rules that adjudicate, played offline on the player's own view.

Dice fall kindly and the enemy does nothing, so what lapses here lapses for a reason its owner can see; what is
accepted, the adjudicator accepts too, unless something hidden intervenes, and then the report says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.adjudicator.engine.phase import Checked, Orders
from pbem.adjudicator.engine.table import Decision, Note, Roll, Table
from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.orders.order_table import TABLE
from pbem.adjudicator.jenkins.orders.plans import SILENCE, OrderFile
from pbem.adjudicator.jenkins.rules.ch03_setup import NOT_FOR_SALE, purchase_step, set_up
from pbem.adjudicator.jenkins.rules.ch07_movement import movement_step
from pbem.adjudicator.jenkins.state.house import board_seen
from pbem.adjudicator.jenkins.state.state import State, enemy
from pbem.adjudicator.jenkins.view.view import seen_state
from pbem.adjudicator.orders.carried_out.rehearsing import LAPSED, Path, Rehearsal, entry_with, named_twice
from pbem.adjudicator.orders.echo import told
from pbem.base.errors import Fault, Kind
from pbem.schema import Document

#: How a die falls in a check: no loss at sea, no disease, no interception, the San Isidro on her way.
KIND_FALLS = {"perilous": 6, "perilous-loss": 1, "disease": 2, "intercept": 6, "isidro": 1, "scuttle": 1}


def legal(known: Mapping[str, Any], orders: Orders) -> Checked:
    """Checks orders of right shape and names against the rules, and says what they will do."""
    assert orders.page is not None  # noqa: S101 - orders come from a file
    rehearsed = rehearse(board_seen(known), known, orders, orders.page)
    return Checked(rehearsed.faults, (*rehearsed.echo, *told(TABLE, orders.body)))


def rehearse(board: Board, known: Mapping[str, Any], orders: Orders, page: Document) -> Checked:
    """Play one's own steps with kind dice, and hear what lapses."""
    side, state = known["seat"], seen_state(board, known)
    played = Rehearsal(side, (side, enemy(side)), (OrderFile(orders, state), SILENCE), kindly)
    if known["phase_side"] == side:
        played.play(lambda table: own_steps(table, state, side))
    twice = dict(bought_twice(page))

    def place(number: int, note: Note) -> Path | None:
        """The place of what a note speaks of; a counter bought twice has its own fault."""
        if note.facts.get("counter") in twice and NOT_FOR_SALE in note.text:
            return None
        asked = played.answered_before(number)
        return closer(page, section_of(asked, page) if asked else (), note)

    faults = (*played.refused(page, lambda decision: section_of(decision, page)), *played.lapsed(page, place),
              *twice.values())  # fmt: skip
    story = played.table.story
    echo = tuple(note.text for note in story if note.to == side and note.event != LAPSED)
    return Checked(faults, (*(note.text for note in story if note.event == "bought"), *echo))


async def own_steps(table: Table, state: State, side: str) -> None:
    """The steps of one's own phase whose orders can be judged beforehand (3.1, 6.1, 6.3)."""
    if state.turn == 0:
        await set_up(table, state, side)
        return
    await purchase_step(table, state, side)
    await movement_step(table, state, side)


def kindly(roll: Roll) -> tuple[int, ...]:
    """A die that harms nobody."""
    return (KIND_FALLS.get(roll.label.partition("/")[0], 1),)


def bought_twice(page: Document) -> Iterator[tuple[str, Fault]]:
    """Purchases of what an earlier line of the same file buys, by their counters."""
    for way in (("buy",), ("setup", "buy")):
        for name, place, line in named_twice(page, way, "counter"):
            words = f"'{name}' is bought twice: line {line} buys it already"
            yield name, page.fault(place, words, rule="3.3", kind=Kind.ILLEGAL)


def section_of(decision: Decision, page: Document) -> Path:
    """The part of the file that answers a decision."""
    if decision.topic == "move" and "moves" in page.value:
        number = int(decision.key.rpartition("n")[2]) - 1
        return ("moves", min(number, len(page.value["moves"]) - 1))
    named = {"setup": ("setup",), "buy": ("buy",)}.get(decision.topic, (decision.topic.partition("/")[0],))
    return named if named[0] in page.value else ()


def closer(page: Document, path: Path, note: Note) -> Path:
    """The very purchase, garrison or stack a note speaks of, where it names its counter or its hex."""
    ways = (path, (*path, "buy"), (*path, "garrisons"), (*path, "stacks"), ("stacks",))
    return entry_with(page, ways, counter=note.facts.get("counter"), hex=note.facts.get("at")) or path
