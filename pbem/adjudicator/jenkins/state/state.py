"""The position: counters in stacks, funds, storms, holders of seaports. Plain data in and out.

A side's counters in a hex form one stack, topmost first (4.3); a land counter is either ashore or aboard one ship
of that stack (7.3). The board (pbem/adjudicator/jenkins/board/board.py) never changes; the position does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import lru_cache
from itertools import chain

from pbem.adjudicator.engine.plain_state import PlainState
from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.board.pieces import SIDES, Counter, Seaport
from pbem.base.records import dataclass, field

ENGLISH, SPANISH = SIDES
#: What lies in a hex where no counter is.
NOBODY: Mapping[str, list[str]] = {}


@lru_cache(maxsize=8)
def order_of(board: Board) -> Mapping[str, int]:
    """The place of each counter on the counter sheet."""
    return {name: number for number, name in enumerate(board.counters)}


def enemy(side: str) -> str:
    """The other side (1.1)."""
    return SPANISH if side == ENGLISH else ENGLISH


@dataclass(slots=True)
class State(PlainState):
    """The whole position. Only rules change it; views and reports read a part of it."""

    board: Board
    house: dict[str, str] = field(default_factory=dict)  # house rules of the charter
    turn: int = 0
    funds: dict[str, int] = field(default_factory=dict)
    #: hex -> side -> counter ids, topmost first; no empty lists, hexes in no order that matters
    stacks: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    aboard: dict[str, str] = field(default_factory=dict)  # land counter -> the ship that carries it (7.3)
    pool: dict[str, list[str]] = field(default_factory=dict)  # force pools (3.0, 9.3), in the board's order
    gone: list[str] = field(default_factory=list)  # eliminated for good (9.3)
    track: dict[str, list[str]] = field(default_factory=dict)  # ships on the turn track: id -> [turn, sea] (7.4)
    isidro: int = 0  # the game turn box of the San Isidro, while she is on her way (11.9)
    control: dict[str, str] = field(default_factory=dict)  # seaport id -> nation or side that holds it (7.6)
    captured: list[str] = field(default_factory=list)  # seaports captured this game turn (6.8)
    storms: list[str] = field(default_factory=list)  # hexes (8.0)
    scuttled: dict[str, int] = field(default_factory=dict)  # hex -> scuttled counters there (11.7)
    scuttles: int = 0  # how many the Spanish player has tried, of two (11.7)
    intercepted: list[str] = field(default_factory=list)  # flipped: no further interception this turn (7.2)
    met: dict[str, str] = field(default_factory=dict)  # hex -> side that intercepted there: naval combat is due (9.1)
    ashore: dict[str, str] = field(default_factory=dict)  # hex -> side that entered: land combat is due (9.2)
    landing: dict[str, list[str]] = field(default_factory=dict)  # hex -> passengers to debark after naval combat (7.3)
    veiled: list[str] = field(default_factory=list)  # hexes of interceptions: unseen until the Combat Step (7.2)
    exposed: dict[str, list[str]] = field(default_factory=dict)  # hex -> counters that came upon an enemy there (4.4)
    peace: bool = False  # the War of Austrian Succession has ended (6.8)
    winner: str = ""  # 5.0

    # ---------------------------------------------------------------- where things are

    def stack(self, hex_id: str, side: str) -> list[str]:
        """A side's counters in a hex, topmost first."""
        return list(self.stacks.get(hex_id, NOBODY).get(side, ()))

    def counters(self, hex_id: str, side: str) -> list[Counter]:
        """The same as counters."""
        known = self.board.counters
        return [known[name] for name in self.stacks.get(hex_id, NOBODY).get(side, ())]

    def naval(self, hex_id: str, side: str) -> list[str]:
        """A side's naval counters in a hex, topmost first."""
        known = self.board.counters
        return [name for name in self.stacks.get(hex_id, NOBODY).get(side, ()) if known[name].is_naval]

    def land(self, hex_id: str, side: str) -> list[str]:
        """A side's land counters in a hex that stand ashore, topmost first (aboard is aboard, 7.3)."""
        known, present = self.board.counters, self.stacks.get(hex_id, NOBODY).get(side, ())
        return [name for name in present if known[name].is_land and name not in self.aboard]

    def passengers(self, ship: str) -> list[str]:
        """The land counters aboard a ship, by name."""
        return sorted(name for name, carrier in self.aboard.items() if carrier == ship)

    def hex_of(self, counter: str) -> str:
        """The hex a counter is in; empty if it is not on the map."""
        side = self.board.counters[counter].side
        for hex_id, sides in reversed(self.stacks.items()):  # those who are on the move are found first
            if counter in sides.get(side, ()):
                return hex_id
        return ""

    def hexes(self, side: str) -> list[str]:
        """Every hex with a counter of this side, in order of its number."""
        return sorted(hex_id for hex_id, sides in self.stacks.items() if sides.get(side))

    def shared_hexes(self) -> list[str]:
        """Hexes with counters of both sides, in order."""
        return sorted(hex_id for hex_id, sides in self.stacks.items() if all(sides.get(side) for side in SIDES))

    def on_map(self, side: str) -> Iterator[str]:
        """Every counter of this side on the map, by hex, topmost first."""
        for hex_id in self.hexes(side):
            yield from self.stacks[hex_id][side]

    # ---------------------------------------------------------------- seaports

    def seaport(self, hex_id: str) -> Seaport | None:
        """The seaport of a hex, if there is one."""
        return self.board.seaport_at.get(hex_id)

    def holder(self, port: Seaport) -> str:
        """The side or foreign nation that holds a seaport (7.6)."""
        return self.control.get(port.id, port.nation)

    def is_friendly_port(self, hex_id: str, side: str) -> bool:
        """Tells if the hex is a seaport this side holds, its own or captured."""
        port = self.seaport(hex_id)
        return port is not None and self.holder(port) == side

    def is_enemy_port(self, hex_id: str, side: str) -> bool:
        """Tells if the hex is a seaport the enemy holds."""
        return self.is_friendly_port(hex_id, enemy(side))

    # ---------------------------------------------------------------- changes

    def put(self, counter: str, hex_id: str, *, on: str = "") -> None:
        """Place a counter on top of its side's stack, or aboard a ship there; the stack falls into order (4.1)."""
        side = self.board.counters[counter].side
        self.stacks.setdefault(hex_id, {}).setdefault(side, []).insert(0, counter)
        if on:
            self.aboard[counter] = on
        self.settle(hex_id, side)

    def lift(self, counter: str) -> str:
        """Take a counter off its stack, ashore or aboard; the hex it was in. Passengers of a ship stay where listed."""
        hex_id = self.hex_of(counter)
        if hex_id:
            self._leave(hex_id, self.board.counters[counter].side, {counter})
        self.aboard.pop(counter, None)
        return hex_id

    def shift(self, ships: Iterable[str], hex_id: str) -> None:
        """Move a side's ships with all they carry, keeping their order, onto the top of the stack in another hex."""
        self._move({ship: [] for ship in ships}, hex_id)

    def march(self, land: Iterable[str], hex_id: str) -> None:
        """Move a side's land counters ashore to another hex, keeping their order."""
        marching: dict[str, list[str]] = {name: [] for name in land}
        for name in marching:
            self.aboard.pop(name, None)
        self._move(marching, hex_id)

    def _move(self, laden: dict[str, list[str]], hex_id: str) -> None:
        """Moves counters, each with the passengers it finds aboard; where the enemy is they lie open (4.4)."""
        side = self.board.counters[next(iter(laden))].side if laden else ""
        left = [*laden]
        while left:
            if start := self.hex_of(left.pop()):
                stack = self.stacks[start][side]
                for name in stack:
                    if (ship := self.aboard.get(name, "")) in laden:
                        laden[ship].append(name)
                left = [name for name in left if name not in stack]
                self._leave(start, side, {*laden, *chain(*laden.values())})
        moving = [name for top, passengers in laden.items() for name in (*passengers, top)]
        if moving:
            there = self.stacks.setdefault(hex_id, {})
            before = there.get(side, ())
            there[side] = [*moving, *before]
            if enemy(side) in there:
                self.exposed[hex_id] = [*self.exposed.get(hex_id, ()), *reversed(moving)]
            if before:
                self.settle(hex_id, side)

    def _leave(self, hex_id: str, side: str, leaving: Set[str]) -> None:
        """Takes counters off their stack; in the hex that they leave they are no longer seen."""
        staying = [name for name in self.stacks[hex_id][side] if name not in leaving]
        shown = [name for name in self.exposed.pop(hex_id, ()) if name not in leaving]
        if staying:
            self.stacks[hex_id][side] = staying
            if shown:
                self.exposed[hex_id] = shown
            return
        del self.stacks[hex_id][side]
        if not self.stacks[hex_id]:
            del self.stacks[hex_id]

    def settle(self, hex_id: str, side: str, order: Iterable[str] = ()) -> None:
        """Put a stack in the order wanted, as far as 4.1 lets it: passengers above their ship, troops ashore below."""
        present = self.stack(hex_id, side)
        wanted = [name for name in order if name in present]
        ranked = wanted + [name for name in present if name not in wanted] if wanted else present
        laden: dict[str, list[str]] = {name: [] for name in ranked if self.board.counters[name].is_naval}
        ashore: list[str] = []
        for name in ranked:
            if name not in laden:
                laden.get(self.aboard.get(name, ""), ashore).append(name)
        if ranked:
            self.stacks[hex_id][side] = [name for ship, load in laden.items() for name in (*load, ship)] + ashore

    def to_pool(self, counter: str) -> None:
        """Returns a counter to its side's force pool, in the board's order.

        No order of events shows there (9.3).
        """
        side = self.board.counters[counter].side
        members = {*self.pool.get(side, ()), counter}
        self.pool[side] = sorted(members, key=order_of(self.board).__getitem__)

    def grant(self, side: str, points: int) -> int:
        """Add war fund points; what exceeds the maximum is lost (3.2). The points gained."""
        before = self.funds.get(side, 0)
        self.funds[side] = min(before + points, self.board.funds.maximum)
        return self.funds[side] - before
