"""The title as the rest of pbem sees it: what it is called, how it begins, and where each of its parts lies."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.game import Bot, Checked, Game, Match, Orders, Told
from pbem.adjudicator.engine.table import Chance, Effect, Note, Table
from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.board.terms import POWERS
from pbem.adjudicator.lions.match import LionsMatch
from pbem.adjudicator.lions.state.house import HOUSE_RULES
from pbem.adjudicator.reports.annals import Annals, Method
from pbem.adjudicator.reports.chart_model import Chart
from pbem.base.errors import Kind, bad

#: scenario -> how many play (2.3); the first is the one a demonstration plays.
PLAYERS = {"four-players": 4, "three-players": 3, "two-players": 2}


class Lions(Game):
    """When Lions Sailed."""

    name = "lions"
    title = "When Lions Sailed"
    edition = "Strategy & Tactics 268"
    version = "1.0"
    seats = POWERS
    scenarios: Mapping[str, str] = {
        "four-players": "England, the Netherlands, Spain and France (2.3)",
        "three-players": "England, the Netherlands and Spain; France is neutral (2.3, 5.3)",
        "two-players": "England and the Netherlands; Spain and France are neutral (2.3, 5.3)",
    }
    house_rules = HOUSE_RULES

    def seats_of(self, scenario: str) -> tuple[str, ...]:
        players = load_board().player_numbers[PLAYERS.get(scenario, len(POWERS))].powers
        return tuple(power for power in POWERS if power in players)

    def begin(self, scenario: str, house: Mapping[str, str], edition: bytes | None) -> LionsMatch:
        if scenario not in self.scenarios:
            raise bad(f"'{scenario}' is no scenario of {self.title}", hint=f"one of {', '.join(self.scenarios)}",
                      kind=Kind.UNKNOWN)
        return LionsMatch.begin(PLAYERS[scenario], house, edition)

    def restore(self, plain: Mapping[str, Any], house: Mapping[str, str], edition: bytes | None) -> LionsMatch:
        return LionsMatch.restore(plain, house, edition)

    def pose(self, given: Mapping[str, Any]) -> tuple[Match, Callable[[Table], Coroutine[Effect[Any], Any, None]]]:
        from pbem.adjudicator.lions.posing import pose

        return pose(given)

    def read_orders(self, data: bytes, file: str) -> Orders:
        from pbem.adjudicator.lions.orders.shape import read_orders

        return read_orders(data, file)

    def check(self, view: Mapping[str, Any], orders: Orders, file: str) -> Checked:
        from pbem.adjudicator.lions.orders.checks import check

        return check(view, orders, file)

    def order_template(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        from pbem.adjudicator.lions.orders.template import order_template

        return order_template(view, head)

    def report(self, view: Mapping[str, Any], told: Told, frame: Mapping[str, Any]) -> str:
        from pbem.adjudicator.lions.reports.report import report

        return report(view, told, frame)

    def page(self, view: Mapping[str, Any], told: Told, frame: Mapping[str, Any]) -> dict[str, Any]:
        from pbem.adjudicator.lions.reports.page import page

        return page(view, told, frame)

    def chart(self, view: Mapping[str, Any], told: Told) -> Chart:
        from pbem.adjudicator.lions.reports.chart import chart

        return chart(view, told)

    def desk(self, view: Mapping[str, Any], head: Mapping[str, str]) -> dict[str, Any]:
        from pbem.adjudicator.lions.orders.desk import desk

        return desk(view, head)

    def annals(self, view: Mapping[str, Any], told: Told, before: Sequence[Note] = ()) -> Annals:
        from pbem.adjudicator.lions.reports.annals import annals

        return annals(view, told, before)

    def method(self) -> Method:
        from pbem.adjudicator.lions.reports.annals import METHOD

        return METHOD

    def bots(self) -> tuple[str, ...]:
        return ("random", "steady")

    def bot(self, name: str, seat: str, chance: Chance) -> Bot:
        from pbem.adjudicator.lions.bots.random_bot import bot

        return bot(name, seat, chance)


GAME = Lions()
