"""What the clock asks for: reminders, grace, early runs and the pause before what cannot be undone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.match.terms.calendar import Act, Calendar, Deadline, Standing, due

AT = datetime(2026, 11, 18, 20, tzinfo=UTC)
DEADLINE = Deadline(AT)
CALENDAR = Calendar(grace_hours=12, reminder_hours=48, hold_minutes=30)
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("hours", "standing", "act", "again"),
    [
        (-100, Standing(), Act.WAIT, -48),
        (-48, Standing(), Act.REMIND, 0),
        (-47, Standing(reminded=True), Act.WAIT, 0),
        (0, Standing(reminded=True), Act.LATE, 12),
        (1, Standing(reminded=True, told_late=True), Act.WAIT, 12),
        (12, Standing(told_late=True), Act.CLOSE, None),
        (999, Standing(), Act.CLOSE, None),
        (999, Standing(paused=True), Act.WAIT, None),
        (-50, Standing(complete=AT - 50 * HOUR), Act.HOLD, -49.5),
        (-49.5, Standing(complete=AT - 50 * HOUR), Act.RUN, None),
        (-49, Standing(complete=AT - 50 * HOUR, asked_to_wait=True), Act.WAIT, 0),
        (0, Standing(complete=AT - 50 * HOUR, asked_to_wait=True), Act.RUN, None),
        (5, Standing(complete=AT + 5 * HOUR, told_late=True), Act.WAIT, 5.5),
        (5.5, Standing(complete=AT + 5 * HOUR, told_late=True), Act.RUN, None),
    ],
)
def test_what_is_due(hours: float, standing: Standing, act: Act, again: float | None) -> None:
    event = due(AT + hours * HOUR, CALENDAR, DEADLINE, standing)
    assert (event.act, event.again) == (act, None if again is None else AT + again * HOUR), event.why


def test_a_game_that_keeps_its_deadline_runs_no_earlier() -> None:
    patient = Calendar(early=False, hold_minutes=30)
    standing = Standing(complete=AT - 50 * HOUR)
    event = due(AT - HOUR, patient, DEADLINE, standing)
    assert (event.act, event.again) == (Act.WAIT, AT)
    assert due(AT, patient, DEADLINE, standing).act is Act.RUN


def test_without_grace_the_deadline_closes() -> None:
    assert due(AT, Calendar(), DEADLINE, Standing()).act is Act.CLOSE
    assert due(AT - timedelta(seconds=1), Calendar(), DEADLINE, Standing()).act is Act.WAIT


def test_nobody_is_reminded_twice_or_where_reminders_are_off() -> None:
    assert due(AT - HOUR, Calendar(reminder_hours=2), DEADLINE, Standing(reminded=True)).act is Act.WAIT
    assert due(AT - HOUR, Calendar(reminder_hours=0), DEADLINE, Standing()).act is Act.WAIT


CALENDARS = st.builds(
    Calendar, grace_hours=st.integers(0, 48), reminder_hours=st.integers(0, 72), hold_minutes=st.integers(0, 600),
    early=st.booleans(),
)  # fmt: skip
HOURS = st.integers(-200, 200)
STANDINGS = st.builds(
    Standing, complete=st.none() | HOURS.map(lambda hours: AT + hours * HOUR), asked_to_wait=st.booleans(),
    reminded=st.booleans(), told_late=st.booleans(), paused=st.booleans(),
)  # fmt: skip


@given(CALENDARS, STANDINGS, HOURS)
def test_looking_again_when_told_finds_something_new_to_do(calendar: Calendar, standing: Standing, hours: int) -> None:
    now = AT + hours * HOUR
    event = due(now, calendar, DEADLINE, standing)
    if event.again is None:
        assert event.act in (Act.RUN, Act.CLOSE) or standing.paused
    else:
        assert event.again > now
        assert due(event.again, calendar, DEADLINE, standing) != event


@given(CALENDARS, STANDINGS, HOURS, st.integers(0, 300))
def test_what_may_run_now_may_run_later(calendar: Calendar, standing: Standing, hours: int, more: int) -> None:
    now = AT + hours * HOUR
    if due(now, calendar, DEADLINE, standing).act in (Act.RUN, Act.CLOSE):
        assert due(now + more * HOUR, calendar, DEADLINE, standing).act in (Act.RUN, Act.CLOSE)


@given(CALENDARS, STANDINGS, HOURS)
def test_nobody_is_overrun_before_the_grace_is_over(calendar: Calendar, standing: Standing, hours: int) -> None:
    now = AT + hours * HOUR
    act = due(now, calendar, DEADLINE, standing).act
    if act is Act.CLOSE:
        assert now >= AT + calendar.grace_hours * HOUR
    if act is Act.RUN:
        assert standing.complete is not None
        assert now >= standing.complete + timedelta(minutes=calendar.hold_minutes)
        assert now >= AT or (calendar.early and not standing.asked_to_wait)
