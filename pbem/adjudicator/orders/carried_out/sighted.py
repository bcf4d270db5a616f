"""Doctrine that is read through a seat's eyes, and what is meant where nobody has ordered anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.orders.carried_out.ids import Ids
from pbem.adjudicator.orders.doctrine import Doctrine, topic_of
from pbem.adjudicator.orders.grammar import Look, OrderTable
from pbem.adjudicator.orders.shipped import Sections, Shipped

View = Mapping[str, Any]
#: Makes the eyes of a seat from the board, from what makes its view, and from the facts of a question.
Opens = Callable[[Any, Callable[[], View], Mapping[str, Plain]], Look]
#: Says in words which condition does not hold, to these eyes; empty if all hold.
Judge = Callable[[Look, Iterable[Mapping[str, Any]]], str]
NOTHING = "nothing ordered"


class Sighted(Doctrine[Look]):
    """One seat's way of reading its doctrine: by its view, and by what a question tells.

    With `ids`, sections and conditions are read with ids for the names that players write.
    """

    def __init__(
        self, table: OrderTable[Any, Any, Look], shipped: Shipped[Any], board: Any, known: Callable[[], View],
        opens: Opens[Look], judge: Judge[Look], ids: Ids | None = None,
    ) -> None:  # fmt: skip
        super().__init__(table, shipped, board)
        self.known, self.opens, self.judge, self.ids = known, opens, judge, ids
        self.latest: tuple[Decision, Look] | None = None
        self.named: dict[tuple[int, str], tuple[Any, Any]] = {}

    def look(self, decision: Decision | None = None) -> Look:
        """The seat's eyes; the same for one question, for nothing moves while it is answered."""
        if decision is None:
            return self.opens(self.board, self.known, {})
        if self.latest is None or self.latest[0] is not decision:
            self.latest = (decision, self.opens(self.board, self.known, decision.facts))
        return self.latest[1]

    def unmet(self, conditions: Iterable[Mapping[str, Any]], decision: Decision | None = None) -> str:
        given = list(conditions)
        if not given:
            return ""
        return self.judge(self.look(decision), self.ids.conditions(given) if self.ids else given)

    def section(self, body: Sections, key: str) -> Any:
        """A section with ids for names; each is read once."""
        given = body[key]
        if self.ids is None:
            return given
        found = self.named.get((id(given), key))
        if found is None or found[0] is not given:
            found = self.named[id(given), key] = (given, self.ids.section(key, given))
        return found[1]

    def answer(self, decision: Decision, body: Sections) -> Plain | None:
        section = self.section_of(decision)
        row = self.table.row.get(section)
        reader = row.answers.get(topic_of(decision)) if row is not None and section in body else None
        return None if reader is None else reader(decision, self.section(body, section), self.look(decision))


class NothingOrdered:
    """Gives the default to every question that nobody has answered, unless its owner wants to be asked."""

    def __init__(self, doctrine: Doctrine[Any], ask: Sequence[str]) -> None:
        self.doctrine = doctrine
        self.ask = tuple(ask)

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        return None if self.doctrine.asks_for(decision, self.ask) else (decision.default_answer(), NOTHING)

    def recall(self, decision: Decision, source: str) -> None:
        """Defaults are never used up."""
