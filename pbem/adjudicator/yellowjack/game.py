"""The title as the rest of pbem sees it: what it is called, who plays it, and where its parts lie."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.game import USUAL_CAPTAINS, ScenarioGame
from pbem.adjudicator.yellowjack.state.house import HOUSE_RULES
from pbem.adjudicator.yellowjack.state.words import FIRST_YEAR, SEATS


class YellowJack(ScenarioGame):
    """Yellow Jack."""

    name = "yellowjack"
    title = "Yellow Jack"
    edition = "Red Sash Games, Sea Lords III"
    version = "1.0"
    seats = SEATS
    scenarios: Mapping[str, str] = {
        "porto-bello": "October to December 1739, 4 turns: Vernon at Porto Bello; ours, the game to begin with",
        "1739": "July to December 1739, 7 turns: the war begins",
        "1740": "The year 1740, 16 turns: Vernon on the Main, Torres and d'Antin come out",
        "1741": "The year 1741, 16 turns: the Expedition against Cartagena",
        "1742": "The year 1742, 16 turns: what the fever left, and the war in Europe",
        "1743": "The year 1743, 16 turns: Knowles off Caracas",
        "campaign-1739": "1739 to 1743, 71 turns: the whole campaign",
        "campaign-1740": "1740 to 1743, 64 turns", "campaign-1741": "1741 to 1743, 48 turns",
        "campaign-1742": "1742 and 1743, 32 turns", "campaign-1743": "1743 by the rules of the campaign, 16 turns",
        "extended-1739": "1739 to the peace of 1748, 151 turns or more: the whole war, with France in it",
        "extended-1740": "1740 to the peace, 140 turns or more",
        "extended-1741": "1741 to the peace, 124 turns or more",
        "extended-1742": "1742 to the peace, 108 turns or more",
        "extended-1743": "1743 to the peace, 92 turns or more",
        "extended-1744": "1744 to the peace, 76 turns or more: France at war, Louisburg, the death of Philip V",
    }
    house_rules = HOUSE_RULES
    order_schema = "orders-yellowjack"
    parts: Mapping[str, str] = {
        "match": "match:YellowJackMatch", "pose": "posing:pose", "board": "board.board:load_board",
        "order_table": "orders.order_table:TABLE", "legal": "orders.legality:legal",
        "picture": "view.picture:picture", "contents": "reports.report:contents",
        "chart": "reports.chart:chart", "annals": "reports.annals:annals", "method": "reports.annals:METHOD",
        "telling": "reports.annals:telling", "desk": "orders.desk_offers:desk",
    }  # fmt: skip
    captains = USUAL_CAPTAINS

    def turn_name(self, turn: str) -> str:
        """`y39t10` is turn 10 of 1739: the war lies within one century."""
        year, _, number = turn.removeprefix("y").partition("t")
        return f"{FIRST_YEAR // 100}{year}, turn {number.lstrip('0') or 0}"


GAME = YellowJack()
