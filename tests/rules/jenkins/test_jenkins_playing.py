"""The helper that plays a rule from a script: it must fail whenever the script and the rule differ."""

from __future__ import annotations

import pytest
from rules.jenkins.playing import play, position

from pbem.adjudicator.jenkins.rules.ch09_eliminated import eliminate

CASE = ("3219", "frigate-e2", "9.1", "tested")


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ([], "the list of answers is at its end"),
        ([("9.1", 3)], "the list goes on with 9.1 3"),
        ([("9.3", 7)], "is no such throw"),
        ([("9.3", [3, 3])], "is no such throw"),
        ([("9.3", True)], "is no such throw"),
        ([("9.3", 3), ("9.3", 3)], "left over"),
    ],
)
def test_a_script_that_differs_from_the_rule_fails_and_says_what_was_asked(
    answers: list[tuple[str, object]], why: str
) -> None:
    hex_id, *case = CASE
    with pytest.raises(AssertionError, match=why) as failure:
        play(eliminate, position({hex_id: ["frigate-e2"]}), *case, answers=answers)
    assert "9.3 disposal/frigate-e2/n1 1d6" in str(failure.value)


def test_a_position_refuses_counters_of_the_other_side_and_unknown_fields() -> None:
    with pytest.raises(AssertionError, match="galicia is not english"):
        position({"3219": ["galicia"]})
    with pytest.raises(AssertionError, match="no weather"):
        position(weather="fine")
