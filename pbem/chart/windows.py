"""Windows on a map, chosen by where something happened, where the reader's own are, and where others are seen.

A reader's first window shows most of that; a second and a third follow where much of it lies outside.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import accumulate

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
        much, best = busiest(chart, left)
        if found and 100 * much < LEAST * whole:
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


def busiest(chart: Chart, left: Counter[Point]) -> tuple[int, Bounds]:
    """The window that shows most of what no window before it does, and how much; among equals the north-westernmost.

    Windows of the size that the title gives are tried step by step over the sheet.
    """
    assert chart.focus is not None  # noqa: S101 - asked before
    wide, high, sheet = chart.focus.width, chart.focus.height, chart.bounds
    lefts, tops = steps(sheet.left, sheet.right - wide), steps(sheet.top, sheet.bottom - high)
    best = 0, tops[0], lefts[0]
    westward = sorted((x, y, much) for (x, y), much in left.items())
    for top in tops:
        shown = [(x, much) for x, y, much in westward if top + STEP < y < top + high - STEP]
        places, sums = [x for x, _ in shown], [0, *accumulate(much for _, much in shown)]
        for west in lefts if sums[-1] > best[0] else ():
            worth = sums[bisect_left(places, west + wide - STEP)] - sums[bisect_right(places, west + STEP)]
            if worth > best[0]:
                best = worth, top, west
    much, top, west = best
    return much, Bounds(west, top, west + wide, top + high)


def steps(first: int, last: int) -> list[int]:
    """The places of a window's edge from one end of the sheet to the other."""
    last = max(last, first)
    return [*range(first, last, STEP), last]


def holds(part: Bounds, at: Point) -> bool:
    """Tells if a place lies well within a window."""
    return part.left + STEP < at[0] < part.right - STEP and part.top + STEP < at[1] < part.bottom - STEP
