"""The board: everything that is printed, and nothing that changes. Rules read it; the position refers to it.

`load_board()` gives the shipped data; with an edition file, those data with the edition's figures over them. Either
way the whole is checked before anybody plays on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from pbem.adjudicator.board.die_checks import DieCheck
from pbem.adjudicator.board.drafting import joined, lay_out, refuse
from pbem.adjudicator.board.edition import Overlay
from pbem.adjudicator.board.figures import Figures
from pbem.adjudicator.board.hex_map import letter_of, ways_over
from pbem.adjudicator.board.lookup import PrintedTable
from pbem.adjudicator.board.naming import named, nearest
from pbem.adjudicator.jenkins.board import pieces, soundness
from pbem.adjudicator.jenkins.board.counters import read_counters
from pbem.adjudicator.jenkins.board.draft import Draft, draft
from pbem.base.errors import Fault, Kind, bad
from pbem.base.records import dataclass
from pbem.geometry.hexes import Grid

DATA = Path(__file__).parent.parent / "data"
FILES = ("map", "seaports", "tables", "counters", "scenario")
NOWHERE: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Board:
    """The map, the counters, the tables and the figures of the rules."""

    grid: Grid
    terrain_kinds: Mapping[str, pieces.TerrainKind]  # hex -> what its letter means
    naval_ways: Mapping[str, tuple[str, ...]]
    land_ways: Mapping[str, tuple[str, ...]]
    seaports: Mapping[str, pieces.Seaport]
    seaport_at: Mapping[str, pieces.Seaport]  # by hex
    counters: Mapping[str, pieces.Counter]  # English, Spanish, administrative, in the order they are listed
    setup: tuple[pieces.SetupPlace, ...]
    funds: pieces.Funds
    storm_location: PrintedTable[pieces.StormPlaces]
    fortunes_of_war: PrintedTable[pieces.Fortune]
    perilous_sea: PrintedTable[pieces.Peril]
    austrian_succession: PrintedTable[pieces.Succession]
    disease: PrintedTable[int]
    modifiers: Mapping[str, pieces.TableModifier]
    checks: Mapping[str, DieCheck]
    numbers: pieces.Numbers
    to_spain: str  # the hex where the San Isidro comes in (11.9)
    figures: Figures
    edition: Overlay | None

    def terrain(self, hex_: str) -> str:
        """The letter of a hex: S and C of the Caribbean, P and K of the Great South Sea, L all land."""
        return self.terrain_kinds[hex_].letter

    def ocean(self, hex_: str) -> pieces.Ocean:
        """The water that a hex lies on."""
        return self.terrain_kinds[hex_].ocean

    def is_water_hex(self, hex_: str) -> bool:
        """Tells if naval counters may be there: sea or coast (4.0)."""
        return self.terrain_kinds[hex_].naval

    def is_land_hex(self, hex_: str) -> bool:
        """Tells if land counters may be there ashore: land or coast (4.0)."""
        return self.terrain_kinds[hex_].land

    def is_coastal(self, hex_: str) -> bool:
        """Tells if both naval and land counters may be there."""
        return self.is_water_hex(hex_) and self.is_land_hex(hex_)

    def is_pacific(self, hex_: str) -> bool:
        """Tells if the hex lies on the Great South Sea side (3.5, 7.4)."""
        return self.ocean(hex_) is pieces.Ocean.PACIFIC

    def sea_hexes(self, ocean: str) -> tuple[str, ...]:
        """The all-sea hexes of an ocean, 'caribbean' or 'pacific', in order of their numbers (7.4)."""
        return tuple(h for h, kind in self.terrain_kinds.items() if kind.ocean == ocean and not kind.land)

    def naval_neighbours(self, hex_: str) -> tuple[str, ...]:
        """Lists the hexes a naval counter can go to, clockwise from north (7.1)."""
        return self.naval_ways.get(hex_, NOWHERE)

    def land_neighbours(self, hex_: str) -> tuple[str, ...]:
        """Lists the hexes a land counter can go to on foot, clockwise from north (7.1)."""
        return self.land_ways.get(hex_, NOWHERE)

    def side_counters(self, side: str) -> tuple[pieces.Counter, ...]:
        """All counters of a side, in the order they are listed."""
        return tuple(counter for counter in self.counters.values() if counter.side == side)

    def find_seaport(self, text: str) -> pieces.Seaport:
        """The seaport a player means: its id, its name or its hex."""
        found = self.seaport_at.get(text) or named(text, self.seaports)
        if found is None:
            raise bad(f"'{text}' is no seaport", hint=nearest(text, self.seaports), kind=Kind.UNKNOWN)
        return found

    def hex_named(self, text: str) -> str:
        """The hex a player means, by its number or by the seaport in it; empty if there is none."""
        if text in self.terrain_kinds:
            return text
        port = named(text, self.seaports)
        return port.hex if port else ""


@lru_cache(maxsize=8)
def load_board(edition: bytes | None = None, file: str = "") -> Board:
    """The board of the shipped data, or of these data with an edition's figures; BadInput with every fault."""
    return lay_out("jenkins", (DATA, FILES), None if edition is None else (edition, file), build)


def build(figures: Figures, overlay: Overlay | None, faults: list[Fault]) -> Board:
    """Read, check together, join; the faults of all three at once."""
    it = draft(figures, faults)
    read_counters(it)
    naval, land = ways(it, afloat=True), ways(it, afloat=False)
    it.faults += soundness.faults_of(it, lambda hex_: naval.get(hex_, NOWHERE))
    it.refuse_others()
    refuse(it.faults, overlay)
    return joined(
        Board, it, terrain_kinds={hex_: it.legend[letter_of(it, hex_)] for hex_ in it.grid.hexes},
        naval_ways=naval, land_ways=land, seaport_at={port.hex: port for port in it.seaports.values()},
        setup=tuple(it.setup.values()), funds=funds_of(it), numbers=pieces.Numbers(**it.numbers),
        to_spain=it.places[soundness.TO_SPAIN], edition=overlay,
    )  # fmt: skip


def funds_of(it: Draft) -> pieces.Funds:
    """The war funds of both sides together."""
    start = {side: it.funds[side][0] for side in pieces.SIDES}
    per_turn = {side: it.funds[side][1] for side in pieces.SIDES}
    return pieces.Funds(MappingProxyType(start), MappingProxyType(per_turn), it.numbers["war_funds_maximum"])


def ways(it: Draft, *, afloat: bool) -> dict[str, tuple[str, ...]]:
    """From each hex the neighbours that ships, or troops on foot, can go to; the two oceans never meet."""
    kinds = ((hex_, it.legend.get(letter_of(it, hex_))) for hex_ in it.grid.hexes)
    open_ = {hex_: kind.ocean if afloat else None for hex_, kind in kinds
             if kind and (kind.naval if afloat else kind.land)}  # fmt: skip
    return ways_over(it.grid, open_, it.ids("naval_blocked" if afloat else "land_blocked"))
