"""`steady`: a sensible general for either seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.beginner import Sensible, novice_of
from pbem.adjudicator.guerra.bots.campaigning import operations
from pbem.adjudicator.guerra.bots.counsel import council
from pbem.adjudicator.guerra.bots.eyes import Eyes
from pbem.adjudicator.guerra.bots.usual_answers import standing
from pbem.adjudicator.guerra.state.terms import PATRIOT, PATRIOT_SETUP, ROYALIST, ROYALIST_SETUP
from pbem.adjudicator.guerra.view.board_seen import board_seen


class SteadyBot(Sensible):
    """Orders from the view alone; the same view, the same orders."""

    def plan(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        step = str(view["step"])
        if step in (ROYALIST_SETUP, PATRIOT_SETUP):
            return {}
        eyes = Eyes(board_seen(view), view)
        body: dict[str, Any] = {}
        if step not in (ROYALIST, PATRIOT):
            body = council(eyes)
        elif step == self.seat:
            body = operations(eyes)
        body["standing"] = standing(eyes)
        return {name: part for name, part in body.items() if part}


NoviceBot = novice_of(SteadyBot)
