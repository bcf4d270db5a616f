"""Tier two-step between lock and dice: shows everybody what is locked, and takes their parts of the seed."""

from __future__ import annotations

from datetime import datetime

from pbem.base.clock import parse_time, show_time
from pbem.base.counting import counted
from pbem.base.errors import BadInput, CheckFailed, Kind, bad
from pbem.match import wording
from pbem.match.deadlines import phase_times, reminders, silence
from pbem.match.folder.book import Held, Step
from pbem.match.folder.held_orders import envelope_of, open_held, refuse
from pbem.match.folder.office import Office
from pbem.match.people import substitutes
from pbem.match.phase import late_letters, missed_opening
from pbem.match.post.game_letter import Letter
from pbem.match.post.outbox import post
from pbem.match.post.public_parcel import parcels
from pbem.match.record import guardians
from pbem.trust.dice.seed import Link
from pbem.trust.grammar.standing import value_due
from pbem.trust.orders.second_letter import check_open, parse_open, unseal_key
from pbem.trust.orders.which_count import link_in
from pbem.trust.people.charter import Charter
from pbem.trust.seal import seal


def ask(office: Office, step: Step, why: str = "") -> None:
    """The letter *locked* to every seat: all envelopes, the list, and until when to open (PROTOCOL 3.6). `why` says
    what it is for where one has gone before.
    """
    due = phase_times.open_by(office)
    if office.charter.grammar == 1:
        step.open_by = show_time(due.at)
    step.opens = [step.alone] if step.alone in step.held else []
    ordered = len(phase_times.orders_of(step, office.charter.seat_names))
    if office.charter.grammar == 2:
        step.forfeits = list(office.walk.phases[step.occasion].without)
    else:
        step.forfeits = sorted({*step.forfeits, *silence.abandoned(office, office.charter.seat_names)})
    until = phase_times.in_words(office, parse_time(step.open_by), due.reasons)
    told = {"phase": step.occasion.stem, "seats": counted(ordered, "seat"), "deadline": until}
    guardians.deposit(office, f"{step.occasion.stem}.locked")
    public = parcels(office)
    locked = wording.LOCKED if ordered else wording.LOCKED_NONE
    for seat in office.charter.seat_names:
        subject = f"{office.charter.game}: {step.occasion.stem} is locked"
        words = why + (wording.LOCKED_ALONE if seat in step.opens else locked).format(**told)
        letter = Letter(office.book.addresses[seat], subject, words, {"public.zip": public.of(seat)})
        post(office, seat, f"locked-{step.occasion.stem}", letter)


def set_time(office: Office, step: Step) -> datetime:
    """Grammar 2: until when openings may come, as the line of `locked` states it."""
    due = phase_times.open_by(office)
    step.open_by = show_time(due.at)
    return parse_time(step.open_by)


def missing(office: Office, step: Step) -> str:
    """Names the seats that have not opened their orders, or returns an empty string.

    After their time the dice are made again without their orders (docs/protocol.md, 18).
    """
    absent = phase_times.unopened(office, step)
    if not absent:
        open_held(office, step)
        return ""
    if gone := phase_times.out_of_reach(office, step):
        reminders.tell_out_of_reach(office, step, gone)
        return f"{step.occasion.stem}: letters to {', '.join(gone)} come back; the moderator decides"
    if phase_times.over(office, parse_time(step.open_by)):
        if office.charter.grammar == 2:
            done = missed_opening.go_on(office, step, absent, ask)
            return missing(office, step) if done else missed_opening.waits(office, step, absent)
        attempt_again(office, step, absent)
        return missing(office, step)
    if office.now >= parse_time(step.open_by):
        return f"{step.occasion.stem}: {phase_times.why_unread(office)}"
    reminders.remind_of_opening(office, step)
    until = phase_times.opening_until(office, step)
    return f"{step.occasion.stem} waits for the opening of {', '.join(absent)} until {until}"


def attempt_again(office: Office, step: Step, absent: list[str]) -> None:
    """The next attempt: orders of the absent fall away, the other locks stand; who refuses twice is not asked again."""
    how, lost = phase_times.anew(step, absent), phase_times.orders_of(step, absent)
    for seat in absent:
        if seat in step.refused:
            step.forfeits.append(seat)
        refuse(office, step, seat, "open")
    step.attempt += 1
    step.alone = ""  # what its lock has shown is known by now: everybody opens a further value
    with office.record.step(office.now) as entries:
        entries.phase_opened(step.occasion, parse_time(step.deadline))
        standing = [held.lock for _, held in sorted(step.held.items()) if not held.void]
        entries.enter("locked", **step.occasion.fields, locks=standing)
    office.say(f"{step.occasion.stem}: the dice are made {how}, because {', '.join(absent)} did not open in time")
    fall = wording.ORDERS_FALL.format(seats=", ".join(lost)) if lost else ""
    ask(office, step, wording.LOCKED_ANEW.format(seats=", ".join(absent), phase=office.book.title, fall=fall))


def take_open(office: Office, data: bytes, signature: bytes, sealed_key: bytes | None) -> str:
    """A seat's opening, checked against its lock; the seat's name."""
    step = office.book.step
    claimed = parse_open(data)
    if office.charter.grammar == 2:
        late_letters.check_account(office, claimed.account, f"{claimed.seat}.open")
        if late_letters.take_open(office, claimed, data, signature):
            return claimed.seat
    if not step.locked or step.seed:
        raise bad("open has come where none is asked for", kind=Kind.LATE, hint="it follows the letter 'locked'")
    if claimed.seat in step.opens:
        hint = "what came first counts; nothing is left to send before the results"
        raise bad(f"seat '{claimed.seat}' has opened already", kind=Kind.LATE, hint=hint)
    held = step.held.get(claimed.seat)
    lock = held.lock if held and not held.void else ""
    opened = check_open(
        data, signature, keys_of_opening(office, step), phase=step.phase, attempt=step.attempt, lock=lock,
        next_index=opening_index(office, step, claimed.seat, claimed.value),
    )  # fmt: skip
    if office.charter.grammar == 2:
        late_letters.check_covers(opened.account, office.walk.phases[step.occasion].first_locked, opened.name)
    if held and lock:
        key = opened.key or brought_key(office, sealed_key, "pbem orders open")
        check_fits(office, step, opened.seat, held, key)
        step.keys[opened.seat] = key
    with office.record.step(office.now) as entries:
        entries.opened(opened, signature.decode("ascii", "replace"))
    if office.charter.grammar == 1:
        substitutes.note_value(office, opened.seat, opened.value)
    step.opens.append(opened.seat)
    office.say(f"{opened.seat} has opened {step.occasion.stem}")
    return opened.seat


def keys_of_opening(office: Office, step: Step) -> Charter:
    """The keys by which openings are judged; in grammar 2 those in force when the list was made."""
    locked = office.walk.phases[step.occasion].first_locked if office.charter.grammar == 2 else None
    return office.walk.tenures.at(locked.n) if locked else office.charter


def opening_index(office: Office, step: Step, seat: str, value: Link) -> int:
    """The index of the value that an opening has to show."""
    if office.charter.grammar == 2:
        return value_due(office.walk, seat, office.walk.phases[step.occasion])
    return substitutes.next_index(office, seat, value)


def brought_key(office: Office, sealed: bytes | None, by: str) -> str:
    """The one-time key that came with a letter, sealed to the moderator alone."""
    if sealed is None:
        raise bad("letter brings no key to the orders", kind=Kind.UNSIGNED, hint=f"'{by}' attaches it, sealed")
    return unseal_key(office.desk.identity, sealed)


def check_fits(office: Office, step: Step, seat: str, held: Held, key: str) -> None:
    """An open goes to everybody, and no signature is over the key that comes beside it: who mails it on with another
    key, before it is here, would have these orders fall away."""
    envelope = envelope_of(office, step, seat, held)
    try:
        if envelope.lock.key and seal.public_of(key) != envelope.lock.key:
            raise bad("is another key than the one that the lock names")
        seal.unseal(key, envelope.sealed)
    except (BadInput, CheckFailed):
        hint = "mail the letter that 'pbem orders open' has written, as it is"
        raise bad("key that came does not open the orders that were locked", hint=hint, kind=Kind.MISMATCH) from None


# ------------------------------------------------------------------------------------- a seat that opens with its lock
def index_due(office: Office, seat: str, value: Link | None) -> int | None:
    """Which value the lock of a seat that acts alone has to show: its next, or the one that it has shown in this
    attempt already; others would learn of nothing that they could use. No other lock shows any."""
    step = office.book.step
    if not step.alone or value is None:
        return None
    if office.charter.grammar == 2:
        return value_due(office.walk, seat, office.walk.phases[step.occasion])
    sent = office.record.ledger.entries("lock", seat=seat, **step.occasion.fields)
    shown = [link_in(office.charter, entry, office.desk.read) for entry in sent]
    return value.index if value in shown else substitutes.next_index(office, seat, value)
