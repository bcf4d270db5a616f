"""Puts the open deadline off: by a moderator's ruling, or as long as a question asked now would be open."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.base.clock import parse_time, show_time
from pbem.base.errors import Kind, bad
from pbem.match.deadlines import phase_times
from pbem.match.deadlines.halted import check_not_paused, check_playing
from pbem.match.folder.book import Step
from pbem.match.folder.office import Office
from pbem.match.play.play_phase import step_id
from pbem.match.record import rulings
from pbem.trust.record.ledger import Value

MOST_DAYS = 366


def extend(office: Office, reason: str, until: datetime | None = None, more: int = 0) -> None:
    """The open deadline put off, to a moment or by hours."""
    step = check_playing(office)
    check_not_paused(office)
    due = step.open_by if step.locked and step.open_by else step.deadline
    moment = until or parse_time(due) + timedelta(hours=more)
    if moment <= office.now:
        raise bad(f"{show_time(moment)} is past", hint="name a later moment")
    if moment > office.now + timedelta(days=MOST_DAYS):
        hint = "'pbem pause' waits as long as it takes"
        raise bad(f"{show_time(moment)} is more than {MOST_DAYS} days away", hint=hint)
    if not step.locked and moment != before_round(office, step, moment):
        last = show_time(phase_times.reveal(office, step) - phase_times.BEFORE_ROUND)
        hint = f"until {last}; for more, 'pbem rollback --to {office.book.phase}' asks all for another round"
        raise bad(f"round {step.round} of the beacon opens all orders soon after", hint=hint, kind=Kind.ILLEGAL)
    rulings.rule(office, "extend", reason, **prolonged(office, step, moment, reason))


def extend_as_for_question(office: Office, reason: str) -> bool:
    """The open deadline put off until a question asked now would be due, if that is later; an absence that lasts for
    ever puts it off no further than a moderator may.
    """
    step = office.book.step
    due = parse_time(step.open_by if step.locked else step.deadline)
    most = office.now + timedelta(days=MOST_DAYS)
    moment = min(phase_times.deadline_for(office, (), question=True).at, most)
    if moment <= max(due, office.now):
        return False
    extend(office, reason, until=moment)
    return True


def prolonged(office: Office, step: Step, moment: datetime, reason: str) -> dict[str, Value]:
    """More time for the open step, as its ruling says it."""
    opens = bool(step.locked)
    phase_times.extend(office, moment, reason.strip())
    name = step_id(office.book.phase, step.number)
    of_step: dict[str, Value] = {"step": name} if name != step.phase else {}
    return {**step.occasion.fields, **of_step, "opens" if opens else "until": show_time(moment)}


def before_round(office: Office, step: Step, moment: datetime) -> datetime:
    """Returns the moment, or the last one before the beacon's round opens the orders, if that is sooner."""
    last = phase_times.latest(office, step)
    return min(moment, last) if last else moment
