"""Faults of march books that their owner can see: forces, steps that lead nowhere or contradict each other, purses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.guerra.orders.answers import kept
from pbem.adjudicator.guerra.orders.checks.who_moves import (
    force_named,
    movers,
    named_in,
    twice,
    two_steps,
    wrong_nation,
)
from pbem.adjudicator.guerra.orders.checks.wrong import Desk, Entry, Path, Wrong
from pbem.adjudicator.guerra.orders.march_rows import VERBS
from pbem.adjudicator.guerra.orders.names import PLAIN
from pbem.adjudicator.guerra.orders.stacks import as_formed, fleet_of
from pbem.adjudicator.guerra.rules.ch04_resources import purse_name
from pbem.adjudicator.guerra.rules.ch05_attrition import purses_of
from pbem.adjudicator.guerra.rules.ch05_movement import form, place_of_stack, why_not_formed
from pbem.adjudicator.guerra.rules.passengers import capacity
from pbem.adjudicator.guerra.state.terms import COLOMBIA, MEXICO, PATRIOT, POOL, ROYALIST
from pbem.adjudicator.guerra.view.look import ANY, by_number
from pbem.adjudicator.orders.carried_out.march_book import verb_of
from pbem.base.counting import counted

AFLOAT = ("sail", "raid", "wait")
BOTH = ("embark", "land")
BEFORE_WALLS = ("besiege", "works", "blockade")
ASHORE = ("move", "hunt", *BEFORE_WALLS, "enter", "sally", "leave", "pick_up")
#: Verbs that guerrillas, and forces inside a fortress or city, cannot use.
NOT_IN_HILLS = ("attack", "hunt", *BEFORE_WALLS, "enter", "sally")
NOT_INSIDE = ("move", "hunt", *BEFORE_WALLS, "enter")
HAVENS = (COLOMBIA, MEXICO)
HALVES = 2


# -------------------------------------------------------------------------------------------- forces formed anew


def wrong_forces(desk: Desk) -> Iterator[Wrong]:
    """Forces that cannot be formed, and units that stand in two of them."""
    met: dict[str, int] = {}
    for number, entry in enumerate(desk.entries("forces")):
        path: Path = ("forces", number)
        for place, unit in enumerate(entry["units"]):
            if unit in met and not entry.get("if"):
                line = desk.line("forces", met[unit])
                yield Wrong((*path, "units", place), f"'{unit}' is in line {line} already", "5.1")
            met.setdefault(str(unit), number)
        wrong = list(not_formed(desk, path, entry))
        if not wrong:
            form(Table(), desk.state, desk.seat, as_formed(entry))
        elif not entry.get("if"):
            yield from wrong


def not_formed(desk: Desk, path: Path, entry: Entry) -> Iterator[Wrong]:
    """A port elsewhere; each unit that cannot stand in a force; else what keeps all of them from it together."""
    port, at = desk.board.ports.get(str(entry.get("port", ""))), str(entry.get("at", ""))
    if port is not None and at in desk.board.areas and port.area != at:
        text = f"{port.name} is not in {desk.place(at)}"
        yield Wrong((*path, "port"), text, "5.1", f"it is in {desk.place(port.area)}")
        return
    alone = {word: entry[word] for word in ("at", "port", "inside") if word in entry}
    found = [(place, str(unit), why) for place, unit in enumerate(entry["units"])
             if (why := why_not_formed(desk.state, desk.seat, as_formed({**alone, "units": [unit]})))]  # fmt: skip
    for place, unit, why in found:
        away = desk.state.place_of(unit) != place_of_stack(desk.state, as_formed({**alone, "units": []}))[0]
        yield Wrong((*path, "units", place), why, "5.1", whereabouts(desk, unit) if away else "")
    why = "" if found else why_not_formed(desk.state, desk.seat, as_formed(entry))
    if why:
        yield Wrong(path, why, "5.1")


def whereabouts(desk: Desk, unit: str) -> str:
    """A hint that says where one's own unit is."""
    where = str(desk.known["units"].get(unit, {}).get("where", ""))
    whom = "she" if desk.board.units[unit].naval else "it"
    if where in (*desk.board.ports, *desk.board.seas):
        return f"{whom} is at {desk.place(where)}"
    if where in desk.board.areas:
        return f"{whom} is in {desk.place(where)}"
    return f"{whom} is in the pool" if where == POOL else f"{whom} is not on the map"


# -------------------------------------------------------------------------------------------- operations


def wrong_operations(desk: Desk) -> Iterator[Wrong]:
    """Faults of every operation, and of all together."""
    used: dict[str, int] = {}
    for number, entry in enumerate(desk.entries("operations")):
        path: Path = ("operations", number)
        yield from wrong_force(desk, path, entry)
        yield from wrong_fleet(desk, path, entry)
        yield from twice(desk, path, entry, used, number)
        yield from wrong_book(desk, path, entry)
    yield from overspent(desk)


def wrong_force(desk: Desk, path: Path, entry: Entry) -> Iterator[Wrong]:
    """A force that is not there, units that stand apart, nations of two steps, a shut purse."""
    if "force" not in entry and "fleet" not in entry:
        yield Wrong(path, "the entry names neither a force nor a fleet", "3.3")
        return
    named = entry.get("force", "")
    if isinstance(named, Mapping):
        if not entry.get("if"):
            yield from not_formed(desk, (*path, "force"), named)
        yield from named_again((*path, "force", "units"), named["units"])
        if "nation" not in entry:
            yield from two_steps(desk, (*path, "force", "units"), [str(unit) for unit in named["units"]])
    elif named and not force_named(desk, entry) and not entry.get("if"):
        own = sorted((name for name in desk.look.forces if desk.look.own(name)), key=by_number)
        yield Wrong((*path, "force"), f"you have no force '{named}' on the map", "5.1",
                    f"yours are {', '.join(own[:12])}" if own else "")  # fmt: skip
    yield from wrong_nation(desk, path, entry)
    yield from shut_purse(desk, path, entry)


def named_again(path: Path, units: Sequence[Any]) -> Iterator[Wrong]:
    """Units that stand twice in one list."""
    for place, unit in enumerate(units):
        if unit in units[:place]:
            yield Wrong((*path, place), f"'{unit}' is named twice", "5.1")


def payers(desk: Desk, entry: Entry) -> list[str]:
    """The purses that are open to all units of an operation; the usual one first."""
    units = movers(desk, entry) or [str(ship) for ship in entry.get("fleet", {}).get("ships", ())]
    return purses_of(desk.state, [unit for unit in units if unit in desk.board.units])


def shut_purse(desk: Desk, path: Path, entry: Entry) -> Iterator[Wrong]:
    """A purse that may not pay for these units (4.2)."""
    purse, able = str(entry.get("purse", "")), payers(desk, entry)
    if purse and able and purse not in able:
        yield Wrong((*path, "purse"), f"the purse of {purse_name(purse)} is not open to all of these units", "4.2",
                    f"{' or '.join(able)} may pay")  # fmt: skip


def overspent(desk: Desk) -> Iterator[Wrong]:
    """Purses from which more is ordered to be spent than they hold, entry by entry (4.1)."""
    floor = desk.body.get("never_below", 0)
    left = {purse: max(0, int(each) - kept(floor, purse) * HALVES) for purse, each in desk.known["purse"].items()}
    for number, entry in enumerate(desk.entries("operations")):
        price = (int(entry.get("rp", 0)) + int(entry.get("fleet", {}).get("rp", 0))) * HALVES
        able = payers(desk, entry)
        purse = str(entry.get("purse", "")) or next(iter(able), "")
        if not price or purse not in left or entry.get("if"):
            continue
        if price > left[purse]:
            whose = "your purse" if purse == ROYALIST else f"the purse of {purse_name(purse)}"
            word = ("rp",) if "rp" in entry else ("fleet", "rp")
            spare = " that may be touched" if kept(floor, purse) else ""
            yield Wrong(("operations", number, *word), f"{price // HALVES} RP to be spent are too many: {whose} has "
                        f"{left[purse] // HALVES} left{spare}", "4.1")  # fmt: skip
        left[purse] = max(0, left[purse] - price)


def wrong_fleet(desk: Desk, path: Path, entry: Entry) -> Iterator[Wrong]:
    """Ships that do not lie where the entry says."""
    fleet = entry.get("fleet")
    if fleet is None or entry.get("if"):
        return
    there = fleet_of(fleet, desk.look)
    for number, ship in enumerate(fleet["ships"]):
        if ship not in there:
            yield Wrong((*path, "fleet", "ships", number), f"'{ship}' does not lie at {desk.place(str(fleet['at']))}",
                        "7.1", whereabouts(desk, str(ship)))  # fmt: skip
    leader = str(fleet.get("leader", ""))
    if leader in desk.board.leaders and not desk.board.leaders[leader].naval:
        yield Wrong((*path, "fleet", "leader"), f"{desk.label(leader)} commands no ships", "7.0",
                    "leaders of the land stand under 'force', and embark with it")  # fmt: skip


# -------------------------------------------------------------------------------------------- steps


class Course:
    """The places where a force and a fleet may be when a step comes due."""

    def __init__(self, areas: set[str], seas: set[str], inside: str, *, hills: bool) -> None:
        self.areas, self.seas = areas, seas
        self.began = frozenset(areas)  # where the force stands as the phase begins
        self.units: list[str] = []  # who moves, until they are left behind
        self.ships: list[str] = []
        self.joins = False  # whether others may have joined it on the way
        self.inside = inside  # the port in which the force begins, until it comes out
        self.hills = hills  # whether it is of guerrillas
        self.aboard = False


def wrong_book(desk: Desk, path: Path, entry: Entry) -> Iterator[Wrong]:
    """Faults of the steps, one after another."""
    force = force_named(desk, entry)
    stack = isinstance(named_in(desk, entry), Mapping)
    inside = "" if stack or not force else str(desk.look.forces[force]["inside"])
    hills = bool(force) and desk.look.guerrilla(force)
    course = Course(begins(desk, entry), afloat_at(desk, entry), inside, hills=hills)
    course.units = movers(desk, entry)
    course.ships = [str(ship) for ship in entry.get("fleet", {}).get("ships", ())]
    shut = False
    for number, step in enumerate(entry.get("do", ())):
        where: Path = (*path, "do", number)
        if shut:
            yield Wrong(where, "this step can never be reached: a step above always stops", "3.3")
        instead = step.get("else", [])
        yield from wrong_step(desk, where, step, entry, course)
        for place, each in enumerate(instead if isinstance(instead, list) else [instead]):
            inner: Path = (*where, "else", place) if isinstance(instead, list) else (*where, "else")
            yield from wrong_step(desk, inner, each, entry, course)
        if instead and not conditions_of(step):
            yield Wrong((*where, "else"), "a step without conditions needs no 'else'", "3.3")
        shut = shut or step.get("stop") is True
    yield from unmoved(entry, path)


def conditions_of(step: Entry) -> Any:
    """The conditions of a step."""
    value: Any = step.get(verb_of(step), {})
    return value.get("if", ()) if isinstance(value, Mapping) else ()


def unmoved(entry: Entry, path: Path) -> Iterator[Wrong]:
    """Units left behind by a force that does not go on (5.2)."""
    verbs = [verb_of(step) for step in entry.get("do", ())]
    for number, verb in enumerate(verbs):
        if verb == "leave" and not any(word in ("move", "embark") for word in verbs[number + 1 :]):
            yield Wrong((*path, "do", number), "nobody is left behind unless the force marches or embarks after it",
                        "5.2")  # fmt: skip


def begins(desk: Desk, entry: Entry) -> set[str]:
    """The area where the land force begins; empty where that is not known."""
    named = named_in(desk, entry)
    if isinstance(named, Mapping):
        at = str(named["at"])
        return {desk.board.ports[at].area if at in desk.board.ports else at}
    force = force_named(desk, entry)
    return {str(desk.look.forces[force]["at"])} if force else set()


def afloat_at(desk: Desk, entry: Entry) -> set[str]:
    """The sea areas on which the fleet may begin."""
    at = str(entry.get("fleet", {}).get("at", ""))
    return set(desk.board.ports[at].seas) if at in desk.board.ports else {at} if at in desk.board.seas else set()


def wrong_step(desk: Desk, path: Path, step: Entry, entry: Entry, course: Course) -> Iterator[Wrong]:
    """Faults of one step; the course goes on with it."""
    verbs = [word for word in step if word != "else"]
    if len(verbs) != 1:
        told = f"has {' and '.join(verbs)}" if verbs else "says nothing to do"
        yield Wrong(path, f"a step has one verb; this one {told}", "3.3", f"one of {', '.join(VERBS)}")
        return
    verb = verbs[0]
    part: Entry = step[verb] if isinstance(step.get(verb), Mapping) else {}
    where = (*path, verb)
    at_sea = verb in AFLOAT or (verb == "attack" and "in_port" in part)
    if (at_sea or verb in BOTH) and "fleet" not in entry:
        yield Wrong(where, f"'{verb}' is for a fleet, and this entry has none", "7.1")
    elif (verb in ASHORE or verb in BOTH) and "force" not in entry:
        case = "7.6" if verb in BOTH else "5.0"
        yield Wrong(where, f"'{verb}' is for a force on land, and this entry has none", case)
    elif course.hills and verb in NOT_IN_HILLS:
        yield Wrong(where, "guerrillas march, and do nothing else", "10.1")
    elif course.inside and verb in NOT_INSIDE:
        yield Wrong(where, f"the force stands inside {desk.place(course.inside)}", "5.1", "'sally' brings it out")
    else:
        course.inside = "" if verb == "sally" else course.inside
        yield from WRONG_VERBS.get(verb, nothing)(desk, where, part, course)


def nothing(desk: Desk, path: Path, part: Entry, course: Course) -> Iterator[Wrong]:
    """Finds no fault."""
    yield from ()


def wrong_move(desk: Desk, path: Path, part: Entry, course: Course) -> Iterator[Wrong]:
    """A march to an area that borders none where the force may be, or onto neutral ground."""
    places = course.areas
    way = [*part.get("via", ()), part["to"]]
    for number, to in enumerate(way):
        spot: Path = (*path, "via", number) if number < len(way) - 1 else (*path, "to")
        if places and not any(desk.board.borders(at, to) for at in places if at in desk.board.areas):
            at = sorted(places)[0]
            yield Wrong(spot, f"'{at}' does not border '{to}'", "1.1", by_way_of(desk, at, str(to)))
        elif desk.board.areas[to].neutral and not legion(places, to):
            yield Wrong(spot, f"{desk.place(str(to))} is neutral ground", "5.0")
        places = {str(to)}
    course.areas = course.areas | places if course.areas else set()


def legion(places: set[str], to: str) -> bool:
    """Tells if a march may be that of the Legion, home to Brazil (10.6)."""
    return to == "brazil" and "banda-oriental" in places


def by_way_of(desk: Desk, at: str, to: str) -> str:
    """A hint: the areas that border both."""
    if at not in desk.board.areas or to not in desk.board.areas:
        return ""
    between = [desk.place(area) for area in desk.board.areas[at].borders if desk.board.borders(area, to)]
    return f"by {' or '.join(between)}" if between else ""


def wrong_siege(desk: Desk, path: Path, part: Entry, course: Course) -> Iterator[Wrong]:
    """A siege of what is no fortress, or of one in another area."""
    port = desk.board.ports[str(part["port"])]
    if not port.fortress:
        forts = [each.id for each in desk.board.ports.values() if each.fortress and each.area in course.areas]
        hint = f"the fortress here is {forts[0]}" if forts else "a city falls with its area (6.7)"
        yield Wrong((*path, "port"), f"{port.name} is no fortress", "6.2", hint)
    else:
        yield from elsewhere(desk, (*path, "port"), port.area, course, f"{port.name} lies in {desk.place(port.area)}")


def elsewhere(desk: Desk, path: Path, area: str, course: Course, text: str) -> Iterator[Wrong]:
    """A deed in an area where the force cannot be by then."""
    if course.areas and area not in course.areas:
        yield Wrong(path, f"{text}, and the force never comes there", "5.0")


def wrong_walls(desk: Desk, path: Path, part: Entry, course: Course) -> Iterator[Wrong]:
    """A fortress or city that the force cannot go into or come out of."""
    port = desk.board.ports[str(part["port"])]
    yield from elsewhere(desk, (*path, "port"), port.area, course, f"{port.name} lies in {desk.place(port.area)}")


def wrong_attack(desk: Desk, path: Path, part: Entry, course: Course) -> Iterator[Wrong]:
    """Faults of an attack: its area or its ships are out of reach, or its target is nowhere."""
    yield from absent(desk, path, part)
    if "at" in part:
        at = str(part["at"])
        yield from elsewhere(desk, (*path, "at"), at, course, f"it is to attack in {desk.place(at)}")
    if "in_port" in part and course.seas:
        port = desk.board.ports[str(part["in_port"])]
        if not course.seas & set(port.seas):
            yield Wrong((*path, "in_port"), f"{port.name} is on no sea area that the fleet comes to", "7.10")


def absent(desk: Desk, path: Path, part: Entry) -> Iterator[Wrong]:
    """A fault of an attack whose target is not on the map; a leader who is not seen may lie under a marker."""
    name = str(part.get("target", ANY))
    if name in PLAIN or desk.look.force_named(name) or part.get("if"):
        return
    if name in desk.board.leaders:
        if name in desk.known["leaders"]:
            yield Wrong((*path, "target"), f"'{name}': {desk.label(name)} is with no force on the map", "5.1.3")
        return
    there = sorted((each for each in desk.look.forces if not desk.look.own(each)), key=by_number)
    marks = [each for each in there if desk.look.forces[each]["marker"]]
    what = "marker" if name in desk.board.ejercitos else "force"
    yield Wrong((*path, "target"), f"no {what} '{name}' is on the map", "5.1.1",
                f"the enemy's are {', '.join((marks if what == 'marker' else there)[:12]) or 'none'}")  # fmt: skip


def wrong_sail(desk: Desk, path: Path, part: Entry, course: Course) -> Iterator[Wrong]:
    """The course of a fleet goes on; a way by other seas has to hang together."""
    way = [str(sea) for sea in (*part.get("via", ()), part["to"])]
    for before, to in pairwise(way):
        known = before in desk.board.seas and to in desk.board.seas
        if known and to not in (*desk.board.seas[before].neighbours, *desk.board.long_links.get(before, {})):
            yield Wrong((*path, "via"), f"{desk.place(before)} is not beside {desk.place(to)}", "7.1")
    course.seas = course.seas | {way[-1]}


def wrong_coast(desk: Desk, path: Path, part: Entry, course: Course) -> Iterator[Wrong]:
    """A coast that is on no sea area where the fleet comes."""
    area = str(part["area"])
    seas = desk.board.areas[area].seas
    if not seas:
        yield Wrong((*path, "area"), f"{desk.place(area)} has no coast", "7.6")
    elif course.seas and not course.seas & set(seas):
        yield Wrong((*path, "area"), f"{desk.place(area)} is on no sea area that the fleet comes to", "7.6",
                    f"it is on {' and '.join(desk.place(sea) for sea in seas)}")  # fmt: skip


def wrong_landing(desk: Desk, path: Path, part: Entry, course: Course) -> Iterator[Wrong]:
    """A landing of a force that is not aboard, or where none may land."""
    if not course.aboard:
        yield Wrong(path, "nobody is aboard: 'embark' has to come before 'land'", "7.6")
    yield from wrong_coast(desk, path, part, course)
    course.areas = {str(part["area"]), *map(str, part.get("or", ()))}
    course.aboard = False


def embarks(desk: Desk, path: Path, part: Entry, course: Course) -> Iterator[Wrong]:
    """The force goes aboard: at a port where it began, with the fleet there, and in ships that can carry it (7.7)."""
    course.aboard = True
    ports = [port for port in desk.board.ports.values() if port.area in course.began]
    if course.began and course.seas and not any(course.seas & set(port.seas) for port in ports):
        yield Wrong(path, "the force does not begin at a port where the fleet lies", "7.6",
                    f"it begins in {' or '.join(desk.place(area) for area in sorted(course.began))}")  # fmt: skip
    going = [unit for unit in course.units if unit not in part.get("stay_behind", ())]
    room = capacity(desk.state, course.ships)
    if course.ships and desk.state.steps(going) > room:
        yield Wrong(path, f"{counted(desk.state.steps(going), 'step')} go aboard, and the ships carry {room}", "7.7",
                    "name under 'stay_behind' who waits ashore")  # fmt: skip


def wrong_pick_up(desk: Desk, path: Path, part: Entry, course: Course) -> Iterator[Wrong]:
    """Units and forces that stand where the force never comes, and so cannot join it (5.2)."""
    course.joins = True
    force = str(part.get("force", ""))
    at = str(desk.look.forces.get(force, {}).get("at", ""))
    if force in desk.look.forces and course.areas and at in desk.board.areas and at not in course.areas:
        text = f"'{force}' stands in {desk.place(at)}, and the force never comes there"
        yield Wrong((*path, "force"), text, "5.2")
    for number, unit in enumerate(part.get("units", ())):
        at = str(desk.state.place_of(str(unit)))
        if course.areas and at in desk.board.areas and at not in course.areas:
            text = f"'{unit}' stands in {desk.place(at)}, and the force never comes there"
            yield Wrong((*path, "units", number), text, "5.2")


def wrong_leave(desk: Desk, path: Path, part: Entry, course: Course) -> Iterator[Wrong]:
    """Units that cannot be left behind, for they are not with the force (5.2)."""
    for number, unit in enumerate(part.get("units", ())):
        if course.units and unit not in course.units and not course.joins:
            text = f"'{unit}' is not with the force"
            yield Wrong((*path, "units", number), text, "5.2", whereabouts(desk, str(unit)))
    course.units = [unit for unit in course.units if unit not in part.get("units", ())]


def wrong_haven(desk: Desk, path: Path, part: Entry, course: Course) -> Iterator[Wrong]:
    """A leader who has no haven (10.3)."""
    counter = desk.board.leaders[str(part["leader"])]
    if desk.seat != PATRIOT or counter.nation not in HAVENS:
        yield Wrong((*path, "leader"), f"{counter.name} has no haven", "10.3",
                    "Mexicans cross to the United States, Grand Colombians to Haití")  # fmt: skip


def wrong_subversion(desk: Desk, path: Path, part: Entry, course: Course) -> Iterator[Wrong]:
    """A unit that nobody can win over (10.2.2)."""
    counter = desk.board.units[str(part["unit"])]
    if desk.seat != PATRIOT:
        yield Wrong(path, "only Patriot leaders win units over", "10.2.2")
    elif counter.nation != "american":
        yield Wrong((*path, "unit"), f"'{part['unit']}' is no American Royalist unit", "10.2.2")


WRONG_VERBS: Mapping[str, Callable[[Desk, Path, Entry, Course], Iterator[Wrong]]] = {
    "move": wrong_move, "attack": wrong_attack, **dict.fromkeys(BEFORE_WALLS, wrong_siege), "enter": wrong_walls,
    "sally": wrong_walls, "sail": wrong_sail, "raid": wrong_coast, "land": wrong_landing, "embark": embarks,
    "leave": wrong_leave, "haven": wrong_haven, "pick_up": wrong_pick_up, "subvert": wrong_subversion,
}  # fmt: skip

