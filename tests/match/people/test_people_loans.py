"""Seats on loan while other things befall a game: play goes back, the clock stands still, a team is replaced."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

import pytest
from club import know_the_duel
from people_club import CAROL, tiers
from team_club import FULL, Team
from test_people_substitutes import Hands, begun, first_phase

from pbem.match.own_folder.seat import Seat
from pbem.match.player import give_seat
from pbem.trust.keyring import Keyring

EMIL = "emil@example.org"


@pytest.fixture(autouse=True)
def duel_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    know_the_duel(monkeypatch)


def goes_back(club: Hands, to: str) -> None:
    """All sign that play goes back, whoever plays for them now."""
    club.do("moderator", "rollback", club.desk, "--to", to, "--reason", "An order file was misread.")
    club.do("moderator", "out", club.desk, "--to", club.place / "post")
    for path in sorted((club.place / "post").glob("*-reopen*.eml")):
        reader = str(message_from_bytes(path.read_bytes())["To"]).partition("@")[0]
        seat = next((seat for seat, person in club.hands.items() if person == reader), "")
        if seat:
            signs(club, seat, path)
    club.read_all()


def hows(club: Hands | Team) -> list[str]:
    """How the seat has changed hands so far."""
    return [entry.text("how") for entry in club.ledger().entries("rotate")]


@pytest.mark.parametrize("tier", tiers("moderated"))
def test_3_11_a_phase_that_is_played_again_counts_once_for_a_loan(tier: str, tmp_path: Path) -> None:
    club = begun(tmp_path, tier)
    club.comes_in(club.invite("--phases", "2"))
    club.carol_plays()
    first_phase(club)
    goes_back(club, "t01.duel")
    first_phase(club)
    assert club.status()["phase"] == "t02.duel"
    assert hows(club) == ["ruling"]
    first_phase(club)
    club.hands["red"] = "red"
    club.advance()
    assert hows(club) == ["ruling", "return"]
    club.play_on()
    club.holds()


def test_3_11_a_loan_that_is_over_stays_over_when_play_goes_back(tmp_path: Path) -> None:
    club = begun(tmp_path, "moderated")
    club.comes_in(club.invite("--phases", "1"))
    club.carol_plays()
    first_phase(club)
    club.hands["red"] = "red"
    club.advance()
    goes_back(club, "t01.duel")
    assert hows(club) == ["ruling", "return"]
    first_phase(club)
    club.play_on()
    club.holds()


def test_3_11_a_loan_until_a_day_ends_on_it_though_the_game_is_paused(tmp_path: Path) -> None:
    club = begun(tmp_path, "moderated")
    club.comes_in(club.invite("--until", "2026-11-03T20:00:00Z"))
    club.carol_plays()
    club.do("moderator", "pause", club.desk, "--reason", "The server moves.")
    club.later(24)
    club.run()
    assert hows(club) == ["ruling", "return"]
    club.hands["red"] = "red"
    club.read_all()
    club.order("red", bid="low", standing="no")
    club.later(24)
    club.do("moderator", "resume", club.desk, "--reason", "It is back.")
    club.read_all()
    club.order("blue", bid="low", standing="no")
    club.advance()
    assert club.status()["phase"] == "t02.duel"
    club.play_on()
    club.holds()


def test_threat_6_who_takes_a_seat_over_signs_himself_that_play_goes_back(tmp_path: Path) -> None:
    club = begun(tmp_path, "moderated")
    first_phase(club)
    letter = club.invite()
    club.do("moderator", "rollback", club.desk, "--to", "t01.duel", "--reason", "An order file was misread.")
    signs(club, "red", club.mail("red-reopen"))
    club.comes_in(letter)
    signs(club, "blue", club.mail("blue-reopen"))
    club.run()
    assert "waits for red to sign" in club.why
    welcome = club.mail("red-welcome").rename(tmp_path / "welcome.eml")
    club.hands["red"] = "carol"
    club.do("red", "open", welcome, "--dir", club.folder("red"))
    signs(club, "red", welcome)
    club.read_all()
    assert club.status()["phase"] == "t01.duel"
    first_phase(club)
    club.play_on()
    club.holds()


def signs(club: Hands, seat: str, letter: Path) -> None:
    """A seat agrees to what a letter asks."""
    club.comes_in(Path(club.do(seat, "agree", letter, "--dir", club.folder(seat)).stdout.strip()))


DAVE = "dave@example.org"


def handed_on(club: Hands, *more: str) -> list[str]:
    """What Carol, who has the seat on loan, types to give it to Dave, who has accepted."""
    Keyring.create("Dave", home=club.place / "keys-dave")
    asked = club.do("red", "hand-over", "--offer", DAVE, "--dir", club.folder("red")).stdout.strip()
    answer = club.do("dave", "join", asked, "--dir", club.place / "dave").stdout.strip()
    return ["hand-over", answer, "--dir", str(club.folder("red")), *more]


@pytest.mark.parametrize(("lent_for", "given_for"), [
    (("--phases", "2"), ()),
    (("--phases", "2"), ("--phases", "3")),
    (("--phases", "2"), ("--until", "2026-11-03T20:00:00Z")),
    (("--until", "2026-11-09T20:00:00Z"), ()),
    (("--until", "2026-11-09T20:00:00Z"), ("--until", "2026-11-10T20:00:00Z")),
])  # fmt: skip
def test_who_has_a_seat_on_loan_gives_it_away_neither_for_good_nor_for_longer(
    lent_for: tuple[str, ...], given_for: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = begun(tmp_path, "moderated")
    club.comes_in(club.offer(*lent_for))
    club.carol_plays()
    typed = handed_on(club, *given_for)
    error = club.fail("red", *typed)
    assert error.faults[0].message == "hand-over gives seat 'red' away for longer than it is lent"
    with monkeypatch.context() as patch:
        patch.setattr(give_seat, "lending_faults", lambda *_: ())
        letter = Path(club.do("red", *typed).stdout.strip())
    assert "gives seat 'red' away for longer than it is lent" in club.take(letter).output
    assert hows(club) == ["hand-over"]


def test_a_seat_that_is_lent_on_goes_back_to_its_owner(tmp_path: Path) -> None:
    club = begun(tmp_path, "moderated")
    club.comes_in(club.offer("--phases", "2"))
    club.carol_plays()
    first_phase(club)
    club.comes_in(Path(club.do("red", *handed_on(club, "--phases", "1")).stdout.strip()))
    club.hands["red"] = "dave"
    club.read_all()
    first_phase(club)
    club.hands["red"] = "red"
    club.advance()
    assert hows(club) == ["hand-over", "hand-over", "return"]
    club.play_on()
    club.holds()


# -------------------------------------------------------------------------------------------------------- a team's seat
def lent(club: Team, *more: str) -> None:
    """Emil plays for the team."""
    Keyring.create("Emil", home=club.place / "keys-emil")
    words = ("--address", EMIL, "--reason", "three weeks without a letter", *more)
    club.do("moderator", "replace", club.desk, "red", *words)
    written = club.do("emil", "join", club.mail("red-invitation"), "--dir", club.place / "emil").stdout.strip()
    club.comes_in(Path(written))
    club.read_all()


def test_a_substitute_for_a_team_plays_alone_and_none_of_it_writes_any_more(tmp_path: Path) -> None:
    club = Team(tmp_path)
    club.writes("carol")
    word = club.word("red")
    lent(club)
    assert "red" in club.missing()
    assert "no longer played with this key" in club.take(word).output
    error = club.fail("carol", "orders", "seal", tmp_path / "carol/orders/mine.yaml", "--dir", tmp_path / "carol")
    assert "is not the one of seat 'red'" in error.faults[0].message
    assert "charter" not in error.faults[0].hint
    club.hands["red"] = "emil"
    club.orders("red", "blue")
    assert club.status()["phase"] == "t02.duel"
    club.play_on()
    club.holds()


def test_a_team_gets_its_seat_back_and_has_to_agree_again(tmp_path: Path) -> None:
    club = Team(tmp_path)
    lent(club, "--phases", "1")
    club.hands["red"] = "emil"
    club.orders("red", "blue")
    club.advance()
    assert hows(club) == ["ruling", "return"]
    for person in ("red", "carol"):
        assert Seat.at(tmp_path / person).phase == "t02.duel"
    club.writes("carol", **FULL)
    assert "red" in club.missing()
    club.agrees("red")
    club.runs()
    assert club.counted() == [1, 1]
    club.holds()


def test_orders_that_a_team_had_agreed_to_stand_for_its_substitute(tmp_path: Path) -> None:
    club = Team(tmp_path)
    club.writes("carol")
    club.agrees("red")
    lent(club)
    assert "red" not in club.missing()
    club.runs()
    assert club.counted() == [1]
    club.holds()


@pytest.mark.parametrize("tier", ["moderated", "beacon"])
def test_3_who_wrote_the_orders_that_stood_during_a_loan_goes_on_with_his_next_value(tier: str, tmp_path: Path) -> None:
    club = Team(tmp_path, tier)
    club.writes("carol")
    club.agrees("red")
    lent(club, "--phases", "1")
    club.runs()
    club.advance()
    assert hows(club) == ["ruling", "return"]
    club.writes("carol", **FULL)
    club.agrees("red")
    club.runs()
    assert club.counted() == [1, 1]
    club.holds()


def test_3_11_a_loan_that_ends_amid_orders_asks_for_nothing_before_their_dice(tmp_path: Path) -> None:
    """The end of it was due all the while: a club opened the game at each tick, and `pbem watch` never slept."""
    club = begun(tmp_path, "two-step")
    club.comes_in(club.invite("--until", "2026-11-03T20:00:00Z"))
    club.carol_plays()
    assert club.status()["due"] == "2026-11-03T20:00:00Z"
    club.order("red", bid="low", standing="no")
    club.later(25)
    club.run()
    assert hows(club) == ["ruling"]
    assert club.status()["due"] == "2026-11-04T20:00:00Z"


def test_orders_before_a_loan_that_nobody_agreed_to_do_not_count_in_it(tmp_path: Path) -> None:
    club = Team(tmp_path)
    club.writes("carol")
    assert "agreement" in club.status()
    lent(club)
    assert "agreement" not in club.status()
    club.order("blue", **FULL)
    club.advance_by(49)
    assert club.counted() == []
    assert CAROL not in club.status()["waits_for"]
    club.holds()
