"""The figures read into pieces, one section after another. What they mean together is checked in soundness.py."""

from __future__ import annotations

from collections.abc import Callable

from pbem.adjudicator.board.die_checks import die_check
from pbem.adjudicator.board.drafting import Part, Sheets
from pbem.adjudicator.board.figures import Figures
from pbem.adjudicator.board.hex_map import grid_of, letter_of
from pbem.adjudicator.board.reading import Reader, among, own_id, piece_of
from pbem.adjudicator.jenkins.board import pieces
from pbem.base.errors import Fault, Kind
from pbem.base.records import dataclass, field
from pbem.geometry.hexes import Grid

#: The counters' three sections, each named after the side that owns them.
COUNTER_SECTIONS = (*pieces.SIDES, pieces.ADMINISTRATIVE)
#: What a row of Fortunes of War may take away.
FORTUNE_TAKES = ("naval", "land", "any", "funds", "none")


def read_seaports(it: Draft) -> None:
    """The seaports, each with the far ends of its trade routes."""
    routes = list(it.read("trade_routes", lambda reader: (reader.text("a"), reader.text("b"))))
    south = {kind.letter for kind in it.legend.values() if kind.ocean is pieces.Ocean.PACIFIC}

    def seaport(reader: Reader) -> pieces.Seaport:
        ends = [b if a == reader.id else a for a, b in routes if reader.id in (a, b)]
        hex_ = reader.hex("hex")
        name, nation, value = reader.text("name"), reader.word("nation", pieces.NATIONS), reader.number("value", 0)
        return pieces.Seaport(reader.id, name, hex_, nation, value, letter_of(it, hex_) in south, tuple(ends))

    it.seaports = it.by_id("seaports", seaport)


def toll(reader: Reader, name: str) -> pieces.Toll:
    """A number or dice; nothing where the row does not have it."""
    reader.asked.append(name)
    return pieces.Toll(*reader.number_or_dice(name)) if reader.has(name) else pieces.Toll()


def succession(reader: Reader) -> pieces.Succession:
    """A row of the War of Austrian Succession."""
    effect = reader.one_of("effect", pieces.SuccessionEffect)
    side = "" if effect is pieces.SuccessionEffect.OVER else reader.word("side", pieces.SIDES)
    return pieces.Succession(effect, side, reader.dice("dice") if effect is pieces.SuccessionEffect.WAR_FUNDS else "")


def funds_of(reader: Reader) -> tuple[int, int]:
    """A side's war fund points at the start and each turn."""
    if reader.id not in pieces.SIDES:
        reader.refuse("id", f"'{reader.id}' is no side", kind=Kind.UNKNOWN)
    reader.text("rule")
    return reader.number("start", 0), reader.number("per_turn", 0)


#: How a row of each printed table is read. What an erratum adds to a row stands apart in the data, with a source of its
#: own; losses are a number or dice.
TABLES: dict[str, Callable[[Reader], object]] = {
    "storm_location": lambda reader: pieces.StormPlaces(
        tuple(dict.fromkeys(reader.words("seaports") + reader.words("erratum")))),
    "fortunes_of_war": piece_of(
        pieces.Fortune, choosers=lambda reader, name: reader.words_among(name, pieces.SIDES),
        target=among(("enemy", "own", "none")), eliminate=among(FORTUNE_TAKES), count=toll, gain=toll),
    "perilous_sea": piece_of(
        pieces.Peril, chooser=among(("enemy", "owner", "none")),
        losses=lambda reader, name: reader.number_or_dice(name)[0],
        dice=lambda reader, _: reader.number_or_dice("losses")[1]),
    "austrian_succession": succession, "disease": lambda reader: reader.number("losses", 0),
}  # fmt: skip


@dataclass(slots=True)
class Draft(Sheets):
    """Pieces and faults, gathered; a board only where there are no faults."""

    grid: Grid = field(default_factory=lambda: Grid(1, 1, 1, 1))
    seaports: dict[str, pieces.Seaport] = field(default_factory=dict)
    counters: dict[str, pieces.Counter] = field(default_factory=dict)
    legend = Part(piece_of(pieces.TerrainKind, letter=own_id))
    rows = Part(lambda reader: reader.text("hexes"), "terrain")
    places = Part(lambda reader: (reader.text("name"), reader.text("rule"), reader.hex("hex"))[-1])
    funds = Part(funds_of, "sides")
    setup = Part(piece_of(
        pieces.SetupPlace, ruled=True, side=among(pieces.SIDES),
        least_value=lambda it, name: it.number(name, 0) if it.text("place") == pieces.EACH_SEAPORT else None,
    ))  # fmt: skip
    #: A number, or the leader's red value where the word for it stands.
    modifiers = Part(piece_of(
        pieces.TableModifier,
        amount=lambda reader, _: None if reader.text("add") == "tactics_naval" else reader.number("add"),
    ))  # fmt: skip
    checks = Part(die_check, "die_checks")


def draft(figures: Figures, faults: list[Fault]) -> Draft:
    """Read every section but the counters'. The faults go on from those that laying an edition over has found."""
    it = Draft(figures, faults)
    for grid in it.read("grid", grid_of):
        it.grid = grid
    for section in ("naval_blocked", "land_blocked"):
        list(it.read(section, lambda reader: reader.id))
    read_seaports(it)
    it.read_tables(TABLES)
    it.read_numbers(pieces.Numbers)
    it.read_parts()
    return it
