"""The doctrines that this title ships, written as the sections of a standing order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.chosen_doctrine import BOLD, CAUTIOUS, STEADY
from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.state.terms import ROYALIST
from pbem.adjudicator.orders.shipped import Deed, Shipped

Sections = dict[str, Any]
WORDS: Mapping[str, str] = {
    CAUTIOUS: "stands only at two to one or better, intercepts at two to one, evades at sea, and pays for the road "
              "from four steps on.",
    STEADY: "stands at three to two or better, besiegers also at two to three; intercepts at equal strength, evades a "
            "stronger fleet, and pays for the road from six steps on.",
    BOLD: "stands at two to three or better, intercepts whenever it may, never evades at sea, and pays for no road.",
}  # fmt: skip
#: Odds, own to enemy, at which a doctrine stands, and at which it intercepts.
STANDS = {CAUTIOUS: (2, 1), STEADY: (3, 2), BOLD: (2, 3)}
INTERCEPTS = {CAUTIOUS: (2, 1), STEADY: (1, 1)}
BESIEGERS = (2, 3)
EQUAL = (1, 1)
#: Steps from which on the road is paid for.
PAYS = {CAUTIOUS: 4, STEADY: 6}
KEPT = 2


def odds(ratio: tuple[int, int], word: str = "odds") -> Sections:
    """A condition on odds."""
    return {word: {"own": ratio[0], "enemy": ratio[1]}}


def sections(name: str, board: Board, seat: str) -> Sections:
    """The sections of a doctrine for a seat."""
    stand: list[Sections] = [{"do": "stand", "if": [odds(STANDS[name])]}]
    if name == STEADY:
        stand.append({"do": "stand", "if": [{"besieging": "any"}, odds(BESIEGERS)]})
    wish: Sections = {"force": "any", "at": "any"}
    if name in INTERCEPTS:
        wish["if"] = [odds(INTERCEPTS[name], "odds_seen")]
    return {
        "intercept": [wish], "avoid": [*stand, {"do": "avoid"}],
        "losses": {"any": ["militia", "reduced", "weakest"]}, "advance": ["weakest"],
        "attrition": {"pay_if_steps": PAYS[name], "pay_if_modifier": 0, "keep": KEPT} if name in PAYS else {},
        "evade": at_sea(name), "targets": {"prefer": ["damaged", "strongest"], "how": "focus"},
        "rebels": {"avoid": [{"do": "stand"}]},
        **({"legion": "call"} if seat == ROYALIST else {"leaders": [{"leader": "any", "go": ["nearest"]}]}),
    }  # fmt: skip


def at_sea(name: str) -> list[Sections]:
    """The answers of a doctrine for ships that are attacked."""
    if name == BOLD:
        return [{"do": "stand"}]
    return [*([{"do": "stand", "if": [odds(EQUAL)]}] if name == STEADY else []), {"do": "evade"}]


DEEDS: Mapping[str, Deed] = {
    "intercept": ("tried to intercept with {answer}{at}", "let an enemy march off{at}"),
    "avoid": ("chose to {answer}{at}", ""),
    "losses": ("chose which units lost steps{at}", ""),
    "retreat": ("fell back on {answer}", ""),
    "advance": ("put {answer} into a fortress that fell", ""),
    "attrition": ("spent points for the road{at}", ""),
    "evade": ("chose to {answer}{at}", ""),
    "targets": ("aimed the broadsides{at}", ""),
    "prize": ("made a prize: {answer}", ""),
    "escape": ("sent a ship to {answer}", ""),
    "port": ("sent ships to {answer}", ""),
    "leader": ("sent a leader to {answer}", ""),
    "subvert": ("tried to win over {answer}", ""),
    "legion": ("called the São Paulo Legion", ""),
    "rebels": ("spoke for the rebels{at}", ""),
}  # fmt: skip
SHIPPED: Shipped[Board] = Shipped(WORDS, sections, DEEDS, frozenset(("no", "none", "leave")))
