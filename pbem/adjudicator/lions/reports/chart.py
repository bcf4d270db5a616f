"""The world as something to be drawn: a view and what was told of the phase, in the words of `pbem.chart`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from pbem.adjudicator.engine import memory
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.board.terms import PortKind
from pbem.adjudicator.lions.reports.likenesses import inventory_words
from pbem.adjudicator.lions.reports.position import hidden
from pbem.adjudicator.lions.reports.textmap import OWN, OWN_FLEETS, PLUNDERED, SHEET, SILVER, owner
from pbem.adjudicator.lions.view.picture import Picture, Presence
from pbem.adjudicator.reports.chart_model import Arrow, Cell, Chart, Described, Ground, Port, Sighting, Stack, Standing
from pbem.adjudicator.reports.chart_parts import MARGIN, busiest, window
from pbem.adjudicator.reports.phrases import count, listed
from pbem.base.counting import grouped
from pbem.base.records import replace
from pbem.geometry.sheet import Bounds, Point, corners, square_at
from pbem.geometry.squares import column_of, row_of, square_id

#: How many squares the window has across and down, and how much things draw it to them.
COLUMNS, ROWS = 10, 8
OWN_WEIGHT, OTHER_WEIGHT, SHOWN_WEIGHT = 4, 1, 3


def chart(reading: Reading[Picture]) -> Chart:
    """The whole world."""
    seen, notes = reading.seen, reading.notes
    stacks = tuple(all_stacks(seen))
    return replace(
        printed(seen.board), ports=tuple(ports(seen)), stacks=stacks, arrows=tuple(arrows(seen, notes)),
        sightings=tuple(ghosts(seen)), focus=focus(seen, notes), parties=parties(seen), owners=owners(seen),
        description=Described(lambda: in_words(seen, stacks)), reader=seen.side, powers=powers(seen),
        mights="gunnery, and land points ashore and aboard",
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------ what is printed


@lru_cache(maxsize=8)
def printed(board: Board) -> Chart:
    """The map with nothing on it; a board never changes."""
    cells = (Cell(each, square_at(each), ground(board, each)) for each in board.grid.squares)
    return SHEET.printed(cells)


def ground(board: Board, square: str) -> Ground:
    """Land, coast, terra incognita or sea."""
    kind = board.terrain_kinds[square]
    if not kind.afloat:
        return Ground.LAND
    return Ground.UNKNOWN if kind.terra_incognita else Ground.COAST if kind.coast else Ground.SEA


def focus(seen: Picture, notes: Sequence[Note]) -> Bounds:
    """The window with most of the reader's own and of what happened in it; among equals the north-westernmost."""
    weights: Counter[tuple[int, int]] = Counter()
    for entry in seen.presence():
        weights[place_of(entry.square)] += OWN_WEIGHT if entry.power == seen.side else OTHER_WEIGHT
    for note in notes:
        if note.event in ("battle", "assault"):
            weights[place_of(str(note.facts["square"]))] += SHOWN_WEIGHT
    grid = seen.board.grid
    west, north = busiest(weights, (range(1, grid.last_column + 1), range(1, grid.last_row + 1)), (COLUMNS, ROWS))
    ends = [square_id(west, north), square_id(west + COLUMNS - 1, north + ROWS - 1)]
    return window(square_at(square) for square in ends)


def place_of(square: str) -> tuple[int, int]:
    """The column and row of a square."""
    return column_of(square), row_of(square)


# ------------------------------------------------------------------------------------------------- what lies on it


def ports(seen: Picture) -> Iterator[Port]:
    """Ports in the hands that hold them, and colonies that were founded."""
    for port in seen.board.ports.values():
        holder = owner(seen, port.square)
        sign = PLUNDERED if port.square in seen.known["plundered"] else SHEET.signs[holder or port.kind][0]
        yield Port(port.name, port.square, square_at(port.square), holder or port.kind.value, sign,
                         str(port.value))  # fmt: skip
    for square in seen.known["colonies"]:
        if square not in seen.board.port_at:
            holder = owner(seen, square)
            yield Port(f"Colony {square}", square, square_at(square), holder or PortKind.COLONY.value,
                             SHEET.signs[holder or PortKind.COLONY][0])  # fmt: skip


def owners(seen: Picture) -> tuple[tuple[str, str], ...]:
    """Explains the letters of ports."""
    powers = ((SHEET.signs[power][0], seen.name(power)) for power in seen.board.powers)
    free = ((letter, f"{words}, nobody's") for letter, words in SHEET.signs.values() if words)
    return (*powers, *free, (PLUNDERED, "plundered"))


def powers(seen: Picture) -> tuple[tuple[str, str], ...]:
    """Lists the powers of the game in the order of their colours and shapes, which is that of their letters."""
    every = seen.board.powers
    return tuple((name, f"{every[name].adjective} stacks") for name in SHEET.signs if name in seen.players)


def parties(seen: Picture) -> tuple[tuple[Standing, str], ...]:
    """Explains the drawing of each party's stacks; an onlooker has no side."""
    others = "another's" if seen.side else "a power's"
    told = [(Standing.OWN, "your stacks")] if seen.side else []
    told += [(Standing.FOE, f"{others} stacks, crossed where units lie face down on a coast"),
             (Standing.OTHER, "treasure with nobody")]  # fmt: skip
    return tuple(told)


def all_stacks(seen: Picture) -> Iterator[Stack]:
    """Yields the stacks of each square: own ones with their number, others as they lie, then free treasure."""
    for entry in seen.presence():
        yield own_stack(seen, entry.square) if entry.power == seen.side else other_stack(seen, entry)
    for name, entry in seen.known["treasure"].items():
        if not entry["power"]:
            label, at = f"{seen.state.label(name)} treasure", square_at(entry["at"])
            yield Stack(entry["at"], at, "", Standing.OTHER, label, afloat=True, detail=label, letter=SILVER)


def own_stack(seen: Picture, square: str) -> Stack:
    """The reader's units in a square."""
    state, power = seen.state, seen.side
    ships = [name for name in state.ships_of(power) if state.ships[name].at == square]
    numbers = [fleet.rpartition("-")[2] for fleet in state.fleets_of(power)
               if state.ships[state.fleet(fleet)[0]].at == square]  # fmt: skip
    points = state.land_at(square, power)
    top = fleets_words(numbers) if numbers else ships[0].removeprefix(f"{power}-") if ships else count(points, "point")
    letter = numbers[0] if len(numbers) == 1 else OWN_FLEETS if numbers else OWN
    guns = sum(ship.kind.gunnery for name in ships if (ship := state.ship(name)))
    loads = points + sum(state.carried(name) for name in ships)
    told = [fleets_words(numbers)] if numbers else []
    told += [count(len(ships), "ship")] if ships else []
    told += [f"{count(points, 'land point')} ashore"] if points else []
    return Stack(square, square_at(square), power, Standing.OWN, top, afloat=bool(ships),
                       count=len(ships) or points, detail=", ".join(told), letter=letter,
                       might=f"{guns}/{loads}" if ships else str(loads))  # fmt: skip


def other_stack(seen: Picture, entry: Presence) -> Stack:
    """Somebody else's: Fleet Markers by number, other units face down; at sea they can only be ships (15.1)."""
    at_sea = not seen.board.is_coastal(entry.square)
    power, letter = seen.board.powers[entry.power].adjective, SHEET.signs[entry.power][0]
    words = fleets_words(entry.fleets) if entry.fleets else "ships" if at_sea else "units"
    also = ", and others" if entry.fleets and entry.units else ""
    return Stack(
        entry.square, square_at(entry.square), entry.power, Standing.FOE, " ".join((letter, *entry.fleets)),
        afloat=bool(entry.fleets) or at_sea, detail=f"{power} {words}{also}",
        letter=letter if entry.fleets else letter.lower(),
    )  # fmt: skip


def fleets_words(numbers: Sequence[str]) -> str:
    """'fleet 1', 'fleets 1 and 3'."""
    return f"fleet{'s' if len(numbers) > 1 else ''} {listed(numbers)}"


# -------------------------------------------------------------------------------------------------- what was told


def arrows(seen: Picture, notes: Iterable[Note]) -> Iterator[Arrow]:
    """Yields each force's way; a crossing of the Pacific leaves by one edge and comes in by the other."""
    last: dict[str, str] = {}  # power -> where its force of the moment was last
    number = 0
    for note in notes:
        number += note.event == "operation"
        power = str(note.facts.get("power", ""))
        if note.event == "moved":
            way = [str(square) for square in note.facts["way"]]
            last[power] = way[-1]
            yield arrow(seen, power, [square_at(square) for square in way], note, number)
        elif note.event == "operation":
            last[power] = str(note.facts["square"])
        elif note.event == "crossed":
            yield from crossing(seen, power, last.get(power, ""), note, number)


def crossing(seen: Picture, power: str, start: str, note: Note, number: int) -> Iterator[Arrow]:
    """Two arrows, each half off the sheet."""
    for square in (start, str(note.facts["square"])):
        if square in seen.board.grid and seen.board.grid.behind(square):
            x, y = square_at(square)
            edge = (x - MARGIN if column_of(square) == 1 else x + MARGIN, y)
            yield arrow(seen, power, [(x, y), edge] if square == start else [edge, (x, y)], note, number)


def arrow(seen: Picture, power: str, points: Sequence[Point], note: Note, number: int) -> Arrow:
    """A move with its words, and the number of its operation in the story."""
    standing = Standing.OWN if power and power == seen.side else Standing.FOE
    return Arrow(tuple(corners(points)), standing, seen.placed(note.text), power, number)


def ghosts(seen: Picture) -> Iterator[Sighting]:
    """Units that were shown of late and are no longer where they were seen (15.2)."""
    present = [(entry.square, entry.power) for entry in seen.presence()]
    for each, age in memory.ghosts(seen.known, present):
        for left in hidden(seen, [each]):
            label = inventory_words(seen, left.side, left.words)
            yield Sighting(left.place, square_at(left.place), left.side, label, age)


def in_words(seen: Picture, stacks: Iterable[Stack]) -> Iterator[str]:
    """The chart for those who do not see it."""
    lying = grouped((each.side, f"{each.detail} at {seen.place(each.cell)}") for each in stacks)
    held = grouped((owner(seen, port.square), port.name) for port in seen.board.ports.values())
    for power in seen.players:
        who = "You have" if power == seen.side else f"{seen.subject(power)} has"
        yield f"{who} {'; '.join(lying.get(power, ['nothing on the map']))}."
    if "" in lying:
        yield f"With nobody: {'; '.join(lying[''])}."
    for power in seen.players:
        if power in held:
            whose = "Your ports" if power == seen.side else f"Ports of {seen.name(power)}"
            yield f"{whose}: {listed(held[power])}."
    if plundered := seen.known["plundered"]:
        yield f"Plundered: {listed([seen.place(square) for square in plundered])}."
