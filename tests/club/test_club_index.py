"""The index of a club: made again from the folders, never the truth; kills, two ticks at once, thousands of games."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import monotonic, process_time

import pytest
from club import duel_is_known as duel_is_known
from club import know_the_duel
from club_hall import Hall, Table, hall_with_games
from kills import Killed, killed_at, write_everywhere

from pbem.base import files
from pbem.base.clock import parse_time
from pbem.base.errors import PbemError, Waiting
from pbem.club import club_tick, club_turn
from pbem.club import index as indexes
from pbem.club.index import Row, opened
from pbem.club.stamps import stamps_of
from pbem.match.folder.process_lock import hold
from pbem.match.post.send_outbox import at_counter, resend
from pbem.trust.keyring import Keyring

#: Of the places where a tick can be killed every seventeenth is tried: most are the games' own, killed in tests/match.
STEP = int(os.environ.get("PBEM_CLUB_KILLS", "17"))
GAMES = int(os.environ.get("PBEM_CLUB_GAMES", "500"))
LETTERS = 20
#: What an idle turn of 5,000 games may take.
MOST_SECONDS, MOST_MEGABYTES = 1.0, 150


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Hall:
    """Two games, one of which has begun, made once."""
    return hall_with_games(tmp_path_factory.mktemp("begun"), "winter", waiting=("summer",))


@pytest.fixture
def hall(begun: Hall, tmp_path: Path) -> Hall:
    """The same, for one test alone, its index as it is."""
    hall = begun.copied(tmp_path / "hall")
    hall.tick()
    return hall


def content(hall: Hall) -> dict[str, list[tuple[object, ...]]]:
    with opened(hall.root / "private") as index:
        return index.content()


def index_file(hall: Hall) -> Path:
    return hall.root / "private" / indexes.FILE


# -------------------------------------------------------------------------------------------------------- made anew
def test_a_rebuilt_index_is_the_one_there_was(hall: Hall) -> None:
    hall.mail(hall.tables["winter"].sealed("red", bid="high").read_bytes())
    hall.tick()
    before = content(hall)
    assert [len(rows) > 0 for rows in before.values()] == [True] * 4
    hall.do("club", "rebuild", hall.root)
    assert content(hall) == before


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:3000])


def nonsense(path: Path) -> None:
    path.write_bytes(b"this is no index" * 400)


def older(path: Path) -> None:
    with sqlite3.connect(path) as link:
        link.execute("PRAGMA user_version = 0")
    link.close()


def without_a_table(path: Path) -> None:
    with sqlite3.connect(path) as link:
        link.execute("DROP TABLE threads")
    link.close()


@pytest.mark.parametrize("spoil", [cut_short, nonsense, older, without_a_table, Path.unlink])
def test_an_index_that_cannot_be_used_is_built_anew_with_a_word(hall: Hall, spoil: object) -> None:
    before = content(hall)
    assert callable(spoil)
    spoil(index_file(hall))
    hall.mail(hall.tables["winter"].sealed("red", bid="high").read_bytes())
    assert "it is built anew from the folders" in hall.tick()
    assert content(hall)["addresses"] == before["addresses"]
    assert hall.tables["winter"].status()["waits_for"] == ["blue"]
    assert "anew" not in hall.tick()


def test_what_was_done_to_a_game_by_hand_is_seen_by_the_next_tick(hall: Hall) -> None:
    winter = hall.tables["winter"]
    winter.do("moderator", "extend", winter.desk, "--hours", "24", "--reason", "A holiday.")
    hall.tick()
    assert hall.status()["games"][1]["until"] == winter.status()["until"]


def extended(table: Table) -> None:
    """A change of a game by hand, which its players are written of."""
    table.do("moderator", "extend", table.desk, "--hours", "24", "--reason", "A holiday.")


def told_as_it_is(hall: Hall) -> bool:
    """Whether the club knows of a game what its own folder says."""
    return bool(hall.status()["games"][1]["until"] == hall.tables["winter"].status()["until"])


def test_a_command_by_hand_killed_at_any_write_is_seen_by_the_next_tick(hall: Hall, tmp_path: Path) -> None:
    """Killed behind its journal it is done, before it not; either way the index is not left as it was."""
    number, done = 1, 0
    before = hall.tables["winter"].status()["until"]
    while True:
        hurt = hall.copied(tmp_path / f"hurt-{number}")
        hurt.tick()  # a copy has other stamps
        if not killed_at(number, partial(extended, hurt.tables["winter"])):
            break
        hurt.tick()
        assert told_as_it_is(hurt), number
        done += hurt.tables["winter"].status()["until"] != before
        number += 4
    assert 0 < done < number // 4


def test_a_folder_restored_by_hand_in_place_is_seen_by_the_next_tick(hall: Hall, tmp_path: Path) -> None:
    """Copied over the files there are, which stay the files they are, in folders that no name comes to or leaves."""
    winter = hall.tables["winter"]
    shutil.copytree(winter.desk, tmp_path / "kept")
    extended(winter)
    hall.tick()
    for path in sorted(each for each in (tmp_path / "kept").rglob("*") if each.is_file()):
        shutil.copyfile(path, winter.desk / path.relative_to(tmp_path / "kept"))
    hall.tick()
    assert told_as_it_is(hall)


def test_a_change_by_a_clock_that_was_set_back_is_seen(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands still in the past, and what is written has the time that it had before."""
    winter = hall.tables["winter"]
    monkeypatch.setattr("time.time_ns", lambda: 1_000)
    before = stamps_of(str(winter.desk))
    for _ in range(3):
        with at_counter(winter.desk) as ledger:
            ledger.resend(next(iter(ledger.all)), parse_time(hall.now))
            ledger.note("deferred", next(iter(ledger.all)), parse_time(hall.now))
        after = stamps_of(str(winter.desk))
        assert (after.book, after.post != before.post) == (before.book, True)
        before = after


def test_a_letter_to_be_sent_again_by_hand_goes_with_the_next_tick(hall: Hall) -> None:
    winter = hall.tables["winter"]
    sent = len(hall.sent("winter-"))
    with at_counter(winter.desk) as ledger:
        name = list(ledger.all)[-1]
    resend(winter.desk, name, parse_time(hall.now))
    hall.tick()
    assert len(hall.sent("winter-")) == sent + 1


def test_a_letter_laid_into_the_outbox_goes_with_the_next_tick(hall: Hall) -> None:
    winter = hall.tables["winter"]
    letter = b"From: <club@example.org>\r\nTo: <red@example.org>\r\nSubject: hello\r\n\r\nhello\r\n"
    (winter.desk / "outbox" / "hello.eml").write_bytes(letter)
    hall.tick()
    assert [path.name for path in hall.sent("winter-hello")] == ["winter-hello.eml"]


def test_after_a_power_cut_a_journal_is_found_without_the_time_of_the_book(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    winter = hall.tables["winter"]
    book = winter.desk / "private" / "book.age"
    monkeypatch.setattr("pbem.club.club_turn.boot_id", lambda: "one")
    hall.tick()
    known = book.stat().st_mtime_ns
    with monkeypatch.context() as patch:
        patch.setattr("pbem.match.folder.vault.Desk.carry_out", killed)
        with pytest.raises(Killed):
            extended(winter)
    os.utime(book, ns=(known, known))
    monkeypatch.setattr("pbem.club.club_turn.boot_id", lambda: "two")
    hall.tick()
    assert not (winter.desk / "private" / "journal.json").exists()
    assert told_as_it_is(hall)


def test_a_game_whose_folder_is_gone_is_forgotten(hall: Hall) -> None:
    shutil.rmtree(hall.tables["summer"].desk)
    assert "summer: its folder is gone" in hall.tick()
    assert [game["name"] for game in hall.status()["games"]] == ["winter"]


def test_a_folder_that_is_no_game_is_named_and_stops_no_other(hall: Hall) -> None:
    (hall.root / "games" / "notes").mkdir()
    result = hall.try_to("club", "tick", hall.root)
    assert (result.exit_code, "notes: is not a moderator's game folder" in result.output) == (1, True)
    assert hall.status()["unreadable"] == ["notes"]


def test_a_game_that_was_handed_over_is_not_opened_again_and_again(hall: Hall) -> None:
    winter = hall.tables["winter"]
    Keyring.create("Successor", home=hall.place / "keys-successor")
    age = Keyring.open(hall.place / "keys-successor").age_public()
    winter.do("moderator", "hand-over-game", winter.desk, "--to", age, "--out", hall.place / "winter.game")
    hall.later(100)
    hall.tick()
    assert hall.tick() == ""
    assert "due" not in hall.status()["games"][1]


def test_nothing_that_a_game_keeps_sealed_stands_in_the_index(hall: Hall) -> None:
    """Whom a game waits for is in its book alone."""
    with opened(hall.root / "private") as index:
        (winter,) = [row for row in index.rows() if row["name"] == "winter"]
    assert "missing" not in winter
    assert "waits_for" not in winter


def test_a_new_game_has_no_name_that_another_of_the_club_has(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 5,000 names two are alike as often as not; letters of both would go to either."""
    other = hall.tables["winter"].game
    ends = [other.rpartition("-")[2], "0a0b0c"]
    with monkeypatch.context() as patch:
        token = "pbem.match.people.enrolment.secrets.token_hex"
        patch.setattr(token, lambda size: ends.pop(0) if size == 3 else "ab" * size)
        made = Table(hall, "spring")
    assert made.game == f"{other.rpartition('-')[0]}-0a0b0c"


# -------------------------------------------------------------------------------------------------- kills, two at once
def run_tick(hall: Hall) -> int:
    ring = hall.place / "keys-moderator"
    return club_tick.tick(hall.root, ring, lambda: parse_time(hall.now), lambda line: None)


def killed(*given: object) -> None:
    raise Killed


def test_a_tick_killed_at_any_write_loses_no_letter_and_sends_none_twice(hall: Hall, tmp_path: Path) -> None:
    for seat in ("red", "blue"):
        hall.mail(hall.tables["winter"].sealed(seat, bid="high").read_bytes())
    hall.mail(b"From: <red@example.org>\nSubject: hello\nReferences: <pbem." + b"0" * 40 + b"@example.org>\n\nhello\n")
    calm = hall.copied(tmp_path / "calm")
    run_tick(calm)
    expected = sorted(path.name for path in calm.sent())
    assert len(expected) >= 5
    number = 1
    while True:
        hurt = hall.copied(tmp_path / f"hurt-{number}")
        if not killed_at(number, partial(run_tick, hurt), everywhere=True):
            break
        run_tick(hurt)
        assert hurt.waiting() == []
        assert sorted(path.name for path in hurt.sent() if ".again" not in path.name) == expected, number
        assert all(b"[again]" in path.read_bytes() for path in hurt.sent() if ".again" in path.name)
        assert content(hurt).keys() == content(calm).keys()
        assert hurt.tables["winter"].ledger().root == calm.tables["winter"].ledger().root
        shutil.rmtree(hurt.place)
        number += STEP
    assert number > 10


def test_a_letter_is_acknowledged_only_after_its_game_has_it(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.mail.sources import Maildir

    def never(box: Maildir, handle: str) -> None:
        raise Killed

    hall.mail(hall.tables["winter"].sealed("red", bid="high").read_bytes())
    with monkeypatch.context() as patch:
        patch.setattr(Maildir, "done", never)
        with pytest.raises(Killed):
            run_tick(hall)
    assert len(hall.waiting()) == 1
    assert hall.tables["winter"].status()["waits_for"] == ["blue"]
    run_tick(hall)
    assert hall.waiting() == []
    assert len(hall.sent("winter-")) == 1


def test_a_tick_killed_between_taking_and_playing_is_gone_on_with(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that gathers its players is due by no clock: its letters alone move it."""
    winter, summer = hall.tables["winter"], hall.tables["summer"]
    for seat, letters in hall.post(summer).items():
        winter.mail(winter.sealed(seat, bid="high"))
        summer.mail(Path(summer.do(seat, "join", letters[-1], "--dir", summer.folder(seat)).stdout.strip()))
    with monkeypatch.context() as patch:
        patch.setattr(club_turn.Turn, "play", killed)
        with pytest.raises(Killed):
            run_tick(hall)
    assert hall.waiting() == []
    run_tick(hall)
    assert winter.status()["what"] == "answers"
    assert summer.status()["stage"] == "signing"
    assert len(hall.sent("winter-*-receipt-")) == 2


@pytest.mark.parametrize("where", ["club/private", "club/sent", "club/games"])
def test_a_full_disk_is_said_and_the_letters_come_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    real = files.write_atomic

    def full(path: Path, data: bytes, *, shared: bool = False) -> None:
        if f"/{where}/" in str(path):
            raise OSError(errno.ENOSPC, "No space left on device")
        real(path, data, shared=shared)

    hall.mail(b"From: <blue@example.org>\nSubject: hello\n\nhello\n")
    hall.mail(hall.tables["winter"].sealed("red", bid="high").read_bytes())
    with monkeypatch.context() as patch:
        write_everywhere(patch, full)
        result = hall.try_to("club", "tick", hall.root)
    assert isinstance(result.exception, SystemExit)
    assert result.exit_code == 1
    assert "No space left on device" in result.output
    assert len(hall.waiting()) == 1
    hall.tick()
    assert hall.waiting() == []
    assert hall.tables["winter"].status()["waits_for"] == ["blue"]
    assert len(hall.sent("winter-")) == 1


def test_two_ticks_at_once_do_not_meet(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.match.folder.process_lock.SECONDS", 0.1)
    monkeypatch.setattr(club_turn, "hold", lambda folder, seconds: hold(folder, 0.1))
    with hold(hall.root / "private"), pytest.raises(Waiting) as caught:
        run_tick(hall)
    assert "is in use" in caught.value.faults[0].message
    with hold(hall.root / "private"):
        began = monotonic()
        second = hall.try_to("club", "tick", hall.root)
        assert monotonic() - began < 1  # it is said at once
    assert "is in use" in second.output
    assert second.exit_code == 7


# --------------------------------------------------------------------------------------------------- thousands of games
@pytest.fixture(scope="module")
def fleet(begun: Hall, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """The two games among hundreds that have gone to sleep: folders as they lie on the disk, rows as they were read."""
    with pytest.MonkeyPatch.context() as patch:
        know_the_duel(patch)
        hall = begun.copied(tmp_path_factory.mktemp("fleet") / "hall")
        hall.tick()
        sleeping(hall, GAMES - 2)
        yield hall


def sleeping(hall: Hall, count: int) -> None:
    """So many games more that nothing asks for."""
    games = hall.root / "games"
    book = (hall.tables["winter"].desk / "private" / "book.age").read_bytes()
    with opened(hall.root / "private") as index:
        (told,) = [row for row in index.rows() if row["name"] == "winter"]
        for number in range(count):
            name = f"game-{number:05d}"
            for inside in ("private", "sent", "outbox"):
                (games / name / inside).mkdir(parents=True)
            (games / name / "private" / "book.age").write_bytes(book)
            (games / name / "sent" / "deliveries.jsonl").write_bytes(b"")
            index.add_row(Row(
                name=name, game=f"duel-{number:06x}", stage="playing", stamps=stamps_of(str(games / name)),
                due=parse_time("2027-01-01T00:00:00Z"), told=told,
            ))  # fmt: skip
        index.link.commit()


def cost(hall: Hall) -> float:
    """Seconds of this process for a tick."""
    began = process_time()
    assert run_tick(hall) == 0
    return process_time() - began


def test_an_idle_tick_of_many_games_opens_none_and_is_quick(fleet: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*given: object) -> None:
        raise AssertionError("a game was opened")

    monkeypatch.setattr("pbem.match.folder.office.at_desk", never)
    assert min(cost(fleet) for _ in range(3)) < MOST_SECONDS * max(GAMES, 500) / 5000


def test_an_idle_tick_of_many_games_stays_small(fleet: Hall) -> None:
    if not Path("/proc/self/status").exists():
        pytest.skip("this system does not tell a process its peak in this way")
    script = "\n".join((
        "import sys", "from pathlib import Path", "sys.argv[1:1] = ['club', 'tick']",
        "from pbem.cli import root",
        "try:\n    root(prog_name='pbem')", "except SystemExit as end:\n    assert not end.code, end.code",
        "print(Path('/proc/self/status').read_text().partition('VmHWM:')[2].split()[0])",
    ))  # fmt: skip
    environment = {**os.environ, "PBEM_HOME": str(fleet.place / "keys-moderator"), "PBEM_NOW": fleet.now}
    done = subprocess.run([sys.executable, "-c", script, str(fleet.root)], env=environment, capture_output=True,
                          text=True, check=True, stdin=subprocess.DEVNULL)  # fmt: skip
    assert int(done.stdout) / 1024 < MOST_MEGABYTES


def test_twenty_letters_among_many_games_cost_what_they_cost_among_few(hall: Hall, fleet: Hall) -> None:
    """In proportion to the letters, not to the games: that is, nothing much beyond the idle tick."""
    idle = min(cost(fleet) for _ in range(2))
    costs = []
    for place in (hall, fleet):
        for number in range(LETTERS):
            game = place.tables["winter" if number % 2 else "summer"].game
            place.mail(f"From: <{number}@example.net>\nSubject: {game}\n\nWhen?\n".encode())
        costs.append(cost(place))
        assert place.waiting() == []
        assert len([path for path in place.sent() if "faults" in path.name]) == LETTERS
    assert costs[1] - idle < 1.5 * costs[0] + 0.2


# ------------------------------------------------------------------------------------------- folders that are not whole
def test_games_on_a_disk_that_is_not_there_lose_no_letter(hall: Hall) -> None:
    games, away = hall.root / "games", hall.place / "unmounted"
    games.rename(away)
    games.mkdir()
    hall.mail(hall.tables["winter"].sealed("red", bid="high").read_bytes())
    error = hall.try_to("club", "tick", hall.root).exception
    assert isinstance(error, PbemError)
    assert "holds none of the 2 games" in error.faults[0].message
    assert len(hall.waiting()) == 1
    games.rmdir()
    away.rename(games)
    hall.tick()
    assert hall.tables["winter"].status()["waits_for"] == ["blue"]


def test_games_that_were_all_taken_away_are_forgotten_when_that_is_said(hall: Hall) -> None:
    for name in ("winter", "summer"):
        shutil.rmtree(hall.root / "games" / name)
    hall.do("club", "rebuild", hall.root)
    hall.tick()
    assert hall.status()["games"] == []


def test_an_entry_among_the_games_that_cannot_be_asked_stops_no_game(hall: Hall) -> None:
    loop = hall.root / "games" / "loop"
    loop.symlink_to(loop)
    hall.mail(hall.tables["winter"].sealed("red", bid="high").read_bytes())
    result = hall.try_to("club", "tick", hall.root)
    assert (result.exit_code, "loop: " in result.output) == (1, True)
    assert hall.tables["winter"].status()["waits_for"] == ["blue"]


def cut_off(ledger: Path) -> None:
    ledger.write_bytes(ledger.read_bytes()[:-40])


@pytest.mark.parametrize("spoil", [cut_off, Path.unlink, partial(Path.write_bytes, data=b"")])
def test_a_game_copied_by_half_says_so_and_takes_nothing_in(hall: Hall, spoil: Callable[[Path], object]) -> None:
    winter = hall.tables["winter"]
    letter = winter.sealed("red", bid="high")
    whole = (winter.desk / "ledger.jsonl").read_bytes()
    spoil(winter.desk / "ledger.jsonl")
    hall.mail(letter.read_bytes())
    result = hall.try_to("club", "tick", hall.root)
    assert result.exit_code == 1
    assert "lines, and its newest checkpoint is of" in result.output
    assert len(hall.waiting()) == 1
    for command in ("status", "run", "pause"):
        reason = ("--reason", "None.") if command == "pause" else ()
        assert "newest checkpoint" in winter.fail("moderator", command, winter.desk, *reason).faults[0].message
    (winter.desk / "ledger.jsonl").write_bytes(whole)
    hall.tick()
    assert winter.status()["waits_for"] == ["blue"]


def test_a_copy_among_the_games_stops_its_game_and_no_other_until_it_is_taken_out(hall: Hall) -> None:
    """Both would play, and write to the same players what does not fit together."""
    winter, copy = hall.tables["winter"], hall.root / "games" / "winter.old"
    shutil.copytree(winter.desk, copy)
    winter.do("moderator", "extend", winter.desk, "--hours", "24", "--reason", "A holiday.")
    hall.mail(winter.sealed("red", bid="high").read_bytes())
    hall.later(100)
    result = hall.try_to("club", "tick", hall.root)
    assert result.exit_code == 1
    assert "winter.old: stands still, for it is one game with another folder here" in result.output
    assert (len(hall.waiting()), hall.sent("winter")) == (1, [])
    copy.rename(hall.place / "winter.old")
    hall.tick()
    assert hall.waiting() == []
    assert [entry.text("seat") for entry in winter.ledger().entries("lock")] == ["red"]
    assert winter.ledger().entries("locked")
    assert hall.sent("winter-*-ruling-")


def test_a_copy_of_a_game_that_is_over_plays_no_more_than_another(hall: Hall) -> None:
    """It was not over in the copy, which went on to remind its players and to lock what they had not sent."""
    winter, copy = hall.tables["winter"], hall.root / "games" / "winter.old"
    shutil.copytree(winter.desk, copy)
    winter.do("moderator", "end", winter.desk, "--draw", "--reason", "Peace.")
    before = (copy / "ledger.jsonl").read_bytes()
    hall.later(100)
    result = hall.try_to("club", "tick", hall.root)
    assert result.exit_code == 1
    assert "winter.old: stands still, for it is one game with another folder here" in result.output
    assert (copy / "ledger.jsonl").read_bytes() == before
    assert hall.sent("winter.old") == []
    assert hall.sent("winter-")
    copy.rename(hall.place / "winter.old")
    assert "stands still" not in hall.tick()


def test_a_club_without_its_private_folder_makes_it_again(hall: Hall) -> None:
    shutil.rmtree(hall.root / "private")
    hall.mail(hall.tables["winter"].sealed("red", bid="high").read_bytes())
    assert "built anew" in hall.tick()
    assert hall.tables["winter"].status()["waits_for"] == ["blue"]
