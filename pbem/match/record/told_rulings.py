"""Rulings as their readers have them: read from the record again, and put into words.

`rulings` beside this enters them. What reads them knows no office, so that a player's commands do not wait for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from pbem import strict_yaml
from pbem.base.records import dataclass
from pbem.match import wording
from pbem.trust.record import layout
from pbem.trust.record.ledger import BESIDE_TEXT, Entry, Ledger


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling as its readers have it: the fields of its entry, and why."""

    entry: Entry
    reason: str

    @property
    def what(self) -> str:
        """The word for the act: `extend`, `pause`."""
        return self.entry.text("what")

    def sentence(self) -> str:
        """Returns the decision in words; an act without words of its own gets a list of its fields."""
        fields = told_fields(self.entry.fields)
        for pattern in wording.RULINGS.get(self.what, ()):
            with suppress(KeyError):
                return pattern.format_map(fields)
        return ", ".join([self.what, *(f"{name} {value}" for name, value in fields.items())]) + "."


def told_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an entry that the ruling is about."""
    return {name: value for name, value in fields.items() if name not in (*BESIDE_TEXT, "what")}


def rulings_between(ledger: Ledger, read: Callable[[str], bytes], first: int, end: int) -> Iterator[Ruling]:
    """Yields the rulings of these lines, for reports and for their verification."""
    for entry in ledger.entries("ruling"):
        if first <= entry.n < end and "sig" in entry.fields:
            yield Ruling(entry, reason_of(read(layout.ruling_file(entry.n))))


def notices(
    found: Sequence[Ruling], private: Mapping[str, Mapping[str, Sequence[str]]], seats: Sequence[str]
) -> dict[str, list[str]]:
    """The lines of each reader's report; `private` says, by ledger line, what a ruling changed for whom."""
    told: dict[str, list[str]] = {}
    for ruling in found:
        changed = private.get(str(ruling.entry.n), {})
        for reader in ("", *seats):
            own = [*changed.get("", ()), *(changed.get(reader, ()) if reader else ())]
            told.setdefault(reader, []).append(" ".join([ruling.sentence(), *own, f"Reason: {ruling.reason}"]))
    return told


def since_report(ledger: Ledger, end: int | None = None) -> int:
    """The line after the newest public report before `end`: what a report made there has to tell begins with it."""
    end = len(ledger) if end is None else end
    told = [entry.n for entry in ledger.entries("report") if entry.get("step") and entry.n < end]
    return told[-1] + 1 if told else 0


def reason_of(data: bytes) -> str:
    """The reason in the text of a ruling."""
    fields = strict_yaml.plain(strict_yaml.read(data, "ruling"))
    return str(fields["reason"]) if isinstance(fields, dict) and "reason" in fields else ""
