"""Coastlines and where on the sheet their degrees lie: what atlas/coast.py has prepared for a game, read once."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from pbem.base.records import dataclass
from pbem.geometry.sheet import Point

#: Fixed points of a map: hundredths of a degree, units of the sheet. Between two of them the map is straight.
Scale = tuple[tuple[int, int], ...]
#: Hundredths of a degree, north and east.
Spot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shore:
    """A coastline: a closed outline of land, or a line if the sheet cuts it; `water` marks a lake."""

    points: tuple[Point, ...]
    closed: bool = True
    water: bool = False


@dataclass(frozen=True, slots=True)
class Turned:
    """A map that is turned against the meridians: each axis needs longitude and latitude.

    Each axis has three whole numbers, its start and what a hundredth of a degree east and one north add to it; all of
    them stand for so many parts of `per`.
    """

    per: int
    x: tuple[int, int, int]
    y: tuple[int, int, int]

    def at(self, longitude: int, latitude: int) -> Point:
        """Returns a place's position on the sheet, rounded to the nearest unit."""
        across, down = (
            (start + east * longitude + north * latitude + self.per // 2) // self.per
            for start, east, north in (self.x, self.y)
        )
        return across, down

    def points(self, ring: Sequence[int]) -> list[Point]:
        """A ring of degrees, east and north by turns, on the sheet."""
        return [self.at(east, north) for east, north in zip(ring[::2], ring[1::2], strict=True)]


@dataclass(frozen=True, slots=True)
class Upright:
    """A map whose meridians run straight up: longitude and latitude have a scale each."""

    longitude: Scale
    latitude: Scale

    def at(self, longitude: int, latitude: int) -> Point:
        """Returns a place's position on the sheet."""
        return along(self.longitude, longitude), along(self.latitude, latitude)

    def points(self, ring: Sequence[int]) -> list[Point]:
        """A ring of degrees, east and north by turns, on the sheet."""
        return list(zip(map(placer(self.longitude), ring[::2]), map(placer(self.latitude), ring[1::2]), strict=True))


@dataclass(frozen=True, slots=True)
class Coast:
    """A region's shores on the sheet of its game."""

    source: str
    projection: Turned | Upright
    shores: tuple[Shore, ...]

    def at(self, longitude: int, latitude: int) -> Point:
        """Returns a place's position on the sheet, from hundredths of a degree, east and north positive."""
        return self.projection.at(longitude, latitude)


@lru_cache(maxsize=8)
def read_coast(path: Path) -> Coast:
    """A coast file; it is one of ours, made by a script."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    lies = projection(found)
    return Coast(found["source"], lies, tuple(shore(ring, lies) for ring in found["shores"]))


@lru_cache(maxsize=4)
def read_rings(path: Path) -> dict[str, dict[str, tuple[Spot, ...]]]:
    """The outlines of areas that lie beside a coast, by their kind and name, in hundredths of a degree."""
    found: dict[str, dict[str, list[list[int]]]] = json.loads(path.read_text(encoding="utf-8"))
    return {kind: {name: tuple((north, east) for north, east in ring) for name, ring in rings.items()}
            for kind, rings in found.items()}  # fmt: skip


def projection(found: dict[str, Any]) -> Turned | Upright:
    """The projection of a coast file: its way to lay degrees on the sheet."""
    if "turned" in found:
        turned = found["turned"]
        return Turned(turned["per"], tuple(turned["x"]), tuple(turned["y"]))
    return Upright(scale(found["longitude"]), scale(found["latitude"]))


def scale(points: Sequence[Sequence[int]]) -> Scale:
    """Fixed points from the west, or from the south."""
    return tuple(sorted((degrees, units) for degrees, units in points))


def shore(ring: Sequence[int], lies: Turned | Upright) -> Shore:
    """A ring of degrees as a ring of the sheet, without points that fall together there."""
    points = lies.points(ring)
    return Shore(tuple(point for number, point in enumerate(points) if point != points[number - 1]))


def along(scale: Scale, value: int) -> int:
    """A degree's place on one axis; beyond the last fixed point the map goes on as it was."""
    return placer(scale)(value)


@cache
def placer(scale: Scale) -> Callable[[int], int]:
    """The place of any degree on one axis: coasts have thousands of points, and axes two dozen stretches."""
    ends = [degrees for degrees, _ in scale[1:-1]]
    stretches = [(low, start, 2 * (end - start), high - low) for (low, start), (high, end) in pairwise(scale)]

    @cache
    def place(value: int) -> int:
        low, start, rise, run = stretches[bisect_left(ends, value)]
        return start + ((value - low) * rise + run) // (2 * run)

    return place
