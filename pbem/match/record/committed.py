"""Checks that the ledger vouches for a report: keys are public, so anybody can seal one to a seat.

Nearly every report is committed to (PROTOCOL 3.10). The others show the position before a phase, or a phase of tier
moderated so far. The ledger holds only that there is one, and its deadline: it counts until a newer one comes.
"""

from __future__ import annotations

import json
from typing import Any

from pbem.base.errors import CheckFailed, Fault, Kind
from pbem.match.record.stretches import POSITION
from pbem.trust.primitives.commit import Preimage
from pbem.trust.record.layout import Occasion, occasion_of
from pbem.trust.record.ledger import Ledger

#: What every report brings.
PARTS = {"report", "view", "phase", "deadline", "questions"}
OTHER = ("report is not the one that was committed to", "the ledger commits the moderator to another one")
UNKNOWN = ("report is none that the ledger knows of", "it need not be the moderator's: go by nothing in it")


def told_as(step: str, occasion: Occasion) -> str:
    """Returns a step's name in files: its own, with the attempt if its phase is tried again."""
    return f"{occasion.stem}{step.removeprefix(occasion.phase)}" if occasion.attempt > 1 else step


def vouched(ledger: Ledger, seat: str, told: Preimage, *, newest: bool) -> dict[str, Any]:
    """Returns the content of a seat's report if the ledger has it.

    With `newest` it must be the report that counts now.
    """
    name = told.purpose.rpartition("/")[2]
    due = [entry.text("commit") for entry in ledger.entries("report", phase=name.partition("+")[0], seat=seat)]
    if told.commitment not in due and name not in (known := uncommitted(ledger, newest=newest)):
        raise not_vouched(OTHER if due else UNKNOWN)
    content = content_of(told)
    if told.commitment not in due and known[name] not in ("", content["deadline"]):
        raise not_vouched(UNKNOWN)
    return content


def content_of(told: Preimage) -> dict[str, Any]:
    """Returns the content of a report, or raises if it is not one."""
    try:
        content = json.loads(told.content.split(b"\n", 1)[0])
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or not content.keys() >= PARTS:
        raise not_vouched(UNKNOWN)
    return content


def uncommitted(ledger: Ledger, *, newest: bool) -> dict[str, str]:
    """The reports that no seat has a commitment to, by name, with their deadlines; those since the newest of all."""
    found: dict[str, str] = {}
    committed = False
    for entry in ledger.entries():
        if entry.kind == "ruling" and entry.get("what") == POSITION:
            found[f"ruling-{entry.n}"] = ""
        elif entry.kind == "report" and "commit" in entry.fields:
            committed = True
        elif entry.kind == "report" and "step" in entry.fields:
            found = {} if newest else found
            found |= {} if committed else {told_as(entry.text("step"), occasion_of(entry)): entry.text("deadline")}
            committed = False
    return found


def not_vouched(told: tuple[str, str]) -> CheckFailed:
    """A report that is not shown, and why."""
    words, hint = told
    return CheckFailed(Fault(words, file="report", hint=hint, kind=Kind.MISMATCH))
