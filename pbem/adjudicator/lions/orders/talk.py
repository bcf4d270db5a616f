"""Facts for a player before they order, section by section: prices, units, what others show."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.board.texts import said_of
from pbem.adjudicator.lions.board.board import DATA
from pbem.adjudicator.lions.orders import in_words
from pbem.adjudicator.lions.rules.ch03_setup import deployments
from pbem.adjudicator.lions.rules.ch04_sequence import BIDS, WATCH
from pbem.adjudicator.lions.rules.ch06_control import port_value
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, State
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.lions.view.view import fleet_number
from pbem.strict_yaml.writing import one_line

#: What holds whatever the position: how the queue is read, what an entry may say, what conditions can look at.
SAID = said_of(DATA / "talk.yaml")


# -------------------------------------------------------------------------------------------------- set-up and bids


def set_up(seen: Picture) -> Iterator[str]:
    """Before turn 1: groups that may be divided, and who starts aboard (3.2, 19.8)."""
    yield "Your counters. A group with several ports is divided as you like; unsaid, it goes to the first:"
    for group in deployments(seen.board, seen.side):
        points = [f"{group.regiments} regiments"] if group.regiments else []
        points += [f"{group.forts} forts"] if group.forts else []
        yield f"  {group.id}, at {' or '.join(group.at)}: {', '.join([*group.ships, *group.leaders, *points])}"
    yield (f"Ships are numbered class by class in this order, such as {seen.side}-1st-1; `aboard` embarks troops and "
           "leaders of her port.")  # fmt: skip


def bids(seen: Picture) -> Iterator[str]:
    """The Exchange Phase (9.3)."""
    number = seen.board.player_numbers[len(seen.state.players)].exchange
    yield f"You have {seen.known['money'][seen.side]} pounds, and {number} markers lie face down. Bids are blind."
    yield "For each marker the first entry that fits counts."
    yield "A tie is bid for again, at no less, with the next number of `rounds`."
    yield "`spend` limits what all bids cost together; `never_below` is never touched."
    yield hand(seen)


def hand(seen: Picture) -> str:
    """Writes the markers in hand."""
    names = ", ".join(seen.state.type_of(name).id for name in seen.known["hand"]) or "nothing"
    return f"Your hand holds {names}; at most {seen.state.hand_limit()} markers."


# -------------------------------------------------------------------------------------------------- the year


def agreements(seen: Picture) -> Iterator[str]:
    """Negotiations (10.1)."""
    yield "An agreement is in force when the very same entry stands in the file of every party; then all see it."
    yield from (f"In force: {one_line(record)}" for record in seen.known["agreements"])


def outfitting(seen: Picture) -> Iterator[str]:
    """Yields the things that may be bought, repaired and founded (11.2)."""
    state, seat = seen.state, seen.side
    prices = ", ".join(f"{name} {item.dice or item.cost}" for name, item in state.board.expenditure.items())
    left: dict[str, int] = {}
    for name in state.unbuilt(seat):
        left[state.board.ships[name].kind.id] = left.get(state.board.ships[name].kind.id, 0) + 1
    points = ", ".join(f"{state.land_left(seat, kind)} {kind} points" for kind in (REGIMENT, FORT))
    yield f"You have {state.money[seat]} pounds. Prices: {prices}."
    yield f"Left to outfit: {', '.join(f'{kind} {number}' for kind, number in left.items())}; {points}."
    yield f"Your home ports: {', '.join(port.id for port in state.board.home_ports(seat))}."
    yield "1st to 3rd rates and fireships arrive at home. Each port takes so many units a turn (11.4)."


def forming(seen: Picture) -> Iterator[str]:
    """Explains how ships form fleets (12.2)."""
    yield f"You have {seen.board.fleet_markers[seen.side]} Fleet Markers."
    yield SAID["form"]


def fleets(seen: Picture) -> Iterator[str]:
    """The same, with what there is to form them of."""
    yield from forming(seen)
    yield "Your units:"
    yield from whereabouts(seen.state, seen.side)


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


def cost(seen: Picture) -> str:
    """Writes the cost of an operation (8.3)."""
    costs = ", ".join(f"{where} {pounds}" for where, pounds in seen.board.operations.items())
    return f"An operation costs, by where it begins: {costs}."


def sailing(seen: Picture) -> tuple[str, ...]:
    """The queue and what it costs (13.1); the order desk's map shows the rest."""
    return SAID["queue"], SAID["travel"], cost(seen), hand(seen)


def operations(seen: Picture) -> Iterator[str]:
    """The queue, what it costs, and what lies where (13.1)."""
    yield from (SAID["queue"], cost(seen), hand(seen), *running_on(seen))
    yield "Treasure fleets, once they are out:"
    yield treasure(seen.state)
    yield "Others seen, fleets by number, what a port yields behind =:"
    yield from others(seen)
    yield from (SAID["entry"], *SAID["conditions"])


def running_on(seen: Picture) -> Iterator[str]:
    """The queue that runs on in a watch, entry by entry, with those that are used up (13.1)."""
    files = seen.known.get("queue", ()) if seen.known.get("step") == WATCH else ()
    for file in [each for each in files if "operations" in each["body"]]:
        yield f"Your queue of {file['phase']} runs on; what you write here takes its place:"
        for number, (entry, used) in enumerate(zip(file["body"]["operations"], file["used"], strict=True), 1):
            done = " (used up)" if used >= int(entry.get("times", 1)) else ""
            yield f"  {number}. {in_words.operation(entry)}{done}"


def treasure(state: State) -> str:
    """Each treasure fleet, where it comes from and what it pays."""
    told = [f"{fleet.id} at {place(state, state.board.ports[fleet.port].square)} ({fleet.dice})"
            for fleet in state.board.treasure_fleets.values()]  # fmt: skip
    return f"  {', '.join(told)}"


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


# -------------------------------------------------------------------------------------------------- answers beforehand


def leader_places(seen: Picture) -> str:
    """Returns the words for the section's subject: in the bids only a Mercenary Admiral can come (9.7)."""
    return "where a Mercenary Admiral goes" if seen.known.get("step") == BIDS else "where new leaders go"
