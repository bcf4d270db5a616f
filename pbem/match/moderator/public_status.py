"""The state of a game as everybody may know it, from its public record alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pbem.base.errors import bad
from pbem.base.files import read_file, read_once
from pbem.match.folder.kinds import expect_record
from pbem.match.moderator.letters_asked import letters_asked
from pbem.trust.checks.sequence import MOVES
from pbem.trust.people.charter import Charter, parse_charter
from pbem.trust.primitives.words import words_of
from pbem.trust.record import layout
from pbem.trust.record.ledger import Entry, Ledger, parse_ledger


def public_status(root: Path) -> dict[str, Any]:
    """Returns the state of a game as the public ledger shows it."""
    expect_record(root)
    if not (root / layout.LEDGER).is_file():
        raise bad("has no public record yet", file=str(root), hint="the ledger begins when all seats are filled")
    charter = parse_charter(read_file(root / layout.CHARTER), layout.CHARTER)
    ledger = parse_ledger(read_once(root / layout.LEDGER), layout.LEDGER)
    head = {"game": charter.game, "title": charter.fields.get("title", ""), "tier": charter.tier.value}
    head |= {"words": " ".join(words_of(charter.sha256))}
    letters = {"letters": letters_asked(ledger, charter.seat_names)}
    return {**head, **public_stage(charter, ledger), **letters, "lines": len(ledger)}


def public_stage(charter: Charter, ledger: Ledger) -> dict[str, Any]:
    """The open phase, who has locked orders for it, and until when it is open; never whom it waits for."""
    phases = ledger.entries("phase")
    if ledger.entries("final"):
        return {"stage": "over"}
    if not phases:
        signed = {entry.text("who") for entry in ledger.entries("ack")}
        return {"stage": "signing", "waits_for": [who for who in charter.who() if who not in signed]}
    entry = phases[-1]
    of_phase: dict[str, Any] = {"phase": entry.text("phase"), "attempt": entry.number("attempt")}
    locks = {lock.text("seat") for lock in ledger.entries("lock", **of_phase)}
    times = {"since": entry.t, "until": moved_deadline(ledger, entry)}
    return {"stage": "playing", **of_phase, **times, **paused_since(ledger, entry), "locked_by": sorted(locks)}


def paused_since(ledger: Ledger, opening: Entry) -> dict[str, Any]:
    """Since when the game is paused, where it is."""
    pause = pause_in(ledger, opening)
    return {"paused": pause.t} if pause else {}


def pause_in(ledger: Ledger, opening: Entry) -> Entry | None:
    """The ruling by which the game is paused, if it is: a return to a phase ends a pause as well as a ruling does."""
    acts = [entry for what in ("pause", "resume") for entry in ledger.entries("ruling", what=what)]
    newest = max([entry for entry in acts if entry.n > opening.n], key=lambda entry: entry.n, default=None)
    return newest if newest is not None and newest["what"] == "pause" else None


def moved_deadline(ledger: Ledger, opening: Entry) -> str:
    """Returns a phase's deadline: the one at its opening, or that of the newest ruling.

    If orders are locked and the phase waits for answers, the report that asks for them gives the deadline.
    """
    of_phase = {key: opening[key] for key in ("phase", "attempt")}
    locked = ledger.entries("locked", **of_phase)
    asks = [entry for entry in ledger.entries("report", **of_phase)
            if locked and entry.n > locked[-1].n and "deadline" in entry.fields]  # fmt: skip
    told = asks[-1] if asks else opening
    moves = [entry for what in MOVES for entry in ledger.entries("ruling", what=what, **of_phase) if entry.n > told.n]
    moves = [entry for entry in moves if "until" in entry.fields and "opens" not in entry.fields]
    return max([told.text("deadline"), *(entry.text("until") for entry in moves)])
