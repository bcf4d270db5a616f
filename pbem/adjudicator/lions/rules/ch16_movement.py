"""Chapter 16: the Movement Segment: who goes aboard, the dice, the way, and where a force must stop."""
# Chapter 16 by paragraphs: 16.1-16.9, 16.11, 16.12 ch16_movement; 16.10 ch16_crossing; incidents (13.3, 16.3)
# ch16_incidents.

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Shift, Table, Throw
from pbem.adjudicator.lions.board.terms import PIRATES
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch06_control import control, is_foreign_home
from pbem.adjudicator.lions.rules.ch09_pool import play
from pbem.adjudicator.lions.rules.ch10_agreements import PASSAGE
from pbem.adjudicator.lions.rules.ch10_bargains import promised
from pbem.adjudicator.lions.rules.ch12_fleets import escorted
from pbem.adjudicator.lions.rules.ch15_fog import meet
from pbem.adjudicator.lions.rules.ch16_crossing import cross, why_no_crossing
from pbem.adjudicator.lions.rules.ch16_incidents import Voyage, drop_unescorted, incident, separate
from pbem.adjudicator.lions.rules.ch19_transport import debark, embark, embarks_in_port
from pbem.adjudicator.lions.rules.ch30_alliances import foes_afloat
from pbem.adjudicator.lions.rules.forms import Order
from pbem.adjudicator.lions.rules.questions import whole
from pbem.adjudicator.lions.state.forces import Force, leaders_of, sail, subject, title
from pbem.adjudicator.lions.state.state import State
from pbem.geometry.grids import costs_from


class Sailed(StrEnum):
    """Which of two throws to sail by."""

    FIRST = "first"
    SECOND = "second"


FIRST, SECOND = Sailed.FIRST, Sailed.SECOND

NAVIGATOR = "master-navigator"


@rule("16.1", "Movement Segment", "4.2", "13.2", "16.2", "16.3", "16.9")
async def movement_segment(table: Table, state: State, force: Force, order: Order) -> None:
    """A force takes treasure and troops aboard, rolls, suffers its incident, and sails.

    Land units never move by themselves (16.2). A force without a way to go rolls nothing; nor does one that embarks
    where that takes the whole segment (19.5).
    """
    if not force.ships:
        return
    take_treasure(table, state, force, order)
    in_port = embarks_in_port(state, force)
    embarked = embark(table, state, force, order.get("embark", {}))
    crossing = order.get("cross") == questions.YES
    drop(table, state, force, order)
    if (embarked and not in_port) or not (order.get("path") or crossing) or not force.ships:
        return
    voyage = await set_sail(table, state, force, order)
    if crossing:
        await attempt_crossing(table, state, voyage)
    else:
        follow(table, state, voyage, order)


@rule("16.3", "Movement points")
async def set_sail(table: Table, state: State, force: Force, order: Order) -> Voyage:
    """Throws two dice and adds the admiral's value; doubles bring an incident before any move (13.3)."""
    leaders = leaders_of(state, force)
    named = str(order.get("admiral", ""))
    admiral = named if named in leaders else next(iter(leaders), "")
    shift = Shift()
    if admiral:
        shift.add("16.3", state.leader(admiral).value, state.label(admiral))
    throw = await movement_dice(table, state, force, shift, led=bool(admiral))
    voyage = Voyage(force, throw.total, admiral)
    if len(set(throw.values)) == 1:
        await incident(table, state, voyage)
    return voyage


def navigator_question(table: Table, force: Force, first: Throw, second: Throw) -> Choose[Sailed]:
    """Which of two throws to sail by (9.13, Master Navigator)."""
    options = {FIRST: str(first), SECOND: str(second)}
    return Choose(rule="9.13", side=force.commander, key=table.key("navigator", (force.square.lower(),)),
                  topic="navigator", prompt="Which throw do you sail by?",
                  facts={"first": first.total, "second": second.total}, options=options,
                  default=FIRST if first.total >= second.total else SECOND)


@rule("9.13", "Master Navigator")
async def movement_dice(table: Table, state: State, force: Force, shift: Shift, *, led: bool) -> Throw:
    """The dice, thrown again by a Master Navigator with a leader; whichever is chosen decides on doubles too."""
    dice, square = state.board.dice(state.board.numbers.movement_dice), force.square.lower()
    why = f"Movement of {title(state, force)}"
    throw = await table.roll("16.3", dice, "movement", square, why=why, shift=shift)
    held = state.held(force.owner, NAVIGATOR) if led and force.owner != PIRATES else []
    if not held:
        return throw
    question = questions.play_marker(table, state, force.owner, "9.13", NAVIGATOR, "movement_rolled", roll=throw.total)
    if await table.decide(question) != questions.YES:
        return throw
    play(table, state, force.owner, held[0], "")
    again = await table.roll("9.13", dice, "movement-again", square, why=why, shift=shift)
    chosen = await table.decide(navigator_question(table, force, throw, again))
    return throw if chosen == FIRST else again


# -------------------------------------------------------------------------------------------- the way


@rule("16.4", "Movement procedure", "14.1", "14.4", "16.8", "16.11", "16.12")
def follow(table: Table, state: State, voyage: Voyage, order: Order) -> None:
    """From waypoint to waypoint the shortest way, until the points are spent or somebody stops the force."""
    force, way = voyage.force, [voyage.force.square]
    for name in order["path"]:
        goal = state.board.square_named(str(name))
        stopped = not goal
        while not stopped and force.square != goal and force.ships:
            stopped = not step(table, state, voyage, goal)
            if not stopped:
                way.append(force.square)
                drop(table, state, force, order)
                stopped = must_stop(state, force)
        if stopped or not force.ships:
            break
    text = f"{subject(state, force)} sails {' - '.join(way)}." if len(way) > 1 else "Nobody moves."
    table.note("16.4", ALL, text, "moved", power=force.owner, way=way)


def step(table: Table, state: State, voyage: Voyage, goal: str) -> bool:
    """One step nearer to a waypoint; whether it could be made."""
    force = voyage.force
    found = next_step(state, force, goal)
    if found is None or found[1] > voyage.left:
        return False
    square, cost = found
    if foes_afloat(state, force, square) and any(state.treasure(name) for name in force.ships):
        text = f"Treasure may not enter {square}, where enemy ships are."
        table.note("23.4", force.commander, text, "lapsed")
        return False
    voyage.left -= cost
    sail(state, force, square)
    meet(table, state, square, force.owner)
    return True


@rule("16.5", "Diagonals", "16.7", "23.4")
def next_step(state: State, force: Force, goal: str) -> tuple[str, int] | None:
    """The step that brings a force nearest to its goal, round enemies where that is no further.

    Corners between squares that are land or hold enemy ships are shut. Treasure goes a longer way round enemy ships if
    one is open, for it may not enter where they are.
    """
    def barred(square: str) -> bool:
        return bool(foes_afloat(state, force, square))

    left = state.board.distances(goal)
    if any(state.treasure(name) for name in force.ships) and not is_clear(state, force.square, goal, barred):
        left = open_way(state, force.square, goal, barred) or left
    return nearer(state, force.square, goal, left, barred)


def nearer(
    state: State, here: str, goal: str, left: Mapping[str, int], barred: Callable[[str], bool]
) -> tuple[str, int] | None:
    """The first step of the shortest way, by what is left to go from each square; None where no way leads."""
    ways = [pair for pair in state.board.steps(here, barred) if pair[0] in left]
    if not ways or here not in left:
        return None
    return min(ways, key=lambda pair: (pair[1] + left[pair[0]], pair[0] != goal and barred(pair[0])))


def is_clear(state: State, here: str, goal: str, barred: Callable[[str], bool]) -> bool:
    """Tells if the shortest way meets nobody."""
    left = state.board.distances(goal)
    while here != goal:
        found = nearer(state, here, goal, left, barred)
        if found is None or barred(found[0]) or left[found[0]] >= left[here]:
            return False
        here = found[0]
    return True


def open_way(state: State, start: str, goal: str, barred: Callable[[str], bool]) -> Mapping[str, int]:
    """The movement points to a goal by squares that are not barred; empty where no such way leads from the start."""
    shut = {square for square in state.occupied() if square != start and barred(square)}

    def near(square: str) -> Iterator[tuple[str, int]]:
        return (pair for pair in state.board.steps(square, shut.__contains__) if pair[0] not in shut)

    left = {} if goal in shut else costs_from(goal, near)
    return left if start in left else {}


@rule("14.2", "Enemy presence", "1.2", "14.3", "16.8")
def must_stop(state: State, force: Force) -> bool:
    """Tells if a force must stop: it shares its square with another player's ships that do not let it pass.

    Land units stop nobody, and nobody is stopped by ships in the next square (1.2).
    """
    square, owner = force.square, force.owner
    return any(not promised(state, PASSAGE, owner, foe, square) for foe in foes_afloat(state, force, square))


# -------------------------------------------------------------------------------------------- on and off


@rule("23.4", "Treasure joins a force", "23.2", "23.3")
def take_treasure(table: Table, state: State, force: Force, order: Order) -> None:
    """Treasure in the square joins a force with a rated ship at the start of its movement.

    In its port of origin that takes undisputed control of the square (23.2); elsewhere only that no other player's
    ships are there.
    """
    for name in order.get("take", ()):
        fleet = state.board.treasure_fleets.get(name)
        if fleet is None or name not in state.ships or state.ships[name].at != force.square:
            continue
        at_home = state.board.ports[fleet.port].square == force.square
        held = control(state, force.square) == force.owner if at_home else not foes_afloat(state, force, force.square)
        rated = [ship for ship in force.ships if escorted(state, [ship])]
        if held and rated and state.owner(name) in ("", force.owner) and name not in force.ships:
            state.ships[name].fleet = force.fleet or rated[0]
            force.ships = state.in_order([*force.ships, name])
            text = f"{subject(state, force)} takes the {fleet.name} treasure fleet under escort."
            table.note("23.4", ALL, text, "escorted", fleet=name, power=force.owner)


@rule("16.6", "Force integrity")
def drop(table: Table, state: State, force: Force, order: Order) -> None:
    """Ships, troops and leaders left in a square on the way; they are no longer part of the force."""
    for part in order.get("drop", ()):
        if state.board.square_named(str(part.get("at", ""))) != force.square:
            continue
        for ship in [name for name in part.get("ships", ()) if name in force.ships]:
            separate(state, force, ship)
        if not is_foreign_home(state, force.square, force.owner):
            debark(table, state, force, max(0, whole(part.get("regiments", "0"))), part.get("leaders", ()))
        drop_unescorted(state, force)


async def attempt_crossing(table: Table, state: State, voyage: Voyage) -> None:
    """The Pacific instead of a way on the map (16.10)."""
    reason = why_no_crossing(state, voyage.force)
    if reason:
        table.note("16.10", voyage.force.commander, f"No crossing: {reason}.", "lapsed")
    elif not voyage.held and voyage.force.ships and await cross(table, state, voyage):
        meet(table, state, voyage.force.square, voyage.force.owner)
