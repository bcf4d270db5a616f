"""The sorts of names that order files of this title use: what each looks like, who judges it, and which id it means.

A player may write names with or without accents and capitals, the other names that the rulebook has for a place, and
the beginning of a name if only one begins so. The rules read ids; `meaning` finds the id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from unicodedata import combining, normalize

from pbem.adjudicator.guerra.board.board import Board, load_board
from pbem.adjudicator.guerra.state.terms import BRAZIL, HAITI, NATIONS, PATRIOT, SEATS, SPAIN, UNITED_STATES
from pbem.adjudicator.orders.grammar import Misnamed
from pbem.adjudicator.orders.shapes import List, Ref, Shape, Text
from pbem.base.counting import grouped
from pbem.base.errors import Kind
from pbem.base.patterns import pattern

#: A name that may be written -> the id it means.
Names = Mapping[str, str]
ANY, NONE, STRONGEST, WEAKEST, REBELS = "any", "none", "strongest", "weakest", "rebels"
NEAREST, HAVEN, HERE, BOX = "nearest", "haven", "here", "spain"
#: Words by which losses and targets at sea are put in order.
RANKS = ("militia", "regular", "reduced", WEAKEST, STRONGEST, "infantry", "cavalry", "artillery")
AIMS = ("frigate", "ship-of-the-line", "damaged", WEAKEST, STRONGEST)
#: Words that stand for themselves wherever a name may stand.
PLAIN = frozenset((ANY, NONE, STRONGEST, WEAKEST, REBELS, NEAREST, HAVEN, HERE, *RANKS, *AIMS))
NAME = "^[A-Za-z0-9À-ÿ ._,/()'-]{1,60}$"
#: How ids of forces begin, by seat; rebels' forces are anybody's enemy.
STACKS = {"royalist": "royal", "patriot": "patria", "rebel": "rebel"}
NUMBERED = pattern("^(royal|patria|rebel)-[1-9][0-9]{0,3}$")
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
        for other in (str(getattr(piece, "name", "")), *getattr(piece, "aka", ())):
            found.setdefault(plain(other), name)
    return found


# -------------------------------------------------------------------------------------------- names and ids


@lru_cache(maxsize=4)
def areas(board: Board, seat: str) -> Names:
    """Every land area."""
    return with_names(board.areas)


@lru_cache(maxsize=4)
def ports(board: Board, seat: str) -> Names:
    """Every port; the bare name does for one that is called as its area is."""
    bare = {name.removesuffix("-port"): name for name in board.ports if name.endswith("-port")}
    return {**with_names(board.ports), **bare}


@lru_cache(maxsize=4)
def seas(board: Board, seat: str) -> Names:
    """Every sea area; reports call the Caribbean Sea V and the Pacific Ocean IX without sea and ocean."""
    brief = {plain(sea.name.replace(" Sea", "").replace(" Ocean", "")): name for name, sea in board.seas.items()}
    return {**brief, **with_names(board.seas)}


@lru_cache(maxsize=4)
def waters(board: Board, seat: str) -> Names:
    """The goals of a fleet: sea areas, and the box of Spain."""
    return {**seas(board, seat), BOX: SPAIN, SPAIN: SPAIN}


@lru_cache(maxsize=4)
def places(board: Board, seat: str) -> Names:
    """Areas, ports, sea areas and boxes."""
    boxes = {"haiti": HAITI, HAITI: HAITI, BRAZIL: BRAZIL, UNITED_STATES: UNITED_STATES}
    return {**seas(board, seat), **ports(board, seat), **areas(board, seat), **boxes}


def counters(board: Board, seat: str, *, own: bool, naval: bool | None = None) -> dict[str, str]:
    """The ids of counters of one seat, or of those who may fight it; ships alone, or none, where that is said.

    The printed name does as well where one counter alone has it.
    """
    found = {name: name for name, unit in board.units.items()
             if (unit.side == seat) == own and naval in (None, unit.naval)}  # fmt: skip
    printed = grouped((plain(board.units[name].name), name) for name in found)
    return {**{label: names[0] for label, names in printed.items() if len(names) == 1}, **found}


@lru_cache(maxsize=4)
def units(board: Board, seat: str) -> Names:
    """One's own land units."""
    return counters(board, seat, own=True, naval=False)


@lru_cache(maxsize=4)
def ships(board: Board, seat: str) -> Names:
    """One's own ships."""
    return counters(board, seat, own=True, naval=True)


@lru_cache(maxsize=4)
def pieces(board: Board, seat: str) -> Names:
    """One's own units, on land and at sea."""
    return counters(board, seat, own=True)


@lru_cache(maxsize=4)
def foes(board: Board, seat: str) -> Names:
    """The enemy's units."""
    return counters(board, seat, own=False)


@lru_cache(maxsize=4)
def leaders(board: Board, seat: str) -> Names:
    """One's own leaders."""
    return with_names({name: each for name, each in board.leaders.items() if each.side == seat})


@lru_cache(maxsize=4)
def foe_leaders(board: Board, seat: str) -> Names:
    """The enemy's leaders."""
    return with_names({name: each for name, each in board.leaders.items() if each.side != seat})


@lru_cache(maxsize=4)
def all_leaders(board: Board, seat: str) -> Names:
    """Every leader."""
    return with_names(board.leaders)


@lru_cache(maxsize=4)
def markers(board: Board, seat: str) -> Names:
    """One's own army markers; that of Lima goes by the city's name too."""
    return armies({name: each for name, each in board.ejercitos.items() if each.side == seat})


def armies(markers: Mapping[str, object]) -> Names:
    """Some army markers by every name that they go by."""
    return {**{name.removeprefix("ejercito-"): name for name in markers}, **with_names(markers)}


@lru_cache(maxsize=4)
def foe_markers(board: Board, seat: str) -> Names:
    """The enemy's army markers."""
    return armies({name: each for name, each in board.ejercitos.items() if each.side != seat})


@lru_cache(maxsize=4)
def forces(board: Board, seat: str) -> Names:
    """One's own forces: markers, and leaders for the force they are with; numbered stacks fit too."""
    return {**leaders(board, seat), **markers(board, seat)}


@lru_cache(maxsize=4)
def targets(board: Board, seat: str) -> Names:
    """The enemy's forces: markers, and leaders for the force they are seen with; numbered stacks fit too."""
    return {**foe_leaders(board, seat), **foe_markers(board, seat)}


@lru_cache(maxsize=4)
def nations(board: Board, seat: str) -> Names:
    """The Patriot nations, each with a purse."""
    return {name: name for name in NATIONS} if seat == PATRIOT else {}


SORTS: Mapping[str, Callable[[Board, str], Names]] = {
    "area": areas, "port": ports, "sea": seas, "water": waters, "place": places, "unit": units, "ship": ships,
    "piece": pieces, "foe": foes, "leader": leaders, "foe leader": foe_leaders, "any leader": all_leaders,
    "marker": markers, "foe marker": foe_markers, "force": forces, "target": targets, "nation": nations,
}  # fmt: skip
WRONG = {
    "area": "is no area", "port": "is no port", "sea": "is no sea area", "water": "is no sea area",
    "place": "is no place", "unit": "is no land unit of yours", "ship": "is no ship of yours",
    "piece": "is no unit of yours", "foe": "is no unit of the enemy", "leader": "is no leader of yours",
    "foe leader": "is no leader of the enemy", "any leader": "is no leader", "marker": "is no army marker of yours",
    "foe marker": "is no army marker of the enemy", "force": "is no force of yours",
    "target": "is no force of the enemy", "nation": "is no nation of yours",
}  # fmt: skip


def numbered(seat: str, sort: str, text: str) -> bool:
    """Tells if a text is the number of a force that the sort may mean."""
    if sort not in ("force", "target") or not NUMBERED.match(text):
        return False
    return (text.partition("-")[0] == STACKS[seat]) == (sort == "force")


def begun(text: str, known: Iterable[str]) -> list[str]:
    """The names that begin with a text."""
    return [name for name in known if len(text) >= SHORTEST and name.startswith(text)]


def meaning(board: Board, seat: str, sort: str, text: str) -> str:
    """The id that a name means: the name itself, or the only one that begins so; the text where it means none."""
    known, wanted = SORTS[sort](board, seat), plain(text)
    if wanted in known:
        return known[wanted]
    if numbered(seat, sort, wanted):
        return wanted
    found = dict.fromkeys(known[name] for name in begun(wanted, known))
    return next(iter(found)) if len(found) == 1 else text


def judge(board: Board, seat: str, text: str, sort: str) -> Misnamed | None:
    """Judges a name of one sort; one that belongs to the enemy's hidden pieces is as wrong as any other."""
    known = SORTS[sort](board, seat)
    if numbered(seat, sort, text) or meaning(board, seat, sort, text) in known.values():
        return None
    several = begun(plain(text), known)
    hint = f"it could be {' or '.join(several[:4])}" if several else owner_hint(board, seat, sort, text)
    return Misnamed(WRONG[sort], known, hint, Kind.UNKNOWN if known else Kind.ILLEGAL)


def owner_hint(board: Board, seat: str, sort: str, text: str) -> str:
    """Says what a name is that was wanted of another sort: a piece of the enemy, a port; empty otherwise."""
    wanted = plain(text)
    if sort in ("unit", "ship", "piece") and wanted in board.units:
        unit = board.units[wanted]
        return "it is the enemy's" if unit.side != seat else "it is a ship" if unit.naval else "it is a land unit"
    if sort in ("unit", "ship", "piece") and wanted in board.leaders:
        mine = board.leaders[wanted].side == seat
        return "a leader stands under 'leaders', apart from units" if mine else "it is a leader of the enemy's"
    if sort in ("unit", "ship", "piece") and (same := namesakes(board, seat, wanted)):
        return f"several are called so: {', '.join(same[:8])}"
    if sort == "target" and wanted in leaders(board, seat):
        return "it is a leader of yours"
    if sort == "target" and wanted in (*board.units, *board.areas):
        return "an attack names a force by its number, its marker, or a leader who is seen with it"
    if sort == "area" and wanted in board.ports and board.ports[wanted].area in board.areas:
        return f"it is a port of '{board.ports[wanted].area}'"
    if sort == "port" and wanted in board.areas:
        shore = board.areas[wanted].ports
        return f"the ports there: {', '.join(shore)}" if shore else "no port is there"
    if sort == "force" and (wanted in board.ejercitos or NUMBERED.match(wanted)):
        return "it is the enemy's"
    if sort == "force" and wanted in (*board.areas, *board.units):
        return "a force has a number, a marker or a leader; other units stand as {at: ..., units: [...]}"
    return "it is the enemy's" if sort in ("leader", "marker") and wanted in all_leaders(board, seat) else ""


def namesakes(board: Board, seat: str, wanted: str) -> list[str]:
    """The ids of one's own counters that share a printed name."""
    return [name for name, unit in board.units.items() if unit.side == seat and plain(unit.name) == wanted]


JUDGES: Mapping[str, Callable[[Board, str, str], Misnamed | None]] = {
    sort: partial(judge, sort=sort) for sort in SORTS
}

def name_of(word: str) -> str:
    """The printed name of a place, leader or army marker, of the shipped board; empty where it is none."""
    board = load_board(None)
    for sort, shelf in (("place", board.place_name), ("any leader", board.label), ("marker", board.label)):
        for seat in SEATS:
            found = SORTS[sort](board, seat).get(plain(word))
            if found is not None:
                return shelf(found)
    return ""


def army_of(word: str) -> str:
    """The printed name of an army marker; else what a word is the name of, as `name_of` has it."""
    board = load_board(None)
    found = armies(board.ejercitos).get(plain(word))
    return board.label(found) if found is not None else name_of(word)


# -------------------------------------------------------------------------------------------- what rows are made of

SHAPES: Mapping[str, Shape] = {
    "area": Text("A land area", pattern=NAME, eg="charcas"),
    "port": Text("A port", pattern=NAME, eg="callao"),
    "sea": Text("A sea area", pattern=NAME, eg="pacific-8"),
    "place": Text("An area, a port, a sea area or a box", pattern=NAME, eg="charcas"),
    "name": Text("A unit or leader by its id, or the beginning of it", pattern=NAME, eg="bolivar"),
    "force": Text("A force by the number that reports give it, by its army marker, or by a leader who is with it",
                  pattern=NAME, eg="norte"),
}  # fmt: skip
area = partial(Ref, name="area", sort="area", offers="areas")
port = partial(Ref, name="port", sort="port", offers="ports")
sea = partial(Ref, name="sea", sort="sea", offers="seas")
water = partial(Ref, name="sea", sort="water", offers="waters")
place = partial(Ref, name="place", sort="place", offers="places")
unit = partial(Ref, name="name", sort="unit", offers="units")
ship = partial(Ref, name="name", sort="ship", offers="ships")
piece = partial(Ref, name="name", sort="piece", offers="pieces")
foe = partial(Ref, name="name", sort="foe", offers="foes")
leader = partial(Ref, name="name", sort="leader", offers="leaders")
foe_leader = partial(Ref, name="name", sort="foe leader", offers="foe_leaders")
any_leader = partial(Ref, name="name", sort="any leader", offers="all_leaders")
marker = partial(Ref, name="name", sort="marker", offers="markers")
foe_marker = partial(Ref, name="name", sort="foe marker", offers="foe_markers")
force = partial(Ref, name="force", sort="force", offers="forces")
target = partial(Ref, name="force", sort="target", offers="targets")
nation = partial(Ref, name="name", sort="nation", offers="nations")


def listed(about: str, of: Callable[..., Ref], *eg: str, rule: str = "", least: int = 0, most: int = 0) -> List:
    """A list of names of one sort."""
    return List(about, of("A name", eg=eg[0] if eg else None), rule=rule, least=least, most=most, eg=list(eg))


def names_in(value: object) -> Iterator[str]:
    """Every text in a part of an order file."""
    if isinstance(value, Mapping):
        for each in value.values():
            yield from names_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from names_in(each)
    elif isinstance(value, str):
        yield value
