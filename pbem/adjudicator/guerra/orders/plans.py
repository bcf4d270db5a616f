"""Reads order files and standing orders as answers to the questions of a turn.

The newest file that has a section answers from it, then the standing orders in the order of their numbers, then the
seat's doctrine. Operations are a list of march books: each activation takes the next entry that holds and goes down its
steps. `NothingOrdered` gives all other questions their default, so that no phase stops but where its owner asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.order_parts import YES
from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.orders.answers import kept
from pbem.adjudicator.guerra.orders.conditions import unmet
from pbem.adjudicator.guerra.orders.council import council_answers
from pbem.adjudicator.guerra.orders.doctrines import SHIPPED
from pbem.adjudicator.guerra.orders.march_rows import OPERATION
from pbem.adjudicator.guerra.orders.names import meaning
from pbem.adjudicator.guerra.orders.order_table import TABLE
from pbem.adjudicator.guerra.orders.stacks import (
    NOT_DUE,
    as_formed,
    entry_for,
    leaders_in,
    stacks_of,
    why_no_entry,
)
from pbem.adjudicator.guerra.rules.questions import PASSED
from pbem.adjudicator.guerra.state.terms import PURSES
from pbem.adjudicator.guerra.view.look import Look
from pbem.adjudicator.orders.carried_out.ids import Ids
from pbem.adjudicator.orders.carried_out.march_book import Due, March, Spot
from pbem.adjudicator.orders.carried_out.sighted import Sighted
from pbem.adjudicator.orders.doctrine import topic_of
from pbem.adjudicator.orders.order_answers import FileAnswers, worded
from pbem.adjudicator.orders.shapes import Keys

Sections = Mapping[str, Any]
Entry = Mapping[str, Any]
SETUP, OPERATIONS, FORCES, NEVER_BELOW = "setup", "operations", "forces", "never_below"
STOP = "stop"
OPERATION_SHAPE = Keys("An operation", OPERATION)
#: Words of a step's parameters that its conditions may look at.
LOOKED_AT = ("target", "port", "at", "in_port", "area", "purse")


class Doctrine(Sighted[Look]):
    """One seat's way of reading its doctrine: by its view, and by what a question tells."""

    def __init__(self, board: Board, seat: str, known: Callable[[], Mapping[str, Any]]) -> None:
        self.floors: Mapping[str, int] = {}  # by purse, as the newest file has them
        self.names = Ids(TABLE, board, seat, meaning)
        super().__init__(TABLE, SHIPPED, board, known, self.eyes, unmet, self.names)

    def eyes(self, board: Board, known: Callable[[], Mapping[str, Any]], facts: Mapping[str, Plain]) -> Look:
        """The seat's eyes, which see what its purses are not to be spent below."""
        return Look(board, known, facts, self.floors)

    def place(self, decision: Decision) -> str:
        named = [str(decision.facts.get(word, "")) for word in ("area", "port", "sea")]
        for pieces in (self.board.areas, self.board.ports, self.board.seas):
            found = next((pieces[name].name for name in named if name in pieces), "")
            if found:
                return found
        return ""


class OrderFile(FileAnswers):
    """One order file of this phase as a source of answers. `number` counts the files of a seat, the oldest as 1."""

    def __init__(
        self, orders: Orders, doctrine: Doctrine, number: int, newer: Iterable[str], ask: Sequence[str] = ()
    ) -> None:  # fmt: skip
        super().__init__(orders, orders.name if number == 1 else f"{orders.name} ({number})")
        self.doctrine = doctrine
        hidden = tuple(newer)
        self.body = {name: part for name, part in orders.body.items() if name not in hidden}
        self.ask = tuple(ask)  # the sections about which the owner wants a letter
        self.heard: set[int] = set()  # operations of which the owner has heard why they were passed over
        self.used: set[int] = set()  # of the operations, by where an entry stands
        self.entry = -1  # the operation under way
        self.book: March | None = None

    def as_asked(self, decision: Decision, answer: Plain) -> Plain:
        """An exact answer with ids for names, where it is a step or an operation; else as it is written."""
        topic = topic_of(decision)
        if topic == "step" and isinstance(answer, Mapping):
            return worded(self.doctrine.names.of(TABLE.names["short_step"], answer))
        if topic == "force" and isinstance(answer, Mapping):
            operation = self.doctrine.names.of(OPERATION_SHAPE, answer)
            return entry_for(operation, self.doctrine.look(decision)) or worded(operation)
        return worded(answer)

    def by_section(self, decision: Decision) -> tuple[Plain, str] | None:
        """Plans first, then what doctrine sections say."""
        topic = topic_of(decision)
        plan = PLANNERS.get(topic)
        if plan is not None:
            return plan(self, decision)
        said = self.doctrine.answer(decision, self.body)
        return None if said is None else (said, self.at(self.doctrine.section_of(decision)))

    def has(self, section: str) -> bool:
        """Tells if this file, and no newer one, has a section."""
        return section in self.body

    def section(self, key: str) -> Any:
        """A section with ids for names."""
        return self.doctrine.section(self.body, key)

    # ---------------------------------------------------------------------------------------- the march books

    def place_of(self, number: int, spot: Spot | None = None) -> str:
        """Names the place of an operation, or of a step of it, as the record has it."""
        place = f"{self.at(OPERATIONS, number)}, operation {number + 1}"
        return f"{place}, {spot}" if spot is not None else place

    def spot_in_words(self, spot: Spot) -> str:
        """A step as its owner finds it: its number and its line."""
        page = self.orders.page
        line = page.place((OPERATIONS, self.entry, "do", spot.step))[0] if page is not None else 0
        named = f"Step {spot.step + 1}{f', in its stead {spot.stead}' if spot.stead else ''}"
        return f"{named} (line {line})" if line else named

    def heard_once(self, number: int, why: str) -> list[Plain]:
        """A line on an operation that was passed over, told once in a phase."""
        if number in self.heard or not why or why == NOT_DUE:
            return []
        self.heard.add(number)
        line = self.orders.lines.get((OPERATIONS, number))
        return [f"Operation {number + 1}{f' (line {line})' if line else ''} is passed over: {why}."]

    def operations(self) -> Iterator[tuple[int, Entry]]:
        """The operations that have not been begun, with their places."""
        for number, entry in enumerate(self.section(OPERATIONS) if self.has(OPERATIONS) else ()):
            if number not in self.used:
                yield number, entry

    def begin(self, number: int) -> None:
        """Opens the book of an operation."""
        entry = self.section(OPERATIONS)[number]
        self.used.add(number)
        self.entry = number
        self.book = March(entry.get("do", ()), undaunted=bool(entry.get("undaunted")))

    def recall(self, decision: Decision, source: str) -> None:
        """Restores the place in the books from what the record says of it."""
        topic = topic_of(decision)
        if topic not in ("force", "step") or not self.has(OPERATIONS):
            return
        if topic == "force":
            found = [number for number, _ in self.operations() if source == self.place_of(number)]
            if found:
                self.begin(found[0])
        elif self.book is not None:
            spot = self.spot_named(source)
            if spot is not None:
                self.book.reach(spot)

    def spot_named(self, source: str) -> Spot | None:
        """The place in the open book that the record means."""
        assert self.book is not None  # noqa: S101 - its caller has seen to it
        for number, step in enumerate(self.book.steps):
            instead = step.get("else", [])
            count = len(instead) if isinstance(instead, list) else 1
            for spot in (Spot(number, stead) for stead in range(count + 1)):
                if source == self.place_of(self.entry, spot):
                    return spot
        return None


# -------------------------------------------------------------------------------------------- sections that plan


def forces(file: OrderFile, decision: Decision) -> tuple[Plain, str] | None:
    """The stacks to be formed before the first activation: those of the section, and those that operations name."""
    look = file.doctrine.look(decision)
    found: list[Plain] = []
    if file.has(FORCES):
        found += [as_formed(entry) for entry in file.section(FORCES) if not unmet(look, entry.get("if", ()))]
    if file.has(OPERATIONS):
        found += [as_formed(entry) for _, each in file.operations() for entry in stacks_of(each, look)]
    if not found and not file.has(FORCES):
        return None
    return found, file.at(FORCES if file.has(FORCES) else OPERATIONS)


def next_force(file: OrderFile, decision: Decision) -> tuple[Plain, str] | None:
    """The next operation whose force may operate and whose conditions hold; None where the list is done."""
    look = file.doctrine.look(decision)
    passed: list[Plain] = []
    for number, entry in file.operations():
        why = why_not_now(entry, look)
        answer = entry_for(entry, look) if not why else None
        if answer is not None:
            file.begin(number)
            return with_passed(answer, passed), file.place_of(number)
        passed += file.heard_once(number, why)
    asks = file.doctrine.asks_for(decision, file.ask)
    return ({PASSED: passed}, file.at(OPERATIONS)) if passed and not asks else None


def why_not_now(entry: Entry, look: Look) -> str:
    """Explains why an operation is not for now; empty if its force or fleet can be taken in hand."""
    return unmet(look, entry.get("if", ())) or why_no_entry(entry, look)


def with_passed(answer: dict[str, Plain], passed: list[Plain]) -> dict[str, Plain]:
    """An answer with the lines on what was left out before it."""
    return {**answer, PASSED: passed} if passed else answer


def next_step(file: OrderFile, decision: Decision) -> tuple[Plain, str] | None:
    """The next step of the open book; where it ends, a stop, unless its owner wants to be asked."""
    if file.book is None or not file.has(OPERATIONS):
        return None
    look = file.doctrine.look(decision)
    told = decision.facts

    def why_not(parameters: Mapping[str, Any]) -> str:
        given = parameters.get("if", ())
        return unmet(on_step(look, parameters), given) if given else ""

    due = file.book.next(why_not, beaten=told.get("beaten") == YES, lapsed=told.get("lapsed") == YES)
    passed: list[Plain] = [f"{file.spot_in_words(spot)} is left out: {why}." for spot, why in file.book.passed]
    if due is not None:
        return with_passed(step_said(due), passed), file.place_of(file.entry, due.spot)
    asks = file.doctrine.asks_for(decision, file.ask)
    return None if asks or not passed else (with_passed({STOP: {}}, passed), file.place_of(file.entry))


def on_step(look: Look, parameters: Mapping[str, Any]) -> Look:
    """The eyes on a step: what its parameters name stands beside what the question tells."""
    named = {word: str(parameters[word]) for word in LOOKED_AT if word in parameters}
    if "at" in named:
        named["area"] = named.pop("at")
    fleet = "in_port" in named or (not look.told("force") and look.facts.get("ships"))
    return look.about(**named, **({"verb": "attack_fleet"} if fleet else {}))


def step_said(due: Due) -> dict[str, Plain]:
    """A step as the rule reads it."""
    return {due.verb: worded(dict(due.parameters))}


def council(file: OrderFile, decision: Decision) -> tuple[Plain, str] | None:
    """The sections of the council, with their conditions judged (9.3, 4)."""
    section = TABLE.section_of[topic_of(decision)]
    if not file.has(section):
        return None
    said = council_answers.ANSWERS[topic_of(decision)](decision, file.section(section), file.doctrine.look(decision))
    return None if said is None else (said, file.at(section))


def set_up(file: OrderFile, decision: Decision) -> tuple[Plain, str] | None:
    """The set-up, stack by stack (2.0)."""
    if not file.has(SETUP):
        return None
    return [worded({**entry, "leaders": leaders_in(entry)}) for entry in file.section(SETUP)], file.at(SETUP)


PLANNERS: Mapping[str, Callable[[OrderFile, Decision], tuple[Plain, str] | None]] = {
    SETUP: set_up, "forces": forces, "force": next_force, "step": next_step,
    **dict.fromkeys(council_answers.ANSWERS, council),
}  # fmt: skip


def order_files(orders: Sequence[Orders], doctrine: Doctrine, ask: Sequence[str] = ()) -> list[OrderFile]:
    """A seat's files of a phase as sources, newest first; a section counts whole, as its newest file has it."""
    files: list[OrderFile] = []
    newer: list[str] = []
    floors = next((doctrine.section(order.body, NEVER_BELOW) for order in orders if NEVER_BELOW in order.body), 0)
    doctrine.floors = {purse: kept(floors, purse) for purse in PURSES}
    for place, order in enumerate(orders):
        files.append(OrderFile(order, doctrine, len(orders) - place, newer, ask))
        newer += [key for key in order.body if key in TABLE.row and key != "answers"]
    return files
