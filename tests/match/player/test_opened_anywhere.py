"""A player's letters opened as players do it: with locked keys, under other names, after a power cut, on any system."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from club import Club, begun, duel_is_known, playing
from kills import killed_at

from pbem.base.clock import parse_time
from pbem.cli import root
from pbem.match.folder import zipped
from pbem.match.own_folder.player import charter_of
from pbem.match.own_folder.seat import Seat
from pbem.match.post.game_letter import Letter, read_letter, write_letter
from pbem.trust.checks.findings import Audit
from pbem.trust.keyring import Keyring
from pbem.trust.primitives.commit import Preimage
from pbem.trust.seal import seal

__all__ = ["duel_is_known"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return begun(tmp_path_factory.mktemp("begun") / "place")


@pytest.fixture
def club(game: Club, tmp_path: Path) -> Club:
    return game.copied(tmp_path / "place")


def receipt(club: Club) -> Path:
    """A letter to Red that brings a receipt."""
    club.order("red", bid="high")
    return club.deliver()["red"][-1]


def result_of(club: Club) -> Path:
    """Red's report on the first phase."""
    for seat in ("red", "blue"):
        club.order(seat, bid="low", standing="no")
    club.run()
    return club.deliver()["red"][-1]


# --------------------------------------------------------------------------------------------------------- locked keys
def typing(club: Club, typed: str, *words: object) -> Result:
    """A command of Red's, with what he types."""
    environment = {"PBEM_HOME": str(club.home("red")), "PBEM_NOW": club.now}
    return CliRunner().invoke(root, [str(word) for word in words], env=environment, input=typed)


def lock_keys(club: Club) -> None:
    """Red's signing key gets a passphrase."""
    home, made = club.home("red"), club.place / "locked"
    Keyring.create("Red", home=made, new_passphrase=b"secret")
    for name in ("ssh.key", "ssh.pub", "keyring.yaml"):
        shutil.copy(made / name, home / name)


def test_a_locked_key_is_asked_for_where_a_letter_is_answered_and_not_where_it_is_only_read(club: Club) -> None:
    letter = receipt(club)
    lock_keys(club)
    opened = typing(club, "", "open", letter, "--dir", club.folder("red"))
    assert "receipt kept" in opened.output
    assert "Passphrase" not in opened.output
    said = typing(club, "secret\n", "word", "address", "red@elsewhere.example", "--dir", club.folder("red"))
    assert said.exit_code == 0


# ------------------------------------------------------------------------------------------ interrupted, lost, littered
def test_a_letter_that_comes_too_early_leaves_nothing_behind_even_where_its_check_is_interrupted(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = result_of(club)
    club.do("moderator", "pause", club.desk, "--reason", "The server moves.")
    second = club.deliver()["red"][-1]

    def interrupted(*given: object) -> object:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Audit, "count", interrupted)
        club.try_to("red", "open", second, "--dir", club.folder("red"))
    assert "older than what you hold" not in club.do("red", "open", first, "--dir", club.folder("red")).stdout
    assert "is paused" in club.do("red", "open", second, "--dir", club.folder("red")).stdout


def test_wherever_an_opening_is_killed_the_same_letter_is_opened_again(club: Club) -> None:
    letter, folder = result_of(club), club.folder("red")
    words = ("open", letter, "--dir", folder)
    whole = club.copied(club.place.parent / "whole")
    whole.do("red", "open", letter, "--dir", whole.folder("red"))
    report = (whole.folder("red") / "reports" / "t01.duel.txt").read_bytes()
    for number in range(1, 99):
        each = club.copied(club.place.parent / f"killed-{number}")
        words = ("open", letter, "--dir", each.folder("red"))
        if not killed_at(number, lambda each=each, words=words: each.do("red", *words), everywhere=True):  # type: ignore[misc]
            break
        draft = each.folder("red") / "game" / ".ledger.jsonl.0123abcd.new"
        draft.write_bytes(b"{")  # what a real kill leaves of the file it struck
        each.do("red", *words)
        assert (each.folder("red") / "reports" / "t01.duel.txt").read_bytes() == report
        assert not draft.exists()
    assert number > 10


def test_a_report_that_is_not_there_is_had_from_its_letter_whatever_came_since(club: Club) -> None:
    letter, folder = result_of(club), club.folder("red")
    club.do("red", "open", letter, "--dir", folder)
    club.do("moderator", "pause", club.desk, "--reason", "The server moves.")
    club.do("red", "open", club.deliver()["red"][-1], "--dir", folder)
    kept = folder / "reports" / "t01.duel.txt"
    before, open_now = kept.read_bytes(), (folder / "desk.json").read_bytes()
    kept.unlink()
    assert club.do("red", "open", letter, "--dir", folder).stdout.encode() == before
    assert kept.read_bytes() == before
    assert (folder / "desk.json").read_bytes() == open_now
    assert "older than what you hold" in club.do("red", "open", letter, "--dir", folder).stdout


def test_what_a_system_lays_into_folders_that_are_looked_at_stops_no_letter(club: Club) -> None:
    letter, public = result_of(club), club.folder("red") / "game"
    for folder in (public, *(path for path in public.rglob("*") if path.is_dir())):
        for name in (".DS_Store", "._ledger.jsonl", "desktop.ini", "Thumbs.db"):
            (folder / name).write_bytes(b"\0")
    club.do("red", "open", letter, "--dir", club.folder("red"))
    assert (club.folder("red") / "reports" / "t01.duel.txt").is_file()


# ---------------------------------------------------------------------------------------------------- what files are
@pytest.mark.parametrize("name", ["receipt.EML", "1793649600.M1P2.host:2,S", "receipt.txt", "receipt.mbox"])
def test_a_letter_is_opened_whatever_its_file_is_called(club: Club, name: str) -> None:
    path = club.place / name
    before = b"From moderator Mon Nov  2 20:00:00 2026\n" if name.endswith("mbox") else b""
    path.write_bytes(before + receipt(club).read_bytes())
    assert "receipt kept" in club.do("red", "open", path, "--dir", club.folder("red")).stdout


@pytest.mark.parametrize("command", ["open", "join"])
def test_a_letter_that_only_outlook_reads_is_called_that(club: Club, command: str) -> None:
    path = club.place / "receipt.msg"
    path.write_bytes(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600))
    error = club.fail("red", command, path, "--dir", club.folder("red"))
    assert "Outlook's own form" in error.faults[0].message
    assert ".eml" in error.faults[0].hint


# ------------------------------------------------------------------------------------------------------ two machines
def test_dice_are_opened_from_any_machine_of_the_player_and_nobody_is_accused(tmp_path: Path) -> None:
    club = playing(tmp_path / "place", "two-step")
    shutil.copytree(club.folder("red"), club.place / "laptop")
    for seat in ("red", "blue"):
        club.order(seat, bid="low", standing="no")
    club.run()
    for letter in club.read()["red"]:
        club.do("red", "open", letter, "--dir", club.place / "laptop")
    club.do("red", "orders", "open", "--dir", club.place / "laptop")
    for path in (club.folder("red") / "sent").iterdir():
        (path.parent / f"._{path.name}").write_bytes(b"\0\5\x16\7")  # as macOS does on a disk of another kind
    club.do("red", "orders", "open", "--dir", club.folder("red"))


def test_letters_of_two_machines_are_two_letters_though_they_have_one_number(club: Club) -> None:
    shutil.copytree(club.folder("red"), club.place / "laptop")
    ids = []
    for place, word in (("red", "wait"), ("laptop", "go"), ("laptop", "go")):
        path = club.place / place / "sent" / "red-word-1.yaml"
        path.unlink(missing_ok=True)
        letter = club.do("red", "word", word, "--dir", club.place / place).stdout.strip()
        ids.append(read_letter(Path(letter)).letter.message_id)
    assert ids[0] != ids[1]  # or a server that knows letters by their ids keeps one of them
    assert ids[1] == ids[2]


def test_a_letter_to_players_may_begin_with_the_mark_that_notepad_writes(tmp_path: Path) -> None:
    club = playing(tmp_path / "place", "moderated", "--press", "both")
    text = tmp_path / "letter.txt"
    text.write_bytes(b"\xef\xbb\xbfPeace?\r\n")
    club.take(Path(club.do("red", "press", "--to", "blue", text, "--dir", club.folder("red")).stdout.strip()))
    club.order("red", bid="low", standing="no")
    club.order("blue", bid="low", standing="no")
    club.run()
    assert "| Peace?" in club.do("blue", "open", club.deliver()["blue"][-1], "--dir", club.folder("blue")).stdout


# -------------------------------------------------------------------------------------------------- somebody else's
def test_a_receipt_of_another_seat_or_game_or_of_nobody_is_not_kept_for_ones_own(club: Club, tmp_path: Path) -> None:
    letter, folder = receipt(club), club.folder("red")
    refused = [("blue", letter, club.folder("blue"), "letter is for 'red', and you play 'blue'")]
    other = begun(tmp_path / "other")
    refused.append(("red", receipt(other), folder, "is of 'pbem.example/"))
    forged = club.place / "forged.eml"
    parts = {"red-t01.duel-1.proof": (club.parts(letter)["red-t01.duel-1.proof"])}
    parts = {name: data[: data.rindex(b" ")] + b" " + b"AAAA" * 22 + b"\n" for name, data in parts.items()}
    forged.write_bytes(write_letter(Letter("red@example.org", "receipt", "Taken in.", parts), "x@example.org", "x",
                                    parse_time(club.now)))  # fmt: skip
    refused.append(("red", forged, folder, "checkpoint"))
    for who, path, place, words in refused:
        assert words in club.fail(who, "open", path, "--dir", place).faults[0].message
        assert not (place / "receipts").exists()
    club.do("red", "open", letter, "--dir", folder)


def forged_report(club: Club, name: str, deadline: str) -> Path:
    """A letter of Blue's that calls itself Red's newest report: all that it takes is in the folder that all have."""
    blue = Seat.at(club.folder("blue"))
    public = {path.relative_to(blue.folder / "game").as_posix(): path.read_bytes()
              for path in (blue.folder / "game").rglob("*") if path.is_file()}  # fmt: skip
    said = {"report": "All is lost.\n", "view": {}, "phase": "t02.duel", "deadline": deadline, "questions": []}
    told = Preimage(f"{blue.game}/report/red/{name}", bytes(32), f"{json.dumps(said)}\n".encode())
    sealed = seal.seal(charter_of(blue).seat("red").ages, told.to_bytes()).encode()
    letter = Letter("red@example.org", "your orders", "It is played.",
                    {"public.zip": zipped.pack(public), f"red-{name}.age": sealed})  # fmt: skip
    path = club.place / "forged.eml"
    path.write_bytes(write_letter(letter, "x@example.org", "x", parse_time(club.now)))
    return path


@pytest.mark.parametrize("name", ["start", "t01.duel", "t01.duel+2", "t02.duel", "t02.duel+2.start", "ruling-9"])
def test_16_a_report_that_another_player_has_sealed_is_not_taken_for_the_moderators(club: Club, name: str) -> None:
    """Its deadline was believed, among other things."""
    letter, folder = result_of(club), club.folder("red")
    club.do("red", "open", letter, "--dir", folder)
    club.do("blue", "open", max(club.place.glob("*-blue-report-t01*.eml")), "--dir", club.folder("blue"))
    before = (folder / "desk.json").read_bytes()
    error = club.fail("red", "open", forged_report(club, name, "2027-01-01T00:00:00Z"), "--dir", folder)
    assert error.exit_code == 4
    assert error.faults[0].message.startswith("report is no")
    assert (folder / "desk.json").read_bytes() == before


def test_16_no_report_without_a_commitment_gives_another_time_than_the_ledger(club: Club) -> None:
    """That of the position before the first phase, and, in tier moderated, of a phase that a question has stopped."""
    folder = club.folder("red")
    for name in ("start", "t01.duel"):
        before = (folder / "desk.json").read_bytes()
        assert "none that the ledger knows of" in str(
            club.fail("red", "open", forged_report(club, name, "2027-01-01T00:00:00Z"), "--dir", folder)
        )
        assert (folder / "desk.json").read_bytes() == before
        if name == "start":
            for seat in ("red", "blue"):
                club.order(seat, bid="high")
            club.run()
            club.read()


@pytest.mark.skipif(os.name != "posix", reason="words are no bytes there")
def test_words_of_another_charset_are_no_traceback(club: Club) -> None:
    words: list[str | bytes] = [b"diary", b"--dir", os.fsencode(club.folder("red")), b"--add", b"caf\xe9"]
    environment = {**os.environ, "PBEM_HOME": str(club.home("red")), "PBEM_NOW": club.now, "PYTHONUTF8": "1"}
    words = [sys.executable, "-m", "pbem", *words]
    done = subprocess.run(words, env=environment, capture_output=True, check=False)
    assert done.returncode == 1
    assert done.stderr.decode().startswith("pbem: error: input: holds bytes that are not UTF-8")
    assert not (club.folder("red") / "diary.txt").exists()


def test_notes_that_an_editor_of_windows_has_saved_are_notes_still(club: Club) -> None:
    folder = club.folder("red")
    club.do("red", "diary", "--add", "Blue bids low.", "--dir", folder)
    before = club.do("red", "diary", "--json", "--dir", folder).stdout
    path = folder / "diary.txt"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert "Blue bids low." in before
    assert club.do("red", "diary", "--json", "--dir", folder).stdout == before


def test_orders_of_another_that_are_opened_are_told_as_what_they_are(club: Club) -> None:
    letter = club.sealed("blue", bid="low")
    said = club.do("red", "open", letter, "--dir", club.folder("red")).stdout
    assert said.startswith("this letter brings sealed orders (blue-t01.duel-1.pbem), which the moderator alone can")
    assert "nothing in this letter" not in said


def test_a_letter_is_told_to_programs_as_one_object(club: Club) -> None:
    club.order("red", bid="high")
    letter = club.deliver()["red"][-1]
    plain = club.do("red", "open", letter, "--dir", club.folder("red")).stdout
    told = json.loads(club.do("red", "open", letter, "--dir", club.folder("red"), "--json").stdout)
    assert (told["content"], told["folder"]) == (plain, str(club.folder("red")))
    for seat in ("red", "blue"):
        club.order(seat, bid="low")
    club.run()
    report = next(path for path in club.deliver()["red"] if "report" in path.name)
    told = json.loads(club.do("red", "open", report, "--dir", club.folder("red"), "--json").stdout)
    assert Path(told["places"]["report"]).read_text(encoding="utf-8") in told["content"]
    assert told["checked"]["ledger lines"] == len(club.ledger())
