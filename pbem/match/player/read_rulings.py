"""Rulings as a player reads them: what came with a letter, in words, and the deadline they have moved."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.base.files import read_file
from pbem.base.lettering import hang, tidy
from pbem.match.player.seat import PUBLIC, Seat
from pbem.match.record.rulings import rulings_between
from pbem.trust.checks.sequence import MOVES
from pbem.trust.record import layout
from pbem.trust.record.ledger import parse_ledger


def take_rulings(seat: Seat, fresh: Iterable[str]) -> str:
    """What the rulings among these public files say; the player's deadline moves with them."""
    wanted = set(fresh)
    public = seat.folder / PUBLIC
    ledger = parse_ledger(read_file(public / layout.LEDGER), layout.LEDGER)
    lines = []
    for ruling in rulings_between(ledger, lambda name: read_file(public / name), 0, len(ledger)):
        if layout.ruling_file(ruling.entry.n) not in wanted:
            continue
        said = [ruling.sentence(), *(ruling.entry.get("public") or ()), f"Reason: {ruling.reason}"]
        lines.append(hang(" ".join(said), f"{ruling.entry.t}", 22))
        until = ruling.entry.get("until")
        if ruling.what in MOVES and isinstance(until, str) and str(ruling.entry.get("phase")).startswith(seat.phase):
            seat.deadline = until
            seat.save()
    return tidy("\n".join(lines)) if lines else ""
