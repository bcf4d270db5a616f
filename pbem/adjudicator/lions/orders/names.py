"""The sorts of names that order files of this title use: what each looks like, and who judges it on the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.board.terms import POWERS
from pbem.adjudicator.lions.rules.questions import STRONGEST, TREASURE, WEAKEST
from pbem.adjudicator.lions.state.state import FORT, REGIMENT
from pbem.adjudicator.orders.grammar import Misnamed, Names, among
from pbem.adjudicator.orders.shapes import List, Ref, Shape, Text, Word

#: Words that stand for themselves.
PLAIN = frozenset(("any", "all", "none", "sound", "here", "hand", "pool", "pirates", "potentate", "strongest",
                   "weakest", "pounds", *POWERS))  # fmt: skip
NAME = "^[A-Za-z0-9 .'-]{1,40}$"
#: The shapes that names have, by the names that the schema gives them.
SHAPES: Mapping[str, Shape] = {
    "place": Text("A square, a port by id or name, or 'here'", pattern="^[A-Za-z0-9 .'/,-]{2,40}$", eg="havana"),
    "name": Text("A counter by its id, or a class or kind", pattern=NAME, eg="england-1st-1"),
    "force": Text("A fleet by its number, a ship by its id, or a square or port with troops", pattern=NAME, eg="1"),
    "marker": Text("A kind of campaign marker", pattern="^[a-z-]{2,40}$", eg="gunners"),
    "power": Word("A power", POWERS, eg="spain"),
}


# -------------------------------------------------------------------------------------------- judges


def is_place(board: Board, text: str) -> bool:
    """Tells if it is a square, or a port by id or name."""
    return bool(board.square_named(text))


def ships(board: Board, seat: str) -> Names:
    """One's own ships, and treasure fleets."""
    own = {name: each for name, each in board.ships.items() if name.startswith(f"{seat}-")}
    return {**own, **board.treasure_fleets}


def ships_and_classes(board: Board, seat: str) -> Names:
    return {**board.classes, **ships(board, seat)}


def berths(board: Board, seat: str) -> Names:
    """Returns places for a leader: a ship, a class, a port; a fleet or a square fits too."""
    return {**ships_and_classes(board, seat), **board.ports}


def forces(board: Board, seat: str) -> Names:
    """One's own fleets by number, and ships; a place with troops fits too."""
    numbers = {str(number): None for number in range(1, board.fleet_markers[seat] + 1)}
    return {**numbers, **ships(board, seat)}


def leaders(board: Board, seat: str) -> Names:
    """One's own leaders, and the Mercenary Admirals."""
    own: dict[str, object] = {each.id: each for each in board.leaders_of(seat)}
    return own | {name: each for name, each in board.markers.items() if each.type.id == "mercenary-admiral"}


def targets(board: Board, seat: str) -> Names:
    """Returns targets of fire: anybody's ship, a class, or a word for some."""
    return {**dict.fromkeys((TREASURE, STRONGEST, WEAKEST)), **board.classes, **board.ships, **board.treasure_fleets}


def ship(board: Board, seat: str, text: str, known: Callable[[Board, str], Names] = ships) -> Misnamed | None:
    """A judge who tells another's ship from what is no ship at all."""
    wrong = "is no ship of yours" if text in board.ships else "is no ship"
    return None if text in known(board, seat) else Misnamed(wrong, known(board, seat))


JUDGES: Mapping[str, Callable[[Board, str, str], Misnamed | None]] = {
    "place": among(lambda board, seat: board.ports, "is no square or port", is_place),
    "ship": ship, "ship or class": partial(ship, known=ships_and_classes),
    "class": among(lambda board, seat: board.classes, "is no class of ship"),
    "target": among(targets, "is no target"),
    "other's force": among(lambda board, seat: {**dict.fromkeys("1234"), **board.ships},
                           "is neither a fleet's number nor a ship"),
    "force": among(forces, "is no force: a fleet's number, a ship of yours or a place", is_place),
    "leader": among(leaders, "is no leader of yours"),
    "marker": among(lambda board, seat: board.marker_types, "is no kind of campaign marker"),
    "marker for sale": among(lambda board, seat: board.marker_types, "is no kind of campaign marker",
                             lambda board, text: text.isdecimal()),
    "treasure fleet": among(lambda board, seat: board.treasure_fleets, "is no treasure fleet"),
    "item": among(lambda board, seat: {**board.classes, REGIMENT: None, FORT: None}, "cannot be bought"),
    "group": among(lambda board, seat: {each.id: None for each in board.deployments if each.power == seat},
                   "is none of your groups"),
    "berth": among(berths, "is neither a ship nor a place",
                   lambda board, text: text.isdecimal() or is_place(board, text)),
    "loss": among(berths, "is nothing to lose",
                  lambda board, text: text in (REGIMENT, FORT) or text.isdecimal() or is_place(board, text)),
}  # fmt: skip

# -------------------------------------------------------------------------------------------- what rows are made of

place = partial(Ref, name="place", sort="place", offers="places")
marker = partial(Ref, name="marker", sort="marker", offers="markers")
power = partial(Ref, name="power")
force = partial(Ref, name="force", sort="force", offers="forces")
foe = partial(Ref, name="force", sort="other's force", offers="foe_forces")
prize = partial(Ref, name="name", sort="other's force", offers="foe_ships")
group = partial(Ref, name="name", sort="group", offers="groups")
item = partial(Ref, name="name", sort="item", offers="items")
class_ = partial(Ref, name="name", sort="class", offers="classes")
own_ship = partial(Ref, name="name", sort="ship", offers="ships")
ship_or_class = partial(Ref, name="name", sort="ship or class", offers="own_words")
leader = partial(Ref, name="name", sort="leader", offers="leaders")
treasure = partial(Ref, name="name", sort="treasure fleet", offers="treasure")
target = partial(Ref, name="name", sort="target", offers="targets")
berth = partial(Ref, name="name", sort="berth", offers="berths")
loss = partial(Ref, name="name", sort="loss", offers="losses")


def places(about: str, *eg: str, item: str = "A square or port", rule: str = "") -> List:
    """A list of squares and ports."""
    return List(about, place(item), rule=rule, eg=list(eg))


def listed(about: str, of: Callable[..., Ref], *eg: str, rule: str = "", least: int = 0, offers: str = "") -> List:
    """A list of names of one sort."""
    more = {"offers": offers} if offers else {}
    name = of("A kind of marker" if of is marker else "A name", **more)
    return List(about, name, rule=rule, least=least, eg=list(eg))
