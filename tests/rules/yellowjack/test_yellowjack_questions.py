"""Questions as letters put them: whom a ship meets, at what strength a Port is stormed, and how to answer."""

from __future__ import annotations

import pytest
from rules.yellowjack.yellowjack_views import besieged

from pbem.adjudicator.board.texts import texts_of
from pbem.adjudicator.reports.open_questions import Asker
from pbem.adjudicator.yellowjack.base.contact import met
from pbem.adjudicator.yellowjack.board.board import DATA
from pbem.adjudicator.yellowjack.ch3.escalades import storm_prompt
from pbem.adjudicator.yellowjack.orders.order_table import TABLE

QUESTIONS = DATA / "asking.yaml"


def test_r7_4_a_ship_is_told_whom_she_meets_as_far_as_they_are_known() -> None:
    spotted = {"marker": "z-03", "kind": "flag", "squadrons": "2", "spotted": "yes"}
    hidden = {"marker": "z-07", "kind": "", "squadrons": "1", "spotted": "no"}
    assert met([spotted, hidden]) == "z-03 (flag, 2 Squadrons), z-07 (not Spotted)"


def test_3_443_a_storm_is_asked_with_both_strengths() -> None:
    assert storm_prompt(besieged(), "porto-bello") == "Do you storm Porto Bello, with 9 against 4?"


@pytest.mark.parametrize("topic", [row["is"] for row in texts_of(QUESTIONS)["questions"]])
def test_2_3_the_letter_says_how_a_question_is_answered(topic: str) -> None:
    asked = Asker.of(QUESTIONS).asked({
        "key": f"{topic}/i1.m5/n1", "rule": "R7.4", "prompt": "What now?", "legal": {"form": topic}, "default": {},
    })  # fmt: skip
    assert asked.how.startswith("Answer with `")
    assert asked.how.endswith("}. An empty {} leaves it to the rule.")
    assert topic in TABLE.section_of


def test_2_3_other_parts_are_answered_as_the_guide_has_them() -> None:
    asked = Asker.of(QUESTIONS).asked({
        "key": "issue/british/n1", "rule": "R9.5", "prompt": "Which?", "legal": {"form": "issue"}, "default": [],
    })  # fmt: skip
    assert asked.how == "Answer with the section 'issue' of an order file, as the guide has it."
