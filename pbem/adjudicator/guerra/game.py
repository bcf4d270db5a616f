"""The title as the rest of pbem sees it: what it is called, who plays it, and where its parts lie."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.game import USUAL_CAPTAINS, ScenarioGame
from pbem.adjudicator.guerra.state.house import HOUSE_RULES
from pbem.adjudicator.guerra.state.terms import CAMPAIGN, EMPIRE, END, OPENING, SEATS


class Guerra(ScenarioGame):
    """Guerra a Muerte."""

    name = "guerra"
    title = "Guerra a Muerte"
    edition = "LPS, Against the Odds 23"
    version = "1.0"
    seats = SEATS
    scenarios: Mapping[str, str] = {
        OPENING: "1810 to 1814, 5 turns: the first juntas (12.1); the game to begin with",
        EMPIRE: "1815 to 1818, 4 turns: Morillo's expedition (12.2)",
        END: "1820 to 1824, 5 turns: from Boyacá to Ayacucho (12.3)",
        CAMPAIGN: "1810 to 1824, 15 turns: the whole war (11.1)",
    }
    house_rules = HOUSE_RULES
    order_schema = "orders-guerra"
    parts: Mapping[str, str] = {
        "match": "match:GuerraMatch", "pose": "posing:pose", "board": "board.board:load_board",
        "order_table": "orders.order_table:TABLE", "legal": "orders.legality:legal",
        "picture": "view.picture:picture", "contents": "reports.report:contents",
        "chart": "reports.chart:chart", "annals": "reports.annals:annals", "method": "reports.annals:METHOD",
        "telling": "reports.annals:telling", "desk": "orders.desk_offers:desk",
    }  # fmt: skip
    captains = USUAL_CAPTAINS

GAME = Guerra()
