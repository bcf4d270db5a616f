"""Facts for a player before they order, section by section: forces, fleets, purses, what conditions can look at."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.guerra.state.terms import SEATS
from pbem.adjudicator.guerra.view.look import by_number
from pbem.adjudicator.guerra.view.picture import Picture

LASTING = (
    "Doctrine sections, kept from turn to turn until replaced, cancelled or ended. `once: true` ends one after its "
    "first use, `until:` when its conditions hold."
)
#: How march books are read.
BOOKS = (
    "Forces operate in the order in which they are written; each entry is used once, when its force may operate and "
    "its conditions hold. Its steps are looked through from the top: one whose `if` does not hold is left out, or its "
    "`else` is done in its stead. After a defeat only steps with `after_defeat: true` go on, unless the entry is "
    "`undaunted`. Write for the best die; what cannot be paid for is left out, and you are told."
)
THEIRS = "These are the other player's operations: your doctrine and your standing orders answer for you."
#: What a force costs.
PRICES = "A march costs 1 OP, an attack 2, a hunt 2, works 2, an assault 3, a blockade 4, four sea areas 1."


def set_up(seen: Picture) -> Iterator[str]:
    """Before the first turn."""
    yield "Name only what is to begin elsewhere than in history; each unit must stay within its set-up code (2.1, 2.2)."


def own_forces(seen: Picture) -> Iterator[str]:
    """One's own forces with their units, in the words of order files."""
    for name, each in sorted(seen.known.get("forces", {}).items(), key=lambda found: by_number(found[0])):
        if each["side"] == seen.side:
            at = each["inside"] or each["at"]
            people = ", ".join(map(str, (*each["leaders"], *each["units"])))
            yield f"  {name} in {at}: {people}"


def forces(seen: Picture) -> Iterator[str]:
    """Forces formed anew."""
    yield "Before the first activation units of one area may stand together as you like, one force an entry (5.1)."
    yield from own_forces(seen)


def operations(seen: Picture) -> Iterator[str]:
    """Forces, fleets and what steps cost; in the other player's operations, that nothing is ordered here."""
    if seen.known.get("step") in SEATS and seen.known["step"] != seen.side:
        yield THEIRS
        return
    yield BOOKS
    yield PRICES
    yield from fleets(seen)


def fleets(seen: Picture) -> Iterator[str]:
    """One's own ships and where they lie."""
    units = seen.known.get("units", {})
    for name, counter in seen.board.units.items():
        where = str(units.get(name, {}).get("where", ""))
        if counter.naval and counter.side == seen.side and where in (*seen.board.ports, *seen.board.seas):
            yield f"  ship {name} at {where}"
