"""Letters taken in: each once, each answered, by a receipt or by its faults. Nothing else changes on a fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pbem import files
from pbem.errors import Kind, PbemError, bad
from pbem.match import wording
from pbem.match.book import Held
from pbem.match.holding import read_held, read_orders
from pbem.match.office import Office
from pbem.match.opening import accept, take_signature
from pbem.match.opens import take_open
from pbem.match.outbox import post
from pbem.match.papers import part
from pbem.match.phases import past_deadline
from pbem.match.post import Letter, Received, read_letter
from pbem.transcript import canonical
from pbem.trust import layout, sshsig
from pbem.trust.charter import Tier
from pbem.trust.envelope import Envelope, Expected, check_envelope, open_envelope, parse_envelope
from pbem.trust.lock import HEADER
from pbem.trust.transport import lf_form


@dataclass(frozen=True, slots=True)
class Taken:
    """How a letter fared."""

    file: str
    seat: str
    error: PbemError | None = None
    twice: bool = False


def take_in(office: Office, path: Path) -> Taken:
    """One letter: read, judged, answered and filed, all at once or not at all."""
    received = read_letter(path)
    digest = sha256(canonical({name: data.hex() for name, data in received.parts.items()}).encode()).hexdigest()
    if digest in office.book.taken:
        return Taken(str(path), "", twice=True)
    seat = claimed_seat(office, received)
    office.book.taken.append(digest)
    before = office.book.to_plain()
    try:
        reader(received.parts)(office, received.parts)
    except PbemError as error:
        told = error.at(path.name)
        office.undo(before)
        tell_faults(office, seat, told, digest)
        file_away(office, path, digest)
        return Taken(str(path), seat, told)
    file_away(office, path, digest)
    return Taken(str(path), seat)


def file_away(office: Office, path: Path, digest: str) -> None:
    """The letter into the inbox, in the same breath as all that it has changed."""
    office.desk.put(f"inbox/{digest[:16]}{path.suffix}", files.read_file(path))
    office.save()


Reader = Callable[[Office, Mapping[str, bytes]], None]


def reader(parts: Mapping[str, bytes]) -> Reader:
    """What kind of letter this is, by its parts."""
    if any(data.startswith(HEADER.encode()) for data in parts.values()):
        return take_envelope
    if "acceptance.yaml" in parts:
        return take_acceptance
    if any(name.startswith("charter.") and name.endswith(".sig") for name in parts):
        return take_charter_signature
    if any(name.endswith(".open") for name in parts):
        return take_opening
    if any(name.endswith((".yaml", ".yml")) for name in parts):
        return take_plain_orders
    raise bad("letter holds nothing a game can use", hint="attach the .pbem file, or orders.yaml and orders.yaml.sig")


def take_acceptance(office: Office, parts: Mapping[str, bytes]) -> None:
    """A player takes a seat."""
    accept(office, parts["acceptance.yaml"], part(parts, "acceptance.yaml.sig"))


def take_charter_signature(office: Office, parts: Mapping[str, bytes]) -> None:
    """A seat signs the charter."""
    name = next(name for name in sorted(parts) if name.startswith("charter.") and name.endswith(".sig"))
    take_signature(office, name.removeprefix("charter.").removesuffix(".sig"), parts[name])


def take_opening(office: Office, parts: Mapping[str, bytes]) -> None:
    """The second letter of tier two-step."""
    in_play(office)
    name = next(name for name in sorted(parts) if name.endswith(".open"))
    take_open(office, parts[name], part(parts, f"{name}.sig"), parts.get(f"{name}.key.age"))


def in_play(office: Office) -> None:
    """Orders need a game in progress."""
    if office.book.stage != "playing":
        over = office.book.stage == "over"
        raise bad("the game is over" if over else "the game has not begun", kind=Kind.LATE if over else Kind.ILLEGAL)


def take_envelope(office: Office, parts: Mapping[str, bytes]) -> None:
    """Orders in an envelope."""
    in_play(office)
    name, data = next((name, data) for name, data in sorted(parts.items()) if data.startswith(HEADER.encode()))
    envelope = parse_envelope(data, name)
    lock, step = envelope.lock, office.book.step
    before = step.held.get(lock.seat)
    check_envelope(envelope, office.charter, expected(office, lock.seat))
    check_time(office)
    held = Held(lock.seq, lock.sha256)
    if office.charter.tier is Tier.MODERATED:
        held.opened = open_envelope(envelope, [office.desk.identity]).to_bytes().decode("utf-8", "replace")
        read_held(office, lock.seat, held)
    step.held[lock.seat] = held
    with office.record.step(office.now) as entries:
        entries.lock_received(envelope)
    give_receipt(office, lock.seat, held, envelope)
    instead = " in place of others" if before else ""
    office.say(f"{lock.seat}: orders no. {lock.seq} for {office.book.phase}{instead}")


def expected(office: Office, seat: str) -> Expected:
    """What an envelope has to fit just now."""
    step, tier = office.book.step, office.charter.tier
    index = office.book.values.get(seat, 0) + 1 if tier is Tier.MODERATED else None
    sent = office.record.ledger.entries("lock", seat=seat, **step.occasion.fields)
    above = max((entry.number("seq") for entry in sent), default=0)
    return Expected(phase=step.phase, above_seq=above, round=step.round or None, next_index=index)


def check_time(office: Office) -> None:
    """Orders count until they are locked, and until the deadline."""
    step = office.book.step
    if step.locked:
        raise bad(f"orders for '{step.phase}' have been locked already", kind=Kind.LATE)
    if past_deadline(office, step):
        raise bad(f"orders have come after the deadline of {step.deadline}", kind=Kind.LATE)


def take_plain_orders(office: Office, parts: Mapping[str, bytes]) -> None:
    """A signed order file from a player without the tool; tier moderated alone can take it (PROTOCOL 3.5)."""
    in_play(office)
    if office.charter.tier is not Tier.MODERATED:
        hint = "'pbem orders seal' makes an envelope"
        raise bad(f"tier {office.charter.tier.value} takes orders in an envelope only", kind=Kind.ILLEGAL, hint=hint)
    name = next(name for name in sorted(parts) if name.endswith((".yaml", ".yml")))
    data, armour = lf_form(parts[name]), part(parts, f"{name}.sig")
    step = office.book.step
    seat = office.terms.game.read_orders(data, name).seat
    sshsig.verify(office.charter.seat(seat).ssh, data, sshsig.namespace("orders"), armour)
    check_time(office)
    read_orders(office, seat, data, name)
    seq = expected(office, seat).above_seq + 1
    text = data.decode("utf-8")
    held = Held(seq, sha256(data).hexdigest(), text, plain=True, signature=armour.decode("ascii", "replace"))
    step.held[seat] = held
    with office.record.step(office.now) as entries:
        entries.plain_orders_received(step.occasion, seat, seq, data)
    give_receipt(office, seat, held, None)
    office.say(f"{seat}: plain orders no. {seq} for {step.phase}")


def give_receipt(office: Office, seat: str, held: Held, envelope: Envelope | None) -> None:
    """The proof that the lock stands in the ledger, and what was read where it can be read already."""
    step = office.book.step
    name = layout.receipt_file(seat, step.occasion, held.seq)
    read = "sealed until the orders open"
    if held.text:
        body = read_held(office, seat, held).body
        read = sha256(canonical(dict(body)).encode()).hexdigest()
    words = wording.RECEIPT.format(phase=step.phase, seq=held.seq, lock=held.lock, orders=read)
    parts = {name.rpartition("/")[2]: office.desk.read(name)}
    subject = f"{office.charter.game}: receipt for {step.phase}, no. {held.seq}"
    post(office, seat, f"receipt-{step.phase}-{held.seq}", Letter(office.book.addresses[seat], subject, words, parts))


def claimed_seat(office: Office, received: Received) -> str:
    """Whom an answer goes to: the seat whose address the letter comes from, else the one its papers name."""
    addresses = office.book.addresses
    for seat, address in addresses.items():
        if address.lower() == received.sender.lower():
            return seat
    for name, data in received.parts.items():
        for line in data[:2000].split(b"\n"):
            seat = line.removeprefix(b"seat: ").decode("ascii", "replace")
            if line.startswith(b"seat: ") and seat in addresses:
                return seat
        if name.removeprefix("charter.").removesuffix(".sig") in addresses:
            return name.removeprefix("charter.").removesuffix(".sig")
    return ""


def tell_faults(office: Office, seat: str, error: PbemError, digest: str) -> None:
    """The faults, to whoever they concern; a letter from nobody we know is not answered."""
    if not seat:
        return
    faults = "\n".join(fault.render() for fault in error.faults)
    game = office.book.draft["game"]
    words = wording.FAULTS.format(faults=faults)
    post(office, seat, f"faults-{digest[:8]}", Letter(office.book.addresses[seat], f"{game}: your letter", words))
