"""The sorts of names that order files of this title use: what each looks like, who judges it, and which id it means.

A player may write the beginning of a name, if only one name begins so, and leaves out the nation of a ship. The rules
read ids; `meaning` finds the id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial

from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.board.pieces import SIDE_OF
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, SEA_AREAS, ZONE_PARTS
from pbem.adjudicator.orders.grammar import Misnamed
from pbem.adjudicator.orders.shapes import List, Ref, Shape, Text, Word
from pbem.base.errors import Kind

#: A name that may be written -> the id it means.
Names = Mapping[str, str]
SEATS = (BRITISH, ALLIED)
PARTS = ("port", *ZONE_PARTS)
WINDS = ("NE", "W", "SW", "Ms", "Sc", "Lv", "E")
SEAS = SEA_AREAS
#: Sorts of chits that an order may name.
CHITS = (*WINDS, "weather", "zone-1", "zone-6", "initiative", "bonus", "bonus-2", "bonus-3", "bonus-4")
HERE, BOUND, BEST = "here", "bound", "best"
#: Words that stand for themselves wherever a name may stand.
PLAIN = frozenset((HERE, BOUND, BEST, "worst", "all", "none", "any", "damaged", "any-decoy", "closest"))
NAME = "^[A-Za-z0-9À-ÿ ._,/()'-]{1,60}$"
CHANNEL, NORTH_SEA = "channel", "north-sea"
#: Letters of the boxes of the Grand Conseil.
LETTERS = ("a", "b", "c", "d")


# -------------------------------------------------------------------------------------------- names and ids


@lru_cache(maxsize=4)
def ports(board: Board, seat: str) -> Names:
    """Every port."""
    return {name: name for name in board.ports}


@lru_cache(maxsize=4)
def ships(board: Board, seat: str) -> Names:
    """One's own ships, by their names without the nation; any ship may be a prize, and is then written in full."""
    own = {name.partition("-")[2]: name for name, ship in board.ships.items() if SIDE_OF[ship.nation] == seat}
    return own | {name: name for name in board.ships}


@lru_cache(maxsize=4)
def foes(board: Board, seat: str) -> Names:
    """The ships of the other seat, the names of one's own left out."""
    other = {name.partition("-")[2]: name for name, ship in board.ships.items() if SIDE_OF[ship.nation] != seat}
    return other | {name: name for name in board.ships}


@lru_cache(maxsize=4)
def blocks(board: Board, seat: str) -> Names:
    """One's own blocks; the ships of the North Sea are the British player's too."""
    own = {name: name for name, block in board.blocks.items() if block.side == seat}
    return own | ({"north-sea-fleet": "north-sea-fleet"} if seat == BRITISH else {})


@lru_cache(maxsize=4)
def fleets(board: Board, seat: str) -> Names:
    """One's own blocks that hold ships: fleets, expeditions, transport and gold."""
    return {name: name for name in blocks(board, seat) if name in board.blocks
            and board.blocks[name].kind not in ("frigate", "fog")}  # fmt: skip


@lru_cache(maxsize=4)
def frigates(board: Board, seat: str) -> Names:
    """The frigates."""
    return {name: name for name in blocks(board, seat) if name.startswith("frigate-")}


@lru_cache(maxsize=4)
def rumours(board: Board, seat: str) -> Names:
    """The rumours, which the rules call fog of war."""
    return {name: name for name in blocks(board, seat) if name.startswith("fog-")}


@lru_cache(maxsize=4)
def ways(board: Board, seat: str) -> Names:
    """The two tracks and their boxes."""
    return {"west": "west", "east": "east", **boxes(board, seat)}


@lru_cache(maxsize=4)
def admirals(board: Board, seat: str) -> Names:
    """One's own admirals."""
    return {name: name for name, admiral in board.admirals.items() if SIDE_OF[admiral.nation] == seat}


@lru_cache(maxsize=4)
def enemies(board: Board, seat: str) -> Names:
    """The admirals of the other seat."""
    return {name: name for name, admiral in board.admirals.items() if SIDE_OF[admiral.nation] != seat}


@lru_cache(maxsize=4)
def hexes(board: Board, seat: str) -> Names:
    """Every hex of both sheets."""
    return {name: name for name in board.hexes}


@lru_cache(maxsize=4)
def boxes(board: Board, seat: str) -> Names:
    """The boxes of both tracks."""
    return {box.id: box.id for row in board.tracks.values() for box in row}


@lru_cache(maxsize=4)
def places(board: Board, seat: str) -> Names:
    """Ports, the parts of their zones, hexes, boxes, and the two hexes that are destinations."""
    parts = [f"{port}/{part}" for port in board.ports for part in PARTS]
    found = {name: name for name in (*board.ports, *parts)}
    return {**found, CHANNEL: "1403", NORTH_SEA: "1501", **hexes(board, seat), **boxes(board, seat)}


@lru_cache(maxsize=4)
def destinations(board: Board, seat: str) -> Names:
    """The markers of the Grand Conseil."""
    return {name: name for name in board.conseil}


@lru_cache(maxsize=4)
def zones(board: Board, seat: str) -> Names:
    """The weather zones, with hyphens for the underscores of the figures."""
    return {name.replace("_", "-"): name for name in board.zones}


@lru_cache(maxsize=4)
def areas(board: Board, seat: str) -> Names:
    """The areas of objectives and directives."""
    found = [area for each in board.objectives.values() for area in each.areas]
    return {str(name): str(name) for name in (*found, *board.directives)}


@lru_cache(maxsize=4)
def events(board: Board, seat: str) -> Names:
    """The Admiralty Events."""
    return {name: name for name in board.admiralty}


SORTS: Mapping[str, Callable[[Board, str], Names]] = {
    "port": ports, "ship": ships, "foe": foes, "block": blocks, "fleet": fleets, "frigate": frigates,
    "rumour": rumours, "admiral": admirals, "enemy": enemies, "hex": hexes, "place": places,
    "destination": destinations, "zone": zones, "event": events,
    "area": areas, "way": ways,
}  # fmt: skip
WRONG = {
    "port": "is no port", "ship": "is no ship of yours", "foe": "is no ship of the enemy",
    "block": "is no block of yours", "fleet": "is no fleet of yours", "frigate": "is no frigate of yours",
    "rumour": "is no rumour of yours", "admiral": "is no admiral of yours", "enemy": "is no admiral of the enemy",
    "hex": "is no hex", "place": "is no place", "destination": "is no destination", "zone": "is no weather zone",
    "event": "is no Admiralty Event", "area": "is no area of an objective", "way": "is no track and no box",
}  # fmt: skip
#: A name shorter than this is no beginning of another.
SHORTEST = 3


def begun(text: str, known: Iterable[str]) -> list[str]:
    """The names that begin with a text."""
    return [name for name in known if len(text) >= SHORTEST and name.startswith(text)]


def meaning(board: Board, seat: str, sort: str, text: str) -> str:
    """The id that a name means: the name itself, or the only one that begins so; the text where it means none."""
    known, text = SORTS[sort](board, seat), text.replace("_", "-")
    if text in known:
        return known[text]
    if sort == "place" and "/" in text:
        port, _, part = text.partition("/")
        return f"{meaning(board, seat, 'port', port)}/{part}"
    found = dict.fromkeys(known[name] for name in begun(text, known))
    return next(iter(found)) if len(found) == 1 else text


def is_chit(chit: str, word: str) -> bool:
    """Tells if a chit is of the sort that a word names."""
    if word in WINDS:
        return chit.removeprefix("wind-").partition("-")[0] == word
    if word == "weather":
        return chit.startswith(("weather", "zone-"))
    begins, _, number = word.partition("-")
    return (begins in chit.split("-")) and (not number or chit.endswith(f"-{number}"))


def judge(board: Board, seat: str, text: str, sort: str) -> Misnamed | None:
    """Judges a name of one sort."""
    known = SORTS[sort](board, seat)
    if meaning(board, seat, sort, text) in known.values():
        return None
    several = begun(text, known)
    hint = f"it could be {' or '.join(several[:4])}" if several else ""
    if not hint and sort == "ship" and text.lower() in foes(board, seat):
        hint = "it is the enemy's"
    if not hint and sort in ("block", "fleet") and meaning(board, seat, "admiral", text.lower()) in board.admirals:
        hint = f"an admiral is no block: name the fleet that sails under this flag, such as {next(iter(known), '')}"
    return Misnamed(WRONG[sort], known, hint, Kind.UNKNOWN if known else Kind.ILLEGAL)  # the seat may have none at all


JUDGES: Mapping[str, Callable[[Board, str, str], Misnamed | None]] = {
    sort: partial(judge, sort=sort) for sort in SORTS
}

# -------------------------------------------------------------------------------------------- what rows are made of

SHAPES: Mapping[str, Shape] = {
    "place": Text("A port, a part of its patrol zone, a hex, a box of a track, or 'here'", pattern=NAME, eg="brest"),
    "port": Text("A port", pattern=NAME, eg="brest"),
    "name": Text("A ship, block or admiral by its id or an unambiguous beginning", pattern=NAME, eg="channel-fleet"),
    "hex": Text("A hex, in quotes where it is a number", pattern="^(twi|[a-z]?[0-9]{2,4})$", eg="0807"),
    "sail_number": Text("A sail of the enemy by its number", pattern="^sail-[0-9]{1,4}$", eg="sail-7"),
}
place = partial(Ref, name="place", sort="place", offers="places")
port = partial(Ref, name="port", sort="port", offers="ports")
hex_ = partial(Ref, name="hex", sort="hex", offers="hexes")
sail = partial(Ref, name="sail_number", offers="sails")
ship = partial(Ref, name="name", sort="ship", offers="ships")
foe = partial(Ref, name="name", sort="foe", offers="foes")
block = partial(Ref, name="name", sort="block", offers="blocks")
fleet = partial(Ref, name="name", sort="fleet", offers="fleets")
frigate = partial(Ref, name="name", sort="frigate", offers="frigates")
rumour = partial(Ref, name="name", sort="rumour", offers="rumours")
admiral = partial(Ref, name="name", sort="admiral", offers="admirals")
enemy = partial(Ref, name="name", sort="enemy", offers="enemies")
destination = partial(Ref, name="name", sort="destination", offers="destinations")
zone = partial(Ref, name="name", sort="zone", offers="zones")
way = partial(Ref, name="name", sort="way", offers="ways", eg="east")
area = partial(Ref, name="name", sort="area", offers="areas")
event = partial(Ref, name="name", sort="event", offers="events")


def wind(about: str) -> Word:
    """One wind."""
    return Word(about, WINDS, eg="NE")


def listed(about: str, of: Callable[..., Ref], *eg: str, rule: str = "", least: int = 0, most: int = 0) -> List:
    """A list of names of one sort."""
    return List(about, of("A name", eg=eg[0] if eg else None), rule=rule, least=least, most=most, eg=list(eg))
