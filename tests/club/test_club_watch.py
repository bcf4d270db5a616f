"""`pbem watch` on a club's folder: a tick for all its games when a letter comes, or when one of them is due."""

from __future__ import annotations

import os
import shutil
import signal
from datetime import timedelta
from pathlib import Path

import pytest
from club_hall import Hall, hall_with_games
from duel_process import SECONDS, started, until
from duel_process import house as house
from duel_process import impatient as impatient
from mail_clients import to_the_club
from mail_house import PASSWORD, House

from pbem import strict_yaml
from pbem.base import clock
from pbem.base.clock import parse_time
from pbem.club.club_watch import WatchedClub
from pbem.club.index import FILE
from pbem.club.settings import SETTINGS
from pbem.match.intake import game_watch
from pbem.match.intake.game_watch import Watch

VARIABLE = "PBEM_TEST_PASSWORD"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Hall:
    """Two games that have begun, made once."""
    return hall_with_games(tmp_path_factory.mktemp("begun"), "winter", "summer")


@pytest.fixture
def hall(begun: Hall, tmp_path: Path) -> Hall:
    """The same, for one test alone."""
    return begun.copied(tmp_path / "hall")


def watching(hall: Hall, said: list[str], seconds: float = 0.01) -> Watch:
    return Watch(WatchedClub(hall.root, hall.place / "keys-moderator", None), seconds, said.append)


def with_box(hall: Hall, box: dict[str, object]) -> None:
    """The club's settings with another mailbox, or with none."""
    path = hall.root / SETTINGS
    kept = dict(strict_yaml.plain(strict_yaml.read(path.read_bytes(), SETTINGS)))
    del kept["in"]
    path.write_text(strict_yaml.write({**kept, **box}), encoding="utf-8")


def test_a_letter_in_the_clubs_mailbox_wakes_the_watch_at_once(hall: Hall, house: House) -> None:
    winter = hall.tables["winter"]
    letters = {seat: winter.sealed(seat, bid="low", standing="no") for seat in ("blue", "red")}
    box = {"from": f"imap://club@localhost:{house.imap}", "secret": f"env:{VARIABLE}", "security": "tls",
           "authority": str(house.authority)}  # fmt: skip
    with_box(hall, {"in": box})
    process = started(winter, "watch", hall.root, "--every", "600", **{VARIABLE: PASSWORD})
    try:
        for seat, path in letters.items():
            to_the_club(house, seat, path)
        until(lambda: any("report-t01.duel" in path.name for path in hall.sent("winter-")), process)
        process.send_signal(signal.SIGTERM)
        said, faults = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
    assert (process.returncode, faults) == (0, "")
    assert "winter: t01.duel: played" in said
    assert "summer: " not in said.replace("summer: handed over", "")


def test_every_game_of_the_club_is_played_on_and_a_signal_ends_it(hall: Hall) -> None:
    for table in hall.tables.values():
        for seat in ("blue", "red"):
            table.mail(table.sealed(seat, bid="low", standing="no"))
    said: list[str] = []
    watching_ = watching(hall, said)

    def say(line: str) -> None:
        said.append(line)
        if line.startswith("summer: t01.duel: played"):
            os.kill(os.getpid(), signal.SIGTERM)

    watching_.say = say
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PBEM_NOW", hall.now)
        watching_.run()
    assert "winter: t01.duel: played" in said
    assert hall.waiting() == []


def test_it_waits_no_longer_than_until_the_first_game_is_due(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    hall.tick()
    deadline = parse_time(hall.tables["winter"].status()["until"])
    patient = watching(hall, [], seconds=10.0**9)
    for left in (3600, 60):
        monkeypatch.setattr(clock, "now", lambda left=left: deadline - timedelta(seconds=left))
        assert patient.patience() == left
    assert watching(hall, [], seconds=5).patience() == 5
    monkeypatch.setattr(clock, "now", lambda: deadline + timedelta(days=1))
    assert patient.patience() == game_watch.SHORTEST


def test_a_game_that_stands_still_wakes_nobody(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tick twice a minute, each with two log-ins and the same lines, for as long as a copy lay among the games."""
    winter, summer = (hall.tables[name] for name in ("winter", "summer"))
    shutil.copytree(winter.desk, hall.root / "games" / "winter.old")
    summer.do("moderator", "extend", summer.desk, "--hours", "500", "--reason", "A holiday.")
    hall.later(100)
    hall.try_to("club", "tick", hall.root)
    deadline = parse_time(summer.status()["until"])
    monkeypatch.setattr(clock, "now", lambda: deadline - timedelta(hours=1))
    assert watching(hall, [], seconds=10.0**9).patience() == 3600


def test_without_an_index_it_waits_as_long_as_it_was_told(hall: Hall) -> None:
    (hall.root / "private" / FILE).unlink()
    assert watching(hall, [], seconds=7).patience() == 7


def test_a_club_that_names_no_mailbox_is_told_so(hall: Hall) -> None:
    with_box(hall, {})
    said: list[str] = []
    watching_ = watching(hall, said)

    def say(line: str) -> None:
        said.append(line)
        watching_.ended = True

    watching_.say = say
    watching_.run()
    assert f"no mailbox is named in {SETTINGS}" in said[-1]
