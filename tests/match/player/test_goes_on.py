"""`pbem open` goes on behind what it checked before: the same report as a whole check, and nothing for an attacker."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from club import Club, begun, duel_is_known
from long_runs import long_too
from team_club import Team

from pbem.match.own_folder import public_files
from pbem.match.own_folder.public_files import CHECKED
from pbem.match.own_folder.seat import Seat
from pbem.trust import verify
from pbem.trust.checks.kept_check import KeptCheck, kept_at, of_record, save
from pbem.trust.checks.settled import Settled
from pbem.trust.keyring import Keyring
from pbem.trust.record.merkle import Frontier
from pbem.trust.verify import Examined, Report

__all__ = ["duel_is_known"]

#: From how many settled lines each check of a test went on; and how often anything was checked.
WENT_ON: list[int] = []


def in_one_order(report: Report) -> Report:
    """A report whose counts and notes do not depend on which of them came first."""
    return replace(report, checked=tuple(sorted(report.checked)), notes=tuple(sorted(report.notes)))


@pytest.fixture(autouse=True)
def compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each check of a letter is held against a whole check of the same files."""
    real = verify.examine_further

    def both(folder: Any, settled: Settled, path: str, networks: Any, memo: Any) -> Examined:
        found = real(folder, settled, path, networks, memo=memo)
        whole = real(folder, Settled(), path, networks)
        assert in_one_order(found.report) == in_one_order(whole.report)
        assert found.settled.letters == whole.settled.letters
        assert found.settled.edge == whole.settled.edge
        assert (found.settled.seals, found.settled.behind) == (whole.settled.seals, whole.settled.behind)
        assert sorted(found.settled.counts.items()) == sorted(whole.settled.counts.items())
        WENT_ON.append(settled.lines)
        return found

    WENT_ON.clear()
    monkeypatch.setattr(public_files, "examine_further", both)


@pytest.mark.parametrize("tier", long_too("two-step", "moderated", "beacon"))
def test_a_game_is_opened_letter_by_letter_with_the_reports_of_whole_checks(tmp_path: Path, tier: str) -> None:
    club = Club(tmp_path / "place", tier)
    club.play()
    club.confirm()
    assert sum(lines > 0 for lines in WENT_ON) >= 4
    assert WENT_ON[-1] == 0  # with the end everything is checked


def test_a_team_that_agrees_after_the_lock_was_checked_is_counted_as_in_a_whole_check(tmp_path: Path) -> None:
    club = Team(tmp_path / "place", people=3, needs=3)
    club.writes("red")
    club.do("moderator", "pause", club.desk, "--reason", "The server moves.")
    club.read_all()
    club.do("moderator", "resume", club.desk, "--reason", "It has moved.")
    club.read_all()
    before = len(WENT_ON)
    club.agrees("carol")
    club.agrees("dave")
    club.order("blue", bid="low", standing="no")
    club.runs()
    club.read_all()
    assert any(WENT_ON[before:])


# ------------------------------------------------------------------------------------------------------ attackers
@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return begun(tmp_path_factory.mktemp("begun") / "place")


@pytest.fixture
def club(game: Club, tmp_path: Path) -> Club:
    """A game whose first phase has been played and opened by red, and whose next letter waits."""
    club = game.copied(tmp_path / "place")
    for seat in ("red", "blue"):
        club.order(seat, bid="low", standing="no")
    club.run()
    club.do("red", "open", club.deliver()["red"][-1], "--dir", club.folder("red"))
    return club


def next_letter(club: Club) -> Path:
    club.do("moderator", "pause", club.desk, "--reason", "The server moves.")
    return club.deliver()["red"][-1]


def key_of(club: Club, who: str = "red") -> bytes:
    ring = Keyring.open(club.home(who))
    return sha256(ring.identity_for(f"checked {Seat.at(club.folder('red')).game}").encode()).digest()


def test_the_next_letter_is_checked_from_the_last_line_on(club: Club) -> None:
    lines, letter = len(club.ledger()), next_letter(club)
    WENT_ON.clear()
    club.do("red", "open", letter, "--dir", club.folder("red"))
    assert [lines] == WENT_ON


def test_a_file_that_the_folder_holds_keeps_its_mark_when_a_letter_brings_it_again(club: Club) -> None:
    """Else whoever goes by marks would read and pack it again: the proof page would be written whole."""
    seat = Seat.at(club.folder("red"))
    public = seat.folder / "game"
    before = public_files.marks_of(public)
    fresh = {name: (public / name).read_bytes() for name in before}
    taken = public_files.take_public(seat, fresh, Keyring.open(club.home("red")))
    after = public_files.marks_of(public)
    assert {name for name in before if after[name] != before[name]} <= {"ledger.jsonl", "checkpoint"}
    assert (taken.marks, taken.aside) == (after, {})


@pytest.mark.parametrize("part", ["locks", "seeds", "rolls", "checkpoints", "public", "charter.yaml"])
def test_a_file_that_was_changed_since_is_found_by_the_next_letter(club: Club, part: str) -> None:
    """Even one with the same length and with its old time."""
    letter, folder = next_letter(club), club.folder("red") / "game"
    path = folder / part
    path = path if path.is_file() else next(each for each in path.iterdir() if each.is_file())
    stamp = path.stat()
    data = path.read_bytes()
    path.write_bytes(data[:-2] + bytes([data[-2] ^ 1]) + data[-1:])
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    WENT_ON.clear()
    told = club.try_to("red", "open", letter, "--dir", club.folder("red"))
    assert not any(WENT_ON)
    healed = path.read_bytes() == data  # by the letter, which brings the file once more
    assert told.exit_code != 0 or "left aside" in told.stderr or healed


def test_a_file_that_was_taken_away_or_added_is_found_by_the_next_letter(club: Club) -> None:
    letter, folder = next_letter(club), club.folder("red") / "game"
    (folder / "public" / "more.txt").write_text("The war is over.\n", encoding="ascii")
    WENT_ON.clear()
    assert "left aside" in club.do("red", "open", letter, "--dir", club.folder("red")).stderr
    assert not any(WENT_ON)
    next((folder / "seeds").iterdir()).unlink()
    club.do("moderator", "resume", club.desk, "--reason", "It has moved.")
    told = club.try_to("red", "open", club.deliver()["red"][-1], "--dir", club.folder("red"))
    assert not any(WENT_ON)
    assert told.exit_code != 0 or any((folder / "seeds").iterdir())  # the letter brings it once more


def test_a_ledger_with_another_beginning_is_checked_from_its_first_line(club: Club) -> None:
    letter, path = next_letter(club), club.folder("red") / "game" / "ledger.jsonl"
    kept = kept_at(club.folder("red") / CHECKED, key_of(club))
    data, marks = path.read_bytes(), public_files.marks_of(path.parent)
    assert kept.for_record(data, marks).lines
    assert kept.for_record(data + b"more", marks).lines
    assert not kept.for_record(data.replace(b"red", b"rad", 1), marks).lines
    assert not kept.for_record(data[: data.rindex(b"\n", 0, -1) + 1], marks).lines  # rolled back
    lines = kept.settled.lines
    assert kept.edge_at(lines, data) == Frontier(data.split(b"\n")[:-1]).peaks
    assert kept.edge_at(lines, data + b"more") == kept.edge_at(lines, data)
    for other, size in ((data, lines - 1), (data.replace(b"red", b"rad", 1), lines), (data[:-1], lines)):
        assert kept.edge_at(size, other) is None
    path.write_bytes(data.replace(b'"red"', b'"rad"', 1))
    WENT_ON.clear()
    club.fail("red", "open", letter, "--dir", club.folder("red"))
    assert not any(WENT_ON)


def test_a_note_of_another_player_of_another_game_or_of_another_time_settles_nothing(
    club: Club, game: Club, tmp_path: Path
) -> None:
    """Swapped notes: one that is its owner's own and older is true of less, and only of that folder."""
    letter, path = next_letter(club), club.folder("red") / CHECKED
    own = path.read_bytes()
    other = Club(tmp_path / "other")
    other.begin()
    older = game.folder("red") / CHECKED
    for planted in (other.folder("red") / CHECKED, club.folder("blue") / CHECKED, older):
        assert planted.read_bytes() != own
        shutil.copy(planted, path)
        marks = public_files.marks_of(club.folder("red") / "game")
        ledger = (club.folder("red") / "game" / "ledger.jsonl").read_bytes()
        assert not kept_at(path, key_of(club)).for_record(ledger, marks).lines
    WENT_ON.clear()
    club.do("red", "open", letter, "--dir", club.folder("red"))
    assert WENT_ON == [0]


def test_who_has_no_key_makes_no_note(club: Club) -> None:
    """A made-up note that calls everything settled, under whatever key, is not even looked into."""
    letter, path = next_letter(club), club.folder("red") / CHECKED
    public = club.folder("red") / "game"
    ledger = (public / "ledger.jsonl").read_bytes()
    made = of_record(Settled(lines=ledger.count(b"\n")), ledger, public_files.marks_of(public))
    save(path, key_of(club, "blue"), made)
    assert kept_at(path, key_of(club)) == KeptCheck()
    WENT_ON.clear()
    club.do("red", "open", letter, "--dir", club.folder("red"))
    assert WENT_ON == [0]
    save(path, key_of(club), made)
    assert kept_at(path, key_of(club)).settled.lines  # so that the other had a chance
