"""Players without a pulse. They see what a player sees, and write the order files that a player writes.

`random` knows what is lawful and nothing else: it walks every path through the rules. `steady` (bot_steady.py) plays
to win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.chosen_doctrine import EVERYTHING
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.game import Bot
from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.bots.samples import sample
from pbem.adjudicator.lions.orders.order_table import TABLE
from pbem.adjudicator.lions.rules.ch03_setup import deploy_question
from pbem.adjudicator.lions.view.view import board_seen, seen_state
from pbem.adjudicator.orders.orders_by_chance import OrdersByChance
from pbem.strict_yaml import write

#: How far away, among the squares nearest to a force, a random captain looks for somewhere to go.
NEAREST = 40


class RandomBot(Bot):
    """Asks to be asked everything half the time and answers at random, else writes random orders."""

    def orders(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        body: dict[str, Any] = {"pbem": "orders/1", **head}
        if self.chance.below(2):
            return write(body | {"ask": [EVERYTHING]})
        board = board_seen(view)
        plan = {"setup": self.set_up, "bids": self.bids, "year": self.year, "watch": self.watch}[str(view["step"])]
        chance = OrdersByChance(TABLE, view, self.chance)
        return write(body | plan(board, view) | chance.some_sections(3) | chance.standing_order(4) | {"ask": []})

    # ------------------------------------------------------------------------------------------------ plans

    def set_up(self, board: Board, view: Mapping[str, Any]) -> dict[str, Any]:
        """Every group that may be divided, somewhere."""
        plan = sample(deploy_question(Table(), seen_state(board, view), self.seat), self.chance)
        return {"setup": plan} if plan else {}

    def bids(self, board: Board, view: Mapping[str, Any]) -> dict[str, Any]:
        """A few pounds for a few markers."""
        wanted = self.chance.some(("1", "2", "3", "4", "any", "gunners", "spy"), 1, 3)
        entries = [{"for": name, "rounds": [str(self.chance.below(5)), str(self.chance.below(9))]} for name in wanted]
        return {"bids": entries, "spend": str(self.chance.below(9)), "never_below": str(self.chance.below(4))}

    def year(self, board: Board, view: Mapping[str, Any]) -> dict[str, Any]:
        """Purchases, one fleet, and a queue for the ships there are."""
        chance = self.chance
        ports = [port.id for port in board.home_ports(self.seat)]
        items = chance.some(("4th", "5th", "transport", "regiment", "fort"), 0, 2)
        outfit = {"buy": [{"item": item, "at": chance.pick(ports)} for item in items], "leaders": str(chance.below(2)),
                  "leader_price": "8"}  # fmt: skip
        fleets = {"form": self.one_fleet(view)} if view["ships"] else {}
        queue = self.queue(board, view)
        return {"outfit": outfit, "fleets": fleets, "operations": queue, "never_below": str(chance.below(3))}

    def watch(self, board: Board, view: Mapping[str, Any]) -> dict[str, Any]:
        """Another queue, half the time."""
        return {"operations": self.queue(board, view)} if self.chance.below(2) else {}

    def one_fleet(self, view: Mapping[str, Any]) -> list[dict[str, Any]]:
        """All ships of one square."""
        square = self.chance.pick(sorted({ship["at"] for ship in view["ships"].values()}))
        ships = [name for name, ship in view["ships"].items() if ship["at"] == square]
        return [{"number": str(1 + self.chance.below(3)), "at": square, "ships": ships, "regiments": "1"}]

    def queue(self, board: Board, view: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Voyages of some forces to somewhere near, with all that can be done there; now and then a condition."""
        chance = self.chance
        found: list[dict[str, Any]] = []
        for name in chance.some(list(view["ships"]), 0, min(4, len(view["ships"]))):
            start = view["ships"][name]["at"]
            near = sorted(board.distances(start).items(), key=lambda pair: (pair[1], pair[0]))[:NEAREST]
            force = chance.pick((name, "1", "2"))
            found.append({"force": force, "path": [chance.pick(near)[0]], "embark": {"regiments": "2"},
                          "attack": {"any": "true"}, "land": {"regiments": "2"}, "shore": "any", "plunder": "true"}
                         | self.timing(view))  # fmt: skip
        return [*found, {"pass_until": [{"passed": chance.pick(list(view["players"]))}]}] if found else found

    def timing(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """When an operation is carried out."""
        power = self.chance.pick(list(view["players"]))
        extra: Sequence[dict[str, Any]] = (
            {}, {}, {"times": "3"}, {"if": [{"moved": power}]}, {"until": [{"passed": power}], "times": "2"},
            {"if": [{"pounds_at_least": "3"}, {"no_enemy_within": {"of": "cadiz", "squares": "2"}}]},
        )  # fmt: skip
        return self.chance.pick(extra)
