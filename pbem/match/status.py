"""Where a game stands: for the moderator, whom it waits for; for everybody, no more than the ledger says."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.errors import bad
from pbem.files import read_file
from pbem.keyring import Keyring
from pbem.match.carrier import tally
from pbem.match.office import Office, at_work
from pbem.match.playing import step_id
from pbem.trust import layout
from pbem.trust.charter import MODERATOR, Charter, Tier, parse_charter
from pbem.trust.ledger import Ledger, parse_ledger


def private_status(root: Path, keyring: Path | None, now: datetime) -> dict[str, Any]:
    """All of it, for the moderator."""
    with at_work(root, Keyring.open(keyring), now) as office:
        book = office.book
        common = {"game": book.draft["game"], "title": book.draft["title"], "tier": book.draft["tier"]}
        letters = {**tally(root), "closed": list(book.closed)}
        return {**common, "stage": book.stage, **waiting(office), **letters}


def waiting(office: Office) -> dict[str, Any]:
    """Whom the game waits for, since when, until when."""
    book = office.book
    if book.stage == "over":
        return {}
    if book.stage in ("inviting", "signing"):
        done = book.joined if book.stage == "inviting" else book.signed
        missing = [seat for seat in sorted(book.addresses) if seat not in done and seat != MODERATOR]
        what = "acceptance" if book.stage == "inviting" else "signature"
        return {"waits_for": missing, "what": what, "since": book.draft["created"]}
    step = book.step
    names = {"phase": step_id(book.phase, step.number), "phase_title": book.title, "attempt": step.attempt}
    if not step.locked:
        missing = [seat for seat in step.waits if seat not in step.held]
        what = "answers" if step.number > 1 else "orders"
        return {**names, "waits_for": missing, "what": what, "since": step.opened, "until": step.deadline}
    if office.charter.tier is Tier.TWO_STEP and not step.seed:
        missing = [seat for seat in office.charter.seat_names if seat not in step.opens and seat not in step.forfeits]
        return {**names, "waits_for": missing, "what": "opens", "since": step.locked, "until": step.open_by}
    return {**names, "waits_for": [], "what": "beacon" if step.round else "run", "since": step.locked}


def public_status(root: Path) -> dict[str, Any]:
    """What the ledger tells everybody."""
    if not (root / layout.LEDGER).is_file():
        raise bad("has no public record yet", file=str(root), hint="the ledger begins when all seats are filled")
    charter = parse_charter(read_file(root / layout.CHARTER), layout.CHARTER)
    ledger = parse_ledger(read_file(root / layout.LEDGER), layout.LEDGER)
    head = {"game": charter.game, "title": charter.fields.get("title", ""), "tier": charter.tier.value}
    return {**head, **public_stage(charter, ledger), "lines": len(ledger)}


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
    times = {"since": entry.t, "until": entry.text("deadline")}
    return {"stage": "playing", **of_phase, **times, "locked_by": sorted(locks)}
