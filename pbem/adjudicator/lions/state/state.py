"""The position: ships, land points, leaders, pounds and campaign markers. Plain data in and out.

Ships stand one by one with their square, damage and fleet; land units are points (2.7), ashore by square or aboard by
ship. What is not on the map waits in a pool that is worked out from the board, never kept twice. The board never
changes; the position does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pbem.adjudicator.engine.piecemeal import Moves, counted
from pbem.adjudicator.engine.plain_state import PlainState
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.board.pieces import Leader, MarkerType, Ship, TreasureFleet
from pbem.adjudicator.lions.board.terms import PIRATES, POTENTATE, LandKind
from pbem.adjudicator.lions.state.agreement import Agreement
from pbem.adjudicator.lions.state.who_is_where import Places
from pbem.base.records import dataclass, field

REGIMENT, FORT = LandKind.REGIMENT.value, LandKind.FORT.value
#: Who is spoken of besides the powers.
OTHERS = {PIRATES: "the pirates", POTENTATE: "the potentate"}


@counted("at", "fleet")
@dataclass(slots=True)
class Vessel:
    """One ship or treasure fleet on the map; her moves are counted (who_is_where)."""

    at: str
    damage: int = 0
    fleet: str = ""  # a fleet's id; for a treasure fleet also the lone rated ship that escorts it (23.4)


#: Counts the moves of ships, and of land units (put_ashore).
MOVES: Moves = Vessel.moves  # type: ignore[attr-defined]


@dataclass(slots=True)
class Berth:
    """The place of one leader: ashore in a square, or aboard a ship there."""

    at: str
    aboard: str = ""


@dataclass(slots=True)
class State(Places, PlainState):
    """The whole position. Only rules change it; views and reports read a part of it."""

    board: Board
    house: dict[str, str] = field(default_factory=dict)  # switches of the charter
    turns: int = 0  # how many were agreed on (3.4)
    turn: int = 0
    players: tuple[str, ...] = ()  # the powers that are played, clockwise (2.3)
    initiative: str = ""  # this turn's first player (7.1)
    money: dict[str, int] = field(default_factory=dict)
    hand: dict[str, list[str]] = field(default_factory=dict)  # campaign markers, in the board's order
    pool: list[str] = field(default_factory=list)  # likewise (9.2)
    exchange: list[str] = field(default_factory=list)  # picked for the bids, in the order they lie (9.3)
    mercenaries: dict[str, str] = field(default_factory=dict)  # a Mercenary Admiral on the map -> whose (9.7)
    ships: dict[str, Vessel] = field(default_factory=dict)  # treasure fleets among them
    land: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)  # square -> nation -> kind -> points
    cargo: dict[str, dict[str, int]] = field(default_factory=dict)  # ship -> nation -> regiment points (19.3)
    leaders: dict[str, Berth] = field(default_factory=dict)  # mercenaries among them
    resting: dict[str, dict[str, int]] = field(default_factory=dict)  # demobilised this turn: power -> what (11.3)
    plundered: list[str] = field(default_factory=list)  # squares, in the grid's order (21.2)
    colonies: list[str] = field(default_factory=list)  # squares with a founded colony (24.1)
    landed: dict[str, list[str]] = field(default_factory=dict)  # treasure fleets brought home this turn (23.5)
    owed: dict[str, int] = field(default_factory=dict)  # prize money won and not yet paid (18.4)
    refused: list[str] = field(default_factory=list)  # who called off a leader's outfitting this turn (22.2)
    spied: list[str] = field(default_factory=list)  # who has seen with a Spy what is up for bids (9.13)
    operated: dict[str, int] = field(default_factory=dict)  # how many operations each has begun this turn (13.4)
    passed: list[str] = field(default_factory=list)  # who has passed since anybody last operated (13.1)
    watch: int = 0  # how many watches the rotation has had this turn; 0 when it is over
    stopped: bool = False  # whether the rotation has stopped after a watch, and goes on with the next letters
    agreements: list[Agreement] = field(default_factory=list)  # promises in force (10.2)
    garrisons: dict[str, int] = field(default_factory=dict)  # square -> fort points of its potentate (29)
    favours: dict[str, str] = field(default_factory=dict)  # square -> whom its potentate favours (29)
    fallen: list[str] = field(default_factory=list)  # leaders who are out of the game (32)
    away: dict[str, int] = field(default_factory=dict)  # force -> operations in a row begun far from ports (33)
    prizes: dict[str, str] = field(default_factory=dict)  # a captured ship -> her captor (34)
    winners: list[str] = field(default_factory=list)  # 26.0
    ended: str = ""  # how the game ended: sudden_death, tally, agreement; empty while it lasts

    def __post_init__(self) -> None:
        self.forget_all(MOVES)

    # ---------------------------------------------------------------- who is who

    def order(self) -> tuple[str, ...]:
        """The players in this turn's order: from the initiative player clockwise (7.2)."""
        first = self.players.index(self.initiative) if self.initiative else 0
        return self.players[first:] + self.players[:first]

    def others(self, power: str) -> tuple[str, ...]:
        """The other players, in this turn's order."""
        return tuple(name for name in self.order() if name != power)

    def name(self, power: str) -> str:
        """A power as it is spoken of."""
        known = self.board.powers.get(power)
        return known.name if known else OTHERS[power]

    def subject(self, power: str) -> str:
        """The same at the head of a sentence."""
        name = self.name(power)
        return name[0].upper() + name[1:]

    def hand_limit(self) -> int:
        """Returns the most markers a hand may hold (9.5)."""
        return self.board.player_numbers[len(self.players)].hand

    # ---------------------------------------------------------------- ships

    def ship(self, name: str) -> Ship | None:
        """A ship that sails and fights for her own nation; None for a treasure fleet, and for a prize (34)."""
        return None if name in self.prizes else self.board.ships.get(name)

    def treasure(self, name: str) -> TreasureFleet | None:
        """A treasure fleet."""
        return self.board.treasure_fleets.get(name)

    def label(self, name: str) -> str:
        """Returns the name printed on a ship, treasure fleet, leader or marker."""
        shelves: tuple[Mapping[str, Any], ...] = (
            self.board.ships, self.board.treasure_fleets, self.board.leaders, self.board.markers,
        )  # fmt: skip
        return next((str(shelf[name].name) for shelf in shelves if name in shelf), name)

    def owner(self, name: str) -> str:
        """Returns the owner of a ship.

        A treasure fleet is its escort's, and without one nobody's (23.3); a prize is her captor's.
        """
        if name in self.prizes:
            return self.prizes[name]
        ship = self.ship(name)
        if ship:
            return ship.nation
        escort = self.ships[name].fleet
        lone = self.ship(escort)
        return lone.nation if lone else escort.partition("-fleet-")[0]

    def gunnery(self, name: str) -> int:
        """The printed gunnery of a ship or treasure fleet."""
        ship = self.board.ships.get(name)
        return ship.kind.gunnery if ship else self.board.treasure_fleets[name].gunnery

    def rating(self, name: str) -> int:
        """The printed damage rating."""
        ship = self.board.ships.get(name)
        return ship.kind.damage if ship else self.board.treasure_fleets[name].damage

    def unbuilt(self, power: str) -> list[str]:
        """The ships a power may still outfit (11.5), those demobilised this turn left out (11.3)."""
        resting = self.resting.get(power, {})
        return [ship.id for ship in self.board.ships_of(power) if ship.id not in self.ships and ship.id not in resting]

    # ---------------------------------------------------------------- land and leaders

    def ashore(self, square: str, nation: str, kind: str) -> int:
        """Points of a kind ashore in a square."""
        here = self.land.get(square)
        return here[nation].get(kind, 0) if here and nation in here else 0

    def land_at(self, square: str, nation: str) -> int:
        """All land points of a nation ashore in a square."""
        here = self.land.get(square)
        return sum(here[nation].values()) if here and nation in here else 0

    def nations_ashore(self, square: str) -> list[str]:
        """Lists the nations with land units ashore in a square, by name."""
        return sorted(nation for nation in self.land.get(square, {}) if self.land_at(square, nation))

    @rule("2.7", "Land units")
    def put_ashore(self, square: str, nation: str, kind: str, points: int) -> None:
        """Add points, or take them away; counters are change, so only points are kept. Nothing leaves no trace."""
        MOVES.count += 1
        here = self.land.setdefault(square, {}).setdefault(nation, {})
        here[kind] = here.get(kind, 0) + points
        if here[kind] <= 0:
            del here[kind]
        if not here:
            del self.land[square][nation]
        if not self.land[square]:
            del self.land[square]

    def carried(self, ship: str) -> int:
        """Regiment points aboard a ship, whosesoever."""
        return sum(self.cargo.get(ship, {}).values())

    def load(self, ship: str, nation: str, points: int) -> None:
        """Put regiment points aboard, or take them off."""
        hold = self.cargo.setdefault(ship, {})
        hold[nation] = hold.get(nation, 0) + points
        if hold[nation] <= 0:
            del hold[nation]
        if not hold:
            del self.cargo[ship]

    def land_left(self, power: str, kind: str) -> int:
        """The points of a kind a power may still outfit (11.5, 11.3)."""
        ashore = sum([nations[power].get(kind, 0) for nations in self.land.values() if power in nations])
        aboard = sum(hold.get(power, 0) for hold in self.cargo.values()) if kind == REGIMENT else 0
        resting = self.resting.get(power, {}).get(kind, 0)
        return self.board.land_points(power, LandKind(kind)) - ashore - aboard - resting

    @rule("2.8", "Leaders", "9.13", "22.1")
    def leader(self, name: str) -> Leader:
        """Returns a leader; a Mercenary Admiral has the board's value for mercenaries (9.13)."""
        if name in self.board.leaders:
            return self.board.leaders[name]
        owner, value = self.mercenaries.get(name, ""), self.board.numbers.mercenary_value
        return Leader(name, self.board.markers[name].name, owner, value)

    def leaders_of(self, power: str) -> list[str]:
        """A power's leaders on the map, in the board's order, mercenaries last."""
        own = [name for name in self.leaders if self.leader(name).nation == power]
        return sorted(own, key=self.board.ranks.__getitem__)

    def leaders_aboard(self, ship: str) -> list[str]:
        """The leaders aboard a ship, the best first."""
        aboard = [name for name, berth in self.leaders.items() if berth.aboard == ship]
        return sorted(aboard, key=lambda name: (-self.leader(name).value, name))

    def leader_pool(self, power: str) -> list[str]:
        """The leaders a power may still draw (22.2), in the board's order."""
        gone = (*self.leaders, *self.fallen)
        return [leader.id for leader in self.board.leaders_of(power) if leader.id not in gone]

    # ---------------------------------------------------------------- markers

    @rule("2.11", "Campaign markers")
    def type_of(self, marker: str) -> MarkerType:
        """Returns the type of a campaign marker."""
        return self.board.markers[marker].type

    def held(self, power: str, kind: str) -> list[str]:
        """The markers of a type in a hand."""
        return [name for name in self.hand.get(power, ()) if self.type_of(name).id == kind]

    def in_marker_order(self, names: Iterable[str]) -> list[str]:
        """Markers in the board's order, so that no order of events shows in a hand or in the pool."""
        wanted = set(names)
        return [name for name in self.board.markers if name in wanted]

    # ---------------------------------------------------------------- squares

    def in_grid_order(self, squares: Iterable[str]) -> list[str]:
        """Squares in the grid's order, each once."""
        place = self.board.grid.place
        return sorted({square for square in squares if square in place}, key=place.__getitem__)

    def occupied(self) -> Iterator[str]:
        """Every square with a ship or land unit in it, in the grid's order."""
        yield from self.in_grid_order([*(vessel.at for vessel in self.ships.values()), *self.land])
