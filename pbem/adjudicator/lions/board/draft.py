"""The figures read into pieces: the map, the ports, the tables. Counters and cards are read in cards.py."""

from __future__ import annotations

from collections.abc import Callable

from pbem.adjudicator.board.die_checks import die_check
from pbem.adjudicator.board.drafting import Part, Sheets
from pbem.adjudicator.board.reading import Reader, at_least, own_id, piece_of
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.lions.board import pieces, terms
from pbem.base.records import dataclass, field
from pbem.geometry.squares import Grid, column_of, row_of

NO_ROWS = range(0)


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


@dataclass(slots=True)
class MapDraft(Sheets):
    """The map, the ports and the tables, gathered with their faults."""

    grid: Grid = field(default_factory=lambda: Grid(1, 1))
    legend = Part(terrain_kind)
    bands = Part(piece_of(
        pieces.Band, letters=lambda reader, _: reader.text("squares"), north=at_least(None), south=at_least(None),
    ), "terrain")  # fmt: skip
    meridians = Part(piece_of(pieces.Meridians, start=at_least(None), width=at_least(1), column=at_least(1)))
    passages = Part(piece_of(
        pieces.Passage, ruled=True, ends=lambda reader, _: (reader.square("a"), reader.square("b")), cost=at_least(1),
    ))  # fmt: skip
    crossings = Part(crossing_of, "crossing")
    ports = Part(port_of)
    treasure_fleets = Part(piece_of(
        pieces.TreasureFleet, dice=Reader.dice, damage=at_least(1),
        also_by=lambda reader, name: reader.word(name, terms.POWERS) if reader.has(name) else "",
        also_at=lambda reader, name: reader.text(name) if reader.has("also_by") else "",
    ))  # fmt: skip
    expenditure = Part(piece_of(
        pieces.Expense, ruled=True, cost=lambda reader, name: reader.number_or_dice(name)[0],
        dice=lambda reader, _: reader.number_or_dice("cost")[1],
    ))  # fmt: skip
    operations = Part(operation_of)
    checks = Part(die_check, "die_checks")

    def terrain(self, square: str) -> pieces.TerrainKind | None:
        """Returns the terrain of a square; None where its row is missing, short or badly lettered."""
        band = self.bands.get(square[:1])
        inside = square in self.grid and band is not None and column_of(square) <= len(band.letters)
        return self.legend.get(band.letters[column_of(square) - 1]) if band and inside else None

    def afloat(self, square: str) -> bool:
        """Tells if ships may be in a square."""
        kind = self.terrain(square)
        return kind is not None and kind.afloat

    def read_map(self) -> None:
        """Reads the extent of the map, its closed borders and the printed tables."""
        seam = next((crossing.rows for crossing in self.crossings.values()), NO_ROWS)
        for grid in self.read("grid", lambda reader: grid_of(reader, seam)):
            self.grid = grid
        list(self.read("closed", lambda reader: reader.id))
        self.read_tables(TABLES)
