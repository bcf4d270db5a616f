"""Seats that a club offers: a letter's subject asks for the list, or for a seat, and the program answers."""

from __future__ import annotations

import json
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from club import HOURS
from club import duel_is_known as duel_is_known
from club_hall import ADDRESS, Hall, Table

ANNE, BOB = "anne@example.net", "bob@example.net"


class Open(Table):
    """A game whose Red is invited, and whose Blue anybody may ask for."""

    def __init__(self, hall: Hall, name: str) -> None:
        self.hall, self.place, self.tier = hall, hall.place / name, "moderated"
        self.own: list[Path] = []
        self.desk = hall.root / "games" / name
        self.do("moderator", "new", self.desk, "--game", "duel", "--address", ADDRESS, *HOURS, "--title", "The Duel",
                "--seat", f"red={hall.addresses['red']}", "--seat", "blue=open")  # fmt: skip
        self.game = self.status()["game"]


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    found = Hall(tmp_path / "hall")
    found.tables["winter"] = Open(found, "winter")
    found.tick()
    return found


def writes(hall: Hall, who: str, subject: str, body: str = "", more: str = "") -> str:
    """A person writes to the club; what the tick says."""
    number = hall.letters + 1
    head = f"From: {who}\nTo: {ADDRESS}\nSubject: {subject}\nMessage-ID: <{number}.{who}>\nDate: "
    hall.mail(f"{head}Mon, 02 Nov 2026 20:00:00 +0000\n{more}\n{body}\n".encode())
    return hall.tick()


def answers(hall: Hall, who: str) -> list[Any]:
    """The letters that somebody has got, oldest first."""
    found = [message_from_bytes(path.read_bytes(), policy=policy.default) for path in hall.sent()]
    return sorted((each for each in found if each["To"] == who), key=lambda each: str(each["Date"]))


def text_of(letter: Any) -> str:
    """Its words."""
    return str(letter.get_body(("plain",)).get_content())


def test_only_seats_with_a_player_are_invited_at_once(hall: Hall) -> None:
    assert [path.name for path in hall.sent("winter-")] == ["winter-00001-red-invitation.eml"]


def test_seats_are_listed_to_whoever_asks(hall: Hall) -> None:
    writes(hall, ANNE, "Seats")
    (letter,) = answers(hall, ANNE)
    assert "seat winter blue    The Duel (A Duel)" in text_of(letter)
    assert "red" not in text_of(letter)
    assert hall.status()["strays"] == 0


def test_a_seat_is_taken_by_letters_alone_and_the_game_begins(hall: Hall) -> None:
    table = hall.tables["winter"]
    hall.addresses["blue"] = ANNE
    assert "an invitation to blue of winter" in writes(hall, ANNE, "seat winter blue")
    (invitation,) = answers(hall, ANNE)
    assert "will you play the blue seat?" in invitation["Subject"]
    table.join_by_mail()
    assert table.status()["stage"] == "playing"
    assert json.loads((table.folder("blue") / "desk.json").read_text(encoding="utf-8"))["seat"] == "blue"


def test_a_seat_is_kept_for_a_week_and_then_goes_to_the_next(hall: Hall) -> None:
    writes(hall, ANNE, "seat winter blue")
    writes(hall, BOB, "seat winter blue")
    assert "'blue' is not an open seat" in text_of(answers(hall, BOB)[-1])
    assert "No seat is open now." in text_of(answers(hall, BOB)[-1])
    hall.later(24 * 7)
    assert "an invitation to blue of winter" in writes(hall, BOB, "Re: seat winter blue")
    assert "will you play the blue seat?" in answers(hall, BOB)[-1]["Subject"]


def test_asking_again_sends_the_invitation_again(hall: Hall) -> None:
    for _ in range(2):
        writes(hall, ANNE, "seat winter blue")
    assert ["will you play the blue seat?" in each["Subject"] for each in answers(hall, ANNE)] == [True, True]


@pytest.mark.parametrize(
    ("subject", "words"),
    [
        ("seat winter red", "'red' is not an open seat"),
        ("seat winter green", "'green' is not an open seat"),
        ("seat summer blue", "there is no game 'summer' here"),
    ],
)
def test_what_cannot_be_had_is_said_with_what_can(subject: str, words: str, hall: Hall) -> None:
    writes(hall, ANNE, subject)
    said = text_of(answers(hall, ANNE)[-1])
    assert words in said
    assert "seat winter blue" in said


def test_nobody_gets_two_seats_of_a_game(hall: Hall) -> None:
    red = hall.addresses["red"]
    writes(hall, red, "seat winter blue")
    said = " ".join("\n".join(map(text_of, answers(hall, red))).split())
    assert "you have been invited to play red in this game" in said


@pytest.mark.parametrize("more", ["Auto-Submitted: auto-replied\n", f"X-Loop: {ADDRESS}\n", "Precedence: bulk\n"])
def test_a_machine_gets_no_seat_and_no_answer(more: str, hall: Hall) -> None:
    writes(hall, ANNE, "seat winter blue", more=more)
    assert answers(hall, ANNE) == []


def test_a_letter_that_comes_twice_is_answered_once(hall: Hall) -> None:
    letter = f"From: {ANNE}\nTo: {ADDRESS}\nSubject: seats\nMessage-ID: <1.anne>\n\n\n".encode()
    for _ in range(2):
        hall.mail(letter)
        hall.tick()
    assert len(answers(hall, ANNE)) == 1


def test_the_page_says_which_seats_are_open_and_how_to_ask(hall: Hall) -> None:
    hall.do("club", "index", hall.root)
    page = (hall.root / "index.html").read_text(encoding="utf-8")
    assert "Open seats: blue." in page
    assert "seat winter blue" in page
    writes(hall, ANNE, "seat winter blue")
    hall.do("club", "index", hall.root)
    page = (hall.root / "index.html").read_text(encoding="utf-8")
    assert "Open seats" not in page
    assert ANNE not in page


def test_outside_a_club_no_seat_is_open(hall: Hall, tmp_path: Path) -> None:
    words = ("new", tmp_path / "alone", "--game", "duel", "--address", ADDRESS, *HOURS)
    error = hall.any_table.fail("moderator", *words, "--seat", "red=red@example.net", "--seat", "blue=open")
    assert "only a club answers letters that ask for a seat" in str(error)
