"""The doctrines of this title: `data/doctrines.yaml` has them; here are the lists of the board that they name."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.jenkins.board.board import DATA, Board
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.rules.ch11_deception import KEEP
from pbem.adjudicator.orders.shipped import Listed, Shipped

#: Lists of an order file hold no more (schemas/orders-jenkins.schema.json).
LONGEST_LIST = 300
#: So many hexes of open sea to come in by from the Horn; some are always free of storm and enemy (7.4).
SEA_ROOM = 12
#: Who has a leader's dice, first choice first; guns ashore have those of a leader ashore (9.1(2)).
DICE_TO = ["ship", "frigate", "bomb_ship", "merchant", "fire_ship", "boom_chain", "cannon", "heavy_guns"]


def lists(board: Board, side: str) -> Mapping[str, Listed]:
    """Returns the lists that doctrines of a side name."""
    leaders = [counter.id for counter in board.side_counters(side) if counter.tactics_naval]
    return {
        "leader_dice": [{"leader": leader, "ships": DICE_TO} for leader in leaders], "retreats": retreats(board, side),
        "open_sea": list(board.sea_hexes("caribbean")[-SEA_ROOM:]),
        "spanish_ports": [port.id for port in board.seaports.values() if port.nation == "spanish"],
    }


def retreats(board: Board, side: str) -> list[str]:
    """Lists places to fall back to: own seaports, then the waters and coasts about all seaports."""
    own = [port.hex for port in board.seaports.values() if port.nation == side]
    ports = [port.hex for port in board.seaports.values() if not port.great_south_sea]
    around = [near for hex_id in ports for near in board.grid.neighbours(hex_id)
              if near in board.naval_ways or near in board.land_ways]  # fmt: skip
    return list(dict.fromkeys([*own, *(near for near in around if near not in ports)]))[:LONGEST_LIST]


SHIPPED: Shipped[Board] = Shipped.of(DATA / "doctrines.yaml", SIDES, lists, frozenset((KEEP,)))
sections = SHIPPED.sections
