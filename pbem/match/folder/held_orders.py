"""Orders as the moderator holds them: sealed until their time, opened once, read as their game reads them."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.phase import Orders
from pbem.base.clock import parse_time
from pbem.base.errors import BadInput, CheckFailed, Kind, bad
from pbem.match.folder.book import Held, Step
from pbem.match.folder.office import Office
from pbem.trust.beacon.drand import Network
from pbem.trust.orders.envelope import Envelope, open_envelope, parse_envelope
from pbem.trust.people.charter import Tier
from pbem.trust.record import layout


def envelope_of(office: Office, step: Step, seat: str, held: Held) -> Envelope:
    """The envelope as it was published. Orders are locked once, however often the dice are asked for."""
    name = layout.lock_file(seat, step.ordered, held.seq)
    return parse_envelope(office.desk.read(name), name)


def open_held(office: Office, step: Step, network: Network | None = None, beacon: str = "") -> None:
    """Open what every seat has locked. What cannot be opened or read counts as no orders, on record (threat 15)."""
    for seat, held in sorted(step.held.items()):
        if held.void or held.opened:
            continue
        key = step.keys.get(seat, office.desk.identity)
        try:
            opened = open_envelope(envelope_of(office, step, seat, held), [key], network=network, beacon=beacon)
            held.opened = opened.to_bytes().decode("utf-8")
            read_held(office, seat, held)
        except (BadInput, CheckFailed, UnicodeDecodeError):
            refuse(office, step, seat, "seal")


def refuse(office: Office, step: Step, seat: str, what: str) -> None:
    """A seat's orders fall away; its defaults stand, and the ledger says why."""
    if seat in step.held:
        step.held[seat].void = True
    if seat not in step.refused:
        step.refused.append(seat)
    with office.record.step(office.now) as entries:
        entries.enter("timeout", **step.occasion.fields, seat=seat, what=what)


def files_of(office: Office, step: Step) -> Sequence[Orders]:
    """The order files that count in a step, by seat."""
    counted = [(seat, held) for seat, held in sorted(step.held.items()) if held.text and not held.void]
    return [read_held(office, seat, held) for seat, held in counted]


def read_held(office: Office, seat: str, held: Held) -> Orders:
    """An order file as its game reads it, once it is known to be for its seat and phase."""
    return read_orders(office, seat, held.text.encode(), f"{seat}.yaml")


def read_orders(office: Office, seat: str, data: bytes, file: str) -> Orders:
    """Orders that belong where they came. They name the phase; which of its steps they are for, the lock says."""
    phase = office.book.phase
    orders = office.orders_in(data, file)
    if orders.seat != seat:
        raise bad(f"orders are for seat '{orders.seat}', not for '{seat}'", file=file, kind=Kind.MISMATCH)
    if orders.phase and orders.phase != phase:
        hint = f"open the newest report, write 'phase: {phase}' and seal them again"
        raise bad(f"orders are for phase '{orders.phase}', not for '{phase}'", file=file, hint=hint, kind=Kind.MISMATCH)
    return orders


def busy(office: Office, seat: str) -> bool:
    """Tells if the seat's orders are being opened, or sealed to a key of its present player alone.

    In grammar 2 a phase may wait for an opening that never comes; then a new player can take the seat, so that all can
    sign a return.
    """
    step = office.book.step
    if office.charter.grammar == 2 and step.open_by and not step.seed and seat not in step.opens:
        return office.now < parse_time(step.open_by)
    return bool(step.locked) or (office.charter.tier is Tier.TWO_STEP and seat in step.held)
