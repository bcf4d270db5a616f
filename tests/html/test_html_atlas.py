"""The maps beside an atlas: every port within a hex or square of its real place, coasts where the board has them."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path

import pytest

from pbem import strict_yaml
from pbem.adjudicator.glory.board.board import DATA as EUROPE_DATA
from pbem.adjudicator.glory.board.board import load_board as load_glory
from pbem.adjudicator.guerra.board.board import load_board as load_america
from pbem.adjudicator.guerra.board.pieces import Port as AmericanPort
from pbem.adjudicator.guerra.reports import sheet as america
from pbem.adjudicator.jenkins.board.board import DATA, load_board
from pbem.adjudicator.lions.board.board import DATA as WORLD
from pbem.geometry.coast import Coast, read_coast
from pbem.geometry.hexes import column_of, depth, distance, hex_id
from pbem.geometry.sheet import HEX_ACROSS, HEX_DOWN, SQUARE, Point, hex_at, square_at

BOARD = load_board()
CARIBBEAN, GLOBE = read_coast(DATA / "coast.json"), read_coast(WORLD / "coast.json")
ATLAS = {port["id"]: (int(port["longitude"]), int(port["latitude"]))
         for port in strict_yaml.plain(strict_yaml.read((DATA / "atlas.yaml").read_bytes()))["seaports"]}  # fmt: skip
#: The rulebook's own example puts these a hex from where its other towns would have them.
NEXT_DOOR = ("leogane", "port-royal", "savannah", "zihuatanejo")
#: Squares of the world that a rule or the printed map wants elsewhere than the atlas does.
NEXT_SQUARE = ("antwerp", "calais", "cartagena", "copenhagen", "havana", "jamestown", "sallee", "st-marys")


def hex_over(at: Point) -> str:
    """The hex that lies over a point of the sheet."""
    near = [hex_id(at[0] // HEX_ACROSS + c, at[1] // HEX_DOWN + r) for c in (0, 1) for r in (-1, 0, 1)]
    return min(near, key=lambda hex_: (hex_at(hex_)[0] - at[0]) ** 2 + (hex_at(hex_)[1] - at[1]) ** 2)


@pytest.mark.parametrize("port", BOARD.seaports.values(), ids=str)
def test_every_seaport_lies_within_a_hex_of_its_place_in_an_atlas(port: object) -> None:
    place = next(each for each in BOARD.seaports.values() if each is port)
    off = distance(place.hex, hex_over(CARIBBEAN.at(*ATLAS[place.id])))
    assert off == (1 if place.id in NEXT_DOOR else 0)


def test_the_atlas_knows_the_seaports_of_the_board_and_no_others() -> None:
    assert sorted(ATLAS) == sorted(BOARD.seaports)


def test_every_port_of_the_world_lies_within_a_square_of_its_place_in_an_atlas() -> None:
    ports = strict_yaml.plain(strict_yaml.read((WORLD / "ports.yaml").read_bytes()))["ports"]
    apart = {}
    for port in ports:
        x, y = GLOBE.at(int(port["longitude"]), int(port["latitude"]))
        east, south = square_at(port["square"])
        apart[port["id"]] = max(abs(x - east), abs(y - south))
    assert len(apart) == 83
    assert max(apart.values()) <= SQUARE + 1
    assert tuple(sorted(name for name, off in apart.items() if off > SQUARE // 2)) == NEXT_SQUARE


def on_land(coast: Coast, at: Point) -> bool:
    """Whether a point is enclosed by an odd number of shores."""
    inside = False
    for shore in coast.shores:
        for (x1, y1), (x2, y2) in zip(shore.points, (*shore.points[1:], shore.points[0]), strict=True):
            if (y1 > at[1]) != (y2 > at[1]) and at[0] < x1 + (at[1] - y1) * (x2 - x1) / (y2 - y1):
                inside = not inside
    return inside


def test_the_coast_is_drawn_where_the_board_has_it() -> None:
    """Every hex that is all land has land under its middle, every hex of open sea has water."""
    wrong = []
    for hex_ in BOARD.grid.hexes:
        if not BOARD.is_coastal(hex_) and on_land(CARIBBEAN, hex_at(hex_)) != BOARD.is_land_hex(hex_):
            wrong.append(hex_)
    assert wrong == []


def test_hexes_lie_on_the_sheet_as_they_touch_on_the_board() -> None:
    for hex_ in ("2719", "2818"):
        for other in BOARD.grid.neighbours(hex_):
            (x, y), (east, south) = hex_at(hex_), hex_at(other)
            assert (abs(x - east), abs(y - south)) in ((0, HEX_DOWN), (HEX_ACROSS, HEX_DOWN // 2))
    assert hex_at("0301") == (HEX_ACROSS * column_of("0301"), HEX_DOWN // 2 * depth("0301"))


@pytest.mark.parametrize("folder", [DATA, WORLD], ids=["jenkins", "lions"])
def test_a_coast_file_is_small_and_names_its_source(folder: Path) -> None:
    path = folder / "coast.json"
    assert path.stat().st_size < 60_000
    assert "Natural Earth" in read_coast(path).source
    assert "public domain" in read_coast(path).source


def test_a_coarser_coast_keeps_its_small_islands_and_closes_no_strait() -> None:
    drawn = run_path(str(Path(__file__).parents[2] / "atlas" / "coast.py"))["drawn"]
    islet = [(200, 200), (202, 199), (204, 200), (204, 202), (202, 203), (200, 202)]
    shore = [(0, 0), (100, 0), (100, 50), (50, 48), (0, 50)]  # with a bay two units deep
    island = [(50, 49), (60, 60), (40, 60)]  # which reaches into the bay
    rings = [[part for at in ring for part in at] for ring in (islet, shore, island)]
    assert drawn(rings, [islet, shore, island], 2.0) == rings
    without = drawn(rings[:2], [islet, shore], 2.0)
    assert without == [rings[0], [0, 0, 100, 0, 100, 50, 0, 50]]


# ------------------------------------------------------------------------------------------------ 1805: Sea of Glory

GLORY = load_glory()
EUROPE, INDIES = read_coast(EUROPE_DATA / "coast.json"), read_coast(EUROPE_DATA / "indies.json")


def test_every_port_of_europe_lies_in_its_hex_or_the_next() -> None:
    """The map is turned, so this holds the six numbers of its projection against the towns."""
    apart = {port.id: distance(port.hex, hex_over(EUROPE.at(port.longitude, port.latitude)))
             for port in GLORY.ports.values() if port.hex in GLORY.grid}  # fmt: skip
    assert len(apart) == 17
    assert max(apart.values()) <= 1


def test_open_sea_of_europe_has_water_under_most_of_its_middles() -> None:
    """A hex of at least 45 parts of a hundred of water is sea, so a few middles lie on land."""
    hexes = [hex_ for hex_ in GLORY.hexes if hex_ in GLORY.grid]
    ashore = [hex_ for hex_ in hexes if on_land(EUROPE, hex_at(hex_))]
    assert len(hexes) == 493
    assert len(ashore) * 12 < len(hexes)


def test_the_west_indies_have_coasts_of_their_own() -> None:
    at = {hex_.id: (HEX_ACROSS * hex_.column, HEX_DOWN * hex_.row + HEX_DOWN // 2 * (hex_.column % 2 == 0))
          for hex_ in GLORY.hexes.values() if hex_.sheet == "indies"}  # fmt: skip
    ashore = [hex_ for hex_, point in at.items() if on_land(INDIES, point)]
    assert len(at) == 97
    assert len(ashore) * 12 < len(at)


# ---------------------------------------------------------------------------------------------- Guerra a Muerte


def inside(ring: tuple[Point, ...], at: Point) -> bool:
    """Whether a point lies within an outline."""
    found = False
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (y1 > at[1]) != (y2 > at[1]) and at[0] < (x2 - x1) * (at[1] - y1) / (y2 - y1) + x1:
            found = not found
    return found


AMERICA = load_america()
#: How far a port may lie from its area's outline, which is coarse: a degree and a half.
REACH = 30


@pytest.mark.parametrize("port", [each for each in AMERICA.ports.values() if each.area in AMERICA.areas], ids=str)
def test_every_port_of_america_lies_in_its_area_or_on_its_shore(port: AmericanPort) -> None:
    x, y = america.spots()[port.id]
    ring = america.corners(port.area)
    near = any((x - a) ** 2 + (y - b) ** 2 <= REACH**2 for a, b in ring)
    steps = [(x + across, y + down) for across in (-REACH, 0, REACH) for down in (-REACH, 0, REACH)]
    assert near or any(inside(ring, step) for step in steps)


def test_every_area_of_america_is_named_within_a_few_degrees_of_its_outline() -> None:
    for name in AMERICA.areas:
        x, y = america.middle(AMERICA, name)
        ring = america.corners(name)
        across, down = [a for a, _ in ring], [b for _, b in ring]
        assert min(across) - 60 <= x <= max(across) + 60, name
        assert min(down) - 60 <= y <= max(down) + 60, name
