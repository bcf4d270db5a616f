"""Standing orders for once: what the record says they answered is used up again when a phase is run again."""

from __future__ import annotations

from typing import Any

from rules.jenkins.playing import position
from table.small_rules import threes

from pbem.adjudicator.engine.driver import Asking, Closed, Driver
from pbem.adjudicator.engine.standing import StandingOrders
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.jenkins.orders.plans import Doctrine
from pbem.adjudicator.jenkins.rules.ch07_interception import intercept_question
from pbem.adjudicator.jenkins.state.state import ENGLISH, State

SHIPS = ["boyne", "torbay", "lion"]
ONCE = {"number": "1", "once": True, "intercept": [{"at": "any", "with": "all", "least": 1}]}
SECOND = {"number": "2", "intercept": [{"at": "any", "with": ["lion"], "least": 1}]}


async def two_enemies_pass(table: Table) -> list[list[str]]:
    """Two interceptions one after the other (7.2)."""
    asked = [intercept_question(table, waters(), ENGLISH, hex_id, SHIPS) for hex_id in ("2818", "2720")]
    return [await table.decide(question) for question in asked]


def waters() -> State:
    """An English fleet with a Spanish ship to either hand."""
    return position({"2719": SHIPS}, {"2818": ["galicia"], "2720": ["africa"]})


def run(record: Transcript, standing: StandingOrders) -> Closed[list[list[str]]] | Asking:
    source = standing.source(Doctrine(waters(), ENGLISH))
    return Driver(record, threes, {ENGLISH: [source]}).run(two_enemies_pass(Table()))


def standing(*orders: dict[str, Any]) -> StandingOrders:
    return StandingOrders(ENGLISH, orders)


def test_an_order_for_once_answers_once_and_the_next_question_goes_out() -> None:
    orders, record = standing(ONCE), Transcript()
    waiting = run(record, orders)
    assert isinstance(waiting, Asking)
    assert [question.key for question in waiting.questions] == ["intercept/2720/n1"]
    assert (orders.to_plain(), len(record)) == ([], 1)


def test_run_again_from_its_start_it_is_used_up_again_by_the_record() -> None:
    """Without the recall it would answer the second question, and a resumed phase would differ from one run through."""
    record = Transcript()
    run(record, standing(ONCE))
    orders = standing(ONCE)
    waiting = run(record, orders)
    assert isinstance(waiting, Asking)
    assert [question.key for question in waiting.questions] == ["intercept/2720/n1"]
    assert orders.to_plain() == []


def test_a_resumed_phase_reports_of_its_standing_orders_what_a_phase_run_through_reports() -> None:
    whole, record = standing(ONCE, SECOND), Transcript()
    assert run(record, whole) == Closed([SHIPS, ["lion"]], ())
    again = standing(ONCE, SECOND)
    assert run(Transcript(list(record)), again) == Closed([SHIPS, ["lion"]], ())
    assert again.report() == whole.report()
    assert again.to_plain() == whole.to_plain() == [SECOND]


def test_an_answer_by_letter_uses_up_no_standing_order() -> None:
    record = Transcript()
    run(record, standing(SECOND))
    for entry in record:
        entry["source"] = "orders line 3"
    orders = standing(ONCE)
    assert isinstance(run(record, orders), Closed)
    assert orders.to_plain() == [ONCE]
