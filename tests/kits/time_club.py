"""A club that goes by the clocks of Madrid, and what its tests look at."""

from __future__ import annotations

from datetime import datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from club import Club

from pbem.base.clock import parse_time, show_time
from pbem.match.deadlines.phase_times import next_due
from pbem.match.folder.office import at_work
from pbem.trust.keyring import Keyring

#: A week to eight in the evening, half a day of grace, a reminder two days before, half an hour to think again.
MADRID = ("--zone", "Europe/Madrid", "--days", "7", "--hour", "20:00", "--grace-hours", "12", "--hold-minutes", "30",
          "--reminder-hours", "48")  # fmt: skip
#: When the first phase closes, opened on Monday evening, 2 November: a week later, in winter time.
CLOSES = "2026-11-09T19:00:00Z"


def madrid(place: Path, tier: str = "moderated", *more: str, **given: Any) -> Club:
    """A game that has begun."""
    club = Club(place, tier, *more, times=MADRID, **given)
    club.begin()
    return club


def at(club: Club, moment: str, minutes: int = 0) -> None:
    """The clock set."""
    club.now = show_time(parse_time(moment) + timedelta(minutes=minutes))


def words(path: Path) -> str:
    """Returns the words of a letter without line breaks."""
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert isinstance(message, EmailMessage)
    body = message.get_body(("plain",))
    assert body is not None
    return " ".join(f"{message['Subject']} {body.get_content()}".split())


def posted(club: Club, kind: str) -> list[str]:
    """The letters of a kind that wait in the outbox, by seat."""
    names = (path.name.split("-") for path in sorted((club.desk / "outbox").glob("*.eml")))
    return [name[1] for name in names if name[2].startswith(kind)]


def deadline(club: Club) -> str:
    """The newest deadline of the ledger."""
    return club.ledger().entries("phase")[-1].text("deadline")


def due(club: Club) -> datetime | None:
    """When the game wants to be looked at."""
    with at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        return next_due(office)


def speak(club: Club, seat: str, *said: str) -> None:
    """A word taken in."""
    letter = club.do(seat, "word", *said, "--dir", club.folder(seat)).stdout.strip()
    club.do("moderator", "in", club.desk, letter)
