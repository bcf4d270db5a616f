"""Handles a missed deadline: a free pass, an entry in the record, and in the end an abandoned seat."""

from __future__ import annotations

from pbem.base.counting import counted
from pbem.match import wording
from pbem.match.deadlines import phase_times, silence
from pbem.match.deadlines.more_time import extend_as_for_question
from pbem.match.deadlines.silence import ABANDONED, FREE_PASS, SILENT, Silence
from pbem.match.folder.book import Step
from pbem.match.folder.office import Office
from pbem.match.play.play_phase import StepInput
from pbem.match.post.game_letter import Letter
from pbem.match.post.outbox import post
from pbem.trust.record.layout import Occasion


def give_pass(office: Office, step: Step) -> bool:
    """Puts the deadline off after a seat's first silence, by the time of a question, if the charter says so."""
    if Silence.of(office.charter.fields).policy != FREE_PASS or step.number > 1 or step.free:
        return False
    first = [seat for seat in phase_times.missing(office, step) if seat not in office.book.passes]
    if not first:
        return False
    reason = f"the first silence of {' and '.join(first)}, which the charter lets pass"
    if not extend_as_for_question(office, reason):
        return False
    office.book.passes |= dict.fromkeys(first, office.book.phase)
    return True


def called(office: Office, seat: str) -> str:
    """Returns the record's word for a seat that has sent nothing."""
    return ABANDONED if silence.given_up(office, seat) else SILENT


def declare(office: Office, step: Step) -> None:
    """Declares seats abandoned that have been silent once too often, and tells everybody."""
    most = Silence.of(office.charter.fields).abandoned_after
    for seat in step.silent if most else ():
        told = f"abandoned {seat}"
        if just_given_up(office, seat, most) and told not in step.told and last_word(office, seat) == SILENT:
            step.told.append(told)
            tell(office, seat, most)


def just_given_up(office: Office, seat: str, most: int) -> bool:
    """Tells if the newest silence of a seat was the last that the charter allows."""
    if office.charter.grammar == 2:
        return silence.given_up(office, seat)
    return silence.silences(office.record.ledger, seat) == most


def last_word(office: Office, seat: str) -> str:
    """Returns the record's word for the seat at its newest silence."""
    return office.record.ledger.entries("timeout", seat=seat)[-1].text("what")


def tell(office: Office, seat: str, most: int) -> None:
    """The news that the game does not wait for a seat any more."""
    disorder = Silence.of(office.charter.fields).disorder
    how = wording.DISORDER["bot" if disorder != silence.STANDING else disorder]
    text = wording.ABANDONED.format(seat=seat, times=counted(most, "time"), how=how)
    for who, address in sorted(office.book.addresses.items()):
        subject = f"{office.charter.game}: {seat} is abandoned"
        post(office, who, f"abandoned-{seat}-{office.book.phase}", Letter(address, subject, text))
    office.say(f"{seat} has been silent {counted(most, 'time')} in a row; the game no longer waits for it")


def filled_first(office: Office, step: StepInput) -> StepInput:
    """The phase's first step, with orders for the seats that sent none."""
    first, position = office.book.steps[0], office.book.position
    ledger, of_first = office.record.ledger, Occasion(first.phase, first.run).fields
    lists = [each.n for each in ledger.entries("locked", **of_first)]
    # later silences, in tier moderated, are of its questions
    until = lists[0] if office.charter.grammar == 1 else (*lists, len(ledger))[1]
    gone = [each.text("seat") for each in ledger.entries("timeout", what=ABANDONED, **of_first) if each.n < until]
    return silence.filled(office.terms, office.charter, position, step, gone, office.keys.lanes)
