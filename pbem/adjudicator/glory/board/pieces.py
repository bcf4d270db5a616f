"""The parts of the board: hexes, ports, ships, admirals, blocks, chits, tracks. Values only; no rule decides here."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from pbem.base.records import dataclass

#: The two seats (1.0), and the nations that sail for each.
SIDES = ("british", "allied")
NATIONS = ("british", "french", "spanish")
SIDE_OF: Mapping[str, str] = {"british": "british", "french": "allied", "spanish": "allied"}
#: Who may own a port.
OWNERS = (*SIDES, "neutral")
SEASONS = ("winter", "spring", "summer", "fall")
#: What the season is replaced by for weather in the West Indies (6.6).
HURRICANE_SEASON = "hurricane_season"
#: The ways out of a hex, clockwise from north.
WAYS = ("N", "NE", "SE", "S", "SW", "NW")
#: The area of the track to the West Indies, one step west of column 01 (12.1).
WESTERN_AREA = "twi"
#: The straits that cost three to enter and three to leave on a wind (9.5).
STRAITS = "1123"
#: The hex of a Channel invasion (22.4), and that of the North Sea raids (22.2).
CHANNEL, RAID_HEX = "1403", "1501"
#: What lets a block out of port whatever blows (11.1).
ANY_WIND = "any"
#: The final statuses of a battle fleet, the worst last (20.1).
STATUSES = ("victorious", "draw", "withdrew", "majority_wrecked", "precipitous", "all_wrecked")
#: Sails of a battle fleet that the matrix knows (17.7).
MATRIX_SAILS = ("easy", "full")
#: A range of none (13.5).
NO_SHIPS = ""


class Sea(StrEnum):
    """The sea areas, each with winds of its own (2.6)."""

    NORTH_ATLANTIC = "north_atlantic"
    MEDITERRANEAN = "mediterranean"
    WEST_INDIES = "west_indies"


class Part(StrEnum):
    """The parts of a patrol zone, its port, and the open sea (11.4)."""

    PORT = "port"
    INSHORE = "inshore"
    LOOSE = "loose"
    OFF = "off"
    SEA = "sea"


class Sheet(StrEnum):
    """The two sheets of the map."""

    EUROPE = "europe"
    INDIES = "indies"


class BlockKind(StrEnum):
    """Kinds of blocks (2.1, 7.0)."""

    FLEET = "fleet"
    FRIGATE = "frigate"
    FOG = "fog"
    EXPEDITION = "expedition"
    TRANSPORT = "transport"
    GOLD = "gold"


class ShipStatus(StrEnum):
    """The condition of a ship at the start (3.0)."""

    READY = "ready"
    DAMAGED = "damaged"
    ORDINARY = "ordinary"
    LATER = "later"


class ChitKind(StrEnum):
    """Kinds of activation chits (6.2)."""

    WIND = "wind"
    BONUS = "bonus"
    INITIATIVE = "initiative"
    WEATHER = "weather"


class WeatherKind(StrEnum):
    """Kinds of weather by severity (6.8)."""

    SQUALL = "squall"
    GALE = "gale"
    STORM = "storm"
    HURRICANE = "hurricane"


class BattleType(StrEnum):
    """Types of battle in a round (17.8), and a Leeward fleet that gets away before a shot."""

    RUNNING = "RB"
    BREAK_THE_LINE = "BTL"
    HOT_ACTION = "HA"
    WITHERING_FIRE = "WF"
    PELL_MELL = "PM"
    CHOICE = "AC"
    LEEWARD_GONE = "LW"


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex that ships can be in."""

    id: str
    sheet: Sheet
    column: int
    row: int
    sea: Sea
    zone: str  # weather zone
    name: str = ""
    narrows: bool = False
    north_sea: bool = False
    exit: str = ""  # the track whose area it is: west or east

    def __str__(self) -> str:
        return self.name or self.id


@dataclass(frozen=True, slots=True)
class Zone:
    """A weather zone: its die faces, and what each season adds to a search there."""

    id: str
    name: str
    sea: Sea
    dice: tuple[int, ...]
    search: Mapping[str, int]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Wind:
    """A wind: the sea it blows in, and what each way out of a hex costs under it (9.4)."""

    id: str
    sea: Sea
    first: bool  # it blows at the start (3.0)
    rose: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Port:
    """A port with its patrol zone."""

    id: str
    name: str
    owner: str  # at the start
    hex: str
    zone_hex: str
    major: bool
    ordinary: bool
    repair: int
    defence: int  # 0 where none is printed
    winds: tuple[str, ...]
    sea: Sea
    zone: str
    raid: str  # the side that may raid it, or nothing
    invade: str
    enterable: bool
    display: bool  # ships there lie hidden in a box (11.2)
    relocate: tuple[str, ...]  # where damaged ships of a British block there go (6.9.3)
    latitude: int
    longitude: int

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class ShipCounter:
    """A ship of the line as printed, both sides of its counter."""

    id: str
    name: str
    nation: str
    guns: int
    attack: int
    defence: int
    attack_damaged: int
    defence_damaged: int
    sunk: int  # victory points for the enemy
    taken: int
    code: str
    place: str  # what the code means
    status: ShipStatus
    turn: int  # when a later one comes, else 0
    trafalgar: bool

    @property
    def slug(self) -> str:
        """The name that players write, without the letter of the nation."""
        return self.id[2:]

    @property
    def side(self) -> str:
        """The seat whose navy built it."""
        return SIDE_OF[self.nation]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class AdmiralCounter:
    """An admiral as printed."""

    id: str
    name: str
    nation: str
    kind: str  # fleet, squadron or generic
    seniority: int  # the lower outranks
    seamanship: int
    command: int
    command_vs_nelson: int
    ability: str
    code: str  # empty for one who is set aside, or comes later
    place: str
    turn: int
    replaces: tuple[str, ...]
    trafalgar: bool

    @property
    def side(self) -> str:
        """The seat that commands them."""
        return SIDE_OF[self.nation]

    @property
    def generic(self) -> bool:
        """Tells if it is the nation's admiral without a name (8.4)."""
        return self.kind == "generic"

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class BlockCounter:
    """A wooden block with the label on its hidden face."""

    id: str
    name: str
    side: str
    kind: BlockKind
    start: str  # a port, or nothing
    part: str

    @property
    def convoy(self) -> bool:
        """Tells if it is an expedition, the transport or the gold (17.3)."""
        return self.kind in (BlockKind.EXPEDITION, BlockKind.TRANSPORT, BlockKind.GOLD)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of ten days."""

    number: int
    label: str
    season: str
    provisions: int
    ensign: bool
    hurricane: bool
    automatic: str

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True)
class Chit:
    """A kind of activation chit and how many of it the cup holds."""

    id: str
    kind: ChitKind
    sea: str
    wind: str
    side: str
    hexes: int
    where: str
    count: int


@dataclass(frozen=True, slots=True)
class Box:
    """A box of a transit track."""

    id: str
    track: str
    number: int
    entry: str  # the side that enters the track here
    zone_die: int
    fast: int  # this or more arrives early; 0 where nothing is rolled
    arrival: bool


@dataclass(frozen=True, slots=True)
class Destination:
    """A marker of the Grand Conseil."""

    id: str
    name: str
    place: str  # a port, or a hex
    asterisk: bool

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class AdmiraltyEvent:
    """An Admiralty Event: what is asked where, and what its failure costs."""

    id: str
    name: str
    kind: str
    place: str
    points: int
    full_term: bool
    special: bool

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class RandomEvent:
    """A row of the random events."""

    id: str
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Objectives:
    """A side's objective areas and the values laid on them by chance (21)."""

    areas: tuple[str, ...]
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Station:
    """A frigate's place at the start, if its owner says nothing (3.0)."""

    port: str
    part: str


@dataclass(frozen=True, slots=True)
class Tactic:
    """A combat tactic, and who may order it (17.6)."""

    id: str
    name: str
    gauge: str  # windward, leeward or both

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the matrix: the type of battle, and the notes of 18.4 that hold there."""

    type: BattleType
    notes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TypeOfBattle:
    """A type of battle with its effects (17.8.1 to 17.8.6)."""

    id: BattleType
    name: str
    dice: Mapping[str, int]  # bonus dice of windward and of leeward
    from_round: int
    halved: bool
    command: Mapping[str, int]  # what it takes off windward's and leeward's rating for the rest of the battle

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Numbers:
    """Single figures of the rules, by the names they have in the data."""

    ships: int
    blocks: int
    last_turn: int
    wind_mp: int
    leave_zone_mp: int
    straits_mp: int
    search_mp: int
    search_needs: int
    inshore_damage_times: int
    hurricane_turns: int
    squadron_limit: int
    firebrand_ships: int
    gold_escort: int
    fog_on_sortie: int
    fog_on_bonus: int
    fog_on_track: int
    wreck_roll: int
    capture_roll: int
    nelson_fate: int
    firing_dice: int
    full_sail_dice: int
    anchor_dice: int
    anchor_command: int
    convoy_gauge: int
    admiral_killed_at_most: int
    raid_inshore_dice: int
    raid_loose_dice: int
    raid_hex_dice: int
    raid_hex_defence: int
    invasion_dice: int
    channel_dice: int
    channel_needs: int
    channel_last_turn: int
    alexandria_dice: int
    expedition_cost: int
    expedition_cost_bantry: int
    west_indies_crews: int
    event_turns: int
    event_last_turn: int
    sick_turns: int
    privateer_turns: int
    canada_turns: int
    fever_ends: int
    directive_points: int
    algiers_points: int
    barbary_needs: int
    portugal_ships: int
    convoy_ships: int
    west_indies_raids_pitt: int
    west_indies_raids_directive: int
    frigates_mediterranean: int
    trafalgar_ships: int
    trafalgar_needs: int
    trafalgar_frigates: int
    search_inshore: int
    search_loose: int
    search_off: int
    search_narrows: int
    search_far: int
    search_track: int
    search_convoy: int
    search_weather: int
    search_weather_most: int
    admiral_safe: int
    admiral_pell_mell: int
    admiral_wrecked: int
