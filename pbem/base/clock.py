"""The one clock. Rules never read it; deadlines and letters do, and tests set it with PBEM_NOW."""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime

from pbem.base.errors import bad

TIME = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})Z")


def parse_time(text: str) -> datetime:
    """A UTC time written like 2026-11-18T20:00:00Z."""
    found = TIME.fullmatch(text)
    if not found:
        raise bad(f"'{text}' is no time", hint="write it in UTC like 2026-11-18T20:00:00Z")
    try:
        year, month, day, hour, minute, second = map(int, found.groups())
        return datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except ValueError:
        raise bad(f"'{text}' is no time of the calendar") from None


def show_time(moment: datetime) -> str:
    """The same form, written."""
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec='seconds')}Z"


def now(given: str | None = None) -> datetime:
    """The time given, else PBEM_NOW, else the system's, cut to whole seconds."""
    text = given or os.environ.get("PBEM_NOW")
    return parse_time(text) if text else datetime.now(UTC).replace(microsecond=0)
