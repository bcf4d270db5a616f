"""Guardians save a game amid something: a seat is lent, the clock stands still, all are asked to go back."""

from __future__ import annotations

from pathlib import Path

import pytest
from club import duel_is_known as duel_is_known
from club import playing_as
from long_runs import long_too
from test_people_guardians import Guarded

from pbem.trust.keyring import Keyring

GINA = "gina@example.org"


class Saved(Guarded):
    """A game of guardians, whose seats may change hands."""

    def lend(self, *more: str) -> None:
        """Gina plays red."""
        Keyring.create("Gina", home=self.place / "keys-gina")
        words = ("--address", GINA, "--reason", "three weeks without a letter", *more)
        self.do("moderator", "replace", self.desk, "red", *words)
        joined = self.do("gina", "join", self.mail("red-invitation"), "--dir", self.place / "gina")
        self.comes_in(Path(joined.stdout.strip()))
        self.hands["red"] = "gina"
        self.read_all()

    def save(self) -> None:
        """The moderator vanishes, and Carol runs the game from what blue has."""
        self.read_all()
        self.recover(self.vanish(), self.opened("dora", "fred"))

    def goes_on(self) -> None:
        """The seats agree to her."""
        self.agree("blue", "red")
        self.run()
        self.read_all()


@pytest.mark.parametrize("tier", long_too("two-step", "moderated", "beacon"))
def test_3_11_a_game_is_saved_in_whose_open_phase_a_seat_was_lent(tier: str, tmp_path: Path) -> None:
    club = playing_as(Saved, tmp_path, tier)
    club.lend("--phases", "1")
    club.save()
    club.goes_on()
    club.orders("blue", "red")
    if tier == "two-step":
        club.advance()
    club.hands["red"] = "red"
    club.advance()
    assert [entry.text("how") for entry in club.ledger().entries("rotate")] == ["ruling", "succession", "return"]
    club.play_on()
    club.holds()


def test_3_11_a_game_that_was_paused_is_saved_paused(tmp_path: Path) -> None:
    club = playing_as(Saved, tmp_path)
    club.do("moderator", "pause", club.desk, "--reason", "The server moves.")
    club.save()
    club.later(72)
    club.goes_on()
    assert "the game is paused since" in club.status()["why"]
    club.do("moderator", "resume", club.desk, "--reason", "It is back.")
    club.read_all()
    club.orders("blue", "red")
    assert club.status()["phase"] == "t02.duel"
    club.holds()


def test_3_11_more_time_that_all_were_told_of_is_saved(tmp_path: Path) -> None:
    club = playing_as(Saved, tmp_path)
    club.do("moderator", "extend", club.desk, "--hours", "200", "--reason", "A holiday.")
    until = club.status()["until"]
    club.save()
    club.goes_on()
    assert club.status()["until"] == until
    club.holds()


def test_3_11_a_game_is_saved_while_all_are_asked_to_go_back(tmp_path: Path) -> None:
    club = playing_as(Saved, tmp_path)
    club.orders("blue", "red")
    club.read_all()
    club.do("moderator", "rollback", club.desk, "--to", "t01.duel", "--reason", "An order file was misread.")
    club.save()
    club.goes_on()
    assert "paused" in club.status()["why"]
    club.do("moderator", "resume", club.desk, "--reason", "We play on.")
    club.read_all()
    club.play_on()
    club.holds()


def test_3_11_an_address_that_was_changed_is_saved(tmp_path: Path) -> None:
    club = playing_as(Saved, tmp_path)
    club.do("moderator", "address", club.desk, "red", "red@new.example", "--reason", "His letters come back.")
    club.save()
    assert "To: red@new.example" in club.mail("red-successor").read_text()


def test_3_11_orders_that_only_the_key_that_has_gone_opens_are_asked_for_again(tmp_path: Path) -> None:
    """In tier beacon; what the guardians have kept knows of them, but cannot tell what they say."""
    club = playing_as(Saved, tmp_path, "beacon")
    club.order("red", bid="low", standing="no")
    club.do("moderator", "pause", club.desk, "--reason", "The server moves.")
    club.do("moderator", "resume", club.desk, "--reason", "It is back.")
    club.save()
    club.goes_on()
    assert club.status()["waits_for"] == ["blue", "red"]
    club.orders("blue", "red")
    assert not club.ledger().entries("timeout")
    club.play_on()
    club.holds()
