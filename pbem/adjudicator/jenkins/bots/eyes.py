"""A steady captain's reading of the view: distances, guesses at hidden things, odds. Whole numbers throughout."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import pairwise
from math import comb
from typing import Any

from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.board.pieces import Counter, CounterKind, Seaport
from pbem.adjudicator.jenkins.orders.examples import fresh
from pbem.adjudicator.jenkins.rules.ch07_transport import why_not_carried
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.rules.routes import shortest, trail, ways_from
from pbem.adjudicator.jenkins.state.state import ENGLISH, State, enemy
from pbem.adjudicator.jenkins.view.picture import picture
from pbem.base.records import dataclass, field

FACES = 6
THOUSAND = 1000


@dataclass(frozen=True, slots=True)
class Garrison:
    """A guess at a seaport's defence: counters to eliminate, troops that fight, dice beyond theirs."""

    counters: int
    troops: int
    cannonade: int


@dataclass(slots=True)
class Eyes:
    """One side's view, with the arithmetic a captain does on it."""

    board: Board
    state: State
    side: str
    funds: int
    pool: list[str]
    hidden: dict[CounterKind, int]
    bought: list[dict[str, str]] = field(default_factory=list)
    in_the_way: Set[str] = frozenset()  # hexes that ships had better not pass: storms, and enemies that may be a fleet
    sailed: dict[str, dict[str, str]] = field(default_factory=dict)  # by where they start
    spans: dict[str, dict[str, int]] = field(default_factory=dict)  # the same
    guessed: dict[str, Garrison] = field(default_factory=dict)  # by seaport

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> Eyes:
        """From the view; in play with the points of this turn, for they come before the purchases (6.1)."""
        seen = picture(view)
        state, side, foe = fresh(seen), seen.side, enemy(seen.side)
        return cls(seen.board, state, side, state.funds[side], list(state.pool[side]), unseen(seen.board, state, foe),
                   in_the_way={*state.storms, *state.hexes(foe)})  # fmt: skip

    @property
    def foe(self) -> str:
        return enemy(self.side)

    def counter(self, name: str) -> Counter:
        return self.board.counters[name]

    # ---------------------------------------------------------------- shopping

    def room(self, port: Seaport, *, naval: bool) -> int:
        """Counts the counters of an element the seaport still takes, those just bought included (4.0)."""
        here = [self.counter(name) for name in self.state.stack(port.hex, self.side)]
        here += [self.counter(name) for name in self.fresh(port)]
        return port.value - sum(1 for c in here if c.stacks and c.is_naval == naval)

    def buy(self, wanted: Iterable[str], at: Seaport, *, keep: int = 0) -> list[str]:
        """Buy what is for sale, can be paid for and has room, in the order wanted; what was bought."""
        taken: list[str] = []
        for name in wanted:
            counter = self.counter(name)
            cost = counter.cost if counter.cost is not None else FACES**FACES
            fits = not counter.stacks or self.room(at, naval=counter.is_naval) > 0
            if name in self.pool and cost + keep <= self.funds and fits:
                self.funds -= cost
                self.pool.remove(name)
                self.bought.append({"counter": name, "at": at.id})
                taken.append(name)
        return taken

    def for_sale(self, kind: CounterKind) -> list[str]:
        """Counters of a kind in the pool, the best for its price first."""
        own = [self.counter(name) for name in self.pool if self.counter(name).kind is kind]

        def thrift(counter: Counter) -> tuple[int, int]:
            worth = (counter.land or 0) * 3 + counter.cannonade * 2 + counter.tactics * 2 + (counter.gun or 0)
            return -worth * 12 // max(counter.cost or 1, 1), counter.cost or 0

        return [counter.id for counter in sorted(own, key=thrift)]

    def fresh(self, port: Seaport | None) -> list[str]:
        """Lists the counters just bought for a seaport."""
        return [part["counter"] for part in self.bought if port and part["at"] == port.id]

    # ---------------------------------------------------------------- where things are

    def ports(self, holder: str, *, south: bool = False) -> list[Seaport]:
        """The seaports on the Caribbean, or on the South Sea, that somebody holds, the most valuable first."""
        held = [port for port in self.board.seaports.values()
                if self.state.holder(port) == holder and port.great_south_sea is south]
        return sorted(held, key=lambda port: (-port.value, port.hex))

    def fleets(self) -> list[str]:
        """Hexes with own ships, the most ships first."""
        hexes = [h for h in self.state.hexes(self.side) if self.state.naval(h, self.side)]
        hexes = [h for h in hexes if not self.board.is_pacific(h) and not storm_bars(self.state, h)]
        return sorted(hexes, key=lambda h: (-len(self.state.naval(h, self.side)), h))

    def infantry(self, hex_id: str) -> list[str]:
        """Own infantry in a hex, ashore or aboard, with any just bought there; the best last."""
        names = [*self.state.stack(hex_id, self.side), *self.fresh(self.state.seaport(hex_id))]
        troops = [name for name in names if self.counter(name).is_soldiers]
        return sorted(troops, key=lambda name: (self.counter(name).land or 0, name))

    def ships(self, hex_id: str) -> list[str]:
        """Own ships in a hex, with any just bought there."""
        fresh = self.fresh(self.state.seaport(hex_id))
        return [*self.state.naval(hex_id, self.side), *(name for name in fresh if self.counter(name).is_naval)]

    def distances(self, start: str) -> dict[str, int]:
        """Returns each hex's distance by water, round enemy stacks and storms; worked out once for each start."""
        if start in self.spans:
            return self.spans[start]
        found = self.spans[start] = {}
        for hex_id, before in self.voyages(start).items():  # the nearer hex stands first
            if hex_id not in self.state.storms or hex_id == start:
                found[hex_id] = found[before] + 1 if before else 0
        return found

    def voyages(self, start: str) -> dict[str, str]:
        """The shortest ways by water from a hex, round enemies and storms; worked out once for each hex."""
        if start not in self.sailed:
            self.sailed[start] = ways_from(start, self.board.naval_neighbours, self.in_the_way)
        return self.sailed[start]

    def march(self, start: str, goal: str) -> list[str]:
        """The hexes from one to another by land, round enemies and storms; empty where there is no way."""
        return shortest(start, goal, self.board.land_neighbours, self.in_the_way)

    def way(self, places: Sequence[str]) -> list[str]:
        """Every hex from the first place to the last by way of the others."""
        return [hex_id for here, onward in pairwise(places) for hex_id in trail(self.voyages(here), onward)]

    # ---------------------------------------------------------------- guesses

    def enemy_top(self, hex_id: str) -> Counter | None:
        """The topmost enemy counter in a hex."""
        stack = self.state.stack(hex_id, self.foe)
        return self.counter(stack[0]) if stack else None

    def guess(self, port: Seaport) -> Garrison:
        """Guesses the garrison of an enemy seaport, once."""
        return self.guessed.get(port.id) or self.guessed.setdefault(port.id, self.guess_anew(port))

    def guess_anew(self, port: Seaport) -> Garrison:
        """The visible part, and a share by value of the hidden (9.2)."""
        top = self.enemy_top(port.hex)
        if top is None:
            return Garrison(0, 0, 0)
        ports = [p for p in self.board.seaports.values() if self.state.stack(p.hex, self.foe)]
        weight = sum(p.value**2 for p in ports) or 1

        def share(kind: CounterKind) -> int:
            return (self.hidden.get(kind, 0) * port.value**2 * 2 + weight) // (weight * 2)

        seen = [self.counter(name) for name in self.state.stack(port.hex, self.foe)]
        troops = max(1, share(CounterKind.INFANTRY), sum(1 for c in seen if c.is_soldiers))
        guns = max(share(CounterKind.CANNON) + share(CounterKind.HEAVY_GUNS), sum(1 for c in seen if c.cannonade))
        chains, leaders = share(CounterKind.BOOM_CHAIN), share(CounterKind.LEADER)
        if port.id == "cartagena" and self.foe != ENGLISH and self.state.holder(port) == self.foe:
            guns, chains, leaders = max(guns, 4), max(chains, 1), max(leaders, 1)  # they start there (3.1)
        return Garrison(troops + guns + chains + leaders, troops, guns * 2 + leaders * 2)

    # ---------------------------------------------------------------- odds

    def storm(self, port: Seaport, troops: Sequence[str], extra_dice: int) -> int:
        """The chance in a thousand to take an enemy seaport with these troops and so many dice beside theirs (9.2)."""
        garrison = self.guess(port)
        if not garrison.counters:
            return THOUSAND
        if not troops or len(troops) < garrison.counters:
            return 0
        dice = len(troops) + extra_dice - port.value
        low = sum(self.counter(name).land or 0 for name in troops)
        return at_least(garrison.counters, max(dice, 0), low, FACES * len(troops))


def unseen(board: Board, state: State, foe: str) -> dict[CounterKind, int]:
    """Counts the enemy counters of each kind on the map unseen: bought or free, not lost.

    Force pools and purchases are open to both sides (3.2), so the numbers are exact; only the places are unknown.
    """
    away = {*state.pool[foe], *state.gone, *state.on_map(foe)}
    return dict(Tally(c.kind for c in board.side_counters(foe) if c.id not in away))


def at_least(wanted: int, dice: int, good: int, faces: int) -> int:
    """The chance in a thousand that so many of the dice succeed, each with `good` in `faces`."""
    ways = sum(comb(dice, n) * good**n * (faces - good) ** (dice - n) for n in range(wanted, dice + 1))
    return int(ways * THOUSAND // faces**dice)


def berths(eyes: Eyes, ships: Sequence[str], cargo: Sequence[str], taken: Mapping[str, str]) -> list[dict[str, str]]:
    """Finds a ship for each passenger as far as they go round (7.3).

    Ships of the line come first, merchants take the rest.
    """
    aboard: dict[str, list[str]] = {ship: [name for name, on in taken.items() if on == ship] for ship in ships}
    order = [CounterKind.SHIP, CounterKind.MERCHANT, CounterKind.FRIGATE, CounterKind.FIRE_SHIP, CounterKind.BOMB_SHIP]
    ranked = sorted(ships, key=lambda ship: (order.index(eyes.counter(ship).kind), ship))
    plan = []
    for name in cargo:
        ship = next((ship for ship in ranked if takes(eyes.board, ship, name, aboard[ship])), "")
        if ship:
            aboard[ship].append(name)
            plan.append({"counter": name, "on": ship})
    return plan


def takes(board: Board, ship: str, name: str, aboard: Sequence[str]) -> bool:
    """Tells if a ship takes one more passenger besides those aboard (7.3)."""
    return not why_not_carried(board.counters[ship], board.counters[name], [board.counters[each] for each in aboard])
