"""Bots that plan: the sensible, and `novice`, who plays as a person does in a first game, whatever the title.

`novice` plans as well as the title's steady bot, writes no standing orders, leaves the doctrine of its first order file
as it is, takes the default answer to what it is asked, and forgets one letter in ten.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pbem.adjudicator.engine.chosen_doctrine import USUAL
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.game import Bot

#: It forgets one letter in so many.
FORGETS_ONE_IN = 10


class Sensible(Bot):
    """A planner whose orders say all that matters: what they do not answer gets the question's own mildest answer."""

    def answer(self, view: Mapping[str, Any], decision: Decision) -> Plain:
        return decision.default_answer()


class Novice(Sensible):
    """A planner without standing orders; a title says who plans."""

    planner: ClassVar[type[Bot]]

    def plan(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        planned = self.planner(self.seat, self.chance).plan(view)
        body = {name: section for name, section in planned.items() if name != "standing"}
        return body if view["doctrine"]["name"] else body | {"doctrine": USUAL}

    def forgets(self) -> bool:
        return self.chance.below(FORGETS_ONE_IN) == 0


def novice_of(planner: type[Bot]) -> type[Novice]:
    """Makes the novice of a title, who plans as this bot does."""
    return type("NoviceBot", (Novice,), {"planner": planner})
