"""Standing orders: doctrine that persists until changed, with a number, a plain condition and an optional end.

They are consulted in the order of their numbers, after this phase's order files. The report tells of each what it
did, or why it did not fire. What a title's doctrine and conditions are, the title says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.table import Decision, Plain

#: Nobody changes an order that has been adopted, so positions, views and order files share it.
Order = Mapping[str, Any]
NAME = "standing order"


class Doctrine(Protocol):
    """Reads doctrine for one side, as a title defines it."""

    def unmet(self, conditions: Iterable[Mapping[str, Any]], decision: Decision | None = None) -> str:
        """The first condition that does not hold, in words; empty if all hold."""

    def answer(self, decision: Decision, body: Mapping[str, Any]) -> Plain | None:
        """Returns the answer of a set of doctrine sections to a question."""

    def speaks_of(self, decision: Decision, body: Mapping[str, Any]) -> bool:
        """Tells if a set of doctrine sections has one for questions of this sort."""

    def silence(self, decision: Decision) -> Plain | None:
        """Returns the answer that silence means.

        Orders in force speak of such questions, and none of them answers this one.
        """


class StandingOrders:
    """One side's standing orders, and what they did in this phase."""

    def __init__(self, side: str, orders: Sequence[Order] = ()) -> None:
        self.side = side
        self.orders = sorted(orders, key=number_of)
        self.log: dict[str, list[str]] = {}

    def to_plain(self) -> list[Order]:
        """Returns what outlives the phase."""
        return list(self.orders)

    @classmethod
    def from_plain(cls, side: str, plain: Sequence[Order]) -> StandingOrders:
        """The inverse."""
        return cls(side, plain)

    def adopt(self, file: Orders) -> None:
        """Take in an order file's standing part: a number given again replaces, a number cancelled goes."""
        for part in file.body.get("standing", ()):
            number = part.get("number", part.get("cancel"))
            self.orders = [order for order in self.orders if order["number"] != number]
            if "number" in part:
                self.orders.append(part)
        self.orders.sort(key=number_of)

    def source(self, doctrine: Doctrine) -> StandingSource:
        """The orders in force when the phase begins, as a source of answers."""
        self.log = {str(order["number"]): [] for order in self.orders}
        self.retire(doctrine)
        return StandingSource(self, doctrine)

    def retire(self, doctrine: Doctrine) -> None:
        """Strikes off orders that have come to their end, with the reason, before the phase begins."""
        for order in list(self.orders):
            if "until" in order and not doctrine.unmet(order["until"]):
                self.orders.remove(order)
                self.say(order, "ended: its 'until' has come true")

    def say(self, order: Order, text: str) -> None:
        """Note what became of an order."""
        self.log[str(order["number"])].append(text)

    def fired(self, order: Order, key: str) -> None:
        """Note a use; an order for once is then used up."""
        self.say(order, f"answered {key}")
        if order.get("once"):
            self.orders.remove(order)
            self.say(order, "ended: it was to be used once")

    def report(self) -> list[str]:
        """A line for each order that was in force at the start: what it did, or that nothing called for it."""
        return [f"No. {number}: {'; '.join(dict.fromkeys(said)) or 'nothing called for it'}"
                for number, said in self.log.items()]


class StandingSource:
    """Standing orders answering the questions of one phase."""

    def __init__(self, standing: StandingOrders, doctrine: Doctrine) -> None:
        self.standing = standing
        self.doctrine = doctrine

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        """The first order whose condition holds and which has something to say; why the others did not is logged."""
        silent = ""
        for order in [order for order in self.standing.orders if self.doctrine.speaks_of(decision, order)]:
            why_not = self.doctrine.unmet(order.get("if", ()), decision)
            said = None if why_not else self.doctrine.answer(decision, order)
            if said is not None:
                self.standing.fired(order, decision.key)
                return said, f"{NAME} {order['number']}"
            reason = why_not or "nothing in it applies there"
            self.standing.say(order, f"did not fire at {decision.key}: {reason}")
            silent = silent or ("" if why_not else f"{NAME} {order['number']}")
        meant = self.doctrine.silence(decision) if silent else None
        return None if meant is None else (meant, silent)

    def recall(self, decision: Decision, source: str) -> None:
        """A recorded answer: go through the same motions, so that uses and reasons come out the same."""
        if not source.startswith("orders"):
            self.answer(decision)


def number_of(order: Mapping[str, Any]) -> int:
    """An order's number."""
    return int(order["number"])
