"""Deadlines against a plain model that tries one day after another, in zones whose clocks do odd things."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.base.clock import in_words
from pbem.match.terms.calendar import WEEKDAYS, Absence, Calendar, next_deadline

ZONES = ("Europe/Madrid", "Australia/Lord_Howe", "Antarctica/Troll", "Africa/Casablanca", "Africa/Cairo", "Asia/Gaza",
         "Pacific/Apia", "America/Havana", "Pacific/Chatham", "UTC")  # fmt: skip
SEATS = ("english", "spanish")
SPRING, AUTUMN = datetime(2027, 3, 1, tzinfo=UTC), datetime(2026, 10, 1, tzinfo=UTC)
QUARTER = timedelta(minutes=15)
DAY = timedelta(days=1)

HOURS = st.builds("{:02}:{:02}".format, st.sampled_from([0, 1, 2, 3, 20, 23]), st.sampled_from([0, 15, 30]))
CALENDARS = st.builds(
    Calendar, zone=st.sampled_from(ZONES), days=st.integers(1, 40), hour=HOURS, minimum_hours=st.integers(0, 100),
    weekdays=st.sets(st.sampled_from(WEEKDAYS), min_size=1).map(lambda days: tuple(sorted(days))),
    rest=st.sets(st.integers(0, 60), max_size=9).map(
        lambda days: tuple((start.date() + n * DAY).isoformat() for start in (SPRING, AUTUMN) for n in sorted(days))
    ),
    absence_days=st.sampled_from([0, 1, 5, 21, 366]), return_hours=st.sampled_from([0, 1, 24, 25, 100]),
    hours=st.none() | st.integers(0, 400),
)  # fmt: skip
OPENED = st.builds(lambda start, n: start + n * QUARTER, st.sampled_from([SPRING, AUTUMN]), st.integers(0, 3000))
#: Seat, first day after the opening, days away: overlapping, nested and back to back.
AWAY = st.lists(st.tuples(st.sampled_from([*SEATS, "french"]), st.integers(0, 60), st.integers(0, 400)), max_size=4)


def clock(moment: datetime, zone: str) -> datetime:
    """What the clocks show."""
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


def by_the_clock(wall: datetime, zone: str) -> datetime:
    """The last quarter of an hour at which clocks show that, or else the first at which they show more."""
    around = [wall.replace(tzinfo=UTC) + n * QUARTER for n in range(-60, 61)]
    shown = [moment for moment in around if clock(moment, zone) == wall]
    return shown[-1] if shown else next(moment for moment in around if clock(moment, zone) > wall)


def first(day: date, fits: Callable[[date], bool]) -> date:
    """The first day from that one on that does."""
    while not fits(day):
        day += DAY
    return day


def modelled(calendar: Calendar, opened: datetime, absences: list[Absence]) -> tuple[datetime, datetime]:
    """The deadline that nobody's absence moves, and the one that they do, as the documents have it."""
    zone, hour = calendar.zone, time.fromisoformat(calendar.hour)
    exact = None if calendar.hours is None else opened + timedelta(hours=max(calendar.hours, calendar.minimum_hours))

    def closes(day: date) -> datetime:
        if exact is None:
            return by_the_clock(datetime.combine(day, hour), zone)
        wall = clock(exact, zone)
        return exact if day == wall.date() else by_the_clock(datetime.combine(day, wall.time()), zone)

    def counts(day: date) -> bool:
        return WEEKDAYS[day.weekday()] in calendar.weekdays and day.isoformat() not in calendar.rest

    def keeps_from(day: date, absence: Absence) -> bool:
        back = by_the_clock(datetime.combine(absence.last + DAY, time()), zone) + timedelta(hours=calendar.return_hours)
        return absence.seat in SEATS and clock(closes(day), zone).date() >= absence.first and closes(day) < back

    def is_long(day: date) -> bool:
        return closes(day) - opened >= timedelta(hours=calendar.minimum_hours)

    start = clock(exact, zone).date() if exact else clock(opened, zone).date() + timedelta(days=calendar.days)
    bare = first(start, lambda day: counts(day) and is_long(day))
    latest = bare + timedelta(days=calendar.absence_days)
    there = first(bare, lambda day: counts(day) and (
        day >= latest or not any(keeps_from(day, absence) for absence in absences)))  # fmt: skip
    return closes(bare), closes(there)


@settings(max_examples=150, deadline=None)
@given(CALENDARS, OPENED, AWAY)
def test_a_deadline_is_the_one_that_the_documents_describe(
    calendar: Calendar, opened: datetime, away: list[tuple[str, int, int]]
) -> None:
    days = [(seat, opened.date() + timedelta(days=begins), length) for seat, begins, length in away]
    absences = [Absence(seat, begins, begins + timedelta(days=length)) for seat, begins, length in days]
    bare, there = modelled(calendar, opened, absences)
    found = next_deadline(calendar, opened, absences, SEATS)
    assert next_deadline(calendar, opened).at == bare
    assert found.at == there
    assert found == next_deadline(calendar, opened, absences[::-1], SEATS[::-1])
    told = [f"'{each.seat}' is away until {each.last.isoformat()}" for each in found.used]
    assert [why for why in found.reasons if "away" in why] == told
    assert bool(told) == (there > bare)
    shown = calendar.shown(there)
    assert shown.endswith(f"{there:%H:%M} UTC")
    assert shown.startswith(in_words(clock(there, calendar.zone)))
