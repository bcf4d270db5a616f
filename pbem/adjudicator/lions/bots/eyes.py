"""A steady admiral's reading of the view: who holds what, costs of voyages, means left. Whole numbers only.

The bot plans on a position of its own, made from the view: units it buys stand there, and units with a task are
busy. Others' units that lie face down count as one point, as no more of them is known (15.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbem.adjudicator.board.texts import Habits, texts_of
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.board.board import DATA, Board
from pbem.adjudicator.lions.rules.ch06_control import controlled, occupants
from pbem.adjudicator.lions.rules.ch10_bargains import bound
from pbem.adjudicator.lions.rules.ch11_outfitting import SECTIONS, Outfitting
from pbem.adjudicator.lions.rules.ch11_placement import LAND, SHIP, Slips, is_own_home, why_not_there
from pbem.adjudicator.lions.rules.ch13_operations import cost
from pbem.adjudicator.lions.rules.ch19_transport import load
from pbem.adjudicator.lions.state.forces import Force, guns
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, State
from pbem.adjudicator.lions.view.view import board_seen, seen_state
from pbem.adjudicator.orders.written.filled import filled_in
from pbem.base.records import dataclass, field

Entry = dict[str, Any]
#: What the queue says of each task, other choices of ours that need no thought, and figures to weigh by.
CAPTAINS, HABITS = texts_of(DATA / "captains.yaml"), Habits(DATA / "captains.yaml")


@dataclass(slots=True)
class Eyes:
    """One power's view, with the arithmetic of its admiral, and the orders that come of it."""

    board: Board
    state: State
    seat: str
    view: Mapping[str, Any]
    work: Outfitting
    homes: list[str]  # own home ports, the dearest first
    anchored: frozenset[str]  # squares with a Fleet Marker of somebody else
    outfitted: dict[str, list[Entry]] = field(default_factory=dict)  # by section
    queue: list[Entry] = field(default_factory=list)
    formed: list[Entry] = field(default_factory=list)
    partners: tuple[str, ...] = ()  # powers that a promise binds to peace
    busy: list[str] = field(default_factory=list)  # ships with a task
    spoken_for: list[str] = field(default_factory=list)  # squares somebody is on the way to

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> Eyes:
        """From the view; every fleet is dissolved, to be formed as this turn's tasks want it (12.2)."""
        board = board_seen(view)
        state, seat = seen_state(board, view), str(view["seat"])
        for vessel in state.ships.values():
            vessel.fleet = ""
        partners = tuple(power for power in state.players if power != seat and bound(state, seat, power, ""))
        homes = [port.square for port in sorted(board.home_ports(seat), key=lambda port: (-port.value, port.id))]
        anchored = frozenset(each["square"] for each in view["presence"] if each["fleets"] and each["power"] != seat)
        work = Outfitting(Table(), state, seat, Slips(seat))
        return cls(board, state, seat, view, work, homes, anchored, partners=partners)

    @property
    def turns_left(self) -> int:
        """Counts the turns after this one."""
        return max(0, self.state.turns - self.state.turn)

    # ---------------------------------------------------------------- places

    def holds(self, square: str) -> bool:
        """Tells if the square is one's own, undisputed (6.1)."""
        return controlled(self.state).get(square) == self.seat

    def rivals(self, square: str) -> list[str]:
        """The other players who can be seen there."""
        return [power for power in occupants(self.state).get(square, ()) if power != self.seat]

    def foes(self, square: str) -> list[str]:
        """The other players who can be seen there and are bound by no promise of peace (10.3)."""
        return [power for power in self.rivals(square) if power not in self.partners]

    def strike(self, square: str) -> Entry:
        """Returns whom to attack in a square, at sea and ashore: anybody, or the first who is no partner."""
        foes = self.foes(square)
        if self.partners and foes:
            return {"attack": {"power": foes[0]}, "shore": foes[0]}
        return {"attack": {"any": "true"}, "shore": "any"}

    def fleets_seen(self, square: str) -> bool:
        """Tells if somebody else's Fleet Marker lies there."""
        return square in self.anchored

    def home_for(self, square: str) -> str:
        """The nearest home port where no enemy is seen; empty if all are shut."""
        far = self.board.distances(square)
        able = [home for home in self.homes if home in far and not self.rivals(home)]
        return min(able, key=lambda home: (far[home], home), default="")

    def to_do(self, task: str, force: str, at: str = "", home: str = "", **values: Any) -> Any:
        """Returns what the queue says of a task of a force, at a square and on the way home."""
        known = values | {"force": force, "at": self.name(at), "home": self.name(home)}
        told = {name: str(value) if isinstance(value, int) else value for name, value in known.items()}
        return filled_in(CAPTAINS["orders"][task], told.__getitem__)

    def send(self, force: str, start: str, square: str, pounds: int, *tasks: str, **values: Any) -> None:
        """Has a force sail from one square to another, and puts its tasks there into the queue."""
        self.pay(pounds)
        self.spoken_for.append(square)
        times = self.legs(start, square) + HABITS.luck
        self.queue += [self.to_do(task, force, square, times=times, **values) for task in tasks]

    def send_ship(self, ship: str, square: str, *tasks: str, **values: Any) -> None:
        """The same for a ship that sails alone."""
        start = self.where(ship)
        self.busy.append(ship)
        self.send(ship, start, square, self.voyage(start, square), *tasks, **values)

    def name(self, square: str) -> str:
        """Returns a square's name in orders: its port, if it has one."""
        port = self.board.port_at.get(square)
        return port.id if port else square

    def coasts(self, start: str) -> list[str]:
        """Coasts without a port where nobody is and a colony may be founded, the nearest to a square first (24.1)."""
        far = self.board.distances(start)
        free = [square for square in far if self.board.is_terra_incognita(square) and square not in self.spoken_for
                and square not in self.state.plundered and square not in occupants(self.state)]  # fmt: skip
        return sorted(free, key=lambda square: (far[square], square))[:HABITS.coasts]

    def held_coasts(self) -> list[str]:
        """Coasts without a port that one's own units hold."""
        own = {*self.state.land, *(vessel.at for vessel in self.state.ships.values())}
        wild = [square for square in self.state.in_grid_order(own) if self.board.is_terra_incognita(square)]
        return [square for square in wild if self.holds(square)]

    # ---------------------------------------------------------------- ships and troops

    def idle(self, square: str = "") -> Iterator[str]:
        """Own ships without a task, in one square or anywhere."""
        for name in self.state.ships_of(self.seat):
            if name not in self.busy and square in ("", self.state.ships[name].at):
                yield name

    def where(self, ship: str) -> str:
        return self.state.ships[ship].at

    def guns(self, ships: Iterable[str]) -> int:
        return sum(guns(self.state, name) for name in ships)

    def is_light(self, ship: str) -> bool:
        """Tells if it may be sent about alone: the heavier ships stay with the fleets."""
        kind = self.board.ships[ship].kind
        return not kind.rated or kind.rate >= HABITS.light

    def spare(self, square: str) -> int:
        """Regiments ashore that may leave: one land point stays wherever there is something to hold (6.1)."""
        regiments = self.state.ashore(square, self.seat, REGIMENT)
        return max(0, regiments - (0 if self.state.ashore(square, self.seat, FORT) else 1))

    def stays_held(self, square: str, leaving: Iterable[str]) -> bool:
        """Tells if the square remains one's own when these ships are gone."""
        gone = list(leaving)
        return self.state.land_at(square, self.seat) > 0 or any(name not in gone for name in self.idle(square))

    def room(self, ships: Iterable[str]) -> int:
        """Counts the regiment points that ships can take besides those aboard (19.3)."""
        return sum(max(0, self.board.ships[ship].kind.carries - self.state.carried(ship)) for ship in ships)

    def aboard(self, ships: Iterable[str]) -> int:
        """Counts the regiment points that ships carry."""
        return sum(self.state.carried(ship) for ship in ships)

    def embark(self, ships: Iterable[str], square: str, points: int) -> None:
        """Take regiments of a square aboard, ship by ship as there is room (19.3)."""
        for ship in ships:
            points -= load(self.state, Force(self.seat, square), ship, self.seat, points)

    def is_free(self, leader: str, square: str) -> bool:
        """Tells if a leader is there, and aboard no ship with a task."""
        berth = self.state.leaders[leader]
        return berth.at == square and berth.aboard not in self.busy

    # ---------------------------------------------------------------- pounds

    def legs(self, start: str, goal: str) -> int:
        """Estimates the number of operations for a voyage; 0 where no way leads."""
        far = self.board.distances(start).get(goal)
        return 0 if far is None else max(1, -(-far // HABITS.a_day))

    def price(self, square: str) -> int:
        """Returns the cost of an operation that begins in a square (13.2)."""
        return cost(self.state, Force(self.seat, square))

    def voyage(self, start: str, goal: str) -> int:
        """Returns the cost of a voyage: one operation from here, the others from the open sea."""
        return self.price(start) + (self.legs(start, goal) - 1) * self.board.operations["elsewhere"]

    @property
    def purse(self) -> int:
        """Counts the pounds that are left."""
        return self.state.money[self.seat]

    def pay(self, pounds: int) -> None:
        self.state.money[self.seat] -= pounds

    # ---------------------------------------------------------------- shopping

    def can_buy(self, item: str, square: str) -> bool:
        """Tells if one of a thing may be had there now (11.2, 11.4, 11.5)."""
        expense = self.board.expenditure[item]
        sort = SHIP if expense.item == SHIP else LAND
        if expense.cost > self.purse or why_not_there(self.state, self.work.slips, square, expense.where, sort, 1):
            return False
        if sort == LAND:
            return self.state.land_left(self.seat, item) > 0
        return any(self.board.ships[name].kind.id == item for name in self.state.unbuilt(self.seat))

    def outfit(self, section: str, **entry: Any) -> bool:
        """Has something outfitted: bought, repaired, rebuilt or founded, if the rules allow it."""
        order: Any = entry
        lapsed = SECTIONS[section](self.work, order)
        if not lapsed:
            self.outfitted.setdefault(section, []).append(order)
        return not lapsed

    def buy(self, item: str, square: str) -> str:
        """Buy one, if it may be had: a ship's id, or the item; empty if not."""
        free = (ship for ship in self.state.unbuilt(self.seat) if self.board.ships[ship].kind.id == item)
        name = next(free, item)
        return name if self.outfit("buy", item=item, at=self.name(square)) else ""

    def small_ship(self, square: str) -> str:
        """The cheapest class of rated ship that may be bought there; empty if none may."""
        able = [kind.id for kind in self.board.classes.values() if kind.rated and self.can_buy(kind.id, square)]
        return min(able, key=lambda kind: (self.board.expenditure[kind].cost, kind), default="")

    def is_home(self, square: str) -> bool:
        return is_own_home(self.state, square, self.seat)
