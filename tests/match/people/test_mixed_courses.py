"""Courses that cross: a return over a change of hands, a loan amid letters, an end amid a pause, a lost trial file."""

from __future__ import annotations

from pathlib import Path

from acts_kit import agree, play_phase, playing, sound, words
from club import Club, playing_as
from club import duel_is_known as duel_is_known
from mail_kit import bounce_report
from people_club import People
from test_people_guardians import Guarded
from test_people_substitutes import Hands
from time_club import at, deadline, madrid, speak

from pbem.match.deadlines.silence import silences
from pbem.match.own_folder.seat import Seat


def go_back(club: Club, phase: str = "t01.duel") -> None:
    """All are asked to go back, and sign."""
    club.do("moderator", "rollback", club.desk, "--to", phase, "--reason", "An order file was misread.")
    agree(club)
    assert club.status()["phase"] == phase


def press(club: Club, seat: str, text: str, to: str) -> Path:
    """A signed letter between players, to mail."""
    path = club.place / "words.txt"
    path.write_text(text, encoding="utf-8")
    return Path(club.do(seat, "press", path, "--to", to, "--dir", club.folder(seat)).stdout.strip())


# ------------------------------------------------------------------------------------------- going back, and people
def test_a_new_player_stays_where_play_goes_back_to_before_he_came(tmp_path: Path) -> None:
    club = Hands(tmp_path)
    club.begin()
    club.orders("blue", "red")
    club.comes_in(club.offer())
    club.carol_plays()
    go_back(club)
    club.read_all()
    assert Seat.at(club.folder("red")).phase == "t01.duel"
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.advance()
    club.holds()
    assert {entry.text("how") for entry in club.ledger().entries("rotate")} == {"hand-over"}


def test_whoever_takes_a_seat_after_a_return_gets_the_position_as_it_is_again(tmp_path: Path) -> None:
    club = Hands(tmp_path)
    club.begin()
    club.orders("blue", "red", bid="high")
    club.read_all()
    go_back(club)
    club.comes_in(club.offer())
    club.carol_plays()
    seat = Seat.at(club.folder("red"))
    view = seat.view()
    assert (seat.phase, view["round"], view["hits"]) == ("t01.duel", 1, {"blue": 0, "red": 0})
    club.order("red", bid="low")
    club.order("blue", bid="low")
    club.holds()


def test_an_abandoned_seat_whose_player_signs_a_return_is_waited_for_again(tmp_path: Path) -> None:
    club = playing_as(People, tmp_path, "moderated", "--abandoned-after", "1")
    club.order("blue", bid="low", standing="no")
    club.advance_by(49)
    assert silences(club.ledger(), "red") == 1
    go_back(club)
    assert silences(club.ledger(), "red") == 0
    club.read_all()
    club.order("blue", bid="low", standing="no")
    assert club.run() == 3
    assert club.status()["waits_for"] == ["red"]
    club.later(49)
    club.advance()
    assert [entry.text("what") for entry in club.ledger().entries("timeout", seat="red")] == ["orders", "orders"]
    club.holds()


def test_guardians_save_a_game_at_the_phase_it_has_gone_back_to(tmp_path: Path) -> None:
    club = playing_as(Guarded, tmp_path)
    club.orders("blue", "red")
    go_back(club)
    club.read_all()
    club.recover(club.vanish(), club.opened("dora", "fred"))
    club.agree("blue", "red")
    club.run()
    club.read_all()
    state = club.status()
    assert (state["phase"], state["attempt"]) == ("t01.duel", 2)
    assert Seat.at(club.folder("red")).phase == "t01.duel"
    club.holds()


def test_an_observer_reads_that_play_has_gone_back(tmp_path: Path) -> None:
    club = playing(tmp_path, "moderated", "--observer", "The club=club@example.org")
    play_phase(club)
    go_back(club)
    club.own.clear()
    club.deliver()
    told = sorted((club.place).glob("*observer1-again*.eml"))
    assert "back to Round 1" in words(told)
    sound(club)


# ----------------------------------------------------------------------------------------------- press, and a loan
def test_press_follows_the_seat_through_a_loan_and_back(tmp_path: Path) -> None:
    club = Hands(tmp_path, "moderated", "--press", "signed", "--press-when", "at_once")
    club.begin()
    lent = club.offer("--phases", "1")
    early = press(club, "red", "I shall be away.", "blue")
    club.comes_in(early)
    club.comes_in(lent)
    late = press(club, "red", "Still here.", "blue")
    assert "signature is made by" in str(club.take(late).stderr)
    club.carol_plays()
    club.comes_in(press(club, "blue", "Who are you?", "red"))
    club.comes_in(press(club, "red", "A friend.", "blue"))
    club.read_all()
    assert kept(club, "blue") == ["A friend.", "I shall be away."]
    assert kept(club, "carol") == ["Who are you?"]
    club.orders("blue", "red")
    club.hands["red"] = "red"
    club.read_all()
    club.comes_in(press(club, "blue", "Welcome back.", "red"))
    club.comes_in(press(club, "red", "Thank you.", "blue"))
    club.read_all()
    assert "Welcome back." in kept(club, "red")
    assert "Welcome back." not in kept(club, "carol")
    assert "Thank you." in kept(club, "blue")
    club.holds()


def test_a_note_of_whoever_lends_his_seat_comes_back_to_him_alone(tmp_path: Path) -> None:
    club = Hands(tmp_path)
    club.begin()
    club.comes_in(press(club, "red", "He bluffs.", "self"))
    club.comes_in(club.offer("--until", "2026-11-03T20:00:00Z"))
    club.carol_plays()
    club.comes_in(press(club, "red", "Not for the owner.", "self"))
    club.later(24)
    club.run()
    club.hands["red"] = "red"
    club.read_all()
    club.orders("blue", "red")
    assert kept(club, "red") == ["He bluffs."]
    assert kept(club, "carol") == []
    club.holds()


def kept(club: Club, person: str) -> list[str]:
    """The words of the letters that somebody has opened."""
    found = sorted((club.place / person / "press").glob("*.txt"))
    return sorted(line.removeprefix("| ") for path in found for line in path.read_text().splitlines() if "| " in line)


# --------------------------------------------------------------------------------------- acts of the moderator, crossed
def test_a_paused_game_can_be_ended(tmp_path: Path) -> None:
    club = playing(tmp_path)
    play_phase(club)
    club.do("moderator", "pause", club.desk, "--reason", "The server is down.")
    club.do("moderator", "end", club.desk, "--draw", "--reason", "It stays down.")
    assert club.status()["stage"] == "over"
    letters = club.read()["red"]
    assert "The moderator has ended the game." in words(letters)
    assert club.run() == 0
    sound(club)


def test_an_extension_into_an_absence_stays_and_the_absence_moves_the_next_deadline(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    speak(club, "red", "away", "2026-11-12", "2026-11-20")
    club.do("moderator", "extend", club.desk, "--until", "2026-11-13T19:00:00Z", "--reason", "A holiday.")
    assert club.status()["until"] == "2026-11-13T19:00:00Z"
    told = words(club.read()["blue"])
    assert "That is Friday 13 November 2026, 20:00 (Madrid)" in told
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    at(club, "2026-11-12T12:00:00Z")
    club.advance()
    assert club.status()["phase"] == "t02.duel"
    assert deadline(club) == "2026-11-22T19:00:00Z"  # a day to come home
    assert "'red' is away until 2026-11-20" in club.status()["why"]
    sound(club)


# ------------------------------------------------------------------------------------------------- a guardian's letter
def test_a_trial_file_that_comes_back_is_told_and_sent_again(tmp_path: Path) -> None:
    club = Guarded(tmp_path)
    lost = club.trial("dora")
    report = tmp_path / "bounce.eml"
    report.write_bytes(bounce_report("failed", "5.1.1", lost.read_bytes()))
    club.comes_in(report)
    state = club.status()
    assert state["post"]["bounced"] == 1
    assert lost.stem in str(state["undelivered"])
    lost.unlink()
    club.do("moderator", "out", club.desk, "--to", club.place / "post", "--resend", lost.name)
    club.begin()
    state = club.status()
    assert (state["stage"], state["undelivered"]) == ("playing", [])
