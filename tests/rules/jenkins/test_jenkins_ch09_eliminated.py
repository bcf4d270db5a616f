"""9.3: eliminated counters. Strategy & Tactics 308, rules section 9.3."""

from __future__ import annotations

import pytest
from rules.jenkins.playing import Answer, fallen, play, position, told

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.rules.ch09_eliminated import eliminate
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State

SEA = "3219"


def lose(state: State, name: str, *answers: Answer) -> list[Note]:
    return play(eliminate, state, name, "9.1", "lost in naval combat", answers=answers)[1]


@pytest.mark.parametrize(("die", "returns"), [(1, False), (2, False), (3, True), (6, True)])
def test_9_3_a_die_above_the_cost_brings_a_counter_back_to_the_pool(die: int, returns: bool) -> None:
    """A frigate that costs 2 (9.3); in the example a 2 removes one for good."""
    state = position({SEA: ["frigate-e2", "boyne"]})
    lose(state, "frigate-e2", ("9.3", die))
    assert ("frigate-e2" in state.pool[ENGLISH], "frigate-e2" in state.gone) == (returns, not returns)
    assert state.stack(SEA, ENGLISH) == ["boyne"]


def test_9_3_a_counter_without_a_cost_is_gone_without_a_die() -> None:
    """Starting counters may never be repurchased (9.3, 3.3)."""
    state = position({SEA: ["frigate-e1"]})
    lose(state, "frigate-e1")
    assert state.gone == ["frigate-e1"]


def test_9_3_a_counter_dearer_than_six_is_gone_without_a_die() -> None:
    """No die is above 7 or 8 (9.3 note)."""
    state = position({SEA: ["boyne"]})
    lose(state, "boyne")
    assert state.gone == ["boyne"]


def test_9_3_it_can_be_eliminated_and_bought_again_time_after_time() -> None:
    """Each time it is eliminated the die falls anew (9.3)."""
    state = position({SEA: ["frigate-e2"]})
    lose(state, "frigate-e2", ("9.3", 6))
    state.pool[ENGLISH].remove("frigate-e2")
    state.put("frigate-e2", SEA)
    lose(state, "frigate-e2", ("9.3", 1))
    assert state.gone == ["frigate-e2"]


def test_9_3_whoever_is_aboard_goes_down_with_the_ship_each_with_a_die_of_his_own() -> None:
    """Transported counters are eliminated with their ship (6.3, 7.3)."""
    state = position({SEA: ["ogle > merchant-e1", "supplies-e1 > merchant-e1", "merchant-e1"]})
    notes = lose(state, "merchant-e1", ("9.3", 3), ("9.3", 5), ("9.3", 1))
    assert fallen(notes) == ["merchant-e1", "ogle", "supplies-e1"]
    assert state.pool[ENGLISH] == ["merchant-e1", "ogle"]
    assert (state.gone, state.aboard, state.stacks) == (["supplies-e1"], {}, {})


def test_9_3_both_players_see_what_is_lost_and_why() -> None:
    """An eliminated counter is shown; so is its fate."""
    state = position({}, {SEA: ["frigate-s1"]})
    notes = lose(state, "frigate-s1", ("9.3", 6))
    assert all(note.to == "all" for note in notes)
    assert told(notes, "eliminated") == ["Frigate (s1) at 3219 is eliminated: lost in naval combat."]
    assert state.pool[SPANISH] == ["frigate-s1"]


def test_9_3_a_counter_bought_again_is_a_fresh_one() -> None:
    """It has not intercepted this turn (7.2), and no landing waits for it (7.3)."""
    state = position({SEA: ["soldiers-e2 > frigate-e2", "frigate-e2"]}, intercepted=["frigate-e2"],
                     landing={SEA: ["soldiers-e2"]})  # fmt: skip
    lose(state, "frigate-e2", ("9.3", 6), ("9.3", 6))
    assert state.intercepted == []
    assert state.landing == {SEA: []}


def test_9_3_a_ship_on_the_turn_track_can_be_lost() -> None:
    """The European war may take her from there (6.8, 7.4)."""
    state = position(track={"frigate-e2": ["3", "pacific"]})
    lose(state, "frigate-e2", ("9.3", 6))
    assert state.track == {}
    assert state.pool[ENGLISH] == ["frigate-e2"]


def test_7_2_only_the_counter_that_is_gone_is_unflipped() -> None:
    """Others that intercepted stay flipped for the turn."""
    state = position({SEA: ["frigate-e2", "boyne"]}, intercepted=["frigate-e2", "boyne"])
    lose(state, "frigate-e2", ("9.3", 6))
    assert state.intercepted == ["boyne"]
