"""The die with a nought, rounding, picks and contests (FI-R 1)."""

from __future__ import annotations

from fractions import Fraction

from rules.playing_rules import play

from pbem.adjudicator.engine.table import ALL, SEALED, Shift
from pbem.adjudicator.yellowjack.base.conventions import clamped, draw_one, higher, natural, part, throw, up


def shifted(*amounts: int) -> Shift:
    shift = Shift()
    for amount in amounts:
        shift.add("R1.2", amount, "a reason")
    return shift


def test_r1_2_the_tenth_face_is_a_nought() -> None:
    fell, notes = play(throw, "R5.4", "wind", why="The trades", answers=[("R5.4", 10)])
    assert (natural(fell), fell.total) == (0, 0)
    assert notes[0].text == "The trades: [0]."
    assert play(throw, "R5.4", "wind", why="The trades", answers=[("R5.4", 9)])[0].total == 9


def test_r1_2_modifiers_are_added_and_told() -> None:
    fell, notes = play(throw, "R5.5", "breeze", why="A breeze", shift=shifted(-1), answers=[("R5.5", 4)])
    assert fell.total == 3
    assert "-1 a reason (R1.2) = 3" in notes[0].text


def test_r1_2_a_sealed_die_is_told_to_nobody() -> None:
    _, notes = play(throw, "R7.3", "sighting", why="", to="", lane=SEALED, answers=[("R7.3", 2)])
    assert notes == []


def test_r1_2_a_side_hears_its_own_die_and_all_hear_a_public_one() -> None:
    assert play(throw, "R5.5", "breeze", why="A breeze", to="british", answers=[("R5.5", 2)])[1][0].to == "british"
    assert play(throw, "R5.4", "wind", why="Wind", answers=[("R5.4", 2)])[1][0].to == ALL


def test_r1_2_rolls_beyond_a_table_use_its_ends() -> None:
    assert [clamped(roll) for roll in (-3, 0, 9, 12)] == [0, 0, 9, 9]


def test_r1_5_one_of_several_is_drawn_and_a_single_one_is_not() -> None:
    assert play(draw_one, "R1.5", ["a", "b", "c"], "pick", answers=[("R1.5", (2,))])[0] == "c"
    assert play(draw_one, "R1.5", ["a"], "pick")[0] == "a"


def test_r1_4_shares_are_rounded_down_and_up_only_where_said() -> None:
    assert (part(5, 50), part(3, 30), part(4, 100)) == (2, 0, 4)
    assert (up(Fraction(1, 10)), up(Fraction(2)), up(Fraction(24, 10))) == (1, 2, 3)


def test_r1_6_ties_are_thrown_again() -> None:
    answers = [("2.431", 3), ("2.431", 3), ("2.431", 10), ("2.431", 1)]
    winner, _ = play(higher, "2.431", "pirate-first", ("british", "bourbon"), why="Who rouses", answers=answers)
    assert winner == "bourbon"
