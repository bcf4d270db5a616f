"""`steady`: a sensible captain for either side. What both have in common: doctrine, given once as standing orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.beginner import novice_of
from pbem.adjudicator.engine.chosen_doctrine import STEADY
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.game import Bot
from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.bots.eyes import Eyes
from pbem.adjudicator.jenkins.bots.steady_english import english_plan, english_set_up
from pbem.adjudicator.jenkins.bots.steady_spanish import spanish_plan, spanish_set_up
from pbem.adjudicator.jenkins.orders.doctrines import sections
from pbem.adjudicator.jenkins.state.house import board_seen
from pbem.adjudicator.jenkins.state.state import ENGLISH
from pbem.strict_yaml import plain, read, write


class SteadyBot(Bot):
    """Orders from the view alone; the same view, the same orders."""

    def orders(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        if view["phase_side"] != self.seat:  # in tier beacon an envelope is due in the other's phase as well
            return write({"pbem": "orders/1", **head})
        eyes = Eyes.of(board_seen(view), view)
        english = self.seat == ENGLISH
        if eyes.state.turn == 0:
            plan = english_set_up(eyes) if english else spanish_set_up(eyes)
            body = {"setup": plan, "standing": doctrine(eyes.board, self.seat)}
        else:
            body = english_plan(eyes) if english else spanish_plan(eyes)
        return write({"pbem": "orders/1", **head, **body})

    def answer(self, view: Mapping[str, Any], decision: Decision) -> Plain:
        """Gives the question's own mildest answer where doctrine has none: a retreat far from every seaport."""
        return decision.default_answer()


NoviceBot = novice_of(SteadyBot)


def doctrine(board: Board, side: str) -> list[dict[str, Any]]:
    """The doctrine `steady` as standing orders, a section in each, with every figure as text."""
    steady: Any = plain(read(write(sections(STEADY, board, side)).encode(), STEADY))
    return [{"number": str(number), name: section} for number, (name, section) in enumerate(steady.items(), 1)]
