"""Any legal answers to this game's own kinds of question, for the random bot and the fuzzers."""

from __future__ import annotations

from pbem.adjudicator.engine.chance import Chance, sample
from pbem.adjudicator.engine.table import Plain
from pbem.adjudicator.guerra.rules.questions import Step

__all__ = ["sample"]


@sample.register
def no_more_steps(decision: Step, chance: Chance) -> Plain:
    """The word that ends an operation or a phase."""
    return decision.ends
