"""How many letters a game asks of its players, counted from the public ledger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.base.counting import counted
from pbem.trust.record.ledger import Entry, Ledger

#: What a player's letter becomes in the ledger: orders, and in tier two-step the second letter that opens them.
LETTERS = ("lock", "open")


def letters_asked(ledger: Ledger, seats: Sequence[str]) -> dict[str, Any]:
    """Letters by seat, and how many with orders come to a seat and a turn.

    Answers are counted apart, for a question comes only where orders were silent; so is a set-up, which is before the
    first turn.
    """
    sent = [entry for kind in LETTERS for entry in ledger.entries(kind)]
    turns = len({turn_of(entry) for entry in ledger.entries("phase")} - {0})
    sorts: dict[str, dict[str, int]] = {sort: dict.fromkeys(seats, 0) for sort in ("set_up", "orders", "answers")}
    for entry in sent:
        sorts[sort_of(entry)][entry.text("seat")] += 1
    each = len(seats) * turns
    pace = {"per_seat_and_turn": f"{sum(sorts['orders'].values()) / each:.2f}"} if each else {}
    return {"turns": turns, **sorts, **pace}


def sort_of(entry: Entry) -> str:
    """What a letter brings. The id of a step that follows a question has three parts: 't03.english.2'."""
    if entry.text("phase").count(".") > 1:
        return "answers"
    return "orders" if turn_of(entry) else "set_up"


def turn_of(entry: Entry) -> int:
    """The turn of a phase, by its id."""
    number = entry.text("phase").partition(".")[0].removeprefix("t")
    return int(number) if number.isdecimal() else 0


def in_words(asked: Mapping[str, Any]) -> str:
    """The same for people."""
    if "per_seat_and_turn" not in asked:
        return ""
    turns, answers = counted(asked["turns"], "turn"), counted(sum(asked["answers"].values()), "answer")
    return f"{asked['per_seat_and_turn']} per seat and turn in {turns}, and {answers}"
