"""The fields of each kind of entry in grammar 2 (docs/protocol.md, 13)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.trust.checks.sequence import (
    FORMS,
    OF_PHASE,
    Form,
    count,
    digest,
    digests,
    phase,
    seat,
    text,
    texts,
    time,
)
from pbem.trust.checks.sequence import misshapen as misshapen_1
from pbem.trust.record.ledger import Entry

#: Why an attempt beyond the first is opened.
RETURN, MISSED = "return", "missed"
#: What a `timeout` says of a seat.
ORDERS, ABANDONED, OPEN, SEAL, ROTATE = "orders", "abandoned", "open", "seal", "rotate"
#: Which letter a `stray` is.
LOCK = "lock"


def one_of(*words: str) -> Form:
    """One of these words."""
    return lambda value: value in words and isinstance(value, str)


def seats(value: object) -> bool:
    """A list of seats, sorted, each once."""
    return isinstance(value, list) and all(map(seat, value)) and value == sorted(set(value))


def some_seats(value: object) -> bool:
    """The same, of one seat at least."""
    return seats(value) and bool(value)


def line(value: object) -> bool:
    """The number of a line."""
    return isinstance(value, int) and value >= 0


#: Kind -> what its entries must have, where that differs from grammar 1.
DUE: dict[str, dict[str, Form]] = {
    "charter": {"sha256": digest, "grammar": lambda value: value == 2},
    "stray": {**OF_PHASE, "seat": seat, "of": one_of(LOCK, OPEN), "sha256": digest},
    "seen": {"seat": seat, "sha256": digest, "sig": digest},
    "reopen": {**FORMS["reopen"], "dice": one_of("same", "fresh"), "withdraws": texts},
    "timeout": {"seat": seat, "what": one_of(ORDERS, ABANDONED, OPEN, SEAL, ROTATE)},
}
#: Kind -> what its entries may have, and how.
MAY: dict[str, dict[str, Form]] = {
    "phase": {
        "acts": seats, "alone": seat, "round": count, "reveal": text, "reason": one_of(RETURN, MISSED), "by": line,
    },
    "lock": {"needs": count},
    "locked": {"opens_by": time, "without": some_seats},
    "open": {"lock": digest},
    "seed": {"of": count, "beacon": text},
    "timeout": {"phase": phase, "attempt": count, "sig": digest},
    "ack": {"lock": digest, "phase": phase, "attempt": count, "sha256": digest},
    "reopen": {"sigs": digests},
}  # fmt: skip


def misshapen(entry: Entry) -> str:
    """The first field that an entry lacks or has wrong; nothing if all is well."""
    due: Mapping[str, Form] = DUE.get(entry.kind, {})
    if wrong := next((key for key, form in due.items() if not form(entry.get(key))), ""):
        return wrong
    may = MAY.get(entry.kind, {})
    if wrong := next((key for key, form in may.items() if key in entry.fields and not form(entry.get(key))), ""):
        return wrong
    if entry.kind == "timeout" and entry.get("what") != ROTATE:
        return next((key for key, form in OF_PHASE.items() if not form(entry.get(key))), "")
    return "" if entry.kind in DUE else misshapen_1(entry)
