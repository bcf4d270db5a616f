"""`steady`: a sensible captain for either side, who gives doctrine once, as standing orders."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pbem.adjudicator.beginner import Sensible, novice_of
from pbem.adjudicator.engine.chosen_doctrine import STEADY
from pbem.adjudicator.jenkins.bots.eyes import Eyes
from pbem.adjudicator.jenkins.bots.steady_english import english_plan, english_set_up
from pbem.adjudicator.jenkins.bots.steady_spanish import spanish_plan, spanish_set_up
from pbem.adjudicator.jenkins.orders.doctrines import sections
from pbem.adjudicator.jenkins.state.state import ENGLISH
from pbem.adjudicator.orders.shipped import as_standing

#: The standing orders of the set-up, the same in every game on a board.
standing = lru_cache(maxsize=8)(lambda board, seat: as_standing(sections(STEADY, board, seat)))


class SteadyBot(Sensible):
    """Orders from the view alone; the same view, the same orders."""

    def plan(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        if view["phase_side"] != self.seat:  # in tier beacon an envelope is due in the other's phase as well
            return {}
        eyes, english = Eyes.of(view), self.seat == ENGLISH
        if eyes.state.turn:
            return english_plan(eyes) if english else spanish_plan(eyes)
        plan = english_set_up(eyes) if english else spanish_set_up(eyes)
        return {"setup": plan, "standing": standing(eyes.board, self.seat)}


NoviceBot = novice_of(SteadyBot)
