"""Flags of powers on a map: each has a shape, a colour and a broken line of its own, for every reader alike.

The order in which a title lists its powers gives each its own; the reader's have a dark edge. What belongs to no power,
or lies on a map that lists none, is drawn by its standing towards the reader.
"""

from __future__ import annotations

from pbem.adjudicator.reports.chart_model import Chart, Standing
from pbem.base.records import dataclass
from pbem.chart.glyphs import DISC, HEXAGON, OUTLINES

#: The outlines of powers in their order: a square, a shield, a hexagon, a disc.
SHAPES = (OUTLINES[Standing.OWN], OUTLINES[Standing.FOE], HEXAGON, DISC)


@dataclass(frozen=True, slots=True)
class Flag:
    """One party's drawing: the class of its colour, and its outline."""

    kind: str
    outline: str
    mine: bool = False

    @property
    def classes(self) -> str:
        """The classes of a sign: its colour, and the reader's own edge."""
        return f"{self.kind} mine" if self.mine else self.kind


def flag_of(chart: Chart | None, side: str, standing: Standing) -> Flag:
    """The flag of a stack, a sighting or an arrow."""
    order = [power for power, _ in chart.powers] if chart else []
    if chart is not None and side in order:
        at = order.index(side)
        return Flag(f"p{at + 1}", SHAPES[at % len(SHAPES)], mine=side == chart.reader)
    return Flag(standing.value, OUTLINES[standing])


def flags_of(chart: Chart) -> list[tuple[Flag, str]]:
    """Every flag of a map with its words, for the legend."""
    powers = [(flag_of(chart, side, Standing.OTHER), f"{words}{', yours' if side == chart.reader else ''}")
              for side, words in chart.powers]  # fmt: skip
    shown = (Standing.OTHER,) if powers else tuple(Standing)
    others = [(flag_of(None, "", standing), words) for standing, words in chart.parties if standing in shown]
    return powers + others


def tint(chart: Chart) -> str:
    """The class of a whole map whose reader is the second of two powers: own and foe change their colours."""
    order = [power for power, _ in chart.powers]
    return " second" if len(order) == 2 and chart.reader == order[1] else ""
