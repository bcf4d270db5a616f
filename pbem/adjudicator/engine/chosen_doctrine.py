"""A seat's doctrine: a set of shipped answers, chosen by name, that stands behind its orders and standing orders.

It is consulted after both and before any default, so that a seat that writes no standing orders is not asked what a
doctrine can answer. What each doctrine says, the title says. The report tells what it did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, Protocol

from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.table import Decision, Plain

#: How a source of the record begins that names a doctrine: "doctrine steady".
NAME = "doctrine"
#: The names that every title ships, the mildest first, and the word for none.
CAUTIOUS, STEADY, BOLD, NONE = "cautious", "steady", "bold", "none"
DOCTRINES = (CAUTIOUS, STEADY, BOLD)
#: The doctrine that a new order file has switched on, and that a seat gets which is silent at the set-up.
USUAL = STEADY
#: Asks about everything.
EVERYTHING = "everything"


class Shipped(Protocol):
    """Reads a title's doctrines for one seat, by what that seat sees."""

    def shipped_answer(self, name: str, decision: Decision) -> Plain | None:
        """Returns the named doctrine's answer; None where the question asks for a plan, which no doctrine has."""

    def asks_for(self, decision: Decision, topics: Sequence[str]) -> bool:
        """Tells if a seat that wants to be asked about these topics wants to be asked this."""

    def deed(self, decision: Decision, answer: Plain) -> str:
        """Says in words what an answer did, after "Your doctrine ..."; empty where it did nothing worth a line."""


class ChosenDoctrine:
    """One seat's doctrine and the topics it wants to be asked about; both hold until they are replaced."""

    def __init__(self, name: str = "", ask: Sequence[str] = ()) -> None:
        """`name` is empty until one is chosen; a seat that wants none has chosen `none`."""
        self.name = name
        self.ask = list(ask)
        self.log: list[str] = []

    def to_plain(self) -> dict[str, Plain]:
        """Returns what outlives the phase."""
        return {"name": self.name, "ask": deepcopy(self.ask)}

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> ChosenDoctrine:
        """The inverse."""
        return cls(plain["name"], plain["ask"])

    @property
    def in_force(self) -> bool:
        """Tells if a doctrine answers for the seat."""
        return self.name in DOCTRINES

    def adopt(self, file: Orders) -> None:
        """Takes in the doctrine that an order file names, and the topics it wants to be asked about."""
        self.name = file.body.get("doctrine", self.name)
        self.ask = list(file.body.get("ask", self.ask))

    def source(self, shipped: Shipped) -> DoctrineSource:
        """The doctrine as a source of answers in one phase."""
        self.log = []
        return DoctrineSource(self, shipped)

    def report(self) -> list[str]:
        """A line for each sort of thing that the doctrine did in this phase."""
        if not self.in_force:
            return []
        head = f"Your doctrine ({self.name})"
        lines = [(said, self.log.count(said)) for said in dict.fromkeys(self.log)]
        told = [f"{head} {said}{f', {times} times' if times > 1 else ''}." for said, times in lines]
        return told or [f"{head} did nothing; nothing called for it."]


class DoctrineSource:
    """A chosen doctrine that answers the questions of one phase."""

    def __init__(self, chosen: ChosenDoctrine, shipped: Shipped) -> None:
        self.chosen = chosen
        self.shipped = shipped

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        """The doctrine's answer, unless there is none, or its seat wants to be asked.

        A discreet question is answered all the same: it would get the default otherwise, for it never stops a phase.
        """
        chosen = self.chosen
        if not chosen.in_force or (not decision.discreet and self.shipped.asks_for(decision, chosen.ask)):
            return None
        said = self.shipped.shipped_answer(chosen.name, decision)
        if said is None:
            return None
        if deed := self.shipped.deed(decision, said):
            chosen.log.append(f"{deed} (rule {decision.rule})")
        return said, f"{NAME} {chosen.name}"

    def recall(self, decision: Decision, source: str) -> None:
        """A recorded answer of the doctrine: note again what it did."""
        if source.startswith(f"{NAME} "):
            self.answer(decision)
