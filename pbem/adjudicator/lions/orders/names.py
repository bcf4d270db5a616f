"""The names in an order file: every ship, leader, port, square and marker that it uses must exist, and be its owner's.

What sort of name stands at a place follows from the key above it; what may stand there is read off the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.adjudicator.board.naming import nearest
from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.board.terms import POWERS
from pbem.adjudicator.lions.rules.questions import STRONGEST, TREASURE, WEAKEST
from pbem.adjudicator.lions.state.state import FORT, REGIMENT
from pbem.base.errors import Fault, Kind
from pbem.schema import Document

Path = tuple[str | int, ...]
#: What is said of a name that means nothing, and the names it could have been.
Verdict = tuple[str, Mapping[str, object]]
#: Sections without names, or with names that are judged otherwise.
FREE = ("pbem", "game", "seat", "phase", "answers", "ask", "coast", "arrears")
#: Words that stand for themselves.
PLAIN = ("any", "all", "none", "sound", "here", "hand", "pool", "pirates", "potentate", "strongest", "weakest",
         "pounds", *POWERS)  # fmt: skip


def misnamed(board: Board, seat: str, page: Document) -> Iterator[Fault]:
    """Every name that means nothing, or means another's counter where one's own is wanted."""
    for path, text in texts(page.value, ()):
        key = next((step for step in reversed(path) if isinstance(step, str)), "")
        judge = JUDGES.get(sort_of(path, key))
        if path[0] in FREE or text in PLAIN or judge is None:
            continue
        wrong, names = judge(board, seat, text)
        if wrong:
            yield page.fault(path, f"'{text}' {wrong}", kind=Kind.UNKNOWN, hint=nearest(text, names))


def sort_of(path: Path, key: str) -> str:
    """What sort of name a key asks for; under some sections the same key asks for another."""
    section = str(path[0])
    if section == "setup" and key == "ships":
        return "class"
    if key == "ship":
        return "ship" if "repair" in path or "demobilise" in path or section == "setup" else "ship or class"
    if key == "force" and "attack" in path:
        return "any ship"
    if section == "losses" or "losses" in path:
        return "loss"
    return SORTS.get(key, "")


# -------------------------------------------------------------------------------------------- judges


def place(board: Board, seat: str, text: str) -> Verdict:
    return ("" if board.square_named(text) else "is no square or port", board.ports)


def ship(board: Board, seat: str, text: str) -> Verdict:
    """One's own ship, or a treasure fleet."""
    own = {name: None for name in board.ships if name.startswith(f"{seat}-")}
    known = {**own, **board.treasure_fleets}
    return ("" if text in known else "is no ship of yours" if text in board.ships else "is no ship", known)


def ship_class(board: Board, seat: str, text: str) -> Verdict:
    return ("" if text in board.classes else "is no class of ship", board.classes)


def ship_or_class(board: Board, seat: str, text: str) -> Verdict:
    """A ship of one's own, a treasure fleet, or a class."""
    wrong, known = ship(board, seat, text)
    return ("" if text in board.classes else wrong, {**board.classes, **known})


def target(board: Board, seat: str, text: str) -> Verdict:
    """What is fired at: a ship of anybody's, a class, or a word for some."""
    known = {**dict.fromkeys((TREASURE, STRONGEST, WEAKEST)), **board.classes, **board.ships, **board.treasure_fleets}
    return ("" if text in known else "is no target", known)


def any_ship(board: Board, seat: str, text: str) -> Verdict:
    """A force of somebody else's: a fleet's number, or a ship."""
    known = {**dict.fromkeys("1234"), **board.ships}
    return ("" if text in known else "is neither a fleet's number nor a ship", known)


def force(board: Board, seat: str, text: str) -> Verdict:
    """An own force: a fleet's number, a ship, or a place with troops."""
    numbers = {str(number): None for number in range(1, board.fleet_markers[seat] + 1)}
    wrong, known = ship(board, seat, text)
    fits = text in numbers or not wrong or board.square_named(text)
    return ("" if fits else "is no force: a fleet's number, a ship of yours or a place", {**numbers, **known})


def leader(board: Board, seat: str, text: str) -> Verdict:
    """One's own leader, or a Mercenary Admiral."""
    own: dict[str, object] = {each.id: None for each in board.leaders_of(seat)}
    known = own | {name: None for name, marker in board.markers.items() if marker.type.id == "mercenary-admiral"}
    return ("" if text in known else "is no leader of yours", known)


def marker(board: Board, seat: str, text: str) -> Verdict:
    return ("" if text in board.marker_types else "is no kind of campaign marker", board.marker_types)


def up_for_bids(board: Board, seat: str, text: str) -> Verdict:
    """A marker of the Exchange Phase: its number, or a kind."""
    return ("", {}) if text.isdecimal() else marker(board, seat, text)


def treasure_fleet(board: Board, seat: str, text: str) -> Verdict:
    return ("" if text in board.treasure_fleets else "is no treasure fleet", board.treasure_fleets)


def item(board: Board, seat: str, text: str) -> Verdict:
    """Something that pounds buy in a port."""
    known = {**board.classes, REGIMENT: None, FORT: None}
    return ("" if text in known else "cannot be bought", known)


def group(board: Board, seat: str, text: str) -> Verdict:
    """One's own group of counters at the start."""
    known = {each.id: None for each in board.deployments if each.power == seat}
    return ("" if text in known else "is none of your groups", known)


def berth(board: Board, seat: str, text: str) -> Verdict:
    """Where a leader may go: a ship, a class, a fleet, a square, a port."""
    wrong, known = ship_or_class(board, seat, text)
    fits = not wrong or text.isdecimal() or board.square_named(text)
    return ("" if fits else "is neither a ship nor a place", {**known, **board.ports})


def loss(board: Board, seat: str, text: str) -> Verdict:
    """What may be lost: a ship or class, a kind of land point, a place."""
    wrong, known = berth(board, seat, text)
    return ("" if text in (REGIMENT, FORT) or not wrong else "is nothing to lose", known)


JUDGES: Mapping[str, Callable[[Board, str, str], Verdict]] = {
    "place": place, "ship": ship, "class": ship_class, "ship or class": ship_or_class, "target": target,
    "any ship": any_ship, "force": force, "leader": leader, "marker": marker, "bid": up_for_bids,
    "treasure": treasure_fleet, "item": item, "group": group, "berth": berth, "loss": loss,
}  # fmt: skip
#: key -> sort of name
SORTS = {
    **dict.fromkeys(("at", "path", "to", "of", "from", "port", "here", "held", "lost", "own_at", "plundered", "where",
                     "not_plundered", "show", "enemy_at", "no_enemy_at", "retreat"), "place"),
    **dict.fromkeys(("ships", "take"), "ship"), **dict.fromkeys(("hold", "transfer", "bombard"), "ship or class"),
    **dict.fromkeys(("leader", "leaders", "admiral", "admirals"), "leader"),
    **dict.fromkeys(("marker", "markers", "return", "holding", "not_holding",
                     "marker_played"), "marker"),
    **dict.fromkeys(("fleet", "treasure_free"), "treasure"),
    "scuttle": "any ship", "prizes": "class",
    "force": "force", "for": "bid", "item": "item", "group": "group", "leader_places": "berth", "targets": "target",
}  # fmt: skip


def texts(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Every text of the file with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from texts(inner, (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from texts(inner, (*path, number))
    elif isinstance(value, str):
        yield path, value
