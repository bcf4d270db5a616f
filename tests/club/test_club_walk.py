"""What a moderator meets who opens a club and its games for the first time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import root
from pbem.trust.keyring import Keyring

SEATS = ("--seat", "english=anne@example.org", "--seat", "spanish=bob@example.org")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Keyring.create("Moderator", home=tmp_path / "keys")
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "keys"))
    monkeypatch.setenv("PBEM_NOW", "2026-11-02T20:00:00Z")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.fsync", lambda handle: None)


def do(*words: str) -> Result:
    result = CliRunner().invoke(root, list(words))
    assert result.exit_code == 0, (words, result.output, result.exception)
    return result


def test_a_game_in_a_club_is_written_to_at_the_clubs_address(tmp_path: Path) -> None:
    made = do("club", "new", "club", "--title", "Mariners", "--address", "club@example.org")
    assert "'in' and 'out' in club/club.yaml" in made.stderr.replace("\\", "/")
    told = do("new", "club/games/winter", "--game", "jenkins", *SEATS)
    assert "pbem club tick" in told.stderr
    letter = next(Path("club/games/winter/outbox").glob("*english*")).read_text(encoding="ascii")
    assert re.search("^From: .*club@example.org", letter, re.MULTILINE)
    ticked = do("club", "tick", "club")
    assert "letters wait to be sent, and no way out is named" in ticked.stdout


def test_a_moderator_without_an_address_is_told_that_nobody_can_write_to_him(tmp_path: Path) -> None:
    assert "moderator@pbem.example, where nobody is" in do("new", "winter", "--game", "jenkins", *SEATS).stderr
    named = do("new", "summer", "--game", "jenkins", "--address", "me@example.org", *SEATS)
    assert "where nobody is" not in named.stderr
    assert "'pbem out summer --to FOLDER' delivers them" in named.stderr


def test_seats_left_out_are_all_named(tmp_path: Path) -> None:
    result = CliRunner().invoke(root, ["new", "winter", "--game", "jenkins"])
    assert result.exit_code == 1
    assert "seat 'english' has no player" in str(result.exception)
    assert "seat 'spanish' has no player" in str(result.exception)
