"""The only clock. Rules never read it; deadlines and letters do, and tests set it with PBEM_NOW."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from functools import lru_cache

from pbem.base.counting import counted
from pbem.base.errors import bad
from pbem.base.patterns import pattern

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")  # fmt: skip
TIME = pattern(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})Z")


@lru_cache(maxsize=4096)
def parse_time(text: str) -> datetime:
    """Reads a UTC time such as 2026-11-18T20:00:00Z. A record has few times, and names each many times."""
    found = TIME.fullmatch(text)
    if not found:
        raise bad(f"'{text}' is no time", hint="write it in UTC, such as 2026-11-18T20:00:00Z")
    try:
        year, month, day, hour, minute, second = map(int, found.groups())
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except ValueError:
        raise bad(f"'{text}' is no time of the calendar") from None


def show_time(moment: datetime) -> str:
    """Writes a time in UTC in that form."""
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='seconds')}Z"


def in_words(moment: datetime) -> str:
    """Writes a moment for people, by its own clock: 'Saturday 26 September 2026, 18:00'; English in every locale."""
    return f"{DAYS[moment.weekday()]} {moment.day} {MONTHS[moment.month - 1]} {moment.year}, {moment:%H:%M}"


def time_left(moment: datetime, now: datetime) -> str:
    """Says how far off a moment is: 'in 2 days', 'in 5 hours', 'in 20 minutes', or 'passed'."""
    minutes = int((moment - now).total_seconds() // 60)
    if minutes < 0:
        return "passed"
    if minutes < 120:
        return f"in {counted(minutes, 'minute')}"
    hours = minutes // 60
    return f"in {counted(hours, 'hour')}" if hours < 48 else f"in {counted(hours // 24, 'day')}"


def now(given: str | None = None) -> datetime:
    """Returns the time given, else PBEM_NOW, else the system's, in whole seconds."""
    text = given or os.environ.get("PBEM_NOW")
    return parse_time(text) if text else datetime.now(UTC).replace(microsecond=0)
