"""A steady captain's reading of the view: distances, guesses at hidden things, odds. Whole numbers throughout.

The bot plans on a position of its own, made from the view: counters that it buys stand there at once.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from math import comb
from typing import Any

from pbem.adjudicator.board.texts import Habits, texts_of
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.jenkins.board.board import DATA, Board
from pbem.adjudicator.jenkins.board.pieces import EACH_SEAPORT, TURN_TRACK, Counter, CounterKind, Seaport
from pbem.adjudicator.jenkins.orders.examples import fresh
from pbem.adjudicator.jenkins.rules.ch03_setup import buy, why_not_bought
from pbem.adjudicator.jenkins.rules.ch07_transport import why_not_carried
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.rules.forms import Placed
from pbem.adjudicator.jenkins.rules.routes import voyage
from pbem.adjudicator.jenkins.state.state import ENGLISH, State, enemy
from pbem.adjudicator.jenkins.view.picture import picture
from pbem.base.records import dataclass, field

FACES = 6
THOUSAND = 1000
#: The plans and the habits of captains.
CAPTAINS, HABITS = texts_of(DATA / "captains.yaml"), Habits(DATA / "captains.yaml")
FIGHTERS = (CounterKind.SHIP, CounterKind.FRIGATE)


@dataclass
class Eyes:
    """One side's position as it sees it, with the arithmetic a captain does on it. The enemy in it never changes."""

    state: State
    side: str
    bought: list[Placed] = field(default_factory=list)
    guessed: dict[str, int] = field(default_factory=dict)  # by seaport

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> Eyes:
        """From the view; in play with the points of this turn, for they come before the purchases (6.1)."""
        seen = picture(view)
        return cls(fresh(seen), seen.side)

    @cached_property
    def board(self) -> Board:
        return self.state.board

    @cached_property
    def foe(self) -> str:
        return enemy(self.side)

    @cached_property
    def in_the_way(self) -> frozenset[str]:
        """Hexes that ships had better not pass: storms, and enemies that may be a fleet."""
        return frozenset([*self.state.storms, *self.state.hexes(self.foe)])

    def counter(self, name: str) -> Counter:
        return self.board.counters[name]

    # ---------------------------------------------------------------- shopping

    def buy(self, wanted: Iterable[str], at: Seaport, *, keep: int = 0) -> list[str]:
        """Buys what the rules allow and leaves so many points, in the order wanted; returns what was bought."""
        taken: list[str] = []
        for name in wanted:
            part: Placed = {"counter": name, "at": at.id}
            left = self.state.funds[self.side] - (self.counter(name).cost or 0)
            if left >= keep and not why_not_bought(self.state, self.side, part):
                self.for_sale[self.counter(name).kind].remove(name)
                buy(Table(), self.state, self.side, [part])
                self.bought.append(part)
                taken.append(name)
        return taken

    def buy_some(self, kind: CounterKind, most: int, at: Seaport, *, keep: int = 0) -> list[str]:
        """Buys counters of a kind, so many at most."""
        return self.buy(self.for_sale[kind][:most], at, keep=keep) if most > 0 else []

    def shop(self, wanted: Iterable[Mapping[str, str]], at: Seaport, *, keep: int = 0) -> None:
        """Buys kind after kind of a list of ours."""
        for each in wanted:
            self.buy_some(CounterKind(each["kind"]), int(each["most"]), at, keep=keep)

    @cached_property
    def for_sale(self) -> dict[CounterKind, list[str]]:
        """Counters of each kind in the pool, the best for its price first."""
        pool, ranked = set(self.state.pool[self.side]), by_thrift(self.board, self.side)
        return {kind: [name for name in names if name in pool] for kind, names in ranked.items()}

    def place_starters(self) -> None:
        """Puts the free counters where they are printed: the view does not show them before the set-up (3.1)."""
        for place in self.board.setup:
            if place.side == self.side and place.place not in (EACH_SEAPORT, TURN_TRACK):
                hex_id = self.board.seaports[place.place].hex
                for name in () if self.state.stack(hex_id, self.side) else place.counters:
                    self.state.put(name, hex_id)

    def decoys_on_top(self) -> list[dict[str, Any]]:
        """A deception on top of each stack where one was just bought (4.4)."""
        decoys = [part for part in self.bought if self.counter(part["counter"]).kind is CounterKind.DECEPTION]
        return [{"hex": self.board.seaports[part["at"]].hex, "top": [part["counter"]]} for part in decoys]

    # ---------------------------------------------------------------- where things are

    def ports(self, *holders: str, south: bool = False) -> list[Seaport]:
        """The seaports on the Caribbean, or on the South Sea, that somebody holds, the most valuable first."""
        held = [port for port in self.board.seaports.values()
                if self.state.holder(port) in holders and port.great_south_sea is south]
        return sorted(held, key=lambda port: (holders.index(self.state.holder(port)), -port.value, port.hex))

    def fleets(self) -> list[str]:
        """Hexes with own ships, the most ships first; those just bought do not count."""
        bought = {part["counter"] for part in self.bought}
        ships = {hex_id: self.state.naval(hex_id, self.side) for hex_id in self.state.hexes(self.side)}
        hexes = [h for h in ships if ships[h] and not self.board.is_pacific(h) and not storm_bars(self.state, h)]
        return sorted(hexes, key=lambda hex_id: (-len({*ships[hex_id]} - bought), hex_id))

    def infantry(self, hex_id: str) -> list[str]:
        """Own infantry in a hex, ashore or aboard; the best last."""
        troops = [counter for counter in self.state.counters(hex_id, self.side) if counter.is_soldiers]
        return [counter.id for counter in sorted(troops, key=lambda counter: (counter.land or 0, counter.id))]

    def ashore(self, hex_id: str, *kinds: CounterKind) -> list[str]:
        """Own counters of some kinds ashore in a hex."""
        return [name for name in self.state.land(hex_id, self.side) if self.counter(name).kind in kinds]

    def afloat(self, hex_id: str, *kinds: CounterKind) -> list[str]:
        """Own ships of some kinds in a hex."""
        return [name for name in self.state.naval(hex_id, self.side) if self.counter(name).kind in kinds]

    def leg(self, start: str, goal: str) -> Sequence[str] | None:
        """The hexes of the shortest way by water, round enemies and storms; None if there is none."""
        barred = goal in self.state.storms and goal != start
        return None if barred else voyage(self.board, start, goal, self.in_the_way)

    def way(self, places: Sequence[str]) -> list[str]:
        """Every hex from the first place to the last by way of the others."""
        return [hex_id for here, onward in pairwise(places) for hex_id in self.leg(here, onward) or ()]

    # ---------------------------------------------------------------- guesses

    def enemy_top(self, hex_id: str) -> Counter | None:
        """The topmost enemy counter in a hex."""
        return next(iter(self.state.counters(hex_id, self.foe)), None)

    def guess(self, port: Seaport) -> int:
        """Guesses how many counters of an enemy seaport must be eliminated, once (9.2)."""
        if port.id not in self.guessed:
            self.guessed[port.id] = self.guess_anew(port)
        return self.guessed[port.id]

    def guess_anew(self, port: Seaport) -> int:
        """The visible part, and a share by value of the hidden."""
        seen = self.state.counters(port.hex, self.foe)
        if not seen:
            return 0
        ports = [p for p in self.board.seaports.values() if self.state.stack(p.hex, self.foe)]
        hidden, weight = self.hidden, sum(p.value**2 for p in ports) or 1

        def share(kind: CounterKind) -> int:
            return (hidden.get(kind, 0) * port.value**2 * 2 + weight) // (weight * 2)

        troops = max(1, share(CounterKind.INFANTRY), sum(1 for c in seen if c.is_soldiers))
        guns = max(share(CounterKind.CANNON) + share(CounterKind.HEAVY_GUNS), sum(1 for c in seen if c.cannonade))
        chains, leaders = share(CounterKind.BOOM_CHAIN), share(CounterKind.LEADER)
        if port.id == "cartagena" and self.foe != ENGLISH and self.state.holder(port) == self.foe:
            guns, chains, leaders = max(guns, 4), max(chains, 1), max(leaders, 1)  # they start there (3.1)
        return troops + guns + chains + leaders

    @cached_property
    def hidden(self) -> Mapping[CounterKind, int]:
        """Counts the enemy's unseen counters by kind: pools and purchases are open, only places are unknown (3.2)."""
        away = {*self.state.pool[self.foe], *self.state.gone, *self.state.on_map(self.foe)}
        return Tally(c.kind for c in self.board.side_counters(self.foe) if c.id not in away)

    # ---------------------------------------------------------------- odds

    def storm(self, port: Seaport, force: Iterable[str]) -> int:
        """The chance in a thousand to take an enemy seaport with these ships, troops and leaders (9.2)."""
        garrison, counters = self.guess(port), list(map(self.board.counters.__getitem__, force))
        troops = [c for c in counters if c.is_soldiers or c.kind is CounterKind.BOMB_SHIP]
        if not any(c.is_soldiers for c in troops) or len(troops) < garrison:
            return 0
        if not garrison:
            return THOUSAND
        dice = len(troops) + sum(c.cannonade + c.tactics_land for c in counters) - port.value
        return at_least(garrison, max(dice, 0), sum(c.land or 0 for c in troops), FACES * len(troops))


@lru_cache(maxsize=8)
def by_thrift(board: Board, side: str) -> Mapping[CounterKind, list[str]]:
    """All counters of a side by kind, the best for its price first."""

    def thrift(counter: Counter) -> tuple[int, int]:
        worth = (counter.land or 0) * 3 + counter.cannonade * 2 + counter.tactics * 2 + (counter.gun or 0)
        return -worth * 12 // max(counter.cost or 1, 1), counter.cost or 0

    own = sorted(board.side_counters(side), key=thrift)
    return {kind: [counter.id for counter in own if counter.kind is kind] for kind in CounterKind}


@lru_cache(maxsize=1024)
def at_least(wanted: int, dice: int, good: int, faces: int) -> int:
    """The chance in a thousand that so many of the dice succeed, each with `good` in `faces`."""
    ways = sum(comb(dice, n) * good**n * (faces - good) ** (dice - n) for n in range(wanted, dice + 1))
    return int(ways * THOUSAND // faces**dice)


def berths(state: State, ships: Iterable[str], cargo: Iterable[str]) -> dict[str, str]:
    """Finds a ship for each passenger as far as they go round, the first ships first (7.3)."""
    counters = state.board.counters
    aboard = {ship: [counters[name] for name in state.passengers(ship)] for ship in ships}
    found: dict[str, str] = {}
    for name in cargo:
        able = (ship for ship, others in aboard.items() if not why_not_carried(counters[ship], counters[name], others))
        if ship := next(able, ""):
            aboard[ship].append(counters[name])
            found[name] = ship
    return found
