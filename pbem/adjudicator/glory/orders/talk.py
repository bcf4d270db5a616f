"""Facts for a player before they order, section by section: fleets, ships, chits, what conditions can look at."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.glory.orders.in_words import place, title
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH
from pbem.adjudicator.glory.view.look import spot
from pbem.adjudicator.glory.view.picture import Picture
from pbem.adjudicator.orders.order_file import in_force
from pbem.base.counting import counted

LASTING = (
    "Any of the sections but the set-up and the fleets formed in port, kept from turn to turn until replaced, "
    "cancelled or ended. Sailing orders hold block by block: a block that this file names does not look at them. "
    "`once: true` ends one after its first use, `until:` when its conditions hold."
)


def set_up(seen: Picture) -> Iterator[str]:
    """Before the first turn."""
    if seen.side == BRITISH:
        yield "Fleets off a port begin Inshore or on Loose; frigates in a port of yours, on a station, or at sea."
        yield "What you do not say begins on Loose, and the frigates where the figures put them."
    else:
        yield "In Trafalgar the Toulon fleet is bound for Cadiz or Ferrol. There is nothing else to decide."


def admiralty(seen: Picture) -> str:
    """Yards and crews."""
    points = seen.known.get("points", {})
    told = ", ".join(f"{title(nation)} {number}" for nation, number in points.items())
    return f"repairs and crews, first of all in the turn; points for crews: {told or 'none'}"


def provisions(seen: Picture) -> str:
    """The chits that were drawn."""
    drawn = seen.known.get("drawn_provisions", ())
    return f"where the chits lie that you drew: {', '.join(map(str, drawn)) or 'none'}"


def fleets(seen: Picture) -> Iterator[str]:
    """Ready ships in one's own ports."""
    yield "Each entry is used once, as soon as it holds. `ships` is {best: 8}, {worst: 2}, all, or names."
    for name, port in seen.known.get("ports", {}).items():
        ready = [ship.partition("-")[2] for ship in port.get("ready", ())]
        if ready:
            yield f"  {place(name)}: {', '.join(ready)}"


#: How sailing orders are read.
LEGS = (
    "Each time a block is activated, the first of its legs is sailed that holds and can be begun; without one the rule "
    "has a default. A leg has one verb: lie, station, path, make_for, hunt, shadow, leave, enter, cross or sortie, and "
    "arrive for what comes off a track. It may have stop, detach, join, bound, at_sea, search, else and after_battle."
)


def sail(seen: Picture) -> Iterator[str]:
    """One's own blocks, where they lie and what they hold."""
    yield LEGS
    for name, each in seen.known.get("blocks", {}).items():
        if spot(each):
            ships = len(each.get("ships", ()))
            holds = f", {counted(ships, 'ship')}" if ships else ""
            admirals = f", {' and '.join(map(title, each['admirals']))}" if each.get("admirals") else ""
            yield f"  {name}: {place(spot(each))}{holds}{admirals}"


def decoys(seen: Picture) -> str:
    """Rumours."""
    return ("what rumours do; you do not know beforehand which block will be one, so say with which fleet it comes out "
            "and which of those it is. All others scatter")  # fmt: skip


def battle(seen: Picture) -> str:
    """Manners of battle."""
    return ("how to fight; a manner is a whole plan: bold attacks and never leaves, wary leaves when beaten, shy "
            "avoids battle, anchor fights in the anchorage. Nothing said is wary")  # fmt: skip


def halt(seen: Picture) -> str:
    """Halts."""
    left = seen.known.get("halts_left")
    limit = "" if left is None else f"; the turn may still halt {counted(int(left), 'time')} by your wish"
    return f"up to three conditions that stop the turn for fresh orders of both players{limit}"


def standing(seen: Picture) -> Iterator[str]:
    """Standing orders."""
    yield from in_force(LASTING, seen.known)


#: The seat that alone may write a section.
ONLY = {
    "provisions": ALLIED, "conseil": ALLIED, "decoys": ALLIED, "spies": ALLIED, "transfer": BRITISH,
    "declare": BRITISH, "losses": BRITISH,
}  # fmt: skip


def is_for(seen: Picture, section: str) -> bool:
    """Tells if a section is for the reader."""
    return ONLY.get(section, seen.side) == seen.side
