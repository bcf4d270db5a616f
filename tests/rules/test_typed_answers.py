"""A rule gets an answer of the type that its question promises (decision 0006); mypy holds it to that."""

from __future__ import annotations

import re
from pathlib import Path
from typing import assert_type

import pytest
from rules.lions.lions_playing import position

import pbem.adjudicator
from pbem.adjudicator.engine.driver import Closed, Driver
from pbem.adjudicator.engine.table import Amount, Choose, Pick, Plain, Question, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.jenkins.rules.ch09_naval import LeaderDice
from pbem.adjudicator.lions.rules.ch11_outfitting import OutfitPlan, outfit_question
from pbem.adjudicator.lions.rules.questions import NO, YES, Reply


def asked(kind: type, **more: object) -> Plain:
    return kind(rule="1", side="red", key="k", topic="t", prompt="?", **more)


PAY: Choose[Reply] = asked(Choose, options={NO: "no", YES: "yes"}, default=NO)
NAMES: Pick = asked(Pick, options={"a": "A", "b": "B"}, least=0, most=2, default=())
BID: Amount = asked(Amount, least=0, most=9, default=0)
DICE: LeaderDice = asked(LeaderDice, ships={"lion": "Lion"}, dice=2, default={})


async def rule(table: Table) -> tuple[Reply, list[str], int, dict[str, int], tuple[int, ...]]:
    """Each kind of question, as a rule asks it; the types are checked when mypy reads this."""
    paid = assert_type(await table.decide(PAY), Reply)
    names = assert_type(await table.decide(NAMES), list[str])
    pounds = assert_type(await table.decide(BID), int)
    dice = assert_type(await table.decide(DICE), dict[str, int])
    all_bids = assert_type(await table.decide_all(BID, BID), tuple[int, ...])
    return paid, names, pounds, dice, all_bids


class Written:
    """Answers as order files hold them."""

    def answer(self, decision: object) -> tuple[Plain, str]:
        plain = {Choose: "yes", Pick: ["b"], Amount: "7", LeaderDice: {"lion": "2"}}
        return plain[type(decision)], "orders"

    def recall(self, decision: object, source: str) -> None:
        """Nothing is recalled."""


def test_plain_answers_reach_the_rule_as_what_they_mean_and_the_record_as_they_were_written() -> None:
    record = Transcript()
    done = Driver(record, lambda roll: (), {"red": [Written()]}).run(rule(Table()))
    assert isinstance(done, Closed)
    assert done.result == (Reply.YES, ["b"], 7, {"lion": 2}, (7, 7))
    assert done.result[0] is YES
    assert [each["answer"] for each in record] == ["yes", ["b"], "7", {"lion": "2"}, "7", "7"]
    assert Driver(Transcript(list(record)), lambda roll: (), {}).run(rule(Table())) == done


def test_the_number_of_leaders_to_try_for_is_a_number() -> None:
    plan = outfit_question(Table(), position(), "england").read({"leaders": "2", "buy": [{"item": "fort"}]})
    assert plan == OutfitPlan({"buy": [{"item": "fort"}]}, 2)


def test_nobody_is_waited_for_where_nothing_is_asked() -> None:
    async def nothing(table: Table) -> tuple[int, ...]:
        none: list[Question[int]] = []
        return await table.decide_all(*none)

    assert Driver(Transcript(), lambda roll: (), {}).run(nothing(Table())) == Closed((), ())


@pytest.mark.parametrize("title", ["jenkins", "lions", "glory", "guerra", "yellowjack"])
def test_no_rule_takes_anything(title: str) -> None:
    folder = Path(pbem.adjudicator.__file__).parent / title / "rules"
    assert [path.name for path in folder.glob("*.py") if re.search(r"import .*\bAny\b", path.read_text("utf-8"))] == []
