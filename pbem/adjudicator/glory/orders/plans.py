"""Reads order files and standing orders as answers to the questions of a turn.

The newest file that has a section answers from it, then the standing orders in the order of their numbers, then the
seat's doctrine. Sailing orders answer block by block. Nothing stops for an answer but a halt and a battle by letter:
`Silence` gives every other question its default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.order_parts import NO, YES
from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.orders.conditions import unmet
from pbem.adjudicator.glory.orders.doctrines import SHIPPED
from pbem.adjudicator.glory.orders.leg_answers import BONUS, after_bonus, fleets, in_course, leg, rumour_leg
from pbem.adjudicator.glory.orders.names import meaning
from pbem.adjudicator.glory.orders.order_table import TABLE
from pbem.adjudicator.glory.view.look import Look
from pbem.adjudicator.orders.carried_out.ids import Ids
from pbem.adjudicator.orders.carried_out.sighted import NOTHING, Sighted
from pbem.adjudicator.orders.doctrine import topic_of
from pbem.adjudicator.orders.order_answers import FileAnswers, worded

Sections = Mapping[str, Any]
#: The questions that may stop a phase; only an answer by key, or the deadline, answers them.
STOPS = ("halt", "battle")
WISH_BATTLE = "wish/battle"
BATTLE = "battle"


class Doctrine(Sighted[Look]):
    """One seat's way of reading its doctrine: by its view, and by what a question tells."""

    def __init__(self, board: Board, seat: str, known: Callable[[], Mapping[str, Any]]) -> None:
        super().__init__(TABLE, SHIPPED, board, known, Look, unmet, ids_of(board, seat))

    def place(self, decision: Decision) -> str:
        where = str(decision.facts.get("place", decision.facts.get("block", "")))
        block = self.board.blocks.get(where)
        return block.name if block is not None else self.board.place_name(where) if where else ""

    def section_of(self, decision: Decision) -> str:
        return "" if decision.topic == WISH_BATTLE or topic_of(decision) in STOPS else super().section_of(decision)

    def readers(self, decision: Decision) -> Sequence[tuple[str, Any]]:
        """The sections that may answer a question, in their order, and how each does."""
        section = self.section_of(decision)
        if not section:
            return ()
        if topic_of(decision) != "leg":
            return ((section, self.table.row[section].answers.get(topic_of(decision))),)
        if in_course(self.look(decision), BONUS):
            return ((BONUS, after_bonus),)
        rumour = str(decision.facts.get("block", "")).startswith("fog-")
        return (("sail", leg), ("decoys", rumour_leg)) if rumour else (("sail", leg),)

    def answer(self, decision: Decision, body: Sections) -> Plain | None:
        return self.found(decision, body)[0]

    def found(self, decision: Decision, body: Sections) -> tuple[Plain | None, str]:
        """The answer of the first section that has one, and which it is."""
        for key, reader in self.readers(decision):
            said = reader(decision, self.section(body, key), self.look(decision)) if reader and key in body else None
            if said is not None:
                return said, key
        return None, ""

    def speaks_of(self, decision: Decision, body: Sections) -> bool:
        """Tells if a body has a word on such a question; sailing orders only on the blocks that they name."""
        keys = [key for key, _ in self.readers(decision) if key in body]
        if "sail" in keys and topic_of(decision) == "leg" and not self.names_block(decision, body):
            keys.remove("sail")
        return bool(keys)

    def names_block(self, decision: Decision, body: Sections) -> bool:
        """Tells if sailing orders name the block that a question is about."""
        return any(entry["block"] == decision.facts.get("block") for entry in self.section(body, "sail"))

    def shipped_answer(self, name: str, decision: Decision) -> Plain | None:
        """Nothing on a question that stops a phase; None too where a doctrine has no word, so that Silence answers."""
        if not self.section_of(decision):
            return None
        said = self.answer(decision, self.body(name, decision.side))
        return None if said is None or decision.faults(said) else said


class OrderFile(FileAnswers):
    """One order file of this phase as a source of answers. `number` counts the files of a seat, the oldest as 1."""

    def __init__(self, orders: Orders, doctrine: Doctrine, number: int, newer: Iterable[str]) -> None:
        super().__init__(orders, orders.name if number == 1 else f"{orders.name} ({number})")
        self.doctrine = doctrine
        hidden = tuple(newer)
        self.body = {name: part for name, part in orders.body.items() if name not in hidden}
        self.used: set[int] = set()  # of the fleets formed in port, by where an entry stands

    def as_asked(self, decision: Decision, answer: Plain) -> Plain:
        return worded(answer)

    def by_section(self, decision: Decision) -> tuple[Plain, str] | None:
        """Plans first, then what doctrine sections say."""
        topic = topic_of(decision)
        if topic == "setup":
            return (set_up(self.doctrine.section(self.body, "setup")), self.at("setup")) if topic in self.body else None
        if topic == "fleets":
            return self.formed(decision) if topic in self.body else None
        said, key = self.doctrine.found(decision, self.body)
        return None if said is None else (said, self.at(*self.spot(decision, key)))

    def spot(self, decision: Decision, key: str) -> tuple[str | int, ...]:
        """The place of what answered: of a block's own entry where sailing orders did."""
        if key != "sail" or topic_of(decision) != "leg":
            return (key,)
        names = [entry["block"] for entry in self.doctrine.section(self.body, "sail")]
        return (key, names.index(decision.facts.get("block")))

    def formed(self, decision: Decision) -> tuple[Plain, str] | None:
        """The blocks to be formed in a port now; each entry is used once."""
        found = fleets(self.doctrine.section(self.body, "fleets"), self.doctrine.look(decision), sorted(self.used))
        self.used |= {place for place, _ in found}
        return [entry for _, entry in found], self.at("fleets")

    def recall(self, decision: Decision, source: str) -> None:
        """Fleets that are in the record have been formed."""
        if topic_of(decision) == "fleets" and "fleets" in self.body and source == self.at("fleets"):
            self.formed(decision)


def set_up(section: Sections) -> Plain:
    """The set-up as the rules read it: a station for each block."""
    told = worded(section)
    stations = {each["block"]: each["station"] for each in told.get("stations", ())}
    return {**told, "stations": stations}


class Silence:
    """Gives the default to every question that nobody has answered, so that none stops a phase.

    A halt and a battle by letter are left open: both seats were asked, and both may write again. Whether battles are
    to be asked about is what the seat has said under `ask`.
    """

    def __init__(self, ask: Sequence[str]) -> None:
        self.ask = tuple(ask)

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        if topic_of(decision) in STOPS:
            return None
        if decision.topic == WISH_BATTLE:
            return str(YES if BATTLE in self.ask else NO), NOTHING
        return decision.default_answer(), NOTHING

    def recall(self, decision: Decision, source: str) -> None:
        """Silence is never used up."""


def order_files(orders: Sequence[Orders], doctrine: Doctrine) -> list[OrderFile]:
    """A seat's files of a phase as sources, newest first; a section counts whole, as its newest file has it."""
    files: list[OrderFile] = []
    newer: list[str] = []
    for place, order in enumerate(orders):
        files.append(OrderFile(order, doctrine, len(orders) - place, newer))
        newer += [key for key in order.body if key in TABLE.row and key != "answers"]
    return files


def ids_of(board: Board, seat: str) -> Ids:
    """Puts ids for names, as one seat writes them."""
    return Ids(TABLE, board, seat, meaning)
