"""The position: units, leaders and the forces they stand in, sieges, ships, purses, marks. Plain data in and out.

A land unit or leader stands in a force, and the force has the place. A ship lies in a port or at sea by herself. The
board never changes; the position does.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pbem.adjudicator.engine.plain_state import PlainState
from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.state.terms import (
    CAVALRY,
    DUE,
    GONE,
    GUERRILLA,
    INFANTRY,
    LINE,
    MILITIA,
    OUT,
    POOL,
    PORTUGUESE,
    PURSES,
    REBEL,
    SIDES,
    STACK_WORDS,
)
from pbem.adjudicator.guerra.state.who_is_where import Force as Force
from pbem.adjudicator.guerra.state.who_is_where import Officer as Officer
from pbem.adjudicator.guerra.state.who_is_where import Piece as Piece
from pbem.adjudicator.guerra.state.who_is_where import Places
from pbem.base.records import dataclass, field

#: Parts of a position that are kept by name, in the order of the alphabet.
BY_NAME = (
    "sieges",
    "stations",
    "masses",
    "rose",
    "rose_now",
    "raided",
    "neutral",
    "revealed",
    "told_regulars",
    "aside",
    "last_holder",
)


@dataclass(slots=True)
class Siege:
    """A siege of one port (6.2)."""

    by: str  # the besieger's side
    forces: list[str]
    works: bool = False
    op_spent: int = 0  # this turn (6.6)
    op_by: str = ""  # the force that spent them
    blockaded: bool = False  # this turn


@dataclass(slots=True)
class Acting:
    """The activation in hand; no force, and it is nobody's."""

    force: str = ""
    side: str = ""
    ships: list[str] = field(default_factory=list)
    fleet_leader: str = ""
    step: int = 0  # of the Patriot's operations (3.2), from 1; 0 for the Royalist
    nations: list[str] = field(default_factory=list)  # that act in this step
    rp: int = 0
    rolled: int = 0  # the die of the force
    op: int = 0  # points it had
    spent: int = 0
    fleet_op: int = 0
    fleet_spent: int = 0
    start: str = ""
    via: list[str] = field(default_factory=list)  # areas marched out of and into, in order, the start first
    crossed_andes: bool = False
    hostile_from: str = ""  # the area, wholly the enemy's on entering, that costs one more to leave (A5)
    came_from: str = ""
    entered_enemy: bool = False
    at_sea_areas: int = 0  # sea areas sailed
    raided: list[str] = field(default_factory=list)  # ships that have raided
    embarked: bool = False
    moved: bool = False
    won: bool = False  # the last battle
    lost_battle: bool = False
    enemy_avoided: bool = False
    fought: bool = False
    paid: int = 0  # for the step in hand
    over: bool = False  # the force is gone: nothing more can be done

    @property
    def left(self) -> int:
        """Operation points of the force that are left."""
        return self.op - self.spent

    @property
    def fleet_left(self) -> int:
        """Operation points of the fleet that are left."""
        return self.fleet_op - self.fleet_spent


@dataclass(slots=True)
class State(Places, PlainState):
    """The whole position. Only rules change it; views and reports read a part of it."""

    board: Board
    house: dict[str, str] = field(default_factory=dict)  # switches of the charter
    scenario: str = "campaign"
    turn: int = 0
    last_turn: int = 15
    step: str = ""  # the phase that is played, or comes
    units: dict[str, Piece] = field(default_factory=dict)
    leaders: dict[str, Officer] = field(default_factory=dict)
    forces: dict[str, Force] = field(default_factory=dict)
    next_number: dict[str, int] = field(default_factory=dict)  # side -> number of its next stack
    sieges: dict[str, Siege] = field(default_factory=dict)
    ports: dict[str, str] = field(default_factory=dict)  # port -> side that holds it, empty for nobody (C6)
    stations: dict[str, str] = field(default_factory=dict)  # ship -> sea where she cruised until the muster (R10)
    # ---- marks on areas
    masses: dict[str, dict[str, int]] = field(default_factory=dict)  # area -> side -> turn (4.9)
    repression: list[str] = field(default_factory=list)  # areas with the marker (10.4)
    rose: dict[str, list[str]] = field(default_factory=dict)  # area -> sides whose uprising succeeded there (9.4)
    raided: dict[str, int] = field(default_factory=dict)  # area -> RP that it lost this turn (7.8)
    halved: list[str] = field(default_factory=list)  # areas that yield half at the next muster (4.9.1)
    last_holder: dict[str, str] = field(default_factory=dict)  # area -> side that held it last
    # ---- money
    purse: dict[str, int] = field(default_factory=dict)  # in half Resource Points
    veiled: dict[str, int] = field(default_factory=dict)  # purse -> half points paid for shut markers, untold (5.3)
    # ---- this turn, this phase
    acting: Acting = field(default_factory=Acting)
    operated: list[str] = field(default_factory=list)  # units, leaders and ships that have operated
    weathered: list[str] = field(default_factory=list)  # units, and leaders alone, that have rolled in this phase (5.3)
    mexico_left: int = -1  # units that the Royalist may still activate in Mexico; -1: no limit (10.7)
    legion: str = ""  # "called" once the Legion is on the map, "left" once it has gone to Brazil (10.6)
    neutral: dict[str, int] = field(default_factory=dict)  # force on neutral ground -> turn it came (5.0)
    rose_now: dict[str, list[str]] = field(default_factory=dict)  # area -> sides that rose there this turn
    order: list[str] = field(default_factory=list)  # who carries out the muster first, once the die is thrown (4.7)
    # ---- what is seen
    revealed: dict[str, int] = field(default_factory=dict)  # marker -> turn in which it lies open (5.1.3)
    told_regulars: dict[str, bool] = field(default_factory=dict)  # marker -> whether a rule had to tell of regulars
    aside: dict[str, str] = field(default_factory=dict)  # unit lost unseen -> shut marker it lay under (5.1.3)
    # ---- the long run
    liberals: int = 0  # turn in which they took power (10.2)
    subverted: list[str] = field(default_factory=list)  # leaders who have tried (10.2.2)
    garrison: dict[str, int] = field(default_factory=dict)  # line steps counted at the end (10.5)
    count: dict[str, int] = field(default_factory=dict)  # the count at the end, in halves (11.0)
    winner: str = ""  # a seat, or "draw"
    ended: str = ""  # how; empty while the game lasts

    def __post_init__(self) -> None:
        self.forget_lists()
        self.settle()

    def settle(self) -> None:
        """Puts what is kept by name into one order: a position from a file plays as the one written."""
        for name, shelf in (("units", self.board.units), ("leaders", self.board.leaders), ("ports", self.board.ports)):
            kept = getattr(self, name)
            setattr(self, name, {key: kept[key] for key in shelf if key in kept})
        for name in BY_NAME:
            setattr(self, name, dict(sorted(getattr(self, name).items())))
        self.purse = {purse: self.purse.get(purse, 0) for purse in PURSES}
        self.veiled = {purse: self.veiled[purse] for purse in PURSES if self.veiled.get(purse)}
        self.next_number = {side: self.next_number.get(side, 1) for side in SIDES}

    # ---------------------------------------------------------------- forces

    def new_force(self, side: str, at: str, inside: str = "", marker: str = "") -> str:
        """Forms an empty force and gives its id: that of its marker, or the next number of its side."""
        name = marker or self.next_name(side)
        self.forces[name] = Force(side, at, inside, start=at)
        return name

    def next_name(self, side: str) -> str:
        """Takes the next number of a side's stacks; no number is used twice in a game."""
        number = self.next_number[side]
        self.next_number[side] = number + 1
        return f"{STACK_WORDS[side]}-{number}"

    def rename(self, force: str, name: str) -> str:
        """Gives a force another id: a marker it comes under, or a number when it comes from under one."""
        held = self.forces.pop(force)
        self.forces[name] = held
        held.at = held.at  # a move, for lists go by names
        for unit in self.units.values():
            unit.at = name if unit.at == force else unit.at
        for leader in self.leaders.values():
            leader.at = name if leader.at == force else leader.at
        for siege in self.sieges.values():
            siege.forces = [name if each == force else each for each in siege.forces]
        for kept in (self.revealed, self.told_regulars):
            kept.pop(force, None)
        self.show_aside(force)
        if force in self.neutral:
            self.neutral[name] = self.neutral.pop(force)
        if self.acting.force == force:
            self.acting.force = name
        return name

    def drop_if_empty(self, force: str) -> bool:
        """Takes away a force without units and leaders; tells if it did."""
        if force not in self.forces or self.units_in(force) or self.leaders_in(force):
            return False
        del self.forces[force]
        for kept in (self.revealed, self.told_regulars, self.neutral):
            kept.pop(force, None)
        self.show_aside(force)
        for port in list(self.sieges):
            self.leave_siege(force, port)
        return True

    def leave_siege(self, force: str, port: str = "") -> None:
        """Takes a force out of a siege, or of all; a siege without forces is over."""
        for name in [port] if port else list(self.sieges):
            siege = self.sieges[name]
            siege.forces = [each for each in siege.forces if each != force]
            if not siege.forces:
                del self.sieges[name]

    def marked(self, force: str) -> bool:
        """Tells if a force lies under a marker."""
        return force in self.board.ejercitos

    def hidden(self, force: str) -> bool:
        """Tells if the enemy may not see what is in a force: it lies under a marker that is not open now."""
        return self.marked(force) and self.revealed.get(force, 0) != self.turn

    def free_markers(self, side: str) -> list[str]:
        """Lists a side's markers that lie on no force."""
        return [m for m, one in self.board.ejercitos.items() if one.side == side and m not in self.forces]

    def forces_of(self, side: str) -> list[str]:
        """A side's forces in their order."""
        return [name for name, force in self.forces.items() if force.side == side]

    def besieged(self, port: str) -> bool:
        """Tells if a port is under siege."""
        return port in self.sieges

    def besieges(self, force: str) -> str:
        """The port that a force besieges; empty for none."""
        return next((port for port, siege in self.sieges.items() if force in siege.forces), "")

    # ---------------------------------------------------------------- units and leaders

    def force_of(self, name: str) -> str:
        """The force that a unit or leader stands in; empty for none."""
        at = self.leaders[name].at if name in self.leaders else self.units[name].at
        return at if at in self.forces else ""

    def place_of(self, name: str) -> str:
        """The area, sea, port, box or heading that a unit or leader is at."""
        at = self.leaders[name].at if name in self.leaders else self.units[name].at
        if at in self.forces:
            return self.forces[at].at
        return self.units[at].at if at in self.units else at

    def side_of(self, unit: str) -> str:
        """The side of a unit or leader."""
        board = self.board
        return board.leaders[unit].side if unit in board.leaders else board.units[unit].side

    def nation_of(self, unit: str) -> str:
        """The nation of a unit or leader."""
        board = self.board
        return board.leaders[unit].nation if unit in board.leaders else board.units[unit].nation

    def nations_of(self, force: str) -> list[str]:
        """The nations of a force's units, each once, in the board's order; of its leaders if it has no units."""
        names = self.units_in(force) or self.leaders_in(force)
        return list(dict.fromkeys(self.nation_of(name) for name in names))

    def factor(self, unit: str) -> int:
        """The combat factor of the side of the counter that lies up."""
        counter = self.board.units[unit]
        return counter.factor if self.units[unit].steps >= counter.steps else counter.reduced

    def factors(self, units: Iterable[str], arm: str = "") -> int:
        """The sum of the factors of some units, of one arm or all."""
        return sum(self.factor(name) for name in units if not arm or self.board.units[name].arm == arm)

    def steps(self, units: Iterable[str]) -> int:
        """The steps that some units have left."""
        return sum(self.units[name].steps for name in units)

    def arm(self, unit: str) -> str:
        """The arm of a unit."""
        return self.board.units[unit].arm

    def legion_units(self) -> list[str]:
        """The units of the São Paulo Legion, wherever they are."""
        return [name for name in units_of_nation(self.board, PORTUGUESE) if name in self.units]

    def is_militia(self, unit: str) -> bool:
        """Tells if a unit is a militia brigade."""
        return self.board.units[unit].quality == MILITIA

    def line_steps(self, area: str, side: str) -> int:
        """Counts the steps of regular infantry and cavalry of a side in an area (10.5)."""
        return self.steps(n for n in self.land_units_at(area, side)
                          if not self.is_militia(n) and self.arm(n) in (INFANTRY, CAVALRY))  # fmt: skip

    def is_guerrilla(self, force: str) -> bool:
        """Tells if a force is in the hills: its units are in guerrilla mode."""
        return any(self.units[name].mode == GUERRILLA for name in self.units_in(force))

    def pool(self, side: str, nation: str = "") -> list[str]:
        """The units in a side's Recruit Pool, of one nation or all."""
        return [name for name, piece in self.units.items() if piece.at == POOL and self.side_of(name) == side
                and (not nation or self.nation_of(name) == nation)]  # fmt: skip

    def due(self, side: str) -> list[str]:
        """The units and leaders of a side that have come this turn and are not placed yet."""
        names = [*(name for name, piece in self.units.items() if piece.at == DUE),
                 *(name for name, officer in self.leaders.items() if officer.at == DUE)]  # fmt: skip
        return [name for name in names if self.side_of(name) == side]

    def in_play(self, leader: str) -> bool:
        """Tells if a leader is on the map."""
        at = self.leaders[leader].at
        return at in self.forces or at in self.units

    def in_board_order(self, names: Iterable[str]) -> list[str]:
        """Units in the board's order, each once."""
        wanted = set(names)
        return [name for name in self.board.units if name in wanted]

    # ---------------------------------------------------------------- changes

    def put(self, names: Iterable[str], force: str) -> None:
        """Puts units and leaders into a force; forces they leave empty are taken away."""
        left = []
        for name in names:
            piece = self.leaders[name] if name in self.leaders else self.units[name]
            left.append(piece.at)
            piece.at = force
        for was in dict.fromkeys(left):
            if was in self.forces and was != force:
                self.drop_if_empty(was)

    def eliminate(self, unit: str) -> None:
        """Takes a unit to its pool, whole again; the Legion out of the game. An empty force is left to the caller."""
        piece = self.units[unit]
        piece.at = GONE if self.nation_of(unit) == PORTUGUESE else POOL
        piece.steps, piece.mode = self.board.units[unit].steps, LINE
        self.stations.pop(unit, None)
        self.aside.pop(unit, None)

    def lay_aside(self, unit: str, marker: str) -> None:
        """Keeps from the enemy that a unit under a shut marker is in its pool now; for any other there is no secret."""
        if self.units[unit].at == POOL and self.hidden(marker):
            self.aside[unit] = marker

    def show_aside(self, marker: str) -> None:
        """Shows what was lost unseen under a marker: it lies open, or is gone."""
        self.aside = {unit: under for unit, under in self.aside.items() if under != marker}

    def lies_under(self, name: str) -> str:
        """The holder of a unit or leader as the enemy knows it: for one that was lost unseen its marker."""
        at = self.leaders[name].at if name in self.leaders else self.units[name].at
        return self.aside.get(name, at) if at == POOL else at

    def lose_step(self, unit: str) -> bool:
        """Takes a step from a unit; tells if that was its last and it is gone."""
        self.units[unit].steps -= 1
        if self.units[unit].steps > 0:
            return False
        self.eliminate(unit)
        return True

    def lose_leader(self, leader: str) -> None:
        """Takes a leader out of the game."""
        self.leaders[leader].at = GONE

    def playing(self, leader: str) -> bool:
        """Tells if a leader was not lost and belongs to the scenario."""
        return self.leaders[leader].at not in (GONE, OUT)

    def label(self, name: str) -> str:
        """The printed name of a unit, leader, marker or place; a numbered stack as it is."""
        return self.board.label(name)

    def rebels_at(self, area: str) -> list[str]:
        """The Rebel units of an area."""
        return self.land_units_at(area, REBEL)


@lru_cache(maxsize=8)
def units_of_nation(board: Board, nation: str) -> tuple[str, ...]:
    """The units of a nation, in the board's order."""
    return tuple(name for name, counter in board.units.items() if counter.nation == nation)
