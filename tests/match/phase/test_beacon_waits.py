"""Tier beacon while no relay gives the round: nothing is lost, nothing is made up, and whoever looks is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from club import Club
from club import duel_is_known as duel_is_known

from pbem.base.clock import show_time
from pbem.base.errors import Fault, Kind, Waiting
from pbem.match.post.game_letter import read_letter
from pbem.trust.beacon import beacon
from pbem.trust.beacon.drand import QUICKNET, Network
from pbem.trust.beacon.relays import waiting_for


def silent(of: Network, round_: int) -> str:
    """What `fetch` says where no relay answers."""
    no_answer = Fault("relay https://api.drand.sh gave no answer: timed out", kind=Kind.LATE)
    raise Waiting([no_answer, waiting_for(of, round_)])


def test_18_a_game_whose_beacon_does_not_come_waits_and_says_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beacon, "fetch", silent)
    club = Club(tmp_path, "beacon", "--beacon", "quicknet")
    club.begin()
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.later(48)
    club.run()
    number = club.ledger().entries("phase")[-1].number("round")
    due = show_time(QUICKNET.time_of(number))
    assert club.why == f"t01.duel waits for round {number} of the beacon, due {due}"
    club.later(72)
    told = f"t01.duel waits for round {number} of the beacon, out since {due}"
    assert club.status()["why"] == f"{told}; 'pbem run' asks the relays for it, 'pbem run --beacon' takes it by hand"
    before = club.ledger().to_bytes()
    assert club.run() == 3
    assert club.why.startswith(told)
    assert "relay https://api.drand.sh gave no answer" in str(club.fail("moderator", "run", club.desk))
    assert told in club.do("moderator", "tick", club.desk, "--to", tmp_path / "post").stdout
    assert club.ledger().to_bytes() == before
    club.do("moderator", "rollback", club.desk, "--to", "t01.duel", "--reason", "The round does not come.")
    for seat, letters in club.read().items():
        refused = club.fail(seat, "agree", letters[-1], "--dir", club.folder(seat))
        assert "others may have seen the dice of phase 't01.duel'" in str(refused), "the round was due long ago"
        written = club.do(seat, "agree", letters[-1], "--insist", "--dir", club.folder(seat)).stdout.strip()
        club.do("moderator", "in", club.desk, written)
    state, opened = club.status(), club.ledger().entries("phase")[-1]
    assert (state["phase"], state["attempt"], state["waits_for"]) == ("t01.duel", 2, ["blue", "red"])
    assert opened.number("round") > number
    club.do("moderator", "end", club.desk, "--reason", "The network has been shut down.")


def test_the_terms_of_exact_hours_promise_no_early_run(tmp_path: Path) -> None:
    """They said that a phase is run before its deadline once all is in; its round comes after that."""
    invitation = Club(tmp_path, "beacon").deliver()["red"][-1]
    words = " ".join(read_letter(invitation).letter.text.split())
    assert "Once all orders are in they are locked; a phase runs when its round of the beacon is out." in words
    assert "before its deadline" not in words
