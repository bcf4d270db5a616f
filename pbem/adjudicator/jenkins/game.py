"""The title as the rest of pbem sees it: what it is called, how it begins, and where each of its parts lies."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.game import Bot, Checked, Game, Match, Orders, Told
from pbem.adjudicator.engine.table import Chance, Effect, Note, Table
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.match import JenkinsMatch
from pbem.adjudicator.reports.annals import Annals, Method
from pbem.adjudicator.reports.chart_model import Chart
from pbem.base.errors import Kind, bad

#: Readings on which tables differ, as switches of the charter; data/readings.md argues each.
HOUSE_RULES: Mapping[str, Mapping[str, Any]] = {
    "leogane": {
        "default": "french", "choices": ("french", "spanish"), "rule": "3.1",
        "reading": "who owns Leogane at the start: France, as history has it, or Spain, as the example of play reads",
    },
}  # fmt: skip


class Jenkins(Game):
    """The War of Jenkins' Ear."""

    name = "jenkins"
    title = "The War of Jenkins' Ear"
    edition = "Strategy & Tactics 308"
    version = "1.0"
    seats = SIDES
    scenarios: Mapping[str, str] = {"campaign": "The whole war, ten turns, two players (1.2)"}
    house_rules = HOUSE_RULES

    def begin(self, scenario: str, house: Mapping[str, str], edition: bytes | None) -> JenkinsMatch:
        if scenario not in self.scenarios:
            raise bad(f"'{scenario}' is no scenario of {self.title}", hint=f"one of {', '.join(self.scenarios)}",
                      kind=Kind.UNKNOWN)
        return JenkinsMatch.begin(house, edition)

    def restore(self, plain: Mapping[str, Any], house: Mapping[str, str], edition: bytes | None) -> JenkinsMatch:
        return JenkinsMatch.restore(plain, house, edition)

    def pose(self, given: Mapping[str, Any]) -> tuple[Match, Callable[[Table], Coroutine[Effect[Any], Any, None]]]:
        from pbem.adjudicator.jenkins.posing import pose

        return pose(given)

    def read_orders(self, data: bytes, file: str) -> Orders:
        from pbem.adjudicator.jenkins.orders.shape import read_orders

        return read_orders(data, file)

    def check(self, view: Mapping[str, Any], orders: Orders, file: str) -> Checked:
        from pbem.adjudicator.jenkins.orders.checks import check

        return check(view, orders, file)

    def order_template(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        from pbem.adjudicator.jenkins.orders.template import order_template

        return order_template(view, head)

    def report(self, view: Mapping[str, Any], told: Told, frame: Mapping[str, Any]) -> str:
        from pbem.adjudicator.jenkins.reports.report import report

        return report(view, told, frame)

    def page(self, view: Mapping[str, Any], told: Told, frame: Mapping[str, Any]) -> dict[str, Any]:
        from pbem.adjudicator.jenkins.reports.page import page

        return page(view, told, frame)

    def chart(self, view: Mapping[str, Any], told: Told) -> Chart:
        from pbem.adjudicator.jenkins.reports.chart import chart

        return chart(view, told)

    def desk(self, view: Mapping[str, Any], head: Mapping[str, str]) -> dict[str, Any]:
        from pbem.adjudicator.jenkins.orders.desk import desk

        return desk(view, head)

    def annals(self, view: Mapping[str, Any], told: Told, before: Sequence[Note] = ()) -> Annals:
        from pbem.adjudicator.jenkins.reports.annals import annals

        return annals(view, told)

    def telling(self, notes: Sequence[Note]) -> Sequence[Note]:
        from pbem.adjudicator.jenkins.reports.annals import telling

        return telling(notes)

    def method(self) -> Method:
        from pbem.adjudicator.jenkins.reports.annals import METHOD

        return METHOD

    def bots(self) -> tuple[str, ...]:
        return ("random", "steady")

    def bot(self, name: str, seat: str, chance: Chance) -> Bot:
        from pbem.adjudicator.jenkins.bots.random_bot import bot

        return bot(name, seat, chance)


GAME = Jenkins()
