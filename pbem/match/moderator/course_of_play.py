"""What a moderator does when something goes wrong: pause, go on, give more time, end. Each is a ruling told to all."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem.base.clock import parse_time, show_time
from pbem.base.errors import Kind, bad
from pbem.match.deadlines import phase_times, stale_copy
from pbem.match.folder.book import Step
from pbem.match.folder.office import Office
from pbem.match.phase import disclosure
from pbem.match.phase.results import keep, kept_orders, publish_dice
from pbem.match.play.play_phase import step_id
from pbem.match.post import observers, press
from pbem.match.record import rulings
from pbem.match.terms.calendar import grace_over
from pbem.trust.people.charter import Tier
from pbem.trust.record.layout import Occasion
from pbem.trust.record.ledger import Value

MOST_DAYS = 366


def check_playing(office: Office) -> Step:
    """The open step; these acts need a game that is being played."""
    if office.book.stage != "playing":
        over = office.book.stage == "over"
        raise bad("the game is over" if over else "the game has not begun", kind=Kind.LATE if over else Kind.ILLEGAL)
    return office.book.step


def halted(office: Office) -> str:
    """Why nothing is run just now; nothing where it may be."""
    paused = office.book.paused
    if not paused:
        return stale_copy.why(office)
    if missing := unsigned(office):
        back = office.book.proposal["phase"]
        return f"the game is paused: going back to {back} waits for {', '.join(missing)} to sign"
    return f"the game is paused since {paused['since']}: {paused['reason']}"


def unsigned(office: Office) -> list[str]:
    """Who has not signed that play goes back, where all are asked to."""
    proposal = office.book.proposal
    return [who for who in office.charter.who() if who not in proposal["sigs"]] if proposal else []


# ----------------------------------------------------------------------------------------------------- pause and resume
def pause(office: Office, reason: str) -> None:
    """Nothing runs, nobody is reminded, nobody is late, until the game goes on."""
    check_playing(office)
    check_not_paused(office)
    entry = rulings.enter(office, "pause", reason)
    office.book.paused = {"since": office.t, "reason": reason.strip()}
    rulings.tell(office, rulings.Ruling(entry, reason.strip()))


def check_not_paused(office: Office) -> None:
    """One pause at a time."""
    if office.book.paused:
        raise bad(f"the game is paused since {office.book.paused['since']}", hint="'pbem resume' lets it go on",
                  kind=Kind.ILLEGAL)


def resume(office: Office, reason: str) -> None:
    """The game goes on; what was due is due later by as long as the pause was."""
    step = check_playing(office)
    if not office.book.paused:
        raise bad("the game is not paused", kind=Kind.ILLEGAL)
    lost = office.now - parse_time(office.book.paused["since"])
    office.book.paused, office.book.proposal = {}, {}
    rulings.rule(office, "resume", reason, **moved_by(office, step, lost, reason))


def moved_by(office: Office, step: Step, lost: timedelta, reason: str) -> dict[str, Value]:
    """The open deadline put off; the fields that say so, none where nothing was waited for, or where its time was over
    before the pause: a phase that is held back goes on waiting, or the pause would be what closes it.
    """
    waits_for_opening = step.locked and office.charter.tier is Tier.TWO_STEP and not step.seed
    if lost <= timedelta() or (step.locked and not waits_for_opening):
        return {}
    due = parse_time(step.open_by if step.locked else step.deadline)
    moment = due + lost if step.locked else before_round(office, step, due + lost)
    over = moment if step.locked else grace_over(office.terms.calendar, moment, phase_times.latest(office, step))
    return prolonged(office, step, moment, reason) if moment > due and over > office.now else {}


def before_round(office: Office, step: Step, moment: datetime) -> datetime:
    """The moment, or where the round of the beacon comes sooner, the last one at which nobody can read orders yet."""
    last = phase_times.latest(office, step)
    return min(moment, last) if last else moment


# ---------------------------------------------------------------------------------------------------------- more time
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


# -------------------------------------------------------------------------------------------------------------- the end
def end(office: Office, reason: str, winner: str = "", *, draw: bool = False) -> None:
    """The game is over by ruling: everything hidden is shown, as at any other end."""
    check_playing(office)
    if winner:
        office.charter.seat(winner)
    if winner and draw:
        raise bad("a game that is drawn has no winner", hint="--winner SEAT or --draw")
    result: dict[str, Value] = {"winner": winner} if winner else {"outcome": "draw" if draw else "undecided"}
    entry = rulings.enter(office, "end", reason, **result)
    put_aside(office)
    office.book.stage, office.book.paused, office.book.proposal = "over", {}, {}
    disclosure.disclose(office)
    ruling = rulings.Ruling(entry, reason.strip())
    #: No report follows: letters that wait for one go now, and whoever only reads reports would wait for another.
    rulings.tell(office, ruling, sealed={seat: press.with_report(office, seat) for seat in office.charter.seat_names})
    observers.tell(office, "end", "the game is over", f"{ruling.sentence()}\nReason: {ruling.reason}\n\n".encode())


def put_aside(office: Office) -> None:
    """A phase that is left before it was played: dice that were shown are proved, orders that came are kept."""
    book = office.book
    opened = book.steps[:1] if office.charter.tier is Tier.MODERATED else book.steps
    for step in opened:
        if step.seed and not office.record.ledger.entries("seed", **step.occasion.fields):
            publish_dice(office, step, book.records if len(opened) == 1 else ())
    keep(office, Occasion(book.phase, book.steps[0].run).stem, {"orders": kept_orders(office)})
