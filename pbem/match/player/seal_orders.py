"""Seals and signs a player's orders, and their part of the dice when it is due."""

from __future__ import annotations

from pathlib import Path

from pbem.adjudicator.engine.phase import Checked
from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, bad
from pbem.base.files import read_file, read_once, write_atomic
from pbem.match.own_folder import team_letters
from pbem.match.own_folder.lost_keys import check_keys
from pbem.match.own_folder.player import Player, charter_of, ledger_of, newest_phase
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.own_folder.skipped_letters import aside, letters_missing
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.dice.seed import Link
from pbem.trust.keyring import Keyring
from pbem.trust.orders.envelope import Draft, make_envelope, preimage_of
from pbem.trust.orders.lock import parse_lock
from pbem.trust.orders.second_letter import make_open, seal_key
from pbem.trust.orders.which_count import agreed, link_in, links_due
from pbem.trust.people.charter import Charter, Tier
from pbem.trust.primitives.chain import leads_to
from pbem.trust.primitives.commit import new_salt
from pbem.trust.record import layout
from pbem.trust.record.checkpoint import verify_checkpoint
from pbem.trust.record.layout import Occasion, occasion_of
from pbem.trust.record.ledger import Entry, Ledger
from pbem.trust.seal import seal
from pbem.trust.ssh import sshsig


def next_link(seat: Seat, charter: Charter, ledger: Ledger, ring: Keyring) -> Link:
    """The seat's next chain value: one beyond the newest that is used up (PROTOCOL 3.5). That of a lock is, in tier
    moderated once it has counted, in two-step once another attempt is open; a newer lock before shows it again."""
    open_now, chain = occasion_of(newest_phase(ledger)), ring.chain(charter.game)
    counted = {lock for entry in ledger.entries("locked") for lock in entry.texts("locks")}
    anchor, moderated = chain.anchor, charter.tier is Tier.MODERATED

    def used_up(lock: Entry) -> bool:
        return lock.text("lock") in counted if moderated else occasion_of(lock) != open_now

    def link(entry: Entry) -> Link | None:
        if entry.get("seat") != seat.seat:
            return None
        found = link_in(charter, entry, lambda name: read_file(seat.folder / PUBLIC / name))
        return found if found and leads_to(found.value, found.index, anchor) else None

    entries = [entry for entry in ledger if entry.kind != "lock" or used_up(entry)]
    used = dict(links_due(charter, entries, link))[seat.seat].index
    return Link(used + 1, chain.value(used + 1))


def seal_orders(player: Player, seat: Seat, path: Path, *, anyway: bool = False) -> tuple[Path, Path, Checked]:
    """The envelope of an order file, and the letter that carries it to everybody."""
    checked = Checked((), ()) if anyway else seat.check(path)
    if checked.faults:
        raise BadInput(checked.faults)
    check_nothing_missing(seat)
    check_keys(player, seat)
    charter, ledger = charter_of(seat), ledger_of(seat)
    entry = newest_phase(ledger)
    occasion = occasion_of(entry)
    with_lock = may_send(seat, entry) and charter.tier is Tier.TWO_STEP
    seq = next_seq(seat, ledger, occasion)
    secret, one_time = seal.new_identity() if charter.tier is Tier.TWO_STEP else ("", "")
    salt = new_salt()
    draft = Draft(
        seat=seat.seat, phase=occasion.phase, attempt=occasion.attempt, seq=seq, content=seat.as_sealed(path)[0],
        round=entry.get("round"), one_time=one_time, seen=seen_head(seat, charter),
        value=next_link(seat, charter, ledger, player.ring) if charter.tier is Tier.MODERATED or with_lock else None,
    )  # fmt: skip
    envelope = make_envelope(charter, draft, player.key, salt=salt, networks=(DEMO_NETWORK,))
    if secret:
        write_atomic(seat.folder / "sent" / f"{envelope.name}.key", f"{secret}\n".encode())
    target = seat.folder / "sent" / envelope.name
    write_atomic(target, envelope.to_bytes())
    text = f"Orders of {seat.seat} for {occasion.phase}, letter {seq}.\n"
    subject = f"orders of {seat.seat} for {occasion.phase}, no. {seq}"
    parts = {envelope.name: envelope.to_bytes()}
    parts |= team_letters.sealed_copy(charter, envelope, preimage_of(charter, draft, salt), secret)
    if with_lock:
        parts[f"{envelope.name}.key.age"] = seal_key(charter, secret).encode("ascii")
    letter = player.write(seat, f"orders-{occasion.phase}-{seq}", subject, text, parts)
    return target, letter, checked


def check_nothing_missing(seat: Seat) -> None:
    """Orders are sealed for the newest step of the record, which a skipped letter may hold."""
    if aside(seat):
        raise bad(letters_missing(seat), hint="look in your mailbox and its spam folder, or ask: 'pbem word again'")


def may_send(seat: Seat, phase: Entry) -> bool:
    """Whether the seat acts alone in the phase; refused where another does (docs/protocol.md, 16)."""
    alone = phase.get("alone")
    if alone in (None, seat.seat):
        return alone is not None
    hint = "your standing orders hold, and what is asked of you later comes as a question"
    raise bad(f"{alone} acts alone in {phase.text('phase')}", hint=hint, kind=Kind.ILLEGAL)


def next_seq(seat: Seat, ledger: Ledger, occasion: Occasion) -> int:
    """One beyond every envelope sent, entered or answered for this occasion; of a team all get the receipts."""
    known = [entry.number("seq") for entry in ledger.entries("lock", seat=seat.seat, **occasion.fields)]
    prefix = f"{seat.seat}-{occasion.phase}-"
    places = (("sent", "*.pbem"), ("receipts", "*.proof"))
    files = (path for folder, kind in places for path in (seat.folder / folder).glob(f"{prefix}{kind}"))
    sent = (path.stem.removeprefix(prefix) for path in files)
    return max([0, *known, *(int(number) for number in sent if number.isascii() and number.isdigit())]) + 1


def seen_head(seat: Seat, charter: Charter) -> tuple[int, str]:
    """The newest checkpoint the player holds, its signature checked."""
    path = seat.folder / PUBLIC / layout.CHECKPOINT
    return verify_checkpoint(read_once(path), charter.log, str(path)).seen


def open_part(player: Player, seat: Seat) -> Path:
    """Tier two-step, second letter: the next chain value, and the key to the orders that were counted, sealed."""
    charter, ledger = charter_of(seat), ledger_of(seat)
    check_nothing_missing(seat)
    check_keys(player, seat)
    if charter.tier is not Tier.TWO_STEP:
        raise bad(f"tier {charter.tier.value} has no second letter", kind=Kind.ILLEGAL)
    occasion = occasion_of(newest_phase(ledger))
    locked = ledger.entries("locked", **occasion.fields)
    if not locked:
        hint = "the letter 'locked' comes first; open it with 'pbem open'"
        raise bad(f"orders for '{occasion.phase}' are not locked yet", hint=hint, kind=Kind.ILLEGAL)
    lock, envelope = own_lock(seat, locked[-1].texts("locks"))
    if lock and newest_phase(ledger).get("alone") == seat.seat:
        hint = "the letter with your orders has done it"
        raise bad(f"your part of the dice for {occasion.phase} is open already", hint=hint, kind=Kind.ILLEGAL)
    if not lock:
        check_not_elsewhere(seat, ledger, locked[-1].texts("locks"), occasion)
    if not lock and occasion.attempt == 1:
        check_not_dropped(seat, ledger, occasion)
    link = next_link(seat, charter, ledger, player.ring)
    data, armour = make_open(charter, seat.seat, occasion.phase, link, player.key, attempt=occasion.attempt, lock=lock)
    name = f"{seat.seat}-{occasion.phase}-{occasion.attempt}.open"
    parts = {name: data, f"{name}.sig": armour.encode("ascii")}
    if lock:
        secret = read_file(envelope.with_name(f"{envelope.name}.key")).decode("ascii", "replace").strip()
        parts[f"{name}.key.age"] = seal_key(charter, secret).encode("ascii")
    subject = f"{seat.seat} opens {occasion.stem}"
    return player.write(seat, f"open-{occasion.stem}", subject, "My part of the dice.\n", parts)


def check_not_elsewhere(seat: Seat, ledger: Ledger, counted: tuple[str, ...], occasion: Occasion) -> None:
    """Orders that count and whose envelope is not here were sealed on another machine, which has the key to them."""
    if any(entry.text("lock") in counted for entry in ledger.entries("lock", seat=seat.seat)):
        hint = "run this there, or copy the folder sent/ from there to here"
        hint += "\nwhere another of your team has sent them, open their receipt first: 'pbem open LETTER'"
        raise bad(f"your orders for {occasion.phase} were sealed in another folder", file=str(seat.folder / "sent"),
                  hint=hint, kind=Kind.UNKNOWN)  # fmt: skip


def check_not_dropped(seat: Seat, ledger: Ledger, occasion: Occasion) -> None:
    """Orders with a receipt that are not counted: the player says so instead of helping to roll (threat 10). Those that
    a team has not agreed to do not count by right.
    """
    counts = agreed(tuple(ledger))
    locks = ledger.entries("lock", seat=seat.seat, **occasion.fields)
    waiting = {layout.receipt_file(seat.seat, occasion, lock.number("seq")) for lock in locks if not counts(lock)}
    found = sorted((seat.folder / "receipts").glob(f"{seat.seat}-{occasion.stem}-*.proof"))
    receipts = [path for path in found if f"receipts/{path.name}" not in waiting]
    if receipts:
        hint = f"protest to all seats with {receipts[-1].name}, before anybody opens"
        raise CheckFailed(Fault("your orders have a receipt and are not among those locked", file=layout.LEDGER,
                                hint=hint, kind=Kind.MISMATCH))


def own_lock(seat: Seat, counted: tuple[str, ...]) -> tuple[str, Path]:
    """The hash of the seat's lock that counts, whoever of a team sent it, and its envelope; empty without one."""
    folders = [seat.folder / place for place in ("sent", team_letters.PLACE)]
    for path in sorted(path for folder in folders for path in folder.glob(team_letters.ENVELOPES)):
        lock = parse_lock(read_file(path).partition(sshsig.BEGIN)[0])
        if lock.sha256 in counted:
            return lock.sha256, path
    return "", Path()
