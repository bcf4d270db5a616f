"""Lists from the ledger what was sealed in a game and when it was opened."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.base.patterns import pattern
from pbem.trust.record.layout import Occasion, occasion_of
from pbem.trust.record.ledger import Ledger

#: A time of the ledger, such as 2026-01-06T19:00:00Z.
TIME = pattern(r"(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d):\d\dZ")
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")  # fmt: skip
#: A phase by its id: a turn and a name.
PHASE = pattern(r"t0*(\d+)\.([^+]+)(?:\+(\d+))?")
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
    return [phase_words(occasion.stem), f"{number} {'order' if number == 1 else 'orders'}", time_words(locked),
            time_words(seeds[-1].t) if seeds else STILL, time_words(opened) if opened else STILL]  # fmt: skip


def time_words(stamp: str) -> str:
    """'6 January 2026, 19:00 UTC' of a time of the ledger."""
    found = TIME.fullmatch(stamp)
    return f"{date_words(stamp)}, {found[4]} UTC" if found else stamp


def date_words(stamp: str) -> str:
    """'6 January 2026' of a time of the ledger."""
    found = TIME.fullmatch(stamp)
    return f"{int(found[3])} {MONTHS[int(found[2]) - 1]} {found[1]}" if found else stamp


def phase_words(stem: str) -> str:
    """'Turn 3, English' of t03.english; other titles' ids stay as they are."""
    found = PHASE.fullmatch(stem)
    if not found:
        return stem
    name = found[2].replace(".", " ").replace("-", " ").title()
    again = f", attempt {found[3]}" if found[3] else ""
    return f"{name}{again}" if found[1] == "0" else f"Turn {found[1]}, {name}{again}"


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
        when = time_words(opened[lane]) if lane in opened else STILL
        yield ["The whole game", f"hidden dice of {lane}", time_words(ledger[0].t), when, when]
