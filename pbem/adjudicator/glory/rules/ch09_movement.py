"""Chapter 9: blocks move: out of port, from zone to sea, hex by hex, and in again."""
# Chapter 9 stands in ch09_activation, ch09_movement and ch09_plans.

from __future__ import annotations

from typing import cast

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.ch07_blocks import take_off
from pbem.adjudicator.glory.rules.ch09_plans import (
    GO,
    REMOVE,
    STAY,
    Plan,
    plan_of,
)
from pbem.adjudicator.glory.rules.ch10_conseil import is_destination
from pbem.adjudicator.glory.rules.ch11_ports import come_in
from pbem.adjudicator.glory.rules.ch12_transit import enter_track, why_no_track
from pbem.adjudicator.glory.rules.ch14_entering import (
    into_zone_from_port,
    into_zone_from_sea,
    narrows,
    show,
    within_zone,
)
from pbem.adjudicator.glory.rules.ch15_events import barham
from pbem.adjudicator.glory.rules.ch22_invasions import watch_barges
from pbem.adjudicator.glory.rules.ch24_scoring import came_to
from pbem.adjudicator.glory.rules.course import Course, Half
from pbem.adjudicator.glory.rules.forms import Leg
from pbem.adjudicator.glory.rules.routes import way
from pbem.adjudicator.glory.rules.telling import tell_lapse
from pbem.adjudicator.glory.rules.waters import european, neighbours, step_cost
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import ALLIED, INSHORE, LOOSE, OFF, PORT, SEA, TRACK, ZONE_PARTS

#: Parts of a zone from the sea to the port.
INWARD = (OFF, LOOSE, INSHORE, PORT)
BREST = "brest"


@rule("9.1", "General procedure", "9.0", "9.2", "20.8")
async def sail(table: Table, state: State, half: Half, course: Course, plan: Plan) -> None:
    """Carries out a plan step by step; a battle on the way asks the owner anew, and may end it (20.8)."""
    if plan.kind == REMOVE:
        take_off(table, state, course.block, "7.8", "fog")
        return
    while plan.kind == GO and not finished(state, course):
        fought = course.fought
        moved = await one_step(table, state, half, course, plan)
        if course.fought and not fought:
            plan = await after_battle(table, state, half, course, plan)
        elif not moved or course.rumours:
            break
    show(table, state, course, "sail")
    if not state.ended:
        watch_barges(table, state)


def finished(state: State, course: Course) -> bool:
    """Tells if a block moves no more: it is gone, on a track, stopped by a battle, or the game is over."""
    return course.over or not state.blocks[course.block].area or bool(state.ended)


async def one_step(table: Table, state: State, half: Half, course: Course, plan: Plan) -> bool:
    """One step of a plan: out of port, through the zone, to the next hex, or in. Returns False at the end of it."""
    here = state.blocks[course.block]
    within = plan.port == here.at and plan.stop != SEA
    if here.area == PORT:
        return not (within and plan.stop == PORT) and await leave_port(table, state, half, course, plan)
    if here.area in ZONE_PARTS:
        return await (cross_zone if within else leave_zone)(table, state, half, course, plan)
    if here.area == TRACK:
        return False
    if here.at == plan.target:
        return plan.stop != SEA and await enter_zone(table, state, half, course, plan)
    return await next_hex(table, state, half, course, plan)


@rule("20.8", "Continue moving after a battle", "14.0")
async def after_battle(table: Table, state: State, half: Half, course: Course, plan: Plan) -> Plan:
    """Asks the owner how a block that fought on its way goes on; no word: as it was ordered.

    A block marked Off Station may be ordered out to sea with the points it has; else its movement is over.
    """
    here = state.blocks[course.block]
    if not here.area or here.area == PORT or state.ended:
        return plan
    facts = leg_facts(state, half, course, "after-battle") | {"leg": dict(course.leg)}
    legs = await questions.entries(table, "20.8", course.seat, f"leg/{course.block}", facts, "After the battle?")
    for leg in cast("list[Leg]", legs):
        made = plan_of(state, half, course, leg)
        if isinstance(made, Plan):
            course.leg, course.over = leg, False
            return made
        tell_lapse(table, "20.8", course.seat, f"{state.label(course.block)}: {made}", leg.get("entry", ""))
    return plan if here.area != OFF else Plan(STAY)


def leg_facts(state: State, half: Half, course: Course, moment: str) -> dict[str, object]:
    """Lists facts that conditions of a leg may look at beside the view."""
    here = state.blocks[course.block]
    facts: dict[str, object] = {
        "block": course.block, "chit": half.chit, "wind": half.wind, "sea": half.sea, "moment": moment,
        "first_half": "yes" if half.first else "no", "mp": str(course.left), "place": state.place(course.block),
    }  # fmt: skip
    if here.beside:
        facts |= {"with": here.beside, "number": str(here.number)}
    return facts


# ---------------------------------------------------------------- out


@rule("11.1", "Moving from a port toward the sea: the sortie", "7.8", "15.1")
async def leave_port(table: Table, state: State, half: Half, course: Course, plan: Plan) -> bool:
    """Comes out of port through Inshore and Loose Blockade, searched for on the way, as far as the plan says."""
    here = state.blocks[course.block]
    port = here.at
    stop = plan.stop if plan.port == port else SEA
    course.sortied, here.area, here.reached = port, INSHORE, False
    half.sorties.append(port)
    if course.seat == ALLIED:
        await show_chit(table, state, port)
    await into_zone_from_port(table, state, half, course, port, stop)
    if finished(state, course) or state.blocks[course.block].area not in ZONE_PARTS:
        return False
    if stop == SEA:
        out_to_sea(state, course, port)
    else:
        state.blocks[course.block].area = stop
    course.rumours = not course.spotted and state.is_fleet(course.block) and course.seat == ALLIED
    return stop == SEA


async def show_chit(table: Table, state: State, port: str) -> None:
    """Turns the May Sortie chit up; the first sortie from Brest brings Lord Barham to the Admiralty (5.2.1)."""
    if european(state, port) and port not in state.chits_shown:
        state.chits_shown.append(port)
        table.note("11.1", ALL, f"The chit at {state.label(port)} is turned up: May Sortie.", "chit_shown", port=port)
    if port == BREST:
        await barham(table, state)


def out_to_sea(state: State, course: Course, port: str) -> None:
    """Lays a block on the hex of a zone that it has left, at the cost of three points (11.1)."""
    here = state.blocks[course.block]
    here.at, here.area = state.board.ports[port].zone_hex, SEA
    course.went_to_sea = True
    course.parts_left = []
    pay(course, state.board.numbers.leave_zone_mp)


def pay(course: Course, points: int) -> None:
    """Spends movement points; on a bonus chit hexes are counted, and none are spent (9.6)."""
    course.left -= points
    if not course.bonus:
        course.spent += points


@rule("11.1", "Leaving a patrol zone", "9.1", "14.3")
async def leave_zone(table: Table, state: State, half: Half, course: Course, plan: Plan) -> bool:
    """Passes Loose Blockade on the way from Inshore or Off Station, then stands out to sea."""
    here = state.blocks[course.block]
    if course.bonus:
        return False
    if here.area != LOOSE:
        return await shift(table, state, half, course, LOOSE)
    port = here.at
    await within_zone(table, state, half, course, port, SEA)
    if finished(state, course):
        return False
    if state.blocks[course.block].area in ZONE_PARTS:
        out_to_sea(state, course, port)
    return True


@rule("9.1", "General procedure: within a patrol zone", "11.2")
async def cross_zone(table: Table, state: State, half: Half, course: Course, plan: Plan) -> bool:
    """Moves one part nearer to where the plan stops, without cost; into the port from Inshore."""
    here = state.blocks[course.block]
    if here.area == plan.stop:
        return False
    step = 1 if INWARD.index(plan.stop) > INWARD.index(here.area) else -1
    return await shift(table, state, half, course, INWARD[INWARD.index(here.area) + step])


async def shift(table: Table, state: State, half: Half, course: Course, part: str) -> bool:
    """Moves a block into a neighbouring part of its zone, or the port; a part once left is not entered again (9.1)."""
    here = state.blocks[course.block]
    if part in course.parts_left:
        return False
    course.parts_left.append(here.area)
    here.area = part
    if part == PORT:
        await go_in(table, state, course)
        return False
    await within_zone(table, state, half, course, here.at, part)
    return not finished(state, course)


# ---------------------------------------------------------------- at sea


@rule("9.4", "Movement at sea", "9.5", "9.6", "11.3", "2.2")
async def next_hex(table: Table, state: State, half: Half, course: Course, plan: Plan) -> bool:
    """Enters the next hex of the way, if there are points for it; narrows and tracks stop or end the movement."""
    here = state.blocks[course.block]
    step = next_on_path(state, here.at, plan)
    track = state.board.hexes[step].exit if step else ""
    if not step or (track and why_no_track(state, course.block)):
        return False
    cost = 1 if course.bonus else step_cost(state, here.at, step)
    if cost > course.left:
        return False
    pay(course, cost)
    here.at, course.went_to_sea = step, True
    course.path.append(step)
    if track:
        await enter_track(table, state, half, course, track)
        return False
    if state.board.hexes[step].narrows:
        await narrows(table, state, half, course, step)
    came_to(table, state, course.block)
    return not finished(state, course)


def next_on_path(state: State, here: str, plan: Plan) -> str:
    """The next hex of a plan: of the owner's path while the block is on or beside it, else of the cheapest way."""
    if plan.path:
        step = plan.path[plan.path.index(here) + 1 if here in plan.path else 0]
        beside = [hex_id for _, hex_id in neighbours(state, here)]
        return step if step in beside else ""
    ways = way(state, here, plan.target)
    return ways[0] if ways else ""


@rule("11.2", "Moving from the sea toward a port", "14.2.1", "9.3")
async def enter_zone(table: Table, state: State, half: Half, course: Course, plan: Plan) -> bool:
    """Enters a patrol zone through Loose Blockade as far as the plan says, searched for on the way."""
    here, port, stop = state.blocks[course.block], plan.port, plan.stop
    if not may_enter_zone(state, course, port):
        return False
    here.at, here.area = port, LOOSE
    await into_zone_from_sea(table, state, half, course, port, stop)
    if finished(state, course) or state.blocks[course.block].at != port:
        return False
    state.blocks[course.block].area = stop
    if stop == PORT:
        await go_in(table, state, course)
    return False


async def go_in(table: Table, state: State, course: Course) -> None:
    """Goes into the port whose zone a block has crossed, as all see."""
    show(table, state, course, "enter")
    await come_in(table, state, course.block)
    came_to(table, state, course.block)
    course.over = True


def may_enter_zone(state: State, course: Course, port: str) -> bool:
    """Tells if a block may enter a zone: an Allied fleet only that of its destination (9.3)."""
    return course.seat != ALLIED or not state.is_fleet(course.block) or is_destination(state, course.block, port)


