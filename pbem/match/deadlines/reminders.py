"""Sends what the clock calls for, each once: reminders, the news that a seat is late, that most are silent.

A letter and the note that it was written are saved together, so a killed command sends it or does not, and the next one
never sends it again.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.base.clock import show_time
from pbem.match import wording
from pbem.match.deadlines import bounced, phase_times, silence
from pbem.match.folder.book import Step, waiting_drafts
from pbem.match.folder.office import Office
from pbem.match.play.play_phase import step_id
from pbem.match.post import alarms
from pbem.match.post.game_letter import Letter
from pbem.match.post.outbox import post
from pbem.match.terms.calendar import Act, Event
from pbem.trust.people.charter import MODERATOR


def attend(office: Office, step: Step, event: Event) -> bool:
    """Tell what is due to be told of a step whose orders are awaited; whether there was anything."""
    if event.act is Act.REMIND:
        remind(office, step)
    elif event.act is Act.LATE:
        tell_late(office, step)
    elif step.held_back and "silence" not in step.told:
        tell_silence(office, step)
    else:
        return False
    return True


def remind(office: Office, step: Step) -> None:
    """Tell each seat that has not written until when it may."""
    step.told.append("reminder")
    for seat in phase_times.missing(office, step):
        write(office, seat, "reminder", wording.REMINDER, step, until=phase_times.until(office, step))


def tell_late(office: Office, step: Step) -> None:
    """Tells the late seats that the grace has begun."""
    step.told.append("late")
    late, policy = phase_times.missing(office, step), silence.Silence.of(office.charter.fields).policy
    passes = step.number == 1 and any(seat not in office.book.passes for seat in late)
    then = wording.RUN_WITHOUT if policy == silence.FREE_PASS and not passes else wording.THEN.get(policy)
    ends = phase_times.in_words(office, phase_times.grace_ends(office, step))
    for seat in late:
        write(office, seat, "late", wording.LATE, step, until=ends, then=then or wording.RUN_WITHOUT)


def tell_silence(office: Office, step: Step) -> None:
    """Tells the moderator that a phase waits because most were silent or a seat is out of reach."""
    silent, awaited = phase_times.missing(office, step), phase_times.awaited(office, step)
    if gone := bounced.cut_off(office, silent):
        tell_out_of_reach(office, step, gone)
        return
    step.told.append("silence")
    counts = {"silent": len(silent), "awaited": len(awaited), "seats": ", ".join(silent)}
    write(office, MODERATOR, "silence", wording.SILENT, step, **counts)


def tell_out_of_reach(office: Office, step: Step, gone: Sequence[str]) -> None:
    """Tells the moderator once that a phase waits for seats whose letters come back."""
    if (mark := phase_times.held_back_told(step)) not in step.told:
        step.told.append(mark)
        write(office, MODERATOR, "unreached", wording.CUT_OFF, step, seats=", ".join(gone))


def remind_of_opening(office: Office, step: Step) -> None:
    """Tier two-step: tell each seat that has not opened its orders until when it may, once an attempt."""
    moment = phase_times.reminder_of_opening(office, step)
    if moment is None or office.now < moment:
        return
    step.told.append(phase_times.opening_told(step))
    for seat in phase_times.unopened(office, step):
        write(office, seat, f"reminder-{step.attempt}", wording.REMINDER_OPENING, step,
              until=phase_times.opening_until(office, step))


def tell_clock(office: Office) -> str:
    """Says why nothing runs by a clock that was set back, and writes it to the moderator once each time."""
    why = phase_times.clock_behind(office)
    if why and not office.book.clock_told:
        shown = {"clock": show_time(office.clock), "newest": office.t, "title": office.book.draft["title"]}
        subject = f"{office.book.draft['game']}: the clock has been set back"
        text = wording.CLOCK.format(**shown)
        alarms.tell(office, "clock", subject, text)
    office.book.clock_told = office.t if why else ""
    return why


def write(office: Office, seat: str, kind: str, words: str, step: Step, **fields: object) -> None:
    """One such letter."""
    name = step_id(office.book.phase, step.number)
    what = "answers" if step.number > 1 else "orders"
    text = words.format(**{"what": what, "title": office.book.draft["title"], "phase": office.book.title, **fields})
    if waiting := waiting_drafts(step).get(seat):
        text += wording.TEAM_WAITS.format(state=waiting[-1])
    subject = f"{office.charter.game}: {wording.TOLD[kind.partition('-')[0]].format(phase=name)}"
    if seat == MODERATOR:
        alarms.tell(office, f"{kind}-{name}", subject, text)
    else:
        post(office, seat, f"{kind}-{name}", Letter(office.book.addresses[seat], subject, text))
    office.say(f"{name}: {kind.partition('-')[0]} to {seat}")
