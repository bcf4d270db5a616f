"""The title as the rest of pbem sees it: what it is called, who plays it, and where its parts lie."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.game import USUAL_CAPTAINS, Game, usual_parts
from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.board.terms import POWERS
from pbem.adjudicator.lions.state.house import HOUSE_RULES

#: scenario -> how many play (2.3); the first is the one a demonstration plays.
PLAYERS = {"four-players": 4, "three-players": 3, "two-players": 2}


class Lions(Game):
    """When Lions Sailed."""

    name = "lions"
    title = "When Lions Sailed"
    edition = "Strategy & Tactics 268"
    version = "2.0"
    seats = POWERS
    scenarios: Mapping[str, str] = {
        "four-players": "England, the Netherlands, Spain and France (2.3)",
        "three-players": "England, the Netherlands and Spain; France is neutral (2.3, 5.3)",
        "two-players": "England and the Netherlands; Spain and France are neutral (2.3, 5.3)",
    }
    house_rules = HOUSE_RULES
    paces: Mapping[str, Mapping[str, str]] = {
        "weekly": {"watch": "3"}, "fast": {"watch": "3"}, "correspondence": {"watch": "0"},
    }  # fmt: skip
    order_schema = "orders-lions"
    parts: Mapping[str, str] = usual_parts("LionsMatch", "telling")
    captains = USUAL_CAPTAINS

    def seats_of(self, scenario: str) -> tuple[str, ...]:
        players = load_board(None).player_numbers[PLAYERS.get(scenario, len(POWERS))].powers
        return tuple(power for power in POWERS if power in players)


GAME = Lions()
