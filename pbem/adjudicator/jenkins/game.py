"""The title as the rest of pbem sees it: what it is called, what a charter may choose, and where its parts lie."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pbem.adjudicator.game import Game, choices_of
from pbem.adjudicator.jenkins.board.pieces import SIDES


class Jenkins(Game):
    """The War of Jenkins' Ear."""

    name = "jenkins"
    title = "The War of Jenkins' Ear"
    edition = "Strategy & Tactics 308"
    version = "2.0"
    seats = SIDES
    scenarios: Mapping[str, str] = {"campaign": "The whole war, ten turns, two players (1.2)"}
    #: Readings on which tables differ, as switches of the charter; data/readings.md argues each.
    house_rules = choices_of(Path(__file__).parent / "data" / "house_rules.yaml")
    order_schema = "orders-jenkins"
    parts: Mapping[str, str] = {
        "match": "match:JenkinsMatch", "pose": "posing:pose", "board": "board.board:load_board",
        "order_table": "orders.order_table:TABLE", "legal": "orders.legality:legal", "desk": "orders.desk_offers:desk",
        "picture": "view.picture:picture",
        "contents": "reports.report:contents", "asker": "reports.asker:asker", "chart": "reports.chart:chart",
        "annals": "reports.annals:annals", "telling": "reports.annals:telling", "method": "reports.annals:METHOD",
    }  # fmt: skip
    captains: Mapping[str, str] = {
        "random": "bots.random_bot:RandomBot", "steady": "bots.steady:SteadyBot", "novice": "bots.steady:NoviceBot",
    }  # fmt: skip


GAME = Jenkins()
