"""Computes when a phase closes: zone, days that count, holidays, grace, absences, daylight saving.

A deadline is one moment, fixed when the phase opens and announced to everybody with its reasons. It changes only by
what everybody hears of as well: an absence announced before, or an extension by the moderator. The next act (`due`)
follows from it and from events, never from the time of the last look. All functions are pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum
from typing import TYPE_CHECKING, Any

from pbem.base.clock import in_words
from pbem.base.counting import counted
from pbem.base.errors import bad
from pbem.base.records import dataclass, fields, replace
from pbem.base.this_system import pip_install

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
#: A calendar whose every day for so long is a holiday has no deadline.
MOST_DAYS = 1100
DAYS = 7
#: What a charter's first form of the block could say; with nothing else it means what it meant then.
FIRST_FORM = frozenset(("days", "question_days", "hour", "hours", "question_hours", "rest"))
#: Exact lengths come without a pause, and nobody counts the silent, unless the block says so.
EXACT: Mapping[str, Any] = {"minimum_hours": 0, "hold_minutes": 0, "silent_percent": 100}


@dataclass(frozen=True, slots=True, kw_only=True)
class Calendar:
    """The rules of time of one game, as schemas/calendar.schema.json describes them field by field.

    With `hours` a phase has an exact length instead of so many days and an hour of the day.
    """

    zone: str = "UTC"
    days: int = DAYS
    question_days: int = 3
    hour: str = "20:00"
    weekdays: tuple[str, ...] = WEEKDAYS
    rest: tuple[str, ...] = ()
    minimum_hours: int = 24
    grace_hours: int = 0
    early: bool = True
    hold_minutes: int = 30
    reminder_hours: int = 0
    absence_days: int = 21
    return_hours: int = 24
    hours: int | None = None
    question_hours: int | None = None
    silent_percent: int = 50

    def __post_init__(self) -> None:
        zone_of(self.zone)
        time.fromisoformat(self.hour)
        if not self.weekdays:
            raise bad("no day of the week is left for a deadline")

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Calendar:
        """From the fields of a file that its schema has typed; what is left out has the default."""
        known = {each.name for each in fields(cls)}
        given: dict[str, Any] = {key: plain[key] for key in plain if key in known}
        given |= {key: tuple(value) for key, value in given.items() if isinstance(value, list)}
        return cls(**given)

    @classmethod
    def of_charter(cls, block: Mapping[str, Any]) -> Calendar:
        """From a charter's block. One of the first form keeps UTC, exact lengths, and no pause before a run."""
        if not block.keys() <= FIRST_FORM:
            exact = {**EXACT, "question_hours": block["hours"]} if "hours" in block else {}
            return cls.of({**exact, **block})
        days = block.get("days", DAYS)
        first: dict[str, Any] = {**EXACT, "days": days, "question_days": block.get("question_days", days)}
        if "hour" not in block:
            first |= {"hours": 24 * days, "question_hours": 24 * first["question_days"]}
        return cls.of({**first, **block})

    def takes(self, day: date) -> bool:
        """Tells if a deadline may fall on that day."""
        return WEEKDAYS[day.weekday()] in self.weekdays and day.isoformat() not in self.rest

    def moment(self, day: date) -> datetime:
        """The deadline's hour on that day, in UTC."""
        return local_moment(datetime.combine(day, time.fromisoformat(self.hour)), self.zone)

    def local(self, moment: datetime) -> datetime:
        """The same moment as the game's clocks show it."""
        return moment.astimezone(zone_of(self.zone))

    def shown(self, moment: datetime) -> str:
        """Writes the moment for people, in the game's time zone and in UTC."""
        utc = moment.astimezone(UTC)
        if self.zone == "UTC":
            return f"{in_words(utc)} UTC"
        wall, place = self.local(moment), self.zone.rpartition("/")[2].replace("_", " ")
        in_utc = f"{utc:%H:%M}" if utc.date() == wall.date() else in_words(utc)
        return f"{in_words(wall)} ({place}), {in_utc} UTC"

    def mostly_silent(self, awaited: int, silent: int) -> bool:
        """Tells if so many are silent that the mail is more likely at fault than the players."""
        return awaited > 1 and silent > 1 and 100 * silent > self.silent_percent * awaited


def zone_of(name: str) -> ZoneInfo:
    """The zone's rules, or a fault with what to do where the system has none."""
    from zoneinfo import ZoneInfo  # most calendars keep UTC

    try:
        return ZoneInfo(name)
    except (OSError, ValueError, KeyError):
        hint = "a name like Europe/Madrid; where no zone at all is known: " + pip_install("pbem[zones]")
        raise bad(f"'{name[:60]}' is no time zone known here", hint=hint) from None


def local_moment(wall: datetime, zone: str) -> datetime:
    """Converts the time on a wall clock to UTC.

    An hour that occurs twice means its second time, so that no player loses time. An hour that is left out in spring
    means the moment the clocks jump.
    """
    place = zone_of(zone)
    first, second = (wall.replace(tzinfo=place, fold=fold).astimezone(UTC) for fold in (0, 1))
    if first <= second:
        return second
    return jump_between(second, first, place)


def jump_between(before: datetime, after: datetime, place: ZoneInfo) -> datetime:
    """The moment in between at which the zone's offset changes, found by halving; whole seconds."""
    old = before.astimezone(place).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + timedelta(seconds=int((after - before).total_seconds()) // 2)
        if middle.astimezone(place).utcoffset() == old:
            before = middle
        else:
            after = middle
    return after


@dataclass(frozen=True, slots=True)
class Absence:
    """A seat's absence, from the start of the first day to the end of the last, by the game's clocks."""

    seat: str
    first: date
    last: date

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise bad(f"absence ends on {self.last.isoformat()}, before it begins on {self.first.isoformat()}")


@dataclass(frozen=True, slots=True)
class Deadline:
    """The moment, and why it is not another: one line for each thing that moved it. `used` absences are spent."""

    at: datetime
    reasons: tuple[str, ...] = ()
    used: tuple[Absence, ...] = ()

    def extended(self, calendar: Calendar, until: datetime, reason: str) -> Deadline:
        """The moderator's extension; it can only give time, and says why."""
        if until <= self.at:
            now = calendar.local(self.at)
            raise bad("an extension gives time, it takes none", hint=f"the deadline is {now:%Y-%m-%d %H:%M}")
        shown = calendar.local(until)
        return Deadline(until, (*self.reasons, f"extended to {shown:%Y-%m-%d %H:%M} ({reason})"), self.used)


def next_deadline(
    calendar: Calendar, opened: datetime, absences: Iterable[Absence] = (), awaited: Sequence[str] = (),
    *, question: bool = False,
) -> Deadline:  # fmt: skip
    """When a phase opened now closes: its days, at least the minimum of hours, on a day that counts, and not while a
    seat it waits for is away (each announced absence moves one deadline, this one, and is then used up).
    """
    exact = calendar.question_hours if question else calendar.hours
    if exact is not None:
        least = calendar.minimum_hours
        told = [f"at least {counted(least, 'hour')}"] if exact < least else []
        return exact_deadline(calendar, opened + timedelta(hours=max(exact, least)), told, absences, awaited)
    day, reasons = first_day(calendar, opened, calendar.question_days if question else calendar.days)
    return put_off(calendar, day, reasons, absences, awaited)


def exact_deadline(
    calendar: Calendar, moment: datetime, reasons: Sequence[str], absences: Iterable[Absence], awaited: Sequence[str]
) -> Deadline:
    """That moment; where its day does not count or somebody is away, the same time of a later day."""
    wall = calendar.local(moment)
    found = put_off(replace(calendar, hour=f"{wall:%H:%M}"), wall.date(), reasons, absences, awaited)
    if calendar.local(found.at).date() == wall.date():
        return replace(found, at=moment)
    return replace(found, at=found.at + timedelta(seconds=wall.second))


def first_day(calendar: Calendar, opened: datetime, length: int) -> tuple[date, list[str]]:
    """The day so many days on, or the first one after it that leaves the least of hours."""
    day, reasons = calendar.local(opened).date() + timedelta(days=length), list[str]()
    first = day
    while calendar.moment(day) - opened < timedelta(hours=calendar.minimum_hours):
        day += timedelta(days=1)
    if day != first:
        reasons.append(f"at least {counted(calendar.minimum_hours, 'hour')}")
    return day, reasons


def put_off(
    calendar: Calendar, day: date, reasons: Sequence[str], absences: Iterable[Absence], awaited: Sequence[str]
) -> Deadline:
    """The deadline of that day, or of the first one on which it may fall and everybody is there."""
    told = list(reasons)
    day, moved = day_that_counts(calendar, day)
    told += moved
    latest = day + timedelta(days=calendar.absence_days)
    used: list[Absence] = []
    for absence in sorted(absences, key=lambda each: (each.first, each.last, each.seat)):
        if absence.seat in awaited and away(calendar, absence, calendar.moment(day)):
            back = min(returned(calendar, absence), latest) if absence.last < latest else latest
            if back > day:  # else the game is out of patience, and the absence moves nothing here
                day, moved = day_that_counts(calendar, back)
                told += [f"'{absence.seat}' is away until {absence.last.isoformat()}", *moved]
                used.append(absence)
    return Deadline(calendar.moment(day), tuple(told), tuple(used))


def day_that_counts(calendar: Calendar, day: date) -> tuple[date, list[str]]:
    """The day, or the first one after it on which a deadline may fall."""
    for later in range(MOST_DAYS):
        found = day + timedelta(days=later)
        if calendar.takes(found):
            return found, [f"{day.isoformat()} is no day for a deadline"] if later else []
    raise bad(f"no deadline can fall within {MOST_DAYS} days of {day.isoformat()}", hint="see 'rest' and 'weekdays'")


def away(calendar: Calendar, absence: Absence, moment: datetime) -> bool:
    """Tells if a deadline would fall into an absence, or too soon after it.

    Days are compared before anything is computed from them: a player who is away until 9999-12-31 must not stop a game.
    """
    on = calendar.local(moment).date()
    if on < absence.first:
        return False
    return on <= absence.last or moment < ends(calendar, absence) + timedelta(hours=calendar.return_hours)


def ends(calendar: Calendar, absence: Absence) -> datetime:
    """The midnight after the last day."""
    return local_moment(datetime.combine(absence.last + timedelta(days=1), time()), calendar.zone)


def returned(calendar: Calendar, absence: Absence) -> date:
    """The first day whose deadline leaves a player who is back their hours."""
    wanted = ends(calendar, absence) + timedelta(hours=calendar.return_hours)
    day = absence.last + timedelta(days=1)
    while calendar.moment(day) < wanted:
        day += timedelta(days=1)
    return day


class Act(Enum):
    """The next act that a phase needs."""

    WAIT = "wait"
    REMIND = "remind"
    HOLD = "hold"
    RUN = "run"
    LATE = "late"
    CLOSE = "close"


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The events of the open phase so far.

    `complete` is the time of the last awaited letter, if all are in. `latest` is the moment beyond which the game
    cannot wait for anything, if there is one.
    """

    complete: datetime | None = None
    latest: datetime | None = None
    asked_to_wait: bool = False
    reminded: bool = False
    told_late: bool = False
    paused: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """The act due now, and the time to look again if nothing happens before. `since`: when it fell due."""

    act: Act
    why: str
    again: datetime | None = None
    since: datetime | None = None


def due(now: datetime, calendar: Calendar, deadline: Deadline, standing: Standing) -> Event:
    """Returns the act that the clock asks for.

    RUN: all is in. CLOSE: time and grace are over, run with what there is. LATE: tell once who is late, grace begins.
    HOLD: all is in, but the pause before what cannot be undone has not passed yet.
    """
    if standing.paused:
        return Event(Act.WAIT, "the game is paused")
    if standing.complete is not None:
        return when_complete(now, calendar, deadline, standing, standing.complete)
    closes = grace_over(calendar, deadline.at, standing.latest)
    if now >= closes:
        why = "the deadline has passed" if closes == deadline.at else "the grace has passed"
        return Event(Act.CLOSE, why, since=closes)
    if now >= deadline.at:
        act = Act.WAIT if standing.told_late else Act.LATE
        return Event(act, f"grace of {calendar.grace_hours} h runs", closes)
    remind = deadline.at - timedelta(hours=calendar.reminder_hours)
    if calendar.reminder_hours and not standing.reminded:
        return Event(Act.WAIT, OPEN, remind) if now < remind else Event(Act.REMIND, "the deadline is near", deadline.at)
    return Event(Act.WAIT, OPEN, deadline.at)


OPEN = "the phase is open"


def grace_over(calendar: Calendar, closes: datetime, latest: datetime | None = None) -> datetime:
    """Returns the end of the grace time for late players of a phase that closes then."""
    return after(closes, timedelta(hours=calendar.grace_hours), latest)


def after(start: datetime, length: timedelta, latest: datetime | None) -> datetime:
    """So long after a moment, but not beyond the latest there is, where that is not over already."""
    return max(start, min(start + length, latest)) if latest else start + length


def when_complete(
    now: datetime, calendar: Calendar, deadline: Deadline, standing: Standing, complete: datetime
) -> Event:  # fmt: skip
    """Everything is in: run after the hold, early if the game lets it and nobody asked to wait."""
    hold = timedelta(minutes=calendar.hold_minutes)
    runs = after(complete, hold, standing.latest)
    if not calendar.early or standing.asked_to_wait:
        runs = max(runs, deadline.at)
    if now >= runs:
        return Event(Act.RUN, "all is in", since=runs)
    if now < complete + hold and runs < deadline.at:
        return Event(Act.HOLD, f"all is in; it runs at {calendar.shown(runs)}", runs)
    why = "all is in" if runs > deadline.at else "all is in; the game keeps its deadline"
    return Event(Act.WAIT, "somebody asked to wait" if standing.asked_to_wait else why, runs)
