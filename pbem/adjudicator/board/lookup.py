"""Printed tables: read from data, refused where a roll has no row or two, asked by roll.

A table says which rolls it covers, and whether a modified roll off either end counts as the end. Code never retypes
a row; a rule asks `table[roll]` and gets the row as the game's own type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Generic, TypeVar

from pbem.adjudicator.board.figures import Place, Record
from pbem.adjudicator.board.reading import Reader
from pbem.base.errors import Fault, bad
from pbem.base.patterns import pattern
from pbem.base.records import dataclass

Row = TypeVar("Row")

#: A row's rolls: one number, or the first and last of several.
ROLLS = pattern(r"(-?(?:0|[1-9][0-9]?))(?:-(-?(?:0|[1-9][0-9]?)))?")


@dataclass(frozen=True, slots=True)
class PrintedTable(Generic[Row]):
    """One table: a row for every roll from the lowest to the highest."""

    name: str
    title: str
    rule: str
    die: str
    lowest: int
    highest: int
    ends_below: bool  # a roll below the lowest counts as the lowest
    ends_above: bool
    rows: tuple[Row, ...]

    def __getitem__(self, roll: int) -> Row:
        """The row of a roll, read as the end of the table only where the table says so."""
        if roll < self.lowest and self.ends_below:
            roll = self.lowest
        if roll > self.highest and self.ends_above:
            roll = self.highest
        if not self.lowest <= roll <= self.highest:
            raise bad(f"{roll} is no roll of the {self.title} table", rule=self.rule)
        return self.rows[roll - self.lowest]

    def __iter__(self) -> Iterator[tuple[int, Row]]:
        """Every roll with its row."""
        return iter(enumerate(self.rows, self.lowest))


def rolls_of(text: str) -> range | None:
    """The rolls that a row names: '3' or '5-6'; None where it names none."""
    found = ROLLS.fullmatch(text)
    if not found:
        return None
    first = int(found[1])
    last = int(found[2]) if found[2] else first
    return range(first, last + 1) if first <= last else None


def read_table(
    heading: Record, records: Iterable[Record], row: Callable[[Reader], Row], faults: list[Fault]
) -> PrintedTable[Row] | None:
    """A table from its heading and its rows; None, and the faults noted, where it has a hole or an overlap."""
    head = Reader(heading, faults)
    lowest, highest = head.number("lowest"), head.number("highest")
    ends = [head.word("below", ("lowest", "refuse")), head.word("above", ("highest", "refuse"))]
    title, rule, die = head.text("title"), head.text("rule"), head.dice("die")
    head.finish()
    before = len(faults)
    found: dict[int, Row] = {}
    for record in records:
        reader = Reader(record, faults)
        result = row(reader)
        reader.finish()
        faults += fill(found, record, result, lowest, highest)
    faults += holes(found, lowest, highest, heading.id, heading.place)
    if len(faults) > before or head.faulty:
        return None
    rows = tuple(found[roll] for roll in range(lowest, highest + 1))
    return PrintedTable(heading.id, title, rule, die, lowest, highest, ends[0] == "lowest", ends[1] == "highest", rows)


def fill(found: dict[int, Row], record: Record, result: Row, lowest: int, highest: int) -> Iterator[Fault]:
    """Put a row at each of its rolls; a roll that another row has, or that the table does not cover, is a fault."""
    rolls = rolls_of(record.id)
    if rolls is None:
        yield record.place.fault(f"'{record.id}' names no rolls", "write one number, or a range like 5-6")
    for roll in rolls or ():
        if roll in found:
            yield record.place.fault(f"'{record.name}' and another row both have roll {roll}")
        elif not lowest <= roll <= highest:
            yield record.place.fault(f"'{record.name}' lies outside the table, which runs {lowest} to {highest}")
        else:
            found[roll] = result


def holes(found: dict[int, Row], lowest: int, highest: int, name: str, place: Place) -> Iterator[Fault]:
    """A fault for each roll without a row."""
    for roll in range(lowest, highest + 1):
        if roll not in found:
            yield place.fault(f"'{name}' has no row for roll {roll}")


@dataclass(frozen=True, slots=True)
class OddsTable(Generic[Row]):
    """A table with a column for each odds and a row for each roll; rolls and odds off the ends are read as the ends."""

    name: str
    columns: tuple[tuple[str, int, int], ...]  # heading, attacker's part, defender's part; the worst first
    lowest: int
    rows: tuple[tuple[Row, ...], ...]

    def column(self, attacker: int, defender: int) -> int:
        """The best column that the odds reach: what lies between two is rounded for the defender."""
        reached = (at for at, (_, own, his) in enumerate(self.columns) if attacker * his >= defender * own)
        return max(reached, default=0)

    def below(self, attacker: int, defender: int) -> int:
        """Counts whole steps by which the odds are worse than the first column: 1 at 1 to 4 where that is 1 to 3."""
        _, own, his = self.columns[0]
        if attacker * his >= defender * own:
            return 0
        return max(1, -(-defender // attacker) - his) if attacker > 0 else defender

    def shifted(self, column: int, by: int) -> int:
        """A column some steps to the right, or to the left if negative, within the table."""
        return min(max(column + by, 0), len(self.columns) - 1)

    def read(self, column: int, roll: int) -> Row:
        """The cell of a column and a roll."""
        return self.rows[min(max(roll - self.lowest, 0), len(self.rows) - 1)][column]

    def heading(self, column: int) -> str:
        """The odds of a column as they are printed."""
        return self.columns[column][0]

    @property
    def highest(self) -> int:
        """The last roll that has a row."""
        return self.lowest + len(self.rows) - 1


@dataclass(frozen=True, slots=True)
class SizeTable:
    """A table with a column for each size and a row for each roll; it gives numbers."""

    name: str
    columns: tuple[tuple[str, int, int], ...]  # heading, first and last size
    table: PrintedTable[tuple[int, ...]]

    def column(self, size: int) -> int:
        """The column of a size; beyond the last the last."""
        return next((at for at, (_, _, last) in enumerate(self.columns) if size <= last), len(self.columns) - 1)

    def read(self, size: int, roll: int) -> int:
        """The number for a size and a roll; nothing for nobody."""
        return self.table[roll][self.column(size)] if size > 0 else 0


def odds_table(
    name: str, columns: Iterable[tuple[str, int, int]], rows: Iterable[tuple[int, tuple[Row, ...], Place]],
    faults: list[Fault],
) -> OddsTable[Row] | None:  # fmt: skip
    """A table by odds; None, and the faults noted, where a row is missing or has not one cell for each column."""
    headings = tuple(columns)
    found = {roll: (cells, place) for roll, cells, place in rows}
    before = len(faults)
    better = [own * his_next < his * own_next for (_, own, his), (_, own_next, his_next) in pairwise(headings)]
    if not headings or not all(better):
        faults.append(Fault(f"the columns of '{name}' do not run from the worst odds to the best"))
    for roll, (cells, place) in found.items():
        if len(cells) != len(headings):
            faults.append(place.fault(f"row {roll} of '{name}' has {len(cells)} cells for {len(headings)} columns"))
    lowest, highest = min(found, default=0), max(found, default=-1)
    for roll in range(lowest, highest + 1):
        if roll not in found:
            faults.append(Fault(f"'{name}' has no row for roll {roll}"))
    if len(faults) > before or not found:
        return None
    return OddsTable(name, headings, lowest, tuple(found[roll][0] for roll in range(lowest, highest + 1)))
