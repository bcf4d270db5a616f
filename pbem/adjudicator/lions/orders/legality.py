"""`pbem orders check`: the very rules that adjudicate, played offline on the player's own view.

Dice fall low and the others do nothing, so what lapses here lapses for a reason its owner can see. The queue of
operations cannot be played through, for it depends on what others do; each operation is held against the position as
the ones before it would leave it (rehearsal.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.adjudicator.engine.driver import Source
from pbem.adjudicator.engine.phase import Checked, Orders
from pbem.adjudicator.engine.table import Note, Roll, Table
from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.orders.order_table import TABLE
from pbem.adjudicator.lions.orders.plans import Doctrine, OrderFile, without
from pbem.adjudicator.lions.orders.rehearsal import wrong_operations
from pbem.adjudicator.lions.rules.ch03_setup import muster
from pbem.adjudicator.lions.rules.ch04_sequence import BIDS, SETUP, WATCH, YEAR, outfitting_phase
from pbem.adjudicator.lions.rules.ch10_agreements import agreements_question
from pbem.adjudicator.lions.state.state import State
from pbem.adjudicator.lions.view.view import board_seen, seen_state, view
from pbem.adjudicator.orders.carried_out.check_desk import Entry, Wrong
from pbem.adjudicator.orders.carried_out.rehearsing import LAPSED, Path, Rehearsal, part_at
from pbem.adjudicator.orders.carried_out.sighted import NothingOrdered
from pbem.adjudicator.orders.doctrine import topic_of
from pbem.adjudicator.orders.echo import told
from pbem.adjudicator.orders.order_answers import worded
from pbem.base.dice_spec import read_spec
from pbem.base.errors import Fault
from pbem.base.records import replace
from pbem.schema import Document


def legal(known: Mapping[str, Any], orders: Orders) -> Checked:
    """Checks orders of right shape and names against the rules, and says what they will do."""
    assert orders.page is not None  # noqa: S101 - orders come from a file
    page, step, state, said = orders.page, known["step"], seen_state(board_seen(known), known), list[str]()
    faults: list[Fault] = []
    wrong: list[Wrong] = []
    if step == SETUP:
        wrong += wrong_set_up(state.board, page.value)
    elif step == BIDS:
        wrong += [*wrong_bids(state, page.value), *wrong_agreements(state, page.value)]
    elif step == YEAR:
        faults += rehearse(state, orders, page, said)
    if step in (YEAR, WATCH):
        wrong += wrong_operations(state, page.value, said)
    return Checked((*faults, *(each.fault(page) for each in wrong)), (*said, *told(TABLE, orders.body)))


def heard(table: Table, seat: str) -> Iterator[str]:
    """Yields the rehearsal's notes for the owner, and those that all would hear of the owner."""
    for note in table.story:
        if note.event != LAPSED and (note.to == seat or note.facts.get("power") == seat):
            yield note.text


# -------------------------------------------------------------------------------------------- set-up and bids


def wrong_set_up(board: Board, file: Entry) -> Iterator[Wrong]:
    """Each part of the set-up, held against the parts before it (3.2, 19.8)."""
    plan = file.get("setup", {})
    before: list[str] = []
    for name, so_far in (("place", {}), ("aboard", {"place": plan.get("place", [])})):
        for number in range(len(plan.get(name, ()))):
            found = muster(board, file["seat"], worded(so_far | {name: plan[name][: number + 1]})).faults
            yield from (Wrong(("setup", name, number), reason) for reason in found if reason not in before)
            before = found


def wrong_bids(state: State, file: Entry) -> Iterator[Wrong]:
    """Markers that are not up for bids, and more pounds than there are (9.3, 8.3)."""
    most, pounds = state.board.player_numbers[len(state.players)].exchange, state.money[file["seat"]]
    for number, entry in enumerate(file.get("bids", ())):
        which = entry["for"]
        if which.isdecimal() and not 1 <= int(which) <= most:
            hint = f"1 to {most} are up for bids"
            yield Wrong(("bids", number, "for"), f"there is no marker {which}", hint=hint)
        for place, bid in enumerate(entry["rounds"]):
            if bid > pounds:
                yield Wrong(("bids", number, "rounds", place), f"{bid} is more than your {pounds} pounds", "8.3")
    for number, kind in enumerate(file.get("return", ())):
        if not state.held(file["seat"], kind):
            yield Wrong(("return", number), f"you hold no {kind}")


def wrong_agreements(state: State, file: Entry) -> Iterator[Wrong]:
    """Records that nobody could agree to (10.1)."""
    question = agreements_question(Table(), state, file["seat"])
    for number, record in enumerate(file.get("agreements", ())):
        yield from (Wrong(("agreements", number), reason) for reason in question.faults([worded(record)]))


# -------------------------------------------------------------------------------------------- the year


def rehearse(state: State, orders: Orders, page: Document, said: list[str]) -> Iterator[Fault]:
    """Play one's own outfitting and the forming of fleets, and hear what lapses.

    Leaders are not drawn here (22.2): neither their price nor who comes is known before the dice fall.
    """
    doctrine = Doctrine(state.board, lambda: view(state, orders.seat))
    mine: list[Source] = [OrderFile(without_recruits(orders), state, doctrine, 1, ()), NothingOrdered(doctrine, ())]
    played = Rehearsal(orders.seat, state.players, mine, low)
    played.play(lambda table: outfitting_phase(table, state))
    said += heard(played.table, orders.seat)

    yield from played.refused(page, lambda decision: (topic_of(decision),) if topic_of(decision) in page.value else ())
    yield from played.lapsed(page, lambda number, note: entry_of(page, note))


def without_recruits(orders: Orders) -> Orders:
    """The same orders, but that they try for no leader."""
    if "outfit" not in orders.body:
        return orders
    outfit = without(orders.body["outfit"], ("leaders",))
    return replace(orders, body={**orders.body, "outfit": outfit})


def low(roll: Roll) -> tuple[int, ...]:
    """The lowest faces there are; draws take what lies first."""
    spec = read_spec(roll.spec)
    return tuple(range(spec.count)) if spec.draws else (1,) * spec.count


def entry_of(page: Document, note: Note) -> Path:
    """The very entry a note speaks of."""
    part = tuple(note.facts.get("part", ("outfit",)))
    entries = enumerate(part_at(page.value, part) if "entry" in note.facts else ())
    alike = ((*part, number) for number, each in entries if worded(without(each, ("if",))) == note.facts["entry"])
    return next(alike, part)
