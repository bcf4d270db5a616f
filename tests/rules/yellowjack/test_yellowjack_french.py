"""2.26, the French: roused by a Port that falls, without bounds, and the Grand Flotilla of their war."""

from __future__ import annotations

import pytest
from rules.yellowjack.yellowjack_craft import BOARD, CARTAGENA, waters
from rules.yellowjack.yellowjack_fights import anchored, assault, play
from rules.yellowjack.yellowjack_letters import faults

from pbem.adjudicator.yellowjack.ch2.bourbon import without_bounds
from pbem.adjudicator.yellowjack.ch2.french import may_rouse
from pbem.adjudicator.yellowjack.ch3.issuing import why_not_issue
from pbem.adjudicator.yellowjack.ch3.strategic_events import event_step
from pbem.adjudicator.yellowjack.ch3.surrender import surrender
from pbem.adjudicator.yellowjack.state.words import FRANCE_AT_WAR, FRANCE_ROUSED
from pbem.adjudicator.yellowjack.turn.gathered import not_in_one_flotilla, ruling_of

OURS = ruling_of()


@pytest.mark.parametrize("more", [0, 1])
def test_2_265_a_spanish_port_that_falls_rouses_france_on_its_prestige_or_less(more: int) -> None:
    state = assault(CARTAGENA, ashore=["harrison", "guise", "blakeney"])
    state.scenario = "1739"
    play(surrender, state, OURS, CARTAGENA, dice={"france-roused": [BOARD.ports[CARTAGENA].prestige + more]})
    assert (FRANCE_ROUSED in state.events) is not more
    if not more:
        play(event_step, state, usual=9)
        assert FRANCE_AT_WAR in state.events


def test_2_265_not_by_the_charter_nor_in_the_learning_scenario() -> None:
    state = waters()
    assert play(may_rouse, state, "british", CARTAGENA).kinds() == ["france-roused"]
    assert play(may_rouse, state, "bourbon", CARTAGENA).rolls == []
    assert play(may_rouse, state, "british", "la-guaira").rolls == []
    state.house["france_early"] = "no"
    assert play(may_rouse, state, "british", CARTAGENA).rolls == []
    state.house.clear()
    state.events[FRANCE_AT_WAR] = 1
    assert play(may_rouse, state, "british", CARTAGENA).rolls == []
    state.events.clear()
    state.scenario = "porto-bello"
    assert play(may_rouse, state, "british", CARTAGENA).rolls == []


def test_2_261_the_french_are_issued_orders_wherever_they_lie() -> None:
    assert without_bounds("french")
    assert not without_bounds("cartagena")
    state = waters()
    anchored(state, "fr-flag-1", "fort-royal", {"f1": 3})
    state.hand["bourbon"] = ["f-cruise-islands", "f-show"]
    assert why_not_issue(state, OURS, "bourbon", "f-cruise-islands", ["fr-flag-1"], "") == ""
    assert why_not_issue(state, OURS, "bourbon", "f-show", ["fr-flag-1"], "english-harbour") == ""


def test_2_262_the_grand_flotilla_waits_for_the_war_with_france() -> None:
    state = waters()
    anchored(state, "bo-grand", "la-habana", {"h1": 3})
    assert "2.262" in not_in_one_flotilla(state, "h2", "bo-grand")
    state.events[FRANCE_AT_WAR] = 1
    assert "2.262" not in not_in_one_flotilla(state, "h2", "bo-grand")
    assert "2.262" not in not_in_one_flotilla(state, "h2", "sp-flag-h")


def test_r9_17_troops_that_go_aboard_have_a_goal() -> None:
    state = waters()
    anchored(state, "sp-flag-h", "la-habana", {"h1": 4})
    found = faults(state, "bourbon", "sail: [{who: sp-flag-h, then: [{embark: [fijo-habana-1]}]}]\n")
    assert any("where they land" in message for _, message in found)
