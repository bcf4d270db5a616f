"""A player without a pulse that writes random orders: it knows what may be written, and nothing else.

Formations get short plans by chance: a neighbouring place or a Port, their Order, home again. Orders in hand are given
to anybody. The other sections come from the rows of the order table, so whatever a section may say is said by some
random bot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.chance import sample
from pbem.adjudicator.game import Bot
from pbem.adjudicator.orders.orders_by_chance import OrdersByChance
from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.ch3.issuing import issues_before
from pbem.adjudicator.yellowjack.orders.order_table import TABLE
from pbem.adjudicator.yellowjack.state.words import ADMIN, CONVOY, SETUP, SIDE_OF
from pbem.adjudicator.yellowjack.view.board_seen import board_seen
from pbem.adjudicator.yellowjack.view.view import seen_state

__all__ = ["RandomBot", "sample"]
#: Sections that the bot writes itself, with more sense than chance alone has.
OWN = ("sail", "issue", "routine")
Part = dict[str, Any]


class RandomBot(Bot):
    """Writes random orders for every Formation, and answers at random what it is asked."""

    def plan(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        if self.chance.below(10) == 0:
            return {}
        board, chance = board_seen(view), OrdersByChance(TABLE, view, self.chance)
        some = {key: part for key, part in (chance.some_sections(4) | chance.standing_order(6)).items()
                if key not in OWN}  # fmt: skip
        step = str(view["step"])
        plan = {} if step in (SETUP, ADMIN) else {"sail": self.plans(board, view, chance)}
        if step in (SETUP, ADMIN) or issues_before(seen_state(board, view)):
            plan["issue"] = self.issues(board, view)
        return some | {key: part for key, part in plan.items() if part} | {"ask": self.asks()}

    def asks(self) -> list[str]:
        """Asks to be asked about meetings or storms now and then."""
        return [self.chance.pick(("contact", "escalade"))] if self.chance.below(16) == 0 else []

    # ------------------------------------------------------------------------------------------------ Orders

    def issues(self, board: Board, view: Mapping[str, Any]) -> list[Part]:
        """The Orders in hand, each to anybody; an assault to a Flag and a Convoy."""
        own = list(view["formations"])
        convoys = [name for name in own if view["formations"][name]["kind"] == CONVOY]
        found: list[Part] = []
        for chit in self.chance.some(list(view["hand"]), 0, len(view["hand"])):
            to: Any = self.chance.pick(own) if own else ""
            kind = board.chits[chit].kind
            if kind == "amphibious-assault" and convoys:
                to = list(dict.fromkeys((to, self.chance.pick(convoys))))
            entry: Part = {"order": chit, "to": to}
            if not board.chits[chit].points:
                entry["target"] = self.chance.pick(self.enemy_ports(board, view))
            found += [entry] if to else []
        return found

    def enemy_ports(self, board: Board, view: Mapping[str, Any]) -> list[str]:
        """The Ports that are not the bot's: Porto Bello and its neighbours more often than the rest."""
        foes = [name for name, port in view["ports"].items() if SIDE_OF.get(str(port["holder"]), "") != self.seat]
        near = [name for name in ("porto-bello", "cartagena-de-indias", "chagres") if name in foes]
        return [*near * 12, *foes]

    # ------------------------------------------------------------------------------------------------ plans

    def plans(self, board: Board, view: Mapping[str, Any], chance: OrdersByChance) -> list[Part]:
        """Plans for most Formations, in any order."""
        names = [name for name, each in view["formations"].items() if each["at"] in board.nodes]
        return [self.steps(board, view, name, chance) for name in self.chance.some(names, len(names) // 2, len(names))]

    def steps(self, board: Board, view: Mapping[str, Any], name: str, chance: OrdersByChance) -> Part:
        """One to five steps of a Formation."""
        each = view["formations"][name]
        steps: list[Part] = [{"put_to_sea": "true"}] if self.chance.below(4) else []
        at = str(each["at"])
        for _ in range(self.chance.below(4)):
            step = self.step(board, view, name, at)
            at = str(step.get("to", at))
            if self.chance.below(5) == 0:
                step["if"] = chance.conditions()
            steps.append(step)
        entry: Part = {"who": name, "then": [*steps, self.last(board, view, each)]}
        if self.chance.below(3) == 0:
            entry["retire"] = [{"if": chance.conditions(), "to": self.chance.pick(("home", *board.ports))}]
        if self.chance.below(4) == 0:
            entry["sortie"] = chance.conditions()
        if self.chance.below(6) == 0:
            entry["besieged"] = self.chance.pick(("stand_ready", "fitting_out"))
        if self.chance.below(8) == 0:
            entry["relieve"] = [self.chance.pick(tuple(board.ports))]
        return entry

    def step(self, board: Board, view: Mapping[str, Any], name: str, at: str) -> Part:
        """A step: a place near by mostly, else anything."""
        pick = self.chance.pick
        near = board.neighbours(at) if at in board.nodes else tuple(board.nodes)
        others = [other for other in view["formations"] if other != name] or [name]
        convoys = [other for other in others if view["formations"][other]["kind"] == CONVOY]
        choices: list[Part] = [
            *[{"to": pick(near)} for _ in range(4)], {"to": pick(self.enemy_ports(board, view))},
            {"via": [pick(near), pick(tuple(board.spaces))]}, {"wait": str(1 + self.chance.below(4))},
            {"until": [{"impulse_at_least": "2"}], "most": "5"}, {"port": pick(("here", *board.ports))},
            {"blockade": pick(self.enemy_ports(board, view)), "hold_until": [{"impulse_at_least": "3"}]},
            {"follow": pick(("convoys", "flags", *view["markers"])), "mpis": "4"}, {"exit": str(self.chance.below(40))},
            {"attach": pick(others)}, {"detach": pick(others)}, {"part": "true"},
            *([{"escort": pick(convoys)}] if convoys else []),
        ]  # fmt: skip
        return pick(choices)

    def last(self, board: Board, view: Mapping[str, Any], each: Mapping[str, Any]) -> Part:
        """The end of a plan: the Order, a Port, or the open sea."""
        if each["order"] and self.chance.below(3):
            return {"carry_on": "true"}
        return self.chance.pick(
            ({"stay": "true"}, {"carry_on": "true"}, {"port": self.chance.pick(tuple(board.ports))})
        )
