"""Each kind of Order: where it takes its Formation, and when it is Fulfilled (R9.10 to R9.21)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import SEALED, Table
from pbem.adjudicator.yellowjack.base.army_orders import show_to_pirates, support_army
from pbem.adjudicator.yellowjack.base.conventions import throw, when
from pbem.adjudicator.yellowjack.base.harbour_tasks import bomb_shift, use_bomb
from pbem.adjudicator.yellowjack.base.net import distances
from pbem.adjudicator.yellowjack.base.orders import DONE, FAILED, FULFILLED, count_miss, end_order
from pbem.adjudicator.yellowjack.base.ports import is_enemy
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Order
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    ASSAULT,
    BLOCKADE,
    CRUISE,
    ESCORT,
    FITTING_OUT,
    FLOTILLAS,
    INTERDICTION,
    OFF_MAP,
    RCG_CONVOY,
    READY,
    RVO,
    SHOW_OF_FORCE,
    SHOW_OF_FORCE_PIRATES,
    SUPPORT_ARMY,
    TRANSPORT,
    UNCOUNTED,
    other,
)
from pbem.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Goal:
    """The place that an Order takes its Formation to, with what it does there."""

    to: str  # the place to make for; where she lies: she stays
    port: bool = False  # she enters it, Fitting Out
    lanes_only: bool = False  # along the coast, through no Sea Zone (3.322)
    wait: str = ""  # she stays in this MPI, and why
    work: bool = False  # she spends an MP where she is
    leave: bool = False  # she leaves the map


# ------------------------------------------------------------------------------------------- carrying on (R9.21)


@base("R9.21", "Carrying on: what an Order makes its Formation do")
def carry_on_goal(state: State, formation: str) -> Goal | None:
    """Returns the goal of a Formation that carries on with its Order; None for none, an assault or an Escort."""
    order = state.order_of(formation)
    if order is None or order.kind in (ASSAULT, ESCORT) or not order.targets:
        return None
    if order.kind == CRUISE:
        return cruise_goal(state, order, formation)
    if order.kind in (INTERDICTION, SUPPORT_ARMY, SHOW_OF_FORCE_PIRATES):
        return Goal(nearest_of(state, formation, order.targets))
    return Goal(order.targets[0], port=order.kind in (*UNCOUNTED, RCG_CONVOY), leave=order.targets[0] == OFF_MAP)


def blockade_of(state: State, formation: str) -> str:
    """The Port that a Formation blockades by its Order, without a word of its owner; empty for none."""
    order = state.order_of(formation)
    return order.targets[0] if order is not None and order.kind == BLOCKADE else ""


def nearest_of(state: State, formation: str, places: list[str]) -> str:
    """The nearest of some places by legs; the lowest id among equals. One where she lies is the nearest."""
    here = state.place(formation)
    return min(places, key=lambda place: (place != here, state.board.legs(here, place), place))


# ------------------------------------------------------------------------------------------------- Cruise (R9.13)


@base("R9.13", "A Cruise keeps to the coast", "3.322")
def cruise_goal(state: State, order: Order, formation: str) -> Goal:
    """Before its Start the quickest way; from there along the coast, point by point; at its End one MP more."""
    if not order.begun:
        return Goal(order.targets[0])
    if order.point < len(order.targets):
        return Goal(order.targets[order.point], lanes_only=True)
    here = state.place(formation)
    return Goal(order.targets[-1], lanes_only=True, work=here == order.targets[-1])


@base("R9.13", "Cruise: passing its points in order, and one MP more at its End")
def pass_waypoint(table: Table, state: State, formation: str) -> None:
    """After each MP spent: a Cruise begins at its Start, counts its points, is done, or Fails off its line."""
    order = state.order_of(formation)
    if order is None or order.kind != CRUISE or state.condition(formation) != READY:
        return
    key, one, here = state.formations[formation].order, state.formations[formation], state.place(formation)
    if not order.begun:
        if here == order.targets[0]:
            order.begun, order.point = state.now, 1
            told = f"{state.label(formation)} begins the {state.label(key)} at {state.label(here)}."
            table.note("R9.13", order.side, told, "log", formation=formation, at=here, what="cruise")
    elif order.point < len(order.targets):
        if here == order.targets[order.point]:
            order.point += 1
        elif one.moved and not on_line(state, order, here) and on_line(state, order, one.came_from):
            end_order(table, state, key, FAILED, "R9.13", "she left the line of her Cruise")
    elif here == order.targets[-1] and not one.moved:
        end_order(table, state, key, FULFILLED, "R9.13", "she has been along her whole line")


def on_line(state: State, order: Order, place: str) -> bool:
    """Tells if a place lies on a shortest way by Lanes between the point passed last and the next."""
    before = order.targets[order.point - 1]
    after = order.targets[min(order.point, len(order.targets) - 1)]
    from_before, to_after = coast_way(state, before), coast_way(state, after)
    if place not in from_before:
        return False
    return from_before[place] + to_after[place] == to_after[before]


def coast_way(state: State, place: str) -> dict[str, int]:
    """The Lanes from every place to one, by no Sea Zone and in a calm."""
    return distances(state.board, (), place, True, True, frozenset())


def far_off(state: State, order: Order, place: str) -> bool:
    """Tells if a place is more than one location off the line of a Cruise that has begun."""
    return not on_line(state, order, place) and not any(on_line(state, order, n) for n in state.board.neighbours(place))


# --------------------------------------------------------------------------------------- the end of an Impulse (E4)


@base("R9.12", "Orders at the end of an Impulse", "R9.10", "R9.14", "R9.16")
async def test_orders(table: Table, state: State) -> None:
    """Each Order in the order of its key: counted, thrown for, or found to be impossible."""
    for key in list(state.orders):
        order = state.orders[key]
        formation = next((name for name in order.to if name in state.formations), "")
        if not formation:
            test_craft(table, state, key)
            continue
        if order.kind == CRUISE:
            test_cruise(table, state, key, formation)
        elif order.kind == INTERDICTION:
            test_presence(table, state, key, at_any(state, formation, order.targets), "interdiction_ends", "R9.12")
        elif order.kind == BLOCKADE:
            test_blockade(table, state, key, formation)
        elif order.kind == SHOW_OF_FORCE:
            await show_of_force(table, state, key, formation)
        elif order.kind == SUPPORT_ARMY:
            await support_army(table, state, key, formation)
        elif order.kind == SHOW_OF_FORCE_PIRATES:
            show_to_pirates(table, state, key, formation)
        elif order.kind in (RVO, TRANSPORT):
            test_rendezvous(table, state, key, formation)


@base("R6.1", "A Fleet Auxiliary under an Interdiction Order", "R9.12", "2.13")
def test_craft(table: Table, state: State, key: str) -> None:
    """An Auxiliary fulfils the Order by lying for prey in one of its Spaces; one that is lost Fails it."""
    order = state.orders[key]
    carrier = next(iter(order.to), "")
    one = state.auxiliaries.get(carrier)
    if order.kind != INTERDICTION or carrier not in state.board.craft.counters:
        return
    if one is None:
        end_order(table, state, key, FAILED, "R9.12", "the Auxiliary is lost")
        return
    test_presence(table, state, key, one.task == INTERDICTION and one.at in order.targets, "interdiction_ends", "R9.12")


def at_any(state: State, formation: str, places: list[str]) -> bool:
    """Tells if a Formation lies Ready in one of some Spaces."""
    return state.condition(formation) == READY and state.place(formation) in places


@base("R9.13", "Cruise: its time")
def test_cruise(table: Table, state: State, key: str, formation: str) -> None:
    """A Cruise that has begun must reach its End within four Impulses, and stay near its line."""
    order = state.orders[key]
    if not order.begun:
        return
    if state.now - order.begun + 1 >= state.board.number("cruise_impulses"):
        end_order(table, state, key, FAILED, "R9.13", "she did not reach its End in time")
    elif far_off(state, order, state.place(formation)):
        end_order(table, state, key, FAILED, "R9.13", "she was thrown off the line of her Cruise")


def test_presence(table: Table, state: State, key: str, there: bool, needed: str, case: str) -> None:
    """Ends of Impulses in a row are counted, from anew after each that does not count."""
    order = state.orders[key]
    order.ends = order.ends + 1 if there else 0
    if order.ends >= state.board.number(needed):
        end_order(table, state, key, FULFILLED, case, "she was there long enough")


@base("R9.16", "Blockade")
def test_blockade(table: Table, state: State, key: str, formation: str) -> None:
    """Three ends of Impulses in a row, and only of an enemy Port."""
    order = state.orders[key]
    port = order.targets[0]
    if not is_enemy(state, port, order.side):
        end_order(table, state, key, FAILED, "R9.16", f"{state.label(port)} is the enemy's no longer")
        return
    test_presence(table, state, key, state.formations[formation].blockades == port, "blockade_ends", "R9.16")


@base("R9.14", "Show of Force", "2.132")
async def show_of_force(table: Table, state: State, key: str, formation: str) -> None:
    """Four Sail or more before the Port, no enemy of as many Squadrons there: one die; a third miss is a Failure."""
    order = state.orders[key]
    place = order.targets[0]
    if not may_show(state, formation, place):
        return
    die = await throw(table, "R9.14", "show-of-force", when(state), formation,
                      why=f"{state.label(formation)} shows the flag",
                      shift=bomb_shift(state, formation, place, doubled=True), to="", lane=SEALED)  # fmt: skip
    use_bomb(state, formation)
    if die.total <= state.board.number("show_needs"):
        end_order(table, state, key, FULFILLED, "R9.14", f"the flag was seen before {state.label(place)}")
        return
    said = f"{state.label(formation)} shows the flag before {state.label(place)}, and nobody is impressed"
    count_miss(table, state, key, "R9.14", (said, "the third show came to nothing"),
               formation=formation, at=place, what="show")  # fmt: skip


def may_show(state: State, formation: str, place: str) -> bool:
    """Tells if a Flotilla may show the flag before a Port now."""
    if not at_any(state, formation, [place]):
        return False
    side = state.side_of(formation)
    squadrons = len(state.squadrons_of(formation))
    enemies = [name for name in state.ready_at(place, other(side)) if state.formations[name].kind in FLOTILLAS]
    if any(len(state.squadrons_of(name)) >= squadrons for name in enemies):
        return False
    return sum(state.sail_of(formation).values()) >= state.board.number("show_sail")


@base("R9.10", "Rendezvous")
def test_rendezvous(table: Table, state: State, key: str, formation: str) -> None:
    """Done when the Formation is Fitting Out at the Port it was sent to; not counted."""
    order = state.orders[key]
    if state.place(formation) in order.targets and state.condition(formation) == FITTING_OUT:
        end_order(table, state, key, DONE, "R9.10", "she is in port")
