"""Facts for a player before they order, section by section: own Formations, their Orders and what is left of plans."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.yellowjack.view.picture import Picture

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
