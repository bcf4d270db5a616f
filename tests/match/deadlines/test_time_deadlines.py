"""When phases close, and how it is told: zones, days that count, absences, in the charter, letters, reports, ledger."""

from __future__ import annotations

from pathlib import Path

import pytest
from acts_kit import agree
from club import Club, playing
from club import duel_is_known as duel_is_known
from time_club import CLOSES, MADRID, at, deadline, madrid, speak, words

from pbem.strict_yaml import plain, read


def charter_calendar(club: Club) -> dict[str, object]:
    """The block as all have signed it."""
    found = plain(read((club.desk / "charter.yaml").read_bytes()))["calendar"]
    assert isinstance(found, dict)
    return found


def test_the_deadline_is_told_by_the_games_clocks_and_in_utc_in_letter_and_report(tmp_path: Path) -> None:
    club = Club(tmp_path, times=MADRID)
    for _ in range(2):
        for seat, letters in club.deliver().items():
            written = club.do(seat, "join", letters[-1], "--dir", club.folder(seat)).stdout.strip()
            club.do("moderator", "in", club.desk, written)
    assert deadline(club) == CLOSES
    shown = "Monday 9 November 2026, 20:00 (Madrid), 19:00 UTC"
    letter = club.deliver()["blue"][-1]
    assert f"Send your orders by {shown}." in words(letter)
    assert club.ledger().entries("report")[-1].text("until") == shown


def test_the_charter_states_the_whole_calendar(tmp_path: Path) -> None:
    block = charter_calendar(madrid(tmp_path, "moderated", "--weekdays", "mon,thu", "--rest", "2026-12-24"))
    assert block["zone"] == "Europe/Madrid"
    assert (block["weekdays"], block["rest"]) == (["mon", "thu"], ["2026-12-24"])
    assert (block["early"], block["absence_days"], block["silent_percent"]) == ("true", "21", "50")


def test_a_game_of_exact_hours_has_the_charter_it_always_had(tmp_path: Path) -> None:
    club = playing(tmp_path)
    assert charter_calendar(club) == {"hours": "48", "question_hours": "24"}
    assert deadline(club) == "2026-11-04T20:00:00Z"
    assert "until" not in club.ledger().entries("report")[-1].fields


@pytest.mark.parametrize(
    ("start", "closes"),
    [("2026-10-19T18:00:00Z", "2026-10-26T19:00:00Z"), ("2027-03-22T19:00:00Z", "2027-03-29T18:00:00Z")],
    ids=["summer time ends", "summer time begins"],
)
def test_the_hour_on_the_wall_stays_when_the_clocks_change(tmp_path: Path, start: str, closes: str) -> None:
    assert deadline(madrid(tmp_path, start=start)) == closes


def test_a_calendar_comes_from_a_file_and_options_go_over_it(tmp_path: Path) -> None:
    file = tmp_path / "calendar.yaml"
    file.write_text("pbem: calendar/1\nzone: America/New_York\ndays: 3\nrest: [2026-11-05]\n", encoding="utf-8")
    club = Club(tmp_path / "club", times=("--calendar", str(file), "--days", "2", "--hour", "21:00"))
    club.begin()
    assert deadline(club) == "2026-11-05T02:00:00Z"  # the 4th, at nine in the evening in New York
    at(club, deadline(club), 1)


@pytest.mark.parametrize(
    ("times", "message"),
    [
        (("--zone", "Europe/Atlantis"), "is no time zone known here"),
        (("--zone", "localtime"), "'localtime' is"),  # no zone at all where the system has no such file
        (("--weekdays", "mon,someday"), "'someday' is no day of the week"),
        (("--grace-hours", "-1"), "'-1' is too low for 'grace_hours'"),
        (("--deadline-hours", "48", "--days", "2"), "both say how long a phase stays open"),
        (("--rest", "24.12.2026"), "'24.12.2026' is no date"),
    ],
)
def test_a_calendar_that_cannot_be_is_refused_before_anybody_is_invited(
    tmp_path: Path, times: tuple[str, ...], message: str
) -> None:
    with pytest.raises(AssertionError) as caught:
        Club(tmp_path, times=times)
    assert message in str(caught.value)
    assert not (tmp_path / "desk").exists()


def test_a_fault_of_a_calendar_file_is_shown_at_its_place(tmp_path: Path) -> None:
    file = tmp_path / "calendar.yaml"
    file.write_text("pbem: calendar/1\nhour: 25:00\n", encoding="utf-8")
    with pytest.raises(AssertionError, match="'25:00' is no time of day"):
        Club(tmp_path / "club", times=("--calendar", str(file)))


# ------------------------------------------------------------------------------------------------------------- absences
def close(club: Club) -> None:
    """The phase run to its end, whoever is asked answering nothing."""
    for seat in club.status()["waits_for"]:
        club.order(seat, bid="low", standing="no")
    at(club, club.status()["due"])
    club.advance()


def test_an_absence_moves_the_next_deadline_once_and_everybody_is_told_why(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    speak(club, "red", "away", "2026-11-05", "2026-11-20")
    assert deadline(club) == CLOSES
    close(club)  # on 2 November; a week later red would be away
    assert deadline(club) == "2026-11-22T19:00:00Z"  # a day and more after red is back
    why = "'red' is away until 2026-11-20"
    assert why in club.ledger().entries("report")[-1].text("until")
    assert why in club.status()["why"]
    assert any(why in words(path) for path in tmp_path.glob("*-blue-report-*.eml"))
    close(club)
    assert "away" not in club.status()["why"]


def test_an_absence_puts_off_the_deadline_of_a_phase_that_all_have_gone_back_to(tmp_path: Path) -> None:
    """It was used up by a phase that is withdrawn: red, who has signed for it and left, would be silent."""
    club = madrid(tmp_path)
    speak(club, "red", "away", "2026-11-05", "2026-11-20")
    close(club)
    club.do("moderator", "rollback", club.desk, "--to", "t01.duel", "--reason", "The chart was wrong.")
    agree(club)
    club.read()
    assert (club.status()["phase"], deadline(club)) == ("t01.duel", "2026-11-22T19:00:00Z")
    close(club)
    assert "away" not in club.status()["why"]


def test_an_absence_that_was_taken_back_does_not_come_again(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    speak(club, "red", "away", "2026-11-05", "2026-11-20")
    close(club)
    speak(club, "red", "back")
    club.do("moderator", "rollback", club.desk, "--to", "t01.duel", "--reason", "The chart was wrong.")
    agree(club)
    assert deadline(club) == CLOSES


def test_an_absence_for_ever_stops_no_game(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    speak(club, "red", "away", "0001-01-01", "9999-12-31")
    close(club)
    assert deadline(club) == "2026-11-30T19:00:00Z"  # a week, and the most by which absences may put it off
    assert "'red' is away until 9999-12-31" in club.status()["why"]


def test_an_absence_that_has_just_ended_is_not_forgotten_when_another_is_announced(tmp_path: Path) -> None:
    """Red has four days from his return; blue's plans for December take none of them."""
    file = tmp_path / "calendar.yaml"
    file.write_text("pbem: calendar/1\nzone: Europe/Madrid\ndays: 1\nreturn_hours: 96\n", encoding="utf-8")
    club = Club(tmp_path / "club", times=("--calendar", str(file)))
    club.begin()
    speak(club, "red", "away", "2026-11-02", "2026-11-02")
    at(club, club.now, 12 * 60)
    speak(club, "blue", "away", "2026-12-02", "2026-12-03")
    close(club)
    assert deadline(club) == "2026-11-07T19:00:00Z"
    assert "'red' is away until 2026-11-02" in club.status()["why"]


def test_an_absence_of_a_seat_that_is_not_waited_for_is_kept(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    speak(club, "blue", "away", "2026-11-08", "2026-11-20")
    close(club)  # in the second round red alone says something
    assert deadline(club) == CLOSES


def test_the_deadline_of_a_question_does_not_tell_who_is_asked(tmp_path: Path) -> None:
    """Blue strikes high, so that red is asked; were blue's absence passed over, all would know that it is red."""
    club = madrid(tmp_path)
    speak(club, "blue", "away", "2026-11-04", "2026-11-06")
    club.order("blue", bid="high", standing="no")
    club.order("red", bid="low")
    at(club, club.now, 30)
    club.advance()
    state = club.status()
    assert (state["what"], state["waits_for"]) == ("answers", ["red"])
    assert state["until"] == "2026-11-08T19:00:00Z"  # three days would be the 5th
    assert "'blue' is away until 2026-11-06" in state["why"]


def test_a_game_with_zone_absences_and_early_runs_is_audited_to_equal_hashes(tmp_path: Path) -> None:
    club = madrid(tmp_path)
    speak(club, "red", "away", "2026-11-05", "2026-11-20")
    for _ in range(3):
        close(club)
    assert club.status()["stage"] == "over"
    club.do("moderator", "verify", club.desk)
    club.do("moderator", "audit", club.desk)
