"""Sea Zones: leaving one by an exit, drifting out at another, or staying (R5.6)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import Shift, Table
from pbem.adjudicator.yellowjack.base.conventions import clamped, throw
from pbem.adjudicator.yellowjack.base.movement import fits_small, slowed
from pbem.adjudicator.yellowjack.base.net import mps
from pbem.adjudicator.yellowjack.base.skies import force_at
from pbem.adjudicator.yellowjack.base.spotting import short
from pbem.adjudicator.yellowjack.board.places import Zone
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State

#: The most that earlier stays help (R5.6c).
MOST_STAYS, BACK = 3, 2


def zone_of(state: State, formation: str) -> Zone | None:
    """The Sea Zone that a Formation is in; None elsewhere."""
    node = state.board.nodes[state.place(formation)]
    return node if isinstance(node, Zone) else None


@base("R2.3", "Exits of a Sea Zone", "R5.6", "1.36")
def exit_to(zone: Zone, place: str) -> str:
    """The number of the exit that leads to a place; empty if none does."""
    return next((number for number, way in zone.exits.items() if place in way.nodes), "")


def way_out(state: State, zone: Zone, number: str) -> str:
    """An exit in words: the place it leads to, or the number that several Spaces share."""
    nodes = zone.exits[number].nodes
    return state.board.place_name(nodes[0]) if len(nodes) == 1 else f"the Spaces numbered {number}"


@base("R5.6", "Modifiers of leaving a Zone")
def exit_shift(state: State, formation: str, zone: Zone, number: str) -> Shift:
    """The modifiers of leaving a Zone by an exit (review, chapter 7)."""
    one, shift = state.formations[formation], Shift()
    shift.add("R5.6", -1, "Frigates only", when=state.frigates_only(formation))
    shift.add("R5.6", 1, "a Convoy", when=state.is_convoy(formation))
    shift.add("R5.6", 1, "a Gale", when=force_at(state, one.at) > 0)
    shift.add("R5.6", -min(one.stays, MOST_STAYS), "earlier tries", when=one.stays > 0)
    shift.add("R5.6", -BACK, "back the way she came", when=one.came_from in zone.exits[number].nodes)
    return shift


@base("R5.6", "Leaving a Sea Zone")
async def leave(table: Table, state: State, formation: str, number: str) -> str:
    """Spends 1 MP and throws for an exit; returns the number she comes out at, empty if she stays."""
    zone, one = zone_of(state, formation), state.formations[formation]
    if zone is None:
        return ""
    one.mps += slowed(state, one.at)
    fell = await throw(
        table, "R5.6", "zone", f"i{state.impulse}.m{state.mpi}", formation,
        why=f"{short(state, formation)} makes for {way_out(state, zone, number)}, out of {zone.name}",
        shift=exit_shift(state, formation, zone, number),
        to=state.side_of(formation),
    )  # fmt: skip
    total = clamped(fell.total)
    way = zone.exits[number]
    if total <= way.out:
        return number
    if way.drift and total <= way.adrift:
        return way.drift
    one.stays += 1
    return ""


@base("R5.6", "Out at a number that several Spaces share", "R2.3")
def out_at(state: State, formation: str, number: str, goal: str, prefer: list[str]) -> str:
    """The Space in which she comes out: the first that the owner named, else the nearest to the goal."""
    zone = zone_of(state, formation)
    nodes = zone.exits[number].nodes if zone is not None else ()
    liked = [place for place in prefer if place in nodes]
    small = fits_small(state, formation)
    if liked:
        return liked[0]
    return min(nodes, key=lambda node: (mps(state, node, goal, small=small) if goal else 0, node))
