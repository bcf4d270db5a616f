"""The doctrines that this title ships, written as the sections of a standing order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.chosen_doctrine import BOLD, CAUTIOUS, STEADY
from pbem.adjudicator.orders.shipped import Deed, Shipped
from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.orders.names import ALL, ANY, CONVOYS, ESCORTS, LAND_BOX, NEAREST, PORT_ATTACKED
from pbem.adjudicator.yellowjack.state.words import BOURBON, FLAGSHIP, FRIGATE, SOL, SOL_D

Sections = dict[str, Any]
WORDS: Mapping[str, str] = {
    CAUTIOUS: "avoids battle but against fewer Squadrons, fights at long range, breaks off as soon as a Squadron is "
              "worn, and storms a Port at three to one.",
    STEADY: "takes battle against as many Squadrons or fewer and attacks Convoys, fights in line and breaks off when a "
            "Squadron is battered, and storms a Port at two to one.",
    BOLD: "attacks as many Squadrons or fewer and takes battle against any, fights at close action, and storms a Port "
          "at three to two.",
}  # fmt: skip
INTENSITY = {CAUTIOUS: 1, STEADY: 2, BOLD: 3}
STORMS = {CAUTIOUS: "3:1", STEADY: "2:1", BOLD: "3:2"}
EQUAL = {"own": 1, "enemy": 1}


def stances(name: str) -> list[Sections]:
    """The stances of a doctrine; Convoys avoid and escorts stand by them, whatever it is."""
    usual: dict[str, list[Sections]] = {
        CAUTIOUS: [{"who": ALL, "do": "accept", "if": [{"odds_at_least": {"own": 2, "enemy": 1}}]},
                   {"who": ALL, "do": "avoid"}],
        STEADY: [{"who": ALL, "do": "seek", "if": [{"type": "convoy"}], "prefer": [CONVOYS]},
                 {"who": ALL, "do": "accept", "if": [{"odds_at_least": EQUAL}]}],
        BOLD: [{"who": ALL, "do": "seek", "if": [{"odds_at_least": EQUAL}], "prefer": [CONVOYS]},
               {"who": ALL, "do": "accept"}],
    }  # fmt: skip
    return [{"who": CONVOYS, "do": "avoid"}, {"who": ESCORTS, "do": "accept"}, *usual[name]]


def breaks(name: str) -> Any:
    """The moment at which a doctrine breaks off."""
    third = {CAUTIOUS: 1, STEADY: 2}.get(name)
    return "usual" if third is None else [{"own_damage_at_least": {"third": third}}]


def sections(name: str, board: Board, seat: str) -> Sections:
    """The sections of a doctrine for a seat."""
    ashore: Sections = {
        "march": [{"unit": ANY, "to": PORT_ATTACKED}],
        "escape": [{"port": ANY, "to": LAND_BOX, "rvo": NEAREST}],
    } if seat == BOURBON else {}  # fmt: skip
    return {
        "stance": stances(name), "battle": [{"who": ALL, "intensity": INTENSITY[name], "break": breaks(name)}],
        "escalade": [{"port": ANY, "with": ALL, "odds": STORMS[name]}],
        "losses": [{"units": ["plain", "militia", "grenadiers", "marines"], "sail": [FRIGATE, SOL_D, SOL, FLAGSHIP]}],
        **ashore,
    }  # fmt: skip


DEEDS: Mapping[str, Deed] = {
    "stance": ("chose the stance of ships that met the enemy{at}", ""),
    "battle": ("fought a Battle{at}", ""),
    "escalade": ("weighed a storm{at}", ""),
    "losses": ("chose what was lost{at}", ""),
    "march": ("let Units march", ""),
    "escape": ("chose what escaped{at}", ""),
}  # fmt: skip
SHIPPED: Shipped[Board] = Shipped(WORDS, sections, DEEDS, frozenset(("no", "none")))
