"""`pbem status` says how many letters a game asks of its players, from the ledger alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from club import Club, know_the_duel

from pbem.match.moderator.letters_asked import in_words, letters_asked
from pbem.trust.record.ledger import Ledger

SEATS = ("blue", "red")


def ledger(*sent: tuple[str, str, str]) -> Ledger:
    """A ledger of phases and letters: kind, phase and seat; a phase has no seat."""
    found = Ledger()
    found.append("charter", "2026-11-02T20:00:00Z")
    for kind, phase, seat in sent:
        fields = {"phase": phase, **({"seat": seat} if seat else {})}
        found.append(kind, "2026-11-02T20:00:00Z", **fields)
    return found


def test_letters_with_orders_are_counted_by_seat_and_turn_and_answers_apart() -> None:
    counted = letters_asked(ledger(
        ("phase", "t00.setup", ""), ("lock", "t00.setup", "red"), ("lock", "t00.setup", "blue"),
        ("phase", "t01.bids", ""), ("lock", "t01.bids", "red"), ("lock", "t01.bids", "blue"),
        ("phase", "t01.year", ""), ("lock", "t01.year", "red"), ("lock", "t01.year", "blue"),
        ("phase", "t01.year.2", ""), ("lock", "t01.year.2", "red"), ("lock", "t01.year", "blue"),
    ), SEATS)  # fmt: skip
    assert counted == {
        "turns": 1, "set_up": {"blue": 1, "red": 1}, "orders": {"blue": 3, "red": 2},
        "answers": {"blue": 0, "red": 1}, "per_seat_and_turn": "2.50",
    }  # fmt: skip
    assert in_words(counted) == "2.50 per seat and turn in 1 turn, and 1 answer"


def test_the_second_letter_of_two_step_is_a_letter_too() -> None:
    sent = [(kind, "t01.duel", seat) for kind in ("lock", "open") for seat in SEATS]
    assert letters_asked(ledger(("phase", "t01.duel", ""), *sent), SEATS)["per_seat_and_turn"] == "2.00"


def test_before_the_first_turn_there_is_no_figure() -> None:
    counted = letters_asked(ledger(("phase", "t00.setup", "")), SEATS)
    assert counted["turns"] == 0
    assert "per_seat_and_turn" not in counted
    assert in_words(counted) == ""


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    """A moderated game whose first phase is open."""
    know_the_duel(monkeypatch)
    found = Club(tmp_path)
    found.begin()
    return found


def test_moderator_and_public_read_the_same_figure(club: Club) -> None:
    club.order("red", bid="high")
    club.order("blue", bid="low")
    club.advance()
    public = json.loads(club.do("red", "status", club.folder("red") / "game", "--public", "--json").stdout)["letters"]
    private = club.status()["letters"]
    assert private["orders"] == public["orders"] == {"blue": 1, "red": 1}
    assert public["per_seat_and_turn"] in ("1.00", "0.50")  # the next turn may be open
    assert "letters: " in club.do("moderator", "status", club.desk).stdout
