"""`novice`: the steady bot's plans with a person's forgetfulness."""

from __future__ import annotations

from pbem.adjudicator.beginner import Novice
from pbem.adjudicator.yellowjack.bots.steady import SteadyBot


class NoviceBot(Novice):
    """Plans as `steady` does."""

    planner = SteadyBot
