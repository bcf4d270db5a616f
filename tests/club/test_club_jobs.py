"""A club's tick by several processes: the same words and records as by one; nobody stays behind when it is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from club import duel_is_known as duel_is_known
from club import know_the_duel
from club_hall import Hall, hall_with_games

from pbem.base.errors import BadInput
from pbem.club import crew, one_game
from pbem.club.index import Stamps, opened
from pbem.club.stamps import changed, shares, stamps_of
from pbem.match.folder.process_lock import hold
from pbem.match.phase import run_phase

#: Tests run in processes that have threads; children do no more than a game's work.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
NAMES = ("autumn", "summer", "winter")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Hall:
    """Three games that have begun, made once."""
    return hall_with_games(tmp_path_factory.mktemp("begun"), *NAMES)


def post_orders(hall: Hall) -> None:
    """All orders of two games, one of the third, and a letter for none."""
    for name, seats in zip(NAMES, (("red", "blue"), ("red", "blue"), ("red",)), strict=True):
        for seat in seats:
            hall.tables[name].mail(hall.tables[name].sealed(seat, bid="high"))
    hall.mail(b"From: stranger@example.net\nTo: club@example.org\nSubject: hello\nMessage-ID: <a@b>\n\nWho plays?\n")
    hall.later(1)


@pytest.fixture(scope="module")
def letters(begun: Hall) -> list[bytes]:
    """The letters of one evening, sealed once: sealing is by chance."""
    with pytest.MonkeyPatch.context() as patch:
        know_the_duel(patch)
        post_orders(begun)
    return [path.read_bytes() for path in sorted((begun.place / "box" / "new").iterdir())]


def evening(begun: Hall, letters: list[bytes], place: Path, jobs: int) -> tuple[object, ...]:
    """What a tick by so many processes says, and what the games and the index are afterwards."""
    hall = begun.copied(place)
    said = hall.tick("--jobs", jobs).replace(str(place), "").splitlines()
    assert hall.waiting() == []
    assert len(letters) == 6
    ledgers = {name: (hall.root / "games" / name / "ledger.jsonl").read_bytes() for name in NAMES}
    with opened(hall.root / "private") as index:
        rows = [(row["name"], row["stage"], row["due"], row.get("phase")) for row in index.rows()]
    return said, ledgers, rows


def test_three_processes_say_and_do_what_one_does(begun: Hall, letters: list[bytes], tmp_path: Path) -> None:
    alone = evening(begun, letters, tmp_path / "alone", 1)
    assert evening(begun, letters, tmp_path / "together", 3) == alone
    said = "\n".join(map(str, alone[0]))  # type: ignore[call-overload]
    assert "winter: letter" in said
    assert "it has nothing to do with a game" in said


def test_a_slip_in_one_game_stops_no_other(
    begun: Hall, letters: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = run_phase.run

    def slips(office: object) -> str:
        if office.desk.root.name == "summer":  # type: ignore[attr-defined]
            raise KeyError("a slip")
        return whole(office)  # type: ignore[arg-type]

    monkeypatch.setattr(one_game, "run", slips)
    hall = begun.copied(tmp_path / "hall")
    done = hall.try_to("club", "tick", hall.root, "--jobs", "2")
    assert done.exit_code == 1
    assert "summer: stopped by a fault of the program: KeyError" in done.output
    kinds = {name: hall.tables[name].kinds() for name in NAMES}
    assert "locked" not in kinds["summer"]
    assert "locked" in kinds["autumn"]
    monkeypatch.setattr(one_game, "run", whole)
    hall.tick("--jobs", "2")
    assert "locked" in hall.tables["summer"].kinds()


def dies(number: int) -> int:
    if number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.skipif(sys.platform == "win32", reason="there a process is not killed by a signal")
def test_a_process_that_is_killed_is_told_and_nothing_hangs() -> None:
    with pytest.raises(BadInput, match="one of its processes was ended from outside"):
        list(crew.several(2, dies, range(4)))


PARENT = """
import sys, time
from pathlib import Path
from pbem.club.crew import several
from pbem.match.folder.process_lock import hold
from pbem.match.phase import run_phase

def works(number):
    Path(sys.argv[1], f"at-work-{number}").touch()
    time.sleep(60)

with hold(Path(sys.argv[1])):
    list(several(2, works, [1, 2]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only there a child is a copy of its parent, and has its lock")
def test_a_tick_that_is_killed_leaves_nobody_who_holds_the_club(tmp_path: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT, str(tmp_path)], stderr=subprocess.DEVNULL)
    end = time.monotonic() + 30
    while len(list(tmp_path.glob("at-work-*"))) < 2:
        assert time.monotonic() < end
        time.sleep(0.02)
    parent.kill()
    parent.wait()
    with hold(tmp_path, 5):
        pass


def test_what_has_changed_is_found_in_every_share(tmp_path: Path) -> None:
    names = [f"game-{number}" for number in range(5)]
    for name in names:
        (tmp_path / name / "private").mkdir(parents=True)
        (tmp_path / name / "private" / "book.age").write_text(name)
    known: dict[str, tuple[str, str]] = {name: stamps_of(str(tmp_path / name)) for name in names[:-1]}
    (tmp_path / names[1] / "outbox").mkdir()
    assert changed(str(tmp_path), (names, known)) == [names[1], names[4]]
    (tmp_path / names[2] / "private" / "book.age").write_text("another")
    assert changed(str(tmp_path), (names, known)) == [names[1], names[2], names[4]]


def test_games_are_shared_out_whole_and_only_where_they_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [str(number) for number in range(10)]
    assert shares(names, {}, 2) == [(names, {})]
    monkeypatch.setattr("pbem.club.stamps.LEAST_SHARE", 2)
    one = Stamps("a", "b")
    cut = shares(names, {"1": one, "9": one}, 3)
    assert [name for part, _ in cut for name in part] == names
    assert [len(part) for part, _ in cut] == [4, 4, 2]
    assert [known for _, known in cut] == [{"1": one}, {}, {"9": one}]
