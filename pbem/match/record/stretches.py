"""The course of a game in its ledger: stretches between returns to an earlier phase, and what rulings changed in each.

Where all have agreed to go back, the lines before that stay as they are, and the game goes on in a new stretch from the
position that the phase began with. What is withdrawn is played again by the audit like everything else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pbem.adjudicator.engine.transcript import canonical
from pbem.base.clock import parse_time
from pbem.base.errors import bad
from pbem.base.records import dataclass
from pbem.match.terms.terms import Terms
from pbem.trust.checks.sequence import MOVES
from pbem.trust.record.layout import Occasion
from pbem.trust.record.ledger import Entry, Ledger, Value, goes_back

#: A change of the position by ruling.
POSITION = "position"
MOST_CHANGES = 20
#: The number of characters of a changed value that a reader sees.
SHOWN = 60
#: How many names of a position a hint lists.
MOST_LISTED = 12


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lines `first` to `end` of a ledger; `phase` is where they go on from, empty for the beginning of the game."""

    ledger: Ledger
    first: int
    end: int
    phase: str = ""

    def entries(self, kind: str | None = None, **wanted: Value) -> tuple[Entry, ...]:
        """Its entries of a kind."""
        found = self.ledger.entries(kind, **wanted)
        return tuple(entry for entry in found if self.first <= entry.n < self.end)

    def deadline(self, occasion: Occasion, step: str, told: str, before: int) -> str:
        """Returns the deadline in a step's report, or a later one by a ruling before this line."""
        for entry in self.entries("ruling", **occasion.fields):
            known = (entry.get("step") or occasion.phase) == step and "until" in entry.fields and entry.n < before
            if entry.get("what") in MOVES and known and parse_time(entry.text("until")) > parse_time(told):
                told = entry.text("until")
        return told


def stretches(ledger: Ledger) -> list[Stretch]:
    """All of them, in order; all but the last have been withdrawn from some phase on."""
    returns = [entry for entry in ledger.entries("reopen") if goes_back(entry)]
    firsts = [0, *(entry.n for entry in returns)]
    ends = [*(entry.n for entry in returns), len(ledger)]
    phases = ["", *(entry.text("phase") for entry in returns)]
    return [Stretch(ledger, *each) for each in zip(firsts, ends, phases, strict=True)]


# --------------------------------------------------------------------------------------------------- changed positions
Changes = Sequence[Mapping[str, Any]]


def changed(position: Mapping[str, Any], changes: Changes) -> dict[str, Any]:
    """The position with these values put in place of those it has; a path has to lead to something."""
    found: dict[str, Any] = json.loads(canonical(position))
    for change in changes:
        *way, last = str(change["path"]).split(".")
        place: Any = found
        for name in way:
            place = place[key_in(place, name, change["path"])]
        place[key_in(place, last, change["path"])] = change["value"]
    return found


def key_in(place: Any, name: str, path: object) -> Any:
    """The key or index by which a name of a path leads on."""
    if isinstance(place, dict) and name in place:
        return name
    if isinstance(place, list) and name.isascii() and name.isdigit() and int(name) < len(place):
        return int(name)
    known = sorted(place) if isinstance(place, dict) else range(len(place)) if isinstance(place, list) else ()
    near = get_close_matches(name, list(map(str, known)), n=3)
    listed = ", ".join(map(str, list(known)[:MOST_LISTED])) or "nothing lies below it"
    more = f", and {len(known) - MOST_LISTED} more" if len(known) > MOST_LISTED else ""
    hint = f"perhaps {' or '.join(near)}" if near else f"there are: {listed}{more}"
    raise bad(f"'{path}' leads nowhere in the position: there is no '{name}'", hint=hint)


def difference(before: Any, after: Any, path: str = "") -> list[str]:
    """Lists the differences between two pieces of plain data, a line for each place, by name."""
    if isinstance(before, dict) and isinstance(after, dict):
        names = sorted({*before, *after})
        return [line for name in names
                for line in difference(before.get(name), after.get(name), f"{path}.{name}" if path else str(name))]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return [line for number, (old, new) in pairs for line in difference(old, new, f"{path}.{number}")]
    if before == after:
        return []
    return [f"{path or 'the position'} is now {shortly(after)}, it was {shortly(before)}."]


def shortly(value: Any) -> str:
    """A value in a few words."""
    text = value if isinstance(value, str) else canonical(value) if value is not None else "nothing"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def told_changes(terms: Terms, before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, list[str]]:
    """Returns a change of the position as each reader sees it; "" is the public.

    Changes that everybody may know are not repeated to the seats.
    """
    old, new = terms.restore(before), terms.restore(after)
    told = {"": difference(old.view(None), new.view(None))}
    for seat in sorted(terms.game.seats):
        told[seat] = [line for line in difference(old.view(seat), new.view(seat)) if line not in told[""]]
    return told
