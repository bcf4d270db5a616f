"""--json: one object on standard output, also where a command fails, and with the same exit code."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from club import ADDRESSES, Club, know_the_duel

from pbem.cli import main, telling


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    know_the_duel(monkeypatch)
    monkeypatch.setattr(telling, "HAS_SAID_JSON", [])


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = Club(tmp_path / "place")
    club.begin()
    return club


def ended(monkeypatch: pytest.MonkeyPatch, *words: object) -> int:
    """The exit code of a command, run as the program runs it."""
    monkeypatch.setattr(sys, "argv", ["pbem", *map(str, words)])
    with pytest.raises(SystemExit) as end:
        main()
    assert isinstance(end.value.code, int)
    return end.value.code


def found(club: Club, who: str, *words: object) -> Any:
    """The JSON that a command prints."""
    return json.loads(club.try_to(who, *words).stdout)


def test_new_names_the_game_and_its_invitations(tmp_path: Path) -> None:
    club = Club(tmp_path / "place")
    words = ("new", club.place / "other", "--game", "duel", "--deadline-hours", "48", "--json")
    told = found(club, "moderator", *words, *(f"--seat={seat}={each}" for seat, each in ADDRESSES.items()))
    assert told["game"].startswith("duel-")
    names = [Path(each).name for each in told["invitations"]]
    assert names == ["00001-blue-invitation.eml", "00002-red-invitation.eml"]
    assert all(isinstance(note, str) for note in told["notes"])


def test_join_names_the_letter_its_recipients_and_the_terms(tmp_path: Path) -> None:
    club = Club(tmp_path / "place")
    (letter,) = club.deliver()["red"]
    told = found(club, "red", "join", letter, "--dir", club.folder("red"), "--json")
    assert Path(told["letter"]) == club.folder("red") / "outbox" / "acceptance.eml"
    assert told["to"] == ["moderator@pbem.example"]
    assert told["terms"]


def test_seal_says_what_will_happen_and_who_has_the_letter(club: Club) -> None:
    path, out = club.write("red", bid="low"), club.place / "out"
    told = found(club, "red", "orders", "seal", path, "--dir", club.folder("red"), "--json")
    assert (told["counts"], told["sent_to"]) == (True, [])
    assert Path(told["letter"]).is_file()
    (club.home("red") / "post.yaml").write_text(f"pbem: post/1\nout:\n  to: folder:{out}\n", encoding="utf-8")
    told = found(club, "red", "orders", "seal", path, "--dir", club.folder("red"), "--json")
    assert told["sent_to"] == ["moderator@pbem.example", ADDRESSES["blue"]]


def test_run_says_what_it_did_or_for_whom_it_waits(club: Club) -> None:
    waits = club.try_to("moderator", "run", club.desk, "--json")
    assert waits.exit_code == 3
    told = json.loads(waits.stdout)
    assert (told["error"], told["exit_code"]) == ("waiting", 3)
    assert "waits for" in told["faults"][0]["message"]
    for seat in ADDRESSES:
        club.order(seat, bid="high")
    told = found(club, "moderator", "run", club.desk, "--dry-run", "--json")
    assert told["dry_run"] is True
    told = found(club, "moderator", "run", club.desk, "--json")
    assert any("locked" in line for line in told["said"])


def test_tick_is_one_object_with_every_game_in_it(club: Club) -> None:
    box, nowhere = club.place / "box", club.place / "nowhere"
    box.mkdir()
    done = club.try_to("moderator", "tick", club.desk, nowhere, "--mail", box, "--to", f"folder:{box}", "--json")
    waits, fails = json.loads(done.stdout)["games"]
    assert "waits for" in waits["waits"] or any("waits for" in line for line in waits["said"])
    assert waits["error"] is None
    assert (fails["folder"], fails["error"]["exit_code"]) == (str(nowhere), 1)
    assert done.exit_code == 1


# ------------------------------------------------------------------------------------------------------------- errors
def test_an_error_is_one_object_with_the_exit_code(
    club: Club, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PBEM_HOME", str(club.home("moderator")))
    assert ended(monkeypatch, "status", club.place / "nosuch", "--json") == 1
    told = capsys.readouterr()
    error = json.loads(told.out)
    assert (error["error"], error["exit_code"], told.err) == ("error", 1, "")
    assert "nosuch" in error["faults"][0]["file"]


def test_a_wrong_option_is_an_object_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert ended(monkeypatch, "status", "--json", "--colour") == 2
    error = json.loads(capsys.readouterr().out)
    assert (error["error"], error["exit_code"]) == ("usage", 2)
    assert "--colour" in error["faults"][0]["message"]


def test_faults_of_orders_are_told_once(
    club: Club, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = club.write("red", bid="gold")
    assert ended(monkeypatch, "orders", "check", path, "--dir", club.folder("red"), "--json") == 1
    told = capsys.readouterr()
    assert len(json.loads(told.out)["faults"]) == 1  # one object: what was printed before is the whole answer
    assert "pbem: error: " in told.err


def test_without_the_option_an_error_is_a_sentence(
    club: Club, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended(monkeypatch, "status", club.place / "nosuch") == 1
    told = capsys.readouterr()
    assert (told.out, told.err[:12]) == ("", "pbem: error:")


def test_a_name_after_two_dashes_is_no_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert ended(monkeypatch, "verify", "--", "--json") == 1
    assert capsys.readouterr().err.startswith("pbem: error:")
