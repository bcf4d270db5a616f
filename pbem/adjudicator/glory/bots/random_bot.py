"""A player without a pulse that writes random orders: it knows what may be written, and nothing else.

Each own block gets a few legs by chance, with conditions now and then. The other sections come from the rows of the
order table, so whatever a section may say is said by some random bot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.game import Bot
from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.bots.samples import sample
from pbem.adjudicator.glory.orders.order_table import TABLE
from pbem.adjudicator.glory.orders.talk import ONLY
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, TRAFALGAR
from pbem.adjudicator.glory.view.board_seen import board_seen
from pbem.adjudicator.glory.view.look import spot
from pbem.adjudicator.orders.orders_by_chance import OrdersByChance

__all__ = ["RandomBot", "sample"]
#: Sections that the bot writes itself, with more sense than chance alone has.
OWN = ("sail", "provisions", "conseil", "halt", "admiralty", "decoys")
#: Legs that any block may try.
STAY = ({"lie": "true"}, {"station": "inshore"}, {"station": "loose"})
BESIEGED = ("brest", "rochefort", "ferrol", "cadiz", "toulon", "cartagena")


class RandomBot(Bot):
    """Writes random orders for every block, and answers at random what it is asked."""

    def plan(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        if view["step"] != "sea" or self.chance.below(6) == 0:
            return {}
        board, chance = board_seen(view), OrdersByChance(TABLE, view, self.chance)
        barred = [key for key, seat in ONLY.items() if seat != self.seat]
        some = {key: part for key, part in (chance.some_sections(3) | chance.standing_order(5)).items()
                if key not in (*OWN, *barred)}  # fmt: skip
        plan = {"sail": self.sailing(board, view, chance), "fleets": self.fleets(view), **self.council(board, view)}
        return some | {key: part for key, part in plan.items() if part} | {"ask": self.asks()}

    def asks(self) -> list[str]:
        """Asks about battles now and then."""
        return ["battle"] if self.chance.below(8) == 0 else []

    # ------------------------------------------------------------------------------------------------ ships

    def sailing(self, board: Board, view: Mapping[str, Any], chance: OrdersByChance) -> list[dict[str, Any]]:
        """Legs for most blocks in play, in any order."""
        blocks = [name for name, each in view["blocks"].items() if spot(each) and each["part"] != "away"]
        return [{"block": name, "legs": [self.leg(board, view, chance) for _ in range(1 + self.chance.below(3))]}
                for name in self.chance.some(blocks, len(blocks) // 2, len(blocks))]  # fmt: skip

    def leg(self, board: Board, view: Mapping[str, Any], chance: OrdersByChance) -> dict[str, Any]:
        """One leg: a verb, where it goes, and now and then a condition, a stop, or ships that part."""
        pick = self.chance.pick
        port = pick(tuple(board.ports))
        going = pick((port, f"{port}/inshore", pick(tuple(board.hexes))))
        verbs: list[dict[str, Any]] = [
            *STAY, {"make_for": going}, {"make_for": port}, {"enter": pick(tuple(view["friendly"]) or (port,))},
            {"hunt": {"left": pick(BESIEGED), "guess": [port]}}, {"shadow": {"left": pick(BESIEGED)}},
        ]  # fmt: skip
        if self.seat == ALLIED:
            letter = pick(("a", "b", "c", "d"))
            verbs += [{"sortie": {"bound": letter}}, {"make_for": "bound"}, {"leave": {"bound": letter}}] * 2
        else:
            verbs += [{"leave": {}}, {"cross": {"to": str(1 + self.chance.below(4))}}]
        made = dict(pick(verbs))
        extra: tuple[dict[str, Any], ...] = (
            {}, {}, {"if": chance.conditions()}, {"stop": pick(("sea", "loose", "inshore", "port"))},
            {"after_battle": [dict(pick(STAY))]}, {"detach": self.parting(view)}, {"join": pick(tuple(view["blocks"]))},
        )  # fmt: skip
        return made | pick(extra)

    def parting(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """A part of a fleet into a block that is not in use."""
        free = [name for name, each in view["blocks"].items() if name.endswith("-fleet") and not spot(each)]
        ways: tuple[dict[str, Any], ...] = ({"ships": {"best": "3"}}, {"keep": "masts", "take": "best"}, {"keep": "2"})
        return {"as": self.chance.pick(free or tuple(view["blocks"]))} | self.chance.pick(ways)

    def fleets(self, view: Mapping[str, Any]) -> list[dict[str, Any]]:
        """A block of some ships in a port, now and then."""
        ports = [name for name, each in view["ports"].items() if each["ready"]]
        fleets = [name for name in view["blocks"] if name.endswith("-fleet")]
        if not ports or self.chance.below(2):
            return []
        number = str(1 + self.chance.below(12))
        return [{"block": self.chance.pick(fleets), "at": self.chance.pick(ports), "ships": {"best": number}}]

    # ------------------------------------------------------------------------------------------------ council

    def council(self, board: Board, view: Mapping[str, Any]) -> dict[str, Any]:
        """Yards, provisions, destinations, rumours and halts."""
        hurt = {port: each["damaged"] for port, each in view["ports"].items() if each["damaged"]}
        repair = [{"port": port, "ships": ["best"]} for port in hurt if board.ports[port].repair]
        idle = [ship for each in view["ports"].values() for ship in each["ordinary"]]
        crew = self.chance.some(idle, 0, min(3, len(idle)))
        found: dict[str, Any] = {"admiralty": {"repair": repair, "crew": crew}}
        if self.seat == BRITISH:
            return found | ({"halt": [{"if": [{"left": "brest"}]}]} if self.chance.below(4) == 0 else {})
        drawn = view["drawn_provisions"]
        ports = self.chance.some(BESIEGED, len(drawn), len(drawn))
        found["provisions"] = dict(zip(ports, drawn, strict=True))
        if view["scenario"] != TRAFALGAR and self.chance.below(3) == 0:
            found["conseil"] = dict(zip("abcd", self.chance.some(tuple(board.conseil), 4, 4), strict=True))
        rest: list[dict[str, Any]] = [{"rest": self.chance.pick(("scatter", "lie"))}]
        return found | ({"decoys": rest} if self.chance.below(2) else {})
