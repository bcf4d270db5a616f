"""Chapters 1 and 2: the sides, the length of the game, and what the counters are."""

from __future__ import annotations

from rules.jenkins.playing import play, position

from pbem.adjudicator.jenkins.board.board import load_board
from pbem.adjudicator.jenkins.board.pieces import NATIONS, SIDES, CounterKind
from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.jenkins.match import JenkinsMatch
from pbem.adjudicator.jenkins.rules.ch06_sequence import end_of_turn, sequence
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, enemy

BOARD = load_board()


def test_1_1_there_are_two_sides_and_each_is_the_others_enemy() -> None:
    """England and Spain; the French take part only as seaports and in the European war (1.1)."""
    assert GAME.seats == SIDES == ("english", "spanish")
    assert (enemy(ENGLISH), enemy(SPANISH)) == (SPANISH, ENGLISH)
    assert "french" in NATIONS
    assert not BOARD.side_counters("french")


def test_1_2_a_turn_is_an_english_and_then_a_spanish_phase() -> None:
    """English Phase first, then the Spanish (1.2)."""
    assert list(sequence()) == [ENGLISH, SPANISH]


def test_1_2_the_game_ends_with_the_tenth_turn() -> None:
    """After the ninth turn there is a tenth, after the tenth a winner (1.2)."""
    state = position(turn=9)
    play(end_of_turn, state)
    assert (state.turn, state.winner) == (10, "")
    play(end_of_turn, state)
    assert state.winner == SPANISH


def test_1_2_no_phase_follows_the_end() -> None:
    """Once victory is judged, nobody is waited for (1.2)."""
    match = JenkinsMatch(position(turn=10, winner=SPANISH), ENGLISH, (), {})
    assert match.phase() is None
    assert match.result() == {"winner": SPANISH}


def test_2_0_the_only_die_has_six_faces() -> None:
    """Tables and checks are made for one six-sided die (2.0)."""
    assert {check.die for check in BOARD.checks.values()} == {"1d6"}


def test_2_1_each_counter_is_english_spanish_or_administrative() -> None:
    """Three sorts by colour (2.1)."""
    assert {counter.side for counter in BOARD.counters.values()} == {*SIDES, "administrative"}


def test_2_2_counters_of_the_sides_are_naval_or_land_and_leaders_are_land() -> None:
    """Two primary types; a leader is a land-type counter (2.2)."""
    fighting = [c for side in SIDES for c in BOARD.side_counters(side)]
    assert all(counter.is_naval != counter.is_land for counter in fighting)
    assert all(counter.is_land for counter in fighting if counter.is_leader)


def test_2_2_crossed_muskets_are_one_type_under_several_names() -> None:
    """Soldiers, Americans and Marines function the same (2.2 note)."""
    names = {c.name for c in BOARD.side_counters(ENGLISH) if c.is_soldiers}
    assert names == {"Soldiers", "Americans", "Marines"}


def test_2_2_the_gun_value_is_the_guns_by_ten() -> None:
    """The Cornwall, printed 8, carried eighty (2.2 example)."""
    assert BOARD.counters["cornwall"].gun == 8


def test_2_3_a_named_ship_is_a_ship_of_the_line_and_nothing_else() -> None:
    """Frigates, merchants, fire and bomb ships stand for several vessels, and have no names (2.3)."""
    named = [c for side in SIDES for c in BOARD.side_counters(side) if c.named_ship]
    assert {c.kind for c in named} == {CounterKind.SHIP}
    assert not BOARD.counters["frigate-e1"].named_ship
