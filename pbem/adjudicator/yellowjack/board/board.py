"""The board: everything that is printed, and nothing that changes. Rules read it; the position refers to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pbem.adjudicator.board.drafting import frozen, lay_out, refuse
from pbem.adjudicator.board.edition import Overlay
from pbem.adjudicator.board.figures import Figures
from pbem.adjudicator.board.lookup import OddsTable, PrintedTable
from pbem.adjudicator.yellowjack.board import charts, europe, politics, small_craft, soundness, storms
from pbem.adjudicator.yellowjack.board.charts import EscapeSail, EscapeUnits, Fever, SiegeHits, Storm, Struck, Wear
from pbem.adjudicator.yellowjack.board.draft import Draft, draft
from pbem.adjudicator.yellowjack.board.europe import Europe
from pbem.adjudicator.yellowjack.board.net import Net, net_of
from pbem.adjudicator.yellowjack.board.numbers import Numbers
from pbem.adjudicator.yellowjack.board.pieces import (
    Chit,
    ConvoyCounter,
    FormationCounter,
    Hand,
    LeaderCounter,
    PersonageCounter,
    Scenario,
    SquadronCounter,
    Start,
    UnitCounter,
    YearTurn,
)
from pbem.adjudicator.yellowjack.board.places import (
    CorsairZone,
    Entry,
    LandBox,
    Place,
    Port,
    Space,
    Station,
    Wind,
    WindPhase,
    Zone,
)
from pbem.adjudicator.yellowjack.board.politics import Politics, politics_faults, read_politics
from pbem.adjudicator.yellowjack.board.small_craft import SmallCraft
from pbem.adjudicator.yellowjack.board.storms import Storms
from pbem.base.errors import Fault
from pbem.base.records import dataclass, fields

__all__ = ["Board", "load_board"]

DATA = Path(__file__).parent.parent / "data"
FILES = ("map", "weather", "storms", "forces", "orders", "tables", "numbers", "scenarios", "small_craft", "politics",
         "europe")  # fmt: skip
TURNS_A_YEAR, FIRST_YEAR = 16, 1739
#: Words in the names of Spaces that one is in, not off.
WATERS = ("Gulf", "Golfo", "Passage", "Channel", "Sound", "Lagoon")
#: Sides, contingents and classes as people write them.
PRINTED = {
    "british": "British", "bourbon": "Bourbon", "spanish": "Spanish", "french": "French", "caracas": "Caracas Company",
    "flagship": "Flagship", "sol": "SOL", "sol-d": "SOL(D)", "frigate": "Frigate",
    "rcg-convoy": "The Company's Convoy Order", "british-fleet": "the British Fleet",
    "bourbon-fleet": "the Bourbon Fleet", "jamaica": "Jamaica", "leewards": "the Leewards",
    "carolinas": "the Carolinas", "cartagena": "Cartagena",
}  # fmt: skip
#: What Orders without a chit are called, by how their keys begin; the rest of the key is the piece they are about.
WITHOUT_CHIT = {"rvo": "Rendezvous of", "escort": "Escort of", "transport": "Transport by",
                "withdrawal": "Voyage home of", "voluntary-withdrawal": "Voyage home of"}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Board:
    """The map, the winds, the counters, the chits, the tables and the figures of the rules."""

    nodes: Mapping[str, Place]  # Ports, Spaces and Zones
    ports: Mapping[str, Port]
    spaces: Mapping[str, Space]
    zones: Mapping[str, Zone]
    net: Net
    boxes: Mapping[str, LandBox]
    groups: Mapping[str, tuple[str, ...]]
    stations: Mapping[str, Station]
    corsair_zones: Mapping[str, CorsairZone]
    entries: Mapping[str, Entry]
    winds: Mapping[str, Wind]
    winds_over: Mapping[str, tuple[str, ...]]  # place -> winds that blow over it
    ratings: Mapping[str, int]  # contingent -> Damage Rating (2.123)
    mix: Mapping[str, Mapping[str, int]]  # contingent -> class -> counters
    squadrons: Mapping[str, SquadronCounter]
    formations: Mapping[str, FormationCounter]
    convoys: Mapping[str, ConvoyCounter]
    leaders: Mapping[str, LeaderCounter]
    command_ratings: Mapping[str, int]  # rank -> Command Rating
    units: Mapping[str, UnitCounter]
    personages: Mapping[str, PersonageCounter]
    chits: Mapping[str, Chit]  # each copy by its own id
    turns: tuple[YearTurn, ...]
    scenarios: Mapping[str, Scenario]
    starts: Mapping[str, tuple[Start, ...]]
    hands: tuple[Hand, ...]
    siege: PrintedTable[SiegeHits]
    escape_units: PrintedTable[EscapeUnits]
    escape_sail: PrintedTable[EscapeSail]
    struck: PrintedTable[Struck]
    fire: PrintedTable[tuple[int, ...]]  # DPs at Intensity 1, 2, 3; ask `fire_at`
    strikes: PrintedTable[int]
    attrition: PrintedTable[Wear]
    fever: PrintedTable[Fever]
    repair: PrintedTable[int]
    escalade: OddsTable[Storm]
    storms: Storms
    craft: SmallCraft
    politics: Politics
    europe: Europe
    numbers: Numbers
    figures: Figures
    edition: Overlay | None

    # ---------------------------------------------------------------- the net

    def neighbours(self, place: str) -> tuple[str, ...]:
        """Places one step away, by Lane or into and out of a Sea Zone."""
        return self.net.all_ways[place]

    def by_lane(self, place: str) -> tuple[str, ...]:
        """Places one Lane away."""
        return self.net.lanes[place]

    def course(self, a: str, b: str) -> int:
        """The course from a place to its neighbour, in tenths of a degree."""
        return self.net.courses[a, b]

    def legs(self, a: str, b: str) -> int:
        """Legs between two places (R1.7a); 999 where there is no way."""
        return self.net.legs_from(a).get(b, 999) if a in self.nodes else 999

    def is_port(self, place: str) -> bool:
        """Tells if a place is a Port Space."""
        return place in self.ports

    def is_zone(self, place: str) -> bool:
        """Tells if a place is a Sea Zone."""
        return place in self.zones

    def is_small(self, place: str) -> bool:
        """Tells if a place is a Small Space (R2.2)."""
        return place in self.net.small

    def commands_at(self, place: str, side: str) -> tuple[str, ...]:
        """The Commands of a side that have jurisdiction at a place (1.37)."""
        return self.nodes[place].commands[side]

    def has_harbour(self, port: str, date: int) -> bool:
        """Tells if a Port is a Key Port on a date: dated Harbours come with their Year (R2.4)."""
        held = self.ports[port]
        year = FIRST_YEAR + (date - 1) // TURNS_A_YEAR
        return held.is_key or bool(held.harbour_from and held.harbour_from <= year)

    def fire_at(self, total: int) -> tuple[int, ...]:
        """The DPs of a modified roll of fire at each Intensity; its rows begin at -1 or less (R8.6)."""
        return self.fire[total + 1]

    @property
    def hq(self) -> Mapping[str, str]:
        """The HQ Port of each Station."""
        return {name: station.port for name, station in self.stations.items()}

    def number(self, name: str) -> int:
        """A single figure of the rules by its name."""
        return int(getattr(self.numbers, name))

    def chit(self, key: str) -> Chit | None:
        """The chit of an Order; none for one that has no chit."""
        return self.chits.get(key)

    # ---------------------------------------------------------------- winds, calendar

    def phase_of(self, wind: str, turn: int) -> WindPhase:
        """The phase of a wind in a Turn of the Year, 1 to 16."""
        return next(phase for phase in self.winds[wind].phases if turn in phase.turns)

    def turn_name(self, turn: int) -> str:
        """The name of a Turn of the Year, such as October-November."""
        return self.turns[turn - 1].name

    def season(self, turn: int) -> str:
        """The season of a Turn of the Year."""
        return self.turns[turn - 1].quarter

    def starts_of(self, section: str, scenario: str) -> tuple[Start, ...]:
        """Everything of one kind that a scenario sets up, or the scenario whose pieces it begins with."""
        set_up = self.scenarios[scenario].set_up
        return tuple(one for one in self.starts[section] if one.scenario == set_up)

    # ---------------------------------------------------------------- names

    def label(self, name: str) -> str:
        """The name of a piece, chit, place, side, contingent or class; the word as it is for others."""
        if name in PRINTED:
            return PRINTED[name]
        shelves: tuple[Mapping[str, Any], ...] = (
            self.nodes, self.formations, self.squadrons, self.convoys, self.leaders, self.units, self.personages,
            self.chits, self.boxes, self.craft.counters, self.corsair_zones,
        )  # fmt: skip
        for shelf in shelves:
            if name in shelf:
                return str(shelf[name].name)
        sort = next((each for each in WITHOUT_CHIT if name.startswith(f"{each}-")), "")
        return f"{WITHOUT_CHIT[sort]} {self.label(name.removeprefix(f'{sort}-'))}" if sort else name

    def whereabouts(self, place: str) -> str:
        """A place as a sentence has it: in a Sea Zone, off a Port or Cape, off the mouth of a river."""
        name = self.place_name(place)
        if place in self.zones:
            return f"in the {name} Zone"
        if place in self.spaces and name[0].islower():
            return f"off the {name}" if name.startswith("mouth") else name
        if place in self.spaces and any(word in name for word in WATERS):
            return f"in the {name}"
        return f"off {name}"

    def place_name(self, place: str) -> str:
        """The name of a place; a numbered Space with its number."""
        space = self.spaces.get(place)
        return f"{space.name} ({place})" if space and space.number else self.label(place)


@lru_cache(maxsize=8)
def load_board(edition: bytes | None = None, file: str = "") -> Board:
    """The board of the shipped data, or of these data with an edition's figures; BadInput with every fault."""
    return lay_out("yellowjack", (DATA, FILES), None if edition is None else (edition, file), build)


def build(figures: Figures, overlay: Overlay | None, faults: list[Fault]) -> Board:
    """Reads, checks together, joins; the faults of all three at once."""
    sections = (*charts.SECTIONS, *storms.SECTIONS, *small_craft.SECTIONS, *politics.SECTIONS, *europe.SECTIONS)
    it = draft(figures, faults, sections)
    charts.read_charts(it)
    skies = storms.read_storms(it)
    overseas = europe.read_europe(it)
    it.read_numbers(Numbers)
    it.faults += soundness.faults_of(it)
    it.faults += storms.storm_faults(it, skies)
    craft = small_craft.small_craft(it)
    it.faults += small_craft.craft_faults(it, craft)
    at_war = read_politics(it)
    it.faults += politics_faults(it, at_war)
    it.faults += europe.europe_faults(it, overseas)
    refuse(it.faults, overlay)
    made: dict[str, Any] = {
        "nodes": MappingProxyType({**it.ports, **it.spaces, **it.zones}),
        "net": net_of({**it.ports, **it.spaces, **it.zones}, it.ways, small_spaces(it)),
        "winds_over": winds_over(it), "storms": skies, "craft": craft, "politics": at_war, "europe": overseas,
        "numbers": Numbers(**it.numbers), "figures": figures, "edition": overlay,
        "escalade": it.found["escalade"], **{name: it.tables[name] for name in charts.ROLLED},
    }  # fmt: skip
    drafted = {each.name for each in fields(Draft)}
    rest = {each.name: frozen(getattr(it, each.name)) for each in fields(Board)
            if each.name in drafted and each.name not in made}  # fmt: skip
    return Board(**made, **rest)


def small_spaces(it: Draft) -> list[str]:
    """The Small Spaces of the map."""
    return [space.id for space in it.spaces.values() if space.size == "small"]


def winds_over(it: Draft) -> Mapping[str, tuple[str, ...]]:
    """Which winds blow over each place."""
    places: dict[str, list[str]] = {}
    for wind in it.winds.values():
        for place in wind.affects:
            places.setdefault(place, []).append(wind.id)
    return MappingProxyType({place: tuple(names) for place, names in places.items()})
