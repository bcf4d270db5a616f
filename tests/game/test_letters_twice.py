"""Orders that come once more: the same receipt, and in its words what has become of them since."""

from __future__ import annotations

from pathlib import Path

import pytest
from acts_kit import agree, play_phase
from club import Club
from club import duel_is_known as duel_is_known
from time_club import words


def come_again(club: Club, letter: Path) -> str:
    """The letter mailed anew, as another mailer would: what its writer is told."""
    again = letter.with_name("again.eml")
    again.write_bytes(letter.read_bytes().replace(b"Subject: ", b"Subject: Fwd: ", 1))
    before = len(club.ledger())
    club.do("moderator", "in", club.desk, again)
    assert len(club.ledger()) == before
    return words(club.deliver()["red"][-1])


@pytest.fixture
def club(tmp_path: Path) -> Club:
    found = Club(tmp_path)
    found.begin()
    return found


def test_orders_that_were_overtaken_are_said_to_count_no_more(club: Club) -> None:
    first, second = (club.sealed("red", bid=bid) for bid in ("low", "mid"))
    club.take(first, second)
    club.deliver()
    said = come_again(club, first)
    assert "taken in as number 1. It counts no more: your letter no. 2 came after it, and counts instead." in said
    assert "Until the orders are locked, a newer letter of yours counts instead." in come_again(club, second)


def test_orders_of_a_phase_that_all_went_back_on_are_said_to_count_no_more(club: Club) -> None:
    first = club.sealed("red", bid="low")
    club.take(first)
    play_phase(club)
    club.do("moderator", "rollback", club.desk, "--to", "t01.duel", "--reason", "The chart was wrong.")
    agree(club)
    club.read()
    said = come_again(club, first)
    assert "It counts no more: all have agreed since to go back. Round 1 is open now, until" in said
    assert club.status()["waits_for"] == ["blue", "red"]


def test_orders_of_a_phase_that_was_played_keep_their_plain_receipt(club: Club) -> None:
    first = club.sealed("red", bid="low")
    club.take(first)
    play_phase(club)
    assert "taken in as number 1. Lock" in come_again(club, first)
