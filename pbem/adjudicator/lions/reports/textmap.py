"""The world in letters, 60 of 78 columns, and what they mean. The edges meet behind the map (16.10)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.lions.board.terms import PortKind
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports import square_letters
from pbem.adjudicator.reports.chart_model import Chart, Ground
from pbem.adjudicator.reports.square_letters import CONTEST, CROWD, GROUNDS
from pbem.base.lettering import WIDTH, wrap

SEA, COAST, LAND, UNKNOWN = (GROUNDS[kind] for kind in (Ground.SEA, Ground.COAST, Ground.LAND, Ground.UNKNOWN))
OWN, OWN_FLEETS, SILVER, PLUNDERED = "@", "&", "$", "%"
FREE = {
    PortKind.HOME: "h", PortKind.EUROPEAN: "u", PortKind.COLONY: "c", PortKind.POTENTATE: "p", PortKind.PIRATE: "x",
    PortKind.TREASURE: "t",
}  # fmt: skip


def world(seen: Picture, chart: Chart) -> list[str]:
    """Draws the whole map with its legend.

    The sign for plunder comes before a port; a colony without a holder is drawn as its ground.
    """
    terrain = {cell.id: GROUNDS[cell.ground] for cell in chart.cells}
    free = [square for square in seen.known["colonies"] if square not in seen.board.port_at and not owner(seen, square)]
    grounds = {square: terrain[square] for square in free} | dict.fromkeys(seen.known["plundered"], PLUNDERED)
    return [*square_letters.drawn(chart, grounds), "", *legend(seen)]


def owner(seen: Picture, square: str) -> str:
    """Returns the controller of a port; a home port without one keeps its power's letter (6.2)."""
    held: Mapping[str, str] = seen.known["control"]
    port = seen.board.port_at.get(square)
    return held.get(square, "") or (port.nation if port and port.is_home else "")


def flags(seen: Picture) -> dict[str, str]:
    """A letter for each power."""
    return {power: power[0].upper() for power in seen.board.powers}


def legend(seen: Picture) -> list[str]:
    """Explains the two letters of a square."""
    letters = ", ".join(f"{letter} {seen.name(power)}" for power, letter in flags(seen).items())
    mine = (f"a number your fleet, {OWN_FLEETS} several of them, {OWN} other units of yours, {CONTEST} you and others; "
            if seen.side else "")  # fmt: skip
    first = (f"First letter, who lies there: {mine}a capital somebody's fleet, a small letter his other units, {CROWD} "
             f"several powers, {SILVER} treasure alone.")
    second = (f"Second letter, the port: {letters}; nobody's: c colony, t treasure port, u European, p potentate, "
              f"x pirates; {PLUNDERED} plundered. {SEA} sea, {COAST} coast, {UNKNOWN} terra incognita, {LAND} land.")
    return [*wrap(first, WIDTH).split("\n"), *wrap(second, WIDTH).split("\n")]
