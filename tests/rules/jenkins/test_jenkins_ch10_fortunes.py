"""Chapter 10: Fortunes of War. 6.6: every choice is a duty."""

from __future__ import annotations

import pytest
from rules.jenkins.playing import DEFAULT, Answer, facts, fallen, play, position, told

from pbem.adjudicator.engine.table import Note, Table
from pbem.adjudicator.jenkins.board.pieces import Domain
from pbem.adjudicator.jenkins.rules.ch10_fortunes import (
    eligible,
    fortune_question,
    fortunes_of_war,
    gain_funds,
    lose_funds,
)
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State


def fortune(state: State, *answers: Answer) -> list[Note]:
    return play(fortunes_of_war, state, answers=answers)[1]


def afloat(**more: object) -> State:
    return position({"2719": ["boyne", "cornwall"], "2307": ["soldiers-e1"]},
                    {"3718": ["galicia"], "2114": ["soldiers-s1"]}, **more)  # fmt: skip


@pytest.mark.parametrize(
    ("die", "victim"), [(1, "boyne"), (2, "galicia"), (3, "soldiers-e1"), (4, "soldiers-s1")]
)
def test_10_0_wrecks_and_fever_take_one_visible_enemy_counter(die: int, victim: str) -> None:
    """The enemy chooses among what he sees (10.0)."""
    assert fallen(fortune(afloat(), ("6.6", die), ("10.0", [victim]))) == [victim]


def test_10_0_a_great_gale_takes_a_ship_of_each_side() -> None:
    """England chooses first (10.0)."""
    notes = fortune(afloat(), ("6.6", 5), ("10.0", ["galicia"]), ("10.0", ["boyne"]))
    assert fallen(notes) == ["galicia", "boyne"]


def test_10_0_a_sickly_season_takes_a_land_counter_of_each_side() -> None:
    """England chooses first (10.0)."""
    notes = fortune(afloat(), ("6.6", 6), ("10.0", ["soldiers-s1"]), ("10.0", ["soldiers-e1"]))
    assert fallen(notes) == ["soldiers-s1", "soldiers-e1"]


def test_6_6_the_choice_must_be_made() -> None:
    """May reads must (6.6 erratum): an empty answer is no answer."""
    with pytest.raises(AssertionError, match="0 picked, where 1 must be"):
        fortune(afloat(), ("6.6", 1), ("10.0", []))


def test_10_0_nothing_below_the_top_of_a_stack_can_be_chosen() -> None:
    """He may not sort through stacks (10.0)."""
    with pytest.raises(AssertionError, match="'cornwall' cannot be picked"):
        fortune(afloat(), ("6.6", 1), ("10.0", ["cornwall"]))


def test_10_0_not_even_where_a_stack_lies_open() -> None:
    """What came upon an enemy is seen (4.4), but only its top may be picked (10.0)."""
    ships = ["boyne", "cornwall"]
    state = position({"2825": ships}, {"2825": ["soldiers-s1"]}, exposed={"2825": ships})
    assert eligible(state, SPANISH, ENGLISH, Domain.NAVAL) == ["boyne"]


def test_10_0_a_deception_on_top_shields_what_is_below() -> None:
    """That is what it is bought for (10.0)."""
    state = position({"2719": ["deception-e1 > boyne", "boyne"]})
    assert fallen(fortune(state, ("6.6", 1), ("10.0", ["deception-e1"]), ("9.3", 6))) == ["deception-e1"]


def test_10_0_reading_a_deception_on_top_may_be_taken_for_ships_or_troops() -> None:
    """Nobody can see which of them it pretends to be."""
    state = position({"2719": ["deception-e1 > boyne", "boyne"]})
    assert eligible(state, SPANISH, ENGLISH, Domain.NAVAL) == ["deception-e1"]
    assert eligible(state, SPANISH, ENGLISH, Domain.LAND) == ["deception-e1"]


def test_10_0_only_the_element_struck_can_be_chosen() -> None:
    """Wrecks take ships, fever land counters (10.0 note)."""
    state = afloat()
    assert eligible(state, SPANISH, ENGLISH, Domain.NAVAL) == ["boyne"]
    assert eligible(state, SPANISH, ENGLISH, Domain.LAND) == ["soldiers-e1"]


def test_10_0_a_passenger_on_top_of_a_stack_is_a_land_counter_that_can_be_seen() -> None:
    """He lies above his ship (4.1), and hides her."""
    state = position({"2719": ["ogle > boyne", "boyne"]})
    assert eligible(state, SPANISH, ENGLISH, Domain.LAND) == ["ogle"]
    assert eligible(state, SPANISH, ENGLISH, Domain.NAVAL) == []


def test_10_0_counters_in_seaports_can_be_chosen_and_those_in_force_pools_never() -> None:
    """Holding boxes yes, pools no (10.0)."""
    state = position({"2719": ["boyne"]}, pool={ENGLISH: ["cornwall"], SPANISH: []})
    assert eligible(state, SPANISH, ENGLISH, Domain.NAVAL) == ["boyne"]


def test_10_0_reading_with_nothing_to_choose_nothing_happens() -> None:
    """No counter that he can see, no effect."""
    notes = fortune(position(), ("6.6", 1))
    assert told(notes, "no_fortune") == ["No English counter can be chosen."]


def test_10_0_what_is_struck_is_eliminated_like_anything_else() -> None:
    """With its passengers, and a die for each fate (9.3)."""
    state = position({"2719": ["frigate-e2", "ogle > frigate-e2"]})
    state.settle("2719", ENGLISH)
    state.stacks["2719"][ENGLISH] = ["frigate-e2", "ogle"]
    notes = fortune(state, ("6.6", 1), ("10.0", ["frigate-e2"]), ("9.3", 6), ("9.3", 1))
    assert fallen(notes) == ["frigate-e2", "ogle"]
    assert state.pool[ENGLISH] == ["frigate-e2"]


def test_10_0_all_hear_what_fortune_brings_and_one_counter_is_the_default() -> None:
    """The mildest for the enemy is taken where nobody chooses."""
    notes = fortune(afloat(), ("6.6", 1), ("10.0", DEFAULT))
    assert len(fallen(notes)) == 1
    assert len(facts(notes, "fortune")) == 1


def test_3_2_funds_that_fortune_takes_or_brings_are_told_to_all() -> None:
    """War funds stand on a track that both see; nobody has less than none, or more than a hundred."""
    state, table = position(funds={ENGLISH: 3, SPANISH: 98}), Table()
    lose_funds(table, state, ENGLISH, 5)
    gain_funds(table, state, SPANISH, 5)
    gain_funds(table, state, ENGLISH, 0)
    assert state.funds == {ENGLISH: 0, SPANISH: 100}
    assert told(table.story, "funds") == ["English war funds fall by 3 to 0.", "Spanish war funds rise by 2 to 100."]


def test_10_0_fortune_strikes_one_counter_where_nobody_chooses() -> None:
    question = fortune_question(Table(), afloat(), SPANISH, ["boyne", "soldiers-e1"])
    assert question.default == ("soldiers-e1",)
