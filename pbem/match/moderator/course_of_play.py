"""Pauses a game, lets it go on, ends it. Each is a ruling told to all; `deadlines/more_time.py` gives more time."""

from __future__ import annotations

from datetime import timedelta

from pbem.base.clock import parse_time
from pbem.base.errors import Kind, bad
from pbem.match.deadlines import phase_times
from pbem.match.deadlines.halted import check_not_paused, check_playing
from pbem.match.deadlines.more_time import before_round, prolonged
from pbem.match.folder.book import Step
from pbem.match.folder.office import Office
from pbem.match.phase import disclosure
from pbem.match.phase.results import keep, kept_orders, publish_dice
from pbem.match.post import observers, press
from pbem.match.record import rulings
from pbem.match.terms.calendar import grace_over
from pbem.trust.people.charter import Tier
from pbem.trust.record.layout import Occasion
from pbem.trust.record.ledger import Value


# ----------------------------------------------------------------------------------------------------- pause and resume
def pause(office: Office, reason: str) -> None:
    """Nothing runs, nobody is reminded, nobody is late, until the game goes on."""
    check_playing(office)
    check_not_paused(office)
    entry = rulings.enter(office, "pause", reason)
    office.book.paused = {"since": office.t, "reason": reason.strip()}
    rulings.tell(office, rulings.Ruling(entry, reason.strip()))


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
    #: No report follows: letters that wait for one go now, because readers of reports alone would miss them.
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
