"""A seat changes hands in the middle of a game: by ruling, by its player's will, for a while; in every tier."""

from __future__ import annotations

import json
from contextlib import suppress
from email import message_from_bytes
from pathlib import Path

import pytest
from club import Club, playing_as
from club import duel_is_known as duel_is_known
from desk_kills import Act, outlives_kills
from people_club import CAROL, TIERS, People, tiers
from time_club import words

from pbem.base.clock import parse_time
from pbem.base.errors import Waiting
from pbem.match.folder import zipped
from pbem.match.folder.office import at_work
from pbem.match.intake.take_in import take_in
from pbem.match.own_folder.seat import Seat
from pbem.match.people.substitutes import replace
from pbem.match.phase.run_phase import run
from pbem.trust.keyring import Keyring
from pbem.trust.people.rotation import taker
from pbem.trust.seal import seal


class Hands(People):
    """Seats that change hands."""

    def invite(self, *more: str) -> Path:
        """Carol is asked to play red; her answer."""
        words = ("--address", CAROL, "--reason", "three weeks without a letter", *more)
        self.do("moderator", "replace", self.desk, "red", *words)
        letter = self.mail("red-invitation")
        return Path(self.do("carol", "join", letter, "--dir", self.place / "carol").stdout.strip())

    def offer(self, *more: str) -> Path:
        """Red offers his seat to Carol, who accepts; the letter to the moderator."""
        asked = self.do("red", "hand-over", "--offer", CAROL, "--dir", self.folder("red")).stdout.strip()
        answer = self.do("carol", "join", asked, "--dir", self.place / "carol").stdout.strip()
        return Path(self.do("red", "hand-over", answer, "--dir", self.folder("red"), *more).stdout.strip())

    def carol_plays(self) -> None:
        """Everybody has read what has come, and Carol plays red."""
        self.hands["red"] = "carol"
        self.read_all()


def begun(place: Path, tier: str) -> Hands:
    return playing_as(Hands, place, tier)


def first_phase(club: Hands) -> None:
    """One phase without a question; where a seat acts alone, nobody else writes orders."""
    for seat in club.status()["waits_for"]:
        club.order(seat, bid="low", standing="no")
    if club.tier == "beacon":
        club.later(49)
    club.advance()


@pytest.mark.parametrize("tier", TIERS)
def test_3_11_a_substitute_plays_the_game_to_its_end(tier: str, tmp_path: Path) -> None:
    club = begun(tmp_path, tier)
    first_phase(club)
    club.comes_in(club.invite())
    club.carol_plays()
    club.play_on()
    club.holds()
    own = club.folder("red") / "game"
    assert (own / "ledger.jsonl").read_bytes() == (club.desk / "ledger.jsonl").read_bytes()
    assert [entry["who"] for entry in club.ledger().entries("rotate")] == ["red"]


@pytest.mark.parametrize("tier", tiers("beacon"))
def test_3_11_a_player_hands_his_seat_over(tier: str, tmp_path: Path) -> None:
    club = begun(tmp_path, tier)
    first_phase(club)
    club.comes_in(club.offer("--reason", "I emigrate"))
    club.carol_plays()
    club.play_on()
    club.holds()
    assert club.ledger().entries("rotate")[0].texts("by") == ("red", taker("red"))


@pytest.mark.parametrize("tier", tiers("two-step"))
def test_3_11_a_loan_goes_back_by_itself(tier: str, tmp_path: Path) -> None:
    club = begun(tmp_path, tier)
    club.comes_in(club.offer("--phases", "1"))
    club.carol_plays()
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    if club.tier == "beacon":
        club.later(49)
    club.advance()
    club.hands["red"] = "red"
    club.advance()
    assert [entry.text("how") for entry in club.ledger().entries("rotate")] == ["hand-over", "return"]
    club.play_on()
    club.holds()


def test_a_loan_until_a_day_is_over_on_that_day(tmp_path: Path) -> None:
    club = playing_as(Hands, tmp_path)
    club.comes_in(club.offer("--until", "2026-11-03T20:00:00Z"))
    club.carol_plays()
    club.later(24)
    club.run()
    club.hands["red"] = "red"
    club.read_all()
    club.order("red", bid="low")
    assert club.ledger().entries("lock")[-1].text("seat") == "red"
    club.read_all()
    club.holds()


def test_until_when_a_seat_is_lent_is_told_by_the_games_clocks(tmp_path: Path) -> None:
    club = playing_as(Hands, tmp_path, "moderated", "--zone", "Europe/Madrid")
    club.comes_in(club.offer("--until", "2026-11-03T20:00:00Z"))
    told = "from now on until Tuesday 3 November 2026, 21:00 (Madrid), 20:00 UTC."
    assert told in words(club.mail("blue-news"))
    assert told in words(club.mail("former-news"))


def test_what_the_seat_was_told_comes_along_and_nothing_else(tmp_path: Path) -> None:
    club = playing_as(Hands, tmp_path)
    first_phase(club)
    club.order("blue", bid="high")
    club.comes_in(club.invite())
    letter = club.mail("red-welcome").rename(tmp_path / "welcome.eml")
    club.hands["red"] = "carol"
    club.do("red", "open", letter, "--dir", club.folder("red"))
    old, new = tmp_path / "red", club.folder("red")
    assert (new / "reports/t01.duel.txt").read_bytes() == (old / "reports/t01.duel.txt").read_bytes()
    assert Seat.at(new).view() == Seat.at(old).view()
    assert Seat.at(new).addresses["red"] == CAROL
    identity = club.identity("red")
    for name, data in club.parts(letter).items():
        if name.endswith(".age"):
            plain = seal.unseal(identity, data)
            texts = zipped.unpack(plain).values() if name.endswith("-papers.age") else [plain]
            assert all(b"/report/red/" in text.split(b"\n")[0] for text in texts)


def test_everybody_sends_to_the_new_address_from_then_on(tmp_path: Path) -> None:
    club = playing_as(Hands, tmp_path)
    club.comes_in(club.invite())
    club.carol_plays()
    copies = message_from_bytes(club.sealed("blue", bid="low").read_bytes())["Cc"]
    assert copies == CAROL
    club.order("red", bid="low")
    assert message_from_bytes(club.mail("red-receipt").read_bytes())["To"] == CAROL


def test_the_former_player_is_told_and_orders_no_more(tmp_path: Path) -> None:
    club = playing_as(Hands, tmp_path)
    late = club.sealed("red", bid="high")
    club.comes_in(club.invite())
    news = message_from_bytes(club.mail("former-news").read_bytes())
    assert news["To"] == "red@example.org"
    assert [part.get_filename() for part in news.walk() if part.get_filename()] == ["public.zip"]  # no new address
    assert "three weeks without a letter" in news.get_payload(0).get_payload(decode=True).decode()  # type: ignore[union-attr]
    taken = club.take(late)
    said = "seat 'red' is no longer played with this key"
    assert said in taken.output
    word = Path(club.do("red", "word", "wait", "--dir", club.place / "red").stdout.strip())
    assert said in club.take(word).output
    answers = [message_from_bytes(path.read_bytes()) for path in (club.desk / "outbox").glob("*.eml")]
    own = [each.get_payload(decode=True).decode() for each in answers if each["To"] == "red@example.org"]  # type: ignore[union-attr]
    assert len(own) == 2
    assert all(said in text for text in own)
    assert club.ledger().entries("lock") == ()


def test_whoever_plays_a_seat_no_more_is_not_asked_for_its_orders(tmp_path: Path) -> None:
    """He was told to write orders by `pbem open` of the very letter that says that he plays no more."""
    club = playing_as(Hands, tmp_path)
    club.comes_in(club.offer("--until", "2026-11-03T20:00:00Z"))
    told = club.do("red", "open", club.mail("former-news"), "--dir", tmp_path / "red")
    assert "the seat of red is not played with your key" in told.stderr
    assert "next:" not in told.stderr
    assert club.do("red", "inbox", tmp_path / "red").stdout.splitlines()[-1].endswith(": played by another")
    club.later(24)
    club.run()
    club.do("red", "open", club.mail("red-welcome"), "--dir", tmp_path / "red")
    assert "write your orders" in club.do("red", "inbox", tmp_path / "red").stdout


def test_orders_sent_before_stand_until_the_new_player_sends_his(tmp_path: Path) -> None:
    club = playing_as(Hands, tmp_path)
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.comes_in(club.invite())
    club.carol_plays()
    club.advance()
    club.run()
    assert "t01.duel" in json.dumps(club.status()["closed"])
    club.play_on()
    club.holds()


def test_two_step_a_seat_changes_hands_when_its_dice_have_fallen(tmp_path: Path) -> None:
    club = playing_as(Hands, tmp_path, "two-step")
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.comes_in(club.offer())
    assert club.ledger().entries("rotate") == ()
    club.run()
    club.open_all()
    club.run()
    assert len(club.ledger().entries("rotate")) == 1
    club.carol_plays()
    club.play_on()
    club.holds()


# ---------------------------------------------------------------------------------------- what is refused
def test_two_step_whoever_gives_a_seat_away_is_told_that_he_still_opens_his_orders(tmp_path: Path) -> None:
    club = playing_as(Hands, tmp_path, "two-step")
    club.order("red", bid="low", standing="no")
    club.comes_in(club.offer())
    told = club.mail("red-later")
    assert message_from_bytes(told.read_bytes())["To"] == "red@example.org"
    assert "The red seat changes hands as soon as the dice of Round 1 have fallen" in words(told)
    assert "answer the letter 'locked'" in words(told)


def test_two_step_whoever_accepts_while_dice_are_made_is_told_when_the_seat_is_his(tmp_path: Path) -> None:
    club = playing_as(Hands, tmp_path, "two-step")
    club.order("red", bid="low", standing="no")
    accepted = club.invite()
    club.comes_in(accepted)
    told = club.mail("stranger-later")
    assert message_from_bytes(told.read_bytes())["To"] == CAROL
    assert "red is yours as soon as the dice of Round 1 have fallen" in words(told)
    again = accepted.with_name("again.eml")
    again.write_bytes(accepted.read_bytes().replace(b"Subject: ", b"Subject: Fwd: ", 1))
    club.comes_in(again)
    assert words(club.mail("stranger-later")) == words(told)


def test_two_step_status_says_what_helps_where_a_seat_changed_hands_before_its_opening(tmp_path: Path) -> None:
    """Red sent no orders, so nothing of his waits; but his part of the dice was locked with the others'."""
    club = playing_as(Hands, tmp_path, "two-step")
    club.order("blue", bid="low", standing="no")
    club.later(49)
    club.run()
    club.read()
    club.comes_in(Path(club.do("blue", "orders", "open", "--dir", club.folder("blue")).stdout.strip()))
    club.later(24 * 8)  # the time to open is over
    assert club.status()["waits_for"] == ["red"]
    assert "changed hands" not in club.status()["why"]
    club.comes_in(club.invite())
    club.carol_plays()
    why = club.status()["why"]
    assert "the orders were locked before red changed hands, and only the keys of then open them" in why
    assert "'pbem rollback DIR --to t01.duel --reason WHY'" in why
    assert "'pbem agree --insist LETTER'" in why
    club.do("moderator", "rollback", club.desk, "--to", "t01.duel", "--reason", "Red has left and cannot open.")
    for seat in ("blue", "red"):
        letter = club.mail(f"{seat}-reopen")
        club.comes_in(Path(club.do(seat, "agree", "--insist", letter, "--dir", club.folder(seat)).stdout.strip()))
    assert (club.status()["what"], club.status()["attempt"]) == ("orders", 2)


def test_two_step_a_change_that_does_not_hold_any_more_is_told_to_whoever_waits_for_it(tmp_path: Path) -> None:
    """A loan whose time is over before the dice have fallen."""
    club = playing_as(Hands, tmp_path, "two-step")
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.comes_in(club.offer("--until", "2026-11-03T20:00:00Z"))
    club.run()
    club.later(25)
    club.open_all()
    club.run()
    assert club.ledger().entries("rotate") == ()
    told = club.mail("substitute-unchanged")
    assert message_from_bytes(told.read_bytes())["To"] == CAROL
    assert "red was to change hands after the dice had fallen, and does not: " in words(told)
    assert words(club.mail("red-unchanged")) == words(club.mail("moderator-unchanged")) == words(told)
    club.holds()


def test_whoever_accepts_twice_is_told_that_the_seat_is_his(tmp_path: Path) -> None:
    club = begun(tmp_path, "moderated")
    accepted = club.invite()
    club.comes_in(accepted)
    accepted.write_bytes(accepted.read_bytes().replace(b"Subject: ", b"Subject: Fwd: ", 1))
    assert "seat 'red' is yours already" in club.take(accepted).output


def test_an_acceptance_by_somebody_else_is_refused(tmp_path: Path) -> None:
    """Whoever has not read the invitation cannot answer it."""
    club = playing_as(Hands, tmp_path)
    first = club.invite()
    club.do("moderator", "replace", club.desk, "red", "--address", "dave@example.org", "--reason", "Carol has no time")
    assert "acceptance does not answer the invitation that was sent" in club.take(first).output


def test_a_seat_that_nobody_offers_cannot_be_taken(tmp_path: Path) -> None:
    """A loan is over, and its acceptance comes once more."""
    club = begun(tmp_path, "moderated")
    answer = club.invite("--phases", "1")
    club.comes_in(answer)
    club.carol_plays()
    first_phase(club)
    again = answer.with_name("again.eml")
    again.write_bytes(answer.read_bytes().replace(b"Subject: ", b"Subject: Re: "))
    assert "seat 'red' is offered to nobody" in club.take(again).output


def test_an_offer_is_answered_by_its_own_acceptance(tmp_path: Path) -> None:
    club = playing_as(Hands, tmp_path)
    first = club.do("red", "hand-over", "--offer", CAROL, "--dir", club.folder("red")).stdout.strip()
    answer = club.do("carol", "join", first, "--dir", club.place / "carol").stdout.strip()
    club.do("red", "hand-over", "--offer", "dave@example.org", "--dir", club.folder("red"))
    error = club.fail("red", "hand-over", answer, "--dir", club.folder("red"))
    assert error.faults[0].message == "acceptance does not answer your offer"


def test_a_letter_cannot_hand_over_somebody_elses_seat(tmp_path: Path) -> None:
    club = playing_as(Hands, tmp_path)
    letter = club.offer()
    club.comes_in(letter)
    club.carol_plays()
    error = club.fail("blue", "hand-over", "--offer", CAROL, "--dir", club.folder("red"))
    assert error.faults[0].message == "seat 'red' is not played with your key"
    assert len(club.ledger().entries("rotate")) == 1


@pytest.mark.parametrize(("words", "message"), [
    (("--phases", "1", "--until", "2026-12-01T00:00:00Z"), "not both"),
    (("--until", "2026-10-01T00:00:00Z"), "is over before it begins"),
    (("--phases", "-1"), "-1 phases are no loan"),
])  # fmt: skip
def test_terms_that_are_none_are_refused(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    club = playing_as(Hands, tmp_path)
    error = club.fail("moderator", "replace", club.desk, "red", "--address", CAROL, "--reason", "ill", *words)
    assert message in error.faults[0].message


def test_a_dry_run_asks_nobody(tmp_path: Path) -> None:
    club = playing_as(Hands, tmp_path)
    before = {path: path.read_bytes() for path in club.desk.rglob("*") if path.is_file()}
    words = ("--address", CAROL, "--reason", "ill", "--dry-run")
    assert f"{CAROL} is asked to play the red seat" in club.do("moderator", "replace", club.desk, "red", *words).output
    assert {path: path.read_bytes() for path in club.desk.rglob("*") if path.is_file()} == before


# ---------------------------------------------------------------------------------------- kills
def asks(club: Club, desk: Path) -> None:
    with at_work(desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        if "red" not in office.book.offers:
            replace(office, "red", CAROL, "ill")
            office.save()


def takes(letter: Path) -> Act:
    def act(club: Club, desk: Path) -> None:
        with at_work(desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office, suppress(Waiting):
            take_in(office, letter)
            run(office)

    return act


def test_a_change_of_hands_outlives_a_kill_at_any_write(tmp_path: Path) -> None:
    club = playing_as(Hands, tmp_path)
    assert outlives_kills(asks, club, tmp_path / "asks") > 4
    assert outlives_kills(takes(club.invite()), club, tmp_path / "takes") > 16


def second_keys(club: Hands) -> Path:
    """Another set of keys for Red, as the hint has it made."""
    home = club.place / "keys-red-again"
    Keyring.create("Red", home=home)
    return home


def test_3_11_whoever_is_asked_back_is_told_that_he_needs_other_keys(tmp_path: Path) -> None:
    """The moderator's answer was 'paper has the anchor of another chain', and no more."""
    club = begun(tmp_path, "moderated")
    club.comes_in(club.invite())
    club.carol_plays()
    words = ("--address", "red@example.org", "--reason", "He is back.")
    club.do("moderator", "replace", club.desk, "red", *words)
    letter, folder = club.mail("red-invitation"), tmp_path / "back"
    club.hands["red"] = "red"
    refused = club.take(Path(club.do("red", "join", letter, "--dir", folder).stdout.strip()))
    assert refused.exit_code == 1
    assert "keys that accept seat 'red' have, or had, a place in this game already" in refused.output
    assert "'pbem join LETTER --keyring FOLDER'" in refused.output
    other = ("--dir", folder, "--keyring", second_keys(club))
    club.comes_in(Path(club.do("red", "join", letter, *other).stdout.strip()))
    assert club.ledger().entries("rotate", who="red")[-1].text("how") == "ruling"
    club.do("red", "open", club.mail("red-welcome"), *other)


def test_3_11_a_seat_offered_to_whoever_plays_the_other_is_not_given_away_with_his_keys(tmp_path: Path) -> None:
    club = begun(tmp_path, "moderated")
    asked = club.do("red", "hand-over", "--offer", "blue@example.org", "--dir", club.folder("red")).stdout.strip()
    answer = club.do("blue", "join", asked, "--dir", tmp_path / "both").stdout.strip()
    told = club.fail("red", "hand-over", answer, "--dir", club.folder("red"))
    assert told.exit_code == 1
    assert "keys that accept seat 'red' have, or had, a place in this game already" in str(told)
