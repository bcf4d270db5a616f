"""Chapter 7, amphibious operations: a force embarks, sails, and lands."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.guerra.rules.aftermath import harbours
from pbem.adjudicator.guerra.rules.ch01_map import all_of_legion, holds_some, is_neutral, port_holder
from pbem.adjudicator.guerra.rules.ch07_sailing import names, words
from pbem.adjudicator.guerra.rules.distances import seas_at
from pbem.adjudicator.guerra.rules.passengers import capacity, put_ashore
from pbem.adjudicator.guerra.rules.siege_book import lift
from pbem.adjudicator.guerra.rules.verbs import Step, Verb
from pbem.adjudicator.guerra.state.state import Acting, State
from pbem.adjudicator.guerra.state.terms import other

# ------------------------------------------------------------------------------------------- embarking


@rule("7.6", "Amphibious operations: the ports where a force may embark", "10.3")
def harbour_for(state: State, force: str, ships: Sequence[str]) -> str:
    """The port at which a force can go aboard a fleet; empty if there is none.

    The force stood in its area as the phase began, its side holds the port, and the fleet lies in the port or in a
    sea area that the port opens on (N11).
    """
    here = state.forces[force]
    if not ships or here.start != here.at:
        return ""
    seas = seas_at(state, state.units[ships[0]].at)
    for port, piece in state.board.ports.items():
        if piece.area == here.at and port_holder(state, port) == here.side and set(piece.seas) & set(seas):
            return port
    return ""


def embark_refusal(state: State, act: Acting, step: Step) -> str:
    """Returns why a force cannot go aboard."""
    if not act.force or act.force not in state.forces or not act.ships:
        return "a force and a fleet must be in hand"
    force = state.forces[act.force]
    if force.ships:
        return "the force is aboard already"
    if state.is_guerrilla(act.force):
        return "guerrillas do not embark"
    if all_of_legion(state, act.force):
        return "the São Paulo Legion operates in Banda Oriental alone (10.6)"
    port = harbour_for(state, act.force, act.ships)
    if not port:
        return "the force did not begin the phase at a port of yours where the fleet lies"
    if state.besieged(force.inside) and force.inside != port:
        return "a besieged garrison embarks in its own harbour"
    going = boarding(state, act, step)
    if not going:
        return "nobody is left to go aboard"
    if state.steps(going) > capacity(state, act.ships):
        return "the ships cannot carry so many steps"
    if len(staff(state, act, step)) > len(act.ships) * state.board.numbers.ship_leaders:
        return "each ship takes one leader"
    return ""


def boarding(state: State, act: Acting, step: Step) -> list[str]:
    """The units that go aboard: all but those that the order leaves behind."""
    behind = words(step.get("stay_behind"))
    return [unit for unit in state.units_in(act.force) if unit not in behind]


def staff(state: State, act: Acting, step: Step) -> list[str]:
    """The leaders who go aboard, and those who sail with the fleet."""
    behind = words(step.get("stay_behind"))
    going = [leader for leader in state.leaders_in(act.force) if leader not in behind]
    return going + [leader for ship in act.ships for leader in state.leaders_in(ship)]


def embark_cost(state: State, act: Acting, step: Step) -> int:
    """The price of going aboard, paid by the force (7.6)."""
    return state.board.numbers.embark_op


@rule("7.6", "Embarking", "7.7", "5.2")
async def embark(table: Table, state: State, act: Acting, step: Step) -> None:
    """Takes a force aboard; what stays behind stands as a force of its own and has operated."""
    force = state.forces[act.force]
    going = boarding(state, act, step)
    behind = [unit for unit in state.units_in(act.force) if unit not in going]
    behind += [leader for leader in state.leaders_in(act.force) if leader in words(step.get("stay_behind"))]
    if behind:
        stay = state.new_force(force.side, force.at, force.inside)
        state.put(behind, stay)
        state.operated += [name for name in behind if name not in state.operated]
        told = ", ".join(state.label(name) for name in behind)
        table.note("5.2", ALL, f"{told}: left behind at {state.label(force.at)}.", "left", force=stay, at=force.at,
                   side=force.side, units=behind)  # fmt: skip
    lift(table, state, act.force)
    was = force.at
    force.ships, force.at, force.inside = list(act.ships), state.units[act.ships[0]].at, ""
    act.embarked, act.at_sea_areas = True, 0
    text = f"A force embarks at {state.label(was)} on {names(state, act.ships)}."
    table.note("7.6", ALL, text, "embarked", force=act.force, side=force.side, at=was, ships=list(act.ships))


# ------------------------------------------------------------------------------------------- landing


def shore(state: State, act: Acting, step: Step) -> str:
    """The first area of an order at which the fleet can land its force; empty if there is none."""
    seas = [state.units[ship].at for ship in act.ships]
    for area in (str(step.get("area", "")), *words(step.get("or"))):
        coasts = [place for sea in seas if sea in state.board.seas for place in state.board.seas[sea].coasts]
        if area in coasts and not is_neutral(state, area):
            return area
    return ""


def land_refusal(state: State, act: Acting, step: Step) -> str:
    """Returns why a force cannot land."""
    if not act.force or act.force not in state.forces or not state.forces[act.force].ships:
        return "no force is aboard"
    if not shore(state, act, step):
        return f"the fleet is not off {state.label(str(step.get('area', '')))}"
    return ""


@rule("7.6", "The price of landing")
def land_cost(state: State, act: Acting, step: Step) -> int:
    """One point for each four sea areas sailed or part of four, and one at least."""
    numbers = state.board.numbers
    return max(1, -(-act.at_sea_areas // numbers.sail_areas)) * numbers.land_op


@rule("7.6", "Landing", "5.0")
async def land(table: Table, state: State, act: Acting, step: Step) -> None:
    """Puts the force ashore; it goes on with the points that it has left."""
    area = shore(state, act, step)
    side = state.forces[act.force].side
    hostile = enemy_ground(state, area, side)
    put_ashore(state, act.force, area)
    act.embarked = False
    act.hostile_from = area if hostile else ""
    act.via = [area]
    table.note("7.6", ALL, f"A force lands in {state.label(area)}.", "landed-from-sea", force=act.force, side=side,
               area=area)  # fmt: skip
    await harbours(table, state, area, act.force)


def enemy_ground(state: State, area: str, side: str) -> bool:
    """Tells if an area is wholly the enemy's, so that it costs one more to leave it for another (A5)."""
    return holds_some(state, other(side), area) and not state.forces_at(area, side)


VERBS = {
    "embark": Verb(embark_refusal, embark, embark_cost),
    "land": Verb(land_refusal, land, land_cost),
}

