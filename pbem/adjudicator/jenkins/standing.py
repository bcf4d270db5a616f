"""Standing orders: doctrine that persists until changed, with a number, a plain condition and an optional end.

They are consulted in the order of their numbers, after this phase's order files. The report tells of each what it
did, or why it did not fire.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.adjudicator.game import Orders
from pbem.adjudicator.jenkins.conditions import Look, unmet
from pbem.adjudicator.jenkins.state import State, deep_copy
from pbem.adjudicator.jenkins.vocabulary import doctrine_answer, look_for, speaks_of
from pbem.table import Decision, Plain

Order = dict[str, Any]


class StandingOrders:
    """One side's standing orders, and what they did in this phase."""

    def __init__(self, side: str, orders: Sequence[Order] = ()) -> None:
        self.side = side
        self.orders = sorted((deep_copy(order) for order in orders), key=lambda order: int(order["number"]))
        self.log: dict[str, list[str]] = {}

    def to_plain(self) -> list[Order]:
        """What outlives the phase."""
        return [deep_copy(order) for order in self.orders]

    @classmethod
    def from_plain(cls, side: str, plain: Sequence[Mapping[str, Any]]) -> StandingOrders:
        return cls(side, [dict(order) for order in plain])

    def adopt(self, file: Orders) -> None:
        """Take in an order file's standing part: a number given again replaces, a number cancelled goes."""
        for part in file.body.get("standing", ()):
            number = part.get("number", part.get("cancel"))
            self.orders = [order for order in self.orders if order["number"] != number]
            if "number" in part:
                self.orders.append(deep_copy(dict(part)))
        self.orders.sort(key=lambda order: int(order["number"]))

    def source(self, state: State) -> StandingSource:
        """The orders in force when the phase begins, as a source of answers."""
        self.log = {order["number"]: [] for order in self.orders}
        self.retire(Look(state, self.side))
        return StandingSource(self, state)

    def retire(self, look: Look) -> None:
        """What has come to its end is struck off, with the reason, before the phase begins."""
        for order in list(self.orders):
            if "until" in order and not unmet(look, order["until"]):
                self.orders.remove(order)
                self.log[order["number"]].append("ended: its 'until' has come true")

    def fired(self, order: Order, key: str) -> None:
        """Note a use; an order for once is then used up."""
        self.log[order["number"]].append(f"answered {key}")
        if order.get("once"):
            self.orders.remove(order)
            self.log[order["number"]].append("ended: it was to be used once")

    def report(self) -> list[str]:
        """A line for each order that was in force at the start: what it did, or that nothing called for it."""
        return [f"No. {number}: {'; '.join(dict.fromkeys(said)) or 'nothing called for it'}"
                for number, said in self.log.items()]


class StandingSource:
    """Standing orders answering the questions of one phase."""

    def __init__(self, standing: StandingOrders, state: State) -> None:
        self.standing = standing
        self.state = state

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        """The first order whose condition holds and which has something to say; why the others did not is logged.

        If orders in force say when to intercept, and none of them says so here, there is no interception.
        """
        look = look_for(decision, self.state)
        silent = None
        for order in [order for order in self.standing.orders if speaks_of(decision, order)]:
            said = doctrine_answer(decision, order, look)
            why_not = unmet(look, order.get("if", ()))
            if said is not None and not why_not:
                self.standing.fired(order, decision.key)
                return said[0], name_of(order)
            reason = why_not or "nothing in it applies there"
            self.standing.log[order["number"]].append(f"did not fire at {decision.key}: {reason}")
            if decision.topic == "intercept" and not why_not:
                silent = silent or order
        return None if silent is None else ([], name_of(silent))

    def recall(self, decision: Decision, source: str) -> None:
        """A recorded answer: go through the same motions, so that uses and reasons come out the same."""
        if source.startswith("standing order ") or source == "default at deadline":
            self.answer(decision)


def name_of(order: Mapping[str, Any]) -> str:
    """How a standing order stands in the record."""
    return f"standing order {order['number']}"
