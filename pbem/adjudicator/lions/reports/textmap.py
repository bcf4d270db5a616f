"""The world as text: ASCII, 60 of 78 columns, readable wherever letters are of one width. Made from a view alone.

Each square is two letters: who lies there, and whose port or what ground it is. The western and the eastern edge meet
behind the map (16.10).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.adjudicator.lions.board.terms import PortKind
from pbem.adjudicator.lions.view.picture import Picture, Presence, picture
from pbem.base.errors import Kind, bad
from pbem.base.lettering import WIDTH, wrap
from pbem.geometry.squares import column_of

WHOLE, AUTO = "world", "auto"
#: Named windows: their columns and rows.
WINDOWS = {
    "europe": (10, 18, "A", "H"), "caribbean": (1, 9, "D", "N"), "america": (1, 9, "A", "U"),
    "africa": (10, 19, "G", "U"), "india": (16, 23, "G", "S"), "indies": (20, 28, "F", "T"),
}  # fmt: skip
SEA, COAST, LAND, UNKNOWN = ".", ":", "#", "~"
OWN, OWN_FLEETS, CROWD, CONTEST, SILVER, PLUNDERED = "@", "&", "?", "*", "$", "%"
FREE = {
    PortKind.HOME: "h", PortKind.EUROPEAN: "u", PortKind.COLONY: "c", PortKind.POTENTATE: "p", PortKind.PIRATE: "x",
    PortKind.TREASURE: "t",
}  # fmt: skip


def text_map(view: Mapping[str, Any], region: str = AUTO) -> str:
    """The map with its legend: the world, a named window, or eight squares around a square or port."""
    seen = picture(view)
    west, east, north, south = corners(seen, region)
    return "\n".join([*drawn(seen, west, east, north, south), "", *legend(seen)]) + "\n"


def corners(seen: Picture, region: str) -> tuple[int, int, str, str]:
    """First and last column and row of a region."""
    if region in (WHOLE, AUTO):
        return whole(seen)
    if region in WINDOWS:
        return WINDOWS[region]
    square = seen.board.square_named(region)
    if not square:
        raise bad(f"'{region}' is no region, square or port", kind=Kind.UNKNOWN,
                  hint=f"one of {', '.join((WHOLE, *WINDOWS))}, or a square")
    west, east, north, south = whole(seen)
    column, row = column_of(square), ord(square[0])
    return (max(west, column - 4), min(east, column + 4), chr(max(ord(north), row - 4)), chr(min(ord(south), row + 4)))


def whole(seen: Picture) -> tuple[int, int, str, str]:
    """All of the world."""
    grid = seen.board.grid
    return 1, grid.last_column, "A", chr(ord("A") + grid.last_row - 1)


def world(seen: Picture) -> list[str]:
    """The whole map, as a report has it."""
    return drawn(seen, *whole(seen))


def drawn(seen: Picture, west: int, east: int, north: str, south: str) -> list[str]:
    """The lines of a window, lettered and numbered on all sides."""
    here: dict[str, list[Presence]] = {}
    for entry in seen.presence():
        here.setdefault(entry.square, []).append(entry)
    silver = frozenset(entry["at"] for entry in seen.known["treasure"].values())
    numbers = ("  " + "".join(f"{column:>2}" if column % 2 else "  " for column in range(west, east + 1))).rstrip()
    lines = [numbers]
    for row, squares in seen.board.grid.rows():
        if north <= row <= south:
            inside = [square for square in squares if west <= column_of(square) <= east]
            cells = (f"{who(seen, here.get(each, ()), each in silver) or ground(seen, each)}{what(seen, each)}"
                     for each in inside)  # fmt: skip
            lines.append(f"{row} {''.join(cells)} {row}")
    return [*lines, numbers]


# -------------------------------------------------------------------------------------------------- one square


def who(seen: Picture, there: Iterable[Presence], silver: bool) -> str:
    """Who lies in a square: the reader first; treasure where nobody else is."""
    own = [entry for entry in there if entry.power == seen.side]
    others = [entry for entry in there if entry.power != seen.side]
    if own and others:
        return CONTEST
    if own:
        return own[0].fleets[0] if len(own[0].fleets) == 1 else OWN_FLEETS if own[0].fleets else OWN
    if len(others) > 1:
        return CROWD
    if others:
        letter = flags(seen)[others[0].power]
        return letter if others[0].fleets else letter.lower()
    return SILVER if silver else ""


def what(seen: Picture, square: str) -> str:
    """Whose port a square is, or what ground."""
    if square in seen.known["plundered"]:
        return PLUNDERED
    holder, port = owner(seen, square), seen.board.port_at.get(square)
    if holder and (port or square in seen.known["colonies"]):
        return flags(seen)[holder]
    return FREE[port.kind] if port else ground(seen, square)


def owner(seen: Picture, square: str) -> str:
    """Who controls a port; a home port that nobody controls is still its power's to look at (6.2)."""
    held: Mapping[str, str] = seen.known["control"]
    port = seen.board.port_at.get(square)
    return held.get(square, "") or (port.nation if port and port.is_home else "")


def ground(seen: Picture, square: str) -> str:
    """Sea, coast, terra incognita or land."""
    kind = seen.board.terrain_kinds[square]
    if not kind.afloat:
        return LAND
    return UNKNOWN if kind.terra_incognita else COAST if kind.coast else SEA


def flags(seen: Picture) -> dict[str, str]:
    """A letter for each power."""
    return {power: power[0].upper() for power in seen.board.powers}


# -------------------------------------------------------------------------------------------------- legend


def legend(seen: Picture) -> list[str]:
    """What the two letters of a square mean."""
    letters = ", ".join(f"{letter} {seen.name(power)}" for power, letter in flags(seen).items())
    mine = (f"a number your fleet, {OWN_FLEETS} several of them, {OWN} other units of yours, {CONTEST} you and others; "
            if seen.side else "")  # fmt: skip
    first = (f"First letter, who lies there: {mine}a capital somebody's fleet, a small letter his other units, {CROWD} "
             f"several powers, {SILVER} treasure alone.")
    second = (f"Second letter, the port: {letters}; nobody's: c colony, t treasure port, u European, p potentate, "
              f"x pirates; {PLUNDERED} plundered. {SEA} sea, {COAST} coast, {UNKNOWN} terra incognita, {LAND} land.")
    return [*wrap(first, WIDTH).split("\n"), *wrap(second, WIDTH).split("\n")]
