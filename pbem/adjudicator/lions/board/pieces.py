"""The parts of the board: ports, ships, leaders, markers, rows of tables. Values only; no rule is decided here."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.board.naming import Label
from pbem.adjudicator.lions.board.terms import (
    Allowance,
    Landfall,
    LandKind,
    Loot,
    MarkerKind,
    Mishap,
    Moment,
    Occasion,
    PortKind,
    Season,
    Unrest,
    Where,
)
from pbem.base.records import dataclass


@dataclass(frozen=True, slots=True)
class TerrainKind:
    """The meaning of a letter on the map."""

    letter: str
    name: str
    afloat: bool
    coast: bool
    terra_incognita: bool


@dataclass(frozen=True, slots=True)
class Band:
    """One row of the map: its letters, and its northern and southern edge in hundredths of a degree."""

    letters: str
    north: int
    south: int


@dataclass(frozen=True, slots=True)
class Meridians:
    """Columns of one width: the western edge of one of them, in hundredths of a degree."""

    start: int
    width: int
    column: int

@dataclass(frozen=True, slots=True)
class Passage:
    """A way between two squares that do not touch (16.12)."""

    id: str
    name: str
    ends: tuple[str, str]
    cost: int


@dataclass(frozen=True, slots=True)
class Crossing:
    """The conditions of a circumnavigation (16.10)."""

    rows: range  # counted from A as 1
    leader: int
    incidents: int


@dataclass(frozen=True, slots=True)
class Port(Label):
    """One port; its square is all port (2.1)."""

    id: str
    name: str
    square: str
    kind: PortKind
    nation: str  # whose home port it is; empty for the other kinds
    value: int
    garrison: int
    latitude: int
    longitude: int

    @property
    def is_home(self) -> bool:
        """Tells if it is a home port, of a played power or not (5.3, 5.6)."""
        return self.kind is PortKind.HOME

    @property
    def is_settlement(self) -> bool:
        """Tells if it counts among colonies: Colony Ports and the bases of treasure fleets."""
        return self.kind in (PortKind.COLONY, PortKind.TREASURE)


@dataclass(frozen=True, slots=True)
class ShipClass:
    """The values that all ships of a class share (2.6)."""

    id: str
    name: str
    printed: str  # on the counter
    rate: int  # 1 to 6; 0 for what is not rated
    gunnery: int
    damage: int
    carries: int  # regiment points (19.3)
    leaders: bool
    boarding: int  # dice with optional rule 31

    @property
    def rated(self) -> bool:
        """Tells if it is a rated ship, which may escort treasure (23.4)."""
        return self.rate > 0


@dataclass(frozen=True, slots=True)
class Ship(Label):
    """One ship counter."""

    id: str
    nation: str
    kind: ShipClass
    name: str


@dataclass(frozen=True, slots=True)
class TreasureFleet(Label):
    """One treasure fleet: a unit that pays where it comes home (23.0)."""

    id: str
    name: str
    port: str
    dice: str
    gunnery: int
    damage: int
    also_by: str  # the one power that may land it elsewhere too (23.9)
    also_at: str


@dataclass(frozen=True, slots=True)
class Leader(Label):
    """One leader (2.8)."""

    id: str
    name: str
    nation: str
    value: int


@dataclass(frozen=True, slots=True)
class LandCounters:
    """So many land counters of two strengths, front and back (2.7)."""

    id: str
    nation: str
    kind: LandKind
    front: int
    back: int
    count: int


@dataclass(frozen=True, slots=True)
class MarkerType(Label):
    """The values that all campaign markers of a name share (9.13)."""

    id: str
    name: str
    kind: MarkerKind
    when: tuple[Moment, ...]
    needs_leader: bool
    dice: str  # thrown when it is played; empty for none


@dataclass(frozen=True, slots=True)
class Marker(Label):
    """One campaign marker."""

    id: str
    type: MarkerType
    name: str  # as its front has it; markers of a type are alike


@dataclass(frozen=True, slots=True)
class Power(Label):
    """One of the four powers, as its card has it (27.0)."""

    id: str
    name: str
    adjective: str
    colour: str
    treasury: int
    markers: int
    revenue: int


@dataclass(frozen=True, slots=True)
class PlayerNumber:
    """The values that depend on the number of players (2.3, 9.3, 9.5)."""

    powers: tuple[str, ...]
    hand: int
    exchange: int


@dataclass(frozen=True, slots=True)
class Deployment:
    """Counters that start in one place, or divided among several as their owner likes (3.2)."""

    id: str
    power: str
    at: tuple[str, ...]
    ships: tuple[str, ...]  # classes, one for each ship
    leaders: tuple[str, ...]
    regiments: int
    forts: int


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability of one power."""

    id: str
    power: str
    name: str
    when: Season
    amount: int
    least: int


@dataclass(frozen=True, slots=True)
class SpecialVictory:
    """The special victory of one power (26.5): undisputed control of some ports and so many of others."""

    power: str
    when: Season
    required: tuple[str, ...]
    count: int
    of: tuple[str, ...]
    great_ships: int


@dataclass(frozen=True, slots=True)
class Incident:
    """A row of the Nautical Incident table."""

    event: Mishap
    move: Allowance
    stops_crossing: bool


@dataclass(frozen=True, slots=True)
class Mutiny:
    """A row of the Mutiny table."""

    event: Unrest
    move: Allowance


@dataclass(frozen=True, slots=True)
class Plunder:
    """A row of the Plunder table."""

    event: Loot
    marker: bool
    dice: str
    port_value: bool
    draws: int


@dataclass(frozen=True, slots=True)
class PirateForce:
    """The pirates that come: so many ships, perhaps a leader and a fort."""

    ships: int
    leader: bool
    fort: bool


@dataclass(frozen=True, slots=True)
class Drift:
    """A row of the table for crossing the Pacific."""

    way: Landfall
    dice: str


@dataclass(frozen=True, slots=True)
class Expense:
    """A line of the Expenditure table: a number of pounds, or dice of them."""

    id: str
    item: str
    cost: int
    dice: str
    where: Where


@dataclass(frozen=True, slots=True)
class Switch:
    """Something the charter chooses: an optional rule, or a reading."""

    id: str
    name: str
    choices: tuple[str, ...]
    default: str
    letter: str  # what rulebook and print say
    rule: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """Single figures of the rules, by the names they have in the data."""

    counters: int
    die_sides: int
    start_year: int
    turns_least: int
    turns_most: int
    movement_dice: int
    raking_attack: int
    crippled_fleet: int
    crippled_part: int
    hopeless_odds: int
    rounds_most: int
    score_sunk_times: int
    score_damage: int
    prize_money_times: int
    bounty_times: int
    honours_odds: int
    breach_divisor: int
    ships_per_port: int
    land_points_per_port: int
    colony_value: int
    mercenary_value: int
    charter_forts: int
    charter_least_rate: int
    press_least_rate: int
    pounds_per_point: int
    victory_per_cent: int
    great_rate: int
    stolen_markers: int
    arrears_per_ship: int
    arrears_most: int
    scattered_alone: int
    ransom_least: int
    boarding_regiments: int
    scurvy_operations: int
    prize_divisor: int


#: A row of the Pirate table: what comes on each occasion.
PirateRow = Mapping[Occasion, PirateForce]
