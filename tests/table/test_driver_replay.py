"""The record replayed: the first question that differs is named, by number, with what was asked and what was told."""

from __future__ import annotations

from typing import Any

import pytest
from table.small_rules import ANSWERS, REPLY, Scripted, ask, driver, duel

from pbem.adjudicator.engine.driver import Closed
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.base.errors import CheckFailed, Fault


def played() -> list[dict[str, Any]]:
    """The record of a whole duel."""
    run = driver(red=[Scripted(ANSWERS)], blue=[Scripted(REPLY)])
    assert isinstance(run.run(duel(Table())), Closed)
    return [dict(record) for record in run.transcript]


def refused(records: list[dict[str, Any]], *, check_record: bool = False) -> Fault:
    with pytest.raises(CheckFailed) as caught:
        driver(Transcript(records), check_record=check_record).run(duel(Table()))
    return caught.value.faults[0]


def test_a_true_record_replays_without_asking_anybody() -> None:
    again = driver(Transcript(played()), check_record=True)
    assert again.run(duel(Table())) == Closed(["6", "sail", "hold", "fire", "3"], ())
    assert list(again.transcript) == played()


@pytest.mark.parametrize(
    ("number", "change"),
    [(1, {"label": "tide/n1"}), (1, {"spec": "1d6"}), (1, {"rule": "9.9"}), (1, {"lane": "mod"}), (2, {"key": "x"}),
     (3, {"side": "red"}), (4, {"rule": "2.1"}), (5, {"k": "decide"})],
)  # fmt: skip
def test_the_first_record_that_differs_is_named(number: int, change: dict[str, str]) -> None:
    records = played()
    records[number - 1] |= change
    fault = refused(records)
    assert fault.line == number
    assert "the rule asks" in fault.message
    assert next(iter(change.values())) in fault.message


def test_a_record_that_lacks_a_line_is_found_at_that_line() -> None:
    records = played()
    del records[3]
    assert refused(records).line == 4


def test_a_record_that_goes_on_after_the_end_is_refused() -> None:
    records = played()
    assert refused([*records, records[-1]]).line == len(records) + 1


def test_a_record_that_goes_on_where_the_rule_waits_is_refused() -> None:
    """A record cut within simultaneous choices cannot be: they are recorded together or not at all."""
    assert "amid simultaneous choices" in refused(played()[:2]).message


def test_a_recorded_answer_that_was_not_legal_is_found_by_the_check() -> None:
    records = played()
    records[3]["answer"] = "flee"
    fault = refused(records, check_record=True)
    assert (fault.line, fault.rule) == (4, "2.2")
    assert "answered unlawfully" in fault.message


def test_recorded_dice_that_did_not_fall_are_found_by_the_check() -> None:
    records = played()
    records[4]["values"] = [6]
    fault = refused(records, check_record=True)
    assert (fault.line, fault.rule) == (5, "2.3")
    assert "the dice say otherwise" in fault.message


def test_without_the_check_recorded_dice_are_taken_as_they_are() -> None:
    """The moderator's own record of an open phase is not suspect; an audit's is."""
    records = played()
    records[4]["values"] = [6]
    done = driver(Transcript(records)).run(duel(Table()))
    assert isinstance(done, Closed)
    assert done.result[-1] == "6"


def test_a_rule_that_changed_is_found_at_the_first_question_it_asks_otherwise() -> None:
    async def changed(table: Table) -> str:
        await table.roll("2.1", "2d6", "wind")
        return await table.decide(ask("stance red", "red"))

    with pytest.raises(CheckFailed) as caught:
        driver(Transcript(played())).run(changed(Table()))
    assert caught.value.faults[0].line == 3  # its own two are there; what follows is too much
    assert "the record goes on with" in caught.value.faults[0].message


def test_waiting_again_and_again_comes_to_the_same_record_as_one_run() -> None:
    record = Transcript()
    for red, blue in (({}, REPLY), ({"stance red": "sail"}, REPLY), (ANSWERS, REPLY)):
        outcome = driver(record, red=[Scripted(red)], blue=[Scripted(blue)]).run(duel(Table()))
    assert isinstance(outcome, Closed)
    assert list(record) == played()


def test_what_a_rule_awaits_must_be_an_effect() -> None:
    class Stranger:
        def __await__(self) -> Any:
            yield "tea"

    async def strange(table: Table) -> None:
        await Stranger()

    with pytest.raises(TypeError, match="'tea'"):
        driver().run(strange(Table()))
