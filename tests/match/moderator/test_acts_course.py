"""Pause, resume, extend, end: told to all, on record, rehearsed without a trace, and replayed by the audit."""

from __future__ import annotations

from pathlib import Path

import pytest
from acts_kit import TIERS, act, play_phase, playing, rehearsed, sound, words
from club import duel_is_known as duel_is_known

from pbem.base.clock import parse_time
from pbem.match.own_folder.seat import Seat


@pytest.mark.parametrize("tier", TIERS)
def test_a_pause_runs_nothing_and_moves_the_deadline(tmp_path: Path, tier: str) -> None:
    club = playing(tmp_path, tier)
    act(club, "pause")
    assert "the game is paused since" in club.status()["paused"]
    assert "paused" in club.do("moderator", "status", club.desk, "--public").stdout
    club.read()
    before = parse_time(club.status()["until"])
    club.later(40)
    club.order("red", bid="low")
    club.order("blue", bid="low")
    assert club.run() == 3
    assert "the game is paused" in club.why
    assert "locked" not in club.kinds()
    act(club, "resume")
    assert "paused" not in club.status()
    letters = club.read()
    moved = parse_time(club.status()["until"]) - before
    assert moved.total_seconds() == (0 if tier == "beacon" else 40 * 3600)
    assert "The game goes on" in letters["red"][-1].read_text()
    if tier == "beacon":
        club.later(10)
    club.advance()
    assert "locked" in club.kinds()
    sound(club)


@pytest.mark.parametrize("tier", TIERS)
def test_an_extension_gives_time_and_holds_in_verify_and_audit(tmp_path: Path, tier: str) -> None:
    club = playing(tmp_path, tier, *(["--margin-hours", "30"] if tier == "beacon" else []))
    club.order("red", bid="low")
    act(club, "extend", "--hours", 20)
    club.read()
    club.later(60)
    assert club.run() == 3
    assert "locked" not in club.kinds()
    club.order("blue", bid="low")
    if tier == "beacon":
        club.later(30)
        club.advance()
    else:
        play_phase(club)
    assert not club.ledger().entries("timeout", seat="blue", what="orders")
    sound(club)


def test_3_6_a_pause_takes_no_orders_once_the_round_is_near(tmp_path: Path) -> None:
    club = playing(tmp_path, "beacon", "--margin-hours", "3")
    told = club.do("moderator", "pause", club.desk, "--reason", "late mails")
    ruled = club.ledger().entries("ruling")[-1]
    assert f"entered as entry {ruled.n}: The game is paused." in told.stderr + told.stdout
    club.read()
    club.later(49)
    club.order("red", bid="low")
    letter = club.sealed("blue", bid="low")
    club.later(2)
    club.take(letter)
    assert "too near" in words(club.deliver()["blue"])


def test_a_player_reads_a_ruling_and_his_deadline_moves(tmp_path: Path) -> None:
    club = playing(tmp_path)
    club.deliver()
    club.do("moderator", "extend", club.desk, "--until", "2026-11-09T20:00:00Z", "--reason", "late mails")
    told = club.do("red", "open", club.deliver()["red"][0], "--dir", club.folder("red")).stdout
    assert "The deadline of t01.duel is now 2026-11-09T20:00:00Z" in " ".join(told.split())
    assert Seat.at(club.folder("red")).deadline == "2026-11-09T20:00:00Z"


def test_3_6_an_extension_never_reaches_the_round_that_opens_the_orders(tmp_path: Path) -> None:
    club = playing(tmp_path, "beacon")
    error = club.fail("moderator", "extend", club.desk, "--hours", "5", "--reason", "late mails")
    assert "round" in error.faults[0].message
    assert "rollback --to t01.duel" in error.faults[0].hint


@pytest.mark.parametrize(("words", "why"), [
    (("pause", "--reason", " "), "needs a reason"),
    (("resume", "--reason", "x"), "not paused"),
    (("extend", "--until", "2026-11-01T00:00:00Z", "--reason", "x"), "is past"),
    (("extend", "--hours", "1", "--until", "2026-12-01T00:00:00Z", "--reason", "x"), ""),
    (("extend", "--until", "soon", "--reason", "x"), "soon"),
    (("extend", "--until", "2029-11-01T00:00:00Z", "--reason", "x"), "days away"),
    (("end", "--winner", "green", "--reason", "x"), "green"),
    (("end", "--winner", "red", "--draw", "--reason", "x"), "no winner"),
    (("rollback", "--to", "t09.duel", "--reason", "x"), "t09.duel"),
])  # fmt: skip
def test_an_act_that_cannot_be_done_says_why_and_changes_nothing(
    tmp_path: Path, words: tuple[str, ...], why: str
) -> None:
    club = playing(tmp_path)
    size = len(club.ledger())
    result = club.try_to("moderator", words[0], club.desk, *words[1:])
    assert result.exit_code != 0
    assert why in str(result.exception) + result.output
    assert len(club.ledger()) == size


@pytest.mark.parametrize("tier", TIERS)
def test_a_game_ended_by_ruling_shows_everything_and_replays(tmp_path: Path, tier: str) -> None:
    club = playing(tmp_path, tier)
    play_phase(club)
    act(club, "end", "--winner", "red", reason="Blue has moved to the country.")
    letters = club.read()
    assert "Winner: red" in letters["blue"][-1].read_text()
    assert club.status()["stage"] == "over"
    assert club.kinds()[-1] == "final"
    sound(club)
    assert "the game is over" in club.fail("moderator", "pause", club.desk, "--reason", "x").faults[0].message


def test_a_game_ended_amid_a_question_proves_the_dice_that_were_shown(tmp_path: Path) -> None:
    club = playing(tmp_path)
    for seat in ("red", "blue"):
        club.order(seat, bid="high")
    club.advance()
    assert club.status()["what"] == "answers"
    act(club, "end", "--draw")
    assert club.ledger().entries("seed", phase="t01.duel")
    sound(club)


@pytest.mark.parametrize("tier", TIERS)
def test_a_rehearsed_run_shows_no_more_than_the_moderator_may_see(tmp_path: Path, tier: str) -> None:
    club = playing(tmp_path, tier)
    club.order("red", bid="low", standing="no")
    club.order("blue", bid="low", standing="no")
    if tier == "two-step":
        club.run()
        club.open_all()
    if tier == "beacon":
        club.later(48)
        club.run()
        club.later(2)
    said = rehearsed(club, "run", club.desk)
    if tier == "moderated":
        assert "t01.duel: " in said
        assert "would enter" in said
    else:
        assert "what it comes to is shown when it is published" in said
        assert "rolls" not in said
