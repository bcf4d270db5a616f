"""The tables of weather and battle read into pieces: firepower, severity, day of battle, tactics, matrix, fate."""

from __future__ import annotations

from collections.abc import Callable

from pbem.adjudicator.board.reading import Reader
from pbem.adjudicator.glory.board.draft import Draft, whole
from pbem.adjudicator.glory.board.pieces import (
    HURRICANE_SEASON,
    MATRIX_SAILS,
    SEASONS,
    STATUSES,
    BattleType,
    Cell,
    RandomEvent,
    Tactic,
    TypeOfBattle,
    WeatherKind,
)

TABLES = ("firepower", "weather_kinds", "day_of_battle", "random_events")
SECTIONS = (
    "tables", *TABLES, "columns", "excess", "severity", "day_seasons", "tactics", "matrix", "battle_types", "fate_dice",
)  # fmt: skip
GAUGES = ("windward", "leeward")


def read_gunnery(it: Draft) -> None:
    """Reads every table of weather and battle."""
    rows: dict[str, Callable[[Reader], object]] = {
        "firepower": lambda reader: whole(reader, "losses"),
        "weather_kinds": lambda reader: reader.one_of("kind", WeatherKind),
        "day_of_battle": lambda reader: reader.number("rounds", 1),
        "random_events": lambda reader: RandomEvent(reader.text("event"), reader.text("name")),
    }
    it.read_tables(rows)
    battle = it.battle
    battle["columns"] = tuple(it.read("columns", column_of))
    battle["excess"] = tuple(it.read("excess", lambda reader: (reader.number("above", 1), reader.number("add"))))
    seasons = (*SEASONS, HURRICANE_SEASON)
    battle["severity"] = dict(it.read("severity", lambda r: (r.id, {name: r.number(name) for name in seasons})))
    battle["day_seasons"] = dict(it.read("day_seasons", lambda reader: (reader.id, reader.number("add"))))
    battle["tactics"] = {one.id: one for one in it.read("tactics", tactic_of)}
    battle["matrix"] = dict(it.read("matrix", lambda reader: matrix_row(it, reader)))
    battle["types"] = {one.id: one for one in it.read("battle_types", type_of)}
    battle["fate"] = dict(it.read("fate_dice", lambda r: (r.id, {name: r.number(name, 1) for name in STATUSES})))


def column_of(reader: Reader) -> tuple[str, int, int]:
    """A column: its heading, its first and its last number."""
    return reader.id, reader.number("first", 1), reader.number("last", 1)


def tactic_of(reader: Reader) -> Tactic:
    """A combat tactic."""
    return Tactic(reader.id, reader.text("name"), reader.word("gauge", (*GAUGES, "both")))


def matrix_row(it: Draft, reader: Reader) -> tuple[tuple[str, str], dict[tuple[str, str], Cell]]:
    """A row of the matrix: windward's tactic and sail against each of leeward's."""
    windward, sail = reader.text("windward"), reader.word("sail", MATRIX_SAILS)
    cells: dict[tuple[str, str], Cell] = {}
    for tactic in it.battle["tactics"].values():
        if tactic.gauge == "windward":
            continue
        column = tactic.id.replace("-", "_")
        words = reader.words(column)
        if len(words) != len(MATRIX_SAILS):
            reader.refuse(column, f"'{reader.record.name}' needs two types of battle here", "under easy and full sail")
        for leeward_sail, word in zip(MATRIX_SAILS, words, strict=False):
            cells[tactic.id, leeward_sail] = cell_of(reader, column, word)
    return (windward, sail), cells


def cell_of(reader: Reader, column: str, word: str) -> Cell:
    """A cell: the type of battle, and after strokes its notes."""
    kind, *notes = word.split("/")
    if kind not in list(BattleType) or any(note not in ("2", "4", "5") for note in notes):
        reader.refuse(column, f"'{word}' is no type of battle", "one of " + ", ".join(BattleType) + ", as RB or RB/5")
        return Cell(BattleType.RUNNING, ())
    return Cell(BattleType(kind), tuple(int(note) for note in notes))


def type_of(reader: Reader) -> TypeOfBattle:
    """Reads the effects of a type of battle."""
    if reader.id not in list(BattleType):
        reader.refuse("name", f"'{reader.id}' is no type of battle")
        reader.faulty = True
    kind = BattleType(reader.id) if reader.id in list(BattleType) else BattleType.RUNNING
    dice = {gauge: reader.number(f"{gauge}_dice", 0) for gauge in GAUGES}
    command = {gauge: reader.number(f"{gauge}_command") for gauge in GAUGES}
    return TypeOfBattle(kind, reader.text("name"), dice, reader.number("from_round", 1), reader.flag("halved"), command)
