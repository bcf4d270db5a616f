"""The board: everything that is printed, and nothing that changes. Rules read it; the position refers to it.

`load_board()` gives the shipped data; with an edition file, those data with the edition's figures over them. Either
way the whole is checked before anybody plays on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pbem.adjudicator.board.drafting import lay_out, refuse
from pbem.adjudicator.board.edition import Overlay
from pbem.adjudicator.board.figures import Figures
from pbem.adjudicator.board.lookup import OddsTable, PrintedTable, SizeTable
from pbem.adjudicator.guerra.board import charts, soundness
from pbem.adjudicator.guerra.board.draft import ANDES, Draft, draft
from pbem.adjudicator.guerra.board.pieces import (
    Activation,
    Area,
    Counter,
    Ejercito,
    Garrison,
    LeaderCounter,
    Levy,
    Numbers,
    Port,
    Result,
    Scenario,
    Sea,
    Stack,
    Tactic,
    Turn,
)
from pbem.base.errors import Fault
from pbem.base.records import dataclass

__all__ = ["Board", "data_hash", "load_board"]

DATA = Path(__file__).parent.parent / "data"
FILES = ("map", "ports", "units", "tables", "numbers", "campaign", "scenarios")


@dataclass(frozen=True, eq=False)
class Board:
    """The map, the counters, the tables and the figures of the rules."""

    areas: Mapping[str, Area]
    seas: Mapping[str, Sea]
    long_links: Mapping[str, Mapping[str, int]]  # sea -> sea -> areas that the way off the map counts as
    ports: Mapping[str, Port]
    groups: Mapping[str, tuple[str, ...]]
    units: Mapping[str, Counter]
    leaders: Mapping[str, LeaderCounter]
    ejercitos: Mapping[str, Ejercito]
    turns: tuple[Turn, ...]
    codes: Mapping[str, tuple[str, ...]]
    garrisons: tuple[Garrison, ...]
    hills: tuple[str, ...]  # units that begin in guerrilla mode
    scenarios: Mapping[str, Scenario]
    levies: Mapping[str, Levy]
    stacks: tuple[Stack, ...]
    last_holders: Mapping[str, Mapping[str, str]]
    activation: PrintedTable[Activation]
    tactics: PrintedTable[Tactic]
    hunt: PrintedTable[str]
    spain: PrintedTable[int]
    transports: PrintedTable[str]
    raid: PrintedTable[int]
    port_fall: PrintedTable[str]
    leader_loss: PrintedTable[str]
    combat: OddsTable[Result]
    siege: OddsTable[Result]
    attrition: SizeTable
    numbers: Numbers
    figures: Figures
    edition: Overlay | None

    def group(self, name: str) -> tuple[str, ...]:
        """A list of areas that a rule names."""
        return self.groups[name]

    def borders(self, a: str, b: str) -> bool:
        """Tells if two areas share a border (1.1)."""
        return b in self.areas[a].borders

    def andes(self, a: str, b: str) -> bool:
        """Tells if the Andes run between two areas (1.1.3)."""
        return self.areas[a].borders.get(b) == ANDES

    def turn(self, number: int) -> Turn:
        """A year by its number on the track."""
        return self.turns[number - 1]

    def year(self, number: int) -> int:
        """The year of a turn; who is sent back in the last one is awaited in the year after it."""
        return self.turns[0].year + number - 1

    def fortress_in(self, area: str) -> str:
        """The fortress of an area; empty where it has none."""
        return next((port for port in self.areas[area].ports if self.ports[port].fortress), "")

    def label(self, name: str) -> str:
        """The name of a unit, leader, marker, area, port or sea; the word as it is for others."""
        shelves: tuple[Mapping[str, Any], ...] = (self.units, self.leaders, self.ejercitos)
        for shelf in shelves:
            if name in shelf:
                return str(shelf[name].name)
        return self.place_name(name)

    def place_name(self, place: str) -> str:
        """The name of an area, port, sea or box."""
        places: tuple[Mapping[str, Any], ...] = (self.areas, self.ports, self.seas)
        for shelf in places:
            if place in shelf:
                return str(shelf[place].name)
        return BOXES.get(place, place)


#: What reports call the places off the map.
BOXES = {"box-spain": "Spain", "box-haiti": "Haití", "legion": "the field of the Legion", "pool": "the Recruit Pool"}


@lru_cache(maxsize=8)
def load_board(edition: bytes | None = None, file: str = "") -> Board:
    """The board of the shipped data, or of these data with an edition's figures; BadInput with every fault."""
    return lay_out("guerra", (DATA, FILES), None if edition is None else (edition, file), build)


def data_hash(board: Board) -> str:
    """Returns the SHA-256 over every value of the data as played, from any source."""
    return board.figures.digest()


def build(figures: Figures, overlay: Overlay | None, faults: list[Fault]) -> Board:
    """Reads, checks together, joins; the faults of all three at once."""
    it = draft(figures, faults, charts.SECTIONS)
    charts.read_charts(it)
    it.faults += soundness.faults_of(it)
    refuse(it.faults, overlay)
    tables: dict[str, Any] = {name: it.tables[name] for name in charts.ROLLED if name != "attrition"}
    odds: dict[str, Any] = {name: it.found[name] for name in (*charts.BY_ODDS, "attrition")}
    return Board(**map_parts(it), **tables, **odds, numbers=Numbers(**it.numbers), figures=figures, edition=overlay)


def map_parts(it: Draft) -> dict[str, Any]:
    """The map, the counters, the calendar and the scenarios."""
    mappings = ("areas", "seas", "ports", "groups", "units", "leaders", "ejercitos", "codes", "scenarios", "levies",
                "last_holders")  # fmt: skip
    return {name: MappingProxyType(getattr(it, name)) for name in mappings} | {
        "long_links": MappingProxyType(it.passages), "turns": it.turns, "garrisons": it.garrisons, "hills": it.hills,
        "stacks": it.stacks,
    }  # fmt: skip
