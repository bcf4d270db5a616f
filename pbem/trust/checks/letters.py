"""Checks letters: envelopes, their receipts, second letters of tier two-step, texts signed by all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem import strict_yaml
from pbem.trust.checks.findings import Audit, Game, hash_hex
from pbem.trust.checks.opened_orders import open_by_key
from pbem.trust.checks.record import History, signature_holds, signed_note
from pbem.trust.checks.sequence import PhaseRecord, Phases
from pbem.trust.dice.seed import Link
from pbem.trust.orders.envelope import Envelope, Expected, check_envelope, parse_envelope
from pbem.trust.orders.second_letter import Open, check_open
from pbem.trust.orders.which_count import is_plain
from pbem.trust.people.charter import MODERATOR, Charter, Seat, Tier
from pbem.trust.record import layout, merkle
from pbem.trust.record.layout import occasion_of
from pbem.trust.record.ledger import BESIDE_TEXT, Entry, as_text
from pbem.trust.record.receipt import parse_receipt
from pbem.trust.ssh import sshsig


def check_letters(audit: Audit, game: Game, phases: Phases, history: History) -> None:
    """Everything in locks, receipts, opens and amends."""
    newest: dict[str, tuple[int, Entry]] = {}
    once = set[tuple[Any, ...]]()
    for entry in game.entries:
        record = phases.get(occasion_of(entry)) if entry.kind in ("lock", "open") else None
        if record and is_again(entry, once):
            continue
        if record and entry.kind == "lock" and entry.get("seat") in game.charter.seat_names:
            check_lock(audit, game, record, entry, history)
        elif record and entry.kind == "open" and entry.get("seat") in game.charter.seat_names:
            check_second_letter(audit, game, record, entry)
        elif entry.kind == "ack" and "lock" in entry.fields and entry.get("who") in game.charter.seat_names:
            check_agreement(audit, game.tenures.at(entry.n).seat(entry.text("who")), game.charter.game, entry)
        elif entry.kind == "phase" and entry.get("alone") in game.charter.seat_names:
            check_alone(audit, game.tenures.at(entry.n).seat(entry.text("alone")), entry)
        elif entry.kind in ("amend", "reopen"):
            check_amendment(audit, game.tenures.at(entry.n), entry)
            if entry.kind == "reopen":
                check_return(audit, game, entry, history)
        elif entry.kind == "ruling" and "sig" in entry.fields:
            check_ruling(audit, game.tenures.at(entry.n), entry)
        if entry.n in audit.links:
            seat, link = game.tenures.at(entry.n).seat(entry.text("seat")), audit.links[entry.n]
            anchor = (seat.whose(link.value, link.index) or seat).chain
            before, last = newest.get(anchor, (0, entry))
            check_turn(audit, entry, link, before, again=may_repeat(game.charter.tier, last, entry))
            newest[anchor] = (link.index, entry) if link.index >= before else (before, last)


def is_again(entry: Entry, once: set[tuple[Any, ...]]) -> bool:
    """Tells if another entry has stood for this letter, which is blamed where it stands."""
    occasion = occasion_of(entry)
    key = (entry.kind, entry.get("seat"), occasion, entry.get("seq") if entry.kind == "lock" else 0)
    found = key in once
    once.add(key)
    return found


def check_turn(audit: Audit, entry: Entry, link: Link, before: int, *, again: bool) -> None:
    """The values of each chain are opened in order (PROTOCOL 3.3): never back, and none is left out. One that was shown
    to the moderator alone and is not on record would be a second throw for the two of them (threat 6)."""
    if link.index != before + 1 and not (link.index == before and again):
        seat = entry.text("seat")
        audit.blame_entry(
            entry, f"opens chain value {link.index} of seat '{seat}' after {before}",
            hint=f"value {before + 1} is due: none is shown twice, and none is left out",
        )  # fmt: skip


def may_repeat(tier: Tier, last: Entry, entry: Entry) -> bool:
    """Tells if a chain may show its newest value again: in a lock that replaces one that did not count.

    In tier two-step both have to be of one attempt, because a value shown in another is known to those who decide in
    this one.
    """
    replaces = last.kind == entry.kind == "lock"
    return replaces and (tier is not Tier.TWO_STEP or occasion_of(last) == occasion_of(entry))


def check_alone(audit: Audit, seat: Seat, entry: Entry) -> None:
    """A team that has to agree might show a value with orders that do not come to count (docs/protocol.md, 16)."""
    if seat.needs > 1:
        audit.blame_entry(entry, f"says that '{seat.seat}' acts alone, a team of which {seat.needs} have to agree")


# --------------------------------------------------------------------------------------------------------------- locks
def check_lock(audit: Audit, game: Game, record: PhaseRecord, entry: Entry, history: History) -> None:
    """An envelope fits its entry, its charter and its phase, and its receipt proves the entry."""
    seat, seq = entry.text("seat"), entry.number("seq")
    due = game.tenures.at(entry.n).seat(seat).needs
    if int(entry.get("needs") or 1) != due:
        audit.blame_entry(entry, f"needs {entry.get('needs') or 1} of a team, whose charter says {due}")
    if is_plain(entry) and game.charter.tier is Tier.MODERATED:
        check_plain(audit, game.tenures.at(entry.n), record, entry)
    else:
        name = layout.lock_file(seat, record.occasion, seq)
        data = audit.read_for(entry, name)
        envelope = audit.attempt(name, parse_envelope, data, name) if data is not None else None
        if envelope is not None:
            check_sent(audit, game, record, entry, envelope)
            check_head(audit, name, envelope, entry, history)
    name = layout.receipt_file(seat, record.occasion, seq)
    if name in audit.present:
        check_receipt(audit, game.charter, entry, name, history)


def check_sent(audit: Audit, game: Game, record: PhaseRecord, entry: Entry, envelope: Envelope) -> None:
    """The envelope says what its entry says, its signature holds, and it is sealed as the tier demands."""
    name = layout.lock_file(entry.text("seat"), record.occasion, entry.number("seq"))
    lock = envelope.lock
    expected = Expected(
        phase=record.occasion.phase, attempt=record.occasion.attempt, above_seq=entry.number("seq") - 1,
        round=record.round, alone=record.alone,
    )  # fmt: skip
    audit.attempt(name, check_envelope, envelope, game.tenures.at(entry.n), expected)
    audit.count("locks")
    if (lock.seat, lock.seq) != (entry.get("seat"), entry.get("seq")):
        audit.blame(name, f"is letter {lock.seq} of seat '{lock.seat}'")
    if hash_hex(envelope.lock_bytes) != entry.get("lock"):
        audit.blame(name, f"is not the lock whose hash entry {entry.n} of the ledger states", line=1)
    if lock.orders != entry.get("orders"):
        audit.blame(name, f"commits to other orders than entry {entry.n} of the ledger states", line=8)
    if lock.value is not None:
        audit.links[entry.n] = lock.value
    if "needs" in entry.fields:
        audit.newly.behind[entry.text("lock")] = [sshsig.parse(envelope.signature).key_blob.hex()]


def check_head(audit: Audit, name: str, envelope: Envelope, entry: Entry, history: History) -> None:
    """Checks that the ledger a seat had seen when it wrote is still its beginning (threat 13)."""
    if envelope.lock.seen is None:
        return
    size, root = envelope.lock.seen
    line = next(n for n, text in enumerate(envelope.lock_bytes.split(b"\n"), 1) if text.startswith(b"seen: "))
    audit.count("ledger heads seen by seats")
    if size > entry.n:
        audit.blame(name, f"has seen {size} lines of a ledger that had {entry.n} when it came in", line=line)
    elif history.root_text(size) != root:
        audit.blame(
            name, f"has seen another ledger: its first {size} lines had another root", line=line,
            hint="if its signature holds, the moderator showed this seat another ledger than this one",
        )  # fmt: skip


def check_plain(audit: Audit, charter: Charter, record: PhaseRecord, entry: Entry) -> None:
    """An order file from a player without the tool: hidden until the game is over, its hash is all there is."""
    name = layout.plain_orders_file(entry.text("seat"), record.occasion, entry.number("seq"))
    if name not in audit.present:
        audit.note(f"entry {entry.n} stands for a plain order file of seat '{entry.get('seat')}', not shown yet")
        return
    orders, armour = audit.read(name), audit.read_for(entry, f"{name}.sig")
    if orders is None or armour is None:
        return
    audit.attempt(f"{name}.sig", seat_has_signed, charter.seat(entry.text("seat")), orders, "orders", armour)
    audit.count("locks")
    if hash_hex(orders) != entry.get("lock"):
        audit.blame(name, f"is not the order file whose hash entry {entry.n} of the ledger states")


def seat_has_signed(seat: Seat, message: bytes, kind: str, armour: bytes) -> bool:
    """True, or CheckFailed."""
    seat.check(message, kind, armour)
    return True


def check_receipt(audit: Audit, charter: Charter, entry: Entry, name: str, history: History) -> None:
    """The receipt proves that exactly this entry stood in a ledger that the log key signed."""
    data = audit.read(name)
    receipt = audit.attempt(name, parse_receipt, data, name) if data is not None else None
    if receipt is None:
        return
    note = signed_note(audit, charter, receipt.note, name)
    if note is None:
        return
    audit.count("receipts")
    if receipt.index != entry.n:
        audit.blame(name, f"is for entry {receipt.index}, not for entry {entry.n}", line=2)
    elif note.size > history.size or note.root != history.root_at(note.size):
        audit.blame(name, f"is under a checkpoint of another ledger, of {note.size} lines")
    elif not merkle.verify_path(entry.line, entry.n, note.size, receipt.path, note.root):
        audit.blame(name, f"does not lead from entry {entry.n} to the root of its checkpoint", line=3)


# ------------------------------------------------------------------------------------------------ what a team agrees to
def check_agreement(audit: Audit, seat: Seat, game: str, entry: Entry) -> None:
    """A word of the team, signed by one of it who has not stood behind that lock before."""
    name, armour_name = layout.amend_file(entry.n), layout.amend_signature(entry.n, seat.seat)
    text, armour = audit.read_for(entry, name), audit.read_for(entry, armour_name)
    if text is None or armour is None:
        return
    if hash_hex(text) != entry.get("sha256"):
        audit.blame(name, f"is not the word whose hash entry {entry.n} of the ledger states")
    if hash_hex(armour) != entry.get("sig"):
        audit.blame(armour_name, f"is not the signature whose hash entry {entry.n} of the ledger states")
    document = audit.attempt(name, strict_yaml.read, text, name)
    said = strict_yaml.plain(document) if document is not None else {}
    due = {"pbem": "word/1", "game": game, "seat": seat.seat, "agree": entry.get("lock")}
    if not isinstance(said, dict) or any(said.get(key) != value for key, value in due.items()):
        audit.blame(name, f"is no agreement to the lock that entry {entry.n} of the ledger names")
    if not audit.attempt(armour_name, seat_has_signed, seat, text, "amend", armour):
        return
    audit.count("agreements")
    behind, signer = audit.newly.behind.setdefault(entry.text("lock"), []), sshsig.parse(armour).key_blob.hex()
    if signer in behind:
        audit.blame(armour_name, "is by somebody who stood behind these orders already")
    behind.append(signer)


# ------------------------------------------------------------------------------------------------------ second letters
def check_second_letter(audit: Audit, game: Game, record: PhaseRecord, entry: Entry) -> None:
    """The open of a seat: signed, for the lock that was counted, and with the next value of its chain."""
    seat = entry.text("seat")
    name = layout.open_file(seat, record.occasion)
    data, armour = audit.read_for(entry, name), audit.read_for(entry, f"{name}.sig")
    if data is None or armour is None:
        return
    lock = counted_lock(record, seat)
    opened = audit.attempt(name, open_holds, game.tenures.at(entry.n), data, armour, record.occasion, lock)
    if hash_hex(data) != entry.get("sha256"):
        audit.blame(name, f"is not the letter whose hash entry {entry.n} of the ledger states")
    if (entry.get("lock") or "") != lock:
        audit.blame_entry(entry, "names another lock than the one that was counted")
    if opened is not None:
        audit.count("second letters")
        audit.links[entry.n] = opened.value
        if opened.key and lock:
            open_by_key(audit, record, opened)


def open_holds(charter: Charter, data: bytes, armour: bytes, occasion: layout.Occasion, lock: str) -> Open:
    """The open, or CheckFailed."""
    return check_open(data, armour, charter, phase=occasion.phase, attempt=occasion.attempt, lock=lock)


def counted_lock(record: PhaseRecord, seat: str) -> str:
    """The lock of this seat that the phase's `locked` entry counts; the empty text if there is none."""
    for lock in record.standing:
        if lock.get("seat") == seat and lock.get("lock") in record.counted:
            return lock.text("lock")
    return ""


# --------------------------------------------------------------------------------------------- what all have signed
def check_amendment(audit: Audit, charter: Charter, entry: Entry) -> None:
    """A change of the charter, a new attempt: a text that moderator and all seats have signed."""
    name = layout.amend_file(entry.n)
    text, sigs = audit.read_for(entry, name), entry.texts("sigs")
    if text is None:
        return
    if hash_hex(text) != entry.get("sha256"):
        audit.blame(name, f"is not the text whose hash entry {entry.n} of the ledger states")
    if len(sigs) != len(charter.who()):
        audit.blame_entry(entry, f"has {len(sigs)} signatures; moderator and seats are {len(charter.who())}")
    for who, due in zip(charter.who(), sigs, strict=False):
        armour_name = layout.amend_signature(entry.n, who)
        armour = audit.read_for(entry, armour_name)
        if armour is None:
            continue
        if audit.attempt(armour_name, signature_holds, charter.keys(who).ssh, text, "amend", armour):
            audit.count("signatures")
        if hash_hex(armour) != due:
            audit.blame(armour_name, f"is not the signature whose hash entry {entry.n} of the ledger states")


def check_return(audit: Audit, game: Game, entry: Entry, history: History) -> None:
    """The text says what its entry says, for this ledger as it was, and serves once: with signatures under another one
    the moderator could have any phase played again (threat 6)."""
    name = layout.amend_file(entry.n)
    text = audit.again(name)
    if text is None:
        return
    said = words_of(audit, name, text)
    charter = game.tenures.at(entry.n)
    due = {"pbem": "reopen/1", "game": charter.game, "charter": charter.sha256}
    due |= {key: entry.get(key) for key in ("phase", "dice", "withdraws")}
    compare_words(audit, name, entry, said, due)
    lines = str(said.get("lines"))
    known = lines.isascii() and lines.isdecimal() and len(lines) < 10 and int(lines) <= entry.n
    if not known or history.root_at(int(lines)).hex() != said.get("root"):
        audit.blame(name, "was signed over another ledger than this one")
    before = [each for each in game.entries if each.kind == "reopen" and each.n < entry.n]
    if served := next((each for each in before if each.get("sha256") == entry.get("sha256")), None):
        audit.blame_entry(entry, f"is by signatures that have served in entry {served.n} already")


# ---------------------------------------------------------------------------------------- what the moderator decides
def check_ruling(audit: Audit, charter: Charter, entry: Entry) -> None:
    """A ruling is signed by the moderator, for this game and this line, and says what its entry says."""
    name, armour_name = layout.ruling_file(entry.n), layout.amend_signature(entry.n, MODERATOR)
    text, armour = audit.read_for(entry, name), audit.read_for(entry, armour_name)
    if text is None or armour is None:
        return
    if hash_hex(text) != entry.get("sha256"):
        audit.blame(name, f"is not the ruling whose hash entry {entry.n} of the ledger states")
    if audit.attempt(armour_name, signature_holds, charter.moderator.ssh, text, "amend", armour):
        audit.count("signatures")
    if hash_hex(armour) != entry.get("sig"):
        audit.blame(armour_name, f"is not the signature whose hash entry {entry.n} of the ledger states")
    due = {"game": charter.game, "charter": charter.sha256, "entry": str(entry.n)}
    due |= {key: as_text(value) for key, value in entry.fields.items() if key not in BESIDE_TEXT}
    compare_words(audit, name, entry, words_of(audit, name, text), due)


def words_of(audit: Audit, name: str, text: bytes) -> dict[str, Any]:
    """Returns a signed text as plain data; blames a text that cannot be read.

    The result is empty if it cannot be read or is not a mapping.
    """
    document = audit.attempt(name, strict_yaml.read, text, name)
    found = strict_yaml.plain(document) if document is not None else {}
    return found if isinstance(found, dict) else {}


def compare_words(audit: Audit, name: str, entry: Entry, said: Mapping[str, Any], due: Mapping[str, Any]) -> None:
    """A signed text and its entry say the same."""
    for key, value in due.items():
        if said.get(key) != value:
            audit.blame(name, f"says another '{key}' than entry {entry.n} of the ledger")
