"""Going back to a phase that was played: proposed by the moderator, in force once all have signed (PROTOCOL threat 6).

The phase, and every phase after it, is opened again as its next attempt. Each keeps the seed it had, so that the same
label gives the same die and going back is no way to other dice; the price is that those dice are known, which the
letters and reports say. A phase whose dice had not fallen has fresh ones. What is withdrawn stays in the record.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from pbem import strict_yaml
from pbem.base.clock import parse_time, show_time
from pbem.base.errors import Kind, bad
from pbem.match import wording
from pbem.match.deadlines import phase_times
from pbem.match.deadlines.halted import check_playing
from pbem.match.folder.office import Office
from pbem.match.moderator.course_of_play import put_aside
from pbem.match.phase.opening import beacon_network, margin, open_phase
from pbem.match.phase.report_pages import sealed_report
from pbem.match.phase.results import commit_reports, keep_newest, notices_due, papers_of, reveal_time, with_deadline
from pbem.match.play.reports import Scene, public_report
from pbem.match.post import observers
from pbem.match.post.game_letter import Letter
from pbem.match.post.outbox import post
from pbem.match.post.public_parcel import parcels
from pbem.match.record import guardians, rulings
from pbem.match.record.committed import told_as
from pbem.match.terms.calendar import next_deadline
from pbem.match.terms.papers import REOPEN_FILE as PAPER
from pbem.trust.people.charter import MODERATOR, Tier
from pbem.trust.people.reopening import FRESH, SAME, Reopening, parse_reopening
from pbem.trust.record.ledger import SAME_DICE, Value
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.transport import lf_form

REOPEN = "reopen/1"
#: Tier beacon: so long everybody has to sign a return before its orders are due.
TO_SIGN = timedelta(hours=72)
NAMESPACE = sshsig.namespace("amend")


def propose(office: Office, phase: str, reason: str) -> None:
    """The game is paused, and all are asked to sign that it goes back to this phase."""
    check_playing(office)
    rulings.check_reason(reason)
    if office.book.proposal:
        hint = "'pbem resume' drops it"
        raise bad(f"going back to '{office.book.proposal['phase']}' waits for signatures", hint=hint, kind=Kind.ILLEGAL)
    write = paper_2 if office.charter.grammar == 2 else paper
    data = write(office, phase, withdrawn(office, phase), reason.strip())
    asked = f"All are asked to go back to {phase}: {reason.strip()}"
    entry = rulings.enter(office, "pause", asked[: rulings.MOST_REASON])
    office.book.paused = office.book.paused or {"since": office.t, "reason": reason.strip()}
    armour = sshsig.sign(office.ring.signer(), data, NAMESPACE)
    office.book.proposal = {"phase": phase, "text": data.decode(), "sigs": {MODERATOR: armour}}
    ask(office, entry.n, reason.strip())


def withdrawn(office: Office, phase: str) -> list[str]:
    """The phases that going back to one takes along."""
    course = [*office.book.closed, office.book.phase]
    if phase not in course:
        hint = f"one of {', '.join(course)}"
        raise bad(f"'{phase}' is no phase that can be gone back to", hint=hint, kind=Kind.UNKNOWN)
    return course[course.index(phase) :]


def paper(office: Office, phase: str, taken_along: list[str], reason: str) -> bytes:
    """Returns the paper that all sign: phase, withdrawals, that the dice stay, and the ledger's state then."""
    charter, ledger = office.charter, office.record.ledger
    fields: dict[str, Any] = {
        "pbem": REOPEN, "game": charter.game, "charter": charter.sha256, "phase": phase, "withdraws": taken_along,
        "dice": SAME_DICE, "lines": len(ledger), "root": ledger.root.hex(), "reason": reason,
    }  # fmt: skip
    return strict_yaml.write(fields).encode()


def paper_2(office: Office, phase: str, taken_along: list[str], reason: str) -> bytes:
    """The same in grammar 2, which also says what becomes of the dice. In tier moderated they never change; elsewhere a
    phase that had none throws fresh ones, in tier beacon at a round that all sign."""
    charter, ledger = office.charter, office.record.ledger
    attempt = office.walk.last.get(phase)
    has_dice = attempt is not None and bool(attempt.seed or attempt.kept)
    fresh = charter.tier is not Tier.MODERATED and not has_dice
    round_, deadline = None, ""
    if fresh and charter.tier is Tier.BEACON:
        closes = next_deadline(office.terms.calendar, office.now + TO_SIGN, (), charter.seat_names).at
        round_, deadline = beacon_network(office).round_at(closes + margin(office, "")), show_time(closes)
    return Reopening(
        game=charter.game, charter=charter.sha256, phase=phase, withdraws=tuple(taken_along),
        dice=FRESH if fresh else SAME, lines=len(ledger), root=ledger.root.hex(), reason=reason, round=round_,
        deadline=deadline,
    ).to_bytes()  # fmt: skip


def lapsed(office: Office, paper: Reopening) -> bool:
    """Tells if the deadline that all have signed is past: then the proposal is dropped, and has to be made anew."""
    if not paper.deadline or parse_time(paper.deadline) > office.now:
        return False
    office.book.proposal = {}
    hint = "'pbem rollback' asks all once more, with a later round"
    office.say(f"the deadline of {paper.deadline} that all have signed is past: {hint}")
    return True


def ask(office: Office, line: int, reason: str) -> None:
    """The letter with the paper to sign."""
    proposal = office.book.proposal
    guardians.keep_up(office)
    known = wording.KNOWN_DICE
    if office.charter.grammar == 2 and parse_reopening(proposal["text"].encode()).dice == FRESH:
        known = wording.FRESH_AGREED
    words = wording.GO_BACK.format(
        phase=proposal["phase"], reason=reason, line=line, known=known, game=office.charter.game,
    )  # fmt: skip
    papers = {PAPER: proposal["text"].encode(), f"{PAPER}.sig": proposal["sigs"][MODERATOR].encode("ascii")}
    public = parcels(office)
    for seat in office.charter.seat_names:
        subject = f"{office.charter.game}: go back to {proposal['phase']}?"
        text = words + (wording.GO_BACK_TEAM if office.book.fellows.get(seat) else "")
        parts = {**papers, "public.zip": public.of(seat)}
        post(office, seat, f"reopen-{line}", Letter(office.book.addresses[seat], subject, text, parts))


# ------------------------------------------------------------------------------------------------------ all have signed
def take_agreement(office: Office, data: bytes, armour: bytes) -> str:
    """A seat's signature under the paper; with the last of them play goes back. Who has signed."""
    proposal = office.book.proposal
    if not proposal:
        hint = "the newest letters say how the game goes on"
        raise bad("nobody is asked to go back any more", file=PAPER, kind=Kind.LATE, hint=hint)
    if lf_form(data) != proposal["text"].encode():
        raise bad("is not what was proposed", file=PAPER, kind=Kind.LATE, hint="sign the newest paper you were sent")
    seat = signer_of(office, armour)
    sshsig.verify(office.charter.seat(seat).ssh, proposal["text"].encode(), NAMESPACE, armour)
    proposal["sigs"].setdefault(seat, armour.decode("ascii", "replace"))
    office.say(f"{seat} agrees to go back to {proposal['phase']}")
    if all(who in proposal["sigs"] for who in office.charter.who()):
        go_back(office)
    return seat


def signer_of(office: Office, armour: bytes) -> str:
    """The seat whose key has signed."""
    signer = sshsig.signer(armour)
    for seat in office.charter.seats:
        if seat.ssh == signer:
            return seat.seat
    raise bad("is signed by nobody who has a seat", file=PAPER, kind=Kind.UNKNOWN)


def go_back(office: Office) -> None:
    """The phase is opened again, from the position that it began with."""
    book, proposal = office.book, office.book.proposal
    phase = str(proposal["phase"])
    taken_along = withdrawn(office, phase)
    if office.charter.grammar == 2 and lapsed(office, parse_reopening(proposal["text"].encode())):
        return
    put_aside(office)
    text, more = proposal["text"].encode(), dict[str, Value]()
    if office.charter.grammar == 2:
        made = parse_reopening(text)
        more = {"round": made.round, "deadline": made.deadline} if made.round else {}
        more |= {"dice": made.dice}
    with office.record.step(office.now) as entries:
        fields: dict[str, Value] = {"phase": phase, "dice": SAME_DICE, "withdraws": taken_along, **more}
        entries.amended("reopen", text, proposal["sigs"], **fields)
    position = began_with(office, phase)
    book.closed = [each for each in book.closed if each not in taken_along]
    book.paused, book.proposal = {}, {}
    phase_times.unspend(office, taken_along)
    open_phase(office, position)
    send_again(office)
    office.say(f"all have signed: {book.title} is open again until {phase_times.until(office, book.step)}")


def began_with(office: Office, phase: str) -> dict[str, Any]:
    """The position before a phase: the one after the phase before it."""
    course = [*office.book.closed, office.book.phase]
    number = course.index(phase)
    if number == 0:
        return office.terms.begin().to_plain()
    position: dict[str, Any] = office.desk.secret(f"phases/{papers_of(office, course[number - 1])}")["position"]
    return position


def send_again(office: Office) -> None:
    """A letter to each seat: the position as it is again, and what is known of the dice. Guardians and observers get
    what they get of every step."""
    book, charter, stem = office.book, office.charter, office.book.step.ordered.stem
    known = bool(office.record.ledger.entries("seed", phase=book.step.phase))
    scene = Scene(
        f"{book.step.phase}.start", book.phase, book.title, office.terms.restore(book.position),
        reveal=reveal_time(office, book.step), alone=book.step.alone, again=known, notices=notices_due(office),
    )  # fmt: skip
    scene = with_deadline(office, scene, phase_times.deadline_of(book.step))
    told = commit_reports(office, scene, book.step)
    keep_newest(office, stem, told)
    guardians.deposit(office, scene.name)
    public = parcels(office)
    dice = wording.KNOWN_DICE if known else wording.FRESH_DICE
    until = phase_times.until(office, book.step)
    words = wording.WENT_BACK.format(title=book.title, phase=book.phase, deadline=until, dice=dice)
    name = told_as(scene.name, book.step.occasion)
    for seat, preimage in told.items():
        sealed = sealed_report(office, scene, seat, preimage, name)
        parts = {"public.zip": public.of(seat), f"{seat}-{name}.age": sealed}
        subject = f"{charter.game}: back to {book.title}"
        post(office, seat, f"again-{stem}", Letter(book.addresses[seat], subject, words, parts))
    report = public_report(office.terms, charter, scene)
    observers.tell(office, f"again-{stem}", f"back to {book.title}", report)
