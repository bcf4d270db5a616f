"""The doctrines that this title ships, written as the sections of a standing order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.chosen_doctrine import BOLD, CAUTIOUS, STEADY
from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.state.terms import BRITISH
from pbem.adjudicator.orders.shipped import Deed, Shipped

Sections = dict[str, Any]
WORDS: Mapping[str, str] = {
    CAUTIOUS: "fights warily at odds of three to two or better and avoids battle otherwise; the weakest ships take the "
              "weather, the damaged go home; Allied fleets never search, raid where they are, and run for the closest "
              "port with a third of their ships hurt.",
    STEADY: "fights boldly at odds of three to two or better, else warily; the weakest ships take the weather, the "
            "damaged go home; Allied fleets never search, raid where they are, and run for the closest port with half "
            "of their ships hurt.",
    BOLD: "fights boldly at equal odds or better, else warily; Allied fleets search a sail that is alone, raid and "
          "invade where they are, and keep their destination whatever it costs.",
}  # fmt: skip
#: Percent of own ships hurt at which an Allied fleet runs for the closest port.
RUNS_AT = {CAUTIOUS: 33, STEADY: 50}


def sections(name: str, board: Board, seat: str) -> Sections:
    """The sections of a doctrine for a seat."""
    common: Sections = {"battle": battle(name), "weather": {"losses": "weakest"}}
    if seat == BRITISH:
        return common | {"after": [{"home": "all", "release": "none"}], "declare": [{"event": "yes", "barbary": "yes"}],
                         "losses": {"alexandria": "weakest", "sortie": "loose"}}  # fmt: skip
    runs = [{"if": [{"own_hurt_at_least": RUNS_AT[name]}], "bound": "closest"}] if name in RUNS_AT else []
    search = [{"if": [{"sail_is": "lone"}], "search": "all"}] if name == BOLD else []
    return common | {
        "after": [*runs, {"bound": "keep", "home": "all"}], "search": [*search, {"search": "none"}],
        "raid": [{"decoys": "raid"}], "decoys": [{"rest": "scatter"}], "spies": ["brest", "plymouth"],
    }  # fmt: skip


def battle(name: str) -> list[Sections]:
    """The battle plans of a doctrine."""
    good: Sections = {"ratio_at_least": {"own": 1, "enemy": 1} if name == BOLD else {"own": 3, "enemy": 2}}
    return [{"if": [good], "manner": "wary" if name == CAUTIOUS else "bold"},
            {"manner": "shy" if name == CAUTIOUS else "wary"}]  # fmt: skip


DEEDS: Mapping[str, Deed] = {
    "gauge": ("took the place to {answer}{at}", ""),
    "deny": ("denied battle{at}", ""),
    "signals": ("made the signals of a battle{at}", ""),
    "break-off": ("broke off{at}", ""),
    "withdraw": ("withdrew{at}", ""),
    "weather-losses": ("chose which ships the weather took", ""),
    "home": ("sent ships into port after a battle{at}: {answer}", ""),
    "bound": ("chose the destination after a battle{at}: {answer}", ""),
    "search": ("decided who searches{at}: {answer}", ""),
    "raid": ("decided on a raid{at}: {answer}", "tried no raid{at}"),
    "event": ("declared a success of an Admiralty Event", ""),
    "barbary": ("sent an admiral to negotiate at Algiers", ""),
    "alexandria": ("chose the ships that left after Alexandria", ""),
    "sortie-forced": ("took ships that were driven out of a port {answer}", ""),
    "spies": ("sent spies to {answer}", ""),
}  # fmt: skip
SHIPPED: Shipped[Board] = Shipped(WORDS, sections, DEEDS, frozenset(("no", "none")))
