"""The net: who is whose neighbour, on what course, and how many legs apart (R1.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import atan2, cos, degrees, radians, sin
from types import MappingProxyType

from pbem.adjudicator.yellowjack.board.draft import POINTS
from pbem.adjudicator.yellowjack.board.places import Place, Way
from pbem.base.records import dataclass

ROUND = 3600  # tenths of a degree
POINT = ROUND // len(POINTS)


@dataclass(frozen=True, eq=False)
class Net:
    """Lanes and ways into Sea Zones, from each end."""

    lanes: Mapping[str, tuple[str, ...]]  # place -> neighbours by Lane
    all_ways: Mapping[str, tuple[str, ...]]  # the same with Zone links
    courses: Mapping[tuple[str, str], int]  # (from, to) -> tenths of a degree
    small: frozenset[str]  # Small Spaces
    known_legs: dict[str, dict[str, int]]  # from -> to -> legs; filled as it is asked

    def legs_from(self, start: str) -> Mapping[str, int]:
        """Legs to every place: Large Spaces and Sea Zones entered, Small Spaces for nothing (R1.7a)."""
        if start not in self.known_legs:
            self.known_legs[start] = self.flood(start)
        return self.known_legs[start]

    def flood(self, start: str) -> dict[str, int]:
        """Legs from one place, counted leg by leg; what costs nothing is gone through at once."""
        found = {start: 0}
        edge = [start]
        legs = 0
        while edge:
            edge = self.through_small(edge, found, legs)
            legs += 1
            edge = self.next_ring(edge, found, legs)
        return found

    def through_small(self, edge: list[str], found: dict[str, int], legs: int) -> list[str]:
        """A ring with the Small Spaces that lie beside it, and those beside them."""
        reached = list(edge)
        for place in reached:
            for after in self.all_ways[place]:
                if after in self.small and after not in found:
                    found[after] = legs
                    reached.append(after)
        return reached

    def next_ring(self, edge: list[str], found: dict[str, int], legs: int) -> list[str]:
        """The places one leg farther."""
        ring: list[str] = []
        for place in edge:
            for after in self.all_ways[place]:
                if after not in found and after not in self.small:
                    found[after] = legs
                    ring.append(after)
        return ring


def net_of(nodes: Mapping[str, Place], ways: Iterable[Way], small: Iterable[str]) -> Net:
    """The net of some places and ways; neighbours in the order of the alphabet."""
    lanes: dict[str, list[str]] = {node: [] for node in nodes}
    everything: dict[str, list[str]] = {node: [] for node in lanes}
    courses: dict[tuple[str, str], int] = {}
    for way in ways:
        if way.a not in lanes or way.b not in lanes:
            continue
        here, there = nodes[way.a], nodes[way.b]
        courses[way.a, way.b], courses[way.b, way.a] = course(here, there), course(there, here)
        for end, far in ((way.a, way.b), (way.b, way.a)):
            everything[end].append(far)
            if not way.zone:
                lanes[end].append(far)
    return Net(shelf(lanes), shelf(everything), MappingProxyType(courses), frozenset(small), {})


def course(a: Place, b: Place) -> int:
    """The great-circle course from a place to another, in tenths of a degree."""
    return round(exact_course(a, b) * 10) % ROUND


def exact_course(a: Place, b: Place) -> float:
    """The same in degrees, as it is before it is rounded; no rule reads it."""
    north, far_north = radians(a.latitude / 100), radians(b.latitude / 100)
    east = radians((b.longitude - a.longitude) / 100)
    ahead = cos(north) * sin(far_north) - sin(north) * cos(far_north) * cos(east)
    return degrees(atan2(sin(east) * cos(far_north), ahead)) % 360


def shelf(neighbours: Mapping[str, list[str]]) -> Mapping[str, tuple[str, ...]]:
    """Neighbours that nobody changes, in order."""
    return MappingProxyType({place: tuple(sorted(others)) for place, others in neighbours.items()})


def points_off(direction: str, course: int) -> int:
    """Tenths of a degree between where a wind comes from and a course, 0 (dead ahead) to 1800."""
    apart = abs(POINTS.index(direction) * POINT - course) % ROUND
    return min(apart, ROUND - apart)
