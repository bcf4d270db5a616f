"""The title as the rest of pbem sees it: what it is called, what a charter may choose, and where its parts lie."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pbem.adjudicator.game import USUAL_CAPTAINS, Game, choices_of, usual_parts
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
    parts: Mapping[str, str] = usual_parts("JenkinsMatch")
    captains = USUAL_CAPTAINS


GAME = Jenkins()
