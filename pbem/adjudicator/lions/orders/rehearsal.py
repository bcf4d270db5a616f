"""Rehearses the queue of operations on the position as its owner sees it, one after the other.

Nobody is met, no die falls, every voyage reaches its end: an operation that cannot be done even then is a fault. An
operation with conditions is for another day, so units need not be in place for it yet. The owner reads with
what odds each voyage arrives, and what happens short of its goal (16.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.orders.talk import SAID
from pbem.adjudicator.lions.rules.ch06_control import is_pirate_port
from pbem.adjudicator.lions.rules.ch09_markers import AT_START, IN_MOVEMENT, SALT_PORK
from pbem.adjudicator.lions.rules.ch16_crossing import why_no_crossing
from pbem.adjudicator.lions.rules.ch16_movement import admiral_of, drop, open_waypoints, stays_ashore, take_treasure
from pbem.adjudicator.lions.rules.ch16_route import (
    Way,
    admirals_value,
    best_roll,
    goal_of,
    price,
    way_through,
    what_if_short,
)
from pbem.adjudicator.lions.rules.ch19_transport import embark, land
from pbem.adjudicator.lions.rules.ch21_plunder import never_plundered
from pbem.adjudicator.lions.rules.forms import DEEDS, Order
from pbem.adjudicator.lions.rules.questions import YES
from pbem.adjudicator.lions.state.forces import Force, force_named, sail
from pbem.adjudicator.lions.state.state import State
from pbem.adjudicator.orders.carried_out.check_desk import Entry, Wrong
from pbem.adjudicator.orders.order_answers import worded
from pbem.base.dice_spec import throws

#: What an operation with conditions may hope to find.
HOPES = ("force", "take", "embark", "admiral", "land", "cross")
#: word of an entry -> the marker it takes
TAKES = {"letter_of_marque": "letter-of-marque", "diplomacy": "diplomacy", "lords": "lords-of-six-weeks",
         "second": "grand-design"}  # fmt: skip
WITH_OPERATION = (*AT_START, *IN_MOVEMENT, SALT_PORK)
PER_CENT = 100


def wrong_operations(state: State, file: Entry, told: list[str]) -> Iterator[Wrong]:
    """Every fault of the queue, entry by entry; `told` takes the odds of each voyage."""
    for number, entry in enumerate(file.get("operations", ())):
        force = force_named(state, file["seat"], str(entry.get("force", "")))
        order = cast(Order, worded(entry))
        told += [f"Operation {number + 1}. {line}" for line in odds_of(state, force, order)]
        for wrong in wrong_entry(state, file["seat"], force, entry, order):
            if "if" not in entry or wrong.path[0] not in HOPES:
                yield wrong._replace(path=("operations", number, *wrong.path))


def wrong_entry(state: State, seat: str, force: Force | None, entry: Entry, order: Order) -> Iterator[Wrong]:
    """The faults of one entry; afterwards its force is at its end."""
    yield from wrong_markers(state, seat, entry)
    port = entry.get("letter_of_marque", {}).get("port", "")
    if port and not is_pirate_port(state, state.board.square_named(port)):
        yield Wrong(("letter_of_marque", "port"), "it is no pirate port, or it is plundered", "25.1")
    if "force" not in entry:
        return
    if force is None:
        yield Wrong(("force",), f"'{entry['force']}' is no force of yours", "12.1")
        return
    yield from voyage(state, force, entry, order)
    if "second" in entry and force.ships:
        for wrong in voyage(state, force, entry["second"], cast(Order, worded(entry["second"]))):
            yield wrong._replace(path=("second", *wrong.path))


def wrong_markers(state: State, seat: str, entry: Entry) -> Iterator[Wrong]:
    """Markers that are not in the hand, or are not played with an operation (9.13)."""
    played = [(("markers", number, "marker"), part["marker"]) for number, part in enumerate(entry.get("markers", ()))]
    for path, kind in (*(((word,), kind) for word, kind in TAKES.items() if word in entry), *played):
        if path[0] == "markers" and kind not in WITH_OPERATION:
            yield Wrong(path, f"{kind} is not played with an operation", "9.13")
        elif not state.held(seat, kind):
            yield Wrong(path, f"you hold no {kind}", "9.13")


def voyage(state: State, force: Force, entry: Entry, order: Order) -> Iterator[Wrong]:
    """One operation of a force (13.2): the rules that carry it out say what of it they leave out."""
    table = Table()
    take_treasure(table, state, force, order)
    embark(table, state, force, order.get("embark", {}))
    admiral_of(table, state, force, order)
    if entry.get("cross") and (reason := why_no_crossing(state, force)):
        yield Wrong(("cross",), reason, "16.10")
    sail_on(table, state, force, order)
    if "land" in order:
        land(table, state, force, order["land"])
    if entry.get("plunder") and never_plundered(state, force.square):
        yield Wrong(("plunder",), f"{force.square} cannot be plundered", "21.5")
    for note in table.story:
        if note.facts.get("part"):
            yield Wrong(tuple(note.facts["part"]), note.facts["reason"], note.rule)


def sail_on(table: Table, state: State, force: Force, order: Order) -> None:
    """Ships leave units on the way (16.6) and end at the last waypoint that can be reached; troops stay (16.2)."""
    if not force.ships:
        stays_ashore(table, force, order)
        return
    goal = [force.square, *open_waypoints(table, state, force, order.get("path", ()))][-1]
    left = [state.board.square_named(part["at"]) for part in order.get("drop", ())]
    for square in (*dict.fromkeys(each for each in left if each != goal), goal):
        sail(state, force, square)
        drop(table, state, force, order)


# -------------------------------------------------------------------------------------------- odds


def odds_of(state: State, force: Force | None, order: Order) -> Iterator[str]:
    """The odds that one roll carries a force to its goal, and its course if it does not."""
    way, leads = way_through(state, force, order.get("path", ())) if force and force.ships else ([], False)
    if not force or not way or not leads:
        return
    every, good = throws(state.board.dice(state.board.numbers.movement_dice),
                         price(way) - admirals_value(state, force, order))  # fmt: skip
    said = SAID["odds"]["sure" if good == every else "some" if good else "none"]
    yield said.format(
        goal=place(state, goal_of(state, force, order)), points=price(way), good=good, every=every,
        chance=PER_CENT * good // every, most=best_roll(state, force, order),
        course=short_course(state, force, order, way),
    )  # fmt: skip


def short_course(state: State, force: Force, order: Order, way: Way) -> str:
    """A force's course when its roll falls short, in words."""
    word = what_if_short(state, force, order, way)
    course = SAID["short"].get(word or "safest", SAID["short"]["to"])
    idle = order.get("anywhere") != YES and any(deed in order for deed in DEEDS)
    said = str(course).format(here=place(state, force.square), to=place(state, word))
    return f"{said}, and does nothing else" if idle else said


def place(state: State, square: str) -> str:
    """A square with its port's name."""
    port = state.board.port_at.get(square)
    return f"{port.name} {square}" if port else square
