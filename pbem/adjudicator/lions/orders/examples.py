"""Examples in an order file, made of what its owner really has: lawful as they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.board.terms import Moment
from pbem.adjudicator.lions.rules.ch03_setup import deployments
from pbem.adjudicator.lions.rules.ch04_sequence import BIDS
from pbem.adjudicator.lions.rules.ch11_outfitting import Outfitting, buy
from pbem.adjudicator.lions.rules.ch11_placement import Slips
from pbem.adjudicator.lions.rules.forms import Entry
from pbem.adjudicator.lions.state.state import State
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.lions.view.view import seen_state
from pbem.base.counting import grouped

Part = dict[str, Any]
#: What a shopping list shows, one of each as far as pounds go.
SHOPPING = ("4th", "transport", "regiment")
#: How many raids are shown.
VOYAGES = 2
#: When markers are played in answer to something, in the year.
REACTIONS = frozenset((
    Moment.WIND_GAUGE, Moment.FIRST_FIRE, Moment.FIRST_SHORE_FIRE, Moment.SHORE_BATTLE, Moment.LEADER_HIT,
    Moment.MOVEMENT_ROLLED, Moment.INCIDENT_ROLLED, Moment.ADMIRAL_NAMED, Moment.REVENUE, Moment.MARKER_PLAYED,
))  # fmt: skip


def set_up(seen: Picture) -> Part:
    """One group that may be divided, at the last of its ports; troops aboard the first transport."""
    groups = deployments(seen.board, seen.side)
    place = [{"group": group.id, "at": group.at[-1], "ships": list(group.ships), "regiments": min(1, group.regiments)}
             for group in groups if len(group.at) > 1][:1]  # fmt: skip
    first = next((group for group in groups if "transport" in group.ships and group.regiments), None)
    aboard = [{"ship": f"{seen.side}-transport-1", "regiments": 1}] if first and len(first.at) == 1 else []
    told = [{word: value for word, value in part.items() if value} for part in place]
    return {word: part for word, part in (("place", told), ("aboard", aboard)) if part}


def kinds_held(seen: Picture) -> list[str]:
    """The kinds of the markers in hand."""
    return [seen.state.type_of(name).id for name in seen.known["hand"]]


def outfit(seen: Picture) -> Part:
    """Spends the purse in the first home port that takes each thing, and on one leader at a price."""
    work, chosen = Outfitting(Table(), seen_state(seen.board, seen.known), seen.side, Slips(seen.side)), list[Entry]()
    for name in SHOPPING:
        ways: Iterable[Entry] = ({"item": name, "at": port.id} for port in seen.board.home_ports(seen.side))
        chosen += islice((entry for entry in ways if not buy(work, entry)), 1)
    return {"buy": chosen, "leaders": 1, "leader_price": 7}


def fleets(seen: Picture) -> Part:
    """The square with most ships as fleet 1, unless that marker is in use elsewhere."""
    state, seat = seen.state, seen.side
    by_square = grouped((state.ships[name].at, name) for name in state.ships_of(seat))
    crowded = max(by_square, key=lambda square: len(by_square[square]), default="")
    number = next((n for n in "1234" if not state.fleet(f"{seat}-fleet-{n}")), "")
    if not crowded or not number or number > str(state.board.fleet_markers[seat]):
        return {}
    leaders = [name for name in state.leaders_of(seat) if state.leaders[name].at == crowded]
    able = [name for name in by_square[crowded] if state.board.ships[name].kind.leaders]
    part: Part = {"number": int(number), "at": crowded, "ships": by_square[crowded]}
    return {"form": [part | ({"leaders": leaders[:1]} if leaders and able else {})]}


def operations(seen: Picture) -> list[Part]:
    """A wait, a voyage to fetch treasure if nobody else has it, and raids on ports that are near."""
    state, view = seen.state, seen.known
    others = [name for name in view["players"] if name != view["seat"]]
    found: list[Part] = [{"pass_until": [{"moved": others[0]}]}]
    rated = [name for name in view["ships"] if state.board.ships[name].kind.rated]
    for name in rated[:VOYAGES]:
        port = goal(state, view["seat"], view["ships"][name]["at"])
        if port:
            found.append({"force": name, "path": [port], "attack": {"any": True}, "plunder": True,
                          "if": [{"no_enemy_within": {"of": port, "squares": 2}}]})
    if rated:
        fleet = state.board.treasure_fleets[min(state.board.treasure_fleets)]
        found.append({"force": rated[-1], "take": [fleet.id], "path": [state.board.home_ports(view["seat"])[0].id],
                      "if": [{"treasure_free": fleet.id}, {"force_at": {"force": rated[-1], "at": fleet.port}}]})
    return found


def goal(state: State, seat: str, start: str) -> str:
    """The nearest port that may be plundered."""
    reach = state.board.distances(start)
    able = [port for port in state.board.ports.values() if not port.is_home and port.square not in state.plundered]
    near = [port for port in able if reach.get(port.square, 0) > 0]
    return min(near, key=lambda port: reach[port.square]).id if near else ""


def playing(seen: Picture) -> list[Part]:
    """Two markers of the hand that may be played in answer to something now; else a Spy."""
    moments = {Moment.INITIATIVE, Moment.EXCHANGE} if seen.known.get("step") == BIDS else REACTIONS
    ready = [kind for kind in kinds_held(seen) if moments & {*seen.board.marker_types[kind].when}]
    first, *more = dict.fromkeys((*ready, "spy"))
    return [{"marker": first}, *({"marker": kind, "if": [{"pounds_at_least": 2}]} for kind in more[:1])]


def parties(seen: Picture) -> list[str]:
    """The reader and the next player."""
    order = list(seen.known["order"])
    if order[0] == seen.side:
        return order[:2]
    return [name for name in seen.known["players"] if name in (seen.side, order[0])]


def home(seen: Picture) -> str:
    """The first of one's home ports."""
    return seen.board.home_ports(seen.side)[0].id


#: The values of gaps in the examples of the data.
VALUES: Mapping[str, Callable[[Picture], Any]] = {
    "set_up": set_up, "outfit": outfit, "fleets": fleets, "operations": operations, "playing": playing,
    "first_marker": lambda seen: kinds_held(seen)[:1],
    "most_to_bid": lambda seen: min(2, int(seen.known["money"][seen.side])),
    "last_turn": lambda seen: str(max(int(seen.known["turns"]), int(seen.known["turn"]))),
    "parties": parties, "next_turn": lambda seen: seen.known["turn"] + 1, "home": home,
    # One's leaders on the map; before there are any, the first of the card.
    "admirals": lambda seen: (list(seen.known["leaders"]) or [seen.board.leaders_of(seen.side)[0].id])[:2],
    # In the bids no leaders of one's own come.
    "home_in_the_year": lambda seen: [] if seen.known.get("step") == BIDS else [home(seen)],
}  # fmt: skip
