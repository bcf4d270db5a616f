"""The sorts of names that order files of this title use: how each looks, who judges it, and which id it means.

A player may write names with or without accents and capitals, and the beginning of a name if only one begins so. The
rules read ids; `meaning` finds the id. A scope stands for several Formations at once (R1.13).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from unicodedata import combining, normalize

from pbem.adjudicator.orders.grammar import Misnamed
from pbem.adjudicator.orders.shapes import List, Ref, Shape, Text
from pbem.adjudicator.yellowjack.board.board import Board, load_board
from pbem.adjudicator.yellowjack.board.small_craft import PIRATE
from pbem.adjudicator.yellowjack.state.words import COMMANDS_OF, CONTINGENTS, SIDE_OF, SIDES
from pbem.base.errors import Kind
from pbem.base.patterns import pattern

#: A name that may be written -> the id it means.
Names = Mapping[str, str]
ANY, NONE, ALL = "any", "none", "all"
NEAREST, HOME, HERE, FIRST = "nearest", "home", "here", "first"
LAND_BOX, SHIPS, OFF_MAP, PORT_ATTACKED = "land_box", "ships", "off_map", "port_attacked"
CONVOYS, ESCORTS, FLAGS, DETACHMENTS, SINGLE = "convoys", "escorts", "flags", "detachments", "single"
WEAKEST, STRONGEST, BLOCKADERS = "weakest", "strongest", "blockaders"
ASSAULT = "assault"
SPOTTED, UNSPOTTED, RECOVERS, COAST_GUARD = "spotted", "unspotted", "recovery", "guardacosta"
#: Words that stand for several Formations, besides contingents and Commands; the narrower before the wider.
SCOPES = (CONVOYS, ESCORTS, FLAGS, DETACHMENTS, SINGLE, ALL)
#: Words that stand for sorts of enemies, and of Units and Sail, where they are put in order.
TARGETS = (CONVOYS, WEAKEST, STRONGEST, FLAGS, DETACHMENTS, SINGLE, BLOCKADERS)
UNIT_SORTS = ("plain", "grenadiers", "marines", "militia", "personages")
SAIL_SORTS = ("flagship", "sol", "sol-d", "frigate")
CRAFT_SORTS = ("fleet", "light", "galley", "bomb", "fireship")
#: Words that stand for themselves wherever a name may stand.
PLAIN = frozenset((ANY, NONE, ALL, NEAREST, HOME, HERE, FIRST, LAND_BOX, SHIPS, OFF_MAP, PORT_ATTACKED, ASSAULT,
                   SPOTTED, UNSPOTTED, RECOVERS, COAST_GUARD,
                   *SCOPES, *TARGETS, *UNIT_SORTS, *SAIL_SORTS))  # fmt: skip
NAME = "^[A-Za-z0-9À-ÿªº ._,:()'*-]{1,80}$"
MARKER = pattern("^[bz]-[0-9]{2,3}$")
#: How the markers of a seat begin (R1.9).
LETTER = {"british": "b", "bourbon": "z"}
#: A name shorter than this is no beginning of another.
SHORTEST = 4


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """A name as an id is written: small letters without accents, hyphens for everything between."""
    letters = (letter for letter in normalize("NFKD", text.lower()) if not combining(letter))
    return "-".join("".join(letter if letter.isalnum() else " " for letter in letters).split())


def with_names(pieces: Mapping[str, object]) -> dict[str, str]:
    """The ids of some pieces by every name that they go by."""
    found = {name: name for name in pieces}
    for name, piece in pieces.items():
        found.setdefault(plain(str(getattr(piece, "name", "")) or name), name)
    return found


def own(pieces: Mapping[str, object], seat: str) -> dict[str, str]:
    """The names of the pieces that belong to a seat."""
    return with_names({name: piece for name, piece in pieces.items() if side_of(piece) == seat})


def side_of(piece: object) -> str:
    """The seat of a counter: its own, or its contingent's."""
    side = str(getattr(piece, "side", ""))
    owner = str(getattr(piece, "contingent", "") or getattr(piece, "owner", ""))
    return side if side in SIDES else SIDE_OF.get(owner, "")


# -------------------------------------------------------------------------------------------- names and ids


@lru_cache(maxsize=4)
def places(board: Board, seat: str) -> Names:
    """Ports, Spaces and Sea Zones."""
    return with_names({**board.spaces, **board.zones, **board.ports})


@lru_cache(maxsize=4)
def ports(board: Board, seat: str) -> Names:
    """Every Port."""
    return with_names(board.ports)


@lru_cache(maxsize=4)
def shores(board: Board, seat: str) -> Names:
    """The goals of Units: Ports and Land Boxes."""
    return {**with_names(board.boxes), **ports(board, seat)}


@lru_cache(maxsize=4)
def formations(board: Board, seat: str) -> Names:
    """One's own Formations: Flags, Detachments, Convoys; a Squadron that sails alone goes by its own id."""
    return {**own(board.squadrons, seat), **own(board.formations, seat), **convoys(board, seat)}


@lru_cache(maxsize=4)
def convoys(board: Board, seat: str) -> Names:
    """One's own Convoys."""
    return own(board.convoys, seat)


@lru_cache(maxsize=4)
def squadrons(board: Board, seat: str) -> Names:
    """One's own Squadrons."""
    return own(board.squadrons, seat)


@lru_cache(maxsize=4)
def commands(board: Board, seat: str) -> Names:
    """One's own Commands."""
    return {name: name for name in COMMANDS_OF[seat]}


@lru_cache(maxsize=4)
def scopes(board: Board, seat: str) -> Names:
    """A Formation, or what stands for several: a Command, a Contingent; words for kinds stand for themselves."""
    nations = {name: name for name in CONTINGENTS if SIDE_OF[name] == seat}
    return {**nations, **commands(board, seat), **formations(board, seat)}


@lru_cache(maxsize=4)
def units(board: Board, seat: str) -> Names:
    """One's own Land Units and Personages, and the Tribes, who may join either side."""
    tribes = with_names({name: board.units[name] for name in board.craft.tribes})
    return {**tribes, **own(board.personages, seat), **own(board.units, seat)}


@lru_cache(maxsize=4)
def auxiliaries(board: Board, seat: str) -> Names:
    """One's own Auxiliaries and Privateers."""
    return own(board.craft.counters, seat)


@lru_cache(maxsize=4)
def senders(board: Board, seat: str) -> Names:
    """Those that can be sent on a Task: Auxiliaries, Privateers, and Units of Marines."""
    return {**own({name: one for name, one in board.units.items() if one.icon == "marine"}, seat),
            **auxiliaries(board, seat)}  # fmt: skip


@lru_cache(maxsize=4)
def rovers(board: Board, seat: str) -> Names:
    """Pirates, who belong to nobody."""
    return with_names({name: one for name, one in board.craft.counters.items() if one.contingent == PIRATE})


@lru_cache(maxsize=4)
def zones(board: Board, seat: str) -> Names:
    """Corsair Zones."""
    return with_names(board.corsair_zones)


@lru_cache(maxsize=4)
def berths(board: Board, seat: str) -> Names:
    """Places of an Auxiliary: Ports, and one's own Formations."""
    return {**formations(board, seat), **ports(board, seat)}


@lru_cache(maxsize=4)
def carriers(board: Board, seat: str) -> Names:
    """Those that an Order may be given to: one's own Formations, and Auxiliaries."""
    return {**auxiliaries(board, seat), **formations(board, seat)}


@lru_cache(maxsize=4)
def leaders(board: Board, seat: str) -> Names:
    """One's own Leaders."""
    return own(board.leaders, seat)


@lru_cache(maxsize=4)
def posts(board: Board, seat: str) -> Names:
    """The posts of Leaders: Stations and Formations."""
    stations = {name: name for name in (*COMMANDS_OF[seat], f"{seat}-fleet")}
    return {**stations, **own(board.formations, seat)}


@lru_cache(maxsize=4)
def chits(board: Board, seat: str) -> Names:
    """One's own Orders."""
    return own(board.chits, seat)


@lru_cache(maxsize=4)
def markers(board: Board, seat: str) -> Names:
    """Enemy markers have numbers and no names."""
    return {}


SORTS: Mapping[str, Callable[[Board, str], Names]] = {
    "place": places, "port": ports, "shore": shores, "formation": formations, "convoy": convoys,
    "squadron": squadrons, "command": commands, "scope": scopes, "unit": units, "leader": leaders, "post": posts,
    "chit": chits, "marker": markers, "aux": auxiliaries, "craft": senders, "pirate": rovers, "zone": zones,
    "berth": berths, "carrier": carriers,
}  # fmt: skip
WRONG = {
    "place": "is no place at sea", "port": "is no Port", "shore": "is no Port or Land Box",
    "formation": "is no Formation of yours", "convoy": "is no Convoy of yours", "squadron": "is no Squadron of yours",
    "command": "is no Command of yours", "scope": "is no Formation, Command or Contingent of yours",
    "unit": "is no Unit of yours", "leader": "is no Leader of yours", "post": "is no Station or Formation of yours",
    "chit": "is no Order of yours", "marker": "is no marker of the enemy", "aux": "is no Auxiliary of yours",
    "craft": "is no Auxiliary and no Marine Unit of yours", "pirate": "is no Pirate", "zone": "is no Corsair Zone",
    "berth": "is no Port and no Formation of yours", "carrier": "is no Formation and no Auxiliary of yours",
}  # fmt: skip
OF_ONE_SIDE = ("formation", "squadron", "scope", "unit", "leader", "chit", "aux", "craft", "carrier")
MARKER_HINT = "markers of the enemy are written as reports print them, such as {0}-07"


def begun(text: str, known: Iterable[str]) -> list[str]:
    """The names that begin with a text."""
    return [name for name in known if len(text) >= SHORTEST and name.startswith(text)]


def enemy_marker(seat: str, text: str) -> bool:
    """Tells if a text is a marker of the other seat."""
    return MARKER.match(text) is not None and not text.startswith(LETTER[seat])


def meaning(board: Board, seat: str, sort: str, text: str) -> str:
    """The id that a name means: the name itself, or the only one that begins so; the text where it means none."""
    known, wanted = SORTS[sort](board, seat), plain(text)
    if wanted in known:
        return known[wanted]
    if sort == "marker" and enemy_marker(seat, wanted):
        return wanted
    found = dict.fromkeys(known[name] for name in begun(wanted, known))
    return next(iter(found)) if len(found) == 1 else text


def judge(board: Board, seat: str, text: str, sort: str) -> Misnamed | None:
    """Judges a name of one sort; one that belongs to the enemy is as wrong as any other."""
    known, found = SORTS[sort](board, seat), meaning(board, seat, sort, text)
    if enemy_marker(seat, found) if sort == "marker" else found in known.values():
        return None
    several = begun(plain(text), known)
    hint = f"it could be {' or '.join(several[:4])}" if several else hint_for(board, seat, sort, text)
    return Misnamed(WRONG[sort], known, hint, Kind.UNKNOWN)


def own_leaders(board: Board, seat: str) -> set[str]:
    """One's own Leaders by their ids, their names and the last words of these."""
    known = leaders(board, seat)
    return {*known, *(name.rpartition("-")[2] for name in known)}


def hint_for(board: Board, seat: str, sort: str, text: str) -> str:
    """Says what else a name is: the enemy's, or another sort of thing."""
    if sort == "marker":
        return MARKER_HINT.format(*(letter for side, letter in LETTER.items() if side != seat))
    other = next(side for side in SIDES if side != seat)
    if sort in OF_ONE_SIDE and plain(text) in SORTS[sort](board, other):
        return "it is the enemy's"
    if sort in ("formation", "scope") and plain(text) in own_leaders(board, seat):
        return "a Leader is no Formation: name that which sails under this flag, such as br-flag-j2"
    if sort == "place" and plain(text) == HOME:
        return "the step 'port: home' takes her home"
    if sort == "place" and plain(text) in board.boxes:
        return "it is a Land Box, and no ship goes there"
    return ""


JUDGES: Mapping[str, Callable[[Board, str, str], Misnamed | None]] = {
    sort: partial(judge, sort=sort) for sort in SORTS
}  # fmt: skip


def name_of(word: str) -> str:
    """The printed name of a place, Leader or Order of the shipped board; empty where it is none."""
    board = load_board()
    for pieces in (board.nodes, board.boxes, board.leaders, board.chits, board.craft.counters, board.corsair_zones,
                   board.units, board.personages):  # fmt: skip
        piece: object = pieces.get(word)
        if piece is not None:
            return str(getattr(piece, "name", word))
    return ""


# -------------------------------------------------------------------------------------------- what rows are made of

SHAPES: Mapping[str, Shape] = {
    "place": Text("A Port, Space or Sea Zone, by its id or its name", pattern=NAME, eg="cartagena-de-indias"),
    "name": Text("An id or a name", pattern=NAME, eg="br-flag-j2"),
}  # fmt: skip
place = partial(Ref, name="place", sort="place", offers="places")
port = partial(Ref, name="place", sort="port", offers="ports")
shore = partial(Ref, name="place", sort="shore", offers="shores")
formation = partial(Ref, name="name", sort="formation", offers="formations")
convoy = partial(Ref, name="name", sort="convoy", offers="convoys")
squadron = partial(Ref, name="name", sort="squadron", offers="squadrons")
command = partial(Ref, name="name", sort="command", offers="commands")
scope = partial(Ref, name="name", sort="scope", offers="scopes")
unit = partial(Ref, name="name", sort="unit", offers="units")
leader = partial(Ref, name="name", sort="leader", offers="leaders")
post = partial(Ref, name="name", sort="post", offers="posts")
chit = partial(Ref, name="name", sort="chit", offers="orders")
marker = partial(Ref, name="name", sort="marker", offers="markers")
aux = partial(Ref, name="name", sort="aux", offers="auxiliaries")
craft = partial(Ref, name="name", sort="craft", offers="craft")
pirate = partial(Ref, name="name", sort="pirate", offers="pirates")
zone = partial(Ref, name="name", sort="zone", offers="zones")
berth = partial(Ref, name="name", sort="berth", offers="berths")
carrier = partial(Ref, name="name", sort="carrier", offers="carriers")


def listed(about: str, of: Callable[..., Ref], *eg: str, rule: str = "", least: int = 0, most: int = 0) -> List:
    """A list of names of one sort."""
    return List(about, of("A name", eg=eg[0] if eg else None), rule=rule, least=least, most=most, eg=list(eg))
