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
from pbem.adjudicator.engine.table import Decision, Note, Roll, Table
from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.orders.order_table import TABLE
from pbem.adjudicator.lions.orders.plans import Doctrine, OrderFile, without
from pbem.adjudicator.lions.orders.rehearsal import wrong_operations
from pbem.adjudicator.lions.rules.ch03_setup import muster
from pbem.adjudicator.lions.rules.ch04_sequence import BIDS, SETUP, WATCH, YEAR, outfitting_phase
from pbem.adjudicator.lions.rules.ch10_agreements import agreements_question
from pbem.adjudicator.lions.state.state import State
from pbem.adjudicator.lions.view.view import board_seen, seen_state, view
from pbem.adjudicator.orders.carried_out.rehearsing import LAPSED, Path, Rehearsal
from pbem.adjudicator.orders.carried_out.sighted import NothingOrdered
from pbem.adjudicator.orders.doctrine import topic_of
from pbem.adjudicator.orders.echo import told
from pbem.adjudicator.orders.order_answers import worded
from pbem.base.dice_spec import read_spec
from pbem.base.errors import Fault, Kind
from pbem.base.records import replace
from pbem.schema import Document


def legal(known: Mapping[str, Any], orders: Orders) -> Checked:
    """Checks orders of right shape and names against the rules, and says what they will do."""
    assert orders.page is not None  # noqa: S101 - orders come from a file
    page, board = orders.page, board_seen(known)
    faults: list[Fault] = []
    said: list[str] = []
    state = seen_state(board, known)
    if known["step"] == SETUP:
        faults += wrong_set_up(board, page)
    elif known["step"] == BIDS:
        faults += [*wrong_bids(state, page), *wrong_agreements(state, page)]
    elif known["step"] == YEAR:
        faults += rehearse(state, orders, page, said)
    if known["step"] in (YEAR, WATCH):
        faults += wrong_operations(state, page, said)
    return Checked(tuple(faults), (*said, *told(TABLE, orders.body)))


def heard(table: Table, seat: str) -> Iterator[str]:
    """Yields the rehearsal's notes for the owner, and those that all would hear of the owner."""
    for note in table.story:
        if note.event != LAPSED and (note.to == seat or note.facts.get("power") == seat):
            yield note.text


# -------------------------------------------------------------------------------------------- set-up and bids


def wrong_set_up(board: Board, page: Document) -> Iterator[Fault]:
    """Each part of the set-up, held against the parts before it (3.2, 19.8)."""
    plan = page.value.get("setup", {})
    before: list[str] = []
    parts = [("place", number) for number in range(len(plan.get("place", ())))]
    parts += [("aboard", number) for number in range(len(plan.get("aboard", ())))]
    for name, number in parts:
        so_far = {"place": plan.get("place", [])} if name == "aboard" else {}
        found = muster(board, page.value["seat"], worded(so_far | {name: plan[name][: number + 1]})).faults
        for reason in [reason for reason in found if reason not in before]:
            yield page.fault(("setup", name, number), reason, kind=Kind.ILLEGAL)
        before = found


def wrong_bids(state: State, page: Document) -> Iterator[Fault]:
    """Markers that are not up for bids, and more pounds than there are (9.3, 8.3)."""
    most = state.board.player_numbers[len(state.players)].exchange
    pounds = state.money[page.value["seat"]]
    for number, entry in enumerate(page.value.get("bids", ())):
        which = entry["for"]
        if which.isdecimal() and not 1 <= int(which) <= most:
            yield page.fault(("bids", number, "for"), f"there is no marker {which}", kind=Kind.ILLEGAL,
                             hint=f"1 to {most} are up for bids")
        for place, bid in enumerate(entry["rounds"]):
            if bid > pounds:
                yield page.fault(("bids", number, "rounds", place), f"{bid} is more than your {pounds} pounds",
                                 rule="8.3", kind=Kind.ILLEGAL)
    held = [state.type_of(name).id for name in state.hand[page.value["seat"]]]
    for number, kind in enumerate(page.value.get("return", ())):
        if kind not in held:
            yield page.fault(("return", number), f"you hold no {kind}", kind=Kind.ILLEGAL)


def wrong_agreements(state: State, page: Document) -> Iterator[Fault]:
    """Records that nobody could agree to (10.1)."""
    question = agreements_question(Table(), state, page.value["seat"])
    for number, record in enumerate(page.value.get("agreements", ())):
        for reason in question.faults([worded(record)]):
            yield page.fault(("agreements", number), reason, kind=Kind.ILLEGAL)


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

    def section_of(decision: Decision) -> Path:
        section = topic_of(decision)
        return (section,) if section in page.value else ()

    yield from played.refused(page, section_of)
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
    """The very entry a note speaks of: it begins with its words."""
    section = str(note.facts.get("section", ""))
    for number, entry in enumerate(page.value.get("fleets", {}).get("form", ())):
        if note.text.startswith(f"Fleet {entry['number']} "):
            return ("fleets", "form", number)
    for number, entry in enumerate(page.value.get("outfit", {}).get(section, ())):
        said = {name: value for name, value in entry.items() if name != "if"}
        words = ", ".join(f"{name} {value}" for name, value in worded(said).items())
        if note.text.startswith(f"Not done: {section} {words}: "):
            return ("outfit", section, number)
    return ("outfit",) if "outfit" in page.value else ()
