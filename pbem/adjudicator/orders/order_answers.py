"""Order files as sources of answers: exact answers by key, then what sections say; and what silence means."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from pbem.adjudicator.engine.order_parts import NO, YES
from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.table import Decision, Plain


def worded(value: Any) -> Plain:
    """Typed values of an order file as questions read them: numbers as text, truth as yes and no."""
    if isinstance(value, bool):
        return str(YES) if value else str(NO)
    if isinstance(value, Mapping):
        return {name: worded(item) for name, item in value.items()}
    return [worded(item) for item in value] if isinstance(value, list) else str(value)


class FileAnswers:
    """One order file of this phase as a source. A title overrides how its sections answer, and how answers are read."""

    def __init__(self, orders: Orders, name: str = "") -> None:
        self.orders = orders
        self.body: Mapping[str, Plain] = orders.body
        self.name = name or orders.name
        self.exact = {part["key"]: place for place, part in enumerate(orders.body.get("answers", ()))}

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        """Exact answers first, then sections."""
        if decision.key not in self.exact:
            return self.by_section(decision)
        place = self.exact[decision.key]
        return self.as_asked(decision, self.orders.body["answers"][place]["answer"]), self.at("answers", place)

    def by_section(self, decision: Decision) -> tuple[Plain, str] | None:
        """Give the section that is called like the question's topic, as it stands."""
        return (self.body[decision.topic], self.at(decision.topic)) if decision.topic in self.body else None

    def as_asked(self, decision: Decision, answer: Plain) -> Plain:
        """An exact answer as the question wants it, where a file writes it otherwise."""
        return answer

    def recall(self, decision: Decision, source: str) -> None:
        """Nothing in an order file is used up."""

    def at(self, *path: str | int) -> str:
        """Name a place in the file for the record and the report: 'orders line 14'."""
        line = self.orders.lines.get(path)
        return f"{self.name} line {line}" if line else f"{self.name} {'.'.join(map(str, path))}"


class Silence:
    """Answers questions that orders are silent on: topic -> the answer, and words for the record."""

    def __init__(self, meant: Mapping[str, tuple[Plain, str]]) -> None:
        self.meant = meant

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        return deepcopy(self.meant.get(decision.topic))

    def recall(self, decision: Decision, source: str) -> None:
        """Silence is never used up."""
