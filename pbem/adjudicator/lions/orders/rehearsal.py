"""Rehearses the queue of operations on the position as its owner sees it, one after the other.

Nobody is met, no die falls, every voyage reaches its end: an operation that cannot be done even then is a fault. An
operation with conditions is for another day, so units need not be in place for it yet. The owner reads with
what odds each voyage arrives, and what happens short of its goal (16.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.rules.ch06_control import is_foreign_home, is_pirate_port
from pbem.adjudicator.lions.rules.ch09_markers import AT_START, IN_MOVEMENT, SALT_PORK
from pbem.adjudicator.lions.rules.ch12_fleets import escorted
from pbem.adjudicator.lions.rules.ch16_crossing import why_no_crossing
from pbem.adjudicator.lions.rules.ch16_movement import drop
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
from pbem.adjudicator.orders.carried_out.check_desk import Entry, Wrong
from pbem.adjudicator.orders.order_answers import worded
from pbem.base.dice_spec import throws
from pbem.base.errors import Fault, Kind
from pbem.schema import Document

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
        for wrong in wrong_entry(state, page.value["seat"], entry):
            if "if" not in entry or wrong.path[0] not in HOPES:
                where = ("operations", number, *wrong.path)
                yield page.fault(where, wrong.text, rule=wrong.rule, kind=Kind.ILLEGAL)


def wrong_entry(state: State, seat: str, entry: Entry) -> Iterator[Wrong]:
    """The faults of one entry; afterwards its force is at its end."""
    yield from wrong_markers(state, seat, entry)
    port = entry.get("letter_of_marque", {}).get("port", "")
    if port and not is_pirate_port(state, state.board.square_named(port)):
        yield Wrong(("letter_of_marque", "port"), "it is no pirate port, or it is plundered", "25.1")
    if "force" not in entry:
        return
    force = force_named(state, seat, str(entry["force"]))
    if force is None:
        yield Wrong(("force",), f"'{entry['force']}' is no force of yours", "12.1")
        return
    yield from voyage(state, force, entry)
    if "second" in entry and force.ships:
        for wrong in voyage(state, force, entry["second"]):
            yield wrong._replace(path=("second", *wrong.path))


def wrong_markers(state: State, seat: str, entry: Entry) -> Iterator[Wrong]:
    """Markers that are not in the hand, or are not played with an operation (9.13)."""
    for word, kind in TAKES.items():
        if word in entry and not state.held(seat, kind):
            yield Wrong((word,), f"you hold no {kind}", "9.13")
    for number, kind in enumerate(part["marker"] for part in entry.get("markers", ())):
        if kind not in WITH_OPERATION:
            yield Wrong(("markers", number, "marker"), f"{kind} is not played with an operation", "9.13")
        elif not state.held(seat, kind):
            yield Wrong(("markers", number, "marker"), f"you hold no {kind}", "9.13")


def voyage(state: State, force: Force, entry: Entry) -> Iterator[Wrong]:
    """One operation of a force, segment by segment (13.2)."""
    if not force.ships and ("path" in entry or "cross" in entry):
        yield Wrong(("force",), "troops do not move by themselves", "16.2")
        return
    yield from taking(state, force, entry)
    yield from embarking(state, force, entry)
    if "admiral" in entry and entry["admiral"] not in leaders_of(state, force):
        yield Wrong(("admiral",), f"'{entry['admiral']}' is not with that force", "16.3")
    if entry.get("cross") and (reason := why_no_crossing(state, force)):
        yield Wrong(("cross",), reason, "16.10")
    yield from sailing(state, force, entry)
    yield from landing(state, force, entry)


def taking(state: State, force: Force, entry: Entry) -> Iterator[Wrong]:
    """Treasure that is not there, or has no escort (23.4)."""
    for number, name in enumerate(entry.get("take", ())):
        if name not in state.ships or state.ships[name].at != force.square:
            yield Wrong(("take", number), f"'{name}' does not lie at {force.square}", "23.4")
        elif not escorted(state, force.ships):
            yield Wrong(("take", number), "no rated ship is with that force", "23.4")
        else:
            state.ships[name].fleet = force.fleet or force.ships[0]
            force.ships = [*force.ships, name]


def embarking(state: State, force: Force, entry: Entry) -> Iterator[Wrong]:
    """More troops than are there or find room, and leaders who are elsewhere (19.3)."""
    part = entry.get("embark", {})
    if part.get("of", force.owner) != force.owner:
        return  # another's troops are seen when they come aboard
    before = aboard(state, force)
    for number, name in enumerate(part.get("leaders", ())):
        if name not in state.leaders or state.leaders[name].at != force.square:
            yield Wrong(("embark", "leaders", number), f"'{name}' is not at {force.square}", "19.2")
    embark(Table(), state, force, worded(part))
    taken = aboard(state, force) - before
    if taken < int(part.get("regiments", 0)):
        yield Wrong(("embark", "regiments"), f"{taken} of them are at {force.square} and find room", "19.3")


def sailing(state: State, force: Force, entry: Entry) -> Iterator[Wrong]:
    """Waypoints that no ship reaches; the force leaves units on the way (16.6) and ends at the last (16.4, 16.7)."""
    for number, name in enumerate(entry.get("path", ())):
        goal = state.board.square_named(name)
        if not state.board.is_afloat(goal):
            yield Wrong(("path", number), f"{goal} is land", "16.7")
        elif state.board.distance(force.square, goal) is None:
            yield Wrong(("path", number), f"no way leads by sea from {force.square} to {goal}", "16.4")
        else:
            sail(state, force, goal)
    end = force.square
    for part in entry.get("drop", ()):
        sail(state, force, state.board.square_named(part["at"]))
        drop(Table(), state, force, worded({"drop": [part]}))
    sail(state, force, end)


def landing(state: State, force: Force, entry: Entry) -> Iterator[Wrong]:
    """More troops than are aboard, and places where nobody may land or plunder (19.7, 5.6, 21.5)."""
    part, square = entry.get("land", {}), force.square
    if part and is_foreign_home(state, square, force.owner):
        yield Wrong(("land",), f"{square} is a home port of another power", "5.6")
    elif part and not state.board.is_coastal(square):
        yield Wrong(("land",), f"{square} is all sea", "19.7")
    elif int(part.get("regiments", 0)) > aboard(state, force):
        yield Wrong(("land", "regiments"), f"{aboard(state, force)} regiment points are aboard", "19.7")
    for number, name in enumerate(part.get("leaders", ())):
        if name not in leaders_of(state, force):
            yield Wrong(("land", "leaders", number), f"'{name}' is not aboard", "19.7")
    debark(Table(), state, force, int(part.get("regiments", 0)), part.get("leaders", ()))
    port = state.board.port_at.get(square)
    if entry.get("plunder") and (not state.board.is_coastal(square) or (port is not None and port.is_home)):
        yield Wrong(("plunder",), f"{square} cannot be plundered", "21.5")


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
    every, good = throws(state.board.dice(state.board.numbers.movement_dice), points - value)
    goal, course = place(state, goal_of(state, force, order)), short_course(state, force, order, way)
    far = f"{goal} is {points} movement points away"
    if not good:
        yield f"{far}, and no roll brings more than {best_roll(state, force, order)}. {course}."
    elif good < every:
        chance = f"{good} of {every} throws ({PER_CENT * good // every} per cent) carry it there"
        yield f"{far}: {chance}. If the roll falls short: {course[0].lower()}{course[1:]}."
    else:
        yield f"{far}: every throw carries it there, unless an incident hinders it."


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
