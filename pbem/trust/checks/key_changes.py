"""Keys that are replaced: each `rotate` by who may do so, for keys that may be enrolled (docs/protocol.md, 13).

What is found sound here is in force for every later check; a replacement at fault changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.trust.checks.findings import Audit, Game, hash_hex
from pbem.trust.checks.record import signature_holds
from pbem.trust.people.charter import MODERATOR, Charter, Keys
from pbem.trust.people.rotation import (
    UNANSWERED,
    How,
    Rotation,
    hash_of,
    key_faults,
    paper_faults,
    read_acceptance,
    read_rotation,
    taker,
)
from pbem.trust.record import layout
from pbem.trust.record.ledger import Entry


def check_rotations(audit: Audit, game: Game) -> None:
    """Every replacement in its turn."""
    for entry in game.of_kind("rotate"):
        check_rotation(audit, game, entry)


def check_rotation(audit: Audit, game: Game, entry: Entry) -> None:
    """One replacement: its paper, its signatures, its keys; in force if nothing is wrong with it."""
    before = len(audit.faults)
    name = layout.amend_file(entry.n)
    text = audit.read_for(entry, name)
    made = audit.attempt(name, read_rotation, text, name) if text is not None else None
    if text is None or made is None:
        return
    if hash_hex(text) != entry.get("sha256"):
        audit.blame(name, f"is not the text whose hash entry {entry.n} of the ledger states")
    if (made.who, made.how.value) != (entry.get("who"), entry.get("how")):
        audit.blame(name, f"replaces the keys of '{made.who}' by {made.how.value}, entry {entry.n} says otherwise")
    earlier = [other for other in game.entries if other.n < entry.n]
    for wrong in paper_faults(game.tenures, made, earlier, entry.t):
        audit.blame(name, wrong)
    accepted = accepted_keys(audit, game, entry, made) if made.how is not How.RETURN else None
    check_signers(audit, game, entry, made, text)
    if len(audit.faults) == before:
        game.tenures.enter(entry.n, made, accepted)
        audit.count("keys replaced")
        remark(audit, game, entry, made)


def accepted_keys(audit: Audit, game: Game, entry: Entry, made: Rotation) -> Keys | None:
    """The new keys: those the paper speaks of, for this seat, and nobody's before."""
    name = layout.acceptance_file(entry.n)
    data = audit.read_for(entry, name)
    found = audit.attempt(name, read_acceptance, data, name) if data is not None else None
    if data is None or found is None:
        return None
    if made.accepted and hash_of(data) != made.accepted:
        audit.blame(name, f"is not the acceptance that entry {entry.n} of the ledger puts in force")
    for wrong in key_faults(game.tenures, made, found):
        audit.blame(name, wrong)
    return found.keys


def check_signers(audit: Audit, game: Game, entry: Entry, made: Rotation, text: bytes) -> None:
    """Everybody who had to sign has: the paper its giver, the new keys their taker, and for a moderator the seats."""
    given, sigs = entry.texts("by"), entry.texts("sigs")
    if len(given) != len(sigs) or len(set(given)) != len(given):
        audit.blame_entry(entry, f"names {len(given)} who signed and {len(sigs)} signatures")
        return
    for missing in unsigned(game, entry, made, given):
        audit.blame_entry(entry, f"is not signed by '{missing}'")
    charter = game.tenures.charter
    accepted = audit.again(layout.acceptance_file(entry.n)) if made.how is not How.RETURN else None
    for who, due in zip(given, sigs, strict=True):
        check_signature(audit, charter, entry, made, (who, due), text if who in made.givers() else accepted)


def unsigned(game: Game, entry: Entry, made: Rotation, given: tuple[str, ...]) -> Iterator[str]:
    """Yields the names whose signature is missing.

    For a new moderator a seat may be silent, on record, if half of them agree.
    """
    due = [*made.givers(), *([] if made.how is How.RETURN else [taker(made.who)])]
    yield from (who for who in due if who not in given)
    if made.who != MODERATOR:
        yield from (f"nobody, but by {who}" for who in given if who not in due)
        return
    seats = game.charter.seat_names
    last = game.tenures.lines[-1]
    silent = [
        str(other.get("seat")) for other in game.entries
        if other.kind == "timeout" and other.get("what") == UNANSWERED and last < other.n < entry.n
    ]  # fmt: skip
    agreed = [seat for seat in seats if seat in given]
    yield from (seat for seat in seats if seat not in given and (seat not in silent or 2 * len(agreed) < len(seats)))


def check_signature(
    audit: Audit, charter: Charter, entry: Entry, made: Rotation, signed: tuple[str, str], message: bytes | None
) -> None:
    """One signature, over the paper or over the new keys."""
    who, due = signed
    name = layout.amend_signature(entry.n, who)
    armour = audit.read_for(entry, name)
    if armour is None or message is None:
        return
    if hash_hex(armour) != due:
        audit.blame(name, f"is not the signature whose hash entry {entry.n} of the ledger states")
    if who == taker(made.who):
        held = audit.attempt(name, holds_by_its_own, message, armour)
    elif who in charter.who():
        held = audit.attempt(name, signature_holds, charter.keys(who).ssh, message, "amend", armour)
    else:
        audit.blame_entry(entry, f"is signed by '{who}', who has no part in this game")
        return
    if held:
        audit.count("signatures")


def holds_by_its_own(accepted: bytes, armour: bytes) -> bool:
    """The new key has signed what names it."""
    return signature_holds(read_acceptance(accepted).keys.ssh, accepted, "charter", armour)


def remark(audit: Audit, game: Game, entry: Entry, made: Rotation) -> None:
    """Notes what readers of the record should see: a seat taken from a player who was there."""
    if made.how is not How.RULING:
        return
    mine = [
        other for other in game.entries
        if other.n < entry.n and other.kind in ("lock", "timeout") and other.get("seat") == made.who
    ]  # fmt: skip
    if not mine or mine[-1].kind == "lock":
        audit.note(f"entry {entry.n} gives seat '{made.who}' to another player by ruling, though it was not silent")
