"""Players without a pulse. They see what a player sees, and write the order files that a player writes.

`random` knows the rules and nothing else: it walks every path through them. `steady` plays to win.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.chance import Chance
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.game import Bot
from pbem.adjudicator.jenkins.bots.samples import sample
from pbem.adjudicator.jenkins.orders.legality import kindly, own_steps
from pbem.adjudicator.jenkins.orders.order_table import TABLE
from pbem.adjudicator.jenkins.rules.ch07_movement import END
from pbem.adjudicator.jenkins.state.house import board_seen
from pbem.adjudicator.jenkins.state.state import enemy
from pbem.adjudicator.jenkins.view.view import seen_state
from pbem.adjudicator.orders.carried_out.rehearsing import Rehearsal
from pbem.adjudicator.orders.orders_by_chance import OrdersByChance


class Sampler:
    """Answers one's own steps at random, and keeps what an order file would have said."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.body: dict[str, Any] = {}

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        said = sample(decision, self.chance)
        if decision.topic == "setup":
            self.body["setup"] = said
        elif decision.topic == "buy":
            self.body.update(said)
        elif decision.topic == "enter":
            self.body.setdefault("enter", []).append(said)
        elif decision.topic == "move" and said != END:
            self.body.setdefault("moves", []).append(said)
        return said, "sample"

    def recall(self, decision: Decision, source: str) -> None:
        """Nothing is sampled twice."""


class RandomBot(Bot):
    """Plays its own steps on its own view with sampled answers, and writes down what it did as orders."""

    def plan(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        state, sampler = seen_state(board_seen(view), view), Sampler(self.chance)
        played = Rehearsal(self.seat, (self.seat, enemy(self.seat)), [sampler], kindly)
        played.play(lambda table: own_steps(table, state, self.seat))
        chance = OrdersByChance(TABLE, view, self.chance)
        return sampler.body | chance.some_sections(4) | chance.standing_order(6)
