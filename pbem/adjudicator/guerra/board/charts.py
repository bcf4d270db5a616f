"""The printed tables read into pieces: activation, tactics, combat, siege, attrition, the hunt and the small ones."""

from __future__ import annotations

from collections.abc import Callable

from pbem.adjudicator.board.figures import Place
from pbem.adjudicator.board.lookup import OddsTable, SizeTable, odds_table
from pbem.adjudicator.board.reading import Reader
from pbem.adjudicator.guerra.board.draft import Draft, optional, whole
from pbem.adjudicator.guerra.board.pieces import Activation, Result, Tactic

ROLLED = ("activation", "tactics", "hunt", "spain", "transports", "raid", "port_fall", "leader_loss", "attrition")
BY_ODDS = ("combat", "siege")
SECTIONS = ("tables", *ROLLED, "odds_columns", "odds_rows", "results", "sizes")
EFFECTS = ("none", "infantry-square", "bayonet", "cavalry-charge", "grand-battery", "combined-arms")
PARTIES = ("attacker", "defender", "none")
BEYOND = 999


def read_charts(it: Draft) -> None:
    """Reads every table of the game."""
    rows: dict[str, Callable[[Reader], object]] = {
        "activation": lambda reader: Activation(reader.number("op", 0)),
        "tactics": lambda reader: Tactic(reader.word("effect", EFFECTS), reader.text("text")),
        "hunt": lambda reader: reader.word("result", ("A1", "NE", "SU", "EL")),
        "spain": lambda reader: reader.number("rp", 0),
        "transports": lambda reader: reader.word("result", ("back", "land", "lost")),
        "raid": lambda reader: reader.number("rp", 0),
        "port_fall": lambda reader: reader.word("result", ("escapes", "lost", "taken")),
        "leader_loss": lambda reader: reader.word("result", ("lost", "safe")),
        "attrition": lambda reader: whole(reader, "steps"),
    }
    it.read_tables(rows)
    results = {one.id: one for one in it.read("results", result_of)}
    columns = list(it.read("odds_columns", column_of))
    cells = list(it.read("odds_rows", row_of))
    for name in BY_ODDS:
        it.found[name] = by_odds(it, name, columns, cells, results)
    it.found["results"] = results
    sizes = tuple(it.read("sizes", size_of))
    if "attrition" in it.tables:
        it.found["attrition"] = SizeTable("attrition", sizes, it.tables["attrition"])


def by_odds(
    it: Draft, name: str, columns: list[tuple[str, tuple[str, int, int]]],
    rows: list[tuple[str, int, tuple[str, ...], Place]], results: dict[str, Result],
) -> OddsTable[Result] | None:  # fmt: skip
    """One of the tables by odds, with results for cells."""
    found = []
    for table, roll, cells, place in rows:
        if table != name:
            continue
        for cell in cells:
            if cell not in results:
                it.faults.append(place.fault(f"'{cell}' is no result", "one of " + ", ".join(results)))
        found.append((roll, tuple(results[cell] for cell in cells if cell in results), place))
    return odds_table(name, [column for table, column in columns if table == name], found, it.faults)


def column_of(reader: Reader) -> tuple[str, tuple[str, int, int]]:
    """A column of one of the tables by odds."""
    table = reader.word("table", BY_ODDS)
    return table, (reader.text("column"), reader.number("attacker", 1), reader.number("defender", 1))


def row_of(reader: Reader) -> tuple[str, int, tuple[str, ...], Place]:
    """A row of one of the tables by odds; its record has an id, for `roll` alone would stand in both."""
    return reader.word("table", BY_ODDS), reader.number("die", 0), reader.words("cells"), reader.place("cells")


def result_of(reader: Reader) -> Result:
    """The effect of a cell."""
    attacker, defender = reader.number("attacker", 0), reader.number("defender", 0)
    retreats, eliminated = (optional_word(reader, name) for name in ("retreats", "eliminated"))
    return Result(reader.id, attacker, defender, retreats, eliminated, reader.flag("falls"), reader.text("text"))


def optional_word(reader: Reader, name: str) -> str:
    """A party, or nothing."""
    word = reader.word(name, PARTIES)
    return "" if word == "none" else word


def size_of(reader: Reader) -> tuple[str, int, int]:
    """A column of the attrition table."""
    first, last = reader.number("first", 1), optional(reader, "last")
    return reader.id, first, int(last) if last.isdigit() else BEYOND
