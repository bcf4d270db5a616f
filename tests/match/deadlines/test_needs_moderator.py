"""What needs the moderator reaches a person: a letter to their own address, standard error, and an exit code."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

import pytest
from click.testing import Result
from club import Club, know_the_duel

PERSON = "carol@example.net"
GUARDED = ("--deadline-hours", "48", "--grace-hours", "0", "--hold-minutes", "0", "--calendar")
ORDERS = {"bid": "low", "standing": "no"}


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    know_the_duel(monkeypatch)
    calendar = tmp_path / "calendar.yaml"
    calendar.write_text("pbem: calendar/1\nsilent_percent: '50'\n", encoding="utf-8")
    made = Club(tmp_path / "club", "moderated", "--moderator", PERSON, times=(*GUARDED, str(calendar)))
    made.begin()
    return made


def tick(club: Club) -> Result:
    return club.try_to("moderator", "tick", club.desk, "--mail", empty(club), "--to", club.place / "post")


def empty(club: Club) -> Path:
    (club.place / "box").mkdir(exist_ok=True)
    return club.place / "box"


def to_person(club: Club) -> list[str]:
    """The subjects of letters to the moderator's own address."""
    letters = [message_from_bytes(path.read_bytes()) for path in sorted((club.place / "post").glob("*.eml"))]
    return [str(each["Subject"]) for each in letters if each["To"] == PERSON]


def test_a_phase_that_nobody_wrote_for_needs_the_moderator(club: Club) -> None:
    assert tick(club).exit_code == 0
    club.later(49)
    for _ in range(2):  # as long as nobody has decided
        result = tick(club)
        assert result.exit_code == 6
        assert "t01.duel is not run: most seats were silent" in " ".join(result.stderr.split())
        assert len(to_person(club)) == 1  # the letter goes once
    assert "is not run, most seats are silent" in to_person(club)[0]
    assert not club.ledger().entries("seed")
    club.try_to("moderator", "run", club.desk, "--anyway")
    assert club.ledger().entries("seed")
    assert tick(club).exit_code == 0


def test_one_letter_is_enough_where_only_one_seat_is_silent(club: Club) -> None:
    club.order("red", **ORDERS)
    club.later(49)
    assert tick(club).exit_code == 0
    assert club.ledger().entries("seed")


def test_a_phase_of_one_seat_is_not_run_without_its_orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one seat that is awaited not 'most' can be silent; still nobody has sent anything."""
    from pbem.match.deadlines import phase_times

    know_the_duel(monkeypatch)
    calendar = tmp_path / "calendar.yaml"
    calendar.write_text("pbem: calendar/1\nsilent_percent: '50'\n", encoding="utf-8")
    club = Club(tmp_path / "club", "moderated", times=(*GUARDED, str(calendar)))
    club.begin()
    monkeypatch.setattr(phase_times, "awaited", lambda office, step: ["red"])
    club.later(49)
    result = tick(club)
    assert result.exit_code == 6
    assert "nobody has sent orders for this phase" in " ".join(result.stderr.split())


def test_an_unreadable_mailbox_needs_the_moderator_after_some_hours(club: Club) -> None:
    settings = club.desk / "private/post.yaml"
    settings.write_text(settings.read_text() + f"in: {{from: 'maildir:{club.place}/nowhere'}}\n", encoding="utf-8")
    words = ("tick", club.desk, "--to", club.place / "post")
    first = club.try_to("moderator", *words)
    assert "not been read since" not in first.stderr
    club.later(7)
    later = club.try_to("moderator", *words)
    assert later.exit_code == 6
    assert "the mailbox has not been read since" in " ".join(later.stderr.split())
    assert any("the mailbox cannot be read" in subject for subject in to_person(club))
    club.later(60)
    assert club.try_to("moderator", *words).exit_code == 6
    assert not club.ledger().entries("locked")  # letters that came in time may lie in it


def test_a_clock_that_was_set_back_needs_the_moderator(club: Club) -> None:
    club.later(-24)
    result = tick(club)
    assert result.exit_code == 6
    assert "before the newest entry" in " ".join(result.stderr.split())
    assert any("clock has been set back" in subject for subject in to_person(club))


def test_a_letter_that_comes_back_needs_the_moderator(club: Club) -> None:
    from pbem.base.clock import parse_time
    from pbem.match.post.send_outbox import deliveries

    club.order("red", **ORDERS)
    club.run()
    tick(club)
    ledger = deliveries(club.desk)
    name = max(name for name in ledger.all if "-blue-" in name)
    ledger.note("bounced", name, parse_time(club.now), text="550 no such user")
    result = tick(club)
    assert result.exit_code == 6
    assert "letters to blue at blue@example.org come back" in " ".join(result.stderr.split())
    assert any("letters to blue come back" in subject for subject in to_person(club))


def test_a_club_says_which_of_its_games_needs_the_moderator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem import strict_yaml
    from pbem.match.post.alarms import person_of

    know_the_duel(monkeypatch)
    club = Club(tmp_path / "unused")
    hall = tmp_path / "hall"
    club.do("moderator", "club", "new", hall, "--title", "Hall", "--address", "hall@example.org",
            "--moderator", PERSON, "--to", f"folder:{tmp_path / 'post'}")  # fmt: skip
    assert strict_yaml.plain(strict_yaml.read((hall / "club.yaml").read_bytes()))["moderator"] == PERSON
    assert person_of(hall / "games" / "winter") == PERSON
    error = club.fail("moderator", "club", "new", tmp_path / "other", "--title", "Hall", "--address", PERSON,
                      "--moderator", PERSON)  # fmt: skip
    assert "is the address that the program reads" in error.faults[0].message


def test_a_letter_that_comes_too_late_is_not_told_that_the_phase_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    know_the_duel(monkeypatch)
    club = Club(tmp_path)
    club.begin()
    letter = club.sealed("red", **ORDERS)
    club.later(49)
    club.take(letter)
    (answer,) = [path for path in club.deliver()["red"] if "-faults-" in path.name]
    words = " ".join(message_from_bytes(answer.read_bytes()).as_string().split())
    assert "There are no orders from you; your standing orders and the defaults play" in words
    assert "is open until" not in words
