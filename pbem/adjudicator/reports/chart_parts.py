"""What charts of any title are made of: the printed sheet under everything, and its coast."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pbem.adjudicator.reports.chart_model import Cell, Chart, Lettering, Route
from pbem.geometry.coast import Coast, read_coast
from pbem.geometry.sheet import Bounds, Point, Tiling, around

#: From a cell's middle to the outermost thing drawn on the sheet.
MARGIN = 44


@dataclass(frozen=True, slots=True)
class Sheet:
    """A title's map with nothing on it: its waters by name, and open water enough for a compass rose."""

    title: str
    tiling: Tiling
    coastline: Path
    waters: tuple[tuple[str, int, int, int], ...]  # name, degrees east and north in hundredths, size of its letters
    rose: Point  # degrees east and north in hundredths

    def coast(self) -> Coast:
        """The shores."""
        return read_coast(self.coastline)

    def printed(self, cells: Iterable[Cell], routes: Iterable[Route] = ()) -> Chart:
        """The map as it is printed."""
        every, coast = tuple(cells), self.coast()
        return Chart(
            title=self.title, tiling=self.tiling, bounds=window([cell.at for cell in every]), cells=every,
            description=(), shores=coast.shores, routes=tuple(routes), rose=coast.at(*self.rose),
            lettering=tuple(Lettering(name, coast.at(east, north), size) for name, east, north, size in self.waters),
            credits=coast.source,
        )  # fmt: skip


def window(points: Iterable[Point]) -> Bounds:
    """The part of the sheet that shows these cells whole."""
    return around(list(points), MARGIN)
