"""Chapter 16: the way a force takes to its waypoints, and where it stops when its roll falls short of the last."""
# Chapter 16 by paragraphs: 16.1-16.9, 16.11, 16.12 ch16_movement; ways between waypoints (16.3-16.5, 15.2) ch16_route;
# 16.10 ch16_crossing; incidents (13.3, 16.3) ch16_incidents.

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from enum import StrEnum
from functools import cache, lru_cache

from pbem.adjudicator.board.square_map import Step
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.board.terms import PIRATES
from pbem.adjudicator.lions.rules.ch06_control import control, has_port, present
from pbem.adjudicator.lions.rules.ch11_placement import is_own_home
from pbem.adjudicator.lions.rules.ch30_alliances import squares_of_foes
from pbem.adjudicator.lions.rules.forms import DEEDS, Order
from pbem.adjudicator.lions.rules.questions import YES
from pbem.adjudicator.lions.state.forces import Force, leaders_of
from pbem.adjudicator.lions.state.state import State
from pbem.adjudicator.lions.state.who_is_where import fleets_by_place
from pbem.base.records import dataclass
from pbem.geometry.grids import costs_toward

#: Weights of a way: points first, then squares with others in them, their fleets counted twice, then ports.
POINT, EYES, FLEET, PORT = 1_000_000, 1_000, 1_000, 1
OPEN_SEA = 1


class Short(StrEnum):
    """Answers of an order to a roll that does not reach the last waypoint; `to` names a place instead."""

    STAY = "stay"
    BACK = "back"
    GO_ON = "go_on"


@dataclass(frozen=True, slots=True)
class Leg:
    """One step of a way: the square it enters, and the movement points it takes."""

    square: str
    cost: int


Way = Sequence[Leg]
#: Tells how unwelcome a square is on a way.
Weight = Callable[[str], int]


def price(way: Way) -> int:
    """The movement points of a whole way."""
    return sum(leg.cost for leg in way)


# -------------------------------------------------------------------------------------------- ways


def goal_of(state: State, force: Force, order: Order) -> str:
    """Returns the last waypoint of an order; without any, the square where the force is."""
    path = order.get("path", ())
    return state.board.square_named(str(path[-1])) if path else force.square


@rule("16.4", "The way to the goal", "16.3")
def way_through(state: State, force: Force, names: Sequence[str]) -> tuple[list[Leg], bool]:
    """The way through the waypoints of an order, and whether it leads to the last of them."""
    way: list[Leg] = []
    here = force.square
    for name in names:
        goal = state.board.square_named(str(name))
        found = way_to(state, force, here, goal) if goal else None
        if found is None:
            return way, False
        way += found
        here = goal
    return way, True


@rule("16.5", "Diagonals", "16.7", "23.4", "15.2")
def way_to(state: State, force: Force, start: str, goal: str) -> list[Leg] | None:
    """The shortest way; of several the one past fewest others, then through fewest ports abroad (15.2).

    None where no way leads.
    Corners between squares that are land or hold enemy ships are shut. Treasure goes a longer way round enemy ships if
    one is open, for it may not enter where they are.
    """
    if start == goal:
        return []
    barred = squares_of_foes(state, force)
    if any(state.treasure(name) for name in force.ships):
        open_way = shortest(state, force, start, goal, barred, shut=barred - {start})
        if open_way is not None:
            return open_way
    return shortest(state, force, start, goal, barred, shut=frozenset())


def shortest(
    state: State, force: Force, start: str, goal: str, barred: Set[str], shut: Set[str]
) -> list[Leg] | None:
    """The best way that keeps off shut squares, step by step; one of those that are cheapest on an empty map, if open.

    No sum of weights is worth a point, so only where all of these are shut has the map to be searched.
    """
    weight = weighing(state, force)
    onward = {} if goal in shut else straight_steps(state, start, goal, weight, barred, shut)
    if start not in onward:
        return None if goal in shut else roundabout(state, start, goal, weight, barred, shut)
    way, here = list[Leg](), start
    while here != goal:
        here, cost, _ = onward[here]
        way.append(Leg(here, cost))
    return way


def straight_steps(
    state: State, start: str, goal: str, weight: Weight, barred: Set[str], shut: Set[str]
) -> dict[str, Step]:
    """Finds the best step from each square on the cheapest ways of an empty map, where one is open."""
    left, onward = {goal: 0}, dict[str, Step]()
    for square, steps in state.board.straight(start, goal):
        if square in shut:
            continue
        least = 0
        for step in steps:
            other, cost, corner = step
            if other in left and (corner is None or not corner <= barred):
                dear = cost * POINT + left[other]
                if not least or dear < least:
                    least, onward[square] = dear, step
        if least:
            left[square] = least + weight(square)
    return onward


def roundabout(
    state: State, start: str, goal: str, weight: Weight, barred: Set[str], shut: Set[str]
) -> list[Leg] | None:
    """The best way of all."""
    board, weight = state.board, cache(weight)

    def near(square: str) -> list[tuple[str, int]]:
        return [
            (other, cost * POINT + weight(other))
            for other, cost, corner in board.all_steps(square)
            if other not in shut and (corner is None or not corner <= barred)
        ]

    left = costs_toward(goal, near, start, board.distances(start).get, POINT)
    if start not in left:
        return None
    way, here = [], start
    while here != goal:
        ways = [pair for pair in board.steps(here, barred) if pair[0] in left]
        here, cost = min(ways, key=lambda pair: pair[1] * POINT + left[pair[0]])
        way.append(Leg(here, cost))
    return way


def weighing(state: State, force: Force) -> Weight:
    """Returns how unwelcome a square is on the way, by what all see of others (15.1), and by ports abroad."""
    owner, afloat, land = force.owner, state.afloat(), state.land
    abroad, markers = ports_abroad(state.board, owner), state.until_one_moves(fleets_by_place)

    def weight(square: str) -> int:
        found = PORT if square in abroad else 0
        if square in afloat or square in land:
            others = [power for power in present(state, square) if power != owner]
            found += sum(EYES + FLEET * len(markers.get((square, power), ())) for power in others)
        return found

    return weight


@lru_cache(maxsize=64)
def ports_abroad(board: Board, owner: str) -> frozenset[str]:
    """The squares of all ports but a power's own home ports."""
    return frozenset(port.square for port in board.ports.values() if port.nation != owner)


# -------------------------------------------------------------------------------------------- rolls that fall short


def best_roll(state: State, force: Force, order: Order) -> int:
    """The most that movement dice and an admiral can bring (16.3)."""
    return state.board.numbers.movement_dice * state.board.numbers.die_sides + admirals_value(state, force, order)


def admiral_aboard(state: State, force: Force, order: Order) -> str:
    """The named leader if they are aboard, else the best one; empty if none is."""
    leaders = leaders_of(state, force)
    named = str(order.get("admiral", ""))
    return named if named in leaders else next(iter(leaders), "")


def admirals_value(state: State, force: Force, order: Order) -> int:
    """The value that adds to the movement dice: that of the admiral, if there is one."""
    admiral = admiral_aboard(state, force, order)
    return state.leader(admiral).value if admiral else 0


def what_if_short(state: State, force: Force, order: Order, way: Way) -> str:
    """Returns the order's word for a roll that falls short; empty for the default, the safest square.

    A goal that no roll reaches is a voyage of several operations: by default the force goes on.
    """
    word = order.get("short", "")
    if word:
        return word if isinstance(word, str) else state.board.square_named(str(word.get("to", "")))
    goes_on = order.get("anywhere") == YES or price(way) > best_roll(state, force, order)
    return Short.GO_ON if goes_on else ""


def within(way: Way, points: int) -> list[Leg]:
    """The part of a way that so many points reach."""
    reached: list[Leg] = []
    for leg in way:
        if leg.cost > points:
            break
        points -= leg.cost
        reached.append(leg)
    return reached


@rule("16.3", "Rolls that fall short", "16.4")
def instead_of(state: State, force: Force, order: Order, way: Way, points: int) -> list[Leg]:
    """The way that a force takes when its roll does not reach the goal: the dice are known before it sails (16.4)."""
    word = what_if_short(state, force, order, way)
    if word == Short.STAY:
        return []
    if word == Short.GO_ON:
        return within(way, points)
    if word:
        goal = nearest_port(state, force) if word == Short.BACK else word
        return within(way_to(state, force, force.square, goal) or [], points)
    return to_safety(state, force, within(way, points), port=any(deed in order for deed in DEEDS))


def nearest_port(state: State, force: Force) -> str:
    """Returns the own port that is nearest, where the force is if there is none."""
    distances = state.board.distances(force.square)
    own = [port.square for port in state.board.ports.values() if is_haven(state, port.square, force.owner)]
    return min((distances[square], square) for square in own if square in distances)[1] if own else force.square


def to_safety(state: State, force: Force, reached: Way, *, port: bool) -> list[Leg]:
    """The part of a way up to its safest square, the start among them; of equals the furthest.

    A force with something to do at its goal waits in an own port, if it has passed or left one; others sail on.
    """
    squares = [force.square, *(leg.square for leg in reached)]
    dangers = [danger(state, force, square) for square in squares]
    least = min(dangers) if port else max(OPEN_SEA, min(dangers))
    last = max(number for number, found in enumerate(dangers) if found <= least)
    return list(reached[:last])


def danger(state: State, force: Force, square: str) -> int:
    """Tells how exposed a force is in a square: an own port, nobody else there, garrisons or ships, or fleets."""
    others = [power for power in present(state, square) if power != force.owner]
    fleets = [name for power in others for name in state.fleets_of(power)]
    places = state.places_of_fleets()
    if any(places[name] == square for name in fleets):
        return 3
    if others:
        return 2
    return 0 if is_haven(state, square, force.owner) else OPEN_SEA


def is_haven(state: State, square: str, power: str) -> bool:
    """Tells if a port is the power's own: a home port without enemies, or one it holds undisputed with land units."""
    if power == PIRATES or not has_port(state, square):
        return False
    others = [name for name in present(state, square) if name != power]
    held = control(state, square) == power and state.land_at(square, power) > 0
    return not others and (held or is_own_home(state, square, power))
