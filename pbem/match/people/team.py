"""Handles orders of a team: they count once enough members agree, and members get copies to read.

The sender stands behind their own orders. The others get the envelope with its receipt, and what opens it to the team:
in tier moderated their own keys, in two-step the one-time key, in beacon the orders themselves, both sealed to the team
by the sender. So members read what they agree to, and nobody outside the team reads it earlier for that.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from pbem.base.errors import Kind, bad
from pbem.mail.letter import File
from pbem.match import wording
from pbem.match.deadlines import phase_times
from pbem.match.folder.book import Held, Step, state_of
from pbem.match.folder.office import Office
from pbem.match.folder.report_parts import COPY
from pbem.trust.orders.envelope import Envelope
from pbem.trust.people.charter import Charter, Seat, Tier
from pbem.trust.record import layout
from pbem.trust.record.receipt import make_receipt
from pbem.trust.ssh import sshsig
from pbem.trust.ssh.sshkeys import PublicKey
from pbem.trust.ssh.transport import lf_form

#: Drafts of one step that are kept for a team to agree to; an older one falls away.
MOST_DRAFTS = 8


# ---------------------------------------------------------------------------------------------- at the moderator's desk
def put_forward(step: Step, seat: Seat, held: Held, signer: PublicKey) -> str:
    """Orders that have come in: they count, or wait for agreement; in words, what else that means."""
    if seat.needs == 1:
        instead = " in place of others" if seat.seat in step.held else ""
        step.held[seat.seat] = held
        return instead
    held.needs, held.behind = seat.needs, [signer.fingerprint()]
    step.drafts[seat.seat] = [*step.drafts.get(seat.seat, ()), held][-MOST_DRAFTS:]
    return f", behind which 1 of {seat.needs} stands"


def agree(office: Office, seat: Seat, lock: str, word: bytes, armour: bytes) -> str:
    """One more of a team stands behind orders that it was sent; what that comes to."""
    step = office.book.step
    draft = next((each for each in step.drafts.get(seat.seat, ()) if each.lock == lock), None)
    if draft is None:
        hint = "it names the orders of the newest receipt: 'pbem open' it, then 'pbem word agree'"
        raise bad(f"no orders of {seat.seat} with this lock wait for agreement", hint=hint, kind=Kind.LATE)
    phase_times.check_in_time(office)
    who = sshsig.signer(armour).fingerprint()
    if who in draft.behind:
        hint = "the sender of orders supports them already; other members agree"
        raise bad(f"you stand behind orders no. {draft.seq} already", hint=hint, kind=Kind.ILLEGAL)
    draft.behind.append(who)
    with office.record.step(office.now) as entries:
        entries.agreed(step.occasion, seat.seat, lock, word, armour)
    counts = step.held.get(seat.seat)
    if len(draft.behind) >= draft.needs and (counts is None or counts.seq < draft.seq):
        counts = step.held[seat.seat] = draft
        phase_times.note_complete(office)
    return state_of(draft, counts)


def proof(office: Office, word: bytes) -> dict[str, bytes]:
    """The proof that an agreement is in the ledger, for the player who gave it; nothing for other words."""
    ledger, digest = office.record.ledger, sha256(lf_form(word)).hexdigest()
    note = office.desk.read(layout.CHECKPOINT)
    entries = ledger.entries("ack", sha256=digest)
    return {f"{each.text('who')}-agreed-{each.n}.proof": make_receipt(ledger, each.n, note) for each in entries}


def known(step: Step, seat: str, lock: str) -> Held | None:
    """The orders with this lock as they are held, whether they count or wait."""
    held = [*([step.held[seat]] if seat in step.held else []), *step.drafts.get(seat, ())]
    return next((each for each in held if each.lock == lock), None)


def copies(charter: Charter, envelope: Envelope, files: Iterable[File]) -> dict[str, bytes]:
    """Returns the others' copy of a team's envelope: the envelope, and what its sender sealed to them."""
    if not charter.seat(envelope.lock.seat).members:
        return {}
    brought = {file.name: file.data for file in files if file.name == f"{envelope.name}{COPY}"}
    return {envelope.name: envelope.to_bytes(), **brought}


def check_copy(charter: Charter, envelope: Envelope, files: Iterable[File]) -> None:
    """A team that has to agree must be able to read what to."""
    readable = charter.tier is Tier.MODERATED or charter.seat(envelope.lock.seat).needs == 1
    if not readable and len(copies(charter, envelope, files)) == 1:
        hint = f"attach '{envelope.name}{COPY}', which 'pbem orders seal' has made"
        raise bad("letter brings no copy of the orders for the team to agree to", hint=hint, kind=Kind.UNSIGNED)


def receipt_words(step: Step, seat: str, held: Held) -> str:
    """Returns a receipt's words about agreement in a team."""
    if held.needs == 1:
        return ""
    return wording.TEAM_RECEIPT.format(state=state_of(held, step.held.get(seat)), needs=held.needs, seq=held.seq)


