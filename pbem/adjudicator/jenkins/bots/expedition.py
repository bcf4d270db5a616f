"""Expeditions: which ships take which troops where, by way of which seaports, and with what chance of success."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from pbem.adjudicator.jenkins.board.pieces import CounterKind, Seaport
from pbem.adjudicator.jenkins.bots.eyes import THOUSAND, Eyes, berths
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.base.records import dataclass, field

#: A landing with less than this chance in a thousand is not tried; one with the other needs no more ships.
WORTH_TRYING, SURE_ENOUGH = 600, 930
#: Against a fleet in harbour so many warships are wanted, and its presence costs a third of the chance.
WARSHIPS_WANTED = 5
#: Perilous seas (6.3) cost about so much of the worth of a voyage, in a hundred, for each die; less with an admiral.
PERIL, PERIL_WITH_ADMIRAL = 30, 4
HEXES_A_DIE = 6

#: So many ships chase an enemy: a 6 never succeeds, five need no luck besides (7.2).
HUNTERS = 5
FIGHTERS = (CounterKind.SHIP, CounterKind.FRIGATE)

Worth = Callable[[Seaport], int]


@dataclass(frozen=True, slots=True)
class Expedition:
    """One move, planned."""

    port: Seaport
    ships: tuple[str, ...]
    start: str
    way: tuple[str, ...]  # every hex, by the seaports where troops come aboard
    embark: tuple[tuple[str, str, str], ...]  # who, on which ship, at which hex
    stores: bool  # whether supplies are aboard, which stay there to feed the ships if the landing fails (11.8)
    landing: tuple[str, ...]  # everybody else aboard
    score: int

    @property
    def men(self) -> tuple[str, ...]:
        return tuple(name for name, _, _ in self.embark)

    def as_move(self) -> dict[str, Any]:
        """The item of the order file."""
        move: dict[str, Any] = {"ships": list(self.ships), "path": list(self.way)}
        if self.embark:
            move["embark"] = [{"counter": name, "on": ship, "at": at} for name, ship, at in self.embark]
        return move | {"debark": list(self.landing) if self.stores else "all"}


@dataclass(slots=True)
class Muster:
    """Ships of one hex, and the troops they could have: those beside them, and those in seaports on the way."""

    eyes: Eyes
    start: str
    ships: list[str]
    troops: list[tuple[str, str]]  # infantry with the hex where each waits, the best first
    extras: list[tuple[str, str]]  # leaders and guns that can be carried
    seated: dict[object, list[dict[str, str]]] = field(default_factory=dict)  # by ships, who waits, who is aboard

    def best(self, targets: Iterable[Seaport], worth: Worth) -> Expedition | None:
        """The expedition that promises most, if any is worth trying."""
        found = [plan for port in targets if (plan := self.against(port, worth(port)))]
        return max(found, key=lambda plan: (plan.score, plan.port.id), default=None)

    def against(self, port: Seaport, worth: int) -> Expedition | None:
        """The smallest force that is sure enough of this seaport, or all there is if that is worth trying (9.2)."""
        if worth <= 0 or port.hex == self.start or storm_bars(self.eyes.state, port.hex):
            return None
        garrison = self.eyes.guess(port)
        men = self.troops[: max(1, min(port.value, garrison.counters + 1))]  # what the seaport holds ashore (4.0)
        if not men:
            return None
        chosen: list[str] = [self.eyes.state.aboard[name] for name, _ in men if name in self.eyes.state.aboard]
        plan = None
        for ship in [*dict.fromkeys(chosen), *(ship for ship in self.ranked(garrison.counters) if ship not in chosen)]:
            if ship not in chosen:
                chosen.append(ship)
            plan = self.plan(port, worth, list(dict.fromkeys(chosen)), men) or plan
            if plan and plan.score >= worth * SURE_ENOUGH // THOUSAND:
                break
        return plan

    def ranked(self, resistance: int) -> list[str]:
        """Ships in the order they are taken: the heaviest guns first where there is resistance, else the lightest."""
        sign = -1 if resistance else 1

        def rank(name: str) -> tuple[bool, int, str]:
            counter = self.eyes.counter(name)
            bomb = counter.kind is CounterKind.BOMB_SHIP
            return counter.kind is CounterKind.FIRE_SHIP, sign * (counter.cannonade + (4 if bomb else 0)), name

        return sorted(self.ships, key=rank)

    def plan(
        self, port: Seaport, worth: int, ships: list[str], men: Sequence[tuple[str, str]]
    ) -> Expedition | None:
        """Plans an expedition of these ships and men; None if it is not worth trying."""
        eyes = self.eyes
        aboard = {name: ship for name, ship in eyes.state.aboard.items() if ship in ships}
        full = len(men) >= port.value  # supplies count against what a seaport holds, infantry comes first (4.0)
        places = dict([*men, *((name, at) for name, at in self.extras if not (full and self.is_supplies(name)))])
        waiting = [name for name in places if name not in eyes.state.aboard]
        asked = tuple(ships), tuple(waiting), tuple(aboard.items())  # the same for many seaports, one after another
        pairs = self.seated[asked] = self.seated.get(asked) or berths(eyes, ships, waiting, aboard)
        embark = tuple((pair["counter"], pair["on"], places[pair["counter"]]) for pair in pairs)
        carried = [*aboard, *(name for name, _, _ in embark)]
        odds = self.odds(port, ships, carried)
        stops = self.stops(at for _, _, at in embark)
        dice = self.dice([self.start, *stops, port.hex])
        if odds < WORTH_TRYING or dice is None:
            return None
        admiral = any(eyes.counter(name).tactics_naval for name in carried)
        risk = min(dice * (PERIL_WITH_ADMIRAL if admiral else PERIL), 90)
        way = tuple(eyes.way([self.start, *stops, port.hex]))
        landing = tuple(name for name in carried if not self.is_supplies(name))
        score = worth * odds * (100 - risk) // 100_000
        return Expedition(port, tuple(ships), self.start, way, embark, len(landing) < len(carried), landing, score)

    def is_supplies(self, name: str) -> bool:
        return self.eyes.counter(name).kind is CounterKind.SUPPLIES

    def odds(self, port: Seaport, ships: Sequence[str], carried: Sequence[str]) -> int:
        """The chance in a thousand to take the seaport; a fleet in its harbour costs a third, or forbids it."""
        eyes = self.eyes
        bombs = [name for name in ships if eyes.counter(name).kind is CounterKind.BOMB_SHIP]
        infantry = [name for name in carried if eyes.counter(name).is_soldiers]
        if not infantry:
            return 0
        dice = sum(eyes.counter(name).cannonade for name in [*ships, *carried])
        dice += sum(eyes.counter(name).tactics_land for name in carried)
        odds = eyes.storm(port, [*infantry, *bombs], dice)
        top = eyes.enemy_top(port.hex)
        if top is not None and top.is_naval:
            warships = [name for name in ships if (eyes.counter(name).gun or 0) >= port.value + 2]
            return odds * 2 // 3 if len(warships) >= WARSHIPS_WANTED else 0
        return odds

    def stops(self, places: Iterable[str]) -> list[str]:
        """The seaports to call at, the nearest to the start first."""
        away = [place for place in dict.fromkeys(places) if place != self.start]
        return sorted(away, key=lambda place: (self.eyes.distances(self.start).get(place, 0), place))

    def dice(self, way: Sequence[str]) -> int | None:
        """Counts the dice the sea will ask for at most (6.3); None if there is no way."""
        total = 0
        for here, onward in pairwise(way):
            far = self.eyes.distances(here).get(onward)
            if far is None:
                return None
            # The last hex of a leg that ends in a friendly seaport is no hex at sea.
            total += (far - (1 if self.eyes.state.is_friendly_port(onward, self.eyes.side) else 0)) // HEXES_A_DIE
        return total

    def spend(self, plan: Expedition) -> None:
        """Removes the counters of an expedition that has sailed."""
        gone = {*plan.men, *(name for name, ship in self.eyes.state.aboard.items() if ship in plan.ships)}
        self.ships = [name for name in self.ships if name not in plan.ships]
        self.troops = [(name, at) for name, at in self.troops if name not in gone]
        self.extras = [(name, at) for name, at in self.extras if name not in gone]


def extras(eyes: Eyes, hex_id: str) -> list[tuple[str, str]]:
    """Leaders ashore in a seaport hex, the best general and the best admiral first, then guns, a decoy, supplies."""
    port = eyes.state.seaport(hex_id)
    if port is None:
        return []
    names = eyes.state.land(hex_id, eyes.side)
    names += [name for name in eyes.fresh(port) if eyes.counter(name).is_land]
    leaders = [name for name in names if eyes.counter(name).is_leader]
    generals = sorted(leaders, key=lambda name: (-eyes.counter(name).tactics_land, name))[:1]
    admirals = sorted(leaders, key=lambda name: (-eyes.counter(name).tactics_naval, name))[:1]
    guns = [name for name in names if eyes.counter(name).anchor and eyes.counter(name).cannonade]
    decoys = [name for name in names if eyes.counter(name).kind is CounterKind.DECEPTION][:1]
    stores = [name for name in names if eyes.counter(name).kind is CounterKind.SUPPLIES][:1]
    return [(name, hex_id) for name in dict.fromkeys([*generals, *admirals, *guns, *decoys, *stores])]


def recruits(
    eyes: Eyes, places: Sequence[str], gone: Sequence[str], stay_behind: Callable[[str], int]
) -> list[tuple[str, str]]:
    """Troops in some hexes: in seaports those who need not stay behind, and in the first hex those aboard too."""
    found: list[tuple[str, str]] = []
    for place in places:
        here = [name for name in eyes.infantry(place) if name not in gone]
        aboard = [name for name in here if name in eyes.state.aboard]
        ashore = [name for name in here if name not in aboard][stay_behind(place):]
        able = ashore if eyes.state.seaport(place) else []
        found += [(name, place) for name in (able + aboard if place == places[0] else able)]
    return found


def hunt(eyes: Eyes, muster: Muster) -> dict[str, Any] | None:
    """A chase of enemy ships off a coast or at sea that are near (6.3, 7.2).

    Not in a seaport the enemy holds, whose value would fall on every die (9.1(3)).
    """
    fighters = [ship for ship in muster.ships if eyes.counter(ship).kind in FIGHTERS]
    if len(fighters) < HUNTERS or eyes.state.seaport(muster.start) is None or storm_bars(eyes.state, muster.start):
        return None
    near = [hex_id for hex_id in sorted(eyes.state.hexes(eyes.foe)) if in_reach(eyes, muster, hex_id)]
    goal = min(near, key=lambda hex_id: (eyes.distances(muster.start).get(hex_id, 0), hex_id), default="")
    if not goal:
        return None
    return {"ships": fighters, "path": eyes.way([muster.start, goal]), "if_missed": "hold"}


def in_reach(eyes: Eyes, muster: Muster, hex_id: str) -> bool:
    """Tells if an enemy stack is one to chase: ships on top, no seaport of theirs, fewer than six hexes away."""
    top = eyes.enemy_top(hex_id)
    far = eyes.distances(muster.start).get(hex_id)
    afloat = top is not None and top.is_naval and not eyes.state.is_enemy_port(hex_id, eyes.side)
    return afloat and far is not None and far < HEXES_A_DIE and not storm_bars(eyes.state, hex_id)


def run_home(eyes: Eyes, start: str, ships: Sequence[str], home: str) -> list[dict[str, Any]]:
    """Back to a seaport, where there is supply; no move if there is no way."""
    way = eyes.way([start, home])
    if not way:
        return []
    move: dict[str, Any] = {"ships": list(ships), "path": way}
    return [move | {"debark": "all"}] if any(eyes.state.passengers(ship) for ship in ships) else [move]
