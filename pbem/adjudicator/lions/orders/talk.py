"""Facts for a player before they order: prices, units, what others show. The texts around them are data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.adjudicator.board.texts import said_of
from pbem.adjudicator.lions.board.board import DATA
from pbem.adjudicator.lions.orders import in_words
from pbem.adjudicator.lions.rules.ch03_setup import deployments
from pbem.adjudicator.lions.rules.ch04_sequence import BIDS, WATCH
from pbem.adjudicator.lions.rules.ch06_control import port_value
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, State
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.lions.view.view import fleet_number
from pbem.adjudicator.orders.written.talking import Talk
from pbem.strict_yaml.writing import one_line

#: The texts, by their names.
SAID = said_of(DATA / "talk.yaml")


def groups(seen: Picture) -> Iterator[str]:
    """Groups of counters that may be divided (3.2)."""
    for group in deployments(seen.board, seen.side):
        points = [f"{group.regiments} regiments"] if group.regiments else []
        points += [f"{group.forts} forts"] if group.forts else []
        yield f"  {group.id}, at {' or '.join(group.at)}: {', '.join([*group.ships, *group.leaders, *points])}"


def left_to_outfit(seen: Picture) -> str:
    """The ships that may still be built, class by class (11.5)."""
    ships = Counter(seen.board.ships[name].kind.id for name in seen.state.unbuilt(seen.side))
    return ", ".join(f"{kind} {number}" for kind, number in ships.items())


def whereabouts(state: State, seat: str) -> Iterator[str]:
    """Own ships, troops and leaders, square by square."""
    for square in state.occupied():
        ships = [ship_words(state, name) for name in state.ships_of(seat) if state.ships[name].at == square]
        troops = [(state.ashore(square, seat, kind), kind) for kind in (REGIMENT, FORT)]
        points = [f"{number} {kind} points" for number, kind in troops if number]
        leaders = [name for name in state.leaders_of(seat) if state.leaders[name].at == square]
        ashore = [name for name in leaders if not state.leaders[name].aboard]
        if ships or points or ashore:
            yield f"  {place(state, square)}: {', '.join([*ships, *points, *ashore])}"


def ship_words(state: State, name: str) -> str:
    """Writes a ship with her fleet, damage and those aboard."""
    vessel = state.ships[name]
    extra = [f"fleet {fleet_number(vessel.fleet)}"] if vessel.fleet else []
    extra += [f"{vessel.damage} damage"] if vessel.damage else []
    extra += [f"{state.carried(name)} regiment points"] if state.carried(name) else []
    extra += state.leaders_aboard(name)
    return f"{name} ({', '.join(extra)})" if extra else name


def place(state: State, square: str) -> str:
    """A square, with its port."""
    port = state.board.port_at.get(square)
    return f"{port.id} {square}" if port else square


def running_on(seen: Picture) -> Iterator[str]:
    """The queue that runs on in a watch, entry by entry, with those that are used up (13.1)."""
    files = seen.known.get("queue", ()) if seen.known.get("step") == WATCH else ()
    for file in [each for each in files if "operations" in each["body"]]:
        yield f"Your queue of {file['phase']} runs on; what you write here takes its place:"
        for number, (entry, used) in enumerate(zip(file["body"]["operations"], file["used"], strict=True), 1):
            done = " (used up)" if used >= int(entry.get("times", 1)) else ""
            yield f"  {number}. {in_words.operation(entry)}{done}"


def others(seen: Picture) -> Iterator[str]:
    """Yields the places of others."""
    for power in [name for name in seen.known["players"] if name != seen.side]:
        told = []
        for entry in seen.presence():
            if entry.power == power:
                worth = port_value(seen.state, entry.square)
                fleet = f" [{'+'.join(entry.fleets)}]" if entry.fleets else ""
                told.append(f"{place(seen.state, entry.square)}{fleet}{f' ={worth}' if worth else ''}")
        yield f"  {seen.name(power)}: {', '.join(told) or 'nowhere'}"


#: The values that stand in texts, by their names there.
VALUES: Mapping[str, Callable[[Picture], Any]] = {
    "side": lambda seen: seen.side, "groups": groups, "running_on": running_on, "others": others,
    "left": left_to_outfit,
    "pounds": lambda seen: seen.known["money"][seen.side],
    "up": lambda seen: seen.board.player_numbers[len(seen.state.players)].exchange,
    "hand": lambda seen: ", ".join(seen.state.type_of(name).id for name in seen.known["hand"]) or "nothing",
    "limit": lambda seen: seen.state.hand_limit(),
    "in_force": lambda seen: (f"In force: {one_line(record)}" for record in seen.known["agreements"]),
    "prices": lambda seen: ", ".join(
        f"{name} {item.dice or item.cost}" for name, item in seen.board.expenditure.items()),
    "points": lambda seen: ", ".join(
        f"{seen.state.land_left(seen.side, kind)} {kind} points" for kind in (REGIMENT, FORT)),
    "homes": lambda seen: ", ".join(port.id for port in seen.board.home_ports(seen.side)),
    "markers": lambda seen: seen.board.fleet_markers[seen.side],
    "units": lambda seen: whereabouts(seen.state, seen.side),
    "costs": lambda seen: ", ".join(f"{where} {pounds}" for where, pounds in seen.board.operations.items()),
    "treasure": lambda seen: ", ".join(
        f"{fleet.id} at {place(seen.state, seen.board.ports[fleet.port].square)} ({fleet.dice})"
        for fleet in seen.board.treasure_fleets.values()),
}  # fmt: skip
TALK = Talk(SAID, VALUES)


def leader_places(seen: Picture) -> str:
    """Returns the words for the section's subject: in the bids only a Mercenary Admiral can come (9.7)."""
    return "where a Mercenary Admiral goes" if seen.known.get("step") == BIDS else "where new leaders go"
