"""The title as the rest of pbem sees it: what it is called, what a charter may choose, and where its parts lie."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.game import Game
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
    house_rules: Mapping[str, Mapping[str, Any]] = {
        "leogane": {
            "default": "french", "choices": ("french", "spanish"), "rule": "3.1",
            "reading": "who owns Leogane at the start: France, as history has it, or Spain, as the example of play "
                       "reads",
        },
        "leader_dice_ashore": {
            "default": "yes", "choices": ("yes", "no"), "rule": "9.1(2)",
            "reading": "whether a leader ashore gives their extra naval dice to guns that fire from the shore",
        },
        "both_intercepted": {
            "default": "mover", "choices": ("mover", "first"), "rule": "9.1",
            "reading": "who attacks where both sides have intercepted in one hex: the side that is moving, or the "
                       "side that intercepted first",
        },
        "first_try": {
            "default": "at_sea", "choices": ("at_sea", "always", "never"), "rule": "7.2",
            "reading": "which ships try first to intercept a stack that begins its movement beside them and comes at "
                       "them: those at sea, all, or none",
        },
        "guns_held_out": {
            "default": "drive_off", "choices": ("drive_off", "ignored"), "rule": "9.1(9)",
            "reading": "whether guns ashore that did not fire make the attacker's ships retreat all the same",
        },
    }  # fmt: skip
    order_schema = "orders-jenkins"
    parts: Mapping[str, str] = {
        "match": "match:JenkinsMatch", "pose": "posing:pose", "board": "board.board:load_board",
        "order_table": "orders.order_table:TABLE", "legal": "orders.legality:legal", "desk": "orders.desk_offers:desk",
        "picture": "view.picture:picture",
        "contents": "reports.report:contents", "asker": "reports.asker:asker", "chart": "reports.chart:chart",
        "annals": "reports.annals:annals", "telling": "reports.annals:telling", "method": "reports.annals:METHOD",
    }  # fmt: skip
    captains: Mapping[str, str] = {
        "random": "bots.random_bot:RandomBot", "steady": "bots.steady:SteadyBot", "novice": "bots.novice:NoviceBot",
    }  # fmt: skip


GAME = Jenkins()
