"""The board: everything that is printed, and nothing that changes. Rules read it; the position refers to it.

Where ships can go is worked out for any map of squares (board/square_map): all-sea and coastal squares (16.7), one
movement point a step (16.4), closed borders and corners between two lands (16.5), passages besides.

`load_board()` gives the shipped data; with an edition file, those data with the edition's figures over them. Either
way the whole is checked before anybody plays on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from pathlib import Path

from pbem.adjudicator.board.die_checks import DieCheck
from pbem.adjudicator.board.drafting import joined, lay_out, refuse
from pbem.adjudicator.board.edition import Overlay
from pbem.adjudicator.board.figures import Figures
from pbem.adjudicator.board.lookup import PrintedTable
from pbem.adjudicator.board.naming import fold, names_of
from pbem.adjudicator.board.square_map import NOWHERE, SquareMap, by_ends, ways_over
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.lions.board import pieces, soundness
from pbem.adjudicator.lions.board.cards import Draft
from pbem.adjudicator.lions.board.terms import HOME_PORTS, TREASURE_PORTS, LandKind, PortKind
from pbem.base.errors import Fault
from pbem.base.records import dataclass, field
from pbem.geometry.squares import column_of, row_of, square_id

DATA = Path(__file__).parent.parent / "data"
FILES = ("map", "ports", "tables", "counters", "markers", "cards", "numbers")
@dataclass(frozen=True, eq=False, kw_only=True)
class Board(SquareMap):
    """The map, the counters, the cards, the tables and the figures of the rules."""

    terrain_kinds: Mapping[str, pieces.TerrainKind]
    crossing: pieces.Crossing
    bands: Mapping[str, pieces.Band]
    meridians: Mapping[str, pieces.Meridians]  # west and east of the line where columns change their width
    ports: Mapping[str, pieces.Port]
    port_at: Mapping[str, pieces.Port]  # by square
    port_called: Mapping[str, pieces.Port]  # by all that players may call it, folded
    treasure_fleets: Mapping[str, pieces.TreasureFleet]
    classes: Mapping[str, pieces.ShipClass]
    ships: Mapping[str, pieces.Ship]  # nation by nation, class by class
    leaders: Mapping[str, pieces.Leader]
    land: tuple[pieces.LandCounters, ...]
    fleet_markers: Mapping[str, int]
    marker_types: Mapping[str, pieces.MarkerType]
    markers: Mapping[str, pieces.Marker]
    powers: Mapping[str, pieces.Power]
    orders: Mapping[str, tuple[str, ...]]
    player_numbers: Mapping[int, pieces.PlayerNumber]
    deployments: tuple[pieces.Deployment, ...]
    abilities: Mapping[str, pieces.Ability]
    special_victories: Mapping[str, pieces.SpecialVictory]
    victory_points: Mapping[str, int]
    nautical_incident: PrintedTable[pieces.Incident]
    mutiny: PrintedTable[pieces.Mutiny]
    plunder: PrintedTable[pieces.Plunder]
    pirates: PrintedTable[pieces.PirateRow]
    crossing_row: PrintedTable[pieces.Drift]
    expenditure: Mapping[str, pieces.Expense]
    operations: Mapping[str, int]
    checks: Mapping[str, DieCheck]
    switches: Mapping[str, pieces.Switch]
    numbers: pieces.Numbers
    figures: Figures
    edition: Overlay | None
    ranks: Mapping[str, int]  # of each counter in the board's order: ships, treasure fleets, leaders, markers
    _navies: dict[str, tuple[pieces.Ship, ...]] = field(default_factory=dict, repr=False)

    @rule("2.14", "Dice")
    def dice(self, number: int = 1) -> str:
        """So many dice, as PROTOCOL 3.7 writes them."""
        return f"{number}d{self.numbers.die_sides}"

    def terrain(self, square: str) -> str:
        """The letter of a square: S sea, C coast, T terra incognita, L land, X the Horn."""
        return self.terrain_kinds[square].letter

    def is_coastal(self, square: str) -> bool:
        """Tells if land counters may go aboard and ashore there (16.7, 19.7)."""
        return self.terrain_kinds[square].coast

    def is_terra_incognita(self, square: str) -> bool:
        """Tells if a colony may be founded there (24.1); with a colony's marker it no longer counts as one."""
        return self.terrain_kinds[square].terra_incognita

    def can_cross_from(self, square: str) -> bool:
        """Tells if a circumnavigation may start in a square (16.10)."""
        return bool(self.grid.behind(square)) and self.is_afloat(square)

    def landfall(self, square: str, south: int) -> str:
        """Returns the square where a crossing arrives, so many rows further south, or north if negative.

        A row off the end of what can be entered is the last that can be (16.10); land on the way there is passed over.
        """
        column = column_of(self.grid.behind(square))
        rows = [row for row in self.crossing.rows if self.is_afloat(square_id(column, row))]
        wanted = row_of(square) + south
        onward = [row for row in rows if (row >= wanted if south >= 0 else row <= wanted)]
        near = min(onward or rows, key=lambda row: abs(row - wanted))
        return square_id(column, near)

    def home_ports(self, power: str) -> tuple[pieces.Port, ...]:
        """A power's home ports, in the order they are listed."""
        return tuple(port for port in self.ports.values() if port.nation == power)

    def ports_of(self, *kinds: PortKind) -> tuple[pieces.Port, ...]:
        """All ports of some kinds, in the order they are listed."""
        return tuple(port for port in self.ports.values() if port.kind in kinds)

    def treasure_fleet_of(self, port: str) -> pieces.TreasureFleet | None:
        """The treasure fleet that starts in a port (23.1)."""
        return next((fleet for fleet in self.treasure_fleets.values() if fleet.port == port), None)

    def ships_of(self, nation: str) -> tuple[pieces.Ship, ...]:
        """All ship counters of a nation, first-rates first."""
        if nation not in self._navies:
            self._navies[nation] = tuple(ship for ship in self.ships.values() if ship.nation == nation)
        return self._navies[nation]

    def leaders_of(self, nation: str) -> tuple[pieces.Leader, ...]:
        """All leaders of a nation, in the order they are listed."""
        return tuple(leader for leader in self.leaders.values() if leader.nation == nation)

    def land_points(self, nation: str, kind: LandKind) -> int:
        """Sums the points of a kind on a nation's land counters (2.7)."""
        return sum(c.front * c.count for c in self.land if (c.nation, c.kind) == (nation, kind))

    def wins_by(self, power: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Returns the ids of ports a special victory requires, and of those it counts so many of."""
        victory = self.special_victories[power]
        return tuple(self.listed(power, victory.required)), tuple(self.listed(power, victory.of))

    def listed(self, power: str, names: tuple[str, ...]) -> Iterator[str]:
        """Ports by their ids, with 'home_ports' and 'treasure_ports' written out."""
        every = {
            HOME_PORTS: self.home_ports(power), TREASURE_PORTS: self.ports_of(PortKind.TREASURE),
        }  # fmt: skip
        for name in names:
            yield from (port.id for port in every[name]) if name in every else (name,)

    @rule("2.1", "The map")
    def square_named(self, text: str) -> str:
        """The square a player means, by its own name or by the port in it; empty if there is none."""
        square = text.upper()
        if square in self.grid:
            return square
        port = self.ports.get(text) or self.port_called.get(fold(text))
        return port.square if port else ""


@lru_cache(maxsize=8)
def load_board(edition: bytes | None = None, file: str = "") -> Board:
    """The board of the shipped data, or of these data with an edition's figures; BadInput with every fault."""
    return lay_out("lions", (DATA, FILES), None if edition is None else (edition, file), build)


def build(figures: Figures, overlay: Overlay | None, faults: list[Fault]) -> Board:
    """Read, check together, join; the faults of all three at once."""
    it = Draft(figures, faults)
    it.read_map()
    it.read_counters()
    it.read_parts()
    ways = ways_over(it.grid, frozenset(filter(it.afloat, it.grid.squares)), it.ids("closed"))
    passages = by_ends(it.passages.values())

    def near(square: str) -> Iterator[str]:
        return chain(ways.get(square, NOWHERE), (other for other, _ in passages.get(square, ())))

    it.faults += soundness.faults_of(it, near)
    it.refuse_others()
    refuse(it.faults, overlay)
    return joined(
        Board, it, terrain_kinds={square: kind for square in it.grid.squares if (kind := it.terrain(square))},
        ways=ways, passages=passages, crossing=it.crossings[soundness.CROSSING],
        port_at={port.square: port for port in it.ports.values()}, land=tuple(it.land.values()),
        port_called=names_of(it.ports), ranks={name: rank for rank, name in enumerate(
            chain(it.ships, it.treasure_fleets, it.leaders, it.markers))},
        player_numbers={int(players): number for players, number in it.player_numbers.items()},
        deployments=tuple(it.deployments.values()), numbers=pieces.Numbers(**it.numbers), edition=overlay,
    )  # fmt: skip
