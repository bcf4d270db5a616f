"""Sides, nations, places, units and stacks in the words of a report, from a view alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.state.terms import (
    BOTH,
    CHILE,
    COLOMBIA,
    DUE,
    GONE,
    GUERRILLA,
    HAITI,
    LEGION,
    MEXICO,
    NOBODY,
    OUT,
    PATRIOT,
    PERU,
    PLATA,
    POOL,
    REBEL,
    ROYALIST,
    SPAIN,
)
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.reports.phrases import listed

PLAYERS = {ROYALIST: "the Royalist player", PATRIOT: "the Patriot player"}
SIDES = {ROYALIST: "Royalist", PATRIOT: "Patriot", REBEL: "Rebel"}
#: Whose an area is, in a letter: nobody has to tell colours apart.
LETTERS = {ROYALIST: "R", PATRIOT: "P", BOTH: "R/P", REBEL: "X", NOBODY: "."}
HOLDERS = {ROYALIST: "Royalist", PATRIOT: "Patriot", BOTH: "both", REBEL: "Rebels", NOBODY: "nobody"}
PURSE_WORDS = {ROYALIST: "The Crown", PLATA: "El Plata", CHILE: "Chile", COLOMBIA: "Grand Colombia", PERU: "Peru",
               MEXICO: "Mexico"}  # fmt: skip
OFF_MAP = {POOL: "the Recruit Pool", DUE: "due this turn", GONE: "out of the game", OUT: "not in this scenario",
           SPAIN: "Spain", HAITI: "Haití", LEGION: "the Legion's field"}  # fmt: skip
#: Theatres in the order of a report, each with the regions of the board that it is made of.
THEATRES: Mapping[str, Sequence[str]] = {
    "New Spain": ("Viceroyalty of New Spain", "Captaincy of Guatemala"),
    "The Caribbean": ("Captaincy of Cuba / Caribbean",),
    "New Granada and Venezuela": ("Viceroyalty of New Granada", "Captaincy of Venezuela"),
    "Peru and Upper Peru": ("Viceroyalty of Peru", "Upper Peru"),
    "Chile": ("Captaincy of Chile",),
    "El Plata": ("Viceroyalty of El Plata",),
    "Neutral ground": ("Neutral",),
}
#: One mark for each level of hostility: an army that marches there may lose men.
HOSTILE = ("", "'", '"')


def player(name: str) -> str:
    """A seat as a reader calls it."""
    return PLAYERS.get(name, name)


def place(board: Board, name: str) -> str:
    """An area, sea, port or box by its name."""
    if name in board.seas:
        return sea(board, name)
    for shelf in (board.areas, board.ports):
        if name in shelf:
            return str(shelf[name].name)
    if name.startswith("track/"):
        return f"due in {board.year(int(name.removeprefix('track/')))}"
    return OFF_MAP.get(name, name)


def sea(board: Board, name: str) -> str:
    """A sea area as players speak of it: Caribbean V, Pacific VIII."""
    return str(board.seas[name].name).replace(" Sea", "").replace(" Ocean", "")


def leader(board: Board, name: str) -> str:
    """A leader's name."""
    return str(board.leaders[name].name)


def factor(board: Board, name: str, steps: int) -> int:
    """The factor that a unit shows with so many steps."""
    piece = board.units[name]
    return int(piece.reduced if steps < piece.steps else piece.factor)


def units(board: Board, found: Mapping[str, int], *, own: bool = False) -> str:
    """Units by name with their factors, in the board's order; militia by their number, one's own by their ids.

    A name that ends in a number has its id behind it for everybody: "regiment no. 1 6" nobody can read.
    """
    named, militia = [], list[str]()
    for name, steps in found.items():
        piece = board.units[name]
        if piece.militia:
            militia.append(name)
        else:
            called = f"{piece.name} ({name})" if own or piece.name[-1:].isdigit() else piece.name
            named.append(f"{called} {factor(board, name, steps)}")
    if militia:
        named.append(f"militia {' '.join(militia)}" if own else f"{len(militia)} militia")
    return ", ".join(named)


def names_of(board: Board, names: Iterable[str], *, own: bool = False) -> list[str]:
    """Counters by name, one's own with their ids; what has one name is counted."""
    if own:
        return [f"{board.label(name)} ({name})" for name in names]
    words = [board.label(name) for name in names]
    return [word if words.count(word) == 1 else f"{words.count(word)} x {word}" for word in dict.fromkeys(words)]


def units_of(seen: Picture, force: str) -> dict[str, int]:
    """The units of an open stack with their steps."""
    return {name: int(seen.known["units"][name]["steps"]) for name in seen.known["forces"][force]["units"]}


def force_name(seen: Picture, force: str) -> str:
    """A stack by its marker, its leader, or its number."""
    told = seen.known["forces"].get(force)
    marker = seen.board.ejercitos.get(force)
    if marker is not None:
        return str(marker.name)
    if told and told["leaders"]:
        return f"{listed([leader(seen.board, name) for name in told['leaders']])} ({force})"
    return force


def force_words(seen: Picture, force: str) -> str:
    """A stack with all that the reader sees of it."""
    told = seen.known["forces"][force]
    name = force_name(seen, force)
    if told["hidden"]:
        return f"{name}{recalled(seen, force)}"
    found = units_of(seen, force)
    what = units(seen.board, found, own=told["side"] == seen.side)
    if told["leaders"] and force in seen.board.ejercitos:
        what = ", ".join(
            part for part in (listed([leader(seen.board, each) for each in told["leaders"]]), what) if part
        )
    hills = "in the hills, " if is_guerrilla(seen, force) else ""
    total = sum(factor(seen.board, each, steps) for each, steps in found.items())
    return f"{name}: {hills}{what} ({total})" if what else name


def recalled(seen: Picture, marker: str) -> str:
    """The counters last seen under a marker, with the year."""
    last = seen.last_seen.get(marker)
    if last is None:
        return ""
    names = listed([seen.board.label(name) for name in (*last["leaders"], *last["units"])])
    return f", last seen in {seen.board.turn(max(int(last['turn']), 1)).year} with {names}"


def is_guerrilla(seen: Picture, force: str) -> bool:
    """Tells if a stack is seen to be guerrillas."""
    return any(seen.known["units"][name]["mode"] == GUERRILLA for name in seen.known["forces"][force]["units"])


def forces_at(seen: Picture, area: str, side: str = "", *, inside: str | None = None) -> list[str]:
    """The stacks in an area, of one side or of all; inside a port, or in the field where `inside` is empty."""
    forces = seen.known["forces"]
    return [name for name in seen.forces_in.get(area, ()) if (not side or forces[name]["side"] == side)
            and (inside is None or forces[name]["inside"] == inside)]  # fmt: skip


def ships_at(seen: Picture, where: str, side: str = "") -> list[str]:
    """The ships at a place."""
    return [name for name in seen.ships_in.get(where, ()) if not side or seen.board.units[name].side == side]


def ships(board: Board, names: Iterable[str], known: Mapping[str, Any]) -> str:
    """Ships by name, those that have lost a step marked."""
    return ", ".join(f"{board.units[name].name}{' (damaged)' if known[name]['steps'] < board.units[name].steps else ''}"
                     for name in names)  # fmt: skip


def holder_letter(seen: Picture, area: str) -> str:
    """The letter of an area's holder."""
    return LETTERS[str(seen.known["control"][area])]


def figures(seen: Picture, area: str) -> str:
    """An area's points with its hostility and its holder: 5 R/P, 1' R."""
    board = seen.board.areas[area]
    return f"{board.rp}{HOSTILE[board.hostility]} {holder_letter(seen, area)}"


def halves(number: int) -> str:
    """A number of halves as people write it: 17 1/2."""
    whole, rest = divmod(abs(number), 2)
    text = (f"{whole} 1/2" if whole else "1/2") if rest else str(whole)
    return f"-{text}" if number < 0 else text


def areas_of(board: Board, theatre: str) -> list[str]:
    """The areas of a theatre in the board's order."""
    return [name for name, area in board.areas.items() if area.region in THEATRES[theatre]]
