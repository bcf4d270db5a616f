"""Carries the order files of a year from watch to watch: their queues, doctrine, and what of each queue is used up.

A section stays as it was last written, until the year is over. A silent power's queue so runs on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.lions.orders.order_table import TABLE
from pbem.adjudicator.lions.orders.plans import Doctrine, OrderFile
from pbem.adjudicator.lions.state.state import State

#: The sections that a later watch still reads; the others have done their work, or speak of one phase alone.
LASTING = ("operations", "never_below", "ask", *(row.key for row in TABLE.doctrine))
QUEUE = "operations"
Plain = dict[str, Any]


def carried(files: Sequence[OrderFile]) -> list[Plain]:
    """Returns what outlives a phase of these files, newest first: each section once, as its newest file has it."""
    taken: set[str] = set()
    found: list[Plain] = []
    for file in files:
        body = {name: file.body[name] for name in LASTING if name in file.body and name not in taken}
        taken |= body.keys()
        if body:
            found.append(plain_file(file, body))
    return found


def plain_file(file: OrderFile, body: Mapping[str, Any]) -> Plain:
    """One file as plain data. Its queue says how often each entry was used, and in which turns of the last phase."""
    phase = file.orders.phase
    kept = {"name": f"orders of {phase}", "phase": phase, "body": dict(body), "lines": lines_of(file.orders, body)}
    if QUEUE not in body:
        return kept
    places = [file.place_of(number) for number in range(len(body[QUEUE]))]
    return {**kept, "used": [file.used.get(place, 0) for place in places],
            "turns": [list(file.turns.get(place, ())) for place in places]}  # fmt: skip


def lines_of(orders: Orders, body: Mapping[str, Any]) -> dict[str, int]:
    """The lines of the sections, and of the entries of the queue, by their place."""
    return {".".join(map(str, path)): line for path, line in orders.lines.items()
            if path and path[0] in body and len(path) <= (2 if path[0] == QUEUE else 1)}  # fmt: skip


def read_carried(
    kept: Iterable[Mapping[str, Any]], seat: str, state: State, doctrine: Doctrine, newer: Sequence[str]
) -> list[OrderFile]:
    """The files again, newest first, as sources of a later watch; `newer` names the sections that newer files have."""
    found = []
    for each in kept:
        lines = {tuple(int(part) if part.isdecimal() else part for part in place.split(".")): line
                 for place, line in each["lines"].items()}  # fmt: skip
        body = {name: part for name, part in each["body"].items() if name not in newer}
        orders = Orders(seat, body, lines, each["name"], each["phase"])
        file = OrderFile(orders, state, doctrine, 1, ())
        used = each.get("used", ()) if QUEUE in body else ()
        file.used = {file.place_of(number): times for number, times in enumerate(used) if times}
        found.append(file)
    return found


def share_floor(files: Sequence[OrderFile]) -> list[OrderFile]:
    """The files, each held to what the newest that says so does not want touched (`never_below`)."""
    floor = next((int(file.body["never_below"]) for file in files if "never_below" in file.body), 0)
    for file in files:
        file.floor = floor
    return list(files)
