"""Expeditions: which ships take which troops where, by way of which seaports, and with what chance of success."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

from pbem.adjudicator.jenkins.board.pieces import Carries, CounterKind, Seaport
from pbem.adjudicator.jenkins.bots.eyes import HABITS, THOUSAND, Eyes, berths
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.base.records import dataclass, field

Worth = Callable[[Seaport], int]
#: The order in which ships take passengers: ships of the line come first, merchants take the rest.
CARRIERS = (CounterKind.SHIP, CounterKind.MERCHANT, CounterKind.FRIGATE, CounterKind.FIRE_SHIP, CounterKind.BOMB_SHIP)


@dataclass(frozen=True, slots=True)
class Expedition:
    """One move, planned."""

    port: Seaport
    ships: tuple[str, ...]
    calls: tuple[str, ...]  # the start, the seaports where troops come aboard, the goal
    embark: tuple[tuple[str, str, str], ...]  # who, on which ship, at which hex
    stores: bool  # whether supplies are aboard, which stay there to feed the ships if the landing fails (11.8)
    landing: tuple[str, ...]  # everybody else aboard
    score: int

    @property
    def men(self) -> tuple[str, ...]:
        return tuple(name for name, _, _ in self.embark)

    def as_move(self, eyes: Eyes) -> dict[str, Any]:
        """The item of the order file."""
        move: dict[str, Any] = {"ships": list(self.ships), "path": eyes.way(self.calls)}
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
    seated: dict[object, dict[str, str]] = field(default_factory=dict)  # by ships, and who waits

    def best(self, targets: Iterable[Seaport], worth: Worth) -> Expedition | None:
        """The expedition that promises most, if any is worth trying; none scores more than its seaport is worth."""
        found: list[Expedition] = []
        values = [(worth(port), port.id, port) for port in targets] if self.troops and self.ships else []
        for value, _, port in sorted(values, reverse=True):
            if any(value < plan.score for plan in found):
                break
            found += filter(None, [self.against(port, value)])
        return max(found, key=lambda plan: (plan.score, plan.port.id), default=None)

    def against(self, port: Seaport, worth: int) -> Expedition | None:
        """The smallest force that is sure enough of this seaport, or all there is if that is worth trying (9.2)."""
        if worth <= 0 or port.hex == self.start or storm_bars(self.eyes.state, port.hex):
            return None
        garrison = self.eyes.guess(port)
        men = self.troops[: max(1, min(port.value, garrison + 1))]  # what the seaport holds ashore (4.0)
        laden = {ship: None for name, _ in men if (ship := self.eyes.state.aboard.get(name))}
        ships, plan = [*laden, *(ship for ship in self.ranked(garrison) if ship not in laden)], None
        full = len(men) >= port.value  # supplies count against what a seaport holds, infantry comes first (4.0)
        places = dict([*men, *((name, at) for name, at in self.extras if not (full and self.is_supplies(name)))])
        # So many ships bring one fighter ashore each, if any (7.3, 11.1); fewer than the garrison never win.
        single = next((n for n, name in enumerate(ships) if self.eyes.counter(name).carries is Carries.ANY), len(ships))
        for number in range(max(1, len(laden), min(garrison, single + 1)), len(ships) + 1):
            plan = self.plan(port, worth, ships[:number], places) or plan
            if plan and plan.score >= worth * HABITS.sure_enough // THOUSAND:
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

    def plan(self, port: Seaport, worth: int, ships: list[str], places: Mapping[str, str]) -> Expedition | None:
        """Plans an expedition of these ships and of men from these hexes; None if it is not worth trying."""
        eyes = self.eyes
        aboard = [name for name, ship in eyes.state.aboard.items() if ship in ships]
        embark = tuple((name, on, places[name]) for name, on in self.seats(ships, places).items())
        carried = [*aboard, *(name for name, _, _ in embark)]
        odds = self.odds(port, ships, carried)
        calls = (self.start, *self.stops(at for _, _, at in embark), port.hex)
        if odds < HABITS.worth_trying or (dice := self.dice(calls)) is None:
            return None
        admiral = any(eyes.counter(name).tactics_naval for name in carried)
        risk = min(dice * (HABITS.peril_with_admiral if admiral else HABITS.peril), 90)
        landing = tuple(name for name in carried if not self.is_supplies(name))
        score = worth * odds * (100 - risk) // 100_000
        return Expedition(port, tuple(ships), calls, embark, len(landing) < len(carried), landing, score)

    def seats(self, ships: Sequence[str], guests: Iterable[str]) -> dict[str, str]:
        """A ship for each who is not aboard yet, as far as they go round; the same for many seaports in a row."""
        waiting = [name for name in guests if name not in self.eyes.state.aboard]
        asked = tuple(ships), tuple(waiting)
        if asked not in self.seated:
            ranked = sorted(ships, key=lambda ship: (CARRIERS.index(self.eyes.counter(ship).kind), ship))
            self.seated[asked] = berths(self.eyes.state, ranked, waiting)
        return self.seated[asked]

    def is_supplies(self, name: str) -> bool:
        return self.eyes.counter(name).kind is CounterKind.SUPPLIES

    def odds(self, port: Seaport, ships: Sequence[str], carried: Sequence[str]) -> int:
        """The chance in a thousand to take the seaport; a fleet in its harbour costs a third, or forbids it."""
        odds, top = self.eyes.storm(port, [*ships, *carried]), self.eyes.enemy_top(port.hex)
        if top is not None and top.is_naval:
            warships = [name for name in ships if (self.eyes.counter(name).gun or 0) >= port.value + 2]
            return odds * 2 // 3 if len(warships) >= HABITS.warships_wanted else 0
        return odds

    def stops(self, places: Iterable[str]) -> list[str]:
        """The seaports to call at, the nearest to the start first."""
        away = [place for place in dict.fromkeys(places) if place != self.start]
        return sorted(away, key=lambda place: (len(self.eyes.leg(self.start, place) or ()), place))

    def dice(self, way: Sequence[str]) -> int | None:
        """Counts the dice the sea will ask for at most (6.3); None if there is no way."""
        total, state, six = 0, self.eyes.state, self.eyes.board.numbers.perilous_sea_hexes
        for here, onward in pairwise(way):
            leg = self.eyes.leg(here, onward)
            if leg is None:
                return None
            # The last hex of a leg that ends in a friendly seaport is no hex at sea.
            total += (len(leg) - state.is_friendly_port(onward, self.eyes.side)) // six
        return total

    def spend(self, plan: Expedition) -> None:
        """Removes the counters of an expedition that has sailed."""
        gone = {*plan.men, *(name for name, ship in self.eyes.state.aboard.items() if ship in plan.ships)}
        self.ships = [name for name in self.ships if name not in plan.ships]
        self.troops = [(name, at) for name, at in self.troops if name not in gone]
        self.extras = [(name, at) for name, at in self.extras if name not in gone]


def extras(eyes: Eyes, hex_id: str) -> list[tuple[str, str]]:
    """Leaders ashore in a seaport hex, the best general and the best admiral first, then guns, a decoy, supplies."""
    names = eyes.state.land(hex_id, eyes.side) if eyes.state.seaport(hex_id) else []
    leaders = [name for name in names if eyes.counter(name).is_leader]
    generals = sorted(leaders, key=lambda name: (-eyes.counter(name).tactics_land, name))[:1]
    admirals = sorted(leaders, key=lambda name: (-eyes.counter(name).tactics_naval, name))[:1]
    guns = [name for name in names if eyes.counter(name).anchor and eyes.counter(name).cannonade]
    loads = [eyes.ashore(hex_id, kind)[:1] for kind in (CounterKind.DECEPTION, CounterKind.SUPPLIES) if names]
    return [(name, hex_id) for name in dict.fromkeys(chain(generals, admirals, guns, *loads))]
