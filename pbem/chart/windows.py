"""Windows on a map, chosen by where something happened, where the reader's own are, and where others are seen.

A reader's first window shows most of that; a second and a third follow where much of it lies outside.
"""

from __future__ import annotations

from collections import Counter

from pbem.adjudicator.reports.chart_model import Chart, Standing
from pbem.geometry.sheet import Bounds, Point

#: How much an end of a move, a place that the story names, one's own and another's stack, a sighting draw the eye.
MOVED, NAMED, OWN, OTHER, SEEN = 4, 3, 3, 2, 1
#: So many windows at most; a further one has to show this part, in hundredths, of all there is to see.
MOST, LEAST = 3, 14
#: A window is tried at every so many units of the sheet.
STEP = 30


def windows(chart: Chart, named: tuple[Point, ...] = ()) -> list[Bounds]:
    """The windows of a map, the one with most to see first; none where the whole is small enough."""
    if chart.focus is None:
        return []
    left = weights(chart, named)
    whole = sum(left.values())
    if not whole:
        return [chart.focus]
    found: list[Bounds] = []
    while left and len(found) < MOST:
        best = max(tried(chart), key=lambda part: (worth(part, left), -part.top, -part.left))
        if found and 100 * worth(best, left) < LEAST * whole:
            break
        found.append(best)
        left = Counter({at: much for at, much in left.items() if not holds(best, at)})
    return found


def weights(chart: Chart, named: tuple[Point, ...]) -> Counter[Point]:
    """The weight of each place: how much it draws the eye."""
    found: Counter[Point] = Counter()
    for arrow in chart.arrows:
        found[arrow.points[0]] += MOVED
        found[arrow.points[-1]] += MOVED
    for at in named:
        found[at] += NAMED
    for stack in chart.stacks:
        found[stack.at] += OWN if stack.standing is Standing.OWN else OTHER
    for seen in chart.sightings:
        found[seen.at] += SEEN
    return found


def tried(chart: Chart) -> list[Bounds]:
    """Every window of the size that the title gives, step by step over the sheet."""
    assert chart.focus is not None  # noqa: S101 - asked before
    wide, high, sheet = chart.focus.width, chart.focus.height, chart.bounds
    lefts = [*range(sheet.left, max(sheet.right - wide, sheet.left) + 1, STEP), max(sheet.right - wide, sheet.left)]
    tops = [*range(sheet.top, max(sheet.bottom - high, sheet.top) + 1, STEP), max(sheet.bottom - high, sheet.top)]
    return [Bounds(left, top, left + wide, top + high) for top in dict.fromkeys(tops) for left in dict.fromkeys(lefts)]


def worth(part: Bounds, left: Counter[Point]) -> int:
    """The weight of all that a window shows and no window before it."""
    return sum(much for at, much in left.items() if holds(part, at))


def holds(part: Bounds, at: Point) -> bool:
    """Tells if a place lies well within a window."""
    return part.left + STEP < at[0] < part.right - STEP and part.top + STEP < at[1] < part.bottom - STEP
