"""9.1(9), 9.2(8), 9.3: what a question takes where nobody answers: the least counter, and the quietest refuge."""

from __future__ import annotations

import pytest
from rules.jenkins.playing import position

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.jenkins.board.board import load_board
from pbem.adjudicator.jenkins.rules.questions import cheapest, quietest, retreat, worth
from pbem.adjudicator.jenkins.state.state import ENGLISH


def test_9_3_a_counter_that_cannot_be_bought_again_is_worth_one_more_than_it_prints() -> None:
    """A starter never returns (9.3): of two frigates alike the one that may return goes first."""
    counters = load_board().counters
    starter, bought = counters["frigate-e1"], counters["frigate-e2"]
    assert worth(starter) == sum(value or 0 for value in (starter.gun, starter.land, starter.cannonade)) + 1
    assert worth(bought) == sum(value or 0 for value in (bought.gun, bought.land, bought.cannonade, bought.cost))
    assert cheapest(position(), ["boyne", "frigate-e2"], 1) == ("frigate-e2",)


@pytest.mark.parametrize(("rule", "who"), [("9.1", "ships"), ("9.2", "troops")])
def test_9_1_9_ships_and_troops_are_asked_where_they_retreat_to(rule: str, who: str) -> None:
    question = retreat(Table(), position({"3118": ["boyne"]}), ENGLISH, rule, "3118", ["3117", "3217"])
    assert question.facts["who"] == who
    assert question.prompt.startswith(f"Your {who} at 3118")


def test_9_1_9_the_quietest_refuge_is_an_own_seaport_then_no_seaport_then_a_strange_one() -> None:
    """Leogane (3018) is French; 3118 is an open coast; beside it the fewest enemy stacks count."""
    state = position()
    assert quietest(state, ENGLISH, ["3018", "3118"]) == "3118"
    assert quietest(state, ENGLISH, ["3118", "3018"]) == "3118"
    assert quietest(state, ENGLISH, ["3018", "2719", "3118"]) == "2719"
    state = position({}, {"3218": ["galicia"]})
    ways = ["3118", "2918"]
    assert "3218" in state.board.grid.neighbours("3118")
    assert quietest(state, ENGLISH, ways) == "2918"
