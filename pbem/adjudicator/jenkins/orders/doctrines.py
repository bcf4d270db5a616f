"""The doctrines that this title ships, written as the sections of a standing order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.chosen_doctrine import BOLD, CAUTIOUS, STEADY
from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.rules.ch11_deception import KEEP
from pbem.adjudicator.orders.shipped import Deed, Shipped

Sections = dict[str, Any]
#: Lists of an order file hold no more (schemas/orders-jenkins.schema.json).
LONGEST_LIST = 300
#: So many hexes of open sea to come in by from the Horn; some are always free of storm and enemy (7.4).
SEA_ROOM = 12
#: Who has a leader's dice, first choice first; guns ashore have those of a leader ashore (9.1(2)).
DICE_TO = ["ship", "frigate", "bomb_ship", "merchant", "fire_ship", "boom_chain", "cannon", "heavy_guns"]
#: Whom the sea and hunger take first: what carries nobody and costs little.
CHEAP_FIRST = ["fire_ship", "frigate", "deception", "supplies", "boom_chain", "cannon", "bomb_ship", "ship"]
#: Interceptions need so many ships: the die must show no more than their number (7.2).
LEAST_TO_INTERCEPT = {"english": 3, "spanish": 4}
#: In a storm the cautious stay in port; with so many ships more than the steady they come out.
MORE_TO_BE_CAUTIOUS = 2

WORDS: Mapping[str, str] = {
    CAUTIOUS: "intercepts only with two ships more than 'steady' and never in a storm, burns no fire ships, keeps one "
              "deception counter and undoes enemy hits alone, and bombards nowhere unless troops fight there.",
    STEADY: "intercepts with ships and frigates in numbers (England three, Spain four), uses fire ships and all guns, "
            "spends deception counters on enemy hits first, and bombards wherever it can.",
    BOLD: "intercepts with everything that floats from two ships on, and spends whatever it has: fire ships, "
          "deception counters, supplies as losses.",
}  # fmt: skip


def sections(name: str, board: Board, side: str) -> Sections:
    """The sections of a doctrine for a side."""
    leaders = [counter.id for counter in board.side_counters(side) if counter.tactics_naval]
    return {
        "intercept": [interception(name, side)],
        "losses": {"naval": ["fire_ship"], "perilous": CHEAP_FIRST, "supply": CHEAP_FIRST, "any": []},
        "prey": ["ship", "bomb_ship", "infantry", "leader", "merchant", "frigate"],
        "battles": [],
        "engage": {"guns": "all", "fire_ships": "none" if name == CAUTIOUS else "all",
                   "supplies": "all" if name == BOLD else "none"},
        "leader_dice": [{"leader": leader, "ships": DICE_TO}
                        for leader in leaders],
        "deception": {"enemy_hits": True, "own_misses": name != CAUTIOUS, "keep": 1 if name == CAUTIOUS else 0},
        "retreat": retreats(board, side),
        "bombard": "none" if name == CAUTIOUS else "all",
        "enter": list(board.sea_hexes("caribbean")[-SEA_ROOM:]),
        "victory": [port.id for port in board.seaports.values() if port.nation == "spanish"],
    }  # fmt: skip


def interception(name: str, side: str) -> Sections:
    """When to intercept, and with whom (7.2)."""
    least = LEAST_TO_INTERCEPT[side]
    if name == BOLD:
        return {"at": "any", "with": "all", "least": 2}
    steady: Sections = {"at": "any", "with": ["ship", "frigate"], "least": least}
    if name == CAUTIOUS:
        steady |= {"least": least + MORE_TO_BE_CAUTIOUS, "if": [{"no_storm_on": "here"}]}
    return steady


def retreats(board: Board, side: str) -> list[str]:
    """Lists places to fall back to: own seaports, then the waters and coasts about all seaports."""
    own = [port.hex for port in board.seaports.values() if port.nation == side]
    ports = [port.hex for port in board.seaports.values() if not port.great_south_sea]
    around = [near for hex_id in ports for near in board.grid.neighbours(hex_id)
              if near in board.naval_ways or near in board.land_ways]  # fmt: skip
    return list(dict.fromkeys([*own, *(near for near in around if near not in ports)]))[:LONGEST_LIST]


DEEDS: Mapping[str, Deed] = {
    "intercept": ("tried to intercept{at} with {answer}", "let enemy ships pass{at}"),
    "losses": ("chose what to lose{at}: {answer}", ""),
    "prey": ("chose what the enemy lost: {answer}", ""),
    "battles": ("put the combats in this order: {answer}", ""),
    "engage": ("sent into the naval combat{at} what need not fight: {answer}",
               "kept out of the naval combat{at} what need not fight"),
    "leader-dice": ("dealt a leader's dice{at}", "dealt nobody a leader's dice{at}"),
    "deception": ("spent a deception counter{at}: {answer}", ""),
    "retreat": ("retreated from {here} to {answer}", ""),
    "bombard": ("bombarded the shore: {answer}", "bombarded nothing ashore"),
    "enter": ("brought a ship in from round the Horn", ""),
    "victory": ("rolled for victory at {answer}", ""),
}  # fmt: skip
SHIPPED: Shipped[Board] = Shipped(WORDS, sections, DEEDS, frozenset((KEEP,)))
