"""Publishes the end of a step: dice, reports and position are committed to, and every seat gets a letter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.table import PUBLIC
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.game import Match
from pbem.base.clock import show_time
from pbem.base.records import replace
from pbem.match import wording
from pbem.match.deadlines import phase_times
from pbem.match.folder.book import Step
from pbem.match.folder.kept_papers import NEWEST
from pbem.match.folder.office import Office
from pbem.match.folder.report_parts import APPENDIX
from pbem.match.phase.headlines import headline
from pbem.match.play.play_phase import Lanes, Played, rolls_of, step_id, stored
from pbem.match.play.reports import (
    Scene,
    orders_hash,
    public_appendix,
    public_report,
    seat_report,
    state_summary,
    statement,
)
from pbem.match.post import observers, press
from pbem.match.post.addresses import addresses_paper
from pbem.match.post.game_letter import Letter
from pbem.match.post.outbox import post
from pbem.match.post.public_parcel import parcels
from pbem.match.record import guardians
from pbem.match.record.committed import told_as
from pbem.match.record.told_rulings import notices, rulings_between, since_report
from pbem.match.terms.calendar import Deadline
from pbem.trust.dice.lanes import SecretLog
from pbem.trust.dice.seed import parse_seed
from pbem.trust.people.charter import Tier
from pbem.trust.primitives.commit import Preimage
from pbem.trust.record import layout
from pbem.trust.record.layout import Occasion

START = "start"


def send_start(office: Office, match: Match) -> None:
    """The first letter to each seat: the position before the first phase."""
    book = office.book
    scene = Scene(START, book.phase, str(office.charter.fields.get("title", "")), match, alone=book.step.alone)
    scene = with_deadline(office, scene, phase_times.deadline_of(book.step))
    send_reports(office, scene, commit_reports(office, scene, book.step), book.step.occasion)


def scene_of(
    office: Office, played: Played, step: Step, files: Sequence[Orders], deadline: Deadline | None,
    alone: str,
) -> Scene:  # fmt: skip
    """Makes the scene at the end of a step, for the reports, with the seat that acts alone next."""
    orders = {seat: orders_hash(files, seat) for seat in office.charter.seat_names}
    name = step_id(office.book.phase, step.number)
    reveal = reveal_time(office, step)
    began = office.terms.restore(stored(office.book.position))
    scene = Scene(name, office.book.phase, office.book.title, played.match, played, orders, "", reveal, alone=alone,
                  again=keeps_dice(office), notices=notices_due(office), began=began, opened=began.phase())  # fmt: skip
    return with_deadline(office, scene, deadline)


def with_deadline(office: Office, scene: Scene, deadline: Deadline | None) -> Scene:
    """The scene with its next deadline; in words only if these say more than the moment."""
    if deadline is None:
        return scene
    told = replace(scene, deadline=show_time(deadline.at))
    words = phase_times.in_words(office, deadline.at, deadline.reasons)
    return told if words == told.closes else replace(told, until=words)


def keeps_dice(office: Office) -> bool:
    """Tells if a step of the open phase keeps the dice of a withdrawn attempt."""
    steps = [step for step in office.book.steps if step.seed]
    if office.charter.grammar == 2:
        return any(office.walk.phases[step.occasion].kept is not None for step in steps)
    return any(parse_seed(step.seed.encode("ascii")).attempt < step.run for step in steps)


def notices_due(office: Office) -> dict[str, list[str]]:
    """Returns the rulings that the next report has to mention, by reader."""
    ledger = office.record.ledger
    found = list(rulings_between(ledger, office.desk.read, since_report(ledger), len(ledger)))
    return notices(found, office.book.notices, office.charter.seat_names)


def reveal_time(office: Office, step: Step) -> str:
    """The moment of the step's round, in tier beacon."""
    return show_time(phase_times.reveal(office, step)) if step.round else ""


def public_file(step: str, occasion: Occasion) -> str:
    """Returns the file name of a step's public report; new dice make another report, named after the attempt."""
    return f"{layout.PUBLIC}/{told_as(step, occasion)}.txt"


def public_appendix_file(step: str, occasion: Occasion) -> str:
    """Returns the file name of what goes with a step's public report."""
    return f"{layout.PUBLIC}/{told_as(step, occasion)}{APPENDIX}"


def is_halfway(office: Office, scene: Scene) -> bool:
    """Tells if a report says how far its phase has come, and nobody commits to it."""
    return scene.played is None or (scene.waits and office.charter.tier is Tier.MODERATED)


def commit_reports(office: Office, scene: Scene, step: Step) -> dict[str, Preimage]:
    """Commits to every seat's report and enters the public one.

    A phase has one committed report a seat. If a question stops a phase of tier moderated, the seats get a report so
    far without an entry. The report at the end of the phase repeats all of it and is committed to.
    """
    halfway = is_halfway(office, scene)
    occasion = step.occasion
    name = told_as(scene.name, step.ordered) if halfway else step.ordered.stem
    told = {
        seat: office.committed(f"report/{seat}/{name}", seat_report(office.terms, office.charter, scene, seat))
        for seat in office.charter.seat_names
    }
    with office.record.step(office.now) as entries:
        for seat, preimage in () if halfway else told.items():
            entries.report(occasion, seat, preimage)
        text = public_report(office.terms, office.charter, scene)
        entries.enter(
            "report", **occasion.fields, step=scene.name, deadline=scene.deadline,
            **({"until": scene.until} if scene.until else {}),
            sha256=entries.file(public_file(scene.name, occasion), text),
        )  # fmt: skip
        if beside := public_appendix(office.terms, office.charter, scene):
            sha256 = entries.file(public_appendix_file(scene.name, occasion), beside)
            entries.enter("report", **occasion.fields, appendix=scene.name, sha256=sha256)
    if not halfway:
        keep(office, name, {"reports": {seat: preimage.to_bytes().decode() for seat, preimage in told.items()}})
    return told


def send_reports(office: Office, scene: Scene, told: dict[str, Preimage], occasion: Occasion) -> None:
    """A letter to every seat: the public files it has not confirmed yet, and its own report, sealed."""
    from pbem.match.phase.report_pages import sealed_report  # pages, charts and their templates

    name = told_as(scene.name, occasion)
    guardians.deposit(office, scene.name)
    public = parcels(office)
    keep_newest(office, scene.name, told, kept=not is_halfway(office, scene))
    #: A player whose address changed before the game began is not where the invitation said.
    moved = addresses_paper(office) if scene.name == START and office.book.former else {}
    for seat, preimage in told.items():
        sealed = sealed_report(office, scene, seat, preimage, name)
        parts = {"public.zip": public.of(seat), f"{seat}-{name}.age": sealed,
                 **press.with_report(office, seat), **moved, **shared_chain(office, scene, seat)}
        post(office, seat, f"report-{scene.name}", result_letter(office, scene, seat, parts))
    if observers.of(office):
        subject = headline(office, scene, "").subject
        observers.tell(office, f"report-{scene.name}", subject, public_report(office.terms, office.charter, scene))


def shared_chain(office: Office, scene: Scene, seat: str) -> dict[str, bytes]:
    """With the first report of a team, the chain that its captain shares, sealed to its members (grammar 2)."""
    sealed = office.book.chains.get(seat, "") if scene.name == START else ""
    return {f"{seat}-chain.age": sealed.encode("ascii")} if sealed else {}


def keep_newest(office: Office, name: str, told: Mapping[str, Preimage], *, kept: bool = False) -> None:
    """Keeps every seat's newest report for a player who takes the seat over; of those that are kept for the end of the
    game their phase alone.
    """
    if kept:
        stem = next(iter(told.values())).purpose.rpartition("/")[2]
        office.desk.put_secret(NEWEST, {"name": name, "kept": stem})
    else:
        reports = {seat: preimage.to_bytes().decode() for seat, preimage in told.items()}
        office.desk.put_secret(NEWEST, {"name": name, "reports": reports})


def result_letter(office: Office, scene: Scene, seat: str, parts: dict[str, bytes]) -> Letter:
    """The letter around a report."""
    from pbem.match.phase.report_pages import letter_page

    head = headline(office, scene, seat)
    words = wording.RESULT.format(
        what=head.text, then=head.then,
        statement=statement(office.charter, scene.reveal, again=scene.again),
    )
    subject = f"{office.charter.game}: {head.subject}"
    return Letter(office.book.addresses[seat], subject, words, parts, html=letter_page(office, scene, words))


def keep(office: Office, name: str, papers: dict[str, Any]) -> None:
    """Papers of a step or phase for the end of the game, sealed; guardians get them anew with the next deposit."""
    path = f"phases/{name}"
    office.book.deposited = [each for each in office.book.deposited if each != path]
    kept = office.desk.secret(path) if office.desk.has(f"private/{path}.age") else {}
    office.desk.put_secret(path, {**kept, **papers})


def publish_dice(office: Office, step: Step, records: Sequence[dict[str, Any]]) -> None:
    """The seed and the logs of its dice: public ones in full, secret lanes as commitments."""
    seed = parse_seed(step.seed.encode("ascii"))
    occasion = step.occasion
    lanes = Lanes(seed.key, office.keys.lanes)
    with office.record.step(office.now) as entries:
        kept = office.walk.phases[occasion].kept if office.charter.grammar == 2 else None
        if kept is not None:
            entries.seed_kept(occasion, seed, step.beacon, int(kept.get("of") or kept.number("attempt")))
        elif office.charter.grammar == 2 or seed.attempt == step.attempt:
            entries.seed(seed, occasion)
        else:
            entries.seed_kept(occasion, seed, step.beacon)
        entries.rolls(occasion, log_of(rolls_of(records, PUBLIC)))
        for lane in sorted(office.keys.lanes):
            key = lanes.key_of(lane)
            entries.srolls(occasion, SecretLog(lane, key, rolls_of(records, lane)), key)
    secret = {lane: rolls_of(records, lane) for lane in sorted(office.keys.lanes)}
    keep(office, occasion.stem, {"dice": secret})


def log_of(lines: Sequence[str]) -> bytes:
    """A roll log as a file."""
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def close_phase(office: Office, played: Played, step: Step) -> dict[str, Any]:
    """The position after the phase, committed to; the record of the phase, kept for the end."""
    position = played.match.to_plain()
    head = played.transcript.head
    summary = state_summary(position, head, str(office.charter.fields["rules"]))
    state = office.committed(f"state/{step.ordered.stem}", summary)
    with office.record.step(office.now) as entries:
        entries.state(step.occasion, state)
    papers = {
        "state": state.to_bytes().decode(), "position": position,
        "transcript": Transcript(list(played.transcript.records)).to_bytes().decode(),
        "orders": kept_orders(office),
    }  # fmt: skip
    book = office.book
    book.closed.append(book.phase)
    book.runs[book.phase] = book.steps[0].run
    keep(office, papers_of(office, book.phase), papers)
    return position


def papers_of(office: Office, phase: str) -> str:
    """The name under which the papers of a closed phase are kept, as it was played last."""
    return Occasion(phase, office.book.runs.get(phase, 1)).stem


def kept_orders(office: Office) -> list[dict[str, Any]]:
    """Every order file that counted in the phase, with what proves it."""
    return [
        {"seat": seat, "phase": step.phase, "attempt": step.run, "step": step.number, "lock": held.lock,
         "seq": held.seq, "opened": held.opened, "plain": held.plain, "signature": held.signature, "void": held.void}
        for step in office.book.steps for seat, held in sorted(step.held.items())
    ]  # fmt: skip


def records_of_seed(office: Office, played: Played, step: Step) -> list[dict[str, Any]]:
    """The records whose dice came from the step's seed: in tier moderated the whole phase, else this step."""
    if office.charter.tier is Tier.MODERATED:
        return played.transcript.records
    return played.transcript.records[office.book.mark_before(step):]
