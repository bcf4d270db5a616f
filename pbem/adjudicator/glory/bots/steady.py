"""`steady`: a sensible admiralty for either seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.beginner import Sensible, novice_of
from pbem.adjudicator.glory.bots.eyes import Eyes
from pbem.adjudicator.glory.bots.steady_allied import allied_plan, allied_set_up
from pbem.adjudicator.glory.bots.steady_british import british_plan, british_set_up
from pbem.adjudicator.glory.state.terms import BRITISH
from pbem.adjudicator.glory.view.board_seen import board_seen


class SteadyBot(Sensible):
    """Orders from the view alone; the same view, the same orders."""

    def plan(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        eyes, british = Eyes(board_seen(view), view), self.seat == BRITISH
        if view["step"] == "setup":
            plan = british_set_up(eyes) if british else allied_set_up(eyes)
            body: dict[str, Any] = {"setup": plan} if plan else {}
        else:
            body = british_plan(eyes) if british else allied_plan(eyes)
        return body


NoviceBot = novice_of(SteadyBot)
