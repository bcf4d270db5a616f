"""Battles, landings and voyages as cards: who, why, dice, one line a loss, what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.jenkins.playing import DEFAULT, Answer, play, position
from rules.jenkins.positions import restored, stages, twin
from rules.jenkins.sailing import movement, sail

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.jenkins.reports.battle_cards import told
from pbem.adjudicator.jenkins.reports.story import in_brief
from pbem.adjudicator.jenkins.rules.ch09_combat import combat_step
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State
from pbem.adjudicator.jenkins.view.picture import picture
from pbem.adjudicator.jenkins.view.view import view
from pbem.adjudicator.reports.parts import Entry

ST_AUGUSTINE, HAVANA = "2208", "2114"
HELD = "Spanish victory: no English ship or gun is left to hold Havana (2114)."
BEATEN_OFF = "Spanish victory: the attackers are beaten off at Havana (2114), and fall back to 2113."
WHOLE_GAMES = [stage for seed in ("fog", "squall", "spring tide") for stage in stages(seed)]


def heard(notes: Sequence[Note], side: str) -> list[Entry]:
    return told([note for note in notes if note.heard_by(side)])


def cards(notes: Sequence[Note], side: str) -> list[list[str]]:
    """The cards that a side reads: the heading, then each line with its dice."""
    return [[entry.text, *(each.words for each in entry.inside)] for entry in heard(notes, side) if entry.inside]


def fought(state: State, *answers: Answer) -> list[Note]:
    return play(combat_step, state, ENGLISH, answers=answers)[1]


def beaten_off() -> list[Note]:
    """An English frigate with soldiers comes against a frigate and a gun, loses nobody, and falls back."""
    state = position({HAVANA: ["soldiers-e4 > frigate-e2", "frigate-e2"]}, {HAVANA: ["frigate-s1", "cannons-s9"]},
                     met={HAVANA: ENGLISH}, landing={HAVANA: ["soldiers-e4"]})  # fmt: skip
    return fought(state, ("9.1", ["cannons-s9"]), ("9.1", 6), ("9.1", 6), ("9.1", 6), ("9.1", "2113"), ("7.2", []))


def test_9_1_a_naval_combat_is_one_card_from_its_cause_to_its_meaning() -> None:
    assert cards(beaten_off(), SPANISH) == [[
        "Naval combat at Havana (2114), Spanish victory: English ships attack, for they intercepted the enemy.",
        "English: Frigate (e2) with Soldiers 2 (e4).",
        "Spanish: Frigate (s1).",
        "From the shore the Spanish player adds Cannons 3 (s9).",
        "Frigate (e2) fires, gun value 4, cannot hit: [6] +5 seaport value of Havana (2114) (9.1), to each.",
        "Frigate (s1) fires, gun value 3, needs 3 or less, misses: [6].",
        "Cannons 3 (s9) fires, gun value 3, needs 3 or less, misses: [6].",
        "The Spanish player does not hit and the English player does not hit.",
        f"{BEATEN_OFF} Lost: English none, Spanish none.",
    ]]  # fmt: skip


def test_7_3_a_landing_that_does_not_come_about_is_told_to_its_owner_alone() -> None:
    words = "Nobody lands at Havana (2114): no transport is left there."
    assert [words in [note.text for note in beaten_off() if note.heard_by(side)] for side in SIDES] == [True, False]


def test_9_3_each_loss_is_one_line_with_its_fate_and_the_die_for_it() -> None:
    state = position({HAVANA: ["frigate-e2"]}, {HAVANA: ["galicia"]}, met={HAVANA: SPANISH})
    card = cards(fought(state, ("9.1", 1), ("9.1", 5), ("9.3", 6)), ENGLISH)[0]
    assert [line for line in card if "lost" in line] == [
        "English Frigate (e2): lost in naval combat; back in the force pool: [6]."]  # fmt: skip
    assert card[-1] == f"{HELD} Lost: English 1, Spanish none."


def test_9_2_a_land_combat_is_one_card_with_its_modifiers() -> None:
    state = position({ST_AUGUSTINE: ["soldiers-e1", "cathcart"]}, {ST_AUGUSTINE: ["soldiers-s1"]},
                     ashore={ST_AUGUSTINE: ENGLISH})  # fmt: skip
    card = cards(fought(state, ("9.2", [1, 6]), ("9.2", 6)), SPANISH)[0]
    assert card[0] == ("Land combat at St. Augustine (2208), English victory: "
                       "English troops attack the enemy they came upon.")  # fmt: skip
    assert any("+1 troops, +3 Cathcart, -2 seaport value" in line for line in card)
    assert "Spanish Soldiers 1 (s1): lost in land combat; gone for good." in card
    assert card[-1].startswith("English victory: nobody is left to hold St. Augustine (2208) against them.")


def test_7_3_a_landing_is_a_card_and_says_whom_it_brought_to_its_owner_alone() -> None:
    state = position({"2207": ["soldiers-e1 > boyne", "boyne"]})
    notes = movement(state, ENGLISH, sail(["boyne"], ST_AUGUSTINE, debark="all"))
    assert cards(notes, ENGLISH)[-1] == [
        "English troops land at St. Augustine (2208).", "You put ashore at St. Augustine (2208): Soldiers 2 (e1).",
        "The English player captures St. Augustine (2208) from the Spanish, for 2 war fund points.",
    ]  # fmt: skip
    assert not any("Soldiers" in line for card in cards(notes, SPANISH) for line in card)


def test_7_0_a_voyage_is_told_before_its_dice() -> None:
    state = position({"2719": ["boyne"]}, {"2820": ["galicia"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2720"), ("7.2", ["galicia"]), ("7.2", 1))
    lines = [entry.words for entry in heard(notes, SPANISH)]
    assert lines == ["English ships (Boyne on top) sail from Port Royal (2719) to 2720.",
                     "Spanish interception at 2720 with 1 ship: [1].", "They are met at 2720."]  # fmt: skip


def test_6_3_a_voyage_that_nobody_survives_says_so() -> None:
    state = position({"3320": ["frigate-e2"]})
    notes = play_movement_lost(state)
    assert "None of your ships that sailed 3320-3420-3520-3620-3720-3820-3920 is left." in [note.text for note in notes]
    assert not any("nothing" in note.text or "no more" in note.text for note in notes)


def play_movement_lost(state: State) -> list[Note]:
    """Six hexes of open sea, and a die that takes the only ship."""
    way = ["3420", "3520", "3620", "3720", "3820", "3920"]
    return movement(state, ENGLISH, sail(["frigate-e2"], *way), ("6.3", 4), ("6.3", ["frigate-e2"]),
                    ("9.3", 6))  # fmt: skip


def test_a_summary_names_battles_and_what_came_of_them_and_losses_by_cause() -> None:
    state = position({HAVANA: ["frigate-e2"]}, {HAVANA: ["galicia"]}, met={HAVANA: SPANISH})
    notes = fought(state, ("9.1", 1), ("9.1", 5), ("9.3", 6))
    seen = picture(view(state, ENGLISH))
    assert in_brief(seen, notes) == [
        "Naval combat: Spanish victory: no English ship or gun is left to hold Havana (2114).",
        "English losses: lost in naval combat: Frigate (e2); back in the force pool: Frigate (e2).",
    ]  # fmt: skip


def test_4_4_no_card_changes_with_what_its_reader_cannot_see() -> None:
    """The cards of a phase are the same from a position that differs only in what is hidden."""
    compared = 0
    for stage in WHOLE_GAMES:
        match = restored(stage.after)
        for side in SIDES:
            other = twin(match, side, SeededChance(stage.phase))
            if other is not None:
                reports = [GAME.reading(each.view(side), Told(stage.story, ())) for each in (match, other)]
                assert GAME.page(reports[0], {})["chapters"] == GAME.page(reports[1], {})["chapters"]
                compared += 1
    assert compared > 10


def test_4_4_a_battle_card_names_only_counters_that_fought_or_were_lost() -> None:
    """What lies beneath them in the same hex stands in no line of it."""
    spanish = ["frigate-s1", "zuloaga", "soldiers-s1"]
    state = position({HAVANA: ["frigate-e2"]}, {HAVANA: spanish}, met={HAVANA: ENGLISH})
    notes = fought(state, ("9.1", 6), ("9.1", 6), ("9.1", DEFAULT), ("7.2", []))
    words = " ".join(line for card in cards(notes, ENGLISH) for line in card)
    assert "Frigate (s1)" in words
    assert "Zuloaga" not in words
    assert "Soldiers" not in words


def test_every_die_and_every_line_of_a_phase_stands_in_its_cards_or_beside_them() -> None:
    """Nothing is lost in the telling: each label once, and each text but those that cards tell otherwise."""
    for stage in WHOLE_GAMES:
        notes = [note for note in stage.story if note.heard_by(SPANISH)]
        flat = [each for entry in told(notes) for each in (entry, *entry.inside)]
        labels = [each.throw.label for each in flat if each.throw]
        assert sorted(labels) == sorted(note.throw.label for note in notes if note.throw)


def test_4_4_the_enemy_hears_the_same_of_a_sea_fight_whatever_garrison_lies_below() -> None:
    """Soldiers, a leader and supplies ashore change no byte of what is told of ships that fight above them."""
    told_to_england = []
    for below in ([], ["zuloaga"], ["soldiers-s1", "supplies-s1"]):
        state = position({HAVANA: ["frigate-e2"]}, {HAVANA: ["frigate-s1", *below]}, met={HAVANA: ENGLISH})
        engage: list[Answer] = [("9.1", [])] if "supplies-s1" in below else []
        notes = fought(state, *engage, ("9.1", 6), ("9.1", 6), ("9.1", "2113"), ("7.2", []))
        told_to_england.append(heard(notes, ENGLISH))
    assert told_to_england[0] == told_to_england[1] == told_to_england[2]
