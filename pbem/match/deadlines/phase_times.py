"""The times of one game: when a step closes and why, what is due now, and when to look again.

`pbem.match.terms.calendar` knows the rules of time and no game; here they meet the book. A deadline is set when a step
opens and told with its reasons. After that only the moderator moves it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from pbem.base.clock import parse_time, show_time
from pbem.base.errors import Kind, bad
from pbem.base.records import replace
from pbem.match.deadlines import bounced, silence, stale_copy
from pbem.match.folder.book import Step
from pbem.match.folder.held_orders import busy
from pbem.match.folder.office import Office
from pbem.match.play.play_phase import step_id
from pbem.match.terms.calendar import Absence, Act, Deadline, Event, Standing, due, grace_over, next_deadline
from pbem.match.terms.calendar_terms import BEFORE_ROUND as BEFORE_ROUND
from pbem.match.terms.calendar_terms import opening_by
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.grammar.entry_forms import MISSED
from pbem.trust.people.charter import WITHOUT, Tier

#: What lets a step be locked.
RUNS = (Act.RUN, Act.CLOSE)
#: How far time servers move a clock back without anybody noticing.
SET_RIGHT = timedelta(minutes=2)


# ------------------------------------------------------------------------------------------------------- setting a time
def deadline_for(office: Office, waits: Sequence[str], *, question: bool = False) -> Deadline:
    """When a step that opens now closes. A question is put off by anybody's absence and uses none up: its deadline
    must not tell the others who is asked.
    """
    everybody = question or office.charter.tier is Tier.BEACON
    seats = office.charter.seat_names if everybody else waits
    found = next_deadline(office.terms.calendar, office.now, absences(office), seats, question=question)
    return Deadline(found.at, found.reasons) if question else found


def absences(office: Office) -> list[Absence]:
    """Those that have been announced and have moved no deadline yet."""
    return [Absence(each["seat"], day(each["first"]), day(each["last"])) for each in office.book.absences]


def day(text: str) -> date:
    """A day of the book."""
    return date.fromisoformat(text)


def spend(office: Office, deadline: Deadline) -> None:
    """The absences that moved a deadline have done so for the last time, unless that deadline is withdrawn."""
    used = [(each.seat, each.first.isoformat(), each.last.isoformat()) for each in deadline.used]
    book = office.book
    spent = [each for each in book.absences if (each["seat"], each["first"], each["last"]) in used]
    book.absences = [each for each in book.absences if each not in spent]
    book.spent = not_over(office, book.spent)
    book.spent += [{**each, "phase": book.phase} for each in spent]


def not_over(office: Office, known: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """The absences that can still move a deadline: a player who is back has their hours before it."""
    calendar = office.terms.calendar
    back = timedelta(days=1, hours=calendar.return_hours).days
    oldest = (calendar.local(office.now).date() - timedelta(days=back)).isoformat()
    return [each for each in known if each["last"] >= oldest]


def unspend(office: Office, phases: Sequence[str]) -> None:
    """Phases are withdrawn: absences that moved their deadlines have moved none, and no pass was used in them."""
    book = office.book
    book.passes = {seat: phase for seat, phase in book.passes.items() if phase not in phases}
    book.absences += [{key: each[key] for key in ("seat", "first", "last")} for each in book.spent
                      if each["phase"] in phases]
    book.spent = [each for each in book.spent if each["phase"] not in phases]


def open_by(office: Office) -> Deadline:
    """Tier two-step: until when a seat opens what it has locked, and why then; anybody's absence puts it off."""
    return opening_by(office.charter.fields, office.now, absences(office), office.charter.seat_names)


def orders_of(step: Step, seats: Sequence[str]) -> list[str]:
    """Those of these seats whose orders are locked: in a phase that is one seat's alone nobody else has any."""
    return [seat for seat in seats if seat in step.held and not step.held[seat].void]


def anew(step: Step, absent: Sequence[str]) -> str:
    """Describes how the dice are made after the time to open."""
    held = orders_of(step, absent)
    return f"anew, without the orders of {', '.join(held)}" if held else "anew"


def in_words(office: Office, at: datetime, reasons: Sequence[str] = ()) -> str:
    """A deadline as letters, reports and status give it: the game's clocks, UTC, and why it is not another."""
    return "; ".join([office.terms.calendar.shown(at), *reasons])


def deadline_of(step: Step) -> Deadline:
    """The step's deadline."""
    return Deadline(parse_time(step.deadline), tuple(step.reasons))


def until(office: Office, step: Step) -> str:
    """The step's deadline in words."""
    return in_words(office, parse_time(step.deadline), step.reasons)


def taken_until(office: Office, step: Step) -> str:
    """The same for letters that say what is open: past the deadline, that orders are taken all the same."""
    told = until(office, step)
    if step.locked or office.now < parse_time(step.deadline) or (event := judge(office, step)).act in RUNS:
        return told
    closes = f" until {in_words(office, event.again)}" if event.again and event.again > office.now else ""
    return f"{told}; the deadline has passed, and letters are still taken{closes}"


def extend(office: Office, moment: datetime, reason: str) -> None:
    """More time for what the open step waits for; the ruling that tells it is its caller's (match.rulings)."""
    step = office.book.step
    if step.locked:
        extend_opening(office, step, moment)
        return
    moved = deadline_of(step).extended(office.terms.calendar, moment, reason)
    if step.round and moment >= reveal(office, step):
        hint = "a player who writes later could read the others' orders first"
        raise bad(f"round {step.round} of the beacon opens the orders on {show_time(reveal(office, step))}", hint=hint)
    step.deadline, step.reasons = show_time(moved.at), list(moved.reasons)
    step.held_back, step.anyway, step.told = False, False, told_with(office, "reminder", step.deadline)


def extend_opening(office: Office, step: Step, moment: datetime) -> None:
    """Tier two-step, once orders are locked: more time to open them."""
    if office.charter.tier is not Tier.TWO_STEP or step.seed:
        raise bad(f"orders for '{step.phase}' are locked, and nothing is left to wait for", kind=Kind.LATE)
    if moment <= parse_time(step.open_by):
        raise bad("an extension gives time, it takes none", hint=f"openings are due by {step.open_by}")
    step.open_by = show_time(moment)
    step.told = told_with(office, opening_told(step), step.open_by)


def told_with(office: Office, reminder: str, closes: str) -> list[str]:
    """Counts the reminder as sent if it would come with the letter that gives more time."""
    return [reminder] * reminder_is_idle(office, office.t, closes)


# -------------------------------------------------------------------------------------------------- what the clock asks
def clock_behind(office: Office) -> str:
    """Returns why no phase runs while the machine's clock is behind the record; empty if it is not.

    Small corrections of a clock do not count. Letters get the record's newest time until that has passed.
    """
    if office.now - office.clock <= SET_RIGHT:
        return ""
    shown = f"the clock shows {show_time(office.clock)}, before the newest entry at {office.t}"
    return f"{shown}; nothing is run until then"


def awaited(office: Office, step: Step) -> Sequence[str]:
    """Lists the seats whose orders a step waits for.

    In tier beacon every seat sends an envelope, so that no envelope shows who is asked, unless the record says who
    acts alone.
    """
    everybody = office.charter.tier is Tier.BEACON and not step.alone
    seats = office.charter.seat_names if everybody else step.waits
    gone = silence.abandoned(office, seats)
    return [seat for seat in seats if seat not in gone]


def missing(office: Office, step: Step) -> list[str]:
    """Lists the seats without orders, or with orders that only a former moderator can read."""
    return [seat for seat in awaited(office, step) if seat not in step.held or step.held[seat].former]


def unopened(office: Office, step: Step) -> list[str]:
    """Tier two-step: who has not opened."""
    return [seat for seat in office.charter.seat_names if seat not in step.opens and seat not in step.forfeits]


def note_complete(office: Office) -> None:
    """A letter has been taken in: with the last of them the pause before the run begins."""
    step = office.book.step
    if not step.complete and not missing(office, step):
        step.complete = office.t


def judge(office: Office, step: Step) -> Event:
    """Decides the next act on a step with open orders."""
    event = due(office.now, office.terms.calendar, deadline_of(step), standing(office, step))
    if event.act in RUNS and event.since and not over(office, event.since):
        return replace(event, act=Act.WAIT, why=why_unread(office), again=event.since)
    if event.act is not Act.CLOSE or step.anyway:
        return event
    why = why_held_back(office, step, missing(office, step))
    step.held_back = bool(why)
    return Event(Act.WAIT, f"{why}; the moderator decides") if why else event


def over(office: Office, moment: datetime) -> bool:
    """Tells if a time is over, and the mailbox has been read since (match.unread)."""
    return office.now >= moment and (office.read is None or office.read >= moment)


def why_unread(office: Office) -> str:
    """Returns the reason that a time has come and does not count as over."""
    why = office.unread or "the mailbox is read once more before that"
    return f"its time has come, but {why}; letters that came in time may lie in it"


def why_held_back(office: Office, step: Step, silent: Sequence[str]) -> str:
    """Returns why an overdue step waits for these seats; empty if it runs. A step held back stays so."""
    if step.free:
        return ""
    if silent and silence.Silence.of(office.charter.fields).policy == silence.WAIT:
        return "a seat was silent at the deadline"
    if gone := bounced.cut_off(office, silent):
        return f"letters to {', '.join(gone)} come back"
    if office.terms.calendar.mostly_silent(len(awaited(office, step)), len(silent)):
        return "most seats were silent at the deadline"
    if silent and nobody_wrote(office, step):
        return "nobody has sent orders for this phase"
    return "seats were silent at the deadline" if step.held_back else ""


def nobody_wrote(office: Office, step: Step) -> bool:
    """Tells if a phase has no order file at all, and the calendar guards against that.

    What the charter has agreed for silent seats, default orders or a seat given up, counts as their orders.
    """
    if office.terms.calendar.silent_percent >= 100 or any(each.held for each in office.book.steps):
        return False
    agreed = silence.Silence.of(office.charter.fields).policy != silence.STANDING
    return not agreed and not all(silence.given_up(office, seat) for seat in step.waits)


def standing(office: Office, step: Step) -> Standing:
    """Sums up the step for the calendar. A step that waits for nobody is complete from its opening."""
    complete = None if missing(office, step) else parse_time(step.complete or step.opened)
    return Standing(
        complete=complete, asked_to_wait=bool(step.wait), told_late=step.free or "late" in step.told,
        reminded=step.free or "reminder" in step.told or reminder_is_idle(office, step.opened, step.deadline),
        paused=bool(office.book.paused), latest=latest(office, step),
    )  # fmt: skip


def latest(office: Office, step: Step) -> datetime | None:
    """Tier beacon: returns the last moment to lock. All must hear of the locks before the round opens them."""
    return reveal(office, step) - BEFORE_ROUND if step.round else None


def reminder_is_idle(office: Office, opened: str, closes: str) -> bool:
    """A reminder that would come with the letter that opens the step reminds nobody."""
    return parse_time(closes) - timedelta(hours=office.terms.calendar.reminder_hours) <= parse_time(opened)


def grace_ends(office: Office, step: Step) -> datetime:
    """Returns the end of the grace for late orders."""
    return grace_over(office.terms.calendar, parse_time(step.deadline), latest(office, step))


def shut(office: Office, step: Step) -> bool:
    """Tells if orders come too late: after deadline, grace and the pause before the run."""
    closes = grace_ends(office, step)
    if step.complete:
        pause = timedelta(minutes=office.terms.calendar.hold_minutes)
        closes = max(closes, parse_time(step.complete) + pause)
    return office.now >= closes and judge(office, step).act in RUNS


def check_in_time(office: Office) -> None:
    """Orders, and a team's agreement to them, count until they are locked, and until deadline and grace are over."""
    step = office.book.step
    if step.locked:
        raise bad(f"orders for '{step.phase}' have been locked already", kind=Kind.LATE)
    if (last := latest(office, step)) and office.now >= max(parse_time(step.deadline), last):
        raise bad(f"round {step.round} of the beacon is too near: it opens the others' orders", kind=Kind.LATE)
    if shut(office, step):
        raise bad(f"orders have come after the deadline of {until(office, step)}", kind=Kind.LATE)


def next_due(office: Office) -> datetime | None:
    """When the game wants to be looked at again if no letter comes before; None where only a letter, or the moderator,
    takes it further.
    """
    if office.book.stage != "playing" or office.book.handed:
        return None
    if office.book.succession:  # nothing is played before the seats have agreed, or their time is over
        return agreed_by(office)
    if stale_copy.why(office):
        return seat_goes_back(office)
    step = office.book.step
    if not step.locked:
        event = judge(office, step)
        return office.now if event.act in RUNS or acts_now(event) else sooner(event.again, seat_goes_back(office))
    if office.book.paused:
        return None
    if office.charter.tier is Tier.BEACON and not step.seed:
        return max(office.now, reveal(office, step))
    if out_of_reach(office, step) and held_back_told(step) in step.told:
        return None
    if office.charter.tier is Tier.TWO_STEP and not step.seed and (absent := unopened(office, step)):
        if office.charter.grammar == 2 and over(office, parse_time(step.open_by)):
            return opening_due(office, step, absent)
        return max(office.now, reminder_of_opening(office, step) or parse_time(step.open_by))
    return office.now


def agreed_by(office: Office) -> datetime | None:
    """When the new moderator is one: once all have signed, or their time is over and half of them have."""
    last = parse_time(office.book.succession["until"])
    if not unsigned(office):
        return office.now
    return last if last > office.now else office.now if half_agree(office) else None


def unsigned(office: Office) -> list[str]:
    """The seats that have not answered to a new moderator."""
    return [seat for seat in office.charter.seat_names if seat not in office.book.succession["signatures"]]


def half_agree(office: Office) -> bool:
    """Tells if at least half of the seats have signed (docs/protocol.md, 13)."""
    return 2 * len(unsigned(office)) <= len(office.charter.seat_names)


def let_run(office: Office) -> None:
    """The moderator's word that the open step is run though most were silent."""
    step = office.book.step if office.book.stage == "playing" else None
    if step is not None and stale_copy.why(office):
        stale_copy.let_go(office)
        return
    if step is not None and step.locked and (gone := out_of_reach(office, step)):
        bounced.let_go(office, gone)
        return
    if step is None or step.locked or judge(office, step).act in RUNS or not step.held_back:
        raise bad("no phase is held back", hint="'pbem run' without --anyway goes as far as it may", kind=Kind.ILLEGAL)
    step.anyway = True
    bounced.let_go(office, missing(office, step))


def out_of_reach(office: Office, step: Step) -> list[str]:
    """Tier two-step, once the time to open is over: who has not opened, and perhaps has not been asked."""
    if office.charter.tier is not Tier.TWO_STEP or step.seed or not over(office, parse_time(step.open_by)):
        return []
    return bounced.cut_off(office, unopened(office, step))


def may_leave_out(office: Office, step: Step, absent: list[str]) -> bool:
    """Tells if the dice may be made once more without these seats, now or later."""
    attempt = office.walk.phases[step.occasion]
    asked = attempt.asked(office.charter.seat_names)
    return office.charter.unopened == WITHOUT and attempt.reason != MISSED and 2 * len(absent) < len(asked)


def left_out_from(office: Office, step: Step) -> datetime:
    """Returns the time from which seats may be left out. Letters between players need their time."""
    due = office.walk.missed_from(office.walk.phases[step.occasion])
    return due or parse_time(step.open_by)


def opening_due(office: Office, step: Step, absent: list[str]) -> datetime | None:
    """Grammar 2, after the time to open: when the dice are made without these seats; None where the phase waits."""
    if may_leave_out(office, step, absent):
        said = all(seat in office.walk.phases[step.occasion].unopened for seat in absent)
        return max(office.now, left_out_from(office, step)) if said else office.now
    return office.now if f"unopened {step.attempt}" not in step.told else None


def held_back_told(step: Step) -> str:
    """Names the mark for a letter to the moderator about a step held back.

    There is one mark for its orders, and one for each attempt at its dice.
    """
    return f"unreached {step.attempt}" if step.locked else "silence"


def seat_goes_back(office: Office) -> datetime | None:
    """When the next loan of a seat ends that ends at a time; one whose orders wait for their dice ends with these."""
    guests = ((seat, guest["until"]) for seat, guest in office.book.guests.items())
    return min((parse_time(ends) for seat, ends in guests if ends and not busy(office, seat)), default=None)


def sooner(one: datetime | None, other: datetime | None) -> datetime | None:
    """The earlier of two moments, either of which may never come."""
    return min(one, other) if one and other else one or other


def acts_now(event: Event) -> bool:
    """Tells if the event sends a letter at once."""
    return event.act in (Act.REMIND, Act.LATE)


def reminder_of_opening(office: Office, step: Step) -> datetime | None:
    """Tier two-step: returns the time of the reminder to open; None if it is sent or off."""
    hours = office.terms.calendar.reminder_hours
    if not hours or opening_told(step) in step.told or reminder_is_idle(office, step.locked, step.open_by):
        return None
    return parse_time(step.open_by) - timedelta(hours=hours)


def opening_told(step: Step) -> str:
    """Names the mark for that reminder. Each attempt at the dice has its own."""
    return f"opening {step.attempt}"


def opening_until(office: Office, step: Step) -> str:
    """Gives the time to open by, in words."""
    return in_words(office, parse_time(step.open_by))


def waits(office: Office, step: Step, event: Event) -> str:
    """Tells the moderator what a step with open orders waits for."""
    name = step_id(office.book.phase, step.number)
    absent = missing(office, step)
    if event.act is Act.WAIT and event.since:
        return f"{name}: {event.why}"
    if step.held_back and absent:
        return f"{name}: {event.why}: no orders of {', '.join(absent)}"
    if absent:
        late = f"; its grace ends {in_words(office, grace_ends(office, step))}" if "late" in step.told else ""
        paused = "; the game is paused" if office.book.paused else ""
        what = "answers" if step.number > 1 else "orders"
        return f"{name} waits for {what} of {', '.join(absent)} until {until(office, step)}{late}{paused}"
    asked = f" ({', '.join(step.wait)})" if step.wait else ""
    again = f"; it runs at {in_words(office, event.again)}" if event.again and event.act is Act.WAIT else ""
    return f"{name}: {event.why}{asked}{again}"


def reveal(office: Office, step: Step) -> datetime:
    """The moment of the step's round, in tier beacon."""
    return office.charter.network((DEMO_NETWORK,)).time_of(step.round)
