"""The state of a game for its moderator, with the people it waits for; `public_status` beside this is for others."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.base.clock import parse_time, show_time
from pbem.base.counting import counted
from pbem.match import wording
from pbem.match.deadlines import bounced, mailbox_down, phase_times
from pbem.match.deadlines.halted import halted
from pbem.match.folder.book import Step, waiting_drafts
from pbem.match.folder.kinds import INBOX, WORDS
from pbem.match.folder.office import Office, at_work
from pbem.match.moderator.letters_asked import letters_asked
from pbem.match.play.play_phase import step_id
from pbem.match.post.send_outbox import tally
from pbem.match.record import guardians
from pbem.trust.keyring import Keyring
from pbem.trust.people.charter import Tier
from pbem.trust.primitives.words import words_of
from pbem.trust.record import layout


def private_status(root: Path, keyring: Path | None, now: datetime) -> dict[str, Any]:
    """All of it, for the moderator."""
    with at_work(root, Keyring.open(keyring), now) as office:
        book = office.book
        common = {"game": book.draft["game"], "title": book.draft["title"], "tier": book.draft["tier"]}
        common |= {"words": " ".join(words_of(office.charter.sha256))} if book.stage != "inviting" else {}
        letters = {**asked(office), **tally(root), "closed": list(book.closed)}
        mailbox = {"mailbox": why} if (why := mailbox_down.look(office)) else {}
        paused = {"paused": halted(office)} if book.paused else {}
        cut_off = {"unreachable": gone} if (gone := bounced.shown(office)) else {}
        letters |= {"to_read": words} if (words := to_read(root)) else {}
        return {**common, "stage": book.stage, **paused, **waiting(office), **mailbox, **cut_off, **letters}


def to_read(root: Path) -> str:
    """Letters without orders or papers, which may be meant for the moderator in person."""
    count = len(list((root / INBOX).glob(f"*{WORDS}.*")))
    return f"{counted(count, 'letter')} for you in {root / INBOX}, named *{WORDS}.eml" if count else ""


def asked(office: Office) -> dict[str, Any]:
    """Returns the count of players' letters, once there is a ledger to count them in."""
    if not office.desk.has(layout.LEDGER):
        return {}
    return {"letters": letters_asked(office.record.ledger, office.charter.seat_names)}


def waiting(office: Office) -> dict[str, Any]:
    """Describes what the game waits for, since when, until when, and why.

    `due` is the time at which the game needs to be looked at again.
    """
    book = office.book
    if book.stage == "over":
        return {}
    if book.stage in ("inviting", "signing"):
        from pbem.match.people.enrolment import awaited

        missing, what = awaited(office), "acceptance" if book.stage == "inviting" else "signature"
        if not missing:
            missing, what = guardians.unproved(office), "trial of a guardian"
        why = f"the game begins with the last {what}; there is no deadline"
        since = office.record.ledger[0].t if book.stage == "signing" else book.draft["created"]
        return {"waits_for": missing, "what": what, "since": since, "why": why}
    due = phase_times.next_due(office)
    stopped = phase_times.clock_behind(office) or change_of_moderator(office) or halted(office)
    found = {**waiting_in_play(office, book.step), **({"due": show_time(due)} if due else {})}
    if book.succession:
        agree = {"what": "signature of the new moderator", "until": book.succession["until"]}
        found |= {"waits_for": phase_times.unsigned(office), **agree}
    return {**found, "why": stopped or found["why"]}


def change_of_moderator(office: Office) -> str:
    """Says why nothing is played while the moderator changes; empty where nobody thinks of it."""
    if not office.book.handed and not office.book.succession:
        return ""
    from pbem.match.people.new_moderator import why

    return why(office)


def waiting_in_play(office: Office, step: Step) -> dict[str, Any]:
    """The same of a game that has begun, by what its open step waits for."""
    name = step_id(office.book.phase, step.number)
    names: dict[str, Any] = {"phase": name, "phase_title": office.book.title, "attempt": step.attempt}
    if not step.locked:
        what = "answers" if step.number > 1 else "orders"
        why = phase_times.waits(office, step, phase_times.judge(office, step))
        times = {"since": step.opened, "until": step.deadline}
        agreement = [f"{seat}: {state}" for seat, states in waiting_drafts(step).items() for state in states]
        names |= {"agreement": agreement} if agreement else {}
        return {**names, "waits_for": phase_times.missing(office, step), "what": what, **times, "why": why}
    why = "all is there to go on: 'pbem run'"
    if office.charter.tier is Tier.TWO_STEP and not step.seed:
        missing = phase_times.unopened(office, step)
        if missing:
            until = phase_times.opening_until(office, step)
            why = f"the dice wait for {', '.join(missing)} until {until}; after that they are made "
            why += phase_times.anew(step, missing)
        closes = parse_time(step.open_by)
        if missing and office.now >= closes and not phase_times.over(office, closes):
            why = phase_times.why_unread(office)
        if changed := replaced_since(office, step, missing):
            why = wording.NOBODY_OPENS.format(seats=" and ".join(changed), phase=step.phase)
        if gone := phase_times.out_of_reach(office, step):
            why = f"letters to {', '.join(gone)} come back; the moderator decides"
        return {**names, "waits_for": missing, "what": "opens", "since": step.locked, "until": step.open_by, "why": why}
    if step.round and not step.seed:
        from pbem.match.phase import beacon_rounds

        why = beacon_rounds.waiting(office, step)
    return {**names, "waits_for": [], "what": "beacon" if step.round else "run", "since": step.locked, "why": why}


def replaced_since(office: Office, step: Step, seats: list[str]) -> list[str]:
    """The seats whose keys are other ones than when the orders were locked, which alone can open (grammar 2)."""
    locked = office.walk.phases[step.occasion].first_locked if office.charter.grammar == 2 else None
    since = locked.n if locked else len(office.record.ledger)
    changed = {entry.get("who") for entry in office.record.ledger.entries("rotate") if entry.n > since}
    return [seat for seat in seats if seat in changed]
