"""Examples in an order file, made of what its owner really has: lawful as they stand.

Each is tried on what they can see before it is shown; where nothing would be lawful there is no example.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.jenkins.board.pieces import EACH_SEAPORT, CounterKind
from pbem.adjudicator.jenkins.rules.ch03_funds import grant_funds
from pbem.adjudicator.jenkins.rules.ch03_setup import buy, garrison_ports, why_not_bought
from pbem.adjudicator.jenkins.rules.ch04_stacking import room
from pbem.adjudicator.jenkins.rules.ch07_movement import due_from_track, entry_hexes
from pbem.adjudicator.jenkins.rules.ch07_transport import why_not_aboard
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.rules.ch11_special import is_fixed, why_not_scuttle
from pbem.adjudicator.jenkins.rules.forms import Placed
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State, enemy
from pbem.adjudicator.jenkins.view.picture import Picture
from pbem.adjudicator.jenkins.view.view import seen_state

Part = dict[str, Any]
#: What a shopping list shows, one of each at most.
SHOPPING = (CounterKind.SHIP, CounterKind.INFANTRY, CounterKind.FRIGATE, CounterKind.DECEPTION)
#: How many moves of each sort are shown.
SAILINGS, MARCHES = 2, 1


def fresh(seen: Picture) -> State:
    """The position as far as it is seen, to try things on; at one's own purchases step with the turn's points."""
    state = seen_state(seen.board, seen.known)
    if seen.turn:
        grant_funds(Table(), state, seen.side)
    return state


def set_up(seen: Picture) -> Part:
    """Garrisons and the San Isidro where a side has them, purchases, stacks (3.1)."""
    garrisoned = garrisons(seen)
    part = {"garrisons": garrisoned, "isidro": 7 if garrisoned else 0, "buy": purchases(seen),
            "stacks": stackings(seen)}  # fmt: skip
    return {name: value for name, value in part.items() if value}


# -------------------------------------------------------------------------------------------------- purchases


def purchases(seen: Picture) -> list[Placed]:
    """A ship, troops aboard her, a frigate and a deception, as far as money and room go."""
    state = fresh(seen)
    found: list[Placed] = []
    for kind in SHOPPING:
        lawful = (part for part in offers(seen, state, kind, found) if not why_not_bought(state, seen.side, part))
        found += islice(lawful, 1)
        buy(Table(), state, seen.side, found[-1:])
    return found


def offers(seen: Picture, state: State, kind: CounterKind, before: Sequence[Placed]) -> Iterator[Placed]:
    """Purchases of a kind: troops rather aboard the ship just bought, else where most fit."""
    ships = [part for part in before if seen.board.counters[part["counter"]].is_naval][:1]
    for name in [name for name in state.pool.get(seen.side, ()) if seen.board.counters[name].kind is kind]:
        if seen.board.counters[name].is_land:
            yield from (Placed(counter=name, at=ship["at"], aboard=ship["counter"]) for ship in ships)
        for port in sorted(seen.own_ports(), key=lambda port: (-sum(room(state, port, seen.side)), port.hex)):
            yield {"counter": name, "at": port.id}


def stackings(seen: Picture) -> list[Part]:
    """One stack whose top could be another counter: a deception if there is one (4.3)."""
    for hex_id, names in seen.own_stacks():
        below = [name for name in names[1:] if could_top(seen, names, name)]
        below.sort(key=lambda name: seen.board.counters[name].kind is not CounterKind.DECEPTION)
        if below:
            return [{"hex": hex_id, "top": below[:1]}]
    return []


def could_top(seen: Picture, names: Sequence[str], name: str) -> bool:
    """Tells if 4.1 lets a counter lie on top: a ship, or a land counter ashore without ships."""
    counter = seen.board.counters[name]
    afloat = any(seen.board.counters[other].is_naval for other in names)
    return name not in seen.state.aboard and (counter.is_naval or not afloat)


def garrisons(seen: Picture) -> list[Part]:
    """The first and the last of the free Soldiers, each in a seaport worth having (3.1)."""
    for place in seen.board.setup:
        if place.side == seen.side and place.place == EACH_SEAPORT:
            ports = [seen.board.seaport_at[hex_id] for hex_id in garrison_ports(seen.state, place)]
            dear = sorted(ports, key=lambda port: (-port.value, port.hex))[:2]
            best = place.counters[::-1]
            return [{"counter": name, "at": port.id} for name, port in zip(best, dear, strict=False)]
    return []


# -------------------------------------------------------------------------------------------------- moves


def moves(seen: Picture) -> list[Part]:
    """Ships that come off the turn track, ships that sail, troops that march, a ship scuttled."""
    found = [*entries(seen), *list(sailings(seen))[:SAILINGS], *list(marches(seen))[:MARCHES]]
    moving = [name for part in found for word in ("ships", "troops") for name in part.get(word, ())]
    return [*found, *scuttlings(seen, moving)]


def entries(seen: Picture) -> list[Part]:
    """Ships that must come onto the map now (7.4)."""
    due = due_from_track(seen.state, seen.side)
    return [{"ships": [ship], "enter": hexes[0]} for ship in due if (hexes := entry_hexes(seen.state, ship))]


def sailings(seen: Picture) -> Iterator[Part]:
    """Each fleet to the next open water, with one passenger if somebody can come (7.0, 7.3)."""
    for hex_id, _ in seen.own_stacks():
        ships = seen.state.naval(hex_id, seen.side)
        goal = next((h for h in seen.board.naval_neighbours(hex_id) if quiet(seen, hex_id, h)), "")
        if ships and goal:
            part: Part = {"ships": ships, "path": [goal]}
            cargo = next(embarkations(seen, hex_id), None)
            yield part | {"embark": [cargo]} if cargo else part


def quiet(seen: Picture, start: str, goal: str) -> bool:
    """No storm at either end, and no enemy stack at the goal."""
    stormy = storm_bars(seen.state, start) or storm_bars(seen.state, goal)
    return not stormy and not seen.state.stack(goal, enemy(seen.side))


def embarkations(seen: Picture, hex_id: str) -> Iterator[Part]:
    """Yields the counters that can go aboard in a hex now, with their ships (7.3)."""
    for name in seen.state.land(hex_id, seen.side):
        for ship in seen.state.naval(hex_id, seen.side):
            if not why_not_aboard(seen.state, seen.side, hex_id, name, ship):
                yield {"counter": name, "on": ship}


def marches(seen: Picture) -> Iterator[Part]:
    """One counter ashore to the next hex by land, where an army would find nobody (7.1)."""
    for hex_id, _ in seen.own_stacks():
        able = [name for name in seen.state.land(hex_id, seen.side) if not is_fixed(seen.board.counters[name])]
        goal = next((h for h in seen.board.land_neighbours(hex_id) if quiet(seen, hex_id, h)), "")
        embarked = next(embarkations(seen, hex_id), {}).get("counter")
        able = [name for name in able if name != embarked]
        if able and goal:
            yield {"troops": able[:1], "path": [goal]}


def scuttlings(seen: Picture, moving: Sequence[str]) -> list[Part]:
    """A ship that lies idle in a Spanish seaport (11.7)."""
    if seen.side != SPANISH:
        return []
    idle = [name for hex_id, _ in seen.own_stacks() for name in seen.state.naval(hex_id, seen.side)]
    able = [name for name in idle if name not in moving and not why_not_scuttle(seen.state, name, seen.side)]
    return [{"scuttle": name} for name in able[-1:]]


# -------------------------------------------------------------------------------------------------- doctrine


def home(seen: Picture) -> str:
    """One's own seaport of the highest value; Port Royal where there is none."""
    ports = [port for port in seen.own_ports() if not port.great_south_sea]
    best = max(ports, key=lambda port: port.value, default=None)
    return best.id if best else "2719"


def best_admiral(seen: Picture) -> str:
    """One's own leader with the most red dice, on the map if there is one."""
    leaders = [c for c in seen.board.side_counters(seen.side) if c.is_leader and c.tactics_naval]
    here = [leader for leader in leaders if seen.state.hex_of(leader.id)]
    return max(here or leaders, key=lambda leader: leader.tactics_naval).id if leaders else ""


def dear_port(seen: Picture) -> str:
    """A seaport worth fighting for."""
    return "cartagena" if "cartagena" in seen.board.seaports else next(iter(seen.board.seaports))


def entry_places(seen: Picture) -> list[str] | None:
    """Lists entry hexes for the first ship due from the turn track (7.4)."""
    due = due_from_track(seen.state, seen.side)
    return list(entry_hexes(seen.state, due[0])[:2]) or None if due else None


#: The values of gaps in the examples of the data.
VALUES: Mapping[str, Callable[[Picture], Any]] = {
    "set_up": set_up, "purchases": purchases, "stackings": stackings, "moves": moves,
    "dear_port": dear_port, "home": home, "entries": entry_places, "admiral": lambda seen: best_admiral(seen) or None,
    # The English player alone throws victory dice (5.0).
    "victory_port": lambda seen: dear_port(seen) if seen.side == ENGLISH else None,
}
