"""Faults of sailing orders that their owner can see: legs, destinations, splits, conditions that can never hold.

All is held against the owner's own view. What only play can tell, such as the count of masts, is left to the report.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.orders.in_words import place as placed
from pbem.adjudicator.glory.orders.in_words import title
from pbem.adjudicator.glory.orders.names import LETTERS
from pbem.adjudicator.glory.orders.plan_rows import NOT_FOR, VERBS
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, CLOSEST, MEDITERRANEAN, TRAFALGAR, WEST_INDIES
from pbem.adjudicator.glory.view.look import spot
from pbem.adjudicator.orders.carried_out.check_desk import Wrong as Wrong

Path = tuple[str | int, ...]
Entry = Mapping[str, Any]
#: Conditions that only a battle can meet, those that are known while a block is activated, and those of one seat.
IN_BATTLE = ("ratio_at_least", "gauge", "day_at_least", "round_at_least", "own_hurt_at_least", "enemy_hurt_at_least",
             "enemy_shows", "enemy_sail", "against", "convoy")  # fmt: skip
ACTIVATED = ("wind", "first_half")
ONE_SEAT = {"may": ALLIED, "watchers": ALLIED, "directive": ALLIED, "chit_at": BRITISH, "provisioned": BRITISH,
            "event": BRITISH, "event_due": BRITISH, "spotted": "", "left_by": ""}  # fmt: skip
#: Words by which a leg goes to sea.
TO_SEA = ("path", "make_for", "sortie", "hunt", "shadow", "leave", "cross")
GOLD_ESCORT = 6
GOLD, TRANSPORT = "spanish-gold", "french-transport"


class Desk(NamedTuple):
    """The material of a check: the board, the view, the seat, and the orders with ids for names."""

    board: Board
    known: Mapping[str, Any]
    seat: str
    body: Mapping[str, Any]

    def at(self, block: str) -> str:
        """The place of an own block; empty where it is not in play."""
        each = self.known["blocks"].get(block, {})
        return "" if each.get("part") in ("unused", "away", "gone") else spot(each)

    def in_play(self, block: str) -> bool:
        """Tells if an own block is in play."""
        return bool(self.at(block))

    @property
    def trafalgar(self) -> bool:
        """Tells if the scenario of Trafalgar is played."""
        return str(self.known.get("scenario", "")) == TRAFALGAR


# -------------------------------------------------------------------------------------------- conditions


def wrong_conditions(desk: Desk, where: Path, value: Any, sort: str) -> Iterator[Wrong]:
    """Conditions that this seat can never see hold, or not at this moment; `sort` is leg, battle, or another word."""
    for number, each in enumerate(value):
        for word, wanted in each.items():
            path = (*where, number, word)
            if word in ("any", "not"):
                yield from wrong_conditions(desk, path, wanted, sort)
                continue
            if ONE_SEAT.get(word, "") not in ("", desk.seat):
                yield Wrong(path, f"you cannot know '{word}'", hint=f"only the {ONE_SEAT[word]} player can")
            if word in IN_BATTLE and sort not in ("battle", "after"):
                yield Wrong(path, f"'{word}' is known in a battle only")
            if word in ACTIVATED and sort not in ("leg", "bonus"):
                yield Wrong(path, f"'{word}' is known only while a block is activated",
                            hint="it may stand in legs and bonus moves")  # fmt: skip
            yield from wrong_wanted(desk, path, word, wanted)


def wrong_wanted(desk: Desk, path: Path, word: str, wanted: Any) -> Iterator[Wrong]:
    """Yields values of conditions that can never hold."""
    if word == "masts":
        port = desk.board.ports.get(str(wanted.get("port", wanted.get("inshore", ""))))
        if port is None:
            yield Wrong(path, "a count of masts is of a 'port' or 'inshore' of one", "13.5")
        elif ("inshore" in wanted) != (port.owner == desk.seat):
            yield Wrong(path, f"masts are not counted so at {port.name}", "13.5",
                        "`port` counts an enemy port, `inshore` what lies off your own")  # fmt: skip
    if word == "sail_seen" and not ("left" in wanted or "sail" in wanted):
        yield Wrong(path, "'sail_seen' says neither which sail nor which port it left")
    if word == "left":
        port = desk.board.ports.get(str(wanted["port"] if isinstance(wanted, Mapping) else wanted))
        if port is not None and port.owner == desk.seat:
            yield Wrong(path, f"no enemy can leave {port.name}, which is yours", hint="'left_by' is for own blocks")


def every_if(body: Mapping[str, Any], keys: Sequence[str]) -> Iterator[tuple[Path, Any]]:
    """Every list of conditions in some sections, with its place."""
    for key in keys:
        yield from ifs_in((key,), body.get(key, ()))


def ifs_in(path: Path, value: Any) -> Iterator[tuple[Path, Any]]:
    """Every list of conditions below a value."""
    items = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        if key in ("if", "until", "break_off", "withdraw") and isinstance(inner, list):
            yield (*path, key), inner
        else:
            yield from ifs_in((*path, key), inner)


# -------------------------------------------------------------------------------------------- legs


def wrong_sailing(desk: Desk) -> Iterator[Wrong]:
    """Faults of the sailing orders and of bonus moves."""
    for number, entry in enumerate(desk.body.get("sail", ())):
        path: Path = ("sail", number)
        yield from twice(desk, path, str(entry["block"]), number)
        block = str(entry["block"])
        for place, leg in enumerate(entry["legs"]):
            yield from wrong_leg(desk, (*path, "legs", place), leg, block)
        yield from never_reached(path, entry["legs"])
    for number, entry in enumerate(desk.body.get("bonus", ())):
        yield from wrong_bonus(desk, ("bonus", number), entry)


def twice(desk: Desk, path: Path, block: str, number: int) -> Iterator[Wrong]:
    """A block that is ordered twice."""
    if block in [str(each["block"]) for each in desk.body["sail"][:number]]:
        yield Wrong((*path, "block"), f"{title(block)} has legs above already", "9.0",
                    "write all its legs in one entry")  # fmt: skip


def never_reached(path: Path, legs: Sequence[Entry]) -> Iterator[Wrong]:
    """Legs below one that always holds and can always be begun."""
    shut = ""
    for place, leg in enumerate(legs):
        if "arrive" in leg:
            continue
        if shut == "lie" or (shut and shut == leg.get("station")):
            yield Wrong((*path, "legs", place), "this leg can never be reached: a leg above always holds", "9.1")
        if not leg.get("if") and "detach" not in leg and not shut:
            shut = "lie" if "lie" in leg else str(leg.get("station", ""))


def wrong_leg(desk: Desk, path: Path, leg: Entry, block: str, *, battle: bool = False) -> Iterator[Wrong]:
    """Faults of one leg."""
    found = [verb for verb in VERBS if verb in leg]
    if len(found) != 1 and not (battle and not found):
        told = f"has {' and '.join(found)}" if found else "says nothing to do"
        yield Wrong(path, f"a leg has one verb; this one {told}", "9.0", f"one of {', '.join(VERBS)}")
    for verb in found:
        if verb in NOT_FOR[desk.seat]:
            yield Wrong((*path, verb), f"'{verb}' is not for the {desk.seat} player", "9.3")
        yield from wrong_verb(desk, (*path, verb), verb, leg[verb], block)
    yield from wrong_wind(desk, path, leg, block, found)
    if "detach" in leg:
        yield from wrong_detachment(desk, (*path, "detach"), leg["detach"], block)
    if "join" in leg and leg["join"] == block:
        yield Wrong((*path, "join"), f"{title(block)} cannot join itself", "7.5")
    if "search" in leg and desk.seat == BRITISH:
        yield Wrong((*path, "search"), "British blocks search whether they wish it or not", "14.0")
    if leg.get("else") and not ("hunt" in leg or "shadow" in leg):
        yield Wrong((*path, "else"), "'else: halt' belongs to a hunt", "9.0")
    for number, after in enumerate(leg.get("after_battle", ())):
        yield from wrong_leg(desk, (*path, "after_battle", number), after, block, battle=True)


def wrong_verb(desk: Desk, path: Path, verb: str, value: Any, block: str) -> Iterator[Wrong]:
    """Yields values of verbs that cannot be carried out."""
    if verb == "path":
        yield from wrong_path(desk, path, value, block)
    if verb in ("hunt", "shadow") and not any(word in value for word in ("left", "sail", "guess")):
        yield Wrong(path, "it does not say what to hunt", "9.0", "left, sail or guess")
    if verb in ("sortie", "leave", "arrive") and "bound" in value:
        yield from wrong_bound(desk, (*path, "bound"), str(value["bound"]), block, leaving=verb == "sortie")
    if verb == "cross":
        yield from wrong_crossing(desk, path, value, block)
    if verb == "enter" and value not in desk.known.get("friendly", (value,)):
        yield Wrong(path, f"{placed(str(value))} is no port that you may enter", "11.2")


def wrong_path(desk: Desk, path: Path, hexes: Sequence[str], block: str) -> Iterator[Wrong]:
    """Hexes that do not lie beside one another by open sea (2.2, 9.4)."""
    begin = desk.at(block)
    start = begin if begin in desk.board.hexes else ""
    before = start
    for number, each in enumerate(hexes):
        beside = [beyond for _, beyond in desk.board.neighbours(before)] if before else [each]
        if each not in beside and not (number == 0 and each == before):
            yield Wrong((*path, number), f"from {before} no open sea leads to {each}", "2.2",
                        f"{before} is beside {', '.join(beside)}")  # fmt: skip
        before = each


def wrong_bound(desk: Desk, path: Path, bound: str, block: str, *, leaving: bool) -> Iterator[Wrong]:
    """A destination that a fleet cannot take (11.1, 10.3)."""
    conseil = {**desk.known.get("conseil", {}), **desk.body.get("conseil", {})}
    if desk.seat == BRITISH or desk.trafalgar:
        if bound not in desk.board.conseil:
            yield Wrong(path, f"'{bound}' is no destination here", "11.1")
        return
    if bound == CLOSEST:
        if leaving:
            yield Wrong(path, "nobody puts to sea for the closest port", "11.1", "take one of a, b, c, d")
        return
    named = str(conseil.get(bound, "")) if bound in LETTERS else bound
    if bound not in LETTERS and bound not in conseil.values():
        yield Wrong(path, f"{placed(bound)} is not on the Grand Conseil", "11.1",
                    f"on it are {', '.join(map(str, conseil.values()))}" if conseil else "")  # fmt: skip
    marker = desk.board.conseil.get(named)
    if marker is None:
        return
    sea = sea_at(desk, desk.at(block))
    if marker.asterisk and sea == WEST_INDIES:
        yield Wrong(path, f"{marker.name} carries an asterisk: no fleet in the West Indies may take it", "11.1")
    target = desk.board.ports.get(marker.place)
    if block == TRANSPORT and target is not None and target.sea == WEST_INDIES:
        yield Wrong(path, "the Transport cannot be bound for the West Indies", "11.1")


def sea_at(desk: Desk, place: str) -> str:
    """The sea area of a place; empty where it has none."""
    port = desk.board.ports.get(place.partition("/")[0])
    return str(port.sea) if port is not None else str(desk.board.hexes[place].sea) if place in desk.board.hexes else ""


def wrong_crossing(desk: Desk, path: Path, value: Entry, block: str) -> Iterator[Wrong]:
    """An arrival that there is not (12.3)."""
    to = str(value["to"])
    kind = desk.board.blocks[block].kind if block in desk.board.blocks else ""
    if desk.trafalgar:
        yield Wrong(path, "the tracks are closed in this scenario", "24.0")
    elif kind == "expedition" and to not in ("jamaica", "canada"):
        yield Wrong((*path, "to"), "an expedition crosses to jamaica or canada", "12.3")
    elif kind != "expedition" and to not in ("1", "2", "3", "4"):
        yield Wrong((*path, "to"), f"'{to}' is no arrival", "12.3", "1 to 4")


def wrong_wind(desk: Desk, path: Path, leg: Entry, block: str, found: Sequence[str]) -> Iterator[Wrong]:
    """A leg out of a port under winds that never let one out of it (11.1)."""
    at, _, part = desk.at(block).partition("/")
    port = desk.board.ports.get(at)
    named = [wind for each in leg.get("if", ()) if "wind" in each for wind in
             (each["wind"] if isinstance(each["wind"], list) else [each["wind"]])]  # fmt: skip
    if port is None or part != "port" or not named or not any(verb in TO_SEA for verb in found):
        return
    serving = desk.board.trafalgar.gibraltar_winds if desk.trafalgar and port.id == "gibraltar" else port.winds
    if "any" not in serving and serving and not any(wind in serving for wind in named):
        yield Wrong(path, f"nobody comes out of {port.name} when it blows {' or '.join(named)}", "11.1",
                    f"it takes {' or '.join(serving)}")  # fmt: skip


def wrong_detachment(desk: Desk, path: Path, part: Entry, block: str) -> Iterator[Wrong]:
    """A split that is not allowed (7.6), or into a block that is in use."""
    at = desk.at(block)
    if part["as"] == block:
        yield Wrong((*path, "as"), "the new block is the old one", "7.6")
    elif desk.in_play(str(part["as"])):
        yield Wrong((*path, "as"), f"{title(part['as'])} is in play {placed(desk.at(part['as']))}", "7.6")
    if at.startswith(("west-", "east-")):
        yield Wrong(path, "no fleet splits on a track", "7.6")
    if desk.seat == ALLIED and not desk.trafalgar and at and not at.endswith("/port"):
        yield Wrong(path, f"{title(block)} is not in port, and Allied fleets split in port only", "7.6")
    aboard = desk.known["blocks"].get(block, {}).get("ships", ())
    named = part.get("ships", ())
    for number, ship in enumerate(named if isinstance(named, list) else ()):
        if aboard and ship not in aboard:
            yield Wrong((*path, "ships", number), f"{title(ship.partition('-')[2])} is not in {title(block)}", "7.6")
    if "ships" in part and "keep" in part:
        yield Wrong((*path, "keep"), "say either which ships go or how many stay")


def wrong_bonus(desk: Desk, path: Path, entry: Entry) -> Iterator[Wrong]:
    """Faults of one use of a bonus chit (6.4, 9.6)."""
    block, chit = str(entry["block"]), str(entry.get("chit", "any"))
    mine = ("2", "3") if desk.seat == BRITISH else ("3", "4")
    if chit not in ("any", *mine):
        hint = f"yours are {' and '.join(mine)}"
        yield Wrong((*path, "chit"), f"you have no bonus chit for {chit} hexes", "6.4", hint)
    if block == "north-sea-fleet":
        if "search" not in entry:
            yield Wrong(path, "the North Sea Fleet only searches", "14.7", "search: '1403'")
        return
    if block == "any-decoy" and desk.seat == BRITISH:
        yield Wrong((*path, "block"), "the British player has no rumours", "7.8")
    leg = {key: value for key, value in entry.items() if key not in ("chit", "block")}
    yield from wrong_leg(desk, path, leg, block)
    in_port = desk.at(block).endswith("/port") and not entry.get("if")
    if "sortie" in entry or (in_port and any(word in entry for word in TO_SEA)):
        yield Wrong(path, "nobody puts to sea on a bonus chit", "11.1")


# -------------------------------------------------------------------------------------------- rumours


def wrong_decoys(desk: Desk) -> Iterator[Wrong]:
    """Roles that no rumour can have (7.8)."""
    for number, entry in enumerate(desk.body.get("decoys", ())):
        path: Path = ("decoys", number)
        named = [word for word in ("with", "rumour", "rest", "keep_at_least") if word in entry]
        if len(named) != 1:
            yield Wrong(path, "an entry has one of `with`, `rumour`, `rest` and `keep_at_least`", "7.8")
        if "number" in entry and "with" not in entry:
            yield Wrong((*path, "number"), "the number of a rumour is counted beside a fleet", "7.8", "add `with`")
        if named in (["with"], ["rumour"]):
            verbs = [verb for verb in (*VERBS, "remove", "face") if verb in entry]
            if not verbs or len([verb for verb in verbs if verb != "face"]) > 1:
                yield Wrong(path, "say one thing for the rumour to do", "7.8")


def sea_is_mediterranean(desk: Desk, place: str) -> bool:
    """Tells if a place lies in the Mediterranean."""
    return sea_at(desk, place) == MEDITERRANEAN


