"""The printed map: Europe, the West Indies beside it, both tracks, the North Sea Fleet's box, the wind roses.

Europe keeps the house's places of hexes; the West Indies lie below it, so many whole steps of the grid away. Towns
stand where an atlas has them, coasts are the real ones.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.board.pieces import WAYS, WESTERN_AREA, Hex, Port, Sheet
from pbem.adjudicator.glory.state.terms import NORTH_SEA_BOX
from pbem.adjudicator.reports.chart_model import Box, Cell, Chart, Ground, Lettering, Panel, WindRose
from pbem.geometry.coast import Coast, Shore, read_coast
from pbem.geometry.sheet import HEX_ACROSS, HEX_DOWN, Bounds, Point, Tiling, hex_at

DATA = Path(__file__).parent.parent / "data"
TITLE = "The seas of Europe and the West Indies, 1805"
#: Where the West Indies begin: whole steps of the grid, so that its lines fit both sheets.
INDIES_AT: Point = (90, 1664)
EUROPE = Bounds(10, 26, 2240, 1460)
INDIES = Bounds(40, 1540, 945, 2190)
WHOLE = Bounds(0, 16, 2250, 2200)
#: Boxes of the tracks, America to the left.
BOX_WIDE, BOX_HIGH, BOX_LEFT = 184, 104, 1090
TRACK_ROWS = {"west": 1610, "east": 1770}
#: The three roses of the North Atlantic and of the Mediterranean, and that of the West Indies.
ROSES_AT = {"NE": (1090, 1960), "W": (1190, 1960), "SW": (1290, 1960), "Ms": (1450, 1960), "Sc": (1550, 1960),
            "Lv": (1650, 1960), "E": (1810, 1960)}  # fmt: skip
NORTH_SEA_AT: Point = (2060, 1960)
#: Waters by name: degrees east and north in hundredths, size of the letters.
WATERS = (
    ("North Atlantic", -1130, 4080, 30), ("Bay of Biscay", -600, 4560, 26), ("The Channel", -310, 4990, 16),
    ("Mediterranean Sea", 500, 3860, 30), ("Eastern Mediterranean", 2200, 3430, 30), ("North Sea", 260, 5275, 14),
)  # fmt: skip
INDIES_WATERS = (("Caribbean Sea", -7000, 1510, 30), ("Atlantic Ocean", -6450, 2210, 26))
CAPTIONS = (("To the West Indies: a box in each administration (12.1)", "west"), ("To Europe", "east"))


def point_of(hex_: Hex) -> Point:
    """The middle of a hex of either sheet."""
    if hex_.sheet is Sheet.EUROPE:
        return hex_at(hex_.id) if hex_.id != WESTERN_AREA else (24, 1170)
    down = HEX_DOWN * hex_.row + (HEX_DOWN // 2 if hex_.column % 2 == 0 else 0)
    return INDIES_AT[0] + HEX_ACROSS * hex_.column, INDIES_AT[1] + down


def coast_of(sheet: Sheet) -> Coast:
    """The shores of a sheet."""
    return read_coast(DATA / ("coast.json" if sheet is Sheet.EUROPE else "indies.json"))


def shifted(shores: tuple[Shore, ...], by: Point) -> tuple[Shore, ...]:
    """Shores moved on the drawing."""
    return tuple(Shore(tuple((x + by[0], y + by[1]) for x, y in each.points), each.closed, each.water)
                 for each in shores)  # fmt: skip


def at_degrees(sheet: Sheet, longitude: int, latitude: int) -> Point:
    """A place on the drawing by its degrees in hundredths."""
    x, y = coast_of(sheet).at(longitude, latitude)
    return (x, y) if sheet is Sheet.EUROPE else (x + INDIES_AT[0], y + INDIES_AT[1])


def sheet_of(board: Board, port: Port) -> Sheet:
    """The sheet that a port lies on."""
    return board.hexes[port.zone_hex].sheet


def town(board: Board, port: Port) -> Point:
    """The point of a town on the drawing."""
    return at_degrees(sheet_of(board, port), port.longitude, port.latitude)


def berth(board: Board, port: Port, part: str) -> Point:
    """A part of a patrol zone on the drawing: Inshore towards the town, Off Station away from it."""
    x, y = point_of(board.hexes[port.zone_hex])
    east, south = town(board, port)
    across, down = east - x, south - y
    far = max(abs(across), abs(down), 1)
    step = {"inshore": 17, "loose": 0, "off": -17}.get(part, 0)
    return x + across * step // far, y + down * step // far


def boxes(board: Board) -> tuple[Box, ...]:
    """The boxes of both tracks and that of the North Sea Fleet."""
    found = []
    for track, row in TRACK_ROWS.items():
        line = board.tracks[track]
        for place, box in enumerate(reversed(line) if track == "west" else line):
            at = (BOX_LEFT + BOX_WIDE // 2 + place * (BOX_WIDE + 6), row + BOX_HIGH // 2)
            entry = {"british": "British enter", "allied": "Allies enter"}.get(box.entry, "")
            fast = f"early on {box.fast}+" if box.fast else "arrival" if box.arrival else ""
            label = " ".join(word for word in (f"{box.number}", entry or fast) if word)
            die = f"weather {box.zone_die}" if box.zone_die else ""
            found.append(Box(box.id, at, BOX_WIDE, BOX_HIGH, label, die))
    found.append(Box(NORTH_SEA_BOX, NORTH_SEA_AT, 230, 110, "North Sea Fleet", "14.7"))
    return tuple(found)


@lru_cache(maxsize=8)
def printed(board: Board) -> Chart:
    """The map with nothing on it; a board never changes."""
    europe, indies = coast_of(Sheet.EUROPE), coast_of(Sheet.INDIES)
    panels = (
        Panel("Europe", EUROPE, europe.shores),
        Panel("The West Indies", INDIES, shifted(indies.shores, INDIES_AT), (INDIES.left + 14, INDIES.bottom - 16)),
    )
    here = boxes(board)
    cells = [Cell(hex_.id, point_of(hex_), Ground.SEA) for hex_ in board.hexes.values()]
    cells += [Cell(hex_, hex_at(hex_), Ground.UNKNOWN) for hex_ in closed(board)]
    letters = [Lettering(name, at_degrees(Sheet.EUROPE, east, north), size) for name, east, north, size in WATERS]
    letters += [Lettering(name, at_degrees(Sheet.INDIES, east, north), size)
                for name, east, north, size in INDIES_WATERS]  # fmt: skip
    letters += [Lettering(text, (BOX_LEFT + 560, TRACK_ROWS[track] - 12), 20) for text, track in CAPTIONS]
    return Chart(
        title=TITLE, tiling=Tiling.HEXES, bounds=WHOLE, cells=tuple(cells), description=(), panels=panels, boxes=here,
        lettering=tuple(letters), credits=europe.source,
    )  # fmt: skip


def closed(board: Board) -> list[str]:
    """Water that no ship may enter (2.2)."""
    return [hex_ for hex_ in board.grid.hexes if board.rows[hex_[2:]][int(hex_[:2]) - board.grid.first_column] == "g"]


def roses(board: Board, blow: frozenset[str]) -> tuple[WindRose, ...]:
    """The winds with their costs; those that blow stand out (9.4)."""
    return tuple(WindRose(wind.id, ROSES_AT[wind.id], tuple(wind.rose[way] for way in WAYS), wind.id in blow)
                 for wind in board.winds.values() if wind.id in ROSES_AT)  # fmt: skip
