"""Facts for a player before they order, section by section: own Formations, their Orders and what is left of plans."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.yellowjack.orders.words.demands import demand, runs_until
from pbem.adjudicator.yellowjack.view.picture import Picture
from pbem.adjudicator.yellowjack.view.view import seen_state

LASTING = (
    "Doctrine sections, kept from Turn to Turn until replaced, cancelled or ended. `once: true` ends one after its "
    "first use, `until:` when its conditions hold."
)
#: How plans are read.
PLANS = (
    "A plan is a list of steps, one MP an MPI; what is left at the end of the Turn goes on in the next, until a new "
    "plan for that Formation replaces it. Whom no plan names carries on with the Order. Who has neither plan nor Order "
    "stays in port, and at sea goes home: a plan that is to end at sea ends with `stay`."
)


def plans(seen: Picture) -> Iterator[str]:
    """A word on how plans are read, and one's own Formations."""
    yield PLANS
    for name, each in seen.known.get("formations", {}).items():
        yield f"  {name}: {one_formation(seen, name)}" if each.get("at") else f"  {name}: off the map"


def one_formation(seen: Picture, name: str) -> str:
    """A Formation in a line: its place, its Squadrons, its Order."""
    each = seen.known["formations"][name]
    squadrons = ", ".join(map(str, each.get("squadrons", ()))) or "no Squadron"
    order = each.get("order") or "no Order"
    left = len(seen.known.get("plans", {}).get(name, {}).get("then", ()))
    return f"{squadrons} at {each['at']}, {each['state']}; {order}" + (f"; {left} steps left of a plan" if left else "")


def in_hand(seen: Picture) -> Iterator[str]:
    """The Orders in hand with what they ask, and how long each would run."""
    position = seen_state(seen.board, seen.known)
    hand = [str(chit) for chit in seen.known.get("hand", ())]
    if not hand:
        yield "You have no Order in hand."
        return
    yield "In your hand (an Order is given in Port, or at sea by a Check of the Command Admiral):"
    for chit in hand:
        until = runs_until(position, chit)
        yield f"  {chit}: {demand(seen.board, chit)}{f', {until}' if until else ''}"
