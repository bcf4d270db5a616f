"""Opens phases and their steps: the ledger's entry, the deadline, the round, and the seats that are awaited."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from pbem.base.clock import parse_time, show_time
from pbem.match.deadlines import phase_times
from pbem.match.folder.book import Step
from pbem.match.folder.office import Office
from pbem.match.phase.acting_alone import acting_alone
from pbem.match.phase.results import send_start
from pbem.match.play.play_phase import Played, step_id
from pbem.match.record import guardians
from pbem.match.terms.calendar_terms import least_margin
from pbem.trust.beacon.drand import DEMO_NETWORK, Network
from pbem.trust.grammar.entry_forms import RETURN
from pbem.trust.people.charter import Tier


def begin_play(office: Office) -> None:
    """All have signed: the position before the first phase, and the first letters."""
    match = office.terms.begin()
    office.book.stage = "playing"
    guardians.enter(office)
    open_phase(office, match.to_plain())
    send_start(office, match)
    office.say(f"all have signed; {office.book.title} is open until {phase_times.until(office, office.book.step)}")


def open_phase(office: Office, position: dict[str, Any]) -> None:
    """The next phase, or the end of the game."""
    book = office.book
    phase = office.terms.restore(position).phase()
    book.position, book.records, book.steps = position, [], []
    if phase is None:
        book.stage, book.phase, book.title = "over", "", ""
        return
    book.phase, book.title = phase.id, phase.title
    open_step(office, sorted(phase.active), free=phase.free)


def open_step(office: Office, waits: list[str], *, free: bool = False) -> None:
    """A step of the open phase. In tier moderated all its steps share one lock list and one seed (PROTOCOL, head)."""
    book, tier = office.book, office.charter.tier
    number = len(book.steps) + 1
    name = book.phase if tier is Tier.MODERATED else step_id(book.phase, number)
    deadline = phase_times.deadline_for(office, waits, question=number > 1)
    phase_times.spend(office, deadline)
    attempt = attempt_due(office, name) if tier is not Tier.MODERATED or number == 1 else book.steps[0].attempt
    step = Step(number, name, office.t, show_time(deadline.at), waits, attempt=attempt, run=attempt, free=free)
    step.reasons = list(deadline.reasons)
    step.alone = acting_alone(office, waits, number)
    if tier is Tier.BEACON:
        step.round = beacon_network(office).round_at(deadline.at + margin(office, step.alone))
    book.steps.append(step)
    if tier is Tier.MODERATED and number > 1:
        return
    if office.charter.grammar == 2:
        enter_phase(office, step)
        return
    with office.record.step(office.now) as record:
        record.phase_opened(step.occasion, deadline.at, step.round or None, step.alone)


def enter_phase(office: Office, step: Step) -> None:
    """The line that opens a step in grammar 2. After a return it names the paper, and has the round that all signed."""
    paper = office.walk.licence.get(step.phase)
    if paper is not None and paper.get("phase") == step.phase and "round" in paper.fields:
        step.round, step.deadline = paper.number("round"), paper.text("deadline")
        step.reasons = []
    with office.record.step(office.now) as record:
        record.phase_opened(
            step.occasion, parse_time(step.deadline), step.round or None, step.alone, acts=acts_of(office, step),
            reason=RETURN if paper else "", by=paper.n if paper else None,
        )  # fmt: skip


def acts_of(office: Office, step: Step) -> list[str] | None:
    """The seats from whom the rules want orders in a step; None for all of them. In tier beacon everybody sends an
    envelope, so that nobody learns who is asked, unless one seat acts alone."""
    everybody = office.charter.tier is Tier.BEACON and not step.alone
    acts = sorted(step.waits)
    return None if everybody or acts == list(office.charter.seat_names) else acts


def margin(office: Office, alone: str) -> timedelta:
    """From the deadline to the round: what was agreed; where a seat acts alone, what its grace and pause need."""
    return min(office.charter.margin(), max(office.charter.margin(alone), least_margin(office.terms.calendar)))


def attempt_due(office: Office, phase: str) -> int:
    """The first attempt, but for a phase that has been opened before and was gone back on."""
    opened = office.record.ledger.entries("phase", phase=phase)
    return max((entry.number("attempt") for entry in opened), default=0) + 1


def beacon_network(office: Office) -> Network:
    """The network the charter pins."""
    return office.charter.network((DEMO_NETWORK,))


def next_question(office: Office, played: Played) -> None:
    """The step that waits for the answers to open questions."""
    open_step(office, sorted({question.side for question in played.questions}))
