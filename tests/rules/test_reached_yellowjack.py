"""A case of Yellow Jack counts as coded only through functions that play reaches, from its phases on."""

from __future__ import annotations

from reached_kit import uncalled, unreached

from pbem.trial.coverage import cited, coverage

PACKAGE = "pbem.adjudicator.yellowjack"
#: Where a phase begins: the match, which plays the steps of the sequence and shows each seat its view.
PHASES = ("match",)
#: Where the rest of pbem comes in: the parts that the title names, its captains, and positions of case files.
PARTS = (*PHASES, "game", "posing", "orders.order_table", "orders.legality", "orders.desk_offers", "view.picture",
         "reports.report", "reports.chart", "reports.annals", "bots.random_bot", "bots.steady",
         "board.board", "reports.battle_cards", "reports.logs")  # fmt: skip
RULES = ("base.", "ch1.", "ch2.", "ch3.", "turn.", "state.", "board.")


def test_every_coded_case_rests_on_a_function_that_play_reaches() -> None:
    code = {case.case: case.code for each in (False, True) for case in coverage("yellowjack", base=each)}
    assert unreached(PACKAGE, PHASES, code) == []


def test_no_function_of_the_rules_stands_beside_play() -> None:
    assert [name for name in uncalled(PACKAGE, PARTS) if name.startswith(RULES)] == []


def test_a_case_whose_code_nobody_calls_would_be_found() -> None:
    code = {"1.99": ("pbem/adjudicator/yellowjack/base/nowhere.py:1 idle",), **cited("yellowjack")}
    assert unreached(PACKAGE, PHASES, code) == ["1.99"]
