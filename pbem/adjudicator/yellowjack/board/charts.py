"""The tables read by a die: storm, siege, escape, fire, striking, wear and repair."""

from __future__ import annotations

from collections.abc import Callable

from pbem.adjudicator.board.figures import Place
from pbem.adjudicator.board.lookup import OddsTable, odds_table
from pbem.adjudicator.board.reading import Reader
from pbem.adjudicator.yellowjack.board import small_craft
from pbem.adjudicator.yellowjack.board.draft import Draft, whole
from pbem.base.patterns import pattern
from pbem.base.records import dataclass

ROLLED = ("siege", "escape_units", "escape_sail", "struck", "fire", "strikes", "attrition", "fever", "repair")
SECTIONS = ("tables", *ROLLED, "escalade_columns", "escalade_rows")
FATES = ("sunk", "removed", "taken", "taken-sol-d", "clear")
#: A cell of the storm: stars for Sail sunk, losses for ten Units, S or R; then the same of the defender.
CELL = pattern(r"(\**)([0-9]+)([SR]?)/([0-9]+)(\**)")


@dataclass(frozen=True, slots=True)
class Storm:
    """The outcome of an Escalade (3.445, 3.446)."""

    text: str
    attacker_loss: int  # for ten Units
    defender_loss: int
    attacker_sunk: int  # Sail
    defender_sunk: int
    captured: bool  # S
    thrown_out: bool  # R


@dataclass(frozen=True, slots=True)
class SiegeHits:
    """A row of siege attrition (3.45)."""

    attacker: int
    defender: int


@dataclass(frozen=True, slots=True)
class EscapeUnits:
    """Hundredths of a garrison that get away (3.463)."""

    land_box: int
    sea_only: int


@dataclass(frozen=True, slots=True)
class EscapeSail:
    """Hundredths of Sail that get away, by the attacker's Sail against the defender's (3.464)."""

    equal: int  # up to as many
    double: int  # up to twice as many
    more: int


@dataclass(frozen=True, slots=True)
class Struck:
    """The fate of a Sail that struck (3.468)."""

    line: str  # of a Flagship or SOL
    light: str  # of a SOL(D) or Frigate


@dataclass(frozen=True, slots=True)
class Wear:
    """A row of squadron attrition (R11.7)."""

    ready: int
    fitting_out: int
    in_ordinary: int


@dataclass(frozen=True, slots=True)
class Fever:
    """A row of land attrition: Hits by region (2.58)."""

    carolinas: int
    jamaica: int
    leewards: int
    gulf: int


def read_charts(it: Draft) -> None:
    """Reads every table of the game."""
    rows: dict[str, Callable[[Reader], object]] = {
        "siege": lambda r: SiegeHits(r.number("attacker", 0), r.number("defender", 0)),
        "escape_units": lambda r: EscapeUnits(r.number("land_box", 0), r.number("sea_only", 0)),
        "escape_sail": lambda r: EscapeSail(r.number("equal", 0), r.number("double", 0), r.number("more", 0)),
        "struck": lambda r: Struck(r.word("line", FATES), r.word("light", FATES)),
        "fire": lambda r: whole(r, "dp"),
        "strikes": lambda r: r.number("sail", 0),
        "attrition": lambda r: Wear(r.number("ready", 0), r.number("fitting_out", 0), r.number("in_ordinary", 0)),
        "fever": lambda r: Fever(*(r.number(region, 0) for region in ("carolinas", "jamaica", "leewards", "gulf"))),
        "repair": lambda r: r.number("dp", 0),
    }
    it.read_tables(rows | small_craft.ROWS)
    columns = list(it.read("escalade_columns", column_of))
    it.found["escalade"] = storms(it, columns)


def column_of(reader: Reader) -> tuple[str, int, int]:
    """A column of the storm."""
    return reader.text("column"), reader.number("attacker", 1), reader.number("defender", 1)


def storms(it: Draft, columns: list[tuple[str, int, int]]) -> OddsTable[Storm] | None:
    """The storm by odds, with outcomes for cells."""
    found: list[tuple[int, tuple[Storm, ...], Place]] = []
    for roll, cells, place in it.read("escalade_rows", lambda r: (
            r.number("die", 0), r.words("cells"), r.place("cells"))):  # fmt: skip
        outcomes = [storm_of(cell) for cell in cells]
        for cell, outcome in zip(cells, outcomes, strict=True):
            if outcome is None:
                it.faults.append(place.fault(f"'{cell}' is no outcome of a storm", "as 3S/5 or *6R/1"))
        found.append((roll, tuple(outcome for outcome in outcomes if outcome), place))
    return odds_table("escalade", columns, found, it.faults)


def storm_of(cell: str) -> Storm | None:
    """An outcome from the cell that says it."""
    read = CELL.fullmatch(cell)
    if not read:
        return None
    return Storm(cell, int(read[2]), int(read[4]), len(read[1]), len(read[5]), read[3] == "S", read[3] == "R")
