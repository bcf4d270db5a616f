"""The size of signs, and where they stand in their cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.adjudicator.reports.chart_model import Stack
from pbem.base.records import dataclass
from pbem.geometry.sheet import Point

#: From a cell's middle to its seaport, and to its counters.
PORT_ABOVE, STACKS_BELOW, STACK_ASIDE = -10, 8, 14
#: A stack in a berth, in hundredths of the size of one that has its cell to itself.
SMALL = 64


@dataclass(frozen=True, slots=True)
class Pen:
    """The size of signs, in hundredths of their own size, and whether cells are numbered."""

    scale: int
    numbered: bool

    def off(self, at: Point, across: int, down: int) -> Point:
        """A place beside another."""
        return at[0] + across * self.scale // 100, at[1] + down * self.scale // 100

    def size(self, units: int) -> int:
        """A size, as it is drawn."""
        return units * self.scale // 100

    def at(self, point: Point) -> str:
        """Writes the position of a sign."""
        scaled = f" scale({self.scale // 100}.{self.scale % 100:02d})" if self.scale != 100 else ""
        return f'transform="translate({point[0]} {point[1]}){scaled}"'


FINE, BROAD = Pen(100, numbered=True), Pen(190, numbered=False)


def stack_places(stacks: Iterable[Stack], pen: Pen) -> Iterator[tuple[Stack, Point]]:
    """Places counters in their cells: alone in the middle, else side by side."""
    crowd: dict[str, list[Stack]] = {}
    for stack in stacks:
        crowd.setdefault(stack.cell, []).append(stack)
    for together in crowd.values():
        for number, stack in enumerate(together):
            aside = (2 * number - len(together) + 1) * STACK_ASIDE
            below = 0 if stack.small else STACKS_BELOW
            yield stack, sized(stack, pen).off(stack.at, aside, below)


def sized(stack: Stack, pen: Pen) -> Pen:
    """The pen for a stack: a smaller one where several berths share a cell."""
    return Pen(pen.scale * SMALL // 100, pen.numbered) if stack.small else pen
