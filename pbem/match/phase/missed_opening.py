"""Grammar 2, tier two-step: an opening did not come in time.

With `unopened: wait` the phase waits for it. With `without` the record says first who has not opened, and everybody is
told; later the dice are made once more without them, if they are fewer than half (docs/protocol.md, 18).
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.base.clock import parse_time, show_time
from pbem.match import wording
from pbem.match.deadlines import phase_times
from pbem.match.folder.book import Step
from pbem.match.folder.office import Office
from pbem.match.post import alarms
from pbem.match.post.game_letter import Letter
from pbem.match.post.outbox import post
from pbem.match.post.public_parcel import parcels
from pbem.match.record import guardians
from pbem.trust.grammar.entry_forms import MISSED, OPEN

Ask = Callable[[Office, Step, str], None]


def go_on(office: Office, step: Step, absent: list[str], ask: Ask) -> bool:
    """Does the next thing that a missed opening leads to; False where nothing is left but to wait."""
    attempt = office.walk.phases[step.occasion]
    if not phase_times.may_leave_out(office, step, absent):
        tell_moderator(office, step, absent)
        return False
    unsaid = [seat for seat in absent if seat not in attempt.unopened]
    if unsaid:
        say_missing(office, step, unsaid)
        return True
    if office.now < phase_times.left_out_from(office, step):
        return False
    leave_out(office, step, absent, ask)
    return True


def waits(office: Office, step: Step, absent: list[str]) -> str:
    """Says what the phase waits for."""
    who = ", ".join(absent)
    if phase_times.may_leave_out(office, step, absent):
        until = phase_times.in_words(office, phase_times.left_out_from(office, step))
        return f"{step.occasion.stem} waits for the opening of {who}; from {until} the dice are made without them"
    return f"{step.occasion.stem} waits for the opening of {who}, without which there are no dice"


def say_missing(office: Office, step: Step, absent: list[str]) -> None:
    """The record says who has not opened, and everybody gets it; players who hold such an opening mail it on."""
    with office.record.step(office.now) as entries:
        for seat in absent:
            entries.enter("timeout", **step.occasion.fields, seat=seat, what=OPEN)
    guardians.keep_up(office)
    public = parcels(office)
    until = phase_times.in_words(office, phase_times.left_out_from(office, step))
    for seat in office.charter.seat_names:
        words = wording.NOT_OPENED.format(phase=office.book.title, seats=", ".join(absent), until=until)
        subject = f"{office.charter.game}: {', '.join(absent)} has not opened {step.occasion.stem}"
        letter = Letter(office.book.addresses[seat], subject, words, {"public.zip": public.of(seat)})
        post(office, seat, f"unopened-{step.occasion.stem}", letter)
    office.say(f"{step.occasion.stem}: {', '.join(absent)} did not open in time")


def leave_out(office: Office, step: Step, absent: list[str], ask: Ask) -> None:
    """One more attempt at the dice, with the locks of before but for those of the seats left out."""
    before = office.walk.phases[step.occasion]
    lost = phase_times.orders_of(step, absent)
    for seat in absent:
        if seat in step.held:
            step.held[seat].void = True
        if seat not in step.refused:
            step.refused.append(seat)
    step.attempt += 1
    acts = before.acts if "acts" in before.opening.fields else None
    deadline = parse_time(before.opening.text("deadline"))
    due = phase_times.open_by(office)
    step.open_by = show_time(due.at)
    with office.record.step(office.now) as entries:
        entries.phase_opened(step.occasion, deadline, None, step.alone, acts=acts, reason=MISSED)
        entries.locked(step.occasion, opens_by=parse_time(step.open_by))
    step.alone = ""  # what its lock has shown is known by now: everybody opens a further value
    office.say(f"{step.occasion.stem}: the dice are made anew, because {', '.join(absent)} did not open in time")
    fall = wording.ORDERS_FALL.format(seats=", ".join(lost)) if lost else ""
    ask(office, step, wording.LOCKED_ANEW.format(seats=", ".join(absent), phase=office.book.title, fall=fall))


def tell_moderator(office: Office, step: Step, absent: list[str]) -> None:
    """The moderator hears once an attempt that the phase cannot go on."""
    told = f"unopened {step.attempt}"
    if told in step.told:
        return
    step.told.append(told)
    phase = office.book.phase
    text = wording.WAITS_FOR_OPENING.format(phase=office.book.title, seats=", ".join(absent), name=phase)
    alarms.tell(office, f"unopened-{step.occasion.stem}", f"{office.charter.game}: {phase} waits for an opening", text)
