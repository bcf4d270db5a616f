"""The calendar block of a charter: the first form means what it always meant, the whole one says everything."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.base.errors import PbemError
from pbem.base.resources import shipped
from pbem.match.terms.calendar import Absence, Calendar, next_deadline
from pbem.match.terms.calendar_terms import calendar_block, check_calendar, for_tier, whole
from pbem.trust.people.charter import Tier

OPENED = datetime(2026, 11, 2, 21, 0, 17, tzinfo=UTC)


def closes(block: dict[str, Any], *, question: bool = False, opened: datetime = OPENED) -> datetime:
    return next_deadline(Calendar.of_charter(block), opened, question=question).at


@pytest.mark.parametrize(
    ("block", "length", "question"),
    [
        ({}, timedelta(days=7), timedelta(days=7)),
        ({"hours": 48, "question_hours": 24}, timedelta(hours=48), timedelta(hours=24)),
        ({"hours": 48}, timedelta(hours=48), timedelta(days=7)),
        ({"days": 3}, timedelta(days=3), timedelta(days=3)),
        ({"days": 3, "question_days": 1}, timedelta(days=3), timedelta(days=1)),
        ({"hours": 0, "question_hours": 0}, timedelta(), timedelta()),
    ],
)
def test_lengths_of_the_first_form_are_exact(block: dict[str, Any], length: timedelta, question: timedelta) -> None:
    assert (closes(block) - OPENED, closes(block, question=True) - OPENED) == (length, question)
    calendar = Calendar.of_charter(block)
    assert (calendar.zone, calendar.hold_minutes, calendar.grace_hours, calendar.silent_percent) == ("UTC", 0, 0, 100)


def test_an_hour_and_days_of_rest_of_the_first_form() -> None:
    block = {"days": 1, "hour": "20:00", "rest": ["2026-11-03", "2026-11-04"]}
    assert closes(block) == datetime(2026, 11, 5, 20, tzinfo=UTC)
    assert closes({"hours": 24, "rest": ["2026-11-03"]}) == OPENED + timedelta(hours=48)


def test_an_exact_length_with_a_zone_has_no_pause_unless_it_says_so() -> None:
    calendar = Calendar.of_charter({"hours": 48, "zone": "Europe/Madrid", "grace_hours": 6})
    assert (calendar.hold_minutes, calendar.grace_hours, calendar.question_hours) == (0, 6, 48)
    assert Calendar.of_charter({"hours": 48, "hold_minutes": 5}).hold_minutes == 5
    assert Calendar.of_charter({"zone": "UTC"}) == Calendar()


def test_the_least_time_holds_for_exact_lengths_where_a_charter_names_it() -> None:
    block = {"hours": 48, "question_hours": 12, "zone": "Europe/Madrid", "minimum_hours": 24}
    asked = next_deadline(Calendar.of_charter(block), OPENED, question=True)
    assert (asked.at - OPENED, asked.reasons) == (timedelta(hours=24), ("at least 24 hours",))
    assert closes(block) - OPENED == timedelta(hours=48)


def test_an_absence_puts_an_exact_deadline_off_to_the_same_time_of_a_later_day() -> None:
    calendar = Calendar.of_charter({"hours": 48})
    away = Absence("red", date(2026, 11, 4), date(2026, 11, 6))
    found = next_deadline(calendar, OPENED, [away], ["red"])
    assert found.at == datetime(2026, 11, 8, 21, 0, 17, tzinfo=UTC)
    assert found.used == (away,)


@given(st.integers(1, 400), st.integers(0, 2 * 365 * 86400))
def test_exact_hours_are_exact_in_every_zone_whatever_its_clocks_do(hours: int, seconds: int) -> None:
    opened = OPENED + timedelta(seconds=seconds)
    for zone in ("Europe/Madrid", "America/New_York", "Australia/Lord_Howe"):
        assert closes({"hours": hours, "zone": zone}, opened=opened) == opened + timedelta(hours=hours)


def test_a_charter_takes_every_field_of_a_calendar_and_no_default() -> None:
    """A default would turn a block of the first form into another one."""
    calendar, charter = (json.loads((shipped("schemas") / f"{name}.schema.json").read_bytes())["properties"]
                         for name in ("calendar", "charter"))  # fmt: skip
    block = charter["calendar"]["properties"]
    assert block == {
        name: {key: each[key] for key in each if key != "default"} for name, each in calendar.items() if name != "pbem"
    }
    assert all(each.get("default", getattr(Calendar(), name)) == getattr(Calendar(), name)
               for name, each in calendar.items() if name != "pbem")  # fmt: skip


def test_a_whole_block_is_read_as_the_calendar_it_was_written_from() -> None:
    for block in ({"zone": "Europe/Madrid", "weekdays": ["sun"]}, {"hours": 48, "zone": "UTC"}, {"early": False}):
        written = calendar_block(None, "", block)
        assert Calendar.of_charter(written) == Calendar.of_charter(block)
        assert whole(Calendar.of_charter(written)) == written
    assert for_tier({"zone": "UTC"}, Tier.BEACON) == {"zone": "UTC", "early": False}


@pytest.mark.parametrize(
    ("awaited", "silent", "mostly"),
    [(1, 1, False), (2, 1, False), (2, 2, True), (3, 1, False), (3, 2, True), (4, 2, False), (4, 3, True)],
)
def test_more_than_half_of_two_or_more_are_most(awaited: int, silent: int, mostly: bool) -> None:
    assert Calendar().mostly_silent(awaited, silent) is mostly
    assert not Calendar(silent_percent=100).mostly_silent(awaited, silent)


def test_a_holiday_that_no_year_has_is_refused_before_a_charter_holds_it() -> None:
    check_calendar(calendar_block(None, "", {"rest": ["2028-02-29"]}), OPENED)
    with pytest.raises(PbemError, match="'2026-02-30' is no day of the calendar"):
        check_calendar(calendar_block(None, "", {"rest": ["2026-02-30"]}), OPENED)
