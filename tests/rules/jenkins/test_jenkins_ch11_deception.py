"""11.2: deception counters in combat. Strategy & Tactics 308, rules section 11.2."""

from __future__ import annotations

import pytest
from rules.jenkins.playing import Answer, facts, fallen, play, position, told

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.rules.ch09_land import land_combat
from pbem.adjudicator.jenkins.rules.ch09_naval import naval_combat
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State

SEA, COAST = "3219", "3118"
KEEP: Answer = ("11.2", "keep")


def afloat(state: State, attacker: str, *answers: Answer) -> list[Note]:
    return play(naval_combat, state, SEA, attacker, answers=answers)[1]


def duel(english: int = 0, spanish: int = 0) -> State:
    """An English frigate (4) and a Spanish one (3), with so many deception counters each."""
    ours = [f"deception-e{n} > frigate-e1" for n in range(1, english + 1)]
    theirs = [f"deception-s{n} > frigate-s1" for n in range(1, spanish + 1)]
    return position({SEA: [*ours, "frigate-e1"]}, {SEA: [*theirs, "frigate-s1"]})


def inflicted(notes: list[Note]) -> dict[str, int]:
    return {fact["side"]: fact["number"] for fact in facts(notes, "inflicted")}


def test_11_2_a_player_may_undo_a_die_of_his_own() -> None:
    """His miss becomes a hit (11.2)."""
    notes = afloat(duel(english=1), ENGLISH, ("9.1", 6), ("9.1", 6), ("11.2", "deception-e1 frigate-e1/1"), ("11.2", 4),
                   ("9.3", 6), ("9.3", 6))  # fmt: skip
    assert inflicted(notes)[ENGLISH] == 1


def test_11_2_a_player_may_undo_a_die_of_the_enemys() -> None:
    """The enemy's hit becomes a miss, and he has to roll again (11.2)."""
    notes = afloat(duel(spanish=1), ENGLISH, ("9.1", 4), ("9.1", 1), ("11.2", "deception-s1 frigate-e1/1"), ("11.2", 5),
                   ("9.3", 6))  # fmt: skip
    assert inflicted(notes) == {ENGLISH: 0, SPANISH: 1}
    assert fallen(notes) == ["deception-s1", "frigate-e1"]


def test_11_2_the_attacker_decides_first() -> None:
    """When both have one, the attacker must always decide to do so or not do so first (11.2)."""
    for attacker in (SPANISH, ENGLISH):
        with pytest.raises(AssertionError, match=f"asked now:\n.*deception/3219/n1 by {attacker}"):
            afloat(duel(english=1, spanish=1), attacker, ("9.1", 6), ("9.1", 6))


def test_11_2_a_re_roll_may_be_re_rolled_by_the_other_and_again() -> None:
    """Attacker, defender, attacker on the same die; after each new die the attacker decides first again (11.2)."""
    state = duel(english=2, spanish=1)
    again: list[Answer] = [
        ("11.2", "deception-e1 frigate-e1/1"), ("11.2", 4), ("9.3", 6),  # the attacker makes a hit of his miss
        KEEP, ("11.2", "deception-s1 frigate-e1/1"), ("11.2", 5), ("9.3", 6),  # the defender undoes it
        ("11.2", "deception-e2 frigate-e1/1"), ("11.2", 1), ("9.3", 6),  # and the attacker that
    ]  # fmt: skip
    notes = afloat(state, ENGLISH, ("9.1", 6), ("9.1", 6), *again, ("9.3", 6))
    assert inflicted(notes)[ENGLISH] == 1
    labels = [note.throw.label for note in notes if note.throw and note.throw.label.startswith("naval-reroll/")]
    assert labels == [f"naval-reroll/3219/frigate-e1/n{n}" for n in (1, 2, 3)]


def test_11_2_as_many_as_he_has_on_as_many_dice_as_he_likes() -> None:
    """A player may use as many as he has, each on one die (11.2)."""
    state = duel(english=3)
    again: list[Answer] = []
    for n in (1, 2, 3):
        again += [("11.2", f"deception-e{n} frigate-s1/1"), ("11.2", 1 if n < 3 else 6), ("9.3", 6)]
    notes = afloat(state, ENGLISH, ("9.1", 4), ("9.1", 1), *again, ("9.3", 6))
    assert inflicted(notes) == {ENGLISH: 1, SPANISH: 0}
    assert len(told(notes, "eliminated")) == 4


def test_11_2_once_both_keep_theirs_the_dice_stand() -> None:
    """Each was asked once, the attacker first; the counters are still there."""
    state = duel(english=1, spanish=1)
    afloat(state, SPANISH, ("9.1", 6), ("9.1", 6), KEEP, KEEP, ("9.1", "3220"), ("7.2", []))
    assert state.stack(SEA, ENGLISH) == ["deception-e1", "frigate-e1"]


def test_11_2_an_expended_counter_goes_through_9_3() -> None:
    """Its fate is rolled for by its cost (11.2, 9.3)."""
    state = duel(english=1)
    notes = afloat(
        state,
        ENGLISH,
        ("9.1", 4),
        ("9.1", 6),
        ("11.2", "deception-e1 frigate-s1/1"),
        ("11.2", 6),
        ("9.3", 1),
        ("9.3", 6),
    )
    assert fallen(notes) == ["deception-e1", "frigate-s1"]
    assert state.gone == ["deception-e1"]


def test_11_2_only_a_die_on_the_table_and_a_counter_of_ones_own_can_be_named() -> None:
    """Deception counters present during that combat, and its dice."""
    for wrong in (
        "deception-e2 frigate-e1/1",
        "deception-s1 frigate-e1/1",
        "deception-e1 frigate-e1/2",
        "deception-e1",
    ):
        with pytest.raises(AssertionError, match="no legal answer"):
            afloat(duel(english=1, spanish=1), ENGLISH, ("9.1", 6), ("9.1", 6), ("11.2", wrong))


def test_11_2_in_land_combat_any_die_of_either_side_can_be_undone() -> None:
    """Whether it is naval combat or land combat (11.2); the dice there are the side's, not a counter's."""
    state = position({COAST: ["soldiers-e1", "deception-e1"]}, {COAST: ["soldiers-s1", "deception-s1"]})
    answers: list[Answer] = [
        ("9.2", 6), ("9.2", 1),
        ("11.2", "deception-e1 spanish/1"), ("11.2", 6), ("9.3", 6),
        ("11.2", "deception-s1 spanish/1"), ("11.2", 5), ("9.3", 6),
        ("9.2", "3217"), ("7.5", 2),
    ]  # fmt: skip
    notes = play(land_combat, state, COAST, ENGLISH, answers=answers)[1]
    assert inflicted(notes) == {ENGLISH: 0, SPANISH: 0}
    assert [note.throw.label for note in notes if note.throw][2] == "land-reroll/3118/spanish/n1"


def test_11_2_where_nobody_rolled_there_is_nothing_to_undo() -> None:
    """No dice, no question."""
    state = position({"2825": ["soldiers-e1", "deception-e1"]}, {"2825": ["supplies-s1"]})
    play(land_combat, state, "2825", ENGLISH, answers=[("9.3", 6)])
    assert state.hex_of("deception-e1") == "2825"
