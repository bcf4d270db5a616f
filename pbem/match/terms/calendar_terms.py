"""The calendar of a new game: from a file, from options, or both, as the charter will state it in full."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, timedelta
from math import ceil
from typing import Any

from pbem import strict_yaml
from pbem.base.counting import counted
from pbem.base.errors import Kind, bad
from pbem.base.records import fields
from pbem.match.terms.calendar import EXACT, Absence, Calendar, Deadline, next_deadline
from pbem.schema import read_as, read_document
from pbem.trust.people.charter import Tier

HEADER = "calendar/1"
#: Tier beacon: orders may come until so long before the round that opens all of them (docs/protocol.md, 16).
BEFORE_ROUND = timedelta(hours=1)
#: How long openings may take where a charter says nothing of it.
OPEN_HOURS = 72
#: The longest that openings may take is thirty days (schemas/charter-2); no close of a calendar lies further apart.
MOST_DAYS = 400
#: What a new game has where its moderator says nothing: a day's notice, and half a day for a letter that is late.
REMINDER_HOURS, GRACE_HOURS = 24, 12
#: Files beside the zones of some systems: whatever the machine is set to, and copies that other systems lack.
OF_ONE_MACHINE = ("localtime", "posixrules", "posix", "right")
#: What lengths in days say, and lengths in hours make idle.
IN_DAYS = ("days", "question_days", "hour")


def calendar_block(data: bytes | None, file: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a calendar file with those of the options over them, each checked as the file's would be."""
    given: dict[str, Any] = {}
    if data is not None:
        read_document("calendar", data, file)
        given = dict(strict_yaml.plain(strict_yaml.read(data, file)))
    head = {"pbem": HEADER}
    typed = read_as("calendar", strict_yaml.write({**head, **given, **options}), file or "options")
    said = {name: typed[name] for name in (*given, *options) if name != "pbem"}
    exact = {**EXACT, "question_hours": said["hours"]} if "hours" in said else {}
    return whole(Calendar.of({**exact, **said}))


def guarded_block(
    block: Mapping[str, Any] | None, exact: Mapping[str, int], said: Collection[str], margin_hours: int | None
) -> dict[str, Any]:
    """A calendar block with reminder, grace and guard where the moderator said nothing of them.

    `said` names what they gave by options; a file that gives another value than the default is left as it is. In tier
    beacon late orders have to come before the round, so the grace is what the margin leaves.
    """
    made = dict(block) if block is not None else whole(Calendar.of({**EXACT, **exact}))
    plain = Calendar()
    if "grace_hours" not in said and made["grace_hours"] == plain.grace_hours:
        room = GRACE_HOURS if margin_hours is None else max(0, min(GRACE_HOURS, margin_hours - 1))
        made["grace_hours"] = room
    if "reminder_hours" not in said and made["reminder_hours"] == plain.reminder_hours:
        made["reminder_hours"] = min(REMINDER_HOURS, made["hours"] // 2) if "hours" in made else REMINDER_HOURS
    if block is None:
        made["silent_percent"] = plain.silent_percent
    return made


def whole(calendar: Calendar) -> dict[str, Any]:
    """Every field, so that no later version of the program can read another calendar into a charter."""
    block: dict[str, Any] = {}
    for each in fields(calendar):
        value = getattr(calendar, each.name)
        idle = value is None or value == () or (calendar.hours is not None and each.name in IN_DAYS)
        if not idle:
            block[each.name] = list(value) if isinstance(value, tuple) else value
    return block


def for_tier(block: Mapping[str, Any], tier: Tier) -> dict[str, Any]:
    """Tier beacon keeps its deadlines: the round that opens all orders is fixed with them (PROTOCOL 3.6)."""
    return {**block, "early": False} if tier is Tier.BEACON else dict(block)


def opening_by(
    charter: Mapping[str, Any], locked: datetime, absences: Sequence[Absence] = (), seats: Sequence[str] = ()
) -> Deadline:  # fmt: skip
    """Tier two-step: until when a seat opens what was locked, and why then; exact hours if the charter names them."""
    least = locked + timedelta(hours=int(charter.get("open_hours", OPEN_HOURS)))
    of_grammar_2 = charter.get("pbem") == "charter/2"
    if opens_by_calendar(charter):
        calendar = Calendar.of_charter(charter["calendar"])
        found = next_deadline(calendar, locked, absences, seats, question=True)
        for days in range(1, MOST_DAYS if of_grammar_2 else 0):  # the first close that gives as long as was agreed
            if found.at >= least:
                break
            found = next_deadline(calendar, locked + timedelta(days=days), absences, seats, question=True)
        return found
    if of_grammar_2:
        return Deadline(least)
    return Deadline(locked + timedelta(hours=int(charter.get("timeouts", {}).get("open_hours", OPEN_HOURS))))


def opens_by_calendar(charter: Mapping[str, Any]) -> bool:
    """Tier two-step: whether openings are due on days of the calendar, which absences put off."""
    return "zone" in charter.get("calendar", {}) and "open_hours" not in charter.get("timeouts", {})


def check_calendar(block: Mapping[str, Any], now: datetime) -> None:
    """A zone that is known here, holidays that there are, and days on which something can close."""
    calendar = Calendar.of_charter(block)
    for day in calendar.rest:
        try:
            date.fromisoformat(day)
        except ValueError:
            raise bad(f"'{day}' is no day of the calendar", hint="a holiday like 2026-12-25") from None
    if calendar.zone.partition("/")[0] in OF_ONE_MACHINE:
        hint = "the charter holds on every machine: a name like Europe/Madrid"
        raise bad(f"'{calendar.zone}' is another zone on another machine", hint=hint, kind=Kind.ILLEGAL)
    next_deadline(calendar, now)
    next_deadline(calendar, now, question=True)


def check_margin(block: Mapping[str, Any], margin_hours: int) -> None:
    """Tier beacon: what the calendar promises after a deadline has to fit in before the round. Late orders are taken
    until an hour before it, and a list of what is locked has to be out by then (docs/protocol.md, 16, 18).
    """
    calendar = Calendar.of_charter(block)
    grace, pause = timedelta(hours=calendar.grace_hours), timedelta(minutes=calendar.hold_minutes)
    least = least_margin(calendar)
    if timedelta(hours=margin_hours) < least:
        given = [counted(calendar.grace_hours, "hour") + " of grace"] * bool(grace)
        given += [counted(calendar.hold_minutes, "minute") + " of pause before a run"] * bool(pause)
        between = f"margin of {counted(margin_hours, 'hour')} between deadline and round has no room"
        hint = f"--margin-hours {ceil(least / timedelta(hours=1))}: orders are taken until an hour before the round"
        raise bad(f"{between} for {' and '.join(given) or 'telling what is locked'}", hint=hint, kind=Kind.ILLEGAL)


def least_margin(calendar: Calendar) -> timedelta:
    """Room for late orders, for a pause before the run, and for the letter that tells what is locked."""
    pause = timedelta(minutes=calendar.hold_minutes)
    return timedelta(hours=calendar.grace_hours) + max(BEFORE_ROUND, pause + timedelta(minutes=1))
