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
        fields = {"phase": phase, **({"step" if kind == "report" else "seat": seat} if seat else {})}
        found.append(kind, "2026-11-02T20:00:00Z", **fields)
    return found


def test_all_letters_are_counted_by_seat_and_turn_and_answers_named() -> None:
    counted = letters_asked(ledger(
        ("phase", "t00.setup", ""), ("lock", "t00.setup", "red"), ("lock", "t00.setup", "blue"),
        ("phase", "t01.bids", ""), ("lock", "t01.bids", "red"), ("lock", "t01.bids", "blue"),
        ("phase", "t01.year", ""), ("lock", "t01.year", "red"), ("lock", "t01.year", "blue"),
        ("locked", "t01.year", ""),
        ("phase", "t01.year.2", ""), ("lock", "t01.year.2", "red"), ("lock", "t01.year", "blue"),
    ), SEATS)  # fmt: skip
    assert counted == {
        "turns": 1, "set_up": {"blue": 1, "red": 1}, "orders": {"blue": 3, "red": 2},
        "answers": {"blue": 0, "red": 1}, "per_seat_and_turn": "3.00",
    }  # fmt: skip
    assert in_words(counted) == "3.00 per seat and turn in 1 turn: 6 letters, 1 of them with answers"


def test_in_tier_moderated_answers_come_after_a_report_of_their_phase() -> None:
    """As in the game of the review: eight letters of two seats in a turn, five of them answers."""
    counted = letters_asked(ledger(
        ("phase", "t01.english", ""), ("lock", "t01.english", "blue"), ("lock", "t01.english", "red"),
        ("locked", "t01.english", ""), ("report", "t01.english", "t01.english"), ("lock", "t01.english", "blue"),
        ("lock", "t01.english", "red"), ("locked", "t01.english", ""), ("report", "t01.english", "t01.english.2"),
        ("lock", "t01.english", "blue"), ("locked", "t01.english", ""), ("report", "t01.english", "t01.english.3"),
        ("phase", "t01.spanish", ""), ("lock", "t01.spanish", "red"), ("locked", "t01.spanish", ""),
        ("report", "t01.spanish", "t01.spanish"), ("lock", "t01.spanish", "red"), ("lock", "t01.spanish", "blue"),
        ("phase", "t02.english", ""),
    ), SEATS)  # fmt: skip
    assert counted["per_seat_and_turn"] == "4.00"
    assert sum(counted["orders"].values()) == 3
    assert sum(counted["answers"].values()) == 5


def test_a_turn_that_has_just_opened_is_not_divided_by() -> None:
    counted = letters_asked(ledger(
        ("phase", "t01.duel", ""), ("report", "t01.duel", "start"), ("lock", "t01.duel", "red"),
        ("lock", "t01.duel", "blue"), ("locked", "t01.duel", ""), ("report", "t01.duel", "t01.duel"),
        ("phase", "t02.duel", ""), ("lock", "t02.duel", "red"),
    ), SEATS)  # fmt: skip
    assert (counted["turns"], counted["per_seat_and_turn"]) == (1, "1.00")
    assert sum(counted["answers"].values()) == 0


def test_the_second_letter_of_two_step_is_a_letter_too() -> None:
    sent = [(kind, "t01.duel", seat) for kind in ("lock", "open") for seat in SEATS]
    opened = ledger(("phase", "t01.duel", ""), *sent, ("locked", "t01.duel", ""))
    assert letters_asked(opened, SEATS)["per_seat_and_turn"] == "2.00"


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
    assert public["per_seat_and_turn"] == "1.00"
    assert "letters: " in club.do("moderator", "status", club.desk).stdout
