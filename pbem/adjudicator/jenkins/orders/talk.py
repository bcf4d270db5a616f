"""Facts for a player before they order, by section: free counters, prices, room, stacks, storms."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.board.texts import said_of
from pbem.adjudicator.jenkins.board.board import DATA
from pbem.adjudicator.jenkins.board.pieces import EACH_SEAPORT, TURN_TRACK
from pbem.adjudicator.jenkins.orders import examples
from pbem.adjudicator.jenkins.view import listings
from pbem.adjudicator.jenkins.view.picture import Picture, figures
from pbem.adjudicator.reports.phrases import count

#: Where free counters stand that have no one seaport to stand in (3.1, 11.9).
FREE_PLACES = {EACH_SEAPORT: "One in each of your seaports of value 2 or more", TURN_TRACK: "On the turn track"}
SAID = said_of(DATA / "talk.yaml")


def set_up(seen: Picture) -> Iterator[str]:
    """Before turn 1 (3.1): garrisons, the San Isidro, purchases, stacks."""
    yield from placing(seen)
    yield from shop(seen)


def placing(seen: Picture) -> Iterator[str]:
    """The same without what is for sale, which the order desk shows by itself."""
    yield "Free counters, which also take their room:"
    yield from free_counters(seen)
    if examples.garrisons(seen):
        yield "Garrisons: say which Soldiers go where, as far as it matters to you; the rest follow in order."
        yield "The San Isidro: name a box of the turn track; a die below its number, and she comes (11.9)."
    yield "Stacks are ordered last; what the enemy sees is the top (4.3, 4.4)."


def free_counters(seen: Picture) -> list[str]:
    """Lists a side's free counters and their places (3.1); like Soldiers stand together."""
    lines = []
    for place in seen.board.setup:
        if place.side == seen.side:
            port = seen.board.seaports.get(place.place)
            where = f"{port.name} {port.hex}" if port else FREE_PLACES[place.place]
            groups: dict[str, list[str]] = {}
            for name in place.counters:
                groups.setdefault(figures(seen.board.counters[name]), []).append(name)
            told = "; ".join(f"{', '.join(names)} ({printed or 'no values'})" for printed, names in groups.items())
            lines.append(f"  {where}: {told}")
    return lines


def purse(seen: Picture) -> Iterator[str]:
    """Writes the funds left to spend (3.2, 6.1)."""
    funds = seen.known["funds"].get(seen.side, 0)
    coming = examples.fresh(seen).funds[seen.side] - funds if seen.turn else 0
    more = f"; {coming} more come at the purchases step" if coming else ""
    yield f"War funds: {funds}{more}."


def shop(seen: Picture) -> Iterator[str]:
    """Money, prices, room (6.1, 3.3, 3.5)."""
    yield from (f"{line} Prices:" for line in purse(seen))
    yield from (f"  {title}: {members}" for title, members in listings.pool(seen, seen.side))
    yield "Room left (frigates, cannons, boom chains, leaders and deceptions need none, 4.2):"
    for port in seen.own_ports():
        if not port.great_south_sea:
            naval, land = seen.room_left(port)
            yield f"  {port.id} {port.hex}: {count(naval, 'ship')}, {land or 'no'} land"


def movement(seen: Picture) -> Iterator[str]:
    """Yields movers, possible passengers, storms, and the words a move may use (7.0-7.6)."""
    yield from (*whereabouts(seen), *boarding(seen), listings.storms(seen), SAID["moves"])


def sailing(seen: Picture) -> tuple[str, ...]:
    """Returns the distances ships go, storms and possible passengers; the order desk's map shows the rest."""
    return SAID["travel"], listings.storms(seen), *boarding(seen)


def whereabouts(seen: Picture) -> list[str]:
    """Every stack by hex, names ready to copy; passengers in brackets behind their ship."""
    lines = ["Your stacks, top first:"]
    for hex_id, names in seen.own_stacks():
        shown = [name + crew(seen, name) for name in names if name not in seen.state.aboard]
        lines.append(f"  {seen.place(hex_id)}: {', '.join(shown)}")
    for name, (turn, _) in seen.known.get("track", {}).items():
        lines.append(f"  Turn track, box {turn}: {name}{crew(seen, name)}")
    return lines


def crew(seen: Picture, ship: str) -> str:
    """Writes a ship's passengers."""
    aboard = seen.state.passengers(ship)
    return f" (with {', '.join(aboard)})" if aboard else ""


def boarding(seen: Picture) -> list[str]:
    """Lists the possible passengers of ships, by seaport (7.3)."""
    lines = []
    for hex_id, _ in seen.own_stacks():
        able: dict[str, list[str]] = {}
        for part in examples.embarkations(seen, hex_id):
            able.setdefault(part["counter"], []).append(part["on"])
        if able:
            berths: dict[str, list[str]] = {}
            for name, ships in able.items():
                berths.setdefault(", ".join(ships), []).append(name)
            told = "; ".join(f"{', '.join(names)} on {ships}" for ships, names in berths.items())
            lines.append(f"  {seen.place(hex_id)}: {told}")
    return ["Who can go aboard whom:", *lines] if lines else []
