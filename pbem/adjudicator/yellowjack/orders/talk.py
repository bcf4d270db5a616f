"""Facts for a player before they order, section by section: own Formations, their Orders and what is left of plans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.adjudicator.yellowjack.orders.words.demands import demand, runs_until
from pbem.adjudicator.yellowjack.state.words import FRENCH, SETUP, SIDE_OF, STATE_NAMES
from pbem.adjudicator.yellowjack.view.picture import Picture
from pbem.base.counting import counted

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
    for name, each in seen.formations.items():
        here = one_formation(seen, name) if each.get("at") else "off the map"
        yield f"  {name}, {seen.called(name)}: {here}"


def one_formation(seen: Picture, name: str) -> str:
    """A Formation in a line: its place, its Squadrons, its Order."""
    each = seen.known["formations"][name]
    squadrons = ", ".join(map(str, each.get("squadrons", ()))) or "no Squadron"
    order = f"Order {seen.board.label(each['order'])} ({each['order']})" if each.get("order") else "no Order"
    left = len(seen.known.get("plans", {}).get(name, {}).get("then", ()))
    plan = f"; {counted(left, 'step')} left of a plan" if left else ""
    return f"{squadrons} at {seen.board.place_name(str(each['at']))}, {STATE_NAMES[each['state']]}; {order}{plan}"


def in_hand(seen: Picture) -> Iterator[str]:
    """The Orders in hand with what they ask, and how long each would run."""
    position = seen.state
    hand = [str(chit) for chit in seen.known.get("hand", ())]
    if not hand:
        yield "You have no Order in hand."
        return
    yield "In your hand (an Order is given in Port, or at sea by a Check of the Command Admiral):"
    for chit in hand:
        until = runs_until(position, chit)
        yield f"  {chit}: {demand(seen.board, chit)}{f', {until}' if until else ''}"


def privateers(seen: Picture) -> Iterator[str]:
    """The Privateers to choose from in the set-up, each with the zone that is its own."""
    start = seen.board.craft.corsairs_of(seen.board.scenarios[str(seen.known["scenario"])].set_up)
    if start is None or seen.known.get("step") != SETUP or not start.number[seen.side]:
        return
    yield f"You have {start.number[seen.side]} of these; unless you say which, the first."
    for name, one in seen.board.craft.counters.items():
        if one.corsair and SIDE_OF.get(one.contingent) == seen.side and one.contingent != FRENCH:
            far = ", and may change its zone" if one.unlimited else ""
            yield f"  {name}: {one.name}, {one.sort}, of {one.zone}{far}"


def pool(seen: Picture) -> Iterator[str]:
    """The sorts of Orders in one's pool, Command by Command."""
    found = Counter((seen.board.chits[str(chit)].command, seen.board.chits[str(chit)].kind)
                    for chit in seen.known.get("pool", ()))  # fmt: skip
    if found:
        yield "In your pool:"
    for command in dict.fromkeys(command for command, _ in found):
        sorts = [f"{number} {kind}" for (own, kind), number in found.items() if own == command]
        yield f"  {command}: {', '.join(sorts)}"
