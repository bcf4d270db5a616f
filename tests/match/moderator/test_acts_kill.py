"""An act killed at any write, and done again: the same folder as if nothing had happened."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from acts_kit import playing
from club import Club
from club import duel_is_known as duel_is_known
from desk_kills import outlives_kills

from pbem.base.clock import parse_time
from pbem.base.errors import BadInput
from pbem.match.deadlines.more_time import extend
from pbem.match.folder.office import Office, at_work
from pbem.match.intake.take_in import take_in
from pbem.match.moderator.course_of_play import end, pause
from pbem.match.moderator.going_back import propose
from pbem.match.moderator.patch_position import rule_position
from pbem.trust.keyring import Keyring


def done(act: Callable[[Office], object]) -> Callable[[Club, Path], None]:
    """The act at a desk; one that was finished by whoever came next is not done twice."""

    def at_desk(club: Club, desk: Path) -> None:
        with at_work(desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
            if not office.record.ledger.entries("ruling"):
                act(office)
                office.save()

    return at_desk


#: Killed at every so many writes; at each of them where PBEM_KILL_TURNS asks for the wider run.
EVERY = 1 if os.environ.get("PBEM_KILL_TURNS") else 5


ACTS: dict[str, Callable[[Office], object]] = {
    "pause": lambda office: pause(office, "late mails"),
    "extend": lambda office: extend(office, "late mails", office.now + timedelta(days=5)),
    "rule": lambda office: rule_position(office, ["hits.red=3"], "misread"),
    "rollback": lambda office: propose(office, "t01.duel", "misread"),
    "end": lambda office: end(office, "moved away", draw=True),
}


@pytest.mark.parametrize("name", ACTS)
def test_an_act_survives_a_kill_at_any_write(tmp_path: Path, name: str) -> None:
    club = playing(tmp_path)
    assert outlives_kills(done(ACTS[name]), club, tmp_path, EVERY) > 3


def test_going_back_survives_a_kill_at_any_write(tmp_path: Path) -> None:
    club = playing(tmp_path)
    with at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        propose(office, "t01.duel", "misread")
        office.save()
    letters = club.read()
    written = {seat: club.do(seat, "agree", found[-1], "--dir", club.folder(seat)).stdout.strip()
               for seat, found in letters.items()}
    club.do("moderator", "in", club.desk, written["blue"])

    def last_signature(club: Club, desk: Path) -> None:
        with at_work(desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
            take_in(office, Path(written["red"]))

    assert outlives_kills(last_signature, club, tmp_path, EVERY) > 3


def test_an_act_done_twice_is_refused_the_second_time(tmp_path: Path) -> None:
    club = playing(tmp_path)
    club.do("moderator", "pause", club.desk, "--reason", "x")
    with at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        with pytest.raises(BadInput):
            pause(office, "x")
        with pytest.raises(BadInput):
            extend(office, "x", more=4)
