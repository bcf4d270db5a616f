"""The title as the rest of pbem sees it: what it is called, who plays it, and where its parts lie."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.game import Game, Match
from pbem.adjudicator.yellowjack.state.house import HOUSE_RULES
from pbem.adjudicator.yellowjack.state.words import SEATS
from pbem.base.errors import Kind, bad


class YellowJack(Game):
    """Yellow Jack."""

    name = "yellowjack"
    title = "Yellow Jack"
    edition = "Red Sash Games, Sea Lords III"
    version = "1.0"
    seats = SEATS
    scenarios: Mapping[str, str] = {
        "porto-bello": "October to December 1739, 4 turns: Vernon at Porto Bello; ours, the game to begin with",
        "1739": "July to December 1739, 7 turns: the war begins (being built: trade and small craft are still missing)",
    }
    house_rules = HOUSE_RULES
    order_schema = "orders-yellowjack"
    parts: Mapping[str, str] = {
        "match": "match:YellowJackMatch", "pose": "posing:pose", "board": "board.board:load_board",
        "order_table": "orders.order_table:TABLE", "legal": "orders.legality:legal",
        "picture": "view.picture:picture", "asker": "reports.asker:asker", "contents": "reports.report:contents",
        "chart": "reports.chart:chart", "annals": "reports.annals:annals", "method": "reports.annals:METHOD",
        "telling": "reports.annals:telling", "desk": "orders.desk_offers:desk",
    }  # fmt: skip
    captains: Mapping[str, str] = {
        "random": "bots.random_bot:RandomBot", "steady": "bots.steady:SteadyBot", "novice": "bots.novice:NoviceBot",
    }  # fmt: skip

    def begin(self, scenario: str, house: Mapping[str, str], edition: bytes | None) -> Match:
        if scenario not in self.scenarios:
            raise bad(f"'{scenario}' is no scenario of {self.title}", hint=f"one of {', '.join(self.scenarios)}",
                      kind=Kind.UNKNOWN)  # fmt: skip
        match: Match = self.part("match").lay_out(scenario, house, edition)
        return match


GAME = YellowJack()
