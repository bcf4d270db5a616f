"""Letters of a club: each to its game, whatever it is that names it; to nobody's game, one answer or none."""

from __future__ import annotations

from pathlib import Path

import pytest
from club import know_the_duel
from club_hall import Hall, Table
from mail_kit import head


@pytest.fixture(autouse=True)
def duel_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    know_the_duel(monkeypatch)


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def letter(*lines: str, body: str = "Hello.\n") -> bytes:
    """A letter that somebody writes by hand."""
    return ("\n".join([*head(*lines), "Content-Type: text/plain; charset=utf-8"]) + f"\n\n{body}").encode()


def test_a_game_is_played_to_its_end_through_the_clubs_mailbox(hall: Hall) -> None:
    first, other = Table(hall, "winter"), Table(hall, "summer")
    first.join_by_mail()
    other.join_by_mail()
    first.rounds()
    assert first.status()["stage"] == "over"
    assert other.status()["stage"] == "playing"
    assert hall.waiting() == []
    assert first.do("moderator", "verify", first.desk, "--demo-beacon").exit_code == 0
