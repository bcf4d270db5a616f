"""Prepare coastlines for maps: Natural Earth's land, cut to a region and thinned, in hundredths of a degree.

    python atlas/coast.py FOLDER [REGION ...]

FOLDER is the unpacked npm package world-atlas. See README.md beside this file.
"""

from __future__ import annotations

import heapq
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Any

import yaml

from pbem.geometry.coast import projection
from pbem.geometry.sheet import Point

GAMES = Path(__file__).parent.parent / "pbem" / "adjudicator"
Spot = tuple[float, float]  # degrees east, degrees north
Ring = list[Spot]


@dataclass(frozen=True)
class Box:
    """What is cut out, in degrees."""

    west: float
    south: float
    east: float
    north: float


@dataclass(frozen=True)
class Region:
    """A map's part of the world, and how finely it is drawn."""

    title: str
    scale: str
    box: Box
    points: int  # of all shores together, at most
    islet: float  # square degrees: smaller islands are left out
    near: float = 1.0  # units of the sheet: a point no farther from the line without it is left out


REGIONS = {
    "jenkins": Region("the Caribbean", "10m", Box(-106, 3, -54, 37.5), 4300, 0.0012),
    "glory": Region("Europe", "10m", Box(-22, 25, 41, 59), 4300, 0.004),
    "glory-indies": Region("the West Indies", "10m", Box(-89, 7, -56, 29.5), 1500, 0.0012),
    "guerra": Region("Spanish America", "50m", Box(-125, -56, -34, 42), 2600, 0.02, 0.5),
    "lions": Region("the world between 64 north and 56 south", "50m", Box(-130, -60, 160, 70), 4400, 0.02),
    "yellowjack": Region("the Caribbean and the Bahamas", "10m", Box(-98.5, 7, -56, 36.5), 4000, 0.0012, 0.5),
}
#: Regions that are a second map of a title: the title's folder, the file.
SECOND = {"glory-indies": ("glory", "indies.json")}
SOURCE = "Natural Earth 1:{scale} land (public domain), by way of the npm package world-atlas 2.0.2"
#: The squares of the sheet within which edges are compared.
SQUARE = 40
MADE = "Coastline of {title}, prepared by atlas/coast.py; do not edit."


# -------------------------------------------------------------------------------------------------- reading TopoJSON


def rings_of(topology: Any) -> Iterator[Ring]:
    """Every ring of the land: outlines, and the shores of what water they enclose."""
    arcs = [arc_of(points, topology["transform"]) for points in topology["arcs"]]
    for geometry in topology["objects"]["land"]["geometries"]:
        for polygon in geometry["arcs"]:
            for ring in polygon:
                yield [spot for number in ring for spot in (arcs[number] if number >= 0 else arcs[~number][::-1])[:-1]]


def arc_of(steps: Sequence[Sequence[int]], transform: Any) -> Ring:
    """An arc's points: each is given as a step from the one before."""
    (width, height), (west, south) = transform["scale"], transform["translate"]
    x = y = 0
    found = []
    for across, up in steps:
        x, y = x + across, y + up
        found.append((west + x * width, south + y * height))
    return found


# ------------------------------------------------------------------------------------------------- cutting, thinning


def unrolled(ring: Ring) -> Iterator[Ring]:
    """A ring that crosses the date line without its jump from one end of the world to the other, once for each end."""
    turn, whole = 0.0, []
    for before, here in zip([ring[0], *ring], ring, strict=False):
        turn += -360.0 if here[0] - before[0] > 180 else 360.0 if before[0] - here[0] > 180 else 0.0
        whole.append((here[0] + turn, here[1]))
    for shift in (-360.0, 0.0, 360.0):
        yield [(lon + shift, lat) for lon, lat in whole]


def cut(ring: Ring, box: Box) -> Ring:
    """The part of a ring inside a box, edge by edge (Sutherland and Hodgman)."""
    for axis, edge, sign in ((0, box.west, 1), (0, box.east, -1), (1, box.south, 1), (1, box.north, -1)):
        ring = list(kept_side(ring, axis, edge, sign))
    return ring


def kept_side(ring: Ring, axis: int, edge: float, sign: int) -> Iterator[Spot]:
    """The ring on one side of an edge."""
    for before, here in zip([ring[-1], *ring] if ring else [], ring, strict=False):
        was, is_ = (before[axis] - edge) * sign >= 0, (here[axis] - edge) * sign >= 0
        if was != is_:
            part = (edge - before[axis]) / (here[axis] - before[axis])
            yield before[0] + part * (here[0] - before[0]), before[1] + part * (here[1] - before[1])
        if is_:
            yield here


def area(ring: Sequence[Spot]) -> float:
    """What a ring encloses, in square degrees."""
    pairs = zip(ring, [*ring[1:], *ring[:1]], strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2


def thin(rings: list[Ring], most: int) -> list[Ring]:
    """The rings with the points gone whose triangles with their neighbours are least, until `most` are left."""
    links = [[[i - 1, i + 1] for i in range(len(ring))] for ring in rings]
    for link in links:
        link[0][0], link[-1][1] = len(link) - 1, 0
    left = [len(ring) for ring in rings]

    def worth(r: int, i: int) -> float:
        before, after = links[r][i]
        return area([rings[r][before], rings[r][i], rings[r][after]])

    heap = [(worth(r, i), r, i) for r, ring in enumerate(rings) for i in range(len(ring))]
    heapq.heapify(heap)
    gone = set()
    while sum(left) > most and heap:
        value, r, i = heapq.heappop(heap)
        if (r, i) in gone or left[r] <= 5 or value < worth(r, i):
            continue
        gone.add((r, i))
        left[r] -= 1
        before, after = links[r][i]
        links[r][before][1], links[r][after][0] = after, before
        for each in (before, after):
            heapq.heappush(heap, (max(worth(r, each), value), r, each))
    return [[spot for i, spot in enumerate(ring) if (r, i) not in gone] for r, ring in enumerate(rings)]


def shores(topology: Any, region: Region) -> list[list[int]]:
    """The region's shores, the longest first, as hundredths of a degree: east, north, east, north..."""
    whole = (each for ring in rings_of(topology) for each in unrolled(ring))
    inside = [ring for ring in (cut(ring, region.box) for ring in whole) if len(ring) > 2]
    large = sorted((ring for ring in inside if area(ring) >= region.islet), key=area, reverse=True)
    return [[round(100 * part) for spot in ring for part in spot] for ring in thin(large, region.points)]


def drawn(rings: list[list[int]], sheet: list[list[Point]], near: float) -> list[list[int]]:
    """The rings without the points that their map does not show; `sheet` are the same on the sheet.

    An island that would lose half of what it covers stays as it is. Where two lines would cross, points come back.
    """
    kept = [straight(points, near) for points in sheet]
    for r, points in enumerate(sheet):
        if 2 * area([points[i] for i in kept[r]]) < area(points):
            kept[r] = list(range(len(points)))
    while back := {(r, i) for r, edge in crossing(sheet, kept) for i in farthest(sheet[r], *edge)}:
        for r, i in back:
            kept[r] = sorted({*kept[r], i})
    return [[part for i in numbers for part in ring[2 * i:2 * i + 2]]
            for ring, numbers in zip(rings, kept, strict=True)]  # fmt: skip


def crossing(sheet: list[list[Point]], kept: list[list[int]]) -> set[tuple[int, tuple[int, int]]]:
    """The edges that cross another, each by its ring and its ends; edges are compared that share a square."""
    near: dict[Point, list[tuple[int, tuple[int, int]]]] = {}
    for r, numbers in enumerate(kept):
        for ends in zip(numbers, [*numbers[1:], *numbers[:1]], strict=True):
            columns, rows = (sorted(one // SQUARE for one in both)
                             for both in zip(*(sheet[r][i] for i in ends), strict=True))  # fmt: skip
            for place in product(range(columns[0], columns[1] + 1), range(rows[0], rows[1] + 1)):
                near.setdefault(place, []).append((r, ends))
    pairs = {pair for edges in near.values() for pair in combinations(edges, 2)}
    return {edge for pair in pairs if cross(*(sheet[r][i] for r, ends in pair for i in ends)) for edge in pair}


def farthest(points: list[Point], begin: int, end: int) -> list[int]:
    """The number of the point between two others that is farthest from their line; none where none lies between."""
    inner = range(begin + 1, end if end > begin else len(points))
    return [max(inner, key=lambda i: away(points[i], points[begin], points[end]))] if inner else []


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Tells if two edges cross; those that only touch do not."""
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def turn(a: Point, b: Point, c: Point) -> int:
    """On which side of an edge a point lies: above 0, below 0, or 0 on its line."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def straight(points: list[Point], near: float) -> list[int]:
    """The numbers of a ring's points that are farther than `near` from the line without them (Douglas and Peucker).

    A triangle is left at least.
    """
    last = len(points)
    closed, kept = [*points, points[0]], {0}
    far = max(range(last), key=lambda i: square(points[i], points[0]))
    parts = [(0, far), (far, last)]
    while parts:
        begin, end = parts.pop()
        kept.add(begin)
        inner = range(begin + 1, end)
        most = max(inner, key=lambda i: away(closed[i], closed[begin], closed[end]), default=begin)
        if most != begin and away(closed[most], closed[begin], closed[end]) > near * near:
            parts += [(begin, most), (most, end)]
    if len(kept) < 3:
        kept.add(max(range(last), key=lambda i: away(points[i], points[0], points[far])))
    return sorted(kept)


def square(one: Point, other: Point) -> int:
    """The distance of two points, squared."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def away(point: Point, begin: Point, end: Point) -> float:
    """The distance of a point from a stretch of line, squared."""
    long = square(begin, end)
    across, down = end[0] - begin[0], end[1] - begin[1]
    along = (point[0] - begin[0]) * across + (point[1] - begin[1]) * down
    if along <= 0:
        return square(point, begin)
    if along >= long:
        return square(point, end)
    return ((point[0] - begin[0]) * down - (point[1] - begin[1]) * across) ** 2 / long


# ------------------------------------------------------------------------------------------------------ projections


def jenkins_projection() -> dict[str, list[list[int]]]:
    """x and y of a hex's middle in hexes, as the reconstruction fits them to the four towns; 45 by 52 units a hex."""

    def x(lon: float) -> int:
        return round(45 * (101.40548879 + 0.97543755 * lon))

    def y(lat: float) -> int:
        return round(52 * (33.92616357 - 0.84475370 * lat))

    return {
        "longitude": [[100 * lon, x(lon)] for lon in (-110, -50)],
        "latitude": [[100 * lat, y(lat)] for lat in (40, 0)],
    }


def lions_projection() -> dict[str, list[list[int]]]:
    """Columns are of two widths, rows of as many as there are rows; 60 units a square, whose middle is its number."""
    world = yaml.safe_load((GAMES / "lions" / "data" / "map.yaml").read_text(encoding="utf-8"))
    west, east = world["meridians"]
    edge = 60 * east["column"] - 30
    longitude = [[west["start"] - 12 * west["width"], edge - 12 * 60], [east["start"], edge],
                 [east["start"] + 18 * east["width"], edge + 18 * 60]]  # fmt: skip
    rows = world["terrain"]
    latitude = [[rows[0]["north"], 30], *([row["south"], 60 * number + 30] for number, row in enumerate(rows, 1))]
    return {"longitude": longitude, "latitude": latitude}


def glory_projection() -> dict[str, Any]:
    """Columns and rows of hexes as they are fitted to the hexes that the rulebook names: a map that is turned."""
    across, down = (25.1683, 0.99220, -0.24889), (66.7016, -0.14973, -1.23697)
    x, y = ([round(PER * units * part / per) for part, per in zip(row, (1, 100, 100), strict=True)]
            for row, units in ((across, 45), (down, 52)))  # fmt: skip
    return {"turned": {"per": PER, "x": x, "y": y}}


def indies_projection() -> dict[str, list[list[int]]]:
    """Hexes of a hundred miles; column 0 lies at 85.6 west, row 0 of an odd column at 24.88 north."""
    return {
        "longitude": [[100 * lon, round(45 * (lon + 85.6) * 57.378 / 86.6025)] for lon in (-90, -50)],
        "latitude": [[100 * lat, round(52 * (24.88 - lat) * 0.6)] for lat in (30, 0)],
    }


def guerra_projection() -> dict[str, list[list[int]]]:
    """Twenty units a degree of latitude; a degree of longitude has 0.94 of that, which is true at 20 degrees."""
    return {
        "longitude": [[100 * lon, round(18.8 * (lon + 125))] for lon in (-125, -34)],
        "latitude": [[100 * lat, 20 * (42 - lat)] for lat in (42, -56)],
    }


def yellowjack_projection() -> dict[str, list[list[int]]]:
    """Sixty units a degree of latitude; a degree of longitude has 0.93 of that, which is true at 21 degrees."""
    return {
        "longitude": [[100 * lon, round(56 * (lon + 98.5))] for lon in (-98, -56)],
        "latitude": [[100 * lat, round(60 * (36.5 - lat))] for lat in (36, 7)],
    }


#: What the six numbers of a turned map are divided by.
PER = 1_000_000
PROJECTIONS = {
    "jenkins": jenkins_projection, "lions": lions_projection, "glory": glory_projection,
    "glory-indies": indies_projection, "guerra": guerra_projection,
    "yellowjack": yellowjack_projection,
}  # fmt: skip


def write(name: str, folder: Path) -> str:
    """One region's file."""
    region, lies = REGIONS[name], PROJECTIONS[name]()
    topology = json.loads((folder / f"land-{region.scale}.json").read_text(encoding="utf-8"))
    on_sheet = projection(lies)
    whole = shores(topology, region)
    found = drawn(whole, [on_sheet.points(ring) for ring in whole], region.near)
    head = {
        "about": MADE.format(title=region.title), "source": SOURCE.format(scale=region.scale),
        "unit": "hundredths of a degree, east and north", **lies,
    }  # fmt: skip
    lines = [f" {json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    body = ",\n".join("  " + json.dumps(ring, separators=(",", ":")) for ring in found)
    title, file = SECOND.get(name, (name, "coast.json"))
    target = GAMES / title / "data" / file
    target.write_text("{\n" + "\n".join(lines) + f'\n "shores": [\n{body}\n ]\n}}\n', encoding="utf-8")
    return f"{target}: {len(found)} shores, {sum(map(len, found)) // 2} points, {target.stat().st_size} bytes"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(str(__doc__))
    for each in sys.argv[2:] or REGIONS:
        sys.stdout.write(write(each, Path(sys.argv[1])) + "\n")
