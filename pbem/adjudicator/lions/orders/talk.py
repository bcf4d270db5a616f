"""Facts for a player before they order: prices, units, what others show."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.board.texts import said_of
from pbem.adjudicator.lions.board.board import DATA
from pbem.adjudicator.lions.board.pieces import Deployment
from pbem.adjudicator.lions.orders.conditions import FORM
from pbem.adjudicator.lions.rules.ch03_setup import deployments
from pbem.adjudicator.lions.rules.ch06_control import port_value
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, State
from pbem.adjudicator.lions.state.who_is_where import fleet_number
from pbem.adjudicator.lions.view.picture import Picture, Presence
from pbem.adjudicator.orders.written.talking import Talk
from pbem.base.counting import grouped
from pbem.strict_yaml.writing import one_line

#: The texts, by their names.
SAID = said_of(DATA / "talk.yaml")


# ------------------------------------------------------------------------------------------- before the first turn


def set_up(seen: Picture) -> Iterator[str]:
    """The counters of a power and where they may begin (3.2)."""
    yield "Your counters. A group with several ports is divided as you like; unsaid, it goes to the first:"
    for group in deployments(seen.board, seen.side):
        yield f"  {group.id}, at {' or '.join(group.at)}: {', '.join(counters_of(group))}"
    yield (f"Ships are numbered class by class in this order, such as {seen.side}-1st-1; `aboard` embarks troops and "
           "leaders of her port.")  # fmt: skip


def counters_of(group: Deployment) -> list[str]:
    """The counters of a group (3.2)."""
    points = [f"{group.regiments} regiments"] if group.regiments else []
    return [*group.ships, *group.leaders, *points, *([f"{group.forts} forts"] if group.forts else [])]


# ------------------------------------------------------------------------------------------------ markers, agreements


def bids(seen: Picture) -> Iterator[str]:
    """Money and markers before an exchange (8.0)."""
    markers = seen.board.player_numbers[len(seen.state.players)].exchange
    yield f"You have {seen.known['money'][seen.side]} pounds, and {markers} markers lie face down. Bids are blind."
    yield "For each marker the first entry that fits counts."
    yield "A tie is bid for again, at no less, with the next number of `rounds`."
    yield "`spend` limits what all bids cost together; `never_below` is never touched."


def hand(seen: Picture) -> Iterator[str]:
    """The reader's markers."""
    held = ", ".join(seen.state.type_of(name).id for name in seen.known["hand"])
    yield f"Your hand holds {held or 'nothing'}; at most {seen.state.hand_limit()} markers."


def agreements(seen: Picture) -> Iterator[str]:
    """The agreements in force."""
    yield "An agreement is in force when the very same entry stands in the file of every party; then all see it."
    for record in seen.known["agreements"]:
        yield f"In force: {one_line(record)}"


# --------------------------------------------------------------------------------------------------- ships and troops


def outfitting(seen: Picture) -> Iterator[str]:
    """Money, prices and what is left to buy (11)."""
    prices = ", ".join(f"{name} {item.dice or item.cost}" for name, item in seen.board.expenditure.items())
    yield f"You have {seen.known['money'][seen.side]} pounds. Prices: {prices}."
    ships = ", ".join(f"{kind} {len(names)}" for kind, names in unbuilt(seen).items())
    points = ", ".join(f"{seen.state.land_left(seen.side, kind)} {kind} points" for kind in (REGIMENT, FORT))
    yield f"Left to outfit: {ships}; {points}."
    yield f"Your home ports: {', '.join(port.id for port in seen.board.home_ports(seen.side))}."
    yield "1st to 3rd rates and fireships arrive at home. Each port takes so many units a turn (11.4)."


def unbuilt(seen: Picture) -> dict[str, list[str]]:
    """The ships that may still be built, class by class (11.5)."""
    return grouped((seen.board.ships[name].kind.id, name) for name in seen.state.unbuilt(seen.side))


def form(seen: Picture) -> Iterator[str]:
    """The markers of fleets."""
    yield f"You have {seen.board.fleet_markers[seen.side]} Fleet Markers."
    yield "A square that is named is formed anew as a whole."


def units(seen: Picture) -> Iterator[str]:
    """The reader's units, square by square."""
    yield "Your units:"
    for square in seen.state.occupied():
        if there := lying(seen, square):
            yield f"  {where(seen, square)}: {', '.join(there)}"


def lying(seen: Picture, square: str) -> list[str]:
    """Own ships, troops and leaders ashore in a square."""
    state, seat = seen.state, seen.side
    ships = [ship_words(state, name) for name in state.ships_of(seat) if state.ships[name].at == square]
    points = [f"{number} {kind} points" for kind in (REGIMENT, FORT) if (number := state.ashore(square, seat, kind))]
    leaders = {name: state.leaders[name] for name in state.leaders_of(seat)}
    return [*ships, *points, *(name for name, each in leaders.items() if each.at == square and not each.aboard)]


def ship_words(state: State, name: str) -> str:
    """Writes a ship with her fleet, damage and those aboard."""
    vessel = state.ships[name]
    extra = [f"fleet {fleet_number(vessel.fleet)}"] if vessel.fleet else []
    extra += [f"{vessel.damage} damage"] if vessel.damage else []
    extra += [f"{state.carried(name)} regiment points"] if state.carried(name) else []
    extra += state.leaders_aboard(name)
    return f"{name} ({', '.join(extra)})" if extra else name


# --------------------------------------------------------------------------------------------------------- operations


def cost(seen: Picture) -> Iterator[str]:
    """The price of an operation (13)."""
    prices = ", ".join(f"{begun} {pounds}" for begun, pounds in seen.board.operations.items())
    yield f"An operation costs, by where it begins: {prices}."


def running_on(seen: Picture) -> Iterator[str]:
    """The queue of the last file, entry by entry."""
    for file in seen.known.get("queue", ()):
        if seen.known["step"] == "watch" and "operations" in file["body"]:
            yield f"Your queue of {file['phase']} runs on; what you write here takes its place:"
            for number, (entry, used) in enumerate(zip(file["body"]["operations"], file["used"], strict=True), 1):
                ended = " (used up)" if used >= int(entry.get("times", 1)) else ""
                yield f"  {number}. {FORM.phrases.said('entry', entry)}{ended}"


def lying_about(seen: Picture) -> Iterator[str]:
    """Treasure, and the units of others as far as they are seen (15.1)."""
    yield "Treasure fleets, once they are out:"
    fleets = seen.board.treasure_fleets.values()
    at = {fleet.id: where(seen, seen.board.ports[fleet.port].square) for fleet in fleets}
    yield f"  {', '.join(f'{fleet.id} at {at[fleet.id]} ({fleet.dice})' for fleet in fleets)}"
    yield "Others seen, fleets by number, what a port yields behind =:"
    for power in seen.known["players"]:
        if power != seen.side:
            told = ", ".join(shown(seen, each) for each in seen.presence_of(power))
            yield f"  {seen.name(power)}: {told or 'nowhere'}"


def shown(seen: Picture, each: Presence) -> str:
    """A square with units that somebody shows: their fleets, and the yield of the port there."""
    worth = port_value(seen.state, each.square)
    fleets = f" [{'+'.join(each.fleets)}]" if each.fleets else ""
    return f"{where(seen, each.square)}{fleets}{f' ={worth}' if worth else ''}"


def where(seen: Picture, square: str) -> str:
    """A square, with its port."""
    port = seen.board.port_at.get(square)
    return f"{port.id} {square}" if port else square


TALK = Talk(SAID, set_up, bids, hand, agreements, outfitting, form, units, cost, running_on, lying_about)
