"""7.5 land movement and disease, 7.6 capturing a hex."""

from __future__ import annotations

import pytest
from rules.jenkins.playing import Answer, asked, fallen, play, position, told
from rules.jenkins.sailing import END, dice, march, movement, sail

from pbem.adjudicator.jenkins.rules.ch07_land import enter_land_hex
from pbem.adjudicator.jenkins.rules.ch07_movement import movement_step
from pbem.adjudicator.jenkins.rules.ch09_combat import combat_step
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH

HEALTHY: Answer = ("7.5", 4)
SAVANNAH, ST_AUGUSTINE = "2307", "2208"


# ------------------------------------------------------------------------------------------- 7.5


@pytest.mark.parametrize("die", [2, 4, 6])
def test_7_5_an_even_die_harms_nobody_and_they_may_march_on(die: int) -> None:
    """No effect (7.5)."""
    state = position({SAVANNAH: ["soldiers-e1"]})
    movement(state, ENGLISH, march(["soldiers-e1"], "2206", "2106"), ("7.5", die), HEALTHY)
    assert state.hex_of("soldiers-e1") == "2106"


@pytest.mark.parametrize("die", [1, 3, 5])
def test_7_5_an_odd_die_costs_one_land_counter_of_the_owners_choice(die: int) -> None:
    """Supplies may go for soldiers (7.5 note)."""
    state = position({SAVANNAH: ["soldiers-e1", "supplies-e1"]})
    notes = movement(state, ENGLISH, march(["soldiers-e1", "supplies-e1"], "2206"), ("7.5", die),
                     ("7.5", ["supplies-e1"]), ("9.3", 6))  # fmt: skip
    assert fallen(notes) == ["supplies-e1"]
    assert state.hex_of("soldiers-e1") == "2206"


def test_7_5_one_die_for_each_land_hex_entered() -> None:
    """Three hexes, three dice (7.5)."""
    state = position({SAVANNAH: ["soldiers-e1"]})
    notes = movement(state, ENGLISH, march(["soldiers-e1"], "2206", "2106", "2006"), HEALTHY, HEALTHY, HEALTHY)
    assert len(dice(notes, "disease")) == 3


def test_7_5_one_die_for_a_whole_stack() -> None:
    """A counter or a stack, one die (7.5)."""
    state = position({SAVANNAH: ["soldiers-e1", "supplies-e1", "americans-e1"]})
    notes = movement(state, ENGLISH, march(["soldiers-e1", "supplies-e1", "americans-e1"], "2206"), HEALTHY)
    assert len(dice(notes, "disease")) == 1


@pytest.mark.parametrize("holder", [ENGLISH, SPANISH])
def test_7_5_seaport_hexes_are_healthy_whoever_holds_them(holder: str) -> None:
    """Non-seaport land hexes only (7.5)."""
    state = position({"2207": ["soldiers-e1"]}, control={"st-augustine": holder})
    notes = movement(state, ENGLISH, march(["soldiers-e1"], ST_AUGUSTINE))
    assert dice(notes, "disease") == []


def test_7_5_any_land_counter_in_the_hex_may_be_the_one() -> None:
    """Those who were there before can die for those who come (7.5: in that hex)."""
    state = position({SAVANNAH: ["soldiers-e1"], "2206": ["americans-e2"]})
    notes = movement(state, ENGLISH, march(["soldiers-e1"], "2206", "2106"), ("7.5", 1), ("7.5", ["americans-e2"]),
                     ("9.3", 1))  # fmt: skip
    assert fallen(notes) == ["americans-e2"]
    assert state.hex_of("soldiers-e1") == "2206"


def test_7_5_a_deception_is_never_eliminated_by_disease() -> None:
    """Not even alone (7.5 note)."""
    state = position({SAVANNAH: ["deception-e1", "soldiers-e1"]})
    with pytest.raises(AssertionError, match="'deception-e1' cannot be picked"):
        movement(state, ENGLISH, march(["deception-e1", "soldiers-e1"], "2206"), ("7.5", 1), ("7.5", ["deception-e1"]))
    state = position({SAVANNAH: ["deception-e1"]})
    assert fallen(movement(state, ENGLISH, march(["deception-e1"], "2206", "2106"), ("7.5", 1), HEALTHY)) == []
    assert state.hex_of("deception-e1") == "2106"


def test_7_5_no_ship_is_ever_lost_to_it() -> None:
    """Naval counters, and reading: whoever is aboard them, cannot be chosen (7.5)."""
    state = position({"2309": ["merchant-e1", "soldiers-e1 > merchant-e1", "supplies-e1 > merchant-e1"]})
    for name in ("merchant-e1", "supplies-e1"):
        with pytest.raises(AssertionError, match="cannot be picked"):
            movement(state, ENGLISH, sail(["merchant-e1"], "2209", debark=["soldiers-e1"]), ("7.5", 1), ("7.5", [name]))
        state = position({"2309": ["merchant-e1", "soldiers-e1 > merchant-e1", "supplies-e1 > merchant-e1"]})


def test_7_5_debarking_into_a_land_hex_brings_a_die() -> None:
    """Susceptible when debarking into a non-seaport hex (7.5)."""
    state = position({"2309": ["boyne", "soldiers-e1 > boyne"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2209", debark="all"), ("7.5", 1), ("7.5", ["soldiers-e1"]))
    assert fallen(notes) == ["soldiers-e1"]


def test_9_2_8_so_does_a_retreat() -> None:
    """Retreating troops make a disease die roll (9.2(8), 7.5)."""
    state = position({"2206": ["soldiers-e1"]}, {})
    left, notes = play(enter_land_hex, state, ["soldiers-e1"], "2106", ENGLISH, retreating=True, answers=[HEALTHY])
    assert left == ["soldiers-e1"]
    assert len(dice(notes, "disease")) == 1


# ------------------------------------------------------------------------------------------- 7.6


def test_7_6_land_counters_capture_a_hex_without_enemy_land_counters_by_being_there() -> None:
    """St. Augustine, empty but for a ship, falls to a march (7.6)."""
    state = position({"2207": ["soldiers-e1"]}, {ST_AUGUSTINE: ["galicia"]})
    notes = movement(state, ENGLISH, march(["soldiers-e1"], ST_AUGUSTINE))
    assert state.is_friendly_port(ST_AUGUSTINE, ENGLISH)
    text = "The English player captures St. Augustine (2208) from the Spanish, for 2 war fund points."
    assert told(notes, "captured") == [text]


def test_7_6_ships_never_capture() -> None:
    """Not even an empty seaport (7.6)."""
    state = position({"2209": ["boyne", "soldiers-e1 > boyne"]})
    movement(state, ENGLISH, sail(["boyne"], ST_AUGUSTINE))
    assert state.is_friendly_port(ST_AUGUSTINE, SPANISH)


def test_7_6_while_an_enemy_land_counter_is_there_he_keeps_the_hex() -> None:
    """Ownership changes only when all of them are gone (7.6)."""
    state = position({"2207": ["soldiers-e1"]}, {ST_AUGUSTINE: ["supplies-s1"]})
    movement(state, ENGLISH, march(["soldiers-e1"], ST_AUGUSTINE))
    assert state.is_friendly_port(ST_AUGUSTINE, SPANISH)
    play(combat_step, state, ENGLISH, answers=[("9.3", 1)])
    assert state.is_friendly_port(ST_AUGUSTINE, ENGLISH)


def test_7_6_reading_enemy_troops_aboard_ships_do_not_hold_a_hex() -> None:
    """They are being transported (7.3, 9.2)."""
    state = position({"2207": ["soldiers-e1"]}, {ST_AUGUSTINE: ["galicia", "soldiers-s1 > galicia"]})
    movement(state, ENGLISH, march(["soldiers-e1"], ST_AUGUSTINE))
    assert state.is_friendly_port(ST_AUGUSTINE, ENGLISH)


def test_7_6_a_seaport_stays_taken_after_its_captors_have_left() -> None:
    """Ownership only changes when somebody else takes it (7.6); it pays nothing meanwhile (3.4)."""
    state = position({"2207": ["soldiers-e1"]})
    movement(state, ENGLISH, march(["soldiers-e1"], ST_AUGUSTINE))
    movement(state, ENGLISH, march(["soldiers-e1"], "2207"), HEALTHY)
    assert state.is_friendly_port(ST_AUGUSTINE, ENGLISH)


def test_7_6_the_capturer_is_paid_and_the_capture_remembered_for_the_turn() -> None:
    """3.4 at once; 6.8 asks for French and Dutch ones."""
    state = position({"3422": ["boyne", "soldiers-e1 > boyne"]})
    movement(state, ENGLISH, sail(["boyne"], "curacao", debark="all"))
    assert state.funds[ENGLISH] == 3
    assert state.captured == ["curacao"]


def test_7_6_coming_home_to_ones_own_seaport_captures_nothing() -> None:
    """It is friendly already."""
    state = position({"2206": ["soldiers-e1"]})
    notes = movement(state, ENGLISH, march(["soldiers-e1"], SAVANNAH))
    assert told(notes, "captured") == []


def test_7_5_nobody_else_hears_whom_a_march_may_lose_to_disease() -> None:
    """The owner chooses; what marches below the top is hidden (4.4)."""
    state = position({"2306": ["soldiers-e1", "soldiers-e2"]})
    answers: list[Answer] = [march(["soldiers-e1", "soldiers-e2"], "2206"), ("7.5", 1), ("7.5", ["soldiers-e1"]), END]
    questions = asked(movement_step, state, ENGLISH, answers=answers)
    assert [question.discreet for question in questions if question.rule == "7.5"] == [True]
