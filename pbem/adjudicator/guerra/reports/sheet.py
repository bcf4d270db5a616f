"""The chart with nothing on it: areas as polygons on the real coast, ranges, wider countries, seas, insets, boxes.

Polygons are coarse, and the coast cuts them; what lies between two areas is the stretch of border that both have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise

from pbem.adjudicator.board.texts import texts_of
from pbem.adjudicator.guerra.board.board import DATA, Board
from pbem.adjudicator.guerra.reports.told_places import sea
from pbem.adjudicator.guerra.state.terms import ANDES, HAITI, LEGION, SPAIN
from pbem.adjudicator.reports.chart_model import Border, Box, Cell, Chart, Ground, Inset, Lettering
from pbem.adjudicator.reports.chart_parts import namesakes
from pbem.geometry.coast import Coast, Spot, read_coast, read_rings
from pbem.geometry.sheet import Bounds, Point, Tiling

COAST, PLACES, POLYGONS = DATA / "coast.json", DATA / "sheet.yaml", DATA / "areas.json"
#: The whole drawing: the sheet with room for the insets to the west and to the south.
WHOLE = Bounds(-290, 0, 1711, 2160)
#: What the insets show: west, north, east, south in hundredths of a degree; where they lie, and their scale.
INSETS = (("The Antilles and Venezuela", (-8650, 2450, -5900, 750), (-276, 660), 2),
          ("Chile and El Plata", (-7500, -2050, -5150, -4020), (-276, 1366), 2))  # fmt: skip
BOX_WIDE, BOX_HIGH = 150, 64
BOXES = {SPAIN: (1590, 120, "Spain"), HAITI: (1160, 402, "Haití"), LEGION: (1560, 1480, "São Paulo Legion")}
#: Ports are drawn so far above the place they are given.
PORT_ABOVE = 10


def coast() -> Coast:
    """The shores."""
    return read_coast(COAST)


@cache
def spots() -> Mapping[str, Point]:
    """The points of ports on the chart, and of areas that are not marked in their middle."""
    told = texts_of(PLACES)
    return {each["of"]: coast().at(int(each["east"]), int(each["north"])) for each in (*told["ports"], *told["areas"])}


@cache
def short_names() -> Mapping[str, str]:
    """The names of ports on the chart, where the printed name is long."""
    return {each["of"]: each["short"] for each in texts_of(PLACES)["ports"] if "short" in each}


@cache
def stands() -> Mapping[str, Point]:
    """The points where the stacks of narrow areas stand."""
    told = texts_of(PLACES)["areas"]
    return {each["of"]: coast().at(*map(int, each["stacks"])) for each in told if "stacks" in each}


def stand(board: Board, area: str, across: int, down: int) -> Point:
    """The point of a side's stacks in an area: so far from its name, or close together where there is little room."""
    if area in stands():
        x, y = stands()[area]
        return x + across // 2, y
    x, y = middle(board, area)
    return x + across, y + down


def points(ring: tuple[Spot, ...]) -> tuple[Point, ...]:
    """A ring on the sheet."""
    return tuple(coast().at(east, north) for north, east in ring)


@cache
def corners(area: str) -> tuple[Point, ...]:
    """The corners of an area on the sheet."""
    return points(read_rings(POLYGONS)["areas"][area])


def middle(board: Board, place: str) -> Point:
    """The point of an area, sea, port or box on the chart."""
    if place in BOXES:
        x, y, _ = BOXES[place]
        return x, y
    if place in spots():
        x, y = spots()[place]
        return (x, y + PORT_ABOVE) if place in board.ports else (x, y)
    spot = board.areas[place] if place in board.areas else board.seas[place]
    x, y = coast().at(spot.longitude, spot.latitude)
    return min(max(x, WHOLE.left + 30), WHOLE.right - 60), y


@lru_cache(maxsize=8)
def printed(board: Board) -> Chart:
    """The map with nothing on it; a board never changes."""
    told = texts_of(PLACES)
    shore = coast()
    rings = read_rings(POLYGONS)["seas"]
    cells = [Cell(name, middle(board, name), Ground.SEA, points(rings[name]), sea(board, name)) for name in board.seas]
    letters = [Lettering(each["name"], shore.at(int(each["east"]), int(each["north"])), int(each["size"]))
               for each in told["waters"]]  # fmt: skip
    pieces = (*board.units.values(), *board.leaders.values(), *board.ejercitos.values())
    places = (*board.areas.values(), *board.ports.values())
    return Chart(
        title=told["title"], tiling=Tiling.AREAS, bounds=WHOLE, cells=tuple(cells), description=(),
        shores=shore.shores, lettering=tuple(letters), rose=shore.at(*map(int, told["rose"])), credits=shore.source,
        borders=tuple(borders(board)), insets=tuple(inset(*each) for each in INSETS),
        boxes=tuple(Box(name, (x, y), BOX_WIDE, BOX_HIGH, words) for name, (x, y, words) in BOXES.items()),
        namesakes=namesakes((each.name for each in pieces), (each.name for each in places)),
    )  # fmt: skip


def inset(name: str, edges: tuple[int, int, int, int], at: Point, scale: int) -> Inset:
    """A part of the sheet drawn larger."""
    (left, top), (right, bottom) = coast().at(edges[0], edges[1]), coast().at(edges[2], edges[3])
    return Inset(name, Bounds(left, top, right, bottom), at, scale)


def insets() -> tuple[Bounds, ...]:
    """The parts of the sheet that insets cover."""
    return tuple(inset(*each).bounds for each in INSETS)


def borders(board: Board) -> Iterator[Border]:
    """The Andes (1.1.3), and the borders between viceroyalties and captaincies."""
    for name, area in board.areas.items():
        for beyond, kind in area.borders.items():
            if name < beyond and (kind == ANDES or area.region != board.areas[beyond].region):
                for stretch in shared(name, beyond):
                    yield Border("range" if kind == ANDES else "realm", stretch)


def shared(first: str, second: str) -> Iterator[tuple[Point, ...]]:
    """The edges that two areas have in common, those that hang together as one line."""
    mine, theirs = corners(first), corners(second)
    edges = {frozenset(pair) for pair in pairwise((*theirs, theirs[0]))}
    run: list[Point] = []
    for before, here in pairwise((*mine, mine[0])):
        if frozenset((before, here)) in edges:
            run = [*run, here] if run else [before, here]
        elif run:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)
