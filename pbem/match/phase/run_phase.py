"""Plays on as far as letters and deadlines allow: locks, opens dice, plays, publishes, opens what follows."""

from __future__ import annotations

from collections.abc import Callable

from pbem.adjudicator.engine.transcript import Transcript
from pbem.base.errors import CheckFailed, Fault, Kind, Waiting
from pbem.match.deadlines import (
    bounced,
    passed_deadline,
    phase_times,
    reminders,
)
from pbem.match.deadlines.halted import halted
from pbem.match.deadlines.silence import ABANDONED, SILENT
from pbem.match.folder.book import Step
from pbem.match.folder.held_orders import files_of
from pbem.match.folder.office import Office
from pbem.match.people import new_moderator, substitutes
from pbem.match.people.enrolment import awaited
from pbem.match.phase import beacon_rounds, disclosure, second_letters
from pbem.match.phase.acting_alone import alone_next
from pbem.match.phase.opening import next_question, open_phase
from pbem.match.phase.results import (
    close_phase,
    commit_reports,
    publish_dice,
    records_of_seed,
    scene_of,
    send_reports,
)
from pbem.match.play.play_phase import Played, StepInput, play, step_id
from pbem.match.record import guardians
from pbem.match.terms.calendar import Deadline
from pbem.trust.dice.seed import Drand, Link, Seed, parse_seed
from pbem.trust.people.charter import Tier
from pbem.trust.record import layout
from pbem.trust.record.layout import Occasion

Beacon = tuple[int, str]


def run(office: Office, beacon: Beacon | None = None) -> str:
    """Play on until something is missing, saving after each step; the word on where the game stands."""
    if bounced.attend(office):
        office.save()
    if office.book.stage in ("inviting", "signing"):
        raise Waiting(Fault(waiting_to_begin(office), kind=Kind.LATE))
    while office.book.stage == "playing":
        why = turn(office, lambda: advance(office, beacon))
        office.save()
        if why:
            raise Waiting(Fault(why, kind=Kind.LATE))
    return "the game is over"


def turn(office: Office, play_on: Callable[[], str]) -> str:
    """One thing done, of what comes before play or of play itself; or what is missing for it."""
    why = reminders.tell_clock(office) or new_moderator.waits(office)
    if why or substitutes.settle(office):  # a loan ends at its time, though the game be paused
        return why
    return halted(office) or play_on()


def waiting_to_begin(office: Office) -> str:
    """Names the people who have to answer before the game begins."""
    missing = awaited(office)
    if not missing:
        return f"waits for {', '.join(guardians.unproved(office))} to open a guardian's trial file"
    what = "acceptance" if office.book.stage == "inviting" else "signature of the charter"
    return f"waits for the {what} of {', '.join(missing)}"


def advance(office: Office, beacon: Beacon | None) -> str:
    """One thing done, or what is missing for it."""
    step = office.book.step
    if not step.locked:
        event = phase_times.judge(office, step)
        if event.act in phase_times.RUNS:
            if not passed_deadline.give_pass(office, step):
                lock(office, step)
            return ""
        return "" if reminders.attend(office, step, event) else phase_times.waits(office, step, event)
    if not step.seed:
        return open_dice(office, step, beacon)
    finish_step(office, step)
    return ""


def lock(office: Office, step: Step) -> None:
    """From here on exactly these orders count; who sent none is on record, unless silence is an order."""
    step.silent = [seat for seat in step.waits if seat not in step.held and not step.free]
    if office.charter.grammar == 2:
        enter_list(office, step)
    else:
        with office.record.step(office.now) as entries:
            for seat in step.silent:
                entries.enter("timeout", **step.occasion.fields, seat=seat, what=passed_deadline.called(office, seat))
            entries.locked(step.occasion)
    step.locked = office.t
    passed_deadline.declare(office, step)
    name = step_id(office.book.phase, step.number)
    locked = f"orders of {', '.join(sorted(step.held))} locked" if step.held else "no orders received"
    office.say(f"{name}: {locked}")
    if office.charter.tier is Tier.MODERATED:
        for seat, held in step.held.items() if office.charter.grammar == 1 else ():
            if not held.plain:
                substitutes.use_value(office, step, seat, held)
    elif office.charter.tier is Tier.TWO_STEP:
        second_letters.ask(office, step)
    else:
        beacon_rounds.tell_locked(office, step)


def enter_list(office: Office, step: Step) -> None:
    """Grammar 2: the list of the locks that count; only then who sent nothing, from which nothing follows for dice."""
    two_step = office.charter.tier is Tier.TWO_STEP
    with office.record.step(office.now) as entries:
        opens_by = second_letters.set_time(office, step) if two_step else None
        entries.locked(step.occasion, opens_by=opens_by)
    gone = office.walk.phases[step.occasion].abandoned
    with office.record.step(office.now) as entries:
        for seat in step.silent:
            what = ABANDONED if seat in gone else SILENT
            entries.enter("timeout", **step.occasion.fields, seat=seat, what=what)


def open_dice(office: Office, step: Step, beacon: Beacon | None) -> str:
    """The step's seed, as its tier makes it; or what it waits for."""
    tier = office.charter.tier
    if tier is Tier.MODERATED and step.number > 1:
        step.seed = office.book.steps[0].seed
        return ""
    if tier is Tier.TWO_STEP and (why := second_letters.missing(office, step)):
        return why
    drand, kept = None, kept_seed(office, step)
    if tier is Tier.BEACON:
        drand = beacon_rounds.beacon_of(office, step, beacon)
        if drand is None:
            return beacon_rounds.waiting(office, step)
        beacon_rounds.open_orders(office, step, drand)
        step.beacon = drand.signature if kept else ""
    step.seed = kept or make_seed(office, step, drand).to_bytes().decode("ascii")
    return ""


def kept_seed(office: Office, step: Step) -> str:
    """The seed that the phase had before all went back to it; nothing where it had none."""
    earlier = office.record.ledger.entries("seed", phase=step.phase)
    if not earlier or (office.charter.grammar == 2 and office.walk.phases[step.occasion].kept is None):
        return ""
    attempt = earlier[0].number("attempt")
    return office.desk.read(layout.seed_file(Occasion(step.phase, attempt))).decode("ascii")


def make_seed(office: Office, step: Step, drand: Drand | None) -> Seed:
    """The seed of the step, with the moderator's next chain value (PROTOCOL 3.7)."""
    office.book.links += 1
    index, attempt = office.book.links, step.attempt
    seats: tuple[tuple[str, Link], ...] = ()
    with office.record.step(office.now) as entries:
        if office.charter.grammar == 2:
            index = office.book.links = entries.moderators_index()
            attempt = 1 if office.charter.tier is Tier.MODERATED else attempt
        if drand is None:
            seats = entries.links(step.occasion)
    mod = Link(index, office.keys.chain.value(index))
    return Seed(office.charter.sha256, step.phase, attempt, mod, seats, drand)


def finish_step(office: Office, step: Step) -> None:
    """Play the step, publish what it came to, and open what follows."""
    book = office.book
    inputs = inputs_of(office)
    played = play(office.terms, book.position, inputs, Transcript(book.records), office.keys.lanes)
    check_sound(played)
    moderated = office.charter.tier is Tier.MODERATED
    if played.closed or not moderated:
        publish_dice(office, step if not moderated else book.steps[0], records_of_seed(office, played, step))
    step.mark = len(played.transcript)
    name = step_id(book.phase, step.number)
    files = [orders for each in inputs for orders in each.files]
    deadline = next_deadline(office, played)
    position = close_phase(office, played, step) if played.closed else {}
    scene = scene_of(office, played, step, files, deadline, alone_next(office, played, step))
    told = commit_reports(office, scene, step)
    if played.closed:
        open_phase(office, position)
    else:
        book.records = played.transcript.records
        next_question(office, played)
    if book.stage == "over":
        disclosure.disclose(office)
    send_reports(office, scene, told, step.occasion)
    office.say(f"{name}: played" if played.closed else f"{name}: stopped by a question")


def next_deadline(office: Office, played: Played) -> Deadline | None:
    """When what follows will close; nothing where nothing follows."""
    if not played.closed:
        return phase_times.deadline_for(office, (), question=True)
    phase = played.match.phase()
    return phase_times.deadline_for(office, sorted(phase.active)) if phase else None


def check_sound(played: Played) -> None:
    """A position that is none is our own fault, and no result goes out. While a question is open a rule may stand in
    its midst, with counters in hand that have no place yet.
    """
    if played.closed and (wrong := played.match.invariants()):
        hint = "this is a fault of the rules module"
        raise CheckFailed([Fault(f"the position is unsound: {line}", hint=hint) for line in wrong])


def inputs_of(office: Office) -> list[StepInput]:
    """The steps of the open phase as play reads them."""
    moderated = office.charter.tier is Tier.MODERATED
    inputs = [
        StepInput(
            step_id(office.book.phase, step.number), tuple(files_of(office, step)),
            frozenset(step.silent + step.refused),
            parse_seed((office.book.steps[0] if moderated else step).seed.encode("ascii")).key,
            office.book.mark_before(step),
        )
        for step in office.book.steps
    ]  # fmt: skip
    return [passed_deadline.filled_first(office, inputs[0]), *inputs[1:]]
