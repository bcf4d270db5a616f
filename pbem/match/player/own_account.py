"""Grammar 2: what a player's letters say of the ledger, what the record leaves out, and the letters about that.

A client derives all this for itself, on every letter (docs/protocol.md, 16, C4 to C9).
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from pbem.base.clock import parse_time, show_time
from pbem.base.files import read_once
from pbem.match import wording
from pbem.match.own_folder import held_letters
from pbem.match.own_folder.held_letters import TOLD, Arrivals
from pbem.match.own_folder.player import Player, charter_of, ledger_of
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.trust.grammar.client import (
    OPEN,
    Kept,
    Knowledge,
    late_due,
    left_out_of,
    missing_due,
    owes_seen,
)
from pbem.trust.orders.account import MOST_AMISS, Account, make_seen, parse_seen
from pbem.trust.people.charter import Charter
from pbem.trust.record import layout
from pbem.trust.record.checkpoint import verify_checkpoint


def seen_head(seat: Seat, charter: Charter) -> tuple[int, str]:
    """The newest checkpoint the player holds, its signature checked."""
    path = seat.folder / PUBLIC / layout.CHECKPOINT
    return verify_checkpoint(read_once(path), charter.log, str(path)).seen


def account_now(seat: Seat, known: Knowledge, arrivals: Arrivals | None = None) -> Account:
    """Returns the account for the next letter: the newest checkpoint, the player's clock, and what is amiss."""
    size, root = seen_head(seat, charter_of(seat))
    before = held_letters.said_before(seat, known)
    said_late = [line for account in before for line, _ in account.late]
    said_missing = {digest for account in before for digest in account.missing}
    lines = (arrivals or Arrivals.of(seat)).lines(ledger_of(seat))
    due = missing_due(known)
    missing = [digest for digest in due if digest not in said_missing] or due
    late = late_due(known, lines, said_late)
    return Account(size, root, show_time(known.now), tuple(missing[:MOST_AMISS]), tuple(late))


def compare(player: Player, seat: Seat, known: Knowledge, arrivals: Arrivals) -> list[str]:
    """Mails on to all, at once, the letters held here that the record leaves out; in words (C4, C5, C7)."""
    told: list[str] = []
    left_out = {each.digest: each for each in left_out_of(known)}
    for digest in arrivals.note(TOLD, left_out, player.now):
        told.append(protest(player, seat, left_out[digest]))
    return told


def protest(player: Player, seat: Seat, each: Kept) -> str:
    """The letter that mails a held letter on to the moderator and to everybody; what is said of it."""
    kind = "opening" if each.kind == OPEN else "lock"
    receipt = "a receipt" if has_receipt(seat, each) else "no receipt"
    words = wording.NOT_ON_RECORD.format(kind=kind, seat=each.seat, occasion=each.occasion, digest=each.digest)
    text = words + wording.NOT_ON_RECORD_MORE.format(receipt=receipt)
    parts = held_letters.files_of(seat, each.digest)
    subject = f"{each.seat}'s {kind} of {each.occasion.stem} is not in the record"
    path = player.write(seat, f"protest-{each.digest[:16]}", subject, text, parts)
    return f"{words.strip()} Mail {path} to all: it holds the letter"


def has_receipt(seat: Seat, each: Kept) -> bool:
    """Tells if a receipt for a held letter lies here."""
    stem = each.occasion.stem
    name = f"{each.seat}-{each.occasion.phase}-{each.occasion.attempt}.open" if each.kind == OPEN else ""
    name = name or f"{each.seat}-{stem}-{each.seq}"
    return (seat.folder / "receipts" / f"{name}.proof").is_file()


# ---------------------------------------------------------------------------------------------------- a word at the end
def seen_if_owed(player: Player, seat: Seat, known: Knowledge, arrivals: Arrivals) -> Path | None:
    """The word that the player has seen the ledger, where one is due: after the end, or for a silence (C9)."""
    ledger = ledger_of(seat)
    ends = ledger.entries("final")
    last = max((account.size for account in held_letters.said_before(seat, known)), default=0)
    if ends and last > ends[0].n:
        return None
    if not owes_seen(known, last, over=bool(ends), next_letter=next_letter(seat)):
        return None
    charter = charter_of(seat)
    if player.key.public not in [keys.ssh for keys in charter.seat(seat.seat).people]:
        return None
    data, armour = make_seen(charter, seat.seat, account_now(seat, known, arrivals), player.key)
    held_letters.keep_seen(seat, data, parse_seen(data).sha256)
    parts = {f"{seat.seat}.seen": data, f"{seat.seat}.seen.sig": armour.encode("ascii")}
    return player.write(seat, f"seen-{len(ledger)}", f"{seat.seat} has seen the record",
                        wording.HAS_SEEN, parts)


def next_letter(seat: Seat) -> datetime | None:
    """Returns the time at which the seat's next letter is due, as far as its letters say."""
    return parse_time(seat.deadline) if seat.phase and seat.deadline else None
