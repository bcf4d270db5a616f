"""The doctrines that this title ships, written as the sections of a standing order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.chosen_doctrine import BOLD, CAUTIOUS, STEADY
from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.rules.ch17_naval import ENGAGE
from pbem.adjudicator.lions.rules.ch20_land import FIGHT
from pbem.adjudicator.lions.rules.questions import NO
from pbem.adjudicator.lions.state.state import FORT
from pbem.adjudicator.orders.shipped import Deed, Shipped

Sections = dict[str, Any]
POWERS = ("netherlands", "england", "spain", "france")
#: Markers that help whenever they can be played.
ALWAYS = ("gunners", "line-ahead", "raking-attack", "marines", "bankers", "samuel-pepys")
#: Own strength to the enemy's, below which a doctrine does not fight on; the bold always do.
ODDS = {CAUTIOUS: ("1", "1"), STEADY: ("1", "2")}

WORDS: Mapping[str, str] = {
    CAUTIOUS: "breaks off, at sea and ashore, when the enemy is the stronger; holds fireships back; lets sound ships "
              "alone bombard; plays no campaign marker but those that help in any battle or bring pounds.",
    STEADY: "breaks off, at sea and ashore, below one to two; uses fireships; lets sound ships alone bombard; plays "
            "campaign markers when they are worth it.",
    BOLD: "engages at any odds and never calls a halt ashore; uses fireships and boards where its crews are stronger; "
          "lets every ship bombard; plays campaign markers at the first chance.",
}  # fmt: skip


def sections(name: str, board: Board, seat: str) -> Sections:
    """The sections of a doctrine for a power."""
    homes = [port.id for port in board.home_ports(seat)]
    leaders = sorted(board.leaders_of(seat), key=lambda leader: (-leader.value, leader.id))
    return {
        "play": markers(name, seat),
        "gauge": [{"do": "break_off", "if": [hopeless(name)], "to": homes}] if name in ODDS else [],
        "fire": [{"targets": ["strongest"], "fireships": "hold" if name == CAUTIOUS else "use",
                  "boarding": "use" if name == BOLD else "hold"}],
        "admirals": [leader.id for leader in leaders],
        "retreat": homes,
        "transfer": list(board.classes),
        "bombard": "all" if name == BOLD else "sound",
        "coast": "strongest",
        "halt": [{"if": [hopeless(name)]}] if name in ODDS else [],
        "arrears": "pay",
        "losses": {"natives": [FORT], "any": ["transport", "fireship", "6th", "5th"]},
        "leader_places": ["1st", "2nd", *homes],
        "prizes": ["pounds"],
    }  # fmt: skip


def hopeless(name: str) -> Sections:
    """The odds below which a doctrine does not fight on."""
    own, enemy = ODDS[name]
    return {"odds_below": {"own": own, "enemy": enemy}}


def markers(name: str, seat: str) -> list[Sections]:
    """Which markers are played in answer to what, and when they are worth it (9.13)."""
    always: list[Sections] = [{"marker": kind} for kind in ALWAYS]
    if name == CAUTIOUS:
        return always
    natives = [{"marker": "natives-are-restless", "against": foe, "if": [{"turn_at_least": "2"}]}
               for foe in POWERS if foe != seat]  # fmt: skip
    worth: list[Sections] = [
        {"marker": "spy", "when": "exchange", "if": [{"pounds_at_least": "12"}]},
        {"marker": "sovereign-of-the-seas", "when": "initiative", "if": [{"turn_at_least": "2"}]},
        {"marker": "articles-of-war", "if": [{"roll_at_least": "3"}]},
        {"marker": "command-dispute", "if": [{"leader_at_most": "3"}]},
        {"marker": "lucky-shot", "if": [{"leader_at_least": "2"}]},
        {"marker": "master-navigator", "if": [{"roll_at_most": "6"}]},
        {"marker": "honors-of-war", "if": [{"odds_at_least": {"own": "2", "enemy": "1"}}]},
        *natives,
    ]  # fmt: skip
    return [*always, *({key: part for key, part in each.items() if key != "if"} if name == BOLD else each
                       for each in worth)]  # fmt: skip


DEEDS: Mapping[str, Deed] = {
    "play": ("played {answer}", ""),
    "admiral": ("named the admiral-in-chief{at}: {answer}", ""),
    "gauge": ("broke off the action{at}, for {as_written}", "engaged with the wind gauge{at}"),
    "fire": ("directed your fire{at}", ""),
    "flight": ("sent panicked ships{at} to {answer}", ""),
    "retreat": ("sent ships that had to leave{at} to {answer}", ""),
    "transfer": ("moved a leader off a sinking ship to {answer}", ""),
    "bombard": ("bombarded{at} with {answer}", "bombarded nothing{at}"),
    "coast": ("directed the fire of your forts{at} at {answer}", ""),
    "halt": ("called a halt ashore{at}", "fought on ashore{at}"),
    "arrears": ("answered crews that wanted their arrears: {answer}", ""),
    "losses": ("chose what to lose: {answer}", ""),
    "mercenary": ("placed a Mercenary Admiral {answer}", ""),
    "leader-place": ("placed a new leader {answer}", ""),
    "navigator": ("chose the throw to sail by: {answer}", ""),
    "prize": ("took for a prize brought home: {answer}", ""),
}  # fmt: skip
SHIPPED: Shipped[Board] = Shipped(WORDS, sections, DEEDS, frozenset((NO, ENGAGE, FIGHT)))
