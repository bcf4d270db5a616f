"""Whole games of ledger grammar 2 by letter, in every tier, with people who are careful and people who are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from by_letter import begun, race_is_known
from long_runs import long_too

from pbem.match.audit.replay import audit
from pbem.trust.grammar.verdict import Verdict

__all__ = ["race_is_known"]
TIERS = ("moderated", "two-step", "beacon")


@pytest.mark.parametrize("number", long_too(3, 2))
@pytest.mark.parametrize("tier", TIERS)
def test_an_honest_game_matches_and_nobody_had_a_choice(tier: str, number: int, tmp_path: Path) -> None:
    crew = begun(tier, number).copied(tmp_path)
    crew.play()
    crew.finish()
    report = crew.verify()
    assert [str(fault.message) for fault in report.faults] == []
    assert [str(event) for event in report.choices] == []
    assert report.verdict is Verdict.MATCHES
    assert crew.kinds().count("seed") == 3
    assert "final" in crew.kinds()
    assert all(not said for said in crew.refused.values()), crew.refused
    assert audit(crew.desk).exit_code == 0


def test_e1_a_missed_letter_is_amber_until_the_seat_has_written_again(tmp_path: Path) -> None:
    crew = begun("moderated", 2).copied(tmp_path)
    crew.order_all(but=["beryl"])
    crew.later(49)
    crew.close()
    assert [event.code for event in crew.verify().choices] == ["E1"]
    crew.order_all()
    crew.close()
    assert crew.verdict() is Verdict.MATCHES
    crew.play(1)
    crew.finish()
    assert crew.verdict() is Verdict.MATCHES


def test_e1_a_seat_that_was_silent_to_the_end_confirms_it_with_a_word(tmp_path: Path) -> None:
    crew = begun("moderated", 2).copied(tmp_path)
    crew.play(2)
    crew.order_all(but=["beryl"])
    crew.later(49)
    crew.close()
    crew.finish()
    assert "seen" in crew.kinds()
    assert crew.verdict() is Verdict.MATCHES


def test_r1_without_a_missed_opening_leads_to_one_more_attempt_and_is_told(tmp_path: Path) -> None:
    crew = begun("two-step", 3).copied(tmp_path)
    crew.order_all()
    crew.close(but=["coral"])
    assert "waits for the opening of coral" in crew.run()
    crew.later(73)
    assert "from" in crew.run()
    assert [entry.text("seat") for entry in crew.ledger().entries("timeout", what="open")] == ["coral"]
    crew.carry()
    crew.read_all()
    crew.later(25)
    crew.run()
    crew.carry()
    crew.read_all()
    crew.open_all()
    assert "your part of the dice for t01.race is not opened: nothing is asked of this seat" in crew.refused["coral"]
    crew.run()
    crew.carry()
    crew.read_all()
    report = crew.verify()
    assert report.faults == ()
    assert [event.code for event in report.choices] == ["E2"]
    crew.refused["coral"].clear()
    crew.play(2)
    crew.finish()
    report = crew.verify()
    assert (report.faults, [event.code for event in report.choices]) == ((), ["E2"])
    assert audit(crew.desk).exit_code == 5


def test_r1_a_late_opening_is_entered_as_a_stray_and_its_sender_goes_on(tmp_path: Path) -> None:
    crew = begun("two-step", 3).copied(tmp_path)
    crew.order_all()
    crew.run()
    crew.carry()
    crew.read_all()
    late = crew.opening("coral")
    crew.open_all(but=["coral"])
    for hours in (73, 25):  # coral's machine is off
        crew.later(hours)
        crew.run()
        crew.carry()
        crew.read_all("amber", "beryl")
    crew.send("coral", late)
    assert "stray" in crew.kinds()
    crew.read_all()
    crew.open_all(but=["coral"])
    crew.run()
    crew.carry()
    crew.read_all()
    crew.play(2)
    crew.finish()
    report = crew.verify()
    assert (report.faults, [event.code for event in report.choices]) == ((), ["E2"])
    assert all(not said for who, said in crew.refused.items() if who != "coral"), crew.refused


def test_c4_an_opening_that_others_hold_is_mailed_on_and_counts(tmp_path: Path) -> None:
    crew = begun("two-step", 3).copied(tmp_path)
    crew.order_all()
    crew.run()
    crew.carry()
    crew.read_all()
    crew.lost.add(("coral", "moderator"))
    crew.open_all()
    crew.lost.clear()
    crew.read_all()
    crew.later(73)
    crew.run()
    assert crew.ledger().entries("timeout", what="open")
    crew.carry()
    crew.read_all()
    crew.run()
    assert "seed" in crew.kinds()
    crew.carry()
    crew.read_all()
    crew.play(2)
    crew.finish()
    report = crew.verify()
    assert (report.faults, report.choices) == ((), ())


def test_unopened_wait_the_phase_waits_and_a_late_opening_heals_it(tmp_path: Path) -> None:
    crew = begun("two-step", 2).copied(tmp_path)
    crew.order_all()
    crew.close(but=["beryl"])
    crew.later(2000)
    assert "without which there are no dice" in crew.run()
    crew.carry()
    crew.read_all()
    crew.open_all(but=["amber"])
    crew.run()
    crew.carry()
    crew.read_all()
    crew.play(2)
    crew.finish()
    report = crew.verify()
    assert (report.faults, report.choices) == ((), ())


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("played", [True, False])
def test_r11_all_sign_to_go_back(tier: str, played: bool, tmp_path: Path) -> None:
    crew = begun(tier, 2).copied(tmp_path)
    if played:
        crew.play(1)
    else:
        crew.order("amber")
    crew.go_back("t01.race")
    crew.play(2 if played else 1)
    crew.play(3 - (2 if played else 1))
    crew.finish()
    report = crew.verify()
    assert report.faults == ()
    fresh = tier != "moderated"  # of the phase itself, or of the open one, which is taken back with it
    assert [event.code for event in report.choices] == (["E3"] if fresh else [])
    seeds = crew.ledger().entries("seed", phase="t01.race")
    assert [seed.get("of") for seed in seeds] == ([None, 1] if played else [None])
    assert audit(crew.desk).exit_code == (5 if fresh else 0)
    assert all(not said for said in crew.refused.values()), crew.refused
