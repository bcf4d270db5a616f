"""When a phase closes: days, holidays, absences and the two odd days of the year, each with its reason."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.base.clock import in_words, time_left
from pbem.base.errors import BadInput
from pbem.match.terms.calendar import WEEKDAYS, Absence, Calendar, Deadline, local_moment, next_deadline
from pbem.schema import read_as

MADRID = "Europe/Madrid"
WEEKLY = Calendar(zone=MADRID, days=7, hour="20:00")
NOON = datetime(2026, 11, 2, 12, tzinfo=UTC)
OPENED = datetime(2026, 11, 4, 19, tzinfo=UTC)  # a Wednesday, 20:00 in Madrid


def local(deadline: Deadline, zone: str = MADRID) -> str:
    """What the clock on the wall says at a deadline."""
    return deadline.at.astimezone(ZoneInfo(zone)).strftime("%a %Y-%m-%d %H:%M")


def test_a_week_later_at_the_hour_by_the_clocks_of_the_game() -> None:
    deadline = next_deadline(WEEKLY, OPENED)
    assert (local(deadline), deadline.reasons) == ("Wed 2026-11-11 20:00", ())
    assert local(next_deadline(WEEKLY, OPENED, question=True)) == "Sat 2026-11-07 20:00"


def test_only_on_days_that_count_and_never_on_a_holiday() -> None:
    sundays = Calendar(zone=MADRID, weekdays=("sun",), rest=("2026-11-15",))
    deadline = next_deadline(sundays, OPENED)
    assert local(deadline) == "Sun 2026-11-22 20:00"
    assert deadline.reasons == ("2026-11-11 is no day for a deadline",)


def test_never_sooner_than_the_least_hours() -> None:
    short = Calendar(zone=MADRID, days=1, hour="08:00", minimum_hours=48)
    deadline = next_deadline(short, OPENED)
    assert (local(deadline), deadline.reasons) == ("Sat 2026-11-07 08:00", ("at least 48 hours",))


def test_an_absence_moves_this_deadline_and_is_then_used_up() -> None:
    away = Absence("english", date(2026, 11, 9), date(2026, 11, 13))
    deadline = next_deadline(WEEKLY, OPENED, [away], ["english"])
    assert local(deadline) == "Sun 2026-11-15 20:00"
    assert deadline.reasons == ("'english' is away until 2026-11-13",)
    assert deadline.used == (away,)
    later = next_deadline(WEEKLY, deadline.at, [], ["english"])
    assert local(later) == "Sun 2026-11-22 20:00"


def test_an_absence_of_a_seat_nobody_waits_for_moves_nothing() -> None:
    away = Absence("english", date(2026, 11, 9), date(2026, 11, 13))
    assert next_deadline(WEEKLY, OPENED, [away], ["spanish"]) == next_deadline(WEEKLY, OPENED)


def test_an_absence_before_or_after_the_deadline_moves_nothing_and_is_kept() -> None:
    before = Absence("english", date(2026, 11, 5), date(2026, 11, 9))
    after = Absence("english", date(2026, 11, 12), date(2026, 11, 30))
    deadline = next_deadline(WEEKLY, OPENED, [before, after], ["english"])
    assert (local(deadline), deadline.used) == ("Wed 2026-11-11 20:00", ())


def test_whoever_comes_back_has_his_hours() -> None:
    away = Absence("english", date(2026, 11, 9), date(2026, 11, 10))
    assert local(next_deadline(WEEKLY, OPENED, [away], ["english"])) == "Thu 2026-11-12 20:00"
    at_once = Calendar(zone=MADRID, days=7, hour="20:00", return_hours=0)
    assert local(next_deadline(at_once, OPENED, [away], ["english"])) == "Wed 2026-11-11 20:00"


def test_absences_of_several_seats_follow_one_another_and_a_holiday_follows_them() -> None:
    calendar = Calendar(zone=MADRID, days=7, rest=("2026-11-18", "2026-11-19"), return_hours=0)
    spanish = Absence("spanish", date(2026, 11, 13), date(2026, 11, 17))
    english = Absence("english", date(2026, 11, 10), date(2026, 11, 13))
    deadline = next_deadline(calendar, OPENED, [spanish, english], ["english", "spanish"])
    assert local(deadline) == "Fri 2026-11-20 20:00"
    assert deadline.reasons == (
        "'english' is away until 2026-11-13", "'spanish' is away until 2026-11-17",
        "2026-11-18 is no day for a deadline",
    )  # fmt: skip


def test_no_absence_moves_a_deadline_further_than_the_game_allows() -> None:
    away = Absence("english", date(2026, 11, 9), date(2027, 11, 9))
    calendar = Calendar(zone=MADRID, absence_days=10)
    assert local(next_deadline(calendar, OPENED, [away], ["english"])) == "Sat 2026-11-21 20:00"


def test_an_absence_that_can_move_a_deadline_no_further_is_no_reason_for_it_and_moves_the_next() -> None:
    english = Absence("english", date(2026, 11, 9), date(2026, 11, 30))
    spanish = Absence("spanish", date(2026, 11, 10), date(2026, 12, 31))
    calendar, seats = Calendar(zone=MADRID, absence_days=10), ("english", "spanish")
    deadline = next_deadline(calendar, OPENED, [english, spanish], seats)
    assert (local(deadline), deadline.used) == ("Sat 2026-11-21 20:00", (english,))
    assert deadline.reasons == ("'english' is away until 2026-11-30",)
    later = next_deadline(calendar, deadline.at, [spanish], seats)
    assert (local(later), later.used) == ("Tue 2026-12-08 20:00", (spanish,))


def test_where_no_absence_moves_a_deadline_none_is_named_for_it() -> None:
    away = Absence("english", date(2026, 11, 9), date(2026, 11, 13))
    calendar = Calendar(zone=MADRID, absence_days=0)
    assert next_deadline(calendar, OPENED, [away], ["english"]) == next_deadline(calendar, OPENED)


@pytest.mark.parametrize("zone", ["UTC", "Asia/Tokyo", "America/Los_Angeles"])
def test_an_absence_without_beginning_or_end_is_reckoned_like_any_other(zone: str) -> None:
    """Midnights of the first and the last year there are lie outside all years, east or west of Greenwich."""
    calendar = Calendar(zone=zone, absence_days=10)
    ever = Absence("red", date.min, date.max)
    opened = datetime(2026, 11, 2, 12, tzinfo=UTC)
    plain = next_deadline(calendar, opened)
    assert next_deadline(calendar, opened, [ever], ["red"]).at == plain.at + timedelta(days=10)
    assert next_deadline(calendar, opened, [Absence("red", date.min, date.min)], ["red"]).at == plain.at


def test_the_hour_of_the_clock_stays_when_summer_time_ends() -> None:
    opened = datetime(2026, 10, 21, 18, tzinfo=UTC)
    deadline = next_deadline(WEEKLY, opened)
    assert local(deadline) == "Wed 2026-10-28 20:00"
    assert deadline.at - opened == timedelta(days=7, hours=1)


def test_an_hour_that_occurs_twice_means_its_second_time() -> None:
    assert local_moment(datetime(2026, 10, 25, 2, 30), MADRID) == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)  # noqa: DTZ001


@pytest.mark.parametrize(
    ("wall", "zone", "moment"),
    [
        ("2026-03-29T02:30", MADRID, "2026-03-29T01:00"),
        ("2026-03-08T02:00", "America/New_York", "2026-03-08T07:00"),
        ("2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-03T15:30"),
        ("2011-12-30T12:00", "Pacific/Apia", "2011-12-30T10:00"),
    ],
)
def test_an_hour_that_is_left_out_means_the_moment_the_clocks_jump(wall: str, zone: str, moment: str) -> None:
    assert local_moment(datetime.fromisoformat(wall), zone) == datetime.fromisoformat(moment).replace(tzinfo=UTC)


def test_an_extension_gives_time_and_says_why() -> None:
    deadline = next_deadline(WEEKLY, OPENED)
    longer = deadline.extended(WEEKLY, deadline.at + timedelta(days=2), "storm over Cadiz")
    assert local(longer) == "Fri 2026-11-13 20:00"
    assert longer.reasons == ("extended to 2026-11-13 20:00 (storm over Cadiz)",)
    with pytest.raises(BadInput, match="gives time"):
        deadline.extended(WEEKLY, deadline.at - timedelta(hours=1), "hurry")


def test_what_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(BadInput, match="'Atlantis/Poseidonis' is no time zone"):
        Calendar(zone="Atlantis/Poseidonis")
    with pytest.raises(BadInput, match="is no time zone"):
        Calendar(zone="../../etc/passwd")
    with pytest.raises(BadInput, match="before it begins"):
        Absence("english", date(2026, 11, 2), date(2026, 11, 1))
    year = tuple((date(2026, 11, 1) + timedelta(days=n)).isoformat() for n in range(1200))
    with pytest.raises(BadInput, match="no deadline can fall"):
        next_deadline(Calendar(rest=year), OPENED)


def test_a_calendar_is_read_from_its_file_with_its_defaults() -> None:
    text = b"pbem: calendar/1\nzone: Europe/Madrid\nweekdays: [sun]\nhour: 18:30\nrest: [2026-12-27]\nearly: false\n"
    calendar = Calendar.of(read_as("calendar", text))
    assert calendar == Calendar(zone=MADRID, weekdays=("sun",), hour="18:30", rest=("2026-12-27",), early=False)
    assert Calendar.of(read_as("calendar", b"pbem: calendar/1\n")) == Calendar()


@pytest.mark.parametrize(
    "line", ["hour: 24:00", "hour: 8pm", "weekdays: []", "weekdays: [sunday]", "days: 0", "zone: a b",
             "rest: [tomorrow]", "hold_minutes: -1", "early: maybe", "grace: 3"],
)  # fmt: skip
def test_a_calendar_that_is_wrong_is_refused_by_its_schema(line: str) -> None:
    with pytest.raises(BadInput):
        read_as("calendar", f"pbem: calendar/1\n{line}\n")


ZONES = st.sampled_from([MADRID, "UTC", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Chatham"])
HOURS = st.builds("{:02}:{:02}".format, st.integers(0, 23), st.sampled_from([0, 15, 30, 59]))
CALENDARS = st.builds(
    Calendar, zone=ZONES, days=st.integers(1, 30), hour=HOURS, minimum_hours=st.integers(0, 200),
    weekdays=st.sets(st.sampled_from(WEEKDAYS), min_size=1).map(lambda days: tuple(sorted(days))),
    rest=st.sets(st.integers(0, 60), max_size=12).map(
        lambda days: tuple((date(2026, 3, 1) + timedelta(days=n)).isoformat() for n in sorted(days))
    ),
    absence_days=st.integers(0, 40), return_hours=st.integers(0, 72),
)  # fmt: skip
MARCH = datetime(2026, 3, 1, tzinfo=UTC)
MOMENTS = st.integers(0, 40 * 24 * 60).map(lambda minutes: MARCH + timedelta(minutes=minutes))


def away(seat: str, start: int, length: int) -> Absence:
    """Some days of spring."""
    first = MARCH.date() + timedelta(days=start)
    return Absence(seat, first, first + timedelta(days=length))


NAMES = st.sampled_from(["english", "spanish", "french"])
ABSENCES = st.lists(st.builds(away, NAMES, st.integers(0, 60), st.integers(0, 20)), max_size=4)
SEATS = ("english", "spanish")


@given(CALENDARS, MOMENTS, ABSENCES)
def test_a_deadline_keeps_every_promise(calendar: Calendar, opened: datetime, absences: list[Absence]) -> None:
    deadline = next_deadline(calendar, opened, absences, SEATS)
    wall = calendar.local(deadline.at)
    assert calendar.takes(wall.date())
    assert deadline.at - opened >= timedelta(hours=calendar.minimum_hours)
    assert wall.date() >= calendar.local(opened).date() + timedelta(days=calendar.days)
    if wall.time().isoformat("minutes") != calendar.hour:
        meant = datetime.combine(wall.date(), time.fromisoformat(calendar.hour))
        assert local_moment(meant, calendar.zone) == deadline.at


@given(CALENDARS, MOMENTS, ABSENCES)
def test_nobody_is_cut_short_unless_the_game_is_out_of_patience(
    calendar: Calendar, opened: datetime, absences: list[Absence]
) -> None:
    bare = next_deadline(calendar, opened)
    deadline = next_deadline(calendar, opened, absences, SEATS)
    assert deadline.at >= bare.at
    day, start = calendar.local(deadline.at).date(), calendar.local(bare.at).date()
    if (day - start).days < calendar.absence_days:
        assert not any(each.seat in SEATS and each.first <= day <= each.last for each in absences)
    assert all(each.seat in SEATS for each in deadline.used)
    assert bool(deadline.used) == (len(deadline.reasons) > len(bare.reasons))


@given(CALENDARS, MOMENTS, ABSENCES)
def test_the_order_in_which_absences_were_announced_changes_nothing(
    calendar: Calendar, opened: datetime, absences: list[Absence]
) -> None:
    there = next_deadline(calendar, opened, absences, SEATS)
    assert there == next_deadline(calendar, opened, absences[::-1], SEATS[::-1])


@given(st.integers(0, 366 * 24 * 4), ZONES)
def test_the_same_hour_of_the_wall_is_never_before_its_first_time(quarters: int, zone: str) -> None:
    wall = datetime(2026, 1, 1) + timedelta(minutes=15 * quarters)  # noqa: DTZ001
    moment = local_moment(wall, zone)
    place = ZoneInfo(zone)
    first = wall.replace(tzinfo=place).astimezone(UTC)
    shown = moment.astimezone(place).replace(tzinfo=None)
    if shown == wall:
        assert moment >= first
    else:
        before = (moment - timedelta(seconds=1)).astimezone(place).replace(tzinfo=None)
        assert before < wall < shown or shown > wall
        assert shown - before > timedelta(seconds=1)


@pytest.mark.parametrize(("hours", "words"), [
    (-0.5, "passed"), (0, "in 0 minutes"), (1 / 60, "in 1 minute"), (1.99, "in 119 minutes"), (2, "in 2 hours"),
    (47.9, "in 47 hours"), (48, "in 2 days"), (71, "in 2 days"),
])  # fmt: skip
def test_the_time_left_is_told_in_the_unit_a_person_would_use(hours: float, words: str) -> None:
    assert time_left(NOON + timedelta(hours=hours), NOON) == words


def test_a_moment_is_written_in_english_in_every_locale() -> None:
    assert in_words(NOON) == "Monday 2 November 2026, 12:00"
