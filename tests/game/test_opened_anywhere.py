"""A player's letters opened as players do it: with locked keys, under other names, after a power cut, on any system."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from club import Club, begun, duel_is_known

from pbem.cli import root
from pbem.keyring import Keyring

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
