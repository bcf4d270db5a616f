"""A player's folder is named after the game as its players call it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.match.player.join import new_folder

GAME = "duel-2026-abcdef"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(("title", "name"), [
    ("Winter 1739", "winter-1739-red"), ("The War of Jenkins' Ear", "the-war-of-jenkins-ear-red"),
    ("../../etc/passwd", "etc-passwd-red"), ("\u202eevil", "evil-red"), ("x" * 90, f"{'x' * 40}-red"),
    ("Игра", f"{GAME}-red"), ("...", f"{GAME}-red"),
])  # fmt: skip
def test_the_title_becomes_a_plain_name(title: str, name: str) -> None:
    assert new_folder(title, GAME, "red") == Path(name)


def test_a_name_that_is_taken_gives_way_to_the_games_id() -> None:
    Path("winter-1739-red").mkdir()
    assert new_folder("Winter 1739", GAME, "red") == Path(f"{GAME}-red")


def test_a_folder_by_the_games_id_from_before_is_used_again() -> None:
    Path(f"{GAME}-red").mkdir()
    assert new_folder("Winter 1739", GAME, "red") == Path(f"{GAME}-red")
