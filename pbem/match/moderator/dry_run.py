"""A rehearsal: what an act or a run would enter and mail, line by line. It is done on the desk and never written.

What a moderator may not see yet is not shown, for it is never made: in tiers two-step and beacon a rehearsed run stops
where orders would be opened and dice would fall.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from pbem.base.clock import parse_time
from pbem.match.deadlines import bounced, phase_times
from pbem.match.folder.office import Office
from pbem.match.phase import missed_opening
from pbem.match.phase.run_phase import Beacon, advance, turn, waiting_to_begin
from pbem.match.play.play_phase import step_id
from pbem.match.post.unsent import AGAIN
from pbem.trust.people.charter import Tier
from pbem.trust.record import layout

#: Entries that only repeat what stands in files, shown by their kind and number alone.
SHOWN = (
    "what", "phase", "attempt", "step", "seat", "until", "opens", "winner", "outcome", "deadline", "round", "alone",
    "public",
)  # fmt: skip


def rehearse(office: Office, act: Callable[[], object]) -> list[str]:
    """Returns what an act would enter and mail, and leaves the office as it was."""
    before = office.book.to_plain()
    first = len(office.record.ledger) if office.desk.has(layout.LEDGER) else 0
    try:
        act()
        return [*entered(office, first), *mailed(office)]
    finally:
        office.undo(before)
        office.said.clear()


def entered(office: Office, first: int) -> Iterator[str]:
    """The new lines of the ledger."""
    if not office.desk.has(layout.LEDGER):
        return
    for entry in list(office.record.ledger)[first:]:
        fields = {name: entry.get(name) for name in SHOWN if name in entry.fields}
        yield f"would enter {entry.n}: {entry.kind} {json.dumps(fields, ensure_ascii=False) if fields else ''}".rstrip()


def mailed(office: Office) -> Iterator[str]:
    """The new letters: to whom, about what, the words and the names of what is attached; and those that go again."""
    from email import policy  # a run that is no rehearsal reads no letter
    from email.message import EmailMessage
    from email.parser import BytesParser

    for name, data in sorted(office.desk.staged.items()):
        if name.startswith("outbox/") and name.endswith(AGAIN):
            order = json.loads(data)
            yield from (f"would mail {order['to']} again: {each}" for each in order.get("letters", ()))
            yield from (f"would not mail any more: {each}" for each in order.get("recalled", ()))
        elif name.startswith("outbox/"):
            letter = BytesParser(EmailMessage, policy=policy.default).parsebytes(data)
            yield f"would mail {letter['to']}: {letter['subject']}"
            body = letter.get_body(("plain",))
            words = body.get_content() if body else ""
            yield from (f"    {line}".rstrip() for line in words.splitlines())
            yield from (f"    attached: {part.get_filename()}" for part in letter.iter_attachments())


# --------------------------------------------------------------------------------------------------------------- a run
def rehearse_run(office: Office, beacon: Beacon | None = None) -> list[str]:
    """Describes the effect of `pbem run` now, as far as the moderator may know it."""
    told: list[str] = []
    told += rehearse(office, lambda: told.extend(run_shown(office, beacon)))
    return told


def run_shown(office: Office, beacon: Beacon | None) -> Iterator[str]:
    """The same, step by step; the word it ends with says what is waited for, or where it would go on unseen."""
    bounced.attend(office)
    if office.book.stage in ("inviting", "signing"):
        yield waiting_to_begin(office)
        return
    while office.book.stage == "playing":
        why = turn(office, lambda: unseen(office) or advance(office, beacon))
        yield from office.said
        office.said.clear()
        if why:
            yield why
            return
    yield "the game is over"


def unseen(office: Office) -> str:
    """Tiers that keep orders from the moderator: once they are locked nothing more is shown before it is published."""
    step = office.book.step
    if office.charter.tier is Tier.MODERATED or not step.locked:
        return ""
    name = step_id(office.book.phase, step.number)
    if office.charter.tier is Tier.TWO_STEP and (absent := phase_times.unopened(office, step)):
        if office.charter.grammar == 2 and phase_times.over(office, parse_time(step.open_by)):
            return missed_opening.waits(office, step, absent)
        if phase_times.over(office, parse_time(step.open_by)) and not phase_times.out_of_reach(office, step):
            anew = phase_times.anew(step, absent)
            return f"{name}: the dice would then be made {anew}, and all asked to open once more"
        until = phase_times.opening_until(office, step)
        return f"{name} would then wait for the opening of {', '.join(absent)} until {until}"
    if step.round and office.now < phase_times.reveal(office, step):
        return f"{name} would then wait for round {step.round} of the beacon"
    return f"{name} would be opened, played and published; what it comes to is shown when it is published"
