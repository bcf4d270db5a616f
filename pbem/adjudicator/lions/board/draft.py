"""The figures read into pieces: the map, the ports, the tables. Counters and cards are read in cards.py."""

from __future__ import annotations

from collections.abc import Callable

from pbem.adjudicator.board.die_checks import DieCheck, die_check
from pbem.adjudicator.board.drafting import Sheets
from pbem.adjudicator.board.figures import Figures
from pbem.adjudicator.board.reading import Reader, at_least, own_id, piece_of
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.lions.board import pieces, terms
from pbem.base.errors import Fault
from pbem.base.records import dataclass, field
from pbem.geometry.squares import Grid, column_of, row_of

NO_ROWS = range(0)


@dataclass(slots=True)
class Draft(Sheets):
    """Pieces and faults, gathered; a board only where there are no faults."""

    grid: Grid = field(default_factory=lambda: Grid(1, 1))
    legend: dict[str, pieces.TerrainKind] = field(default_factory=dict)
    bands: dict[str, pieces.Band] = field(default_factory=dict)
    meridians: dict[str, pieces.Meridians] = field(default_factory=dict)
    passages: dict[str, pieces.Passage] = field(default_factory=dict)
    crossings: dict[str, pieces.Crossing] = field(default_factory=dict)
    ports: dict[str, pieces.Port] = field(default_factory=dict)
    treasure_fleets: dict[str, pieces.TreasureFleet] = field(default_factory=dict)
    expenditure: dict[str, pieces.Expense] = field(default_factory=dict)
    operations: dict[str, int] = field(default_factory=dict)
    checks: dict[str, DieCheck] = field(default_factory=dict)
    classes: dict[str, pieces.ShipClass] = field(default_factory=dict)
    ships: dict[str, pieces.Ship] = field(default_factory=dict)
    ship_counts: dict[str, tuple[str, str, int]] = field(default_factory=dict)  # nation, class, how many
    ship_totals: dict[str, tuple[int, int]] = field(default_factory=dict)  # all, and at the start
    leaders: dict[str, pieces.Leader] = field(default_factory=dict)
    land: dict[str, pieces.LandCounters] = field(default_factory=dict)
    fleet_markers: dict[str, int] = field(default_factory=dict)
    information: int = 0
    marker_types: dict[str, pieces.MarkerType] = field(default_factory=dict)
    markers: dict[str, pieces.Marker] = field(default_factory=dict)
    powers: dict[str, pieces.Power] = field(default_factory=dict)
    orders: dict[str, tuple[str, ...]] = field(default_factory=dict)
    player_numbers: dict[str, pieces.PlayerNumber] = field(default_factory=dict)
    deployments: dict[str, pieces.Deployment] = field(default_factory=dict)
    abilities: dict[str, pieces.Ability] = field(default_factory=dict)
    special_victories: dict[str, pieces.SpecialVictory] = field(default_factory=dict)
    victory_points: dict[str, int] = field(default_factory=dict)
    switches: dict[str, pieces.Switch] = field(default_factory=dict)

    def terrain(self, square: str) -> pieces.TerrainKind | None:
        """Returns the terrain of a square; None where its row is missing, short or badly lettered."""
        band = self.bands.get(square[:1])
        inside = square in self.grid and band is not None and column_of(square) <= len(band.letters)
        return self.legend.get(band.letters[column_of(square) - 1]) if band and inside else None

    def afloat(self, square: str) -> bool:
        """Tells if ships may be in a square."""
        kind = self.terrain(square)
        return kind is not None and kind.afloat


def draft(figures: Figures, faults: list[Fault]) -> Draft:
    """Read the map, the ports and the tables. The faults go on from those that laying an edition over has found."""
    it = Draft(figures, faults)
    read_map(it)
    it.ports = it.by_id("ports", port_of)
    it.treasure_fleets = it.by_id("treasure_fleets", piece_of(
        pieces.TreasureFleet, dice=Reader.dice, damage=at_least(1),
        also_by=lambda reader, name: reader.word(name, terms.POWERS) if reader.has(name) else "",
        also_at=lambda reader, name: reader.text(name) if reader.has("also_by") else ""))  # fmt: skip
    it.read_tables(TABLES)
    it.expenditure = it.by_id("expenditure", expense_of)
    it.operations = it.by_id("operations", operation_of)
    it.checks = it.by_id("die_checks", die_check)
    return it


def read_map(it: Draft) -> None:
    """The grid, its letters and their meaning, what is closed and what is open besides."""
    it.crossings = it.by_id("crossing", crossing_of)
    seam = next((crossing.rows for crossing in it.crossings.values()), NO_ROWS)
    for grid in it.read("grid", lambda reader: grid_of(reader, seam)):
        it.grid = grid
    it.legend = it.by_id("legend", terrain_kind)
    it.bands = it.by_id("terrain", piece_of(
        pieces.Band, letters=lambda reader, _: reader.text("squares"), north=at_least(None), south=at_least(None)))
    it.meridians = it.by_id("meridians", piece_of(
        pieces.Meridians, start=at_least(None), width=at_least(1), column=at_least(1)))  # fmt: skip
    it.passages = it.by_id("passages", piece_of(
        pieces.Passage, ruled=True, ends=lambda reader, _: (reader.square("a"), reader.square("b")), cost=at_least(1)))
    list(it.read("closed", lambda reader: reader.id))


def grid_of(reader: Reader, seam: range) -> Grid:
    """The extent of the map: rows from A, columns from 1."""
    row, columns = row_letter(reader, "last_row"), reader.number("last_column", 1)
    if columns > 99:
        reader.refuse("last_column", "the map has no such columns", "two digits at most")
        return Grid(1, 1)
    return Grid(columns, row_of(f"{row}1"), seam)


def row_letter(reader: Reader, name: str) -> str:
    """A figure that names a row."""
    return reader.word(name, [chr(ord("A") + number) for number in range(26)])


def terrain_kind(reader: Reader) -> pieces.TerrainKind:
    """Reads the meaning of one letter."""
    kind = TERRAIN(reader)
    if (kind.coast and not kind.afloat) or (kind.terra_incognita and not kind.coast):
        reader.refuse("coast", "a coast is open to ships, and terra incognita is a coast")
    return kind


def crossing_of(reader: Reader) -> pieces.Crossing:
    """Reads the conditions of a circumnavigation."""
    reader.text("rule")
    first, last = (row_of(f"{row_letter(reader, name)}1") for name in ("first_row", "last_row"))
    if first > last:
        reader.refuse("last_row", "the last row lies north of the first")
    return pieces.Crossing(range(first, last + 1), reader.number("leader", 0), reader.number("incidents", 0))


@rule("2.2", "Ports")
def port_of(reader: Reader) -> pieces.Port:
    """One port: a home port has a nation, a potentate's may have a garrison."""
    kind = reader.one_of("kind", terms.PortKind)
    nation = reader.word("nation", terms.POWERS) if kind is terms.PortKind.HOME else ""
    garrison = reader.number("garrison", 1) if kind is terms.PortKind.POTENTATE else 0
    name, square, value = reader.text("name"), reader.square("square"), reader.number("value", 0)
    where = (reader.number("latitude", -9000), reader.number("longitude", -18000))
    return pieces.Port(reader.id, name, square, kind, nation, value, garrison, *where)


def pirates(reader: Reader) -> pieces.PirateRow:
    """A row of Pirates: three columns of a number and two words."""
    return {
        column: pieces.PirateForce(reader.number(f"{column.value}_ships", 0), reader.flag(f"{column.value}_leader"),
                            reader.flag(f"{column.value}_fort"))
        for column in terms.Occasion
    }  # fmt: skip


def expense_of(reader: Reader) -> pieces.Expense:
    """A line of the Expenditure table."""
    reader.text("rule")
    item, where = reader.text("item"), reader.one_of("where", terms.Where)
    if "d" in str(reader.record.figures["cost"].value if reader.has("cost") else ""):  # the cost is thrown for
        return pieces.Expense(reader.id, item, 0, reader.dice("cost"), where)
    return pieces.Expense(reader.id, item, reader.number("cost", 0), "", where)


def operation_of(reader: Reader) -> int:
    """Reads the cost of an operation in one position."""
    reader.text("rule")
    return reader.number("cost", 0)


TERRAIN = piece_of(pieces.TerrainKind, ruled=True, letter=own_id)
#: Tables that are rolled on, with the way to read a row.
TABLES: dict[str, Callable[[Reader], object]] = {
    "nautical_incident": piece_of(pieces.Incident), "mutiny": piece_of(pieces.Mutiny), "pirates": pirates,
    "plunder": piece_of(pieces.Plunder, dice=Reader.dice_if_printed),
    "crossing_row": piece_of(pieces.Drift, dice=Reader.dice_if_printed),
}
