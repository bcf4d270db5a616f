"""Lists from the ledger what was sealed in a game and when it was opened."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.trust.record.layout import Occasion, occasion_of
from pbem.trust.record.ledger import Ledger

#: The last columns where nothing has been opened.
STILL = "still sealed"


def sealed_rows(ledger: Ledger) -> list[list[str]]:
    """Returns a row for each locked phase or step: when its orders, its dice and the rest were opened."""
    shown = shown_at(ledger)
    rows = [row(ledger, occasion_of(entry), entry.t, len(entry.texts("locks")), shown)
            for entry in ledger.entries("locked")]  # fmt: skip
    return [*rows, *lane_rows(ledger)]


def row(ledger: Ledger, occasion: Occasion, locked: str, number: int, shown: dict[str, str]) -> list[str]:
    """One locking."""
    seeds = ledger.entries("seed", **occasion.fields)
    opened = shown.get(f"state/{occasion.stem}", "")
    return [occasion.stem, f"{number} {'order' if number == 1 else 'orders'}", locked, seeds[-1].t if seeds else STILL,
            opened or STILL]  # fmt: skip


def shown_at(ledger: Ledger) -> dict[str, str]:
    """When each committed paper was shown, by its purpose without the game."""
    reveals = [entry for entry in ledger.entries("reveal") if isinstance(entry.get("purpose"), str)]
    return {entry.text("purpose").partition("/")[2]: entry.t for entry in reveals}


def lane_rows(ledger: Ledger) -> Iterator[list[str]]:
    """The secret dice: sealed in the charter, opened at the end."""
    made = {entry.text("lane") for entry in ledger.entries("srolls")}
    shown = [entry for entry in ledger.entries("reveal") if "lane" in entry.fields]
    opened = {entry.text("lane"): entry.t for entry in shown}
    for lane in sorted(made):
        yield [f"lane {lane}", "hidden dice", ledger[0].t, opened.get(lane, STILL), opened.get(lane, STILL)]
