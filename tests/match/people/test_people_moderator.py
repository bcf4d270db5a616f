"""A game gets another moderator in the middle: by hand-over, with the seats' signatures, in every tier."""

from __future__ import annotations

from email import message_from_bytes
from functools import partial
from pathlib import Path

import pytest
from club import ADDRESSES, Club, playing_as
from club import duel_is_known as duel_is_known
from kills import killed_at
from people_club import CAROL, People, tiers
from time_club import words

from pbem.base.clock import parse_time
from pbem.base.errors import PbemError
from pbem.match.folder import zipped
from pbem.match.people.estate import take_over
from pbem.match.post.send_outbox import at_counter, gather
from pbem.trust.keyring import Keyring
from pbem.trust.seal import seal


class Masters(People):
    """Carol is to run the game."""

    def age_of_carol(self) -> str:
        return Keyring.open(self.home("carol")).age_public()

    def hand_over(self) -> Path:
        out = self.place / "game.age"
        self.do("moderator", "hand-over-game", self.desk, "--to", self.age_of_carol(), "--out", out)
        return out

    @property
    def game(self) -> str:
        """The game's name."""
        return str(self.status()["game"])

    def take_over(self, file: Path) -> None:
        """Carol has the game; from here on `moderator` is she."""
        new = self.place / "desk2"
        self.do("carol", "take-over", file, "--dir", new, "--address", CAROL)
        self.hands["moderator"] = "carol"
        self.desk = new


@pytest.mark.parametrize("tier", tiers("two-step"))
def test_3_11_a_game_goes_on_under_another_moderator(tier: str, tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path, tier)
    club.orders("blue", "red")
    club.take_over(club.hand_over())
    assert club.run() == 3
    assert club.why.startswith("the new moderator waits for the signature of blue, red")
    club.agree("blue", "red")
    club.run()
    club.read_all()
    club.play_on()
    club.holds()
    entry = club.ledger().entries("rotate")[0]
    assert (entry.text("who"), entry.text("how")) == ("moderator", "hand-over")
    assert entry.texts("by") == ("blue", "moderator", "moderator+new", "red")
    assert (club.folder("red") / "game/ledger.jsonl").read_bytes() == (club.desk / "ledger.jsonl").read_bytes()


def test_3_11_nobody_is_asked_to_a_seat_between_two_moderators(tmp_path: Path) -> None:
    """Whoever accepted would be refused: by the desk that was left, or for an invitation in the wrong name."""
    club = playing_as(Masters, tmp_path)
    ask = ("--address", "dora@example.org", "--reason", "Silent for weeks.")
    file = club.hand_over()
    assert "between two moderators" in str(club.fail("moderator", "replace", club.desk, "red", *ask))
    club.take_over(file)
    assert "between two moderators" in str(club.fail("moderator", "replace", club.desk, "red", *ask))
    club.agree("blue", "red")
    club.run()
    club.do("moderator", "replace", club.desk, "red", *ask)


def test_3_11_orders_go_to_the_new_moderators_address(tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path)
    club.take_over(club.hand_over())
    club.agree("blue", "red")
    club.run()
    club.read_all()
    assert message_from_bytes(club.sealed("red", bid="low").read_bytes())["To"] == CAROL


def test_3_11_a_silent_seat_does_not_stop_the_game_and_is_on_record(tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path)
    club.take_over(club.hand_over())
    club.agree("blue")
    club.later(71)
    assert club.run() == 3
    assert "waits for the signature of red" in club.why
    status = club.status()
    assert (status["waits_for"], status["what"]) == (["red"], "signature of the new moderator")
    assert status["due"] == status["until"]
    club.later(2)
    club.run()
    assert [entry.text("seat") for entry in club.ledger().entries("timeout", what="rotate")] == ["red"]
    club.read_all()
    club.play_on()
    club.holds()


def test_3_11_a_time_to_agree_that_has_passed_is_due_until_it_is_looked_at(tmp_path: Path) -> None:
    """A mailbox that could not be read at that hour, or an index made anew, and a club would never look again."""
    club = playing_as(Masters, tmp_path)
    club.take_over(club.hand_over())
    club.later(73)
    assert "due" not in club.status()  # only letters help
    club.agree("blue")
    assert club.status()["due"] <= club.now
    club.run()
    assert club.status()["what"] == "orders"


def test_3_11_without_half_of_the_seats_nobody_is_moderator(tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path)
    club.take_over(club.hand_over())
    club.later(100)
    assert club.run() == 3
    assert "half of the seats have to agree" in club.why
    assert "half of the seats have to agree" in club.status()["why"]
    error = club.fail("moderator", "pause", club.desk, "--reason", "so that I can rule")
    assert error.faults[0].message == "the game is between two moderators"


def test_the_former_moderator_runs_nothing_any_more_unless_he_takes_the_game_back(tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path)
    club.hand_over()
    assert club.run() == 3
    assert club.why.startswith("the game was handed over at")
    club.do("moderator", "hand-over-game", club.desk, "--withdraw")
    club.play_on()
    club.holds()


def test_the_former_moderator_gives_no_receipt_that_his_successor_knows_nothing_of(tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path)
    file, old = club.hand_over(), club.desk
    record = (old / "ledger.jsonl").read_bytes()
    refused = club.take(club.sealed("red", bid="low", standing="no"))
    assert "the game was handed over to another moderator" in refused.output
    assert "mail it to the new moderator once they have written to you" in " ".join(refused.output.split())
    assert (old / "ledger.jsonl").read_bytes() == record
    assert list((old / "outbox").glob("*-receipt-*")) == []
    club.take_over(file)
    club.agree("blue", "red")
    club.run()
    club.read_all()
    club.play_on()
    club.holds()


def letters_to_players(place: Path) -> list[str]:
    """The subjects of what has been sent to a folder for players."""
    found = [message_from_bytes(path.read_bytes()) for path in sorted(place.glob("*.eml"))]
    return [letter["Subject"] for letter in found if letter["To"] in ADDRESSES.values()]


def test_letters_that_wait_go_with_the_game_and_the_former_moderator_sends_none_of_them(tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path)
    club.do("moderator", "out", club.desk, "--to", tmp_path / "before")
    club.order("red", bid="low", standing="no")
    with at_counter(club.desk) as ledger:
        gather(club.desk, ledger, parse_time(club.now))
        first = next(name for name, each in ledger.all.items() if each.state.waits)
        ledger.note("trying", first, parse_time(club.now))  # killed here: the letter may have gone
    club.order("blue", bid="low", standing="no")
    file, old = club.hand_over(), club.desk
    club.take(club.sealed("red", bid="high", standing="no"))
    club.do("moderator", "out", old, "--to", tmp_path / "former")
    assert [each.partition(": ")[2] for each in letters_to_players(tmp_path / "former")] == [
        "your letter could not be used"
    ]
    club.take_over(file)
    club.do("moderator", "out", club.desk, "--to", tmp_path / "post")
    told = letters_to_players(tmp_path / "post")
    assert [each for each in told if "receipt" in each] == [
        f"[again] {club.game}: receipt for Round 1, no. 1", f"{club.game}: receipt for Round 1, no. 1"
    ]
    senders = {message_from_bytes(path.read_bytes())["From"] for path in (tmp_path / "post").glob("*.eml")}
    assert senders == {CAROL}  # no server takes letters from an address that is not the sender's own
    club.agree("blue", "red")
    club.run()
    club.read_all()
    club.play_on()
    club.holds()


def test_a_paused_game_that_is_handed_over_goes_on_once_its_new_moderator_resumes_it(tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path)
    club.later(30)
    club.do("moderator", "pause", club.desk, "--reason", "I move house.")
    club.take_over(club.hand_over())
    club.later(30)
    club.agree("blue", "red")
    assert club.run() == 3
    assert club.why.startswith("the game is paused")
    club.do("moderator", "resume", club.desk, "--reason", "Here I am.")
    club.run()
    assert club.status()["waits_for"] == ["blue", "red"]
    club.read_all()
    club.play_on()
    club.holds()


def test_two_step_nobody_loses_orders_because_a_new_moderator_took_long_to_be_agreed_to(tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path, "two-step")
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.run()
    club.take_over(club.hand_over())
    club.later(60)
    club.agree("blue", "red")
    club.run()
    state = club.status()
    assert (state["what"], state["attempt"], state["waits_for"]) == ("opens", 1, ["blue", "red"])
    assert parse_time(state["until"]) > parse_time(club.now)
    club.read_all()
    club.play_on()
    club.holds()


def test_a_game_that_is_taken_back_sends_what_waited(tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path)
    club.order("red", bid="low", standing="no")
    club.hand_over()
    club.do("moderator", "out", club.desk, "--to", tmp_path / "before")
    assert letters_to_players(tmp_path / "before") == []
    club.do("moderator", "hand-over-game", club.desk, "--withdraw")
    club.do("moderator", "out", club.desk, "--to", tmp_path / "after")
    assert letters_to_players(tmp_path / "after") == [f"{club.game}: receipt for Round 1, no. 1"]


def test_a_rehearsal_knows_that_a_game_was_handed_over_and_that_it_waits_for_signatures(tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path)
    file = club.hand_over()
    assert "the game was handed over at" in club.do("moderator", "run", club.desk, "--dry-run").stdout
    club.take_over(file)
    assert "waits for the signature of blue, red" in club.do("moderator", "run", club.desk, "--dry-run").stdout


def test_only_the_one_it_was_written_for_can_open_a_game(tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path)
    error = club.fail("red", "take-over", club.hand_over(), "--dir", tmp_path / "stolen", "--address", CAROL)
    assert "does not open with this key" in error.faults[0].message
    assert not (tmp_path / "stolen").exists()


@pytest.mark.parametrize(
    ("name", "said"),
    [("book", b"{}"), ("book", b"[]"), ("book", b'{"stage": "playing"}'), ("keys", b"{}"), ("keys", b"[1"),
     ("keys", b'{"log": 1, "chain": "", "lanes": [], "salt": "zz"}')],
)  # fmt: skip
def test_a_parcel_whose_secrets_are_none_is_refused_and_leaves_no_folder(
    name: str, said: bytes, tmp_path: Path
) -> None:
    club = playing_as(Masters, tmp_path)
    parts = zipped.unpack(seal.unseal(Keyring.open(club.home("carol")).age_identity(), club.hand_over().read_bytes()))
    spoilt = tmp_path / "spoilt.age"
    spoilt.write_bytes(seal.seal_binary([club.age_of_carol()], zipped.pack({**parts, f"private/{name}.json": said})))
    error = club.fail("carol", "take-over", spoilt, "--dir", tmp_path / "desk2", "--address", CAROL)
    assert error.faults[0].message == "holds a private file that cannot be read"
    assert not (tmp_path / "desk2").exists()


def test_a_player_cannot_take_over_a_game_of_tier_moderated(tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path)
    out = tmp_path / "game.age"
    red = Keyring.open(club.home("red")).age_public()
    club.do("moderator", "hand-over-game", club.desk, "--to", red, "--out", out)
    error = club.fail("red", "take-over", out, "--dir", tmp_path / "desk2", "--address", CAROL)
    assert error.faults[0].message == "paper is a player's, who cannot be the moderator too in tier moderated"


def test_beacon_a_game_is_not_handed_over_with_locked_orders(tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path, "beacon")
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.later(48)
    club.run()
    assert club.status()["what"] == "beacon"
    error = club.fail("moderator", "hand-over-game", club.desk, "--to", club.age_of_carol(), "--out", tmp_path / "g")
    assert error.faults[0].message == "orders that are locked are sealed to your key"


def test_beacon_orders_that_only_the_moderator_of_before_can_open_are_waited_for_once_more(tmp_path: Path) -> None:
    """They were locked as they were, and fell away when their round was out, as if their player had sealed rubbish."""
    club = playing_as(Masters, tmp_path, "beacon")
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.take_over(club.hand_over())
    club.agree("blue", "red")
    club.run()
    club.read_all()
    assert club.status()["waits_for"] == ["blue", "red"]
    club.orders("blue", "red")
    assert club.status()["phase"] == "t02.duel"
    assert not club.ledger().entries("timeout")
    club.play_on()
    club.holds()


def test_until_when_the_seats_have_to_agree_is_told_by_the_games_clocks(tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path, "moderated", "--zone", "Europe/Madrid")
    club.take_over(club.hand_over())
    told = "or half of them after Thursday 5 November 2026, 21:00 (Madrid), 20:00 UTC;"
    assert told in words(club.mail("red-successor"))


def test_a_seat_does_not_sign_papers_that_do_not_hold(tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path)
    club.take_over(club.hand_over())
    letter = club.mail("red-successor")
    assert club.parts(letter)["rotate.yaml.sig"]
    message = message_from_bytes(letter.read_bytes())
    message.set_payload([part for part in message.walk() if part.get_filename() not in (None, "rotate.yaml.sig")])
    bare = club.place / "bare.eml"
    bare.write_bytes(message.as_bytes())
    error = club.fail("red", "join", bare, "--dir", club.folder("red"))
    assert "lacks its attachment 'rotate.yaml.sig'" in error.faults[0].message


def test_taking_over_outlives_a_kill_at_any_write(tmp_path: Path) -> None:
    club = playing_as(Masters, tmp_path)
    file = club.hand_over()
    ring = Keyring.open(club.home("carol"))
    number, written = 0, 0
    while True:
        number += 1
        place = tmp_path / f"desk-{number}"
        if not killed_at(number, partial(take_over, file, place, ring, parse_time(club.now), CAROL)):
            break
        again(club, file, place, ring)
        written += 1
        assert (place / "ledger.jsonl").read_bytes() == (club.desk / "ledger.jsonl").read_bytes()
    assert written > 20


def again(club: Club, file: Path, place: Path, ring: Keyring) -> None:
    """What a person does after a crash: the same command, or, where the folder is there, the next one."""
    try:
        take_over(file, place, ring, parse_time(club.now), CAROL)
    except PbemError:
        club.do("carol", "status", place, "--json")


def test_3_11_a_letter_that_asks_to_agree_comes_again_when_all_have_agreed(tmp_path: Path) -> None:
    """It told of a check that failed: 'replacement 1 of moderator, 2 is due'."""
    club = playing_as(Masters, tmp_path)
    club.take_over(club.hand_over())
    asked = club.mail("blue-successor").read_bytes()
    club.agree("blue", "red")
    club.run()
    club.read_all()
    again = tmp_path / "again.eml"
    again.write_bytes(asked)
    told = club.fail("blue", "join", again, "--dir", club.folder("blue"))
    assert told.exit_code == 1
    assert f"Carol is the moderator by the record since {club.now}: nothing is left to sign" in str(told)
