"""Halts a game when orders name a record that this folder lacks. The folder may be an older copy.

A phase played from such a copy continues another record than the players hold, and their programs refuse it. So no
phase runs before the moderator decides; one letter asks them to. A seat could make the claim without reason. Then its
orders do not count, because nobody could verify a record that holds them, and `pbem run --anyway` lets the game go on.
"""

from __future__ import annotations

from base64 import b64encode

from pbem.base.errors import CheckFailed, Fault, Kind
from pbem.match import wording
from pbem.match.folder.office import Office
from pbem.match.post import alarms
from pbem.trust.orders.envelope import Envelope, identity_faults, signature_faults
from pbem.trust.record.ledger import Ledger

HINT = "the moderator has been told: if they have restored an older copy of the game, they have to catch up first"


class Ahead(CheckFailed):
    """A seat has signed that it has seen another record."""


def check(office: Office, envelope: Envelope) -> None:
    """Checks that the record a seat has seen is the beginning of ours, as every verifier will ask (threat 13)."""
    lock = envelope.lock
    words = strange(lock.seen, office.record.ledger) if lock.seen else ""
    if not words or any(identity_faults(lock, office.charter)):
        return
    if not signature_faults(envelope, office.charter.seat(lock.seat)):
        raise Ahead(Fault(words, file=envelope.name, hint=HINT, kind=Kind.MISMATCH))


def strange(seen: tuple[int, str], ledger: Ledger) -> str:
    """Says what of the record that somebody has seen is missing in ours; empty if nothing is."""
    size, root = seen
    if size > len(ledger):
        return f"orders speak of a record of {size} lines, and the moderator's has {len(ledger)}"
    if b64encode(ledger.root_at(size)).decode("ascii") != root:
        return f"orders speak of another record than the moderator's: its first {size} lines had another root"
    return ""


def note(office: Office, seat: str, error: Ahead) -> None:
    """Stop the game and tell the moderator. Once the moderator has decided, this seat stops nothing again."""
    if seat in office.book.ahead:
        return
    office.book.ahead[seat] = ""
    fields = office.book.draft
    text = wording.AHEAD.format(seat=seat, title=fields["title"], what=error.faults[0].message)
    subject = f"{fields['game']}: is this folder an older copy?"
    alarms.tell(office, f"ahead-{seat}", subject, text)
    office.say(why(office))


def forget(office: Office, seat: str) -> None:
    """Its orders fit the record again. What the moderator has decided about it stands, or it could stop every phase."""
    if not office.book.ahead.get(seat):
        office.book.ahead.pop(seat, None)


def why(office: Office) -> str:
    """Says why nothing may run; empty where it may."""
    seats = [seat for seat, let in office.book.ahead.items() if not let]
    if not seats:
        return ""
    words = f"orders of {', '.join(seats)} speak of a record that is not here"
    return f"{words}: this folder may be an older copy; the moderator decides"


def let_go(office: Office) -> None:
    """The moderator's word that this folder counts."""
    office.book.ahead = dict.fromkeys(office.book.ahead, office.t)
