"""Coastlines and where on the sheet their degrees lie: what atlas/coast.py has prepared for a game, read once."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from pbem.geometry.sheet import Point

#: Fixed points of a map: hundredths of a degree, units of the sheet. Between two of them the map is straight.
Scale = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Shore:
    """A coastline: a closed outline of land, or a line if the sheet cuts it; `water` marks a lake."""

    points: tuple[Point, ...]
    closed: bool = True
    water: bool = False


@dataclass(frozen=True, slots=True)
class Coast:
    """A region's shores on the sheet of its game."""

    source: str
    longitude: Scale
    latitude: Scale
    shores: tuple[Shore, ...]

    def at(self, longitude: int, latitude: int) -> Point:
        """Returns a place's position on the sheet, from hundredths of a degree, east and north positive."""
        return along(self.longitude, longitude), along(self.latitude, latitude)


@lru_cache(maxsize=8)
def read_coast(path: Path) -> Coast:
    """A coast file; it is one of ours, made by a script."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    across, down = scale(found["longitude"]), scale(found["latitude"])
    shores = tuple(shore(ring, across, down) for ring in found["shores"])
    return Coast(found["source"], across, down, shores)


def scale(points: Sequence[Sequence[int]]) -> Scale:
    """Fixed points from the west, or from the south."""
    return tuple(sorted((degrees, units) for degrees, units in points))


def shore(ring: Sequence[int], across: Scale, down: Scale) -> Shore:
    """A ring of degrees as a ring of the sheet, without points that fall together there."""
    points = list(zip(map(placer(across), ring[::2]), map(placer(down), ring[1::2]), strict=True))
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
