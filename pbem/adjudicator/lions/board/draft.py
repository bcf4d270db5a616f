"""The figures read into pieces: the map, the ports, the tables. Counters and cards are read in cards.py."""

from __future__ import annotations

from pbem.adjudicator.board.die_checks import DieCheck, die_check
from pbem.adjudicator.board.drafting import Sheets
from pbem.adjudicator.board.figures import Figures
from pbem.adjudicator.board.reading import Reader
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.lions.board import pieces, terms
from pbem.base.errors import Fault
from pbem.base.records import dataclass, field
from pbem.geometry.squares import Grid, column_of, row_of

TABLES = ("nautical_incident", "mutiny", "plunder", "pirates", "crossing_row")
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
    it.ports = {port.id: port for port in it.read("ports", port_of)}
    it.treasure_fleets = {fleet.id: fleet for fleet in it.read("treasure_fleets", treasure_fleet)}
    read_all_tables(it)
    return it


def read_map(it: Draft) -> None:
    """The grid, its letters and their meaning, what is closed and what is open besides."""
    it.crossings = dict(it.read("crossing", crossing_of))
    seam = next((crossing.rows for crossing in it.crossings.values()), NO_ROWS)
    for grid in it.read("grid", lambda reader: grid_of(reader, seam)):
        it.grid = grid
    it.legend = {kind.letter: kind for kind in it.read("legend", terrain_kind)}
    it.bands = dict(it.read("terrain", lambda reader: (
        reader.id, pieces.Band(reader.text("squares"), reader.number("north"), reader.number("south")))))
    it.meridians = dict(it.read("meridians", meridians_of))
    it.passages = {passage.id: passage for passage in it.read("passages", passage_of)}
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
    reader.text("rule")
    afloat, coast, unknown = reader.flag("afloat"), reader.flag("coast"), reader.flag("terra_incognita")
    if (coast and not afloat) or (unknown and not coast):
        reader.refuse("coast", "a coast is open to ships, and terra incognita is a coast")
    return pieces.TerrainKind(reader.id, reader.text("name"), afloat, coast, unknown)


def meridians_of(reader: Reader) -> tuple[str, pieces.Meridians]:
    """Columns of one width."""
    width = max(1, reader.number("width", 1))
    return reader.id, pieces.Meridians(reader.number("start"), width, reader.number("column", 1))


def passage_of(reader: Reader) -> pieces.Passage:
    """A way between squares that do not touch."""
    reader.text("rule")
    ends = (reader.square("a"), reader.square("b"))
    return pieces.Passage(reader.id, reader.text("name"), ends, reader.number("cost", 1))


def crossing_of(reader: Reader) -> tuple[str, pieces.Crossing]:
    """Reads the conditions of a circumnavigation."""
    reader.text("rule")
    first, last = (row_of(f"{row_letter(reader, name)}1") for name in ("first_row", "last_row"))
    if first > last:
        reader.refuse("last_row", "the last row lies north of the first")
    crossing = pieces.Crossing(range(first, last + 1), reader.number("leader", 0), reader.number("incidents", 0))
    return reader.id, crossing


@rule("2.2", "Ports")
def port_of(reader: Reader) -> pieces.Port:
    """One port: a home port has a nation, a potentate's may have a garrison."""
    kind = reader.one_of("kind", terms.PortKind)
    nation = reader.word("nation", terms.POWERS) if kind is terms.PortKind.HOME else ""
    garrison = reader.number("garrison", 1) if kind is terms.PortKind.POTENTATE else 0
    name, square, value = reader.text("name"), reader.square("square"), reader.number("value", 0)
    where = (reader.number("latitude", -9000), reader.number("longitude", -18000))
    return pieces.Port(reader.id, name, square, kind, nation, value, garrison, *where)


def treasure_fleet(reader: Reader) -> pieces.TreasureFleet:
    """One treasure fleet."""
    name, port, dice = reader.text("name"), reader.text("port"), reader.dice("dice")
    gunnery, damage = reader.number("gunnery", 0), reader.number("damage", 1)
    by = reader.word("also_by", terms.POWERS) if reader.has("also_by") else ""
    at = reader.text("also_at") if by else ""
    return pieces.TreasureFleet(reader.id, name, port, dice, gunnery, damage, by, at)


def read_all_tables(it: Draft) -> None:
    """The tables that are rolled on, those that are looked up, and dice read against a number."""
    it.read_tables(
        {"nautical_incident": incident, "mutiny": mutiny, "plunder": plunder, "pirates": pirates, "crossing_row": drift}
    )
    it.expenditure = {expense.id: expense for expense in it.read("expenditure", expense_of)}
    it.operations = dict(it.read("operations", operation_of))
    it.checks = {check.id: check for check in it.read("die_checks", die_check)}


def incident(reader: Reader) -> pieces.Incident:
    """A row of Nautical Incident."""
    event, move = reader.one_of("event", terms.Mishap), reader.one_of("move", terms.Allowance)
    return pieces.Incident(event, move, reader.flag("stops_crossing"))


def mutiny(reader: Reader) -> pieces.Mutiny:
    """A row of Mutiny."""
    return pieces.Mutiny(reader.one_of("event", terms.Unrest), reader.one_of("move", terms.Allowance))


def plunder(reader: Reader) -> pieces.Plunder:
    """A row of Plunder."""
    event, marker, dice = reader.one_of("event", terms.Loot), reader.flag("marker"), reader.dice_if_printed("dice")
    return pieces.Plunder(event, marker, dice, reader.flag("port_value"), reader.number("draws", 0))


def pirates(reader: Reader) -> pieces.PirateRow:
    """A row of Pirates: three columns of a number and two words."""
    return {
        column: pieces.PirateForce(reader.number(f"{column.value}_ships", 0), reader.flag(f"{column.value}_leader"),
                            reader.flag(f"{column.value}_fort"))
        for column in terms.Occasion
    }  # fmt: skip


def drift(reader: Reader) -> pieces.Drift:
    """A row for crossing the Pacific."""
    return pieces.Drift(reader.one_of("way", terms.Landfall), reader.dice_if_printed("dice"))


def expense_of(reader: Reader) -> pieces.Expense:
    """A line of the Expenditure table."""
    reader.text("rule")
    item, where = reader.text("item"), reader.one_of("where", terms.Where)
    if "d" in str(reader.record.figures["cost"].value if reader.has("cost") else ""):  # the cost is thrown for
        return pieces.Expense(reader.id, item, 0, reader.dice("cost"), where)
    return pieces.Expense(reader.id, item, reader.number("cost", 0), "", where)


def operation_of(reader: Reader) -> tuple[str, int]:
    """Reads the cost of an operation in one position."""
    reader.text("rule")
    return reader.id, reader.number("cost", 0)
