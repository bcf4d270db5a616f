"""The world in letters, 60 of 78 columns, and what they mean. The edges meet behind the map (16.10)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.lions.board.board import DATA
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports import square_letters
from pbem.adjudicator.reports.chart_model import Chart
from pbem.adjudicator.reports.chart_parts import Sheet

OWN, OWN_FLEETS, SILVER, PLUNDERED = "@", "&", "$", "%"
#: The printed map, and the letters of ports.
SHEET = Sheet.of(DATA / "sheet.yaml")


def world(seen: Picture, chart: Chart) -> list[str]:
    """Draws the whole map.

    The sign for plunder comes before a port; a colony without a holder is drawn as its ground.
    """
    terrain = square_letters.grounds_of(chart.cells)[0]
    free = [square for square in seen.known["colonies"] if square not in seen.board.port_at and not owner(seen, square)]
    grounds = {square: terrain[square] for square in free} | dict.fromkeys(seen.known["plundered"], PLUNDERED)
    return square_letters.drawn(chart, grounds)


def owner(seen: Picture, square: str) -> str:
    """Returns the controller of a port; a home port without one keeps its power's letter (6.2)."""
    held: Mapping[str, str] = seen.known["control"]
    port = seen.board.port_at.get(square)
    return held.get(square, "") or (port.nation if port and port.is_home else "")
