"""Measures luck exactly: the total of somebody's dice among all totals that fair dice can make.

Nothing is estimated and nothing is a float. Every way that the same dice could have fallen is counted, so the range
and the rank are fractions of whole numbers, rounded once for the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate

from pbem.adjudicator.reports.annals import HIGH, Cast
from pbem.base.records import dataclass

#: A range leaves one fair game in so many above it, and one below: 19 in 20 lie within.
TAIL = 40
#: The row of all dice of a side.
ALL_DICE = "all of these"


@dataclass(frozen=True, slots=True)
class Luck:
    """A side's dice of one kind. Points are counted from the end that is bad for it: 1 is the worst of a die."""

    side: str
    kind: str
    dice: int
    points: int
    fair_twice: int  # twice the total that fair dice make on the average, which is then a whole number
    low: int
    high: int
    rank: int  # of 100 fair games, how many are less lucky; those that are just as lucky count half

    @property
    def fair(self) -> str:
        """The average of fair dice: '38' or '38.5'."""
        return f"{self.fair_twice // 2}{'.5' if self.fair_twice % 2 else ''}"


@dataclass(frozen=True, slots=True)
class Counted:
    """Dice of one throw, with how many sides they have."""

    cast: Cast
    faces: int

    @property
    def points(self) -> int:
        """Returns the points of a roll from the thrower's side."""
        total = sum(self.cast.values)
        return total if self.cast.good == HIGH else len(self.cast.values) * (self.faces + 1) - total


def luck(counted: Iterable[Counted], sides: Sequence[str]) -> list[Luck]:
    """Each side's dice by kind, and all together where there are several kinds."""
    found: list[Luck] = []
    thrown = list(counted)
    for side in sides:
        own = [each for each in thrown if each.cast.side == side]
        kinds = {kind: [each for each in own if each.cast.kind == kind] for kind in sorted({c.cast.kind for c in own})}
        found += [judged(side, kind, some) for kind, some in kinds.items()]
        if len(kinds) > 1:
            found.append(judged(side, ALL_DICE, own))
    return found


def judged(side: str, kind: str, thrown: Sequence[Counted]) -> Luck:
    """One row: where these dice lie among all that could have been."""
    faces = tuple(sorted(each.faces for each in thrown for _ in each.cast.values))
    points = sum(each.points for each in thrown)
    low, high, rank = placed(faces, points)
    return Luck(side, kind, len(faces), points, sum(each + 1 for each in faces), low, high, rank)


def placed(faces: tuple[int, ...], points: int) -> tuple[int, int, int]:
    """The range that holds 19 of 20 fair games, and the rank of a total, in whole numbers."""
    ways = totals(faces)
    below = [0, *accumulate(ways)]  # below[k]: ways to stay under the total of place k
    whole, first = below[-1], len(faces)
    low = max(place for place in range(len(ways)) if below[place] * TAIL <= whole)
    high = min(place for place in range(len(ways)) if (whole - below[place + 1]) * TAIL <= whole)
    at = points - first
    twice = 2 * below[at] + ways[at]
    return first + low, first + high, (100 * twice + whole) // (2 * whole)


@lru_cache(maxsize=64)
def totals(faces: tuple[int, ...]) -> tuple[int, ...]:
    """In how many ways these dice make each total, from the least on."""
    ways = [1]
    for sides in faces:
        running = [0, *accumulate(ways)]
        last = len(running) - 1
        ways = [running[min(place + 1, last)] - running[max(place + 1 - sides, 0)]
                for place in range(len(ways) + sides - 1)]  # fmt: skip
    return tuple(ways)


def faces_of(spec: str) -> int:
    """Returns the number of sides of a roll's dice; 0 for a draw, which is no die."""
    _, sign, faces = spec.partition("d")
    return int(faces) if sign and faces.isascii() and faces.isdigit() else 0


def counted(casts: Iterable[Cast], specs: Mapping[str, str]) -> list[Counted]:
    """Dice with their number of sides, as the record of rolls has them."""
    found = [Counted(cast, faces_of(specs.get(cast.label, ""))) for cast in casts]
    return [each for each in found if each.faces and all(1 <= value <= each.faces for value in each.cast.values)]
