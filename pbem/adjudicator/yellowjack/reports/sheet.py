"""The chart with nothing on it: the coast, every place of the net, Lanes, ways into Zones, the inset of the islands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pbem.adjudicator.board.texts import texts_of
from pbem.adjudicator.reports.chart_model import Chart, Inset, Lane, Lettering, Node
from pbem.adjudicator.reports.chart_parts import namesakes
from pbem.adjudicator.yellowjack.board.board import DATA, Board
from pbem.adjudicator.yellowjack.reports.told_places import LETTERS
from pbem.geometry.coast import Coast, read_coast
from pbem.geometry.sheet import Bounds, Point, Tiling

COAST, LETTERING = DATA / "coast.json", DATA / "sheet.yaml"
WHOLE = Bounds(0, 0, 2380, 1770)
#: What the inset shows: west, north, east, south in hundredths of a degree; and its scale.
ISLANDS, SCALE = (-6380, 1845, -5920, 1090), 2


def coast() -> Coast:
    """The shores."""
    return read_coast(COAST)


def middle(board: Board, place: str) -> Point:
    """The point of a place on the chart."""
    node = board.nodes[place]
    return coast().at(node.longitude, node.latitude)


@lru_cache(maxsize=8)
def printed(board: Board) -> Chart:
    """The map with nothing on it; a board never changes."""
    told = texts_of(LETTERING)
    shore = coast()
    letters = [Lettering(each["name"], shore.at(int(each["east"]), int(each["north"])), int(each["size"]))
               for each in told["waters"]]  # fmt: skip
    pieces = (*board.formations.values(), *board.units.values(), *board.craft.counters.values())
    return Chart(
        title=told["title"], tiling=Tiling.AREAS, bounds=WHOLE, cells=(), description=(), shores=shore.shores,
        lettering=tuple(letters), rose=shore.at(*map(int, told["rose"])), credits=shore.source,
        nodes=tuple(nodes(board)), lanes=tuple(lanes(board)), insets=(inset(),),
        namesakes=namesakes((each.name for each in pieces), (each.name for each in board.nodes.values())),
    )  # fmt: skip


def inset() -> Inset:
    """The Leeward and Windward Islands drawn larger, in the north-eastern corner."""
    (left, top), (right, bottom) = coast().at(*ISLANDS[:2]), coast().at(*ISLANDS[2:])
    source = Bounds(left, top, right, bottom)
    return Inset("The Leeward and Windward Islands", source, (WHOLE.right - source.width * SCALE, 0), SCALE)


def nodes(board: Board) -> Iterator[Node]:
    """Every place: a Port with the letter of its first holder, a Space with its number."""
    for name, port in board.ports.items():
        yield Node(name, middle(board, name), port.kind, port.name, LETTERS.get(port.contingent, "N"))
    for name, space in board.spaces.items():
        number = str(space.number) if space.number and space.size == "large" else ""
        yield Node(name, middle(board, name), space.size, space.name, number)
    for name, zone in board.zones.items():
        yield Node(name, middle(board, name), "zone", zone.name)


def lanes(board: Board) -> Iterator[Lane]:
    """Every Lane, and every way into a Zone."""
    for a in board.nodes:
        for b in board.neighbours(a):
            if a < b:
                kind = "lane" if b in board.by_lane(a) else "link"
                yield Lane((middle(board, a), middle(board, b)), kind)
