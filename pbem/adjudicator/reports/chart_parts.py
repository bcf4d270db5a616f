"""Parts of every title's charts: the printed sheet with its coast, and the window on the busiest part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import accumulate
from operator import add, sub
from pathlib import Path

from pbem.adjudicator.board.texts import texts_of
from pbem.adjudicator.reports.chart_model import Cell, Chart, Lettering, Route
from pbem.base.records import dataclass
from pbem.geometry.coast import Coast, read_coast
from pbem.geometry.sheet import Bounds, Point, Tiling, around

#: From a cell's middle to the outermost thing drawn on the sheet.
MARGIN = 44


@dataclass(frozen=True, slots=True)
class Sheet:
    """A title's map with nothing on it: its waters by name, open water enough for a compass rose, and its letters."""

    title: str
    tiling: Tiling
    coastline: Path
    waters: tuple[tuple[str, int, int, int], ...]  # name, degrees east and north in hundredths, size of its letters
    rose: Point  # degrees east and north in hundredths
    signs: Mapping[str, tuple[str, str]]  # the letter of each owner or kind of port, and its words in the legend

    @classmethod
    def of(cls, path: Path) -> Sheet:
        """Reads it from a title's data; its coast lies beside the file."""
        told = texts_of(path)
        waters = tuple((each["name"], int(each["east"]), int(each["north"]), int(each["size"]))
                       for each in told["waters"])  # fmt: skip
        east, north = map(int, told["rose"])
        signs = {each["of"]: (each["letter"], each.get("words", "")) for each in told["signs"]}
        return cls(told["title"], Tiling(told["tiling"]), path.with_name(told["coast"]), waters, (east, north), signs)

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


def busiest(
    weights: Mapping[tuple[int, int], int], spans: tuple[range, range], size: tuple[int, int], *, central: bool = False
) -> tuple[int, int]:  # fmt: skip
    """Returns the north-western column and row of the window with the greatest weight.

    Among equals the most central one, where that is wanted, then the north-westernmost.
    """
    columns, rows = (range(span[0], max(span[-1] - wide + 2, span[0] + 1))
                     for span, wide in zip(spans, size, strict=True))  # fmt: skip
    worth = sums(weights, spans)
    off_columns, off_rows = ([-abs(2 * first + wide - 1 - span[0] - span[-1]) if central else 0 for first in firsts]
                             for firsts, wide, span in zip((columns, rows), size, spans, strict=True))  # fmt: skip
    best = (-1, 0), (0, 0)
    for across, off_column in enumerate(off_columns):
        first = worth[across]
        last = worth[min(across + size[0], len(worth) - 1)]
        if last[-1] - first[-1] < best[0][0]:
            continue  # all its columns together weigh less
        above = list(map(sub, last, first))  # what lies to the north of each row, in these columns
        within = list(map(sub, above[size[1] :] or above[-1:], above))
        most = max(within)
        if most >= best[0][0]:
            off_row, down = max((off_rows[down], -down) for down, much in enumerate(within) if much == most)
            if (most, off_column + off_row) > best[0]:  # the first of equals stays
                best = (most, off_column + off_row), (across, -down)
    across, down = best[1]
    return columns[across], rows[down]


def namesakes(pieces: Iterable[str], places: Iterable[str]) -> tuple[str, ...]:
    """The names of pieces that hold the name of a place: "Real de Lima" is not Lima."""
    places = tuple(places)
    return tuple(dict.fromkeys(name for name in pieces if any(place != name and place in name for place in places)))


def sums(weights: Mapping[tuple[int, int], int], spans: tuple[range, range]) -> list[list[int]]:
    """For each corner between the places of a map, the weight of all that lies to the north-west of it."""
    columns, rows = spans
    found = [[0] * (len(rows) + 1)]
    heavy: dict[int, list[int]] = {}
    for (column, row), weight in weights.items():
        heavy.setdefault(column, [0] * (len(rows) + 1))[row - rows[0] + 1] = weight
    for column in columns:
        own = heavy.get(column)
        found.append(list(map(add, found[-1], accumulate(own))) if own else found[-1])
    return found
