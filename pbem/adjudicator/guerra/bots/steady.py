"""`steady`: a sensible general for either seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.game import Bot
from pbem.adjudicator.guerra.bots.campaigning import operations
from pbem.adjudicator.guerra.bots.counsel import council
from pbem.adjudicator.guerra.bots.eyes import Eyes
from pbem.adjudicator.guerra.bots.usual_answers import standing
from pbem.adjudicator.guerra.state.terms import PATRIOT, PATRIOT_SETUP, ROYALIST, ROYALIST_SETUP
from pbem.adjudicator.guerra.view.board_seen import board_seen
from pbem.strict_yaml import write


class SteadyBot(Bot):
    """Orders from the view alone; the same view, the same orders."""

    def orders(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        step = str(view["step"])
        if step in (ROYALIST_SETUP, PATRIOT_SETUP):
            return write({"pbem": "orders/1", **head})
        eyes = Eyes(board_seen(view), view)
        body: dict[str, Any] = {}
        if step not in (ROYALIST, PATRIOT):
            body = council(eyes)
        elif step == self.seat:
            body = operations(eyes)
        body["standing"] = standing(eyes)
        return write({"pbem": "orders/1", **head, **{name: part for name, part in body.items() if part}})

    def answer(self, view: Mapping[str, Any], decision: Decision) -> Plain:
        """Goes on as ordered."""
        return decision.default_answer()
