"""Chapter 16: the Movement Segment: who goes aboard, the dice, the way, and where a force must stop."""
# Chapter 16 by paragraphs: 16.1-16.9, 16.11, 16.12 ch16_movement; ways between waypoints (16.3-16.5, 15.2) ch16_route;
# 16.10 ch16_crossing; incidents (13.3, 16.3) ch16_incidents.

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Shift, Table, Throw
from pbem.adjudicator.lions.board.terms import PIRATES
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch06_control import control, is_foreign_home, is_pirate_port
from pbem.adjudicator.lions.rules.ch09_pool import play
from pbem.adjudicator.lions.rules.ch10_agreements import PASSAGE
from pbem.adjudicator.lions.rules.ch10_bargains import promised
from pbem.adjudicator.lions.rules.ch12_fleets import escorted
from pbem.adjudicator.lions.rules.ch15_fog import meet
from pbem.adjudicator.lions.rules.ch16_crossing import cross, why_no_crossing
from pbem.adjudicator.lions.rules.ch16_incidents import Voyage, drop_unescorted, incident, separate
from pbem.adjudicator.lions.rules.ch16_route import Leg, admiral_aboard, goal_of, instead_of, price, way_through
from pbem.adjudicator.lions.rules.ch19_transport import debark, embark, embarks_in_port
from pbem.adjudicator.lions.rules.ch30_alliances import foes_afloat
from pbem.adjudicator.lions.rules.forms import Order
from pbem.adjudicator.lions.rules.left_out import left_out
from pbem.adjudicator.lions.rules.questions import whole
from pbem.adjudicator.lions.state.forces import Force, sail, subject, title
from pbem.adjudicator.lions.state.state import State


class Sailed(StrEnum):
    """Which of two throws to sail by."""

    FIRST = "first"
    SECOND = "second"


FIRST, SECOND = Sailed.FIRST, Sailed.SECOND

NAVIGATOR = "master-navigator"


@rule("16.1", "Movement Segment", "4.2", "13.2", "16.2", "16.3", "16.9")
async def movement_segment(table: Table, state: State, force: Force, order: Order) -> bool:
    """A force takes treasure and troops aboard, rolls, suffers its incident, and sails; whether it reached its goal.

    Land units never move by themselves (16.2). A force without a way to go rolls nothing; nor does one that embarks
    where that takes the whole segment (19.5). Its goal is its last waypoint, or where it is.
    """
    if not force.ships:
        stays_ashore(table, force, order)
        return force.square == goal_of(state, force, order)
    take_treasure(table, state, force, order)
    in_port = embarks_in_port(state, force)
    embarked = embark(table, state, force, order.get("embark", {}))
    crossing = order.get("cross") == questions.YES
    drop(table, state, force, order)
    if (embarked and not in_port) or not (order.get("path") or crossing) or not force.ships:
        return not crossing and force.square == goal_of(state, force, order)
    voyage = await set_sail(table, state, force, order)
    return await attempt_crossing(table, state, voyage) if crossing else follow(table, state, voyage, order)


@rule("16.2", "Land units")
def stays_ashore(table: Table, force: Force, order: Order) -> None:
    """Tells a commander that troops without ships sail nowhere."""
    if order.get("path") or order.get("cross") == questions.YES:
        left_out(table, force, "16.2", "troops do not move by themselves", "force")


def admiral_of(table: Table, state: State, force: Force, order: Order) -> str:
    """The leader who commands a voyage: the named one, who has to be aboard, else the best; empty if none is."""
    named, admiral = str(order.get("admiral", "")), admiral_aboard(state, force, order)
    if named not in ("", admiral):
        left_out(table, force, "16.3", f"'{named}' is not with that force", "admiral")
    return admiral


@rule("16.3", "Movement points")
async def set_sail(table: Table, state: State, force: Force, order: Order) -> Voyage:
    """Throws two dice and adds the admiral's value; doubles bring an incident before any move (13.3)."""
    admiral, shift = admiral_of(table, state, force, order), Shift()
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


@rule("16.4", "Movement procedure", "14.1", "14.4", "16.3", "16.8", "16.11", "16.12")
def follow(table: Table, state: State, voyage: Voyage, order: Order) -> bool:
    """From waypoint to waypoint the shortest way, until somebody stops the force; whether it came to the last one.

    The way is chosen after the dice: where they do not reach, the force does what its order says for that (16.3).
    """
    force, squares = voyage.force, [voyage.force.square]
    way, leads = way_through(state, force, order["path"])
    goal = goal_of(state, force, order)
    if not leads:
        open_waypoints(table, state, force, order["path"])
    if price(way) > voyage.left:
        way = instead_of(state, force, order, way, voyage.left)
        text = f"{subject(state, force)} cannot reach {goal} with {voyage.left} movement points."
        table.note("16.3", force.commander, text, "short", square=goal, points=voyage.left)
    for leg in way:
        if not step(table, state, voyage, leg):
            break
        squares.append(force.square)
        drop(table, state, force, order)
        if must_stop(state, force) or not force.ships:
            break
    stays = f"{subject(state, force)} stays at {force.square}."
    text = f"{subject(state, force)} sails {' - '.join(squares)}." if len(squares) > 1 else stays
    table.note("16.4", ALL, text, "moved", power=force.owner, way=squares)
    return leads and force.square == goal


@rule("16.7", "Land and sea", "16.4")
def open_waypoints(table: Table, state: State, force: Force, names: Sequence[str]) -> list[str]:
    """The waypoints to which a way leads by sea, one from the other; their commander hears of the rest."""
    found, here = [], force.square
    for number, name in enumerate(names):
        goal = state.board.square_named(str(name))
        if not goal or not state.board.is_afloat(goal):
            left_out(table, force, "16.7", f"{goal} is land" if goal else f"'{name}' is no square", "path", number)
        elif state.board.distance(here, goal) is None:
            left_out(table, force, "16.4", f"no way leads by sea from {here} to {goal}", "path", number)
        else:
            here = goal
            found.append(goal)
    return found


def step(table: Table, state: State, voyage: Voyage, leg: Leg) -> bool:
    """One step of a way; whether it could be made."""
    force = voyage.force
    if foes_afloat(state, force, leg.square) and any(state.treasure(name) for name in force.ships):
        text = f"Treasure may not enter {leg.square}, where enemy ships are."
        table.note("23.4", force.commander, text, "lapsed")
        return False
    sail(state, force, leg.square)
    meet(table, state, leg.square, force.owner)
    return True


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
    for number, name in enumerate(order.get("take", ())):
        fleet = state.board.treasure_fleets.get(name)
        if fleet is None or name not in state.ships or state.ships[name].at != force.square:
            what = f"the {fleet.name} treasure fleet" if fleet else f"'{name}'"
            left_out(table, force, "23.4", f"{what} does not lie at {force.square}", "take", number)
            continue
        at_home = state.board.ports[fleet.port].square == force.square
        held = control(state, force.square) == force.owner if at_home else not foes_afloat(state, force, force.square)
        rated = [ship for ship in force.ships if escorted(state, [ship])]
        if name in force.ships:
            continue
        if not rated:
            left_out(table, force, "23.4", "no rated ship is with that force", "take", number)
        elif not held or state.owner(name) not in ("", force.owner):
            left_out(table, force, "23.4", f"others hold {force.square}, or escort the {fleet.name} treasure fleet")
        else:
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
        for ship in [name for name in dict.fromkeys(part.get("ships", ())) if name in force.ships]:
            separate(state, force, ship)
        if not is_foreign_home(state, force.square, force.owner) and not is_pirates_own(state, force):
            debark(table, state, force, max(0, whole(part.get("regiments", "0"))), part.get("leaders", ()))
        drop_unescorted(state, force)


def is_pirates_own(state: State, force: Force) -> bool:
    """Tells if a force is in a pirate port that its own troops do not hold: nobody is just left there (5.5)."""
    return is_pirate_port(state, force.square) and not state.land_at(force.square, force.owner)


async def attempt_crossing(table: Table, state: State, voyage: Voyage) -> bool:
    """The Pacific instead of a way on the map (16.10); whether the force came across."""
    reason = why_no_crossing(state, voyage.force)
    if reason:
        table.note("16.10", voyage.force.commander, f"No crossing: {reason}.", "lapsed")
    elif not voyage.held and voyage.force.ships and await cross(table, state, voyage):
        meet(table, state, voyage.force.square, voyage.force.owner)
        return True
    return False
