"""9.2 and 15.1: which questions nobody else may hear of, and what is taken where nobody answers."""

from __future__ import annotations

import pytest
from rules.lions.lions_playing import hold, position

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.rules.questions import loss, place_leader, play_marker, play_some
from pbem.adjudicator.lions.state.forces import Force


def test_9_2_nobody_hears_of_a_question_that_only_a_holder_is_asked() -> None:
    state = position()
    hold(state, "england", "bankers-1")
    assert play_marker(Table(), state, "england", "9.13", "spy", "exchange").discreet
    assert play_some(Table(), state, "england", "9.13", "revenue", ["bankers-1"]).discreet


@pytest.mark.parametrize(
    ("ships", "discreet", "secret"),
    [({"england-1st-1": "E7"}, False, True), ({"england-1st-1": "E7", "england-1st-2": "E8"}, False, False),
     ({"england-1st-1": "E7", "england-1st-2": "E8"}, True, True), ({"england-1st-1": "E7"}, True, True)],
)  # fmt: skip
def test_15_1_where_a_leader_is_placed_is_secret_if_all_units_are_in_one_square(
    ships: dict[str, str], discreet: bool, secret: bool
) -> None:
    """Others do not see if ships there take leaders, and so if there is a choice."""
    state = position(ships=ships)
    question = place_leader(Table(), state, "england", "22.2", "leader-place", "blake", discreet=discreet)
    assert question.discreet is secret


def test_15_1_which_ship_a_mishap_falls_on_is_secret_and_by_default_the_first() -> None:
    ships = ["england-1st-1", "england-4th-1"]
    state = position(ships=dict.fromkeys(ships, "E7"))
    question = loss(Table(), state, Force("england", "E7", ships), "runaway", ships)
    assert question.discreet
    assert question.default_answer() == ships[0]
