"""`novice`: the steady bot's plans without its standing orders, and with a person's forgetfulness."""

from __future__ import annotations

from pbem.adjudicator.beginner import Novice
from pbem.adjudicator.lions.bots.steady import SteadyBot


class NoviceBot(Novice):
    """Plans as `steady` does."""

    planner = SteadyBot
