"""Verbs of a march book: when one is lawful, what it costs, and what it does; each chapter offers its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from pbem.adjudicator.engine.table import Plain, Table
from pbem.adjudicator.guerra.state.state import Acting, State
from pbem.base.records import dataclass

#: A step of a march book without its conditions: the parameters of its verb, numbers and truths as text.
Step = Mapping[str, Plain]


def nothing(state: State, act: Acting, step: Step) -> int:
    """The price of what costs no operation points."""
    return 0


@dataclass(frozen=True, slots=True)
class Verb:
    """One thing that a force or fleet in hand may do."""

    #: Says why it cannot be done now, in words that its owner may know; empty if it can.
    refusal: Callable[[State, Acting, Step], str]
    carry_out: Callable[[Table, State, Acting, Step], Awaitable[None]]
    cost: Callable[[State, Acting, Step], int] = nothing
    #: Whether the fleet's points pay.
    fleet: bool = False
