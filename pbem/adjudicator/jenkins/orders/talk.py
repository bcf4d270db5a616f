"""Facts for a player before they order: free counters, prices, room, stacks. The texts around them are data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.adjudicator.board.texts import said_of
from pbem.adjudicator.jenkins.board.board import DATA
from pbem.adjudicator.jenkins.board.pieces import EACH_SEAPORT, TURN_TRACK
from pbem.adjudicator.jenkins.orders import examples
from pbem.adjudicator.jenkins.view import listings
from pbem.adjudicator.jenkins.view.picture import Picture, figures
from pbem.adjudicator.orders.written.talking import Talk
from pbem.adjudicator.reports.phrases import count

#: Where free counters stand that have no one seaport to stand in (3.1, 11.9).
FREE_PLACES = {EACH_SEAPORT: "One in each of your seaports of value 2 or more", TURN_TRACK: "On the turn track"}
SAID = said_of(DATA / "talk.yaml")


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


def ports(seen: Picture) -> Iterator[str]:
    """One's own seaports, with the room that is left (4.0)."""
    for port in seen.own_ports():
        if not port.great_south_sea:
            naval, land = seen.room_left(port)
            yield f"  {port.id} {port.hex}: {count(naval, 'ship')}, {land or 'no'} land"


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


#: The values that stand in texts, by their names there.
VALUES: Mapping[str, Callable[[Picture], Any]] = {
    "free": free_counters, "ports": ports, "stacks": whereabouts, "boarding": boarding,
    "storms": lambda seen: (listings.storms(seen),),
    "garrisons": lambda seen: SAID["garrisoned"] if examples.garrisons(seen) else (),
    "purse": purse, "money": lambda seen: next(purse(seen)),
    "pool": lambda seen: (f"  {title}: {members}" for title, members in listings.pool(seen, seen.side)),
}
TALK = Talk(SAID, VALUES)
