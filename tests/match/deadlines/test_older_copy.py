"""A moderator's folder restored from an older copy, and seats that say they have seen what never was."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from acts_kit import TIERS, sound, tree, words
from club import Club, playing, so_far
from club import duel_is_known as duel_is_known

from pbem.match.player import own_account
from pbem.trust.verify import verify_folder


class Copied(Club):
    """A club that keeps a copy of the moderator's folder, and writes down when he did what since."""

    done: list[tuple[str, tuple[Any, ...]]]

    def copy(self) -> None:
        shutil.copytree(self.desk, self.place / "copy")
        self.done = []

    def restore(self) -> None:
        shutil.rmtree(self.desk)
        shutil.copytree(self.place / "copy", self.desk)

    def try_to(self, who: str, *words: Any) -> Any:
        if words[0] in ("in", "run") and hasattr(self, "done"):
            self.done.append((self.now, words))
        return super().try_to(who, *words)


def a_phase_since(place: Path, tier: str) -> Copied:
    """A game copied while its first phase was open; both have ordered since, and know what came of it."""
    return so_far(copied_and_played, Copied, place, tier)


def copied_and_played(club: Copied) -> None:
    """A copy is made, and the first phase played."""
    club.begin()
    club.copy()
    for seat in ("red", "blue"):
        club.later(1)
        club.order(seat, bid="high")
    club.later(49 if club.tier == "beacon" else 1)
    club.advance()


def newest_orders(club: Club) -> Path:
    """What a player writes who knows of nothing that happened to the moderator."""
    asked = {"parry": "yes"} if club.status()["what"] == "answers" else {"bid": "low"}
    return club.sealed(club.status()["waits_for"][0], **asked)


@pytest.mark.parametrize("tier", TIERS)
def test_a_restored_copy_runs_nothing_and_its_moderator_learns_why(tmp_path: Path, tier: str) -> None:
    club = a_phase_since(tmp_path / "club", tier)
    held = len(club.ledger())
    letter = newest_orders(club)
    club.restore()
    told = club.take(letter).output
    assert f"orders speak of a record of {held} lines, and the moderator's has {len(club.ledger())}" in told
    club.later(100)
    assert club.run() == 3
    assert "this folder may be an older copy" in club.why
    assert club.status()["why"] == club.why
    assert "due" not in club.status()
    assert club.kinds().count("locked") == 0
    answers = club.deliver()
    assert "have to catch up" in words([*answers["red"], *answers["blue"]])
    assert "run nothing from it" in words(club.own)
    club.take(letter)
    assert club.run() == 3
    club.deliver()
    assert len([each for each in club.own if "ahead" in each.name]) == 1


@pytest.mark.parametrize("tier", TIERS)
def test_what_is_done_again_at_the_same_times_is_the_same_record(tmp_path: Path, tier: str) -> None:
    club = a_phase_since(tmp_path / "club", tier)
    lost, now = (club.desk / "ledger.jsonl").read_bytes(), club.now
    club.restore()
    seen = ("verify", club.desk, "--demo-beacon", "--seen", club.folder("red") / "game" / "checkpoint")
    assert "the folder is older than what you have seen" in "".join(club.fail("moderator", *seen).rendered())
    for moment, command in list(club.done):
        club.now = moment
        club.try_to("moderator", *command)
    assert (club.desk / "ledger.jsonl").read_bytes() == lost
    club.do("moderator", *seen)
    club.now = now
    club.finish()
    sound(club)


def test_orders_that_speak_of_a_record_that_never_was_do_not_spoil_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = playing(tmp_path / "club", "two-step")
    size, root = own_account.seen_head(seat_of(club, "red"), charter(club))
    for seen, said in (((size + 1, root), f"a record of {size + 1} lines"), ((size - 1, root), "another root")):
        with monkeypatch.context() as patch:
            patch.setattr(own_account, "seen_head", lambda *_, seen=seen: seen)
            assert said in club.take(club.sealed("red", bid="high")).output
    assert club.kinds().count("lock") == 0
    club.later(49)
    assert club.run() == 3
    told = club.do("moderator", "run", club.desk, "--anyway", "--dry-run").stdout
    assert "locked" in told
    club.try_to("moderator", "run", club.desk, "--anyway")
    assert club.ledger().entries("locked")
    club.open_all("blue")
    lost = club.fail("red", "orders", "open", "--dir", club.folder("red"))
    assert "the list has no lock of this seat, though it sent one in time" in str(lost)
    words = ("orders", "open", "--without-my-orders", "--dir", club.folder("red"))
    club.do("moderator", "in", club.desk, club.do("red", *words).stdout.strip())
    club.run()
    club.read()
    club.finish()
    codes = [event.code for event in verify_folder(club.desk).choices]
    assert codes == ["E8"] * 2, "the seat says what was not taken"


def test_a_seat_whose_orders_fit_again_holds_nothing_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club = playing(tmp_path / "club")
    root = own_account.seen_head(seat_of(club, "red"), charter(club))[1]
    with monkeypatch.context() as patch:
        patch.setattr(own_account, "seen_head", lambda *_: (99, root))
        club.take(club.sealed("red", bid="high"))
    club.order("blue", bid="high")
    assert club.run() == 3
    club.order("red", bid="high")
    assert "older copy" not in club.status()["why"]
    club.advance()
    assert "locked" in club.kinds()
    sound(club)


def seat_of(club: Club, seat: str) -> Any:
    from pbem.match.own_folder.seat import Seat

    return Seat.at(club.folder(seat))


def charter(club: Club) -> Any:
    from pbem.trust.people.charter import parse_charter

    return parse_charter((club.desk / "charter.yaml").read_bytes())


def test_a_player_who_gets_what_a_restored_copy_has_played_reads_what_it_may_be(tmp_path: Path) -> None:
    """He holds more of the record than the copy, and has nothing to send that would say so."""
    club = a_phase_since(tmp_path / "club", "moderated")
    club.restore()
    club.later(61)
    club.run()
    letter = club.deliver()["red"][-1]
    before = tree(club.folder("red"))
    told = "".join(club.fail("red", "open", letter, "--dir", club.folder("red")).rendered())
    assert "is not what you were sent before" in told
    assert "restored an older copy" in told
    assert tree(club.folder("red")) == before


def test_a_letter_that_came_since_the_copy_is_taken_in_at_its_time_and_its_receipt_holds(tmp_path: Path) -> None:
    club = Copied(tmp_path / "club")
    club.begin()
    club.copy()
    club.later(3)
    letter, came = club.sealed("red", bid="high"), club.now
    club.take(letter)
    receipt = club.parts(club.deliver()["red"][-1])["red-t01.duel-1.proof"]
    club.restore()
    club.later(5)
    club.do("moderator", "in", club.desk, letter, "--now", came)
    assert club.parts(club.deliver()["red"][-1])["red-t01.duel-1.proof"] == receipt
    club.order("blue", bid="low")
    club.advance()
    club.finish()
    sound(club)


def test_a_game_whose_clock_had_run_ahead_goes_on_by_hand(tmp_path: Path) -> None:
    club = playing(tmp_path / "club")
    club.later(24 * 365)
    club.run()
    club.read()
    ahead = club.now
    club.later(-24 * 364)
    letter = newest_orders(club)
    assert club.run() == 3
    assert "before the newest entry" in club.why
    held = len(club.ledger().entries("lock"))
    club.do("moderator", "in", club.desk, letter, "--now", ahead)
    assert len(club.ledger().entries("lock")) == held + 1
    club.now = ahead
    club.later(49)
    told = club.try_to("moderator", "run", club.desk, "--now", club.now).output
    assert "locked" in told


def test_a_seat_that_the_moderator_has_decided_about_stops_nothing_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sound orders in between are no leave to stop it once more, or one letter a phase would hold all others up."""
    club = playing(tmp_path / "club")
    root = own_account.seen_head(seat_of(club, "red"), charter(club))[1]

    def speak_of_more() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(own_account, "seen_head", lambda *_: (99, root))
            club.take(club.sealed("red", bid="high"))

    speak_of_more()
    assert "older copy" in club.status()["why"]
    club.order("blue", bid="high")
    club.try_to("moderator", "run", club.desk, "--anyway")
    club.order("red", bid="high")
    speak_of_more()
    assert "older copy" not in club.status()["why"]
    club.advance()
    assert "locked" in club.kinds()
    sound(club)
