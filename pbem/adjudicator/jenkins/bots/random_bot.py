"""Players without a pulse. They see what a player sees, and write the order files that a player writes.

`random` knows the rules and nothing else: it walks every path through them. `steady` (bot_steady*.py) plays to win.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.chance import Chance
from pbem.adjudicator.engine.driver import Driver
from pbem.adjudicator.engine.table import Decision, Plain, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.game import Bot
from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.board.pieces import CounterKind
from pbem.adjudicator.jenkins.bots.samples import sample
from pbem.adjudicator.jenkins.orders.legality import kindly, own_steps
from pbem.adjudicator.jenkins.rules.ch07_movement import END
from pbem.adjudicator.jenkins.state.house import board_seen
from pbem.adjudicator.jenkins.state.state import enemy
from pbem.adjudicator.jenkins.view.view import seen_state
from pbem.adjudicator.orders.orders_by_chance import some_sections, standing_order
from pbem.strict_yaml import write

#: Kinds that losses and prey are named by; the order is what a random captain shuffles.
KINDS = tuple(kind.value for kind in (
    CounterKind.SHIP, CounterKind.FRIGATE, CounterKind.MERCHANT, CounterKind.FIRE_SHIP, CounterKind.BOMB_SHIP,
    CounterKind.INFANTRY, CounterKind.LEADER, CounterKind.CANNON, CounterKind.SUPPLIES, CounterKind.DECEPTION,
))  # fmt: skip


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

    def orders(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        table, state = Table(), seen_state(board_seen(view), view)
        sampler = Sampler(self.chance)
        sides = {self.seat: [sampler], enemy(self.seat): []}
        driver = Driver(Transcript(), kindly, sides, deadline_passed=frozenset(sides))
        driver.run(own_steps(table, state, self.seat))
        board, chance = state.board, self.chance
        some = some_sections(chance, self.sections(board), 4)
        standing = standing_order(chance, lambda: self.sections(board), lambda: self.conditions(board), 6)
        return write({"pbem": "orders/1", **head, **sampler.body, **some, **standing})

    def sections(self, board: Board) -> dict[str, Any]:
        """Something to say in each section."""
        chance = self.chance
        kinds, ports = chance.some(KINDS, 1, len(KINDS)), chance.some(tuple(board.seaports), 1, 4)
        near = [near for port in ports for near in board.grid.neighbours(board.seaports[port].hex)]
        leaders = [counter.id for counter in board.side_counters(self.seat) if counter.tactics_naval]
        return {
            "intercept": [{"at": chance.pick(["any", ports]), "with": chance.pick(["all", kinds]),
                           "least": str(1 + chance.below(3))}],
            "losses": {chance.pick(["any", "naval", "land", "supply"]): kinds}, "prey": kinds, "battles": ports,
            "engage": {"guns": chance.pick(["all", "none", kinds]), "fire_ships": chance.pick(["all", "none"])},
            "leader_dice": [{"leader": chance.pick(leaders), "ships": kinds}],
            "deception": {"enemy_hits": chance.pick(["true", "false"]), "own_misses": "true",
                          "keep": str(chance.below(3))},
            "retreat": near, "bombard": chance.pick(["all", "none"]), "victory": ports,
        }  # fmt: skip

    def conditions(self, board: Board) -> list[dict[str, str]]:
        """Conditions that a standing order may have."""
        port = self.chance.pick(tuple(board.seaports))
        return [{"turn_at_least": str(1 + self.chance.below(10))}, {"held": port}, {"enemy_at": port},
                {"no_storm_on": "here"}]  # fmt: skip
