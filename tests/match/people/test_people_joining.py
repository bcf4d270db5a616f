"""Letters that would be signed for nothing: a seat offered before play or after it, a game that is not known here."""

from __future__ import annotations

from pathlib import Path

import pytest
from club import duel_is_known as duel_is_known
from people_club import CAROL
from test_people_substitutes import Hands

from pbem.adjudicator.titles import GAMES


def test_a_seat_is_offered_once_play_has_begun_and_until_it_is_over(tmp_path: Path) -> None:
    club = Hands(tmp_path, "moderated")
    for stage in ("invitation", "charter"):
        letters = club.deliver()
        for seat in ("blue", "red"):
            club.comes_in(Path(club.do(seat, "join", letters[seat][-1], "--dir", club.folder(seat)).stdout.strip()))
        error = club.fail("red", "hand-over", "--offer", CAROL, "--dir", club.folder("red"))
        due = "the charter has not come yet" if stage == "invitation" else "the game has not begun"
        assert error.faults[0].message == due
    club.read_all()
    club.do("moderator", "end", club.desk, "--reason", "The club closes.")
    club.do("red", "hand-over", "--offer", CAROL, "--dir", club.folder("red"))
    club.read_all()
    error = club.fail("red", "hand-over", "--offer", CAROL, "--dir", club.folder("red"))
    assert error.faults[0].message == "the game is over"


@pytest.mark.parametrize("stage", ["invitation", "charter"])
def test_nobody_joins_a_game_that_his_version_does_not_know(
    stage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Hands(tmp_path, "moderated")
    if stage == "charter":
        for seat, letters in club.deliver().items():
            club.comes_in(Path(club.do(seat, "join", letters[-1], "--dir", club.folder(seat)).stdout.strip()))
    letter = club.mail(f"red-{stage}")
    before = {path: path.read_bytes() for path in club.folder("red").rglob("*") if path.is_file()}
    with monkeypatch.context() as patch:
        patch.delitem(GAMES, "duel")
        fault = club.fail("red", "join", letter, "--dir", club.folder("red")).faults[0]
    assert fault.message == "rules are those of 'duel 1.0.0', which this version of pbem does not know"
    assert "join with this letter then" in fault.hint
    assert {path: path.read_bytes() for path in club.folder("red").rglob("*") if path.is_file()} == before
    club.comes_in(Path(club.do("red", "join", letter, "--dir", club.folder("red")).stdout.strip()))
