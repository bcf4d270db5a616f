"""Tier two-step: the one-time key comes beside the open, under no signature, and counts only if it is the right one."""

from __future__ import annotations

from pathlib import Path

import pytest
from acts_kit import sound
from club import Club, know_the_duel

from pbem.clock import parse_time
from pbem.match.player import charter_of
from pbem.match.post import Letter, read_letter, write_letter
from pbem.match.seat import Seat
from pbem.trust import seal
from pbem.trust.opened import seal_key


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    """A game whose first phase is locked and waits to be opened."""
    know_the_duel(monkeypatch)
    made = Club(tmp_path, "two-step")
    made.begin()
    for seat in ("blue", "red"):
        made.order(seat, bid="low", standing="no")
    assert made.run() == 3
    made.read()
    return made


def mailed_on(club: Club, letter: Path) -> Path:
    """Red's letter as blue, who has it too, mails it on: with another key, sealed to the moderator as well."""
    parts = club.parts(letter)
    (key,) = [name for name in parts if name.endswith(".key.age")]
    parts[key] = seal_key(charter_of(Seat.at(club.folder("blue"))), seal.new_identity()[0]).encode()
    made = Letter("moderator@pbem.example", "open", "My part of the dice.\n", parts)
    path = club.place / "mailed-on.eml"
    path.write_bytes(write_letter(made, "blue@example.org", "mailed-on", parse_time(club.now), automatic=False))
    return path


def test_an_open_that_another_mails_on_with_another_key_spoils_nobodys_orders(club: Club) -> None:
    own = Path(club.do("red", "orders", "open", "--dir", club.folder("red")).stdout.strip())
    assert "blue@example.org" in read_letter(own).data.decode()  # it goes to everybody
    before = club.kinds()
    result = club.take(mailed_on(club, own))
    assert (result.exit_code, club.kinds()) == (1, before)
    assert "key that came does not open the orders that were locked" in result.stderr
    club.do("moderator", "in", club.desk, own)
    club.open_all("blue")
    club.run()
    assert not [entry for entry in club.ledger().entries("timeout") if entry["what"] == "seal"]
    sound(club)
