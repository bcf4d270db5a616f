"""Reads order files and standing orders as answers to the questions of a Turn.

`PlanSource` stands before all others and answers the question of plans alone: it takes the plans of this phase's files
and, for a Formation that has neither plan nor Order, those of standing orders. Every other section is answered by the
newest file that has it, then by standing orders, then by the seat's doctrine. `NothingOrdered` gives the default to
what nobody has ordered, so that no phase stops but where its owner asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.standing import NAME as STANDING
from pbem.adjudicator.engine.standing import StandingOrders
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.orders.carried_out.ids import Ids
from pbem.adjudicator.orders.carried_out.sighted import Sighted
from pbem.adjudicator.orders.doctrine import topic_of
from pbem.adjudicator.orders.order_answers import FileAnswers
from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.orders.conditions import unmet
from pbem.adjudicator.yellowjack.orders.doctrines import SHIPPED
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.names import meaning
from pbem.adjudicator.yellowjack.orders.order_table import TABLE
from pbem.adjudicator.yellowjack.orders.replies.common import worded
from pbem.adjudicator.yellowjack.orders.replies.plan_replies import as_plan, mark_of, planned
from pbem.adjudicator.yellowjack.orders.replies.planners import PLANNERS
from pbem.adjudicator.yellowjack.orders.sections.section_parts import ADMIN
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import TURNS_A_YEAR, turn_of

Sections = Mapping[str, Any]
SAIL, ROUTINE = "sail", "routine"
PLANS = "plans"
#: A word of `ask` that is no section -> the section it means.
ASKED_AS = {"contact": "stance"}
#: Judges conditions for a seat's Formation: empty if all hold, else why not, in words.
Judge = Callable[[State, str, str, Sequence[Mapping[str, Any]]], str]


class Doctrine(Sighted[Lookout]):
    """One seat's way of reading its doctrine: by its view, and by what a question tells."""

    def __init__(self, board: Board, seat: str, known: Callable[[], Mapping[str, Any]]) -> None:
        super().__init__(TABLE, SHIPPED, board, known, Lookout, unmet, Ids(TABLE, board, seat, meaning))

    def place(self, decision: Decision) -> str:
        named = [str(decision.facts.get(word, "")) for word in ("place", "port")]
        return next((self.board.nodes[name].name for name in named if name in self.board.nodes), "")

    def speaks_of(self, decision: Decision, body: Sections) -> bool:
        """Tells if there is a section for such questions; of plans the source of plans speaks, and nobody else."""
        return topic_of(decision) != SAIL and super().speaks_of(decision, body)

    def asks_for(self, decision: Decision, topics: Sequence[str]) -> bool:
        return super().asks_for(decision, [ASKED_AS.get(topic, topic) for topic in topics])


class OrderFile(FileAnswers):
    """One order file of this phase as a source of answers. `number` counts the files of a seat, the oldest as 1."""

    def __init__(self, orders: Orders, doctrine: Doctrine, number: int, newer: Iterable[str]) -> None:
        super().__init__(orders, orders.name if number == 1 else f"{orders.name} ({number})")
        self.doctrine = doctrine
        hidden = tuple(newer)
        self.body = {name: part for name, part in orders.body.items() if name not in hidden}

    def as_asked(self, decision: Decision, answer: Plain) -> Plain:
        """An exact answer as rules read values."""
        return worded(answer)

    def by_section(self, decision: Decision) -> tuple[Plain, str] | None:
        """The section that is planned for a step, or that answers such questions; plans have a source of their own."""
        topic = topic_of(decision)
        if topic == SAIL:
            return None
        planner = PLANNERS.get(topic)
        if planner is None:
            said = self.doctrine.answer(decision, self.body)
        elif topic in self.body:
            said = planner(decision, self.doctrine.section(self.body, topic), self.doctrine.look(decision))
        else:
            said = None
        return None if said is None else (said, self.at(self.doctrine.section_of(decision)))


class PlanSource:
    """The plans of one seat in one phase: those of its files, then those of its standing orders."""

    def __init__(
        self, phase: str, files: Sequence[OrderFile], standing: StandingOrders, doctrine: Doctrine
    ) -> None:  # fmt: skip
        self.phase = phase
        self.files = files
        self.standing = standing
        self.doctrine = doctrine

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        """The plans that are new; each Formation's with a mark, by which it is not taken up twice."""
        if topic_of(decision) != SAIL or any(decision.key in file.exact for file in self.files):
            return None
        look = self.doctrine.look(decision)
        found = {str(plan["who"]): plan for plan in self.of_files(look)}
        for number, plan in self.of_standing(look):
            if str(plan["who"]) not in found and idle(look, str(plan["who"])):
                found[str(plan["who"])] = plan
                self.tell(number, str(plan["who"]))
        new = [plan for who, plan in found.items() if plan["mark"] != mark_of(look, who)]
        return list(new), PLANS

    def of_files(self, look: Lookout) -> Iterator[dict[str, Plain]]:
        """The plans of the newest file that has any."""
        file = next((file for file in self.files if SAIL in file.body), None)
        if file is not None:
            for number, who, entry in planned(self.doctrine.section(file.body, SAIL), look):
                yield as_plan(entry, who, f"{self.phase} {file.at(SAIL, number)}")

    def of_standing(self, look: Lookout) -> Iterator[tuple[str, dict[str, Plain]]]:
        """The plans of standing orders whose conditions hold, with their numbers."""
        for order in self.standing.orders:
            if SAIL in order and not self.doctrine.unmet(order.get("if", ())):
                for place, who, entry in planned(self.doctrine.section(order, SAIL), look):
                    yield (
                        str(order["number"]),
                        as_plan(entry, who, f"{self.phase} {STANDING} {order['number']}.{place}"),
                    )

    def tell(self, number: str, who: str) -> None:
        """Notes that a standing order gave a Formation its plan."""
        said = f"gave {who} its plan"
        log = self.standing.log.setdefault(number, [])
        if said not in log:
            log.append(said)

    def recall(self, decision: Decision, source: str) -> None:
        """Goes through the same motions, so that the notes come out the same."""
        self.answer(decision)


def idle(look: Lookout, formation: str) -> bool:
    """Tells if a Formation has neither an Order nor anything left of a plan."""
    return not look.order_of(formation) and not look.has_plan(formation)


def order_files(orders: Sequence[Orders], doctrine: Doctrine) -> list[OrderFile]:
    """A seat's files of a phase as sources, newest first; a section counts whole, as its newest file has it."""
    files: list[OrderFile] = []
    newer: list[str] = []
    for place, order in enumerate(orders):
        files.append(OrderFile(order, doctrine, len(orders) - place, newer))
        newer += [key for key in order.body if key in TABLE.row and key != "answers"]
    return files


def judge(board: Board, eyes: Callable[[str], Callable[[], Mapping[str, Any]]]) -> Judge:
    """Makes the function by which rules have conditions of plans judged, with the eyes of the seat they belong to."""

    def holds(state: State, side: str, who: str, conditions: Sequence[Mapping[str, Any]]) -> str:
        """Empty if all conditions hold for a Formation now, else why not."""
        return unmet(Lookout(board, eyes(side), {"who": who}), conditions) if conditions else ""

    return holds


def sleeps(standing: StandingOrders, date: int, *, last: bool = False) -> bool:
    """Tells if a seat has a routine for administration, so that nobody waits for it there.

    All see who is waited for. So the seat wakes by the calendar alone, when the Year ends, and never by what is in its
    hand; not in the last Turn of the game either, after which there is nothing to prepare.
    """
    return has_routine(standing.orders) and (last or turn_of(date) != TURNS_A_YEAR)


def has_routine(standing: Iterable[Mapping[str, Any]]) -> bool:
    """Tells if one of some standing orders is a routine for administration."""
    return any(order.get(ROUTINE, {}).get(ADMIN) for order in standing)
