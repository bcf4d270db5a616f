"""Doctrine as answers: a title's table says which section answers which questions, and how."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic

from pbem.adjudicator.engine.chosen_doctrine import EVERYTHING
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.orders.grammar import Look, OrderTable
from pbem.adjudicator.orders.shipped import Sections, Shipped


def topic_of(decision: Decision) -> str:
    """The first word of a question's topic, by which the table knows it."""
    return decision.topic.partition("/")[0]


def words_of(decision: Decision) -> tuple[str, ...]:
    """The words of a topic behind the first, by which a list of what to ask may name it: a kind of marker, of loss."""
    return tuple(decision.topic.split("/")[1:])


class Doctrine(ABC, Generic[Look]):
    """One seat's way of reading its doctrine. A title says how the seat looks at a question and at conditions."""

    def __init__(self, table: OrderTable[Any, Any, Look], shipped: Shipped[Any], board: Any) -> None:
        self.table = table
        self.shipped = shipped
        self.board = board
        self.bodies: dict[tuple[str, str], Sections] = {}

    @abstractmethod
    def look(self, decision: Decision | None = None) -> Look:
        """The seat's eyes, on a question if there is one."""

    @abstractmethod
    def unmet(self, conditions: Iterable[Mapping[str, Any]], decision: Decision | None = None) -> str:
        """The first condition that does not hold, in words; empty if all hold."""

    def section_of(self, decision: Decision) -> str:
        """The section that answers questions of this sort; empty if none does."""
        return self.table.section_of.get(topic_of(decision), "")

    def answer(self, decision: Decision, body: Mapping[str, Any]) -> Plain | None:
        """Returns the answer of the section for such questions; None where it has none."""
        section = self.section_of(decision)
        answer = self.table.row[section].answers.get(topic_of(decision)) if section in body else None
        return None if answer is None else answer(decision, body[section], self.look(decision))

    def speaks_of(self, decision: Decision, body: Mapping[str, Any]) -> bool:
        """Tells if there is a section for questions of this sort."""
        return self.section_of(decision) in body

    def silence(self, decision: Decision) -> Plain | None:
        """Returns None: a section's silence on a question means nothing here."""
        return None

    # ---------------------------------------------------------------------------------------- doctrines by name

    @abstractmethod
    def place(self, decision: Decision) -> str:
        """Names the place that a question is about, as players speak of it."""

    def shipped_answer(self, name: str, decision: Decision) -> Plain | None:
        """Returns a shipped doctrine's answer, or the question's default where the doctrine has nothing to say.

        None where the question asks for a plan. The sections come from the board alone, and conditions see what the
        seat sees, so the answer depends on nothing hidden from the seat.
        """
        row = self.table.row.get(self.section_of(decision))
        if row is not None and topic_of(decision) in row.topics:
            return None
        body = self.body(name, decision.side)
        said = self.answer(decision, body)
        said = self.silence(decision) if said is None and self.speaks_of(decision, body) else said
        return decision.default_answer() if said is None or decision.faults(said) else said

    def body(self, name: str, seat: str) -> Sections:
        """The sections of a shipped doctrine for a seat, made once."""
        if (name, seat) not in self.bodies:
            self.bodies[name, seat] = self.shipped.sections(name, self.board, seat)
        return self.bodies[name, seat]

    def asks_for(self, decision: Decision, topics: Sequence[str]) -> bool:
        """Tells if a list of sections to be asked about holds this question."""
        return any(name in topics for name in (self.section_of(decision), *words_of(decision), EVERYTHING) if name)

    def deed(self, decision: Decision, answer: Plain) -> str:
        """Says in words what an answer of the doctrine did."""
        return self.shipped.deed(topic_of(decision), decision, answer, self.place(decision))
