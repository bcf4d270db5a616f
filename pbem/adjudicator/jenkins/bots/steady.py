"""`steady`: a sensible captain for either side. What both have in common: doctrine, given once as standing orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.game import Bot
from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.bots.eyes import Eyes
from pbem.adjudicator.jenkins.bots.steady_english import english_plan, english_set_up
from pbem.adjudicator.jenkins.bots.steady_spanish import spanish_plan, spanish_set_up
from pbem.adjudicator.jenkins.state.house import board_seen
from pbem.adjudicator.jenkins.state.state import ENGLISH
from pbem.strict_yaml import write

#: Interceptions need so many ships: the die must show no more than their number (7.2).
LEAST_TO_INTERCEPT = {"english": "3", "spanish": "4"}
#: Lists of an order file hold no more (schemas/orders-jenkins.schema.json).
LONGEST_LIST = 300
#: So many hexes of open sea to come in by from the Horn; some are always free of storm and enemy (7.4).
SEA_ROOM = 12
#: Whom the sea and hunger take first: what carries nobody and costs little.
CHEAP_FIRST = ["fire_ship", "frigate", "deception", "supplies", "boom_chain", "cannon", "bomb_ship", "ship"]


class SteadyBot(Bot):
    """Orders from the view alone; the same view, the same orders."""

    def orders(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        if view["phase_side"] != self.seat:  # in tier beacon an envelope is due in the other's phase as well
            return write({"pbem": "orders/1", **head})
        eyes = Eyes.of(board_seen(view), view)
        english = self.seat == ENGLISH
        if eyes.state.turn == 0:
            plan = english_set_up(eyes) if english else spanish_set_up(eyes)
            body = {"setup": plan, "standing": doctrine(eyes.board, self.seat)}
        else:
            body = english_plan(eyes) if english else spanish_plan(eyes)
        return write({"pbem": "orders/1", **head, **body})

    def answer(self, view: Mapping[str, Any], decision: Decision) -> Plain:
        """Gives the question's own mildest answer where doctrine has none: a retreat far from every seaport."""
        return decision.default_answer()


def doctrine(board: Board, side: str) -> list[dict[str, Any]]:
    """Standing orders that answer every question a combat, a storm or a fever may ask."""
    ports = list(board.seaports.values())
    leaders = [counter.id for counter in board.side_counters(side) if counter.tactics_naval]
    sections: list[dict[str, Any]] = [
        {"intercept": [{"at": "any", "with": ["ship", "frigate"], "least": LEAST_TO_INTERCEPT[side]}]},
        {"losses": {"naval": ["fire_ship"], "perilous": CHEAP_FIRST, "supply": CHEAP_FIRST, "any": []}},
        {"prey": ["ship", "bomb_ship", "infantry", "leader", "merchant", "frigate"]},
        {"battles": []},
        {"engage": {"guns": "all", "fire_ships": "all", "supplies": "none"}},
        {"leader_dice": [{"leader": name, "ships": ["ship", "frigate", "bomb_ship", "merchant", "fire_ship"]}
                         for name in leaders]},
        {"deception": {"enemy_hits": "true", "own_misses": "true", "keep": "0"}},
        {"retreat": retreats(board, side)},
        {"bombard": "all"},
        {"enter": list(board.sea_hexes("caribbean")[-SEA_ROOM:])},
        {"victory": [port.id for port in ports if port.nation == "spanish"]},
    ]  # fmt: skip
    return [{"number": str(number), **section} for number, section in enumerate(sections, 1)]


def retreats(board: Board, side: str) -> list[str]:
    """Lists places to fall back to: own seaports, then the waters and coasts about all seaports."""
    own = [port.hex for port in board.seaports.values() if port.nation == side]
    ports = [port.hex for port in board.seaports.values() if not port.great_south_sea]
    around = [near for hex_id in ports for near in board.grid.neighbours(hex_id)
              if near in board.naval_ways or near in board.land_ways]  # fmt: skip
    return list(dict.fromkeys([*own, *(near for near in around if near not in ports)]))[:LONGEST_LIST]
