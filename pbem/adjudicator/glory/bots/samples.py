"""Any legal answers to this game's own kinds of question, for the random bot and the fuzzers."""

from __future__ import annotations

from pbem.adjudicator.engine.chance import Chance, sample
from pbem.adjudicator.engine.table import Plain
from pbem.adjudicator.glory.rules.ch17_tactics import Signals
from pbem.adjudicator.glory.rules.ch18_fire import Damage
from pbem.adjudicator.glory.rules.manners import POLICIES

__all__ = ["sample"]


@sample.register
def signals(decision: Signals, chance: Chance) -> Plain:
    """Any tactic with any sail."""
    return {"tactic": chance.pick(tuple(decision.tactics)), "sail": chance.pick(tuple(decision.sails))}


@sample.register
def damage(decision: Damage, chance: Chance) -> Plain:
    """A policy, or the ships of the line in any order."""
    return chance.pick((*POLICIES, chance.some(decision.line, 1, len(decision.line)))) if decision.line else POLICIES[0]
