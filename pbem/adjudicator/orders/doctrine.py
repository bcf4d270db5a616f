"""Doctrine as answers: a title's table says which section answers which questions, and how."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, Generic

from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.orders.grammar import Look, OrderTable


def topic_of(decision: Decision) -> str:
    """The first word of a question's topic, by which the table knows it."""
    return decision.topic.partition("/")[0]


class Doctrine(ABC, Generic[Look]):
    """One seat's way of reading its doctrine. A title says how the seat looks at a question and at conditions."""

    def __init__(self, table: OrderTable[Any, Any, Look]) -> None:
        self.table = table

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
