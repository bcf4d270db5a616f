"""The map as something to be drawn: a view and what was told of the phase, in the words of `pbem.chart`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.glory.board.pieces import SIDES, Sheet
from pbem.adjudicator.glory.reports import sheet
from pbem.adjudicator.glory.reports.told_places import NAVIES, in_play, label, own_blocks, place, sail_known, waters
from pbem.adjudicator.glory.state.terms import BRITISH, NORTH_SEA_BOX, PORT, ZONE_PARTS
from pbem.adjudicator.glory.view.picture import Picture
from pbem.adjudicator.reports.chart_model import Arrow, Chart, Described, Shade, Stack, Standing
from pbem.adjudicator.reports.chart_model import Port as Harbour
from pbem.adjudicator.reports.chart_parts import busiest, window
from pbem.adjudicator.reports.phrases import count, listed
from pbem.base.records import replace
from pbem.geometry.sheet import Bounds, Point, hex_at

SIGNS = {"british": "B", "allied": "A", "neutral": "N"}
#: The window on the busiest waters, in hexes.
COLUMNS, ROWS = 20, 13
#: A port's sign is drawn so far above the place it is given.
PORT_ABOVE = 10


def chart(reading: Reading[Picture]) -> Chart:
    """The whole map."""
    seen = reading.seen
    stacks = tuple(all_stacks(seen))
    blow = frozenset(str(wind) for sea, wind in seen.known["rose"].items() if in_play(seen, sea))
    return replace(
        sheet.printed(seen.board), ports=tuple(ports(seen)), stacks=stacks, shades=tuple(shades(seen)),
        winds=sheet.roses(seen.board, blow), arrows=tuple(arrows(seen, reading.notes)), focus=focus(seen, stacks),
        parties=tuple((standing(seen, side), f"{NAVIES[side]} {'blocks' if side == seen.side else 'sails'}")
                      for side in SIDES),
        owners=tuple((sign, f"{NAVIES.get(side, 'neutral')} port") for side, sign in SIGNS.items()),
        description=Described(lambda: in_words(seen, stacks)), reader=seen.side, mights="guns of own blocks",
        powers=tuple((side, f"{NAVIES[side]} {'blocks' if side == seen.side else 'sails'}") for side in SIDES),
    )  # fmt: skip


def standing(seen: Picture, side: str) -> Standing:
    """Returns a side's standing towards the reader; for the public the British are own, the Allies foe."""
    return Standing.OWN if side == (seen.side or BRITISH) else Standing.FOE


# ------------------------------------------------------------------------------------------------- what lies on it


def ports(seen: Picture) -> Iterator[Harbour]:
    """Every port in the hands that hold it."""
    for port in seen.board.ports.values():
        side = holder(seen, port.id)
        east, south = sheet.town(seen.board, port)
        at = (east, south + PORT_ABOVE)
        yield Harbour(port.name, port.zone_hex, at, side, SIGNS[side], changed=side != port.owner)


def holder(seen: Picture, port: str) -> str:
    """The side that holds a port now, as everybody sees."""
    if port == "algiers" and seen.known["algiers"]:
        return str(seen.known["algiers"])
    return "allied" if port in seen.known["invaded"] else seen.board.ports[port].owner


def point(seen: Picture, word: str) -> Point:
    """The point of a place word on the drawing."""
    board, (at, _, part) = seen.board, word.partition("/")
    if part:
        port = board.ports[at]
        return sheet.town(board, port) if part == PORT else sheet.berth(board, port, part)
    if at in board.hexes:
        return sheet.point_of(board.hexes[at])
    return next((box.at for box in sheet.boxes(board) if box.id == at), (0, 0))


def all_stacks(seen: Picture) -> Iterator[Stack]:
    """The reader's blocks place by place, the other side's sails, and the North Sea Fleet."""
    mine: dict[str, list[tuple[str, Mapping[str, Any]]]] = {}
    for name, block in own_blocks(seen):
        mine.setdefault(str(block["place"]), []).append((name, block))
    for word, blocks in mine.items():
        yield own_stack(seen, word, blocks)
    for side in SIDES:
        pools: dict[str, list[tuple[str, Mapping[str, Any]]]] = {}
        for number, sail in seen.known["fleets"].get(side, {}).items():
            pools.setdefault(sail["place"], []).append((number, sail))
        for word, sails in pools.items():
            yield sail_stack(seen, side, word, sails)
    ships = len(seen.known["north_sea_fleet"])
    if ships:
        yield Stack(NORTH_SEA_BOX, point(seen, NORTH_SEA_BOX), BRITISH, standing(seen, BRITISH), "North Sea Fleet",
                    afloat=True, count=ships, detail=count(ships, "ship"))  # fmt: skip


def own_stack(seen: Picture, word: str, blocks: Sequence[tuple[str, Mapping[str, Any]]]) -> Stack:
    """The reader's blocks in one place, with how many ships they hold."""
    ships = sum(len(block["ships"]) for _, block in blocks)
    names = [label(seen.board, name) for name, _ in blocks]
    top = names[0] if len(names) == 1 else f"{names[0]} +{len(names) - 1}"
    detail = "; ".join(f"{label(seen.board, name)}, {count(len(block['ships']), 'ship')}" for name, block in blocks)
    guns = sum(seen.board.ships[name].guns for _, block in blocks for name in block["ships"])
    return Stack(word, point(seen, word), seen.side, Standing.OWN, top, afloat=True, count=ships or None, detail=detail,
                 small=in_zone(word), might=str(guns) if guns else "")  # fmt: skip


def sail_stack(seen: Picture, side: str, word: str, sails: Sequence[tuple[str, Mapping[str, Any]]]) -> Stack:
    """A pool of sails, with how many they are."""
    numbers = ", ".join(number for number, _ in sails)
    top = f"sail {numbers}" if len(sails) == 1 else f"sails {numbers}"
    detail = "; ".join(f"sail {number}: {sail_known(seen.board, sail)}" for number, sail in sails)
    return Stack(word, point(seen, word), side, standing(seen, side), top, afloat=True, count=len(sails),
                 detail=detail, small=in_zone(word))  # fmt: skip


def in_zone(word: str) -> bool:
    """Tells if a place is a part of a zone or a port, where several berths share a hex."""
    return word.partition("/")[2] in (*ZONE_PARTS, PORT)


def shades(seen: Picture) -> Iterator[Shade]:
    """Weather over its zones (6.8)."""
    for foul in seen.known["foul"]:
        for zone in foul["zones"]:
            cells = tuple(sheet.point_of(hex_) for hex_ in seen.board.hexes.values() if hex_.zone == zone)
            across, down = sorted(x for x, _ in cells), sorted(y for _, y in cells)
            middle = across[len(across) // 2], down[len(down) // 2]
            yield Shade(str(foul["kind"]), cells, f"{foul['kind']} {foul['severity']}", middle)


def arrows(seen: Picture, notes: Sequence[Note]) -> Iterator[Arrow]:
    """The ways of sails in the last phase, as everybody saw them."""
    for note in notes:
        path = [str(hex_) for hex_ in note.facts.get("path", ())] if note.event == "sail" else []
        if not path:
            continue
        words = [str(note.facts["was"]), *path]
        points = tuple(point(seen, each) for each in words if each)
        if len({on_sheet(each) for each in points}) == 1:
            side = str(note.facts["side"])
            yield Arrow(points, standing(seen, side), note.text, side)


def on_sheet(at: Point) -> Sheet:
    """The sheet that a point of the drawing belongs to."""
    return Sheet.EUROPE if at[1] < sheet.EUROPE.bottom else Sheet.INDIES


# --------------------------------------------------------------------------------------------------- where to look


def focus(seen: Picture, stacks: Sequence[Stack]) -> Bounds:
    """The window of Europe with most blocks and sails in it."""
    grid, weights = seen.board.grid, dict[tuple[int, int], int]()
    for stack in stacks:
        hex_ = hex_of(seen, stack.cell)
        if hex_ in grid:
            key = int(hex_[:2]), int(hex_[2:])
            weights[key] = weights.get(key, 0) + (3 if stack.standing is Standing.OWN else 4)
    weights = weights or {(9, 8): 1}
    spans = range(grid.first_column, grid.last_column + 1), range(grid.first_row, grid.last_row + 1)
    west, north = busiest(weights, spans, (COLUMNS, ROWS), central=True)
    last_column, last_row = min(west + COLUMNS - 1, grid.last_column), min(north + ROWS - 1, grid.last_row)
    return window(hex_at(f"{column:02d}{row:02d}") for column in (west, last_column) for row in (north, last_row))


def hex_of(seen: Picture, word: str) -> str:
    """The hex of a place word; a box stays what it is."""
    at = word.partition("/")[0]
    return seen.board.ports[at].zone_hex if at in seen.board.ports else at


# ----------------------------------------------------------------------------------------------------- in sentences


def in_words(seen: Picture, stacks: Sequence[Stack]) -> Iterator[str]:
    """Describes the picture for those who do not see it."""
    for side in SIDES:
        there = [f"{stack.top} {place(seen.board, stack.cell)}" for stack in stacks
                 if stack.side == side and stack.cell != NORTH_SEA_BOX]  # fmt: skip
        what = "Your blocks" if side == seen.side else f"{NAVIES[side]} sails"
        yield f"{what}: {'; '.join(there)}." if there else f"{what}: none in sight."
    for foul in seen.known["foul"]:
        yield f"A {foul['kind']} of severity {foul['severity']} on {waters(seen.board, foul['zones'])}."
    blow = [f"{wind} in the {sea.replace('_', ' ')}" for sea, wind in seen.known["rose"].items() if in_play(seen, sea)]
    if blow:
        yield f"Winds: {listed(blow)}."
    for side, name in (("british", "British"), ("allied", "Allied"), ("neutral", "Neutral")):
        held = [port.name for port in seen.board.ports.values() if holder(seen, port.id) == side]
        if held:
            yield f"{name} ports: {listed(held)}."
