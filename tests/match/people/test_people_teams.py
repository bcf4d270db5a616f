"""A seat with a team: any of them may write, the highest seq counts, all are told, each has a chain of his own."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

import pytest
from club import duel_is_known as duel_is_known
from club import playing_as
from people_club import CAROL, People, tiers

from pbem.trust.keyring import Keyring


class Team(People):
    """Red and Carol play red together."""

    def __init__(self, place: Path, tier: str = "moderated") -> None:
        super().__init__(place, tier, "--member", f"red={CAROL}")

    def begin(self) -> None:
        for stage in ("invitation", "charter"):
            self.do("moderator", "out", self.desk, "--to", self.place / "post")
            for path in sorted((self.place / "post").glob(f"*-{stage}.eml")):
                person = str(message_from_bytes(path.read_bytes())["To"]).partition("@")[0]
                written = self.do(person, "join", path, "--dir", self.folder(person)).stdout.strip()
                self.comes_in(Path(written))
                path.unlink()
        self.read_all()

    def writes(self, person: str) -> None:
        """Who writes for red from here on."""
        self.hands["red"] = person


@pytest.mark.parametrize("tier", tiers("two-step"))
def test_members_of_a_team_write_in_turn(tier: str, tmp_path: Path) -> None:
    club = playing_as(Team, tmp_path, tier)
    club.orders("blue", "red")
    club.writes("carol")
    for seat in club.status()["waits_for"]:
        club.order(seat, bid="low", standing="no")
    club.advance_by(49 if tier == "beacon" else 0)
    club.writes("red")
    club.play_on()
    club.holds()
    for person in ("blue", "red", "carol"):
        assert (tmp_path / person / "game/ledger.jsonl").read_bytes() == (club.desk / "ledger.jsonl").read_bytes()


def test_the_highest_seq_counts_whoever_of_the_team_has_sent_it(tmp_path: Path) -> None:
    club = playing_as(Team, tmp_path)
    club.order("red", bid="low", standing="no")
    club.read_all()
    club.writes("carol")
    club.order("red", bid="mid", standing="no")
    seqs = [(entry.text("seat"), entry.number("seq")) for entry in club.ledger().entries("lock")]
    assert seqs == [("red", 1), ("red", 2)]
    club.order("blue", bid="low", standing="no")
    club.advance()
    club.writes("red")
    club.play_on()
    club.holds()


def test_everybody_of_a_team_reads_what_the_seat_is_told(tmp_path: Path) -> None:
    club = playing_as(Team, tmp_path)
    club.orders("blue", "red")
    reports = [(tmp_path / person / "reports/t01.duel.txt").read_bytes() for person in ("red", "carol")]
    assert reports[0] == reports[1]
    assert (tmp_path / "carol/view.json").read_bytes() == (tmp_path / "red/view.json").read_bytes()


def test_a_key_that_is_of_no_team_writes_for_none(tmp_path: Path) -> None:
    club = playing_as(Team, tmp_path)
    Keyring.create("Dave", home=tmp_path / "keys-dave")
    path = club.write("red", bid="low")
    key = tmp_path / "keys-dave/ssh.key"
    error = club.fail("red", "orders", "seal", path, "--dir", club.folder("red"), "--key", key)
    assert "is not the one of seat 'red'" in error.faults[0].message


def test_the_game_waits_for_every_member(tmp_path: Path) -> None:
    club = Team(tmp_path)
    assert club.run() == 3
    assert club.why == "waits for the acceptance of blue, red, red (1)"


def test_status_names_the_members_a_game_waits_for_when_all_captains_are_there(tmp_path: Path) -> None:
    club = Team(tmp_path)
    club.do("moderator", "out", club.desk, "--to", tmp_path / "post")
    for path in sorted((tmp_path / "post").glob("*-invitation.eml")):
        person = str(message_from_bytes(path.read_bytes())["To"]).partition("@")[0]
        if person != "carol":
            club.comes_in(Path(club.do(person, "join", path, "--dir", club.folder(person)).stdout.strip()))
    assert club.run() == 3
    assert club.why == "waits for the acceptance of red (1)"
    state = club.status()
    assert (state["waits_for"], state["what"]) == (["red (1)"], "acceptance")


def test_a_team_hands_its_seat_over_and_gets_it_back(tmp_path: Path) -> None:
    club = Team(tmp_path)
    Keyring.create("Emil", home=tmp_path / "keys-emil")
    club.begin()
    asked = club.do("red", "hand-over", "--offer", "emil@example.org", "--dir", club.folder("red")).stdout.strip()
    answer = club.do("emil", "join", asked, "--dir", tmp_path / "emil").stdout.strip()
    letter = club.do("red", "hand-over", answer, "--dir", club.folder("red"), "--phases", "1").stdout.strip()
    club.comes_in(Path(letter))
    club.read_all()
    club.writes("emil")
    club.orders("blue", "red")
    club.writes("carol")
    club.order("red", bid="low", standing="no")
    club.advance()
    club.writes("red")
    club.play_on()
    club.holds()
