"""Answers about campaigns on land: whether a point of Prestige is paid for the next arrow."""

from __future__ import annotations

from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.replies.common import Section, holding

PAY = "pay"


def shift(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """Pays if an entry names the campaign, and the side that the die favours."""
    for entry in holding(section, look):
        fits = str(entry["what"]) == look.told("what")
        if fits and str(entry.get("toward", look.told("toward"))) == look.told("toward"):
            return {"do": PAY}
    return None
