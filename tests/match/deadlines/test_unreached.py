"""Players whom no letter reaches: the moderator is told once, status says so, and none of them is taken for silent."""

from __future__ import annotations

import re
from email import message_from_bytes
from pathlib import Path

import pytest
from club import Club, begun, playing, playing_as
from club import duel_is_known as duel_is_known
from mail_kit import bounce_report
from people_club import CAROL
from test_people_teams import Team
from time_club import speak, words


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """The first phase is open, and all letters have been sent."""
    return begun(tmp_path_factory.mktemp("opened"), "--observer", "The club=watch@example.org")


@pytest.fixture
def club(opened: Club, tmp_path: Path) -> Club:
    """The same, for one test alone."""
    return opened.copied(tmp_path / "club")


def comes_back(club: Club, letter: Path) -> None:
    """A report that this letter did not arrive."""
    path = club.place / f"bounce-{letter.name}"
    path.write_bytes(bounce_report("failed", "5.1.1", letter.read_bytes()))
    club.do("moderator", "in", club.desk, path)


def sent(club: Club, label: str) -> list[Path]:
    """The letters to somebody that have been handed over, newest last."""
    return sorted(path for path in (club.desk / "sent/letters").glob(f"*-{label}-*.eml"))


def notices(club: Club) -> list[str]:
    """What the moderator has been written."""
    club.deliver()
    return [words(path) for path in sent(club, "moderator")]


def test_the_moderator_is_told_once_and_what_to_do(club: Club) -> None:
    comes_back(club, sent(club, "red")[-1])
    (told,) = notices(club)
    assert "Letters to red of" in told
    assert "do not arrive at red@example.org" in told
    assert "no such user" in told
    assert 'pbem address DIR "red" NEW' in told
    comes_back(club, sent(club, "red")[-2])
    club.later(24)
    club.run()
    assert len([each for each in notices(club) if "do not arrive" in each]) == 1


def test_status_says_who_cannot_be_reached_until_he_can(club: Club) -> None:
    assert "unreachable" not in club.status()
    letter = sent(club, "red")[-1]
    comes_back(club, letter)
    (line,) = club.status()["unreachable"]
    assert line.startswith(f"red at red@example.org since {club.now}: ")
    assert "unreachable: red at" in club.do("moderator", "status", club.desk).stdout
    club.do("moderator", "out", club.desk, "--to", club.place / "post", "--resend", letter.stem)
    club.run()
    assert "unreachable" not in club.status()


def test_whoever_sends_orders_is_within_reach(club: Club) -> None:
    comes_back(club, sent(club, "red")[-1])
    club.later(1)
    club.order("red", bid="low", standing="no")
    club.run()
    assert "unreachable" not in club.status()


def test_a_seat_out_of_reach_is_not_silent_and_its_phase_waits(club: Club) -> None:
    comes_back(club, sent(club, "red")[-1])
    club.order("blue", bid="low", standing="no")
    club.later(49)
    assert club.run() == 3
    assert "letters to red come back; the moderator decides: no orders of red" in club.why
    assert "timeout" not in club.kinds()
    told = notices(club)[-1]
    assert "is not run, letters to a seat come back" in told
    assert "pbem run DIR --anyway" in told
    club.order("red", bid="low", standing="no")
    assert club.status()["waits_for"] == []


def test_another_address_and_more_time_put_it_right(club: Club) -> None:
    comes_back(club, sent(club, "red")[-1])
    club.order("blue", bid="low", standing="no")
    club.later(49)
    club.run()
    club.do("moderator", "address", club.desk, "red", "red@elsewhere.example", "--reason", "his letters come back")
    club.do("moderator", "extend", club.desk, "--hours", "72", "--reason", "red was out of reach")
    assert club.run() == 3
    assert "waits for orders of red until" in club.why
    club.later(100)
    club.advance()
    assert [entry["seat"] for entry in club.ledger().entries("timeout")] == ["red"]


def test_what_the_moderator_decides_holds_for_the_phases_that_follow(club: Club) -> None:
    comes_back(club, sent(club, "red")[-1])
    for phase in ("t01.duel", "t02.duel"):
        club.order("blue", bid="low", standing="no")
        club.later(49)
        if phase == "t01.duel":
            assert club.run() == 3
            club.try_to("moderator", "run", club.desk, "--anyway")
            club.read()
        else:
            club.advance()
    assert [entry["phase"] for entry in club.ledger().entries("timeout")] == ["t01.duel", "t02.duel"]


def test_what_the_moderator_decided_is_over_once_the_seat_has_been_within_reach(club: Club) -> None:
    comes_back(club, sent(club, "red")[-1])
    club.order("blue", bid="low", standing="no")
    club.later(49)
    assert club.run() == 3
    club.try_to("moderator", "run", club.desk, "--anyway")
    club.read()
    club.order("red", bid="low", standing="no")
    club.later(1)
    club.advance()
    assert club.status()["phase"] == "t03.duel"
    comes_back(club, sent(club, "red")[-1])
    club.later(49)
    assert club.run() == 3
    assert "letters to red come back; the moderator decides" in club.why


def test_the_notice_names_a_command_that_puts_a_member_of_a_team_right(tmp_path: Path) -> None:
    club = playing_as(Team, tmp_path)
    comes_back(club, [path for path in sent(club, "red") if "report" in path.name][1])
    (told,) = notices(club)
    found = re.search(r'pbem address DIR "(red)" NEW (--member 1) --reason', told)
    assert found, told
    words_of = (*found.groups()[:1], "carol@elsewhere.example", *found[2].split())
    club.do("moderator", "address", club.desk, *words_of, "--reason", "it comes back")
    assert "unreachable" not in club.status()


def test_what_an_observer_has_missed_goes_to_his_new_address(club: Club) -> None:
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.advance()
    comes_back(club, sent(club, "observer1")[-1])
    club.do("moderator", "address", club.desk, "The club", "club@elsewhere.example", "--reason", "they have moved")
    club.do("moderator", "out", club.desk, "--to", club.place / "post")
    told = [message_from_bytes(path.read_bytes()) for path in (club.place / "post").glob("*-observer1-report-*")]
    assert "club@elsewhere.example" in [str(each["To"]) for each in told if "[again]" in str(each["Subject"])]
    assert "unreachable" not in club.status()


def test_observers_out_of_reach_are_told_of_and_stop_nothing(club: Club) -> None:
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.advance()
    comes_back(club, sent(club, "observer1")[-1])
    (told,) = [each for each in notices(club) if "Letters to The club of" in each]
    assert "taken for silent" not in told
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.advance()
    assert club.status()["closed"] == ["t01.duel", "t02.duel"]


def test_a_team_is_out_of_reach_when_all_of_it_is(tmp_path: Path) -> None:
    club = playing_as(Team, tmp_path)
    club.order("blue", bid="low", standing="no")
    club.later(49)
    letters = [path for path in sent(club, "red") if "report" in path.name]
    comes_back(club, letters[0])
    assert "red" in str(club.status()["unreachable"])
    comes_back(club, letters[1])
    assert club.run() == 3
    assert "letters to red come back" in club.why
    club.writes("carol")
    speak(club, "red", "address", "carol@elsewhere.example")
    assert CAROL in str(club.status()["unreachable"])


def test_a_refusal_of_the_server_counts_like_a_letter_that_came_back(club: Club) -> None:
    from pbem.match.post.send_outbox import deliveries

    letter = sent(club, "red")[-1]
    ledger = deliveries(club.desk)
    ledger.note("refused", letter.stem, ledger.all[letter.stem].queued, text="550 no such user")
    club.later(1)
    club.run()
    assert any("550 no such user" in each for each in notices(club))


def test_a_seat_that_is_only_slow_is_silent_as_ever(club: Club) -> None:
    path = club.place / "slow.eml"
    path.write_bytes(bounce_report("delayed", "4.4.1", sent(club, "red")[-1].read_bytes()))
    club.do("moderator", "in", club.desk, path)
    club.order("blue", bid="low", standing="no")
    club.later(49)
    club.advance()
    assert [entry["seat"] for entry in club.ledger().entries("timeout")] == ["red"]


@pytest.mark.usefixtures("of_before")
@pytest.mark.parametrize("decided", [True, False])
def test_a_seat_that_was_not_asked_to_open_is_waited_for_until_the_moderator_decides(
    decided: bool, tmp_path: Path
) -> None:
    club = playing(tmp_path, "two-step")
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.run()
    club.open_all("blue")
    comes_back(club, next(path for path in sent(club, "red") if "locked" in path.name))
    club.later(24 * 7)
    assert club.run() == 3
    assert "letters to red come back; the moderator decides" in club.why
    assert club.status()["why"] == "letters to red come back; the moderator decides"
    assert club.run() == 3
    assert len([each for each in notices(club) if "is not run, letters to a seat come back" in each]) == 1
    assert "timeout" not in club.kinds()
    if decided:
        club.try_to("moderator", "run", club.desk, "--anyway")
        assert [(entry["seat"], entry["what"]) for entry in club.ledger().entries("timeout")] == [("red", "open")]
    else:
        club.open_all("red")
        club.run()
        assert club.status()["phase"] == "t02.duel"
