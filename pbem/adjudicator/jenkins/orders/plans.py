"""An order file as answers: the plan for one's own phase (set-up, purchases, stacks, moves), then doctrine."""

from __future__ import annotations

from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.jenkins.orders.doctrines import SHIPPED
from pbem.adjudicator.jenkins.orders.order_table import TABLE
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.rules.ch07_movement import END
from pbem.adjudicator.jenkins.rules.conditions import Look, unmet
from pbem.adjudicator.jenkins.state.state import State
from pbem.adjudicator.orders.carried_out.sighted import Sighted
from pbem.adjudicator.orders.order_answers import FileAnswers, Silence


class Doctrine(Sighted[Look]):
    """One side's way of reading its doctrine: by what it sees of the position, in the hex a question is about."""

    def __init__(self, state: State, side: str) -> None:
        super().__init__(TABLE, SHIPPED, state.board, dict, lambda board, known, facts: Look(
            state, side, facts.get("hex", "")), unmet)  # fmt: skip
        self.state = state

    def silence(self, decision: Decision) -> Plain | None:
        """Orders on when to intercept mean that nobody intercepts where they say nothing (7.2)."""
        return [] if decision.topic == "intercept" else None

    def place(self, decision: Decision) -> str:
        return questions.place(self.state, hex_id) if (hex_id := decision.facts.get("hex", "")) else ""


class OrderFile(FileAnswers):
    """One order file of this phase as a source of answers."""

    def __init__(self, orders: Orders, state: State) -> None:
        super().__init__(orders)
        self.state = state

    def as_asked(self, decision: Decision, answer: Plain) -> Plain:
        """A leader's dice may be written as a list, a ship for each die.

        A ship with a number, as 'frigate-e2', cannot be a key of strict YAML (PROTOCOL 3.14).
        """
        if decision.topic == "leader-dice" and isinstance(answer, list):
            return {name: str(answer.count(name)) for name in answer}
        return answer

    def by_section(self, decision: Decision) -> tuple[Plain, str] | None:
        """The plan for one's own phase, then doctrine."""
        if decision.topic in ("setup", "buy", "move"):
            return self.plan(decision)
        doctrine = Doctrine(self.state, decision.side)
        if not doctrine.speaks_of(decision, self.orders.body):
            return None
        said = doctrine.answer(decision, self.orders.body)
        said = doctrine.silence(decision) if said is None else said
        return None if said is None else (said, self.at(doctrine.section_of(decision)))

    def plan(self, decision: Decision) -> tuple[Plain, str] | None:
        """Set-up, purchases, and the moves one after another, then their end."""
        body = self.orders.body
        if decision.topic == "move":
            number, moves = int(decision.key.rpartition("n")[2]) - 1, body.get("moves")
            end = None if moves is None else (dict(END), self.at("moves"))
            return (moves[number], self.at("moves", number)) if moves and number < len(moves) else end
        if decision.topic == "setup":
            return (body["setup"], self.at("setup")) if "setup" in body else None
        plan = {word: body[word] for word in ("buy", "stacks") if word in body}
        return (plan, self.at(*list(plan)[:1])) if plan else None


#: Once a side has sent orders for its own phase, what they do not mention is not done: no question comes back.
SILENCE = Silence({"move": (dict(END), "orders: no more moves"), "buy": ({}, "orders: no purchases")})
