"""`steady`: a sensible captain for either seat, with a squadron to keep sound and Orders to fulfil."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.beginner import Sensible, novice_of
from pbem.adjudicator.yellowjack.bots import (
    commissions,
    dockyard,
    port_watch,
    privateering,
    steady_sailing,
    steady_trade,
)
from pbem.adjudicator.yellowjack.bots.counting_house import Captain, Part
from pbem.adjudicator.yellowjack.ch3.issuing import issues_before
from pbem.adjudicator.yellowjack.state.words import ADMIN, SETUP
from pbem.adjudicator.yellowjack.view.board_seen import board_seen

#: The letters that speak of Escorts.
BEFORE = ("ops", "ops1")


class SteadyBot(Sensible):
    """Orders from the view alone; the same view, the same orders."""

    def plan(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        captain, step = Captain(board_seen(view), view), str(view["step"])
        body = administration(captain) if step in (SETUP, ADMIN) else operations(captain)
        return {name: part for name, part in body.items() if part}


NoviceBot = novice_of(SteadyBot)


def operations(captain: Captain) -> Part:
    """The letter before a Turn's operations."""
    first: Part = {"issue": commissions.issues(captain)} if issues_before(captain.state) else {}
    if str(captain.view["step"]) in BEFORE:
        first["escort"] = steady_trade.escorts(captain)
    return first | {
        "sail": steady_sailing.plans(captain), "stance": steady_sailing.stances(captain),
        "battle": steady_sailing.battles(captain), "breakout": steady_sailing.break_outs(captain),
        **steady_sailing.ashore(captain), "tasks": privateering.tasks(captain),
        "screen": privateering.screens(captain), "pirates": privateering.pirates(captain),
        "fleet_tasks": privateering.fleet_tasks(captain),
    }  # fmt: skip


def administration(captain: Captain) -> Part:
    """The letter of administration, and that of the set-up."""
    given = commissions.issues(captain)
    found: Part = {"receive": commissions.likings(captain), "issue": given}
    if str(captain.view["step"]) == ADMIN:
        ordered = [name for entry in given for name in commissions.named(entry)]
        found |= {"spend": commissions.spending(captain),
                  "repair": dockyard.repairs(captain), "states": dockyard.states(captain),
                  "form": dockyard.forms(captain, ordered),
                  "assign": [*privateering.assignments(captain), *port_watch.stations(captain)],
                  "request": steady_trade.requests(captain), "post": steady_trade.postings(captain),
                  "assemble": commissions.expeditions(captain) or commissions.garrisons(captain)}  # fmt: skip
    return found
