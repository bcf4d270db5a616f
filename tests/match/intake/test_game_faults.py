"""What goes wrong around a tick: a full disk, servers that are down or hang up, a clock set back, a kill.

Nothing that was acknowledged is lost; nothing goes twice without saying so. PBEM_KILL_TICKS=60 kills so often, at every
second moment one drawn from PBEM_KILL_SEED; `all` kills 200 times, and fills the disk at every single write.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from club import ADDRESSES, Club, know_the_duel, playing
from desk_kills import everything
from mail_servers import ImapServer, SmtpServer, running

from pbem import strict_yaml
from pbem.base.clock import parse_time, show_time
from pbem.base.errors import BadInput, bad
from pbem.mail.letter import read_letter
from pbem.match.intake.game_tick import tick
from pbem.match.post.send_outbox import deliveries, send
from pbem.match.post.transports import WayOut

ASKED = os.environ.get("PBEM_KILL_TICKS", "20")
KILLS = 200 if ASKED == "all" else int(ASKED)
HERE = Path(__file__).parents[2] / "kits"


@pytest.fixture(autouse=True)
def duel_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    know_the_duel(monkeypatch)


@pytest.fixture
def ready(tmp_path: Path) -> tuple[Club, Path]:
    """A game with both players' orders in its Maildir: the next tick takes them in, plays the phase, sends results."""
    club = Club(tmp_path / "club")
    club.begin()
    template = tmp_path / "template"
    shutil.copytree(club.desk, template / "desk")
    for name in ("new", "cur", "tmp"):
        (template / "in" / name).mkdir(parents=True)
    (template / "out").mkdir()
    for seat in ADDRESSES:
        club.sealed(seat, bid="high", parry="yes").rename(template / "in" / "new" / f"{seat}.eml")
    settle(template / "desk", {"from": f"maildir:{template / 'in'}"})
    return club, template


def settle(desk: Path, box: dict[str, str], **out: str) -> None:
    """private/post.yaml."""
    ways = {"in": box, **({"out": out} if out else {})}
    (desk / "private" / "post.yaml").write_text(strict_yaml.write({"pbem": "post/1", **ways}), encoding="utf-8")


def copy_of(template: Path, place: Path) -> Path:
    """The template with its settings pointing to the copy."""
    shutil.copytree(template, place)
    settle(place / "desk", {"from": f"maildir:{place / 'in'}"})
    return place


def whole_tick(club: Club, place: Path) -> None:
    """A tick to its end."""
    for _ in tick(place / "desk", club.home("moderator"), parse_time(club.now), None, str(place / "out")):
        pass


def letters(place: Path) -> dict[str, str]:
    """The letters that left: name -> subject."""
    return {path.stem: read_letter(path.read_bytes()).subject for path in sorted((place / "out").glob("*.eml"))}


def state(club: Club, place: Path) -> dict[str, object]:
    """All that counts in the folder; the ledger of deliveries tells when and how often, and is looked at apart."""
    found = everything(club, place / "desk")
    return {name: value for name, value in found.items() if not name.startswith(("private/post.yaml", "sent/"))}


def assert_as_calm(club: Club, place: Path, calm: Path) -> None:
    """The same game, and the same letters; one may have come again, and then says so."""
    assert state(club, place) == state(club, calm)
    due, left = letters(calm), letters(place)
    assert set(due) <= set(left)
    for name in set(left) - set(due):
        assert name.endswith(".again")
        assert left[name].startswith("[again] ")
    assert {each.state.waits for each in deliveries(place / "desk").all.values()} == {False}
    assert list((place / "in" / "new").iterdir()) == []


def assert_acknowledged_is_kept(place: Path) -> None:
    """What the box was told to be taken lies in the game's inbox, or in the journal of the change that was begun."""
    if (place / "desk" / "private" / "journal.json").exists():
        return
    taken = [path for path in (place / "in" / "cur").iterdir() if path.name.endswith("S")]
    for path in taken:
        assert list((place / "desk" / "inbox").glob(f"{sha256(path.read_bytes()).hexdigest()[:16]}*"))


# ------------------------------------------------------------------------------------------------------------ disk full
def test_a_disk_that_fills_at_any_write_of_a_tick_loses_nothing(
    ready: tuple[Club, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club, template = ready
    calm = copy_of(template, tmp_path / "calm")
    number, writes = 0, [0]
    monkeypatch.setattr("os.fsync", full_at(0, writes))
    whole_tick(club, calm)
    total = writes[0]
    for number in range(1, total + 1, step_of(total)):
        hurt = copy_of(template, tmp_path / f"full-{number}")
        monkeypatch.setattr("os.fsync", full_at(number, [0], stays=number % 2 == 0))
        with suppress(BadInput):
            whole_tick(club, hurt)
        monkeypatch.setattr("os.fsync", full_at(0, [0]))
        assert_acknowledged_is_kept(hurt)
        whole_tick(club, hurt)
        send(hurt / "desk", WayOut(str(hurt / "out"), {}), lambda: parse_time(club.now) + timedelta(hours=1))
        assert_as_calm(club, hurt, calm)
        shutil.rmtree(hurt)
    assert number > 40


def step_of(total: int) -> int:
    """Every write where PBEM_KILL_TICKS asks for all; else about a dozen, spread over all, odd ones and even ones."""
    return 1 if ASKED == "all" else max(1, total // 12) | 1


def full_at(number: int, count: list[int], *, stays: bool = False) -> Callable[[int], None]:
    """fsync on a disk that is full at the n-th write, and has room again afterwards or stays full; 0 is never full."""

    def fsync(handle: int) -> None:
        count[0] += 1
        if count[0] == number or (stays and count[0] > number):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    return fsync


def test_a_full_disk_is_told_in_words_and_stops_no_other_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clubs = [Club(tmp_path / name) for name in ("a", "b")]
    shutil.rmtree(clubs[1].home("moderator"))
    shutil.copytree(clubs[0].home("moderator"), clubs[1].home("moderator"))
    clubs[1] = moved(clubs[0], tmp_path / "c")
    real = os.open

    def full(path: object, flags: int, *more: int, **kinds: object) -> int:
        if str(clubs[0].desk) in str(path) and flags & os.O_CREAT and ".held" not in str(path):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        return real(path, flags, *more, **kinds)  # type: ignore[arg-type]

    monkeypatch.setattr("os.open", full)
    desks = [club.desk for club in clubs]
    result = clubs[0].try_to("moderator", "tick", *desks, "--to", tmp_path / "post")
    assert result.exit_code == 1
    assert "No space left on device" in result.stderr
    assert "the next tick goes on from there" in result.stderr
    assert len(list((tmp_path / "post").glob("*.eml"))) == 2


def test_what_is_wrong_with_the_game_itself_keeps_no_receipt_from_going_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = playing(tmp_path)
    club.order("red", bid="low")

    def broken(office: object) -> str:
        raise bad("the position is unsound", hint="this is a fault of the rules module")

    monkeypatch.setattr("pbem.match.intake.game_tick.run", broken)
    result = club.try_to("moderator", "tick", club.desk, "--to", tmp_path / "post")
    assert (result.exit_code, "the position is unsound" in result.stderr) == (1, True)
    assert len(list((tmp_path / "post").glob("*-red-receipt-*.eml"))) == 1


def moved(club: Club, place: Path) -> Club:
    """Another game of the same moderator's."""
    shutil.copytree(club.place, place)
    other = object.__new__(Club)
    other.__dict__.update(club.__dict__)
    other.place, other.desk = place, place / "desk"
    return other


# --------------------------------------------------------------------------------------------------- servers that fail
def test_smtp_down_for_two_days_is_outlived_and_everything_goes_once_in_order(tmp_path: Path) -> None:
    club = playing(tmp_path, times=("--deadline-hours", "120"))
    with running(SmtpServer()) as nobody:
        port = nobody.port
    settle(club.desk, {"from": f"folder:{tmp_path / 'in'}"}, to=f"smtp://localhost:{port}")
    (tmp_path / "in").mkdir()
    for number, bid in enumerate(("low", "mid"), 1):  # red's are missing, so that nothing is played meanwhile
        club.sealed("blue", bid=bid).rename(tmp_path / "in" / f"{number}.eml")
    for _ in range(48):
        club.later(1)
        club.do("moderator", "tick", club.desk)
    tries = (club.desk / "sent" / "deliveries.jsonl").read_bytes().count(b'"event":"trying"')
    assert 8 < tries < 30
    server = SmtpServer()
    server.port = port
    with running(server, port):
        for _ in range(7):
            club.later(1)
            club.do("moderator", "tick", club.desk)
    subjects = [read_letter(data).subject for recipients, data in server.letters if recipients == [ADDRESSES["blue"]]]
    assert [subject.rpartition("no. ")[2] for subject in subjects] == ["1", "2"]
    assert not any("[again]" in subject for subject in subjects)
    assert set(club.status()["post"]) <= {"handed over", "acknowledged", "superseded"}


def test_imap_that_hangs_up_in_the_middle_of_a_letter_loses_none_and_takes_none_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLUB_PASSWORD", "hardtack")
    club = Club(tmp_path)
    club.begin()
    raw = [club.sealed("red", bid=bid).read_bytes() for bid in ("low", "mid", "high")]
    server = ImapServer(letters=dict(enumerate(raw, 1)), break_at=2)
    with running(server):
        box = {"from": f"imap://club@localhost:{server.port}", "secret": "env:CLUB_PASSWORD", "security": "none"}
        settle(club.desk, box)
        first, second = (club.do("moderator", "tick", club.desk, "--to", tmp_path / "post").stdout for _ in range(2))
    assert re.findall(r"orders no. \d", first) == ["orders no. 1", "orders no. 2", "orders no. 3"]
    assert "orders no." not in second
    assert [entry.number("seq") for entry in club.ledger().entries("lock", seat="red")] == [1, 2, 3]
    assert len(list((tmp_path / "post").glob("*-red-receipt-*.eml"))) == 3


# ------------------------------------------------------------------------------------------------------- clock set back
@pytest.mark.parametrize("days", [1, 30, 4000])
def test_a_clock_set_back_holds_no_letter_up_and_gives_none_up(days: int, tmp_path: Path) -> None:
    club = playing(tmp_path)
    club.order("red", bid="low")
    assert "deferred" in club.do("moderator", "tick", club.desk, "--to", "smtp://localhost:1").stdout
    club.now = show_time(parse_time(club.now) - timedelta(days=days))
    assert "deferred" in club.do("moderator", "tick", club.desk, "--to", "smtp://localhost:1").stdout
    club.later(1)
    assert "handed over" in club.do("moderator", "tick", club.desk, "--to", tmp_path / "post").stdout
    assert len(list((tmp_path / "post").glob("*-red-receipt-*.eml"))) == 1


def test_a_clock_set_back_silences_nobody_for_long(tmp_path: Path) -> None:
    club = playing(tmp_path)
    box = tmp_path / "box"
    box.mkdir()
    for number in range(40):
        (box / f"{number:02d}.eml").write_bytes(f"From: {ADDRESSES['red']}\nSubject: no. {number}\n\nHello?\n".encode())
    assert "more than 30 letters" in club.take(box).stdout
    club.now = show_time(parse_time(club.now) - timedelta(days=3))
    (tmp_path / "one.eml").write_bytes(f"From: {ADDRESSES['red']}\nSubject: later\n\nHello?\n".encode())
    assert "more than 30 letters" not in club.take(tmp_path / "one.eml").stdout


# ---------------------------------------------------------------------------------------------------------------- kills
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kill -9 is a signal of Unix")
def test_ticks_killed_with_a_signal_at_any_moment_lose_nothing(ready: tuple[Club, Path], tmp_path: Path) -> None:
    club, template = ready
    place = tmp_path / "killed"
    words = [sys.executable, str(HERE / "kill_ticks.py"), template, place, KILLS, club.home("moderator"), club.now]
    paths = os.pathsep.join([str(HERE), str(HERE.parent.parent)])
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=600,
                          env={**os.environ, "PYTHONPATH": paths})  # fmt: skip
    assert done.returncode == 0, done.stderr
    outcomes = [line.split() for line in done.stdout.splitlines()]
    assert len(outcomes) == KILLS
    assert sum(word == "killed" for *_, word in outcomes) >= KILLS // 2
    for number, *_ in outcomes:
        assert_acknowledged_is_kept(place / number)
        whole_tick(club, place / number)
        assert_as_calm(club, place / number, place / "0")
