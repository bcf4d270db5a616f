"""The pieces of the board: areas, seas, ports, counters, leaders, markers, calendar and scenarios."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.board.naming import Label
from pbem.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Area(Label):
    """One land area (1.1)."""

    id: str
    name: str
    aka: tuple[str, ...]  # other spellings
    code: str  # three letters, for maps in text
    region: str
    rp: int
    hostility: int
    alignment: str  # none, royalist, patriot or rebel
    neutral: bool
    scores: bool  # counts for victory
    continental: bool
    masses: bool  # slaves and Indians may be raised here (4.9)
    chaco: bool  # +1 on the attrition die instead of its RP (13.0)
    seas: tuple[str, ...]
    latitude: int  # hundredths of a degree
    longitude: int
    borders: Mapping[str, str]  # neighbour -> plain, andes or viceroyalty
    touches: tuple[str, ...]  # areas that it meets at a point only
    ports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sea(Label):
    """One sea area (7.1)."""

    id: str
    name: str
    position: str  # where on the real map
    neighbours: tuple[str, ...]
    coasts: tuple[str, ...]  # areas on which a fleet may land
    spain_op: int  # OP to or from Spain, 0 where no passage leads there
    latitude: int
    longitude: int
    ports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Port(Label):
    """A city or fortress with port facilities (1.1.2)."""

    id: str
    name: str
    aka: tuple[str, ...]
    area: str
    seas: tuple[str, ...]
    fortress: bool
    display: bool  # it has a box on the siege display


@dataclass(frozen=True, slots=True)
class Counter(Label):
    """One unit (1.2, 1.3)."""

    id: str
    name: str
    short: str  # as printed on the counter
    side: str
    nation: str
    arm: str
    quality: str
    steps: int
    factor: int
    reduced: int  # the factor with one step lost
    halves: int  # price in half Resource Points
    code: str  # of the set-up; empty for none
    turn: int  # when it comes; 0: from the start
    entry: str  # start, port, area, pool or uprising
    areas: tuple[str, ...]  # where it comes, if its entry is an area
    begins: int  # steps in the set-up
    english: bool
    new_granada: bool  # built in Santa Fe alone (4.10)

    @property
    def land(self) -> bool:
        """Tells a land unit from a ship."""
        return self.quality != "naval"

    @property
    def naval(self) -> bool:
        """Tells a ship from a land unit."""
        return self.quality == "naval"

    @property
    def militia(self) -> bool:
        """Tells if it is a militia brigade."""
        return self.quality == "militia"

    @property
    def regular(self) -> bool:
        """Tells if it is a regular land unit."""
        return self.quality == "regular"


@dataclass(frozen=True, slots=True)
class LeaderCounter(Label):
    """One leader (8.0)."""

    id: str
    name: str
    side: str
    nation: str
    tactical: int
    operations: int
    naval: bool
    turn: int  # when the leader comes; 0 for the set-up
    areas: tuple[str, ...]  # where
    epitaph: str


@dataclass(frozen=True, slots=True)
class Ejercito(Label):
    """A marker under which a force may lie (5.1.1)."""

    id: str
    name: str
    side: str


@dataclass(frozen=True, slots=True)
class Turn:
    """One year."""

    number: int
    year: int
    spain: int  # modifier of the die for money from Spain
    liberals: int  # the die from which on the Liberals take power; 0 before

    @property
    def label(self) -> str:
        """The year as text."""
        return str(self.year)


@dataclass(frozen=True, slots=True)
class Activation:
    """A row of the activation table."""

    op: int


@dataclass(frozen=True, slots=True)
class Tactic:
    """A row of the tactical options."""

    effect: str
    text: str


@dataclass(frozen=True, slots=True)
class Result:
    """The effect of a cell of the combat or siege table."""

    id: str
    attacker: int  # part of the steps that is lost: 2 a half, 4 a quarter, 0 none
    defender: int
    retreats: str  # attacker, defender, or empty
    eliminated: str
    falls: bool
    text: str


@dataclass(frozen=True, slots=True)
class Stack:
    """One stack of a set-up as the data have it."""

    id: str
    scenario: str
    side: str
    at: str
    units: tuple[str, ...]
    leaders: tuple[str, ...]
    guerrilla: bool
    marker: str
    reduced: tuple[str, ...]
    group: str


@dataclass(frozen=True, slots=True)
class Levy:
    """A force that 12.2 or 12.3 puts in one part of the map."""

    id: str
    scenario: str
    side: str
    within: tuple[str, ...]
    units: tuple[str, ...]
    guerrilla: bool
    rule: str


@dataclass(frozen=True, slots=True)
class Garrison:
    """Militia of 1810 that begin inside, one in each of some ports."""

    id: str
    units: tuple[str, ...]
    ports: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario (12.0)."""

    id: str
    name: str
    first: int
    last: int
    begins: str  # patriot or council
    stacks: str  # the scenario whose set-up it takes
    purses: Mapping[str, int]  # Resource Points
    masses: tuple[str, ...]
    repression: tuple[str, ...]
    patriot_areas: int  # least areas for a Patriot victory; 0: by 11.1
    stalemate_areas: int
    mexico_garrison: int
    cuba_garrison: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """Single figures of the rules; `data/numbers.yaml` tells each case."""

    move_op: int
    leave_enemy_op: int
    battle_op: int
    assault_op: int
    works_op: int
    blockade_op: int
    hunt_op: int
    embark_op: int
    land_op: int
    sail_op: int
    sail_areas: int
    sea_attack_op: int
    raid_op: int
    rp_activation: int
    militia_activation: int
    friction_from: int
    friction: int
    intercept_needs: int
    intercept_cavalry: int
    avoid_needs: int
    avoid_cavalry: int
    fortress_factor: int
    works_columns: int
    fleet_columns: int
    city_columns: int
    combined_columns: int
    blockade_needs: int
    cochrane_blockade: int
    siege_artillery: int
    attrition_rp: int
    attrition_steps_per_rp: int
    andes_hostility: int
    chaco_modifier: int
    partidarios: int
    militia_guerrillas: int
    evade_needs: int
    cochrane_evade: int
    cochrane_fire: int
    cochrane_raid: int
    cochrane_port: int
    cochrane_prize: int
    port_gun_factor: int
    port_gun_dice: int
    line_ship_steps: int
    frigate_steps: int
    ship_leaders: int
    port_reach: int
    escape_reach: int
    raid_enemy_ship: int
    uprising_needs: int
    uprisings: int
    uprising_regulars: int
    uprising_loved: int
    uprising_repression: int
    uprising_boves: int
    uprising_rebels: int
    rebels_from: int
    subvert_needs: int
    repression_on: int
    boves_casualty: int
    masses_units: int
    step_halves: int
    frigate_step_halves: int
    line_step_halves: int
    haven_infantry: int
    haven_cavalry: int
    haven_artillery: int
    haven_frigates: int
    ejercitos: int
    garrison_areas: int
    spain_liberals: int
    royalist_victory_areas: int
    patriot_victory_areas: int
    patriot_victory_rp: int
    stalemate_areas: int
    stalemate_rp: int
