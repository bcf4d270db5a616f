"""Rehearses the queue of operations on the position as its owner sees it, one after the other.

Nobody is met, no die falls, every voyage reaches its end: an operation that cannot be done even then is a fault. An
operation with conditions is for another day, so units need not be in place for it yet. The owner reads with
what odds each voyage arrives, and what happens short of its goal (16.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, cast

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.board.terms import PortKind
from pbem.adjudicator.lions.rules.ch06_control import is_foreign_home
from pbem.adjudicator.lions.rules.ch09_markers import AT_START, IN_MOVEMENT, SALT_PORK
from pbem.adjudicator.lions.rules.ch12_fleets import escorted
from pbem.adjudicator.lions.rules.ch16_crossing import why_no_crossing
from pbem.adjudicator.lions.rules.ch16_route import (
    Short,
    Way,
    admirals_value,
    best_roll,
    goal_of,
    price,
    way_through,
    what_if_short,
)
from pbem.adjudicator.lions.rules.ch19_transport import aboard, debark, embark
from pbem.adjudicator.lions.rules.forms import DEEDS, Order
from pbem.adjudicator.lions.rules.questions import YES
from pbem.adjudicator.lions.state.forces import Force, force_named, leaders_of, sail
from pbem.adjudicator.lions.state.state import State
from pbem.adjudicator.orders.order_answers import worded
from pbem.base.errors import Fault, Kind
from pbem.schema import Document

Entry = Mapping[str, Any]
Path = tuple[str | int, ...]
#: What an operation with conditions may hope to find.
HOPES = ("force", "take", "embark", "admiral", "land", "cross")
#: word of an entry -> the marker it takes
TAKES = {"letter_of_marque": "letter-of-marque", "diplomacy": "diplomacy", "lords": "lords-of-six-weeks",
         "second": "grand-design"}  # fmt: skip
WITH_OPERATION = (*AT_START, *IN_MOVEMENT, SALT_PORK)
PER_CENT = 100


def wrong_operations(state: State, page: Document, told: list[str]) -> Iterator[Fault]:
    """Every fault of the queue, entry by entry; `told` takes the odds of each voyage."""
    for number, entry in enumerate(page.value.get("operations", ())):
        told += [f"Operation {number + 1}. {line}" for line in odds_of(state, page.value["seat"], entry)]
        for where, reason, rule in faults_of(state, page.value["seat"], entry):
            if "if" not in entry or where[0] not in HOPES:
                yield page.fault(("operations", number, *where), reason, rule=rule, kind=Kind.ILLEGAL)


def faults_of(state: State, seat: str, entry: Entry) -> Iterator[tuple[Path, str, str]]:
    """Yields the faults of one entry: the place in it, the reason, the rule.

    Afterwards its force is at its end.
    """
    yield from wrong_markers(state, seat, entry)
    if "letter_of_marque" in entry:
        port = state.board.port_at.get(state.board.square_named(entry["letter_of_marque"]["port"]))
        if port is None or port.kind is not PortKind.PIRATE:
            yield ("letter_of_marque", "port"), "it is no pirate port", "25.1"
    if "force" not in entry:
        return
    force = force_named(state, seat, str(entry["force"]))
    if force is None:
        yield ("force",), f"'{entry['force']}' is no force of yours", "12.1"
        return
    yield from voyage(state, force, entry)
    if "second" in entry and force.ships:
        for where, reason, rule in voyage(state, force, entry["second"]):
            yield ("second", *where), reason, rule


def wrong_markers(state: State, seat: str, entry: Entry) -> Iterator[tuple[Path, str, str]]:
    """Markers that are not in the hand, or are not played with an operation (9.13)."""
    for word, kind in TAKES.items():
        if word in entry and not state.held(seat, kind):
            yield (word,), f"you hold no {kind}", "9.13"
    for number, part in enumerate(entry.get("markers", ())):
        kind = part["marker"]
        if kind not in WITH_OPERATION:
            yield ("markers", number, "marker"), f"{kind} is not played with an operation", "9.13"
        elif not state.held(seat, kind):
            yield ("markers", number, "marker"), f"you hold no {kind}", "9.13"


def voyage(state: State, force: Force, entry: Entry) -> Iterator[tuple[Path, str, str]]:
    """One operation of a force, segment by segment (13.2)."""
    if not force.ships and ("path" in entry or "cross" in entry):
        yield ("force",), "troops do not move by themselves", "16.2"
        return
    yield from taking(state, force, entry)
    yield from embarking(state, force, entry)
    if "admiral" in entry and entry["admiral"] not in leaders_of(state, force):
        yield ("admiral",), f"'{entry['admiral']}' is not with that force", "16.3"
    if entry.get("cross") and (reason := why_no_crossing(state, force)):
        yield ("cross",), reason, "16.10"
    yield from sailing(state, force, entry)
    drop_off(state, force, entry)
    yield from landing(state, force, entry)


def taking(state: State, force: Force, entry: Entry) -> Iterator[tuple[Path, str, str]]:
    """Treasure that is not there, or has no escort (23.4)."""
    for number, name in enumerate(entry.get("take", ())):
        if name not in state.ships or state.ships[name].at != force.square:
            yield ("take", number), f"'{name}' does not lie at {force.square}", "23.4"
        elif not escorted(state, force.ships):
            yield ("take", number), "no rated ship is with that force", "23.4"
        else:
            state.ships[name].fleet = force.fleet or force.ships[0]
            force.ships = [*force.ships, name]


def embarking(state: State, force: Force, entry: Entry) -> Iterator[tuple[Path, str, str]]:
    """More troops than are there or find room, and leaders who are elsewhere (19.3)."""
    part = entry.get("embark", {})
    if part.get("of", force.owner) != force.owner:
        return  # another's troops are seen when they come aboard
    before = aboard(state, force)
    for number, name in enumerate(part.get("leaders", ())):
        if name not in state.leaders or state.leaders[name].at != force.square:
            yield ("embark", "leaders", number), f"'{name}' is not at {force.square}", "19.2"
    embark(Table(), state, force, worded(part))
    taken = aboard(state, force) - before
    if taken < int(part.get("regiments", 0)):
        yield ("embark", "regiments"), f"{taken} of them are at {force.square} and find room", "19.3"


def sailing(state: State, force: Force, entry: Entry) -> Iterator[tuple[Path, str, str]]:
    """Waypoints that no ship reaches; the force ends at the last of them (16.4, 16.7)."""
    for number, name in enumerate(entry.get("path", ())):
        goal = state.board.square_named(name)
        if not state.board.is_afloat(goal):
            yield ("path", number), f"{goal} is land", "16.7"
        elif state.board.distance(force.square, goal) is None:
            yield ("path", number), f"no way leads by sea from {force.square} to {goal}", "16.4"
        else:
            sail(state, force, goal)


def drop_off(state: State, force: Force, entry: Entry) -> None:
    """Leaves units on the way, wherever that is (16.6)."""
    end = force.square
    for part in entry.get("drop", ()):
        for name in [name for name in dict.fromkeys(part.get("ships", ())) if name in force.ships]:
            force.ships.remove(name)
            state.ships[name].at, state.ships[name].fleet = state.board.square_named(part["at"]), ""
        force.square = state.board.square_named(part["at"])
        debark(Table(), state, force, int(part.get("regiments", 0)), part.get("leaders", ()))
    force.square = end


def landing(state: State, force: Force, entry: Entry) -> Iterator[tuple[Path, str, str]]:
    """More troops than are aboard, and places where nobody may land or plunder (19.7, 5.6, 21.5)."""
    part, square = entry.get("land", {}), force.square
    if part and is_foreign_home(state, square, force.owner):
        yield ("land",), f"{square} is a home port of another power", "5.6"
    elif part and not state.board.is_coastal(square):
        yield ("land",), f"{square} is all sea", "19.7"
    elif int(part.get("regiments", 0)) > aboard(state, force):
        yield ("land", "regiments"), f"{aboard(state, force)} regiment points are aboard", "19.7"
    for number, name in enumerate(part.get("leaders", ())):
        if name not in leaders_of(state, force):
            yield ("land", "leaders", number), f"'{name}' is not aboard", "19.7"
    debark(Table(), state, force, int(part.get("regiments", 0)), part.get("leaders", ()))
    port = state.board.port_at.get(square)
    if entry.get("plunder") and (not state.board.is_coastal(square) or (port is not None and port.is_home)):
        yield ("plunder",), f"{square} cannot be plundered", "21.5"


# -------------------------------------------------------------------------------------------- odds


def odds_of(state: State, seat: str, entry: Mapping[str, Any]) -> Iterator[str]:
    """The odds that one roll carries a force to its goal, and its course if it does not."""
    force = force_named(state, seat, str(entry.get("force", "")))
    if force is None or not force.ships or not entry.get("path"):
        return
    order = cast(Order, worded(entry))
    way, leads = way_through(state, force, order["path"])
    if not leads or not way:
        return
    points, value = price(way), admirals_value(state, force, order)
    every, good = throws(state, points - value)
    goal, course = place(state, goal_of(state, force, order)), short_course(state, force, order, way)
    far = f"{goal} is {points} movement points away"
    if not good:
        yield f"{far}, and no roll brings more than {best_roll(state, force, order)}. {course}."
    elif good < every:
        chance = f"{good} of {every} throws ({PER_CENT * good // every} per cent) carry it there"
        yield f"{far}: {chance}. If the roll falls short: {course[0].lower()}{course[1:]}."
    else:
        yield f"{far}: every throw carries it there, unless an incident hinders it."


def throws(state: State, least: int) -> tuple[int, int]:
    """Counts the throws of the movement dice, and those of them that come to a number or more."""
    faces, dice = range(1, state.board.numbers.die_sides + 1), state.board.numbers.movement_dice
    totals = [sum(each) for each in product(faces, repeat=dice)]
    return len(totals), sum(total >= least for total in totals)


def short_course(state: State, force: Force, order: Order, way: Way) -> str:
    """A force's course when its roll falls short, in words."""
    word = what_if_short(state, force, order, way)
    courses = {
        Short.STAY: f"It stays at {place(state, force.square)}", Short.BACK: "It turns back to the nearest own port",
        Short.GO_ON: "It sails on as far as it can", "": "It stops at the safest square reached",
    }  # fmt: skip
    course = courses.get(word) or f"It sails to {place(state, word)}"
    idle = order.get("anywhere") != YES and any(deed in order for deed in DEEDS)
    return f"{course}, and does nothing else" if idle else course


def place(state: State, square: str) -> str:
    """A square with its port's name."""
    port = state.board.port_at.get(square)
    return f"{port.name} {square}" if port else square
