"""Seals and signs a player's orders, and their part of the dice when it is due."""

from __future__ import annotations

from pathlib import Path

from pbem.adjudicator.engine.phase import Checked
from pbem.base.errors import BadInput, CheckFailed, Fault, Kind, bad
from pbem.base.files import read_file, write_atomic
from pbem.match.own_folder import held_letters, team_letters
from pbem.match.own_folder.lost_keys import check_before_dice
from pbem.match.own_folder.player import Player, charter_of, ledger_of, newest_phase
from pbem.match.own_folder.sealed_elsewhere import bring_back, one_time_key
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.own_folder.skipped_letters import aside, letters_missing
from pbem.match.player import own_account
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.dice.seed import Link
from pbem.trust.grammar.attempt import Attempt
from pbem.trust.grammar.client import OPEN, Knowledge, why_not_lock, why_not_open
from pbem.trust.grammar.held import Held
from pbem.trust.grammar.standing import value_due
from pbem.trust.keyring import MACHINES, Keyring
from pbem.trust.orders.envelope import Draft, make_envelope, preimage_of
from pbem.trust.orders.lock import parse_lock
from pbem.trust.orders.second_letter import make_open, parse_open, seal_key
from pbem.trust.orders.which_count import QUESTION, agreed, link_in, links_due
from pbem.trust.people.charter import Charter, Tier
from pbem.trust.primitives.chain import leads_to
from pbem.trust.primitives.commit import new_salt
from pbem.trust.record import layout
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
    check_before_dice(player, seat)
    charter, ledger = charter_of(seat), ledger_of(seat)
    entry = newest_phase(ledger)
    occasion = occasion_of(entry)
    with_lock = may_send(seat, entry) and charter.tier is Tier.TWO_STEP
    with_value = charter.tier is Tier.MODERATED or with_lock
    seq = next_seq(seat, ledger, occasion, player.ring.machine)
    secret = one_time_key(player.ring, seat, occasion, seq) if charter.tier is Tier.TWO_STEP else ""
    one_time = seal.public_of(secret) if secret else ""
    salt, content = new_salt(), seat.as_sealed(path)
    draft = Draft(
        seat=seat.seat, phase=occasion.phase, attempt=occasion.attempt, seq=seq, content=content,
        round=entry.get("round"), one_time=one_time, seen=own_account.seen_head(seat, charter),
        value=next_link(seat, charter, ledger, player.ring) if with_value else None,
    ) if charter.grammar == 1 else lock_draft(player, seat, occasion, seq, content, one_time)  # fmt: skip
    envelope = make_envelope(charter, draft, player.key, salt=salt, networks=(DEMO_NETWORK,))
    if secret:
        write_atomic(seat.folder / "sent" / f"{envelope.name}.key", f"{secret}\n".encode())
    target = seat.folder / "sent" / envelope.name
    write_atomic(target, envelope.to_bytes())
    sealed_key = seal_key(charter, secret).encode("ascii") if with_lock else b""
    if charter.grammar == 2:
        held_letters.keep(seat, Held(envelope), b"", player.now, sealed_key)
    text = f"Orders of {seat.seat} for {occasion.phase}, letter {seq}.\n"
    subject = f"orders of {seat.seat} for {occasion.phase}, no. {seq}"
    parts = {envelope.name: envelope.to_bytes()}
    parts |= team_letters.sealed_copy(charter, envelope, preimage_of(charter, draft, salt), secret)
    if sealed_key:
        parts[f"{envelope.name}.key.age"] = sealed_key
    letter = player.write(seat, f"orders-{occasion.phase}-{seq}", subject, text, parts)
    return target, letter, checked


# --------------------------------------------------------------------------------------------------- grammar 2
def lock_draft(player: Player, seat: Seat, occasion: Occasion, seq: int, content: bytes, one_time: str) -> Draft:
    """Orders of grammar 2: the value that is due, where one is shown, and what the player has seen of the ledger."""
    known = held_letters.knowledge(seat, player.now)
    attempt, charter = known.walk.phases[occasion], charter_of(seat)
    check_phase(seat, attempt)
    check_reasons("orders cannot be sealed", why_not_lock(known, attempt))
    answer = charter.tier is Tier.MODERATED and attempt.first_locked is not None
    if not answer and seat.seat not in attempt.acts:
        hint = "your standing orders hold, and what is asked of you later comes as a question"
        raise bad(f"{occasion.phase} wants no orders of {seat.seat}", hint=hint, kind=Kind.ILLEGAL)
    alone = charter.tier is Tier.TWO_STEP and bool(attempt.alone)
    shows = alone or (charter.tier is Tier.MODERATED and not answer and not charter.seat(seat.seat).plain)
    return Draft(
        seat=seat.seat, phase=occasion.phase, attempt=occasion.attempt, seq=seq, content=content, round=attempt.round,
        one_time=one_time, account=own_account.account_now(seat, known), answer=answer,
        value=link_due(player, seat, known, attempt) if shows else None,
    )  # fmt: skip


def link_due(player: Player, seat: Seat, known: Knowledge, attempt: Attempt) -> Link:
    """The value that the next letter shows: the one shown for this attempt already, or the next of the seat's chain."""
    charter = charter_of(seat)
    index, chain = value_due(known.walk, seat.seat, attempt), team_letters.chain_of(player.ring, seat, charter)
    return Link(index, chain.value(index))


def check_reasons(what: str, reasons: list[str]) -> None:
    """Refuses with every reason."""
    if reasons:
        raise BadInput(Fault(f"{what}: {reason}", kind=Kind.ILLEGAL) for reason in reasons)


def opening(player: Player, seat: Seat, *, without_my_orders: bool = False) -> Path:
    """The second letter of grammar 2. One that was made already is mailed again as it is."""
    known = held_letters.knowledge(seat, player.now)
    charter, attempt = charter_of(seat), known.walk.order[-1]
    made = next((each for each in known.own if each.kind == OPEN and each.occasion == attempt.occasion), None)
    if attempt.first_locked is None:
        hint = "the letter 'locked' comes first; open it with 'pbem open'"
        raise bad(f"orders for '{attempt.occasion.phase}' are not locked yet", hint=hint, kind=Kind.ILLEGAL)
    if attempt.opener_by_lock() == seat.seat:
        hint = "the letter with your orders has done it"
        raise bad(f"your part of the dice for {attempt.occasion.phase} is open already", hint=hint, kind=Kind.ILLEGAL)
    if made is None:
        check_own_keys(player, seat, known, attempt)
        check_phase(seat, attempt)
        reasons = why_not_open(known, attempt, without_my_orders=without_my_orders)
        check_reasons(f"your part of the dice for {attempt.occasion.phase} is not opened", reasons)
    lock, envelope = own_lock(seat, tuple(each.text("lock") for each in attempt.listed.values()))
    if not lock:
        counted = tuple(each.text("lock") for each in attempt.listed.values())
        check_not_elsewhere(seat, ledger_of(seat), counted, attempt.occasion)
    name = f"{seat.seat}-{attempt.occasion.phase}-{attempt.occasion.attempt}.open"
    sealed = b""
    if lock:  # sealed anew each time: the game may have another moderator since
        secret = read_file(envelope.with_name(f"{envelope.name}.key")).decode("ascii", "replace").strip()
        sealed = seal_key(charter, secret).encode("ascii")
    digest = made.digest if made else opened_now(player, seat, known, attempt, lock, sealed)
    files = held_letters.files_of(seat, digest)
    parts = {f"{name}{file.partition('.open')[2]}": data for file, data in files.items()}
    parts |= {f"{name}.key.age": sealed} if sealed else {}
    subject = f"{seat.seat} opens {attempt.occasion.stem}"
    return player.write(seat, f"open-{attempt.occasion.stem}", subject, "My part of the dice.\n", parts)


def check_own_keys(player: Player, seat: Seat, known: Knowledge, attempt: Attempt) -> None:
    """An attempt is opened by the keys that were in force when its orders were locked."""
    locked = attempt.first_locked.n if attempt.first_locked else 0
    keys = [each.ssh for each in known.walk.tenures.at(locked).seat(seat.seat).people]
    if player.key.public not in keys:
        hint = "only they can open what they locked; all seats can agree to open the phase again"
        raise bad(f"orders of {attempt.occasion.phase} were locked before the seat was yours", hint=hint,
                  kind=Kind.ILLEGAL)


def check_phase(seat: Seat, attempt: Attempt) -> None:
    """The ledger's phase is the one that the player's last report names: another name would give other dice (R13)."""
    name = attempt.occasion.phase
    if seat.phase and seat.phase not in (name, QUESTION.sub("", name)):
        hint = "open the moderator's newest letter; if it changes nothing, tell all players"
        raise CheckFailed(Fault(f"the ledger opens '{name}', and your report says that '{seat.phase}' is next",
                                file=layout.LEDGER, hint=hint, kind=Kind.MISMATCH))


def opened_now(player: Player, seat: Seat, known: Knowledge, attempt: Attempt, lock: str, sealed: bytes) -> str:
    """The hash of the opening, which is kept before it is mailed, with its signature and the sealed key."""
    charter, occasion = charter_of(seat), attempt.occasion
    data, armour = make_open(
        charter, seat.seat, occasion.phase, link_due(player, seat, known, attempt), player.key,
        attempt=occasion.attempt, lock=lock, account=own_account.account_now(seat, known),
    )  # fmt: skip
    made = Held(parse_open(data))
    held_letters.keep(seat, made, armour.encode("ascii"), player.now, sealed)
    return made.digest


def check_nothing_missing(seat: Seat) -> None:
    """Orders are sealed for the newest step of the record, which a skipped letter may hold."""
    if aside(seat):
        raise bad(letters_missing(seat), hint="look in your mailbox and its spam folder, or ask: 'pbem word again'")


def may_send(seat: Seat, phase: Entry) -> bool:
    """Tells if the seat acts alone in the phase; fails if another does (docs/protocol.md, 16)."""
    alone = phase.get("alone")
    if alone in (None, seat.seat):
        return alone is not None
    hint = "your standing orders hold, and what is asked of you later comes as a question"
    raise bad(f"{alone} acts alone in {phase.text('phase')}", hint=hint, kind=Kind.ILLEGAL)


def next_seq(seat: Seat, ledger: Ledger, occasion: Occasion, machine: int = 0) -> int:
    """One beyond every envelope sent, entered or answered for this occasion; of a team all get the receipts.

    A restored machine takes the next number that ends in its own. Two machines that know nothing of each other then
    never sign two orders under one number, which would look like cheating (threat 14).
    """
    known = [entry.number("seq") for entry in ledger.entries("lock", seat=seat.seat, **occasion.fields)]
    prefix = f"{seat.seat}-{occasion.phase}-"
    places = (("sent", "*.pbem"), ("receipts", "*.proof"))
    files = (path for folder, kind in places for path in (seat.folder / folder).glob(f"{prefix}{kind}"))
    sent = (path.stem.removeprefix(prefix) for path in files)
    number = max([0, *known, *(int(number) for number in sent if number.isascii() and number.isdigit())]) + 1
    return number + (machine - number) % MACHINES if machine else number


def open_part(player: Player, seat: Seat, *, without_my_orders: bool = False) -> Path:
    """Tier two-step, second letter: the next chain value, and the key to the orders that were counted, sealed.
    `without_my_orders`: the phase goes on though the list has not the player's orders (grammar 2)."""
    charter, ledger = charter_of(seat), ledger_of(seat)
    check_nothing_missing(seat)
    check_before_dice(player, seat)
    if charter.tier is not Tier.TWO_STEP:
        raise bad(f"tier {charter.tier.value} has no second letter", kind=Kind.ILLEGAL)
    bring_back(player, seat)
    if charter.grammar == 2:
        return opening(player, seat, without_my_orders=without_my_orders)
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
    """Returns the hash of the seat's lock that counts, and its envelope; empty without one.

    Any member of a team may have sent it.
    """
    folders = [seat.folder / place for place in ("sent", team_letters.PLACE)]
    for path in sorted(path for folder in folders for path in folder.glob(team_letters.ENVELOPES)):
        lock = parse_lock(read_file(path).partition(sshsig.BEGIN)[0])
        if lock.sha256 in counted:
            return lock.sha256, path
    return "", Path()
