"""The parts of the board: counters, seaports, rows of the printed tables. Values only; no rule is decided here."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from pbem.base.records import dataclass, field

#: The two sides (1.1), and the section of the counters that are neither's.
SIDES = ("english", "spanish")
ADMINISTRATIVE = "administrative"
#: Whose seaport the map may print it as; the sides' own first (6.8 knows French and Dutch apart).
NATIONS = (*SIDES, "french", "dutch", "danish")

class Ocean(StrEnum):
    """The two waters of the map, which no ship crosses between but by the turn track (7.4)."""

    CARIBBEAN = "caribbean"
    PACIFIC = "pacific"  # printed as the Great South Sea
    NONE = "none"


class Domain(StrEnum):
    """The two families of counters (2.2), and the markers that are neither."""

    NAVAL = "naval"
    LAND = "land"
    NONE = "none"


class CounterKind(StrEnum):
    """Kinds of counters (2.2, 2.3, 11.0)."""

    SHIP = "ship"
    FRIGATE = "frigate"
    MERCHANT = "merchant"
    FIRE_SHIP = "fire_ship"
    BOMB_SHIP = "bomb_ship"
    INFANTRY = "infantry"
    LEADER = "leader"
    CANNON = "cannon"
    HEAVY_GUNS = "heavy_guns"
    BOOM_CHAIN = "boom_chain"
    SUPPLIES = "supplies"
    DECEPTION = "deception"
    GAME_TURN = "game_turn"
    WAR_FUNDS = "war_funds"
    STORM = "storm"
    SCUTTLED = "scuttled"
    CONTROL = "control"
    WAR_ENDED = "war_ended"
    FLEET = "fleet"


class Carries(StrEnum):
    """Cargoes that a naval counter takes aboard (7.1, 7.3)."""

    ANY = "any"  # a merchant: any number of land counters, no two of them identical
    ONE = "one"
    LEADER = "leader"  # no land counter but a leader
    NONE = "none"


class Likeness(StrEnum):
    """Ways in which two land counters are identical aboard a merchant (7.3)."""

    NAME = "name"
    KIND = "kind"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Traits:
    """The values that all counters of a kind share."""

    kind: CounterKind
    domain: Domain
    stacks: bool
    carries: Carries
    identical: Likeness


@dataclass(frozen=True, slots=True)
class Counter:
    """One counter as printed; a value of None is not printed on it, or printed as an X."""

    id: str
    ref: str
    side: str  # english, spanish or administrative
    name: str
    label: str
    traits: Traits
    gun: int | None = None
    land: int | None = None
    cannonade: int = 0
    tactics_naval: int = 0
    tactics_land: int = 0
    cost: int | None = None
    anchor: bool = False
    start: str | None = None
    #: What its traits say and is asked most: what it is, and whether it is a naval or a land counter. Leaders, guns,
    #: chains, supplies and deceptions are land counters.
    kind: CounterKind = field(init=False, repr=False, compare=False)
    is_naval: bool = field(init=False, repr=False, compare=False)
    is_land: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", self.traits.kind)
        object.__setattr__(self, "is_naval", self.traits.domain is Domain.NAVAL)
        object.__setattr__(self, "is_land", self.traits.domain is Domain.LAND)

    @property
    def named_ship(self) -> bool:
        """Tells if it is one ship of the line with a name of its own (2.3, 6.8)."""
        return self.kind is CounterKind.SHIP

    @property
    def tactics(self) -> int:
        """The dice a leader brings to a fight at sea and ashore together; what is not a leader brings none (11.4)."""
        return self.tactics_naval + self.tactics_land

    @property
    def is_soldiers(self) -> bool:
        """Tells if it is infantry, under any printed name (2.2, 6.8)."""
        return self.kind is CounterKind.INFANTRY

    @property
    def is_leader(self) -> bool:
        """Tells if it is a leader (11.4)."""
        return self.kind is CounterKind.LEADER

    @property
    def stacks(self) -> bool:
        """Tells if it counts against a seaport's stacking limit (4.0, 4.2)."""
        return self.traits.stacks

    @property
    def carries(self) -> Carries:
        """Returns the cargo it takes aboard."""
        return self.traits.carries

    @property
    def transport_key(self) -> str | None:
        """Two counters of one key are identical, and one merchant takes only one of them (7.3)."""
        if self.traits.identical is Likeness.NONE:
            return None
        return self.kind.value if self.traits.identical is Likeness.KIND else self.name.lower()

    @property
    def purchasable(self) -> bool:
        """Tells if a war fund cost is printed on its back (3.3)."""
        return self.cost is not None

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True)
class Seaport:
    """One seaport; its value is its harbour, its room ashore, its worth and its strength (3.4, 4.0, 5.0, 9.1, 9.2)."""

    id: str
    name: str
    hex: str
    nation: str  # as printed; who holds it is the position's to say
    value: int
    great_south_sea: bool
    routes: tuple[str, ...]  # the seaports at the other ends of its trade routes

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class TerrainKind:
    """The meaning of a letter on the map."""

    letter: str
    name: str
    naval: bool
    land: bool
    ocean: Ocean


@dataclass(frozen=True, slots=True)
class Funds:
    """War fund points (3.2)."""

    start: Mapping[str, int]
    per_turn: Mapping[str, int]
    maximum: int


#: Where counters start that have no one seaport to start in.
EACH_SEAPORT, TURN_TRACK = "each_seaport", "turn_track"


@dataclass(frozen=True, slots=True)
class SetupPlace:
    """Free counters of one place (3.1): a seaport, the turn track, or one in each own seaport of some value."""

    id: str
    side: str
    place: str
    counters: tuple[str, ...]
    least_value: int | None


@dataclass(frozen=True, slots=True)
class StormPlaces:
    """A row of the Storm Location table: a storm in each of these places, seaports or single hexes."""

    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Toll:
    """A number, or dice that say how many."""

    number: int = 0
    dice: str = ""


@dataclass(frozen=True, slots=True)
class Fortune:
    """A row of the Fortunes of War table: each chooser in turn picks so many counters, or war funds come or go."""

    event: str
    choosers: tuple[str, ...]
    target: str  # enemy, own or none, as the chooser sees it
    eliminate: str  # naval, land or any counters, war funds, or none
    count: Toll
    gain: Toll  # war funds that each chooser gains


@dataclass(frozen=True, slots=True)
class Peril:
    """A row of the Perilous Sea table."""

    event: str
    chooser: str  # enemy, owner or none
    losses: int
    dice: str  # how many are lost where that is rolled for, else empty


class SuccessionEffect(StrEnum):
    """Effects of the War of Austrian Succession on this one (6.8)."""

    WAR_FUNDS = "war_funds"
    REMOVE_SHIP = "remove_ship"
    REMOVE_SOLDIERS = "remove_soldiers"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Succession:
    """A row of the War of Austrian Succession table."""

    effect: SuccessionEffect
    side: str  # empty where the row is nobody's
    dice: str


@dataclass(frozen=True, slots=True)
class TableModifier:
    """Something added to a roll on a table; None stands for the leader's red value."""

    id: str
    table: str
    when: str
    amount: int | None
    rule: str


@dataclass(frozen=True, slots=True)
class Numbers:
    """Single figures of the rules, by the names they have in the data."""

    turns: int
    war_funds_maximum: int
    counters: int
    perilous_sea_hexes: int
    supply_loss: int
    victory_route_modifier: int
    fire_ship_gun_times: int
    scuttled_at_most: int
