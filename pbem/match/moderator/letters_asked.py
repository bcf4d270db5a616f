"""Counts the letters that a game asks of its players, from the public ledger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.base.counting import counted
from pbem.trust.record.ledger import Entry, Ledger

#: What a player's letter becomes in the ledger: orders, and in tier two-step the second letter that opens them.
LETTERS = ("lock", "open")


def letters_asked(ledger: Ledger, seats: Sequence[str]) -> dict[str, Any]:
    """Letters by seat, and how many a seat sends in a turn: those with orders and those with answers together.

    A turn counts once orders of it have been locked. A set-up, which is before the first turn, is counted apart.
    """
    played = {turn_of(entry) for entry in ledger.entries("locked")} - {0}
    sorts: dict[str, dict[str, int]] = {sort: dict.fromkeys(seats, 0) for sort in ("set_up", "orders", "answers")}
    for entry, sort in sorted_letters(ledger):
        if sort == "set_up" or turn_of(entry) in played:
            sorts[sort][entry.text("seat")] += 1
    each = len(seats) * len(played)
    letters = sum(sum(sorts[sort].values()) for sort in ("orders", "answers"))
    pace = {"per_seat_and_turn": f"{letters / each:.2f}"} if each else {}
    return {"turns": len(played), **sorts, **pace}


def sorted_letters(ledger: Ledger) -> Iterator[tuple[Entry, str]]:
    """Each letter with what it brings. In tiers two-step and beacon a step that follows a question has its own id, like
    't03.english.2'; in tier moderated it has the phase's, and comes after a report of that phase.
    """
    told: set[str] = set()
    for entry in ledger:
        if entry.kind == "report" and "step" in entry.fields and tells_of(entry):
            told.add(entry.text("phase"))
        elif entry.kind == "phase":
            told.discard(entry.text("phase"))
        elif entry.kind in LETTERS:
            phase = entry.text("phase")
            asked = phase.count(".") > 1 or phase in told
            yield entry, "set_up" if not turn_of(entry) else "answers" if asked else "orders"


def tells_of(report: Entry) -> bool:
    """Tells if a report is about a step played, not about the position before it."""
    step, phase = report.text("step"), report.text("phase")
    return (step.startswith(phase) and step.removeprefix(phase).removeprefix(".").isdecimal()) or step == phase


def turn_of(entry: Entry) -> int:
    """The turn of a phase, by its id."""
    number = entry.text("phase").partition(".")[0].removeprefix("t")
    return int(number) if number.isdecimal() else 0


def in_words(asked: Mapping[str, Any]) -> str:
    """The same for people."""
    if "per_seat_and_turn" not in asked:
        return ""
    turns, answers = counted(asked["turns"], "turn"), sum(asked["answers"].values())
    letters = counted(sum(asked["orders"].values()) + answers, "letter")
    return f"{asked['per_seat_and_turn']} per seat and turn in {turns}: {letters}, {answers} of them with answers"
