"""The board: everything that is printed, and nothing that changes. Rules read it; the position refers to it.

`load_board()` gives the shipped data; with an edition file, those data with the edition's figures over them. Either
way the whole is checked before anybody plays on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from pbem.adjudicator.board.drafting import lay_out, refuse
from pbem.adjudicator.board.edition import Overlay
from pbem.adjudicator.board.figures import Figures
from pbem.adjudicator.board.lookup import PrintedTable
from pbem.adjudicator.glory.board import gunnery, soundness, year
from pbem.adjudicator.glory.board.draft import Draft, draft
from pbem.adjudicator.glory.board.pieces import (
    NO_SHIPS,
    SIDES,
    STRAITS,
    WAYS,
    WESTERN_AREA,
    AdmiralCounter,
    AdmiraltyEvent,
    BattleType,
    BlockCounter,
    Box,
    Cell,
    Chit,
    Destination,
    Hex,
    Numbers,
    Objectives,
    Port,
    RandomEvent,
    Sea,
    Sheet,
    ShipCounter,
    Station,
    Tactic,
    Turn,
    TypeOfBattle,
    WeatherKind,
    Wind,
    Zone,
)
from pbem.adjudicator.glory.board.trafalgar import Trafalgar
from pbem.base.errors import Fault
from pbem.base.records import dataclass
from pbem.geometry.hexes import Grid, hexside, steps

__all__ = ["Board", "data_hash", "load_board"]

DATA = Path(__file__).parent.parent / "data"
FILES = ("map", "ports", "ships", "tables", "campaign", "trafalgar", "numbers")
NOWHERE: tuple[tuple[str, str], ...] = ()
Kept = TypeVar("Kept")


@dataclass(frozen=True, eq=False)
class Board:
    """The map, the counters, the tables and the figures of the rules."""

    grid: Grid  # of the sheet of Europe
    rows: Mapping[str, str]  # its letters, row by row
    hexes: Mapping[str, Hex]
    ways: Mapping[str, tuple[tuple[str, str], ...]]  # hex -> (way, hex), clockwise from north
    zones: Mapping[str, Zone]
    winds: Mapping[str, Wind]
    ports: Mapping[str, Port]
    ports_at: Mapping[str, tuple[str, ...]]  # hex of a patrol zone -> its ports
    ships: Mapping[str, ShipCounter]
    admirals: Mapping[str, AdmiralCounter]
    blocks: Mapping[str, BlockCounter]
    stations: tuple[Station, ...]
    box_admiral: str
    turns: tuple[Turn, ...]
    chits: Mapping[str, Chit]
    manpower: Mapping[str, tuple[tuple[str, int], ...]]
    tracks: Mapping[str, tuple[Box, ...]]
    expedition: Mapping[str, tuple[str, ...]]
    ready_ports: Mapping[str, tuple[str, ...]]
    crew_ports: tuple[str, ...]
    arrivals: Mapping[str, tuple[str, ...]]  # track -> where British blocks with the numbers 1 to 4 come off
    objectives: Mapping[str, Objectives]
    directives: Mapping[str, str]
    conseil: Mapping[str, Destination]
    admiralty: Mapping[str, AdmiraltyEvent]
    provisions: Mapping[str, int]
    american_war: Mapping[str, str]
    trafalgar: Trafalgar
    firepower: PrintedTable[tuple[int, ...]]
    weather_kinds: PrintedTable[WeatherKind]
    day_of_battle: PrintedTable[int]
    random_events: PrintedTable[RandomEvent]
    columns: tuple[tuple[str, int, int], ...]
    excess_bands: tuple[tuple[int, int], ...]
    severity: Mapping[str, Mapping[str, int]]
    day_seasons: Mapping[str, int]
    tactics: Mapping[str, Tactic]
    matrix: Mapping[tuple[str, str], Mapping[tuple[str, str], Cell]]
    battle_types: Mapping[BattleType, TypeOfBattle]
    fate_dice: Mapping[str, Mapping[str, int]]
    numbers: Numbers
    figures: Figures
    edition: Overlay | None

    @property
    def roses(self) -> dict[str, Mapping[str, int]]:
        """Each wind's cost of the six ways out of a hex (9.4)."""
        return {wind.id: wind.rose for wind in self.winds.values()}

    def neighbours(self, hex_: str) -> tuple[tuple[str, str], ...]:
        """The ways out of a hex and the hexes they lead to, clockwise from north; closed hexsides are left out."""
        return self.ways.get(hex_, NOWHERE)

    def step_cost(self, here: str, there: str, winds: Mapping[str, str]) -> int:
        """Counts the points of a step between neighbours under the winds of the seas (9.4, 9.5)."""
        if STRAITS in (here, there):
            return self.numbers.straits_mp
        rose = self.winds[winds[self.hexes[there].sea]].rose
        return min(rose[way] for way, hex_ in self.ways[here] if hex_ == there)

    def zone_ports(self, hex_: str) -> tuple[str, ...]:
        """The ports whose patrol zone lies in a hex."""
        return self.ports_at.get(hex_, ())

    def column(self, number: int) -> int:
        """The column of a number of points or ships, from 0; beyond the last the last (18.2)."""
        return next((at for at, (_, _, last) in enumerate(self.columns) if number <= last), len(self.columns) - 1)

    def losses(self, roll: int, number: int) -> int:
        """Reads the one table of fire, weather and fate: nothing for a number or a roll below 1 (6.9, 18.2)."""
        return self.firepower[roll][self.column(number)] if number > 0 and roll > 0 else 0

    def excess(self, firepower: int) -> int:
        """Returns the addition to the dice for firepower above the last column (18.2)."""
        return max((add for above, add in self.excess_bands if firepower >= above), default=0)

    def points(self, firepower: int, roll: int) -> int:
        """The points that a fleet's fire inflicts (18.2); the dice have their modifiers already."""
        return self.losses(roll, firepower)

    def range_of(self, number: int) -> str:
        """The range that the enemy hears for a number: the heading of its column, empty for none (13.5)."""
        return self.columns[self.column(number)][0] if number > 0 else NO_SHIPS

    def range_ends(self, told: str) -> tuple[int, int]:
        """The least and the most that a told range may stand for."""
        return next(((first, last) for name, first, last in self.columns if name == told), (0, 0))

    def turn(self, number: int) -> Turn:
        """A turn by its number on the track."""
        return self.turns[number - 1]

    def box(self, id_: str) -> Box:
        """A track box by its name: west-3."""
        track, _, number = id_.partition("-")
        return self.tracks[track][int(number) - 1]

    def sea_hexes(self, sea: str) -> tuple[str, ...]:
        """The hexes of a sea area, in order."""
        return tuple(hex_ for hex_, found in self.hexes.items() if found.sea == sea)

    def place_name(self, place: str) -> str:
        """A port's name, or a hex's with its number."""
        if place in self.ports:
            return self.ports[place].name
        found = self.hexes.get(place)
        return f"{found.name} ({place})" if found and found.name else place


@lru_cache(maxsize=8)
def load_board(edition: bytes | None = None, file: str = "") -> Board:
    """The board of the shipped data, or of these data with an edition's figures; BadInput with every fault."""
    return lay_out("glory", (DATA, FILES), None if edition is None else (edition, file), build)


def data_hash(board: Board) -> str:
    """Returns the SHA-256 over every value of the data as played, from any source."""
    return board.figures.digest()


def build(figures: Figures, overlay: Overlay | None, faults: list[Fault]) -> Board:
    """Reads, checks together, joins; the faults of all three at once."""
    it = draft(figures, faults, year.SECTIONS + gunnery.SECTIONS)
    year.read_year(it)
    gunnery.read_gunnery(it)
    ways = ways_of(it)
    it.faults += soundness.faults_of(it, ways)
    refuse(it.faults, overlay)
    return Board(**map_parts(it, ways), **year_parts(it), **battle_parts(it), figures=figures, edition=overlay)


def kept(found: Mapping[str, Kept]) -> Mapping[str, Kept]:
    """A mapping that nobody can change."""
    return MappingProxyType(dict(found))


def map_parts(it: Draft, ways: dict[str, tuple[tuple[str, str], ...]]) -> dict[str, Any]:
    """The map and the counters."""
    at: dict[str, tuple[str, ...]] = {}
    for port in it.ports.values():
        at[port.zone_hex] = (*at.get(port.zone_hex, ()), port.id)
    return {
        "grid": it.grid, "rows": kept(it.rows), "hexes": kept(it.hexes), "ways": kept(ways), "zones": kept(it.zones),
        "winds": kept(it.winds), "ports": kept(it.ports), "ports_at": kept(at), "ships": kept(it.ships),
        "admirals": kept(it.admirals), "blocks": kept(it.blocks), "stations": it.stations,
        "box_admiral": it.box_admiral, "numbers": Numbers(**it.numbers),
    }  # fmt: skip


def year_parts(it: Draft) -> dict[str, Any]:
    """The calendar, the cup, the tracks and what is worth points."""
    found = it.year
    tables = ("chits", "manpower", "tracks", "expedition", "ready_ports", "arrivals", "objectives", "directives",
              "conseil", "admiralty", "provisions", "american_war")  # fmt: skip
    return {name: kept(found[name]) for name in tables} | {
        "turns": found["turns"], "crew_ports": found["crew_ports"][SIDES[0]], "trafalgar": found["trafalgar"],
    }  # fmt: skip


def battle_parts(it: Draft) -> dict[str, Any]:
    """The tables of weather and battle."""
    found = it.battle
    return {name: it.tables[name] for name in gunnery.TABLES} | {
        "columns": found["columns"], "excess_bands": found["excess"], "severity": kept(found["severity"]),
        "day_seasons": kept(found["day_seasons"]), "tactics": kept(found["tactics"]), "matrix": kept(found["matrix"]),
        "battle_types": kept(found["types"]), "fate_dice": kept(found["fate"]),
    }  # fmt: skip


def ways_of(it: Draft) -> dict[str, tuple[tuple[str, str], ...]]:
    """From each hex the ways to the open hexes around it; the two sheets never meet."""
    at = {(hex_.sheet, hex_.column, hex_.row): hex_.id for hex_ in it.hexes.values() if hex_.id != WESTERN_AREA}
    closed = it.ids("closed") | it.ids("indies_closed")
    return {hex_.id: tuple(ways_from(it, hex_, at, closed)) for hex_ in it.hexes.values()}


def ways_from(
    it: Draft, hex_: Hex, at: Mapping[tuple[Sheet, int, int], str], closed: frozenset[str]
) -> Iterator[tuple[str, str]]:
    """The ways out of one hex, clockwise from north; from the western edge one may leave for the Indies (12.1)."""
    if hex_.id == WESTERN_AREA:
        return
    for way, (across, down) in zip(WAYS, steps(hex_.column), strict=True):
        other = at.get((hex_.sheet, hex_.column + across, hex_.row + down))
        if other and hexside(hex_.id, other) not in closed:
            yield way, other
        elif way in ("SW", "NW") and hex_.id in it.ids("western_area"):
            yield way, WESTERN_AREA


def blowing(board: Board) -> dict[str, str]:
    """The winds that blow at the start, by sea (3.0)."""
    return {sea.value: next(wind.id for wind in board.winds.values() if wind.sea is sea and wind.first) for sea in Sea}
