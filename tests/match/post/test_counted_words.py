"""Numbers of things in words: one of anything is one, wherever somebody reads it."""

from __future__ import annotations

from pathlib import Path

import pytest
from acts_kit import playing
from club import know_the_duel
from club_hall import Hall, Table

from pbem.base.counting import counted
from pbem.base.errors import BadInput
from pbem.match.audit.replay import Audited
from pbem.trust.people.escrow import groups


@pytest.fixture(autouse=True)
def duel_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    know_the_duel(monkeypatch)


@pytest.mark.parametrize(("number", "words"), [(0, "0 letters"), (1, "1 letter"), (2, "2 letters"),
                                               (1204, "1,204 letters")])  # fmt: skip
def test_a_number_of_things(number: int, words: str) -> None:
    assert counted(number, "letter") == words


def test_what_takes_no_s_brings_its_own_word() -> None:
    assert [counted(number, "reply", "replies") for number in (1, 2)] == ["1 reply", "2 replies"]


def test_a_club_of_one_game_has_one(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    assert hall.do("club", "status", hall.root).stdout.startswith("The Club: 0 games\n")
    Table(hall, "winter")
    assert hall.do("club", "status", hall.root).stdout.startswith("The Club: 1 game\n")


def test_two_of_one_guardian_make_no_escrow() -> None:
    with pytest.raises(BadInput, match=r"^2 of 1 guardian make no escrow$"):
        groups(1, 2)


def test_an_audit_of_one_of_each_says_so() -> None:
    told = Audited("duel-1", phases=1, rolls=1, answers=1, reports=1, over=False, same_rules=True).sentence
    assert "1 phase played again" in told
    assert "1 roll, 1 answer, 1 report and" in told


def test_a_seat_abandoned_after_one_silence_was_silent_one_time(tmp_path: Path) -> None:
    club = playing(tmp_path, "moderated", "--abandoned-after", "1")
    club.deliver()
    club.order("blue", bid="low", standing="no")
    club.later(49)
    assert "red has been silent 1 time in a row" in club.try_to("moderator", "run", club.desk).stdout
    letters = club.deliver()["blue"]
    assert any("red has missed its deadline 1 time in a row" in path.read_text() for path in letters)
