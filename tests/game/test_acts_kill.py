"""An act killed at any write, and done again: the same folder as if nothing had happened."""

from __future__ import annotations

import itertools
import os
import shutil
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from acts_kit import playing
from club import Club
from club import duel_is_known as duel_is_known
from kills import killed_at
from test_game_kill import everything

from pbem.clock import parse_time
from pbem.errors import BadInput
from pbem.keyring import Keyring
from pbem.match.acts import end, extend, pause
from pbem.match.going_back import propose
from pbem.match.intake import take_in
from pbem.match.office import Office, at_work
from pbem.match.patching import rule_position


def done(act: Callable[[Office], object]) -> Callable[[Club, Path], None]:
    """The act at a desk; one that was finished by whoever came next is not done twice."""

    def at_desk(club: Club, desk: Path) -> None:
        with at_work(desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
            if not office.record.ledger.entries("ruling"):
                act(office)
                office.save()

    return at_desk


#: Killed at every so many writes; at each of them where PBEM_KILL_TURNS asks for the wider run.
EVERY = 1 if os.environ.get("PBEM_KILL_TURNS") else 7


def outlives_kills(act: Callable[[Club, Path], None], club: Club, place: Path) -> int:
    """Kill it before and after writes, do it again, and compare; how often."""
    calm = place / "calm"
    shutil.copytree(club.desk, calm)
    act(club, calm)
    due, times = everything(club, calm), 0
    for after in (False, True):
        for number in itertools.count(1, EVERY):
            hurt = place / f"hurt-{number}-{after}"
            shutil.copytree(club.desk, hurt)
            if not killed_at(number, partial(act, club, hurt), after=after):
                break
            act(club, hurt)
            assert everything(club, hurt) == due, f"killed {'after' if after else 'at'} write {number}"
            shutil.rmtree(hurt)
            times += 1
    return times


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
    assert outlives_kills(done(ACTS[name]), club, tmp_path) > 3


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

    assert outlives_kills(last_signature, club, tmp_path) > 3


def test_an_act_done_twice_is_refused_the_second_time(tmp_path: Path) -> None:
    club = playing(tmp_path)
    club.do("moderator", "pause", club.desk, "--reason", "x")
    with at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        with pytest.raises(BadInput):
            pause(office, "x")
        with pytest.raises(BadInput):
            extend(office, "x", more=4)
