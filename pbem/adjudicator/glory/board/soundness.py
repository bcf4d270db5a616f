"""Checks the data for sense as a whole, with or without an edition.

Each check yields its faults and goes on.
A fault points at the figure that is wrong, whichever file it was written in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from pbem.adjudicator.board import soundness
from pbem.adjudicator.glory.board.draft import TRACKS, Draft
from pbem.adjudicator.glory.board.gunnery import TABLES
from pbem.adjudicator.glory.board.pieces import (
    ANY_WIND,
    CHANNEL,
    MATRIX_SAILS,
    NATIONS,
    RAID_HEX,
    SIDES,
    STRAITS,
    WESTERN_AREA,
    BattleType,
    BlockKind,
    Numbers,
    Sea,
    Sheet,
)
from pbem.base.errors import Fault, Kind
from pbem.base.records import fields
from pbem.geometry.grids import connected
from pbem.geometry.hexes import HEXSIDE, adjacent, hexes_of, hexside

Ways = Mapping[str, tuple[tuple[str, str], ...]]
#: How the borders of the sheet of Europe are written.
HEXES = soundness.Words(
    "hex", "hexside", HEXSIDE, hexes_of, hexside, adjacent, "two hexes, the smaller first: 0804-0905", "share no side"
)
#: What must hold of names and records.
SOUND = Path(__file__).parent.parent / "data" / "sound.yaml"
OBJECTIVE_AREAS = ("bantry-bay", "havana", "north-sea", "west-indies", "naples", "malta", "alexandria")
NUMBERS = tuple(field.name for field in fields(Numbers))


def faults_of(it: Draft, ways: Ways) -> Iterator[Fault]:
    """Every fault of the whole; `ways` tells where a ship can go from a hex."""
    yield from soundness.declared(it, SOUND, tables=TABLES)
    yield from soundness.nothing_missing(needs(it))
    rows = [f"{number:02d}" for number in range(it.grid.first_row, it.grid.last_row + 1)]
    wide = it.grid.last_column - it.grid.first_column + 1
    yield from soundness.letters(it, it.rows, rows, wide, it.legend, "hexes")
    yield from soundness.borders(it, "closed", it.grid, HEXES)
    yield from marked_hexes(it)
    yield from ports(it)
    yield from reach(it, ways)
    yield from counters(it)
    yield from winds(it)
    yield from tables(it)
    yield from tracks(it)
    yield from scenario(it)


def needs(it: Draft) -> dict[str, tuple[Iterable[str], Collection[str]]]:
    """Returns the names that the rules need in each section, and those that are there."""
    return {
        "numbers": (NUMBERS, it.numbers),
        "severity": (tuple(Sea), it.battle["severity"]), "fate_dice": (NATIONS, it.battle["fate"]),
        "battle_types": (tuple(BattleType), it.battle["types"]),
        "objectives": (SIDES, it.year["objectives"]), "crew_ports": (SIDES[:1], it.year["crew_ports"]),
        "ready_ports": (NATIONS[:2], it.year["ready_ports"]), "british_arrivals": (TRACKS, it.year["arrivals"]),
        "day_seasons": (("winter", "spring", "summer", "fall"), it.battle["day_seasons"]),
    }  # fmt: skip


def marked_hexes(it: Draft) -> Iterator[Fault]:
    """Hexes that the rules or the data name are open sea."""
    for hex_ in (CHANNEL, RAID_HEX, STRAITS):
        if hex_ not in it.hexes:
            yield it.place("names", hex_).fault(f"{hex_} is no open sea")
    for section in ("names", "narrows", "north_sea", "western_area"):
        for record in it.figures.section(section):
            if record.id not in it.hexes:
                yield record.place.fault(f"{record.id} is no open sea")
    for record in it.figures.section("indies_closed"):
        ends = record.id.split("-")
        if len(ends) != 2 or any(end not in it.hexes for end in ends):
            yield record.place.fault(f"'{record.id}' is no hexside", "two hexes, the smaller first: w03-w04")


def ports(it: Draft) -> Iterator[Fault]:
    """Checks ports: each with a patrol zone on the open sea of its own sea area, and with winds there are."""
    yield from soundness.ports(it, "ports", "port", {p.id: (p, p.id) for p in it.ports.values()}, "hex")
    for port in it.ports.values():
        place = it.place("ports", port.id, "zone_hex")
        found = it.hexes.get(port.zone_hex)
        if found is None:
            yield place.fault(f"{port.zone_hex} is no open sea")
        elif found.sea != port.sea or found.zone != port.zone:
            yield place.fault(f"{port.zone_hex} lies in {found.zone} of the {found.sea}, and the port does not")
        if found and found.sheet is Sheet.EUROPE and port.hex not in it.grid:
            yield it.place("ports", port.id, "hex").fault(f"{port.hex} is no hex of the map")
        for wind in port.winds:
            if wind != ANY_WIND and (wind not in it.winds or it.winds[wind].sea != port.sea):
                yield it.place("ports", port.id, "winds").fault(f"'{wind}' is no wind of its sea", kind=Kind.UNKNOWN)


def reach(it: Draft, ways: Ways) -> Iterator[Fault]:
    """Ships can sail from each port to every other of its sheet, and to the areas of the tracks."""
    for sheet, goal in ((Sheet.EUROPE, WESTERN_AREA), (Sheet.INDIES, "e01")):
        here = [port for port in it.ports.values() if port.zone_hex in it.hexes
                and it.hexes[port.zone_hex].sheet is sheet]  # fmt: skip
        if not here:
            continue
        reached = connected(here[0].zone_hex, lambda hex_: (other for _, other in ways.get(hex_, ())))
        if goal not in reached:
            yield it.place("grid", "hexes").fault(f"no ship can reach the area of the track, {goal}")
        for port in here:
            if port.zone_hex not in reached:
                yield it.place("ports", port.id, "zone_hex").fault(f"no ship can reach '{port.name}'")


def counters(it: Draft) -> Iterator[Fault]:
    """Checks the numbers of ships and blocks (3.0), and the ids of ships."""
    yield from soundness.total(it, "ships", len(it.ships), "ships")
    yield from soundness.total(it, "blocks", len(it.blocks), "blocks")
    for ship in it.ships.values():
        if not ship.id.startswith(f"{ship.nation[0]}-"):
            yield it.place("ships", ship.id).fault(f"'{ship.id}' must begin with '{ship.nation[0]}-'")
    yield from stations(it)


def stations(it: Draft) -> Iterator[Fault]:
    """One station for each frigate."""
    frigates = [block for block in it.blocks.values() if block.kind is BlockKind.FRIGATE]
    if len(frigates) != len(it.stations):
        yield Fault(f"there are {len(frigates)} frigates and {len(it.stations)} stations for them")


def winds(it: Draft) -> Iterator[Fault]:
    """One wind of each sea blows at the start."""
    for sea in Sea:
        first = [wind for wind in it.winds.values() if wind.sea is sea and wind.first]
        if len(first) != 1:
            yield Fault(f"{len(first)} winds of the {sea} blow at the start, where one must")
    for chit in it.year["chits"].values():
        if chit.wind and chit.wind not in it.winds:
            yield it.place("chits", chit.id, "wind").fault(f"'{chit.wind}' is no wind", kind=Kind.UNKNOWN)


def tables(it: Draft) -> Iterator[Fault]:
    """The columns leave no gap, every row of the firepower table fills them, and the matrix has no hole."""
    columns = it.battle["columns"]
    for (_, _, last), (name, first, _) in pairwise(columns):
        if first != last + 1:
            yield it.place("columns", name, "first").fault(f"column {name} does not follow the one before it")
    for record in it.figures.section("firepower"):
        found = record.figures.get("losses")
        if found and len(found.value) != len(columns):
            yield found.place.fault(f"row {record.id} has {len(found.value)} columns, and the table has {len(columns)}")
    windward = {tactic.id for tactic in it.battle["tactics"].values() if tactic.gauge != "leeward"}
    for tactic in sorted(windward):
        for sail in MATRIX_SAILS:
            if (tactic, sail) not in it.battle["matrix"]:
                yield Fault(f"the matrix has no row for {tactic} under {sail} sail", kind=Kind.UNKNOWN)


def tracks(it: Draft) -> Iterator[Fault]:
    """The boxes and the turns count up from one; objectives and destinations are places there are."""
    for track, boxes in it.year["tracks"].items():
        if [box.number for box in boxes] != list(range(1, len(boxes) + 1)) or not (boxes and boxes[-1].arrival):
            yield Fault(f"the boxes of the track '{track}' do not count up from 1 to one of arrival")
    if [turn.number for turn in it.year["turns"]] != list(range(1, it.numbers.get("last_turn", 0) + 1)):
        yield Fault("the turns do not count up from 1 to numbers/last_turn")
    places = {*it.ports, *it.hexes}
    for one in it.year["conseil"].values():
        if one.place not in places:
            yield it.place("conseil", one.id, "place").fault(f"'{one.place}' is no place", kind=Kind.UNKNOWN)
    for track, found in it.year["arrivals"].items():
        for place in found:
            if place not in places:
                yield it.place("british_arrivals", track, "places").fault(f"'{place}' is no place", kind=Kind.UNKNOWN)
    for side, objectives in it.year["objectives"].items():
        for area in objectives.areas:
            if area not in OBJECTIVE_AREAS:
                yield it.place("objectives", side, "areas").fault(f"'{area}' is no objective", kind=Kind.UNKNOWN)


def scenario(it: Draft) -> Iterator[Fault]:
    """The ships of Trafalgar stand in one fleet each, and are those whose counters say so (24.1)."""
    found = it.year.get("trafalgar")
    if found is None:
        return
    lists = [(fleet.block, fleet.ships) for fleet in found.fleets]
    yield from soundness.each_once(it, "trafalgar_fleets", "ships", lists)
    named = {ship for _, ships in lists for ship in ships}
    for block, _ in lists:
        if block not in it.blocks:
            yield it.place("trafalgar_fleets", block).fault(f"'{block}' is no block", kind=Kind.UNKNOWN)
    for ship_ in it.ships.values():
        if ship_.trafalgar != (ship_.id in named):
            yield it.place("ships", ship_.id, "trafalgar").fault(f"'{ship_.id}' does not stand in the scenario so")
