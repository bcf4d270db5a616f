"""The figures of the map, the ports and the counters read into pieces. What they mean together is checked elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.adjudicator.board.drafting import Sheets
from pbem.adjudicator.board.figures import Figures
from pbem.adjudicator.board.hex_map import grid_of, letter_of
from pbem.adjudicator.board.reading import NONE, Reader
from pbem.adjudicator.glory.board.pieces import (
    NATIONS,
    OWNERS,
    SEASONS,
    SIDES,
    WAYS,
    WESTERN_AREA,
    AdmiralCounter,
    BlockCounter,
    BlockKind,
    Hex,
    Numbers,
    Part,
    Port,
    Sea,
    Sheet,
    ShipCounter,
    ShipStatus,
    Station,
    Wind,
    Zone,
)
from pbem.base.errors import Fault
from pbem.base.records import dataclass, field
from pbem.geometry.hexes import Grid

MAP_SECTIONS = (
    "grid", "legend", "terrain", "closed", "names", "narrows", "north_sea", "western_area", "indies", "indies_closed",
    "winds", "zones",
)  # fmt: skip
COUNTER_SECTIONS = ("ships", "codes", "admirals", "blocks", "north_sea_fleet", "frigate_stations")
TRACKS = ("west", "east")
AREA_NAME = "Way to the West Indies"
RATINGS = ("attack", "defence", "attack_damaged", "defence_damaged", "sunk", "taken")


@dataclass(frozen=True, slots=True)
class Terrain:
    """The meaning of a letter of the map."""

    letter: str
    zone: str
    sea: str
    open: bool


@dataclass(slots=True)
class Draft(Sheets):
    """Pieces and faults, gathered; a board only where there are no faults."""

    grid: Grid = field(default_factory=lambda: Grid(1, 1, 1, 1))
    legend: dict[str, Terrain] = field(default_factory=dict)
    rows: dict[str, str] = field(default_factory=dict)
    hexes: dict[str, Hex] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    winds: dict[str, Wind] = field(default_factory=dict)
    ports: dict[str, Port] = field(default_factory=dict)
    codes: dict[str, str] = field(default_factory=dict)
    ships: dict[str, ShipCounter] = field(default_factory=dict)
    admirals: dict[str, AdmiralCounter] = field(default_factory=dict)
    blocks: dict[str, BlockCounter] = field(default_factory=dict)
    stations: tuple[Station, ...] = ()
    box_admiral: str = ""  # who commands the North Sea Fleet
    year: dict[str, Any] = field(default_factory=dict)  # what campaign.yaml and trafalgar.yaml say, by section
    battle: dict[str, Any] = field(default_factory=dict)  # what the tables of battle and weather say, by section


def draft(figures: Figures, faults: list[Fault], sections: tuple[str, ...]) -> Draft:
    """Reads the map, the ports, the counters and the single figures."""
    it = Draft(figures, faults)
    it.refuse_others((*MAP_SECTIONS, "ports", *COUNTER_SECTIONS, "numbers", "modifiers", *sections))
    read_map(it)
    read_ports(it)
    read_counters(it)
    it.read_numbers(Numbers)
    it.numbers |= dict(it.read("modifiers", lambda reader: (reader.text("rule") and reader.id, reader.number("add"))))
    return it


def optional(reader: Reader, name: str) -> str:
    """A text, or nothing where the data say none."""
    text = reader.text(name)
    return "" if text == NONE else text


def whole(reader: Reader, name: str) -> tuple[int, ...]:
    """A list of whole numbers."""
    words = reader.words(name)
    if any(not word.lstrip("-").isdigit() for word in words):
        reader.refuse(name, f"{name} of '{reader.record.name}' is no list of whole numbers")
        return ()
    return tuple(int(word) for word in words)


def read_map(it: Draft) -> None:
    """Reads both sheets, the weather zones and the winds."""
    for grid in it.read("grid", grid_of):
        it.grid = grid
    it.legend = {kind.letter: kind for kind in it.read("legend", terrain)}
    it.rows = dict(it.read("terrain", lambda reader: (reader.id, reader.text("hexes"))))
    for section in ("closed", "narrows", "north_sea", "western_area", "indies_closed"):
        list(it.read(section, lambda reader: reader.id))
    names = dict(it.read("names", lambda reader: (reader.text("rule") and reader.id, reader.text("name"))))
    it.zones = {zone.id: zone for zone in it.read("zones", zone_of)}
    it.winds = {wind.id: wind for wind in it.read("winds", wind_of)}
    europe = (europe_hex(it, hex_, names) for hex_ in it.grid.hexes)
    it.hexes = {found.id: found for found in europe if found} | {
        WESTERN_AREA: Hex(WESTERN_AREA, Sheet.EUROPE, 0, 22, Sea.NORTH_ATLANTIC, "the_capes", AREA_NAME, exit=TRACKS[0])
    } | {hex_.id: hex_ for hex_ in it.read("indies", indies_hex)}  # fmt: skip


def terrain(reader: Reader) -> Terrain:
    """Reads the meaning of one letter."""
    reader.text("name")
    return Terrain(reader.id, optional(reader, "zone"), optional(reader, "sea"), reader.flag("open"))


def europe_hex(it: Draft, hex_: str, names: dict[str, str]) -> Hex | None:
    """A hex of the sheet of Europe that ships can be in, else nothing."""
    kind = it.legend.get(letter_of(it, hex_))
    if kind is None or not kind.open or kind.sea not in list(Sea):
        return None
    return Hex(
        hex_, Sheet.EUROPE, int(hex_[:2]), int(hex_[2:]), Sea(kind.sea), kind.zone, names.get(hex_, ""),
        hex_ in it.ids("narrows"), hex_ in it.ids("north_sea"),
    )  # fmt: skip


def indies_hex(reader: Reader) -> Hex:
    """A hex of the sheet of the West Indies."""
    column, row = reader.number("column"), reader.number("row")
    exit_ = optional(reader, "exit")
    return Hex(reader.id, Sheet.INDIES, column, row, Sea.WEST_INDIES, "west_indies", exit=exit_)


def zone_of(reader: Reader) -> Zone:
    """A weather zone."""
    name, sea, dice = reader.text("name"), reader.one_of("sea", Sea), whole(reader, "dice")
    return Zone(reader.id, name, sea, dice, {season: reader.number(f"search_{season}") for season in SEASONS})


def wind_of(reader: Reader) -> Wind:
    """A wind with its rose."""
    sea, first = reader.one_of("sea", Sea), reader.flag("first")
    return Wind(reader.id, sea, first, {way: reader.number(way.lower(), 1) for way in WAYS})


def read_ports(it: Draft) -> None:
    """Reads the ports."""
    it.ports = {port.id: port for port in it.read("ports", port_of)}


def port_of(reader: Reader) -> Port:
    """A port with its patrol zone."""
    return Port(
        id=reader.id, name=reader.text("name"), owner=reader.word("owner", OWNERS), hex=reader.text("hex"),
        zone_hex=reader.text("zone_hex"), major=reader.flag("major"), ordinary=reader.flag("ordinary"),
        repair=reader.number("repair", 0), defence=reader.number_if_printed("defence", 1) or 0,
        winds=reader.words("winds"), sea=reader.one_of("sea", Sea), zone=reader.text("zone"),
        raid=optional(reader, "raid"), invade=optional(reader, "invade"), enterable=reader.flag("enterable"),
        display=reader.flag("display"), relocate=reader.words("relocate"), latitude=reader.number("latitude"),
        longitude=reader.number("longitude"),
    )  # fmt: skip


def read_counters(it: Draft) -> None:
    """Reads the ships, the admirals, the blocks and what lies where at the start."""
    it.codes = dict(it.read("codes", lambda reader: (reader.text("text") and reader.id, reader.text("place"))))
    turns: Callable[[Reader], int] = lambda reader: turn_named(it, reader)  # noqa: E731 - one name for both readers
    it.ships = {ship.id: ship for ship in it.read("ships", lambda reader: ship_of(it, reader, turns(reader)))}
    it.admirals = {one.id: one for one in it.read("admirals", lambda reader: admiral_of(it, reader, turns(reader)))}
    it.blocks = {block.id: block for block in it.read("blocks", block_of)}
    for admiral, code in it.read("north_sea_fleet", lambda reader: (reader.text("admiral"), reader.text("code"))):
        it.box_admiral = admiral
        if code not in it.codes:
            it.faults.append(it.place("north_sea_fleet", "fleet", "code").fault(f"'{code}' is no set-up code"))
    it.stations = tuple(
        it.read("frigate_stations", lambda reader: Station(reader.text("port"), reader.one_of("part", Part)))
    )


def turn_named(it: Draft, reader: Reader) -> int:
    """The number of the turn whose label a record has, 0 for none."""
    label = optional(reader, "turn")
    labels = {str(r.figures["label"].value): int(r.id) for r in it.figures.section("turns") if "label" in r.figures}
    if label and label not in labels:
        reader.refuse("turn", f"'{label}' is no turn", "as the turn track has it: Jan I")
    return labels.get(label, 0)


def ship_of(it: Draft, reader: Reader, turn: int) -> ShipCounter:
    """A ship of the line."""
    code = reader.text("code")
    if code not in it.codes:
        reader.refuse("code", f"'{code}' is no set-up code", "one of " + ", ".join(it.codes))
    ratings = {name: reader.number(name, 1) for name in RATINGS}
    return ShipCounter(
        id=reader.id, name=reader.text("name"), nation=reader.word("nation", NATIONS), guns=reader.number("guns", 1),
        code=code, place=it.codes.get(code, ""), status=reader.one_of("status", ShipStatus), turn=turn,
        trafalgar=reader.flag("trafalgar"), **ratings,
    )  # fmt: skip


def admiral_of(it: Draft, reader: Reader, turn: int) -> AdmiralCounter:
    """An admiral."""
    code = optional(reader, "code")
    if code and code not in it.codes:
        reader.refuse("code", f"'{code}' is no set-up code", "one of " + ", ".join(it.codes))
    return AdmiralCounter(
        id=reader.id, name=reader.text("name"), nation=reader.word("nation", NATIONS),
        kind=reader.word("kind", ("fleet", "squadron", "generic")), seniority=reader.number("seniority", 1),
        seamanship=reader.number("seamanship", 0), command=reader.number("command", 1),
        command_vs_nelson=reader.number("command_vs_nelson", 1), ability=optional(reader, "ability"), code=code,
        place=it.codes.get(code, ""), turn=turn, replaces=reader.words("replaces"), trafalgar=reader.flag("trafalgar"),
    )  # fmt: skip


def block_of(reader: Reader) -> BlockCounter:
    """A block."""
    name, side = reader.text("name"), reader.word("side", SIDES)
    return BlockCounter(reader.id, name, side, reader.one_of("kind", BlockKind), optional(reader, "start"),
                        optional(reader, "part"))  # fmt: skip
