"""The title as the rest of pbem sees it: what it is called, who plays it, and where its parts lie."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.game import USUAL_CAPTAINS, ScenarioGame, usual_parts
from pbem.adjudicator.glory.state.house import HOUSE_RULES
from pbem.adjudicator.glory.state.terms import BREAKOUT, CAMPAIGN, SEATS, SPRING, TRAFALGAR


class Glory(ScenarioGame):
    """1805: Sea of Glory."""

    name = "glory"
    title = "1805: Sea of Glory"
    edition = "GMT Games, 2009, living rules of 20 February 2013"
    version = "1.0"
    seats = SEATS
    scenarios: Mapping[str, str] = {
        TRAFALGAR: "July to October in the North Atlantic, 11 turns: the game to begin with (24.0)",
        CAMPAIGN: "the whole year 1805, 36 turns of ten days (3.0)",
        SPRING: "the year to the end of June, 18 turns (our own)",
        BREAKOUT: "the year to the end of March, 9 turns (our own)",
    }
    house_rules = HOUSE_RULES
    order_schema = "orders-glory"
    parts: Mapping[str, str] = usual_parts("GloryMatch")
    captains = USUAL_CAPTAINS

GAME = Glory()
