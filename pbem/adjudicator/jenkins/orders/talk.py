"""Facts for a player before they order: free counters, prices, room, stacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.adjudicator.board.texts import said_of
from pbem.adjudicator.jenkins.board.board import DATA
from pbem.adjudicator.jenkins.board.pieces import EACH_SEAPORT, TURN_TRACK
from pbem.adjudicator.jenkins.orders import examples
from pbem.adjudicator.jenkins.view import listings
from pbem.adjudicator.jenkins.view.picture import Picture, figures
from pbem.adjudicator.orders.written.talking import Talk
from pbem.adjudicator.reports.phrases import count
from pbem.base.counting import grouped

#: Where free counters stand that have no one seaport to stand in (3.1, 11.9).
UNPLACED = {EACH_SEAPORT: "One in each of your seaports of value 2 or more", TURN_TRACK: "On the turn track"}
SAID = said_of(DATA / "talk.yaml")


# ------------------------------------------------------------------------------------------- before the first turn


def placing(seen: Picture) -> Iterator[str]:
    """Free counters and garrisons (3.1)."""
    yield "Free counters, which also take their room:"
    for place in seen.board.setup:
        if place.side == seen.side:
            port = seen.board.seaports.get(place.place)
            where = f"{port.name} {port.hex}" if port else UNPLACED[place.place]
            groups = by_figures(seen, place.counters).items()
            told = (f"{', '.join(names)} ({printed or 'no values'})" for printed, names in groups)
            yield f"  {where}: {'; '.join(told)}"
    if examples.garrisons(seen):
        yield "Garrisons: say which Soldiers go where, as far as it matters to you; the rest follow in order."
        yield "The San Isidro: name a box of the turn track; a die below its number, and she comes (11.9)."
    yield "Stacks are ordered last; what the enemy sees is the top (4.3, 4.4)."


def by_figures(seen: Picture, names: Iterable[str]) -> dict[str, list[str]]:
    """Counters by what is printed on them: like Soldiers stand together."""
    return grouped((figures(seen.board.counters[name]), name) for name in names)


# ------------------------------------------------------------------------------------------------- in every turn


def purse(seen: Picture) -> Iterator[str]:
    """The reader's points."""
    more = coming(seen)
    later = f"; {more} more come at the purchases step" if more else ""
    yield f"War funds: {seen.known['funds'].get(seen.side, 0)}{later}."


def coming(seen: Picture) -> int:
    """The points that are still to come before this turn's purchases (6.1)."""
    return examples.fresh(seen).funds[seen.side] - int(seen.known["funds"].get(seen.side, 0)) if seen.turn else 0


def shop(seen: Picture) -> Iterator[str]:
    """The reader's points, what is for sale, and the room that is left."""
    yield f"{' '.join(purse(seen))} Prices:"
    for title, members in listings.pool(seen, seen.side):
        yield f"  {title}: {members}"
    yield "Room left (frigates, cannons, boom chains, leaders and deceptions need none, 4.2):"
    for port in seen.own_ports():
        if not port.great_south_sea:
            ships, land = seen.room_left(port)
            yield f"  {port.id} {port.hex}: {count(ships, 'ship')}, {land or 'no'} land"


def stacks(seen: Picture) -> Iterator[str]:
    """The reader's stacks."""
    yield "Your stacks, top first:"
    for hex_, names in seen.own_stacks():
        free = (manned(seen, name) for name in names if name not in seen.state.aboard)
        yield f"  {seen.place(hex_)}: {', '.join(free)}"
    for name, due in seen.known.get("track", {}).items():
        yield f"  Turn track, box {due[0]}: {manned(seen, name)}"


def manned(seen: Picture, name: str) -> str:
    """A counter, its passengers in brackets behind it."""
    aboard = seen.state.passengers(name)
    return f"{name} (with {', '.join(aboard)})" if aboard else name


def boarding(seen: Picture) -> Iterator[str]:
    """The counters that can go aboard where they lie (7.3)."""
    found = [(hex_, able) for hex_, _ in seen.own_stacks() if (able := berths(seen, hex_))]
    if found:
        yield "Who can go aboard whom:"
    for hex_, able in found:
        told = (f"{', '.join(names)} on {ships}" for ships, names in able.items())
        yield f"  {seen.place(hex_)}: {'; '.join(told)}"


def berths(seen: Picture, hex_id: str) -> dict[str, list[str]]:
    """The counters that can go aboard in a hex, by the ships that take them (7.3)."""
    able = grouped((part["counter"], part["on"]) for part in examples.embarkations(seen, hex_id))
    return grouped((", ".join(ships), name) for name, ships in able.items())


def storms(seen: Picture) -> Iterator[str]:
    """The hexes that no ship moves through (8.1)."""
    yield listings.storms(seen)


TALK = Talk(SAID, placing, purse, shop, stacks, boarding, storms)
