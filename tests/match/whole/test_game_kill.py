"""kill -9 at any write, and a rerun: the same bytes as if nothing had happened. And two commands at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from club import Club, playing
from club import duel_is_known as duel_is_known
from desk_kills import Act, outlives_kills, play_on

from pbem.base.clock import parse_time
from pbem.base.errors import Waiting
from pbem.match.folder.office import at_work
from pbem.match.folder.process_lock import hold
from pbem.match.intake.take_in import take_in
from pbem.trust.keyring import Keyring


def take(letter: Path) -> Act:
    def act(club: Club, desk: Path) -> None:
        with at_work(desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
            take_in(office, letter)

    return act


#: PBEM_LONG=1 kills before every change of the disk, the suite before every third of the longest acts.
EVERY = 1 if os.environ.get("PBEM_LONG") else 3


@pytest.mark.parametrize("tier", ["moderated", "two-step", "beacon"])
def test_adjudication_survives_a_kill_at_any_write(tier: str, tmp_path: Path) -> None:
    club = playing(tmp_path, tier)
    for seat in ("red", "blue"):
        club.order(seat, bid="high", parry="yes")
    if tier == "two-step":
        club.run()
        club.open_all()
    club.later(60)
    assert outlives_kills(play_on, club, tmp_path, EVERY) > 20 // EVERY


def test_taking_in_survives_a_kill_at_any_write(tmp_path: Path) -> None:
    club = playing(tmp_path)
    assert outlives_kills(take(club.sealed("red", bid="high")), club, tmp_path) > 10
    assert outlives_kills(take(club.write("red", bid="high")), club, tmp_path / "faults") > 4


def test_the_end_of_a_game_survives_a_kill_at_any_write(tmp_path: Path) -> None:
    club = playing(tmp_path)
    for _ in range(3):
        for seat in club.status()["waits_for"]:
            club.order(seat, bid="low", standing="no")
        if club.status()["phase"] == "t03.duel":
            break
        club.advance()
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    assert outlives_kills(play_on, club, tmp_path, EVERY) > 60 // EVERY


def test_drafts_of_a_killed_write_are_cleared_away(tmp_path: Path) -> None:
    club = playing(tmp_path)
    draft = club.desk / "seeds" / ".t01.duel.seed.0badf00d.new"
    draft.parent.mkdir(exist_ok=True)
    draft.write_bytes(b"half a se")
    club.run()
    assert not draft.exists()


def test_two_commands_at_once_do_not_meet(tmp_path: Path) -> None:
    club = Club(tmp_path)
    with hold(club.desk / "private", 0.1), pytest.raises(Waiting) as caught, hold(club.desk / "private", 0.1):
        pass
    assert "is in use" in caught.value.faults[0].message
