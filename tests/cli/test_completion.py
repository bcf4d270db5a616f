"""The shell completes names of games and of what lies in a folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from pages import TOP

from pbem.cli import root

SAMPLE = str(TOP / "sample_games/jenkins/moderated")


def completed(*words: str) -> list[str]:
    """Give what the shell offers for the last word."""
    *before, last = words
    found = ShellComplete(root, {}, "pbem", "_PBEM_COMPLETE").get_completions(before, last)
    return [item.value for item in found]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("demo", "jen"), ["jenkins"]),
        (("soak", ""), ["jenkins", "lions", "glory", "guerra", "yellowjack"]),
        (("soak", "lions", "--scenario", "tw"), ["two-players"]),
        (("soak", "jenkins", "--bot", "st"), ["steady"]),
        (("rules", "jenkins", "9.1"), ["9.1"]),
        (("docs", "mod"), ["moderate"]),
        (("roll", SAMPLE, "storm/n1", "--phase", "t03."), ["t03.english", "t03.spanish"]),
        (("chronicle", SAMPLE, "--seat", ""), ["english", "spanish", "public"]),
        (("new", "war", "--game", "l"), ["lions"]),
    ],
)
def test_a_name_is_completed(words: tuple[str, ...], expected: list[str]) -> None:
    assert completed(*words) == expected


def test_a_folder_without_a_game_offers_nothing_and_fails_nowhere(tmp_path: Path) -> None:
    assert completed("roll", str(tmp_path), "x/n1", "--phase", "") == []
    (tmp_path / "ledger.jsonl").write_bytes(b"\xff not JSON\n[1]\n")
    assert completed("roll", str(tmp_path), "x/n1", "--phase", "") == []
