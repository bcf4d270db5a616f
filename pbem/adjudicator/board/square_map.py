"""A map of squares read from its data: where ships can go from each square, and what the way costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol, TypeAlias

from pbem.base.records import dataclass, field
from pbem.geometry.grids import Direction, costs_from
from pbem.geometry.squares import Grid, flanks, is_diagonal, squares_of

NOWHERE: tuple[str, ...] = ()
NOTHING: frozenset[str] = frozenset()
#: Another square, the points it takes, and for a diagonal the squares that the step passes between.
Step: TypeAlias = tuple[str, int, frozenset[str] | None]
#: Squares with steps that lead on.
StraightWays: TypeAlias = tuple[tuple[str, tuple[Step, ...]], ...]
CORNERS = (Direction.NE, Direction.SE, Direction.SW, Direction.NW)


class Passage(Protocol):
    """A way between two squares that do not touch."""

    @property
    def ends(self) -> tuple[str, str]: ...
    @property
    def cost(self) -> int: ...


class Terrain(Protocol):
    """As much of a kind of terrain as ships ask of it."""

    @property
    def afloat(self) -> bool: ...


@dataclass(frozen=True, eq=False, kw_only=True)
class SquareMap:
    """The squares of a board, and the steps of ships over them."""

    grid: Grid
    terrain_kinds: Mapping[str, Terrain]  # square -> what its letter means
    ways: Mapping[str, tuple[str, ...]]  # square -> the squares around it that a ship can go to, clockwise from north
    passages: Mapping[str, tuple[tuple[str, int], ...]]  # square -> other ends of passages, and what they cost
    _sailed: dict[str, Mapping[str, int]] = field(default_factory=dict, repr=False)
    _steps: dict[str, tuple[Step, ...]] = field(default_factory=dict, repr=False)

    def is_afloat(self, square: str) -> bool:
        """Tells if a ship may be in a square."""
        return self.terrain_kinds[square].afloat

    def neighbours(self, square: str) -> tuple[str, ...]:
        """Lists the squares one step away, clockwise from north."""
        return self.ways.get(square, NOWHERE)

    def steps(self, square: str, barred: Set[str] = NOTHING) -> list[tuple[str, int]]:
        """Every step out of a square with its cost; `barred` squares close the corner between two of them."""
        ways = self.all_steps(square)
        return [(other, cost) for other, cost, corner in ways if corner is None or not corner <= barred]

    def all_steps(self, square: str) -> tuple[Step, ...]:
        """Every step out of a square; worked out once for each."""
        if square not in self._steps:
            afloat = [(other, 1, self.corner(square, other)) for other in self.neighbours(square)]
            self._steps[square] = (*afloat, *((other, cost, None) for other, cost in self.passages.get(square, ())))
        return self._steps[square]

    def corner(self, square: str, other: str) -> frozenset[str] | None:
        """The squares that a diagonal step passes between and that ships may enter: all of them barred, it is shut."""
        if not is_diagonal(square, other):
            return None
        return frozenset(flank for flank in flanks(square, other) if self.is_afloat(flank))

    def distances(self, start: str) -> Mapping[str, int]:
        """The points from one square to each that can be reached, nobody in the way."""
        if start not in self._sailed:
            self._sailed[start] = MappingProxyType(costs_from(start, self.steps))
        return self._sailed[start]

    def straight(self, start: str, goal: str) -> StraightWays:
        """The steps of all cheapest ways from one square to another, nobody in the way; nothing where no way leads."""
        return straight_ways(self, start, goal)

    def distance(self, a: str, b: str) -> int | None:
        """The points from one square to another; None where no ship gets there."""
        return self.distances(a).get(b)


@lru_cache(maxsize=4096)
def straight_ways(board: SquareMap, start: str, goal: str) -> StraightWays:
    """Finds the squares on the cheapest ways from one to another, the nearest to the goal first, without the goal.

    Each comes with its steps that lead on by such a way.
    """
    so_far, left = board.distances(start), board.distances(goal)
    whole = left.get(start)
    passed = [square for square, points in left.items() if points and so_far.get(square, points) + points == whole]
    return tuple(
        (square, tuple(step for step in board.all_steps(square) if left.get(step[0]) == left[square] - step[1]))
        for square in passed
    )


def ways_over(grid: Grid, water: frozenset[str], closed: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """From each square the neighbours a ship can go to: water, not closed, no corner between two lands."""
    borders = frozenset(ends for name in closed for ends in (squares_of(name), squares_of(name)[::-1]))
    return {square: tuple(ways_out(grid, square, water, borders)) for square in grid.squares if square in water}


def ways_out(grid: Grid, square: str, water: frozenset[str], closed: frozenset[tuple[str, str]]) -> Iterator[str]:
    """The ways out of one square, clockwise from north."""
    for way, other in grid.ways(square):
        if other not in water or (square, other) in closed:
            continue
        if way not in CORNERS or any(flank in water for flank in flanks(square, other)):
            yield other


def by_ends(passages: Iterable[Passage]) -> dict[str, tuple[tuple[str, int], ...]]:
    """From each end of a passage the other, and what it costs."""
    found: dict[str, list[tuple[str, int]]] = {}
    for passage in passages:
        a, b = passage.ends
        found.setdefault(a, []).append((b, passage.cost))
        found.setdefault(b, []).append((a, passage.cost))
    return {square: tuple(ends) for square, ends in found.items()}
