"""Chapter 9: a block's activation: masts counted, damaged ships sent in, its orders tried one after another."""
# Chapter 9 stands in ch09_activation, ch09_movement and ch09_plans.

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table, own_lane
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.ch06_damage import relocate
from pbem.adjudicator.glory.rules.ch07_fleets import split
from pbem.adjudicator.glory.rules.ch07_rumours import rumours_of_sortie
from pbem.adjudicator.glory.rules.ch09_movement import leg_facts, sail
from pbem.adjudicator.glory.rules.ch09_plans import GO, TRACKS, Plan, plan_of, usual_plan, why_not_closer
from pbem.adjudicator.glory.rules.ch10_conseil import is_destination, lie_down, may_change, new_courses, set_course
from pbem.adjudicator.glory.rules.ch11_ports import why_no_sortie, why_not_bound
from pbem.adjudicator.glory.rules.ch12_transit import why_no_track
from pbem.adjudicator.glory.rules.ch13_blockade import count_port, counts_here, why_held
from pbem.adjudicator.glory.rules.course import Course, Half
from pbem.adjudicator.glory.rules.forms import Leg
from pbem.adjudicator.glory.rules.telling import tell_lapse
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, PORT, SEA, ZONE_PARTS


def new_course(state: State, half: Half, block: str, left: int) -> Course:
    """The start of a block's activation."""
    place = state.place(block)
    course = Course(block, half.seat, half.wind, left, place, place)
    half.courses.append(course)
    return course


@rule("9.1", "General procedure: one block after another", "9.0", "13.5", "6.9.3")
async def activate(table: Table, state: State, half: Half, block: str, left: int) -> None:
    """Activates one block: it counts masts, may send damaged ships in, and sails the first order that it can."""
    course = new_course(state, half, block, left)
    here = state.blocks[block]
    facts: dict[str, object] = {}
    if counts_here(state, block):
        facts["masts"] = as_range(state, here.at, count_port(table, state, half.seat, here.at)["ships"])
    if here.at in half.inshore:
        facts["inshore"] = as_range(state, here.at, half.inshore[here.at])
    if half.seat == BRITISH and half.wind and here.area in ZONE_PARTS and state.is_fleet(block):
        await relocate(table, state, here.at, [block])
    if state.blocks[block].area:
        moment = "activated" if half.wind else "bonus"
        facts = leg_facts(state, half, course, moment) | facts
        await carry_out(table, state, half, course, await asked(table, state, course, facts))


def as_range(state: State, port: str, told: str) -> dict[str, str]:
    """A count as conditions look at it."""
    low, high = state.board.range_ends(told)
    return {"port": port, "low": str(low), "high": str(high)}


async def asked(table: Table, state: State, course: Course, facts: dict[str, object]) -> list[Leg]:
    """The orders of a block that hold now, the first first."""
    legs = await questions.entries(table, "9.1", course.seat, f"leg/{course.block}", facts,
                                   f"What does {state.label(course.block)} do?")  # fmt: skip
    return cast("list[Leg]", legs)


async def carry_out(table: Table, state: State, half: Half, course: Course, legs: Sequence[Leg]) -> None:
    """Sails the first of the orders that can be begun; without one the block does what blocks do without orders."""
    for leg in legs:
        reason = await begin(table, state, half, course, leg)
        if not reason:
            return
        if leg.get("else") == "halt":
            half.wishes_halt = True
        tell_lapse(table, "9.1", course.seat, f"{state.label(course.block)}: {reason}", leg.get("entry", ""))
    if state.blocks[course.block].area:
        await go(table, state, half, course, usual_plan(state, course))


async def begin(table: Table, state: State, half: Half, course: Course, leg: Leg) -> str:
    """Begins an order, or returns why it cannot be begun."""
    course.leg = leg
    if reason := turn_block(table, state, course, leg):
        return reason
    made = plan_of(state, half, course, leg)
    if isinstance(made, str):
        return made
    if "detach" in leg:
        return await detach(table, state, half, course, leg, made)
    if reason := why_not(state, half, course, made):
        return reason
    await go(table, state, half, course, made)
    if leg.get("join"):
        half.joins.append((course.block, leg["join"]))
    return ""


def turn_block(table: Table, state: State, course: Course, leg: Leg) -> str:
    """Turns an Allied block whose ships are all hurt to a new destination, or lays a rumour on its face."""
    here = state.blocks[course.block]
    if leg.get("face") == "down" and state.is_fog(course.block):
        if not here.face_down:
            lie_down(table, state, course.block)
        return ""
    letter = leg.get("bound", "")
    if not letter or here.area in ("", PORT) or course.seat != ALLIED:
        return ""
    if not state.is_fleet(course.block) or not may_change(state, course.block):
        return "it may not change its destination now"
    if letter not in new_courses(state, course.block):
        return f"{letter} is no destination for it"
    set_course(table, state, course.block, letter)
    return ""


# ---------------------------------------------------------------- what may be begun


def why_not(state: State, half: Half, course: Course, plan: Plan) -> str:
    """Returns why a plan cannot be begun; empty if it can."""
    here = state.blocks[course.block]
    if plan.kind != GO:
        return ""
    if plan.target in TRACKS and (reason := why_no_track(state, course.block)):
        return reason
    leads_out = not (plan.port == here.at and here.area in (PORT, *ZONE_PARTS))
    if here.area == PORT:
        return "" if plan.stop == PORT and not leads_out else why_not_out(state, half, course, plan)
    if here.area in ZONE_PARTS and leads_out:
        return why_not_away(state, course, plan)
    if here.area != SEA:
        return ""
    return why_not_anew(state, course, plan) if plan.bound else why_not_closer(state, course, plan)


@rule("10.3", "Changing a fleet's destination: leaving the hex that it was bound for")
def why_not_anew(state: State, course: Course, plan: Plan) -> str:
    """Returns why an Allied fleet at sea may not sail with a new destination; empty if it lies in its old one."""
    if not state.blocks[course.block].reached:
        return "it has only now reached its destination"
    return "" if plan.bound in new_courses(state, course.block) else f"{plan.bound} is no destination for it"


@rule("11.1", "Moving from a port toward the sea: what an Allied fleet needs", "9.3", "24.2")
def why_not_out(state: State, half: Half, course: Course, plan: Plan) -> str:
    """Returns why a block may not come out of its port."""
    here = state.blocks[course.block]
    if reason := why_no_sortie(state, course.block, half.wind):
        return reason
    if course.seat != ALLIED or not state.is_fleet(course.block):
        return ""
    if here.at in half.sorties:
        return f"one fleet has come out of {state.label(here.at)} already"
    if state.trafalgar():
        return ""
    if not plan.bound:
        return "a fleet leaves port with a destination of the Conseil: order a sortie"
    return why_not_bound(state, course.block, state.conseil[plan.bound])


@rule("13.3", "Leaving a patrol zone for the sea", "11.1", "10.3")
def why_not_away(state: State, course: Course, plan: Plan) -> str:
    """Returns why a block may not stand out to sea from a patrol zone."""
    here = state.blocks[course.block]
    if course.bonus:
        return "no block leaves a patrol zone on a bonus chit"
    if course.seat == BRITISH:
        return why_held(state, course.block, state.ships_in(course.block), state.admirals_in(course.block))
    if not state.is_fleet(course.block) or state.trafalgar():
        return ""
    if not is_destination(state, course.block, here.at):
        return "it may not change its destination now" if plan.bound else why_not_closer(state, course, plan)
    if not here.reached:
        return "it has only now reached its destination"
    if not plan.bound:
        return "it needs a new destination to leave: order `leave`"
    return "" if plan.bound in new_courses(state, course.block) else f"{plan.bound} is no destination for it"


# ---------------------------------------------------------------- carried out


async def go(table: Table, state: State, half: Half, course: Course, plan: Plan) -> None:
    """Sails a plan; where a sortie raised rumours, fleet and rumours go on in an order that tells nothing."""
    await bind(table, state, half, course, plan)
    await sail(table, state, half, course, plan)
    if not course.rumours:
        return
    course.rumours = False
    made = await rumours_of_sortie(table, state, course)
    going = [Course(name, half.seat, half.wind, course.left, state.place(name), state.place(name),
                    spent=course.spent, went_to_sea=course.went_to_sea, fresh=True) for name in made]  # fmt: skip
    everyone = [course, *going]
    half.courses += going
    order = await table.draw("7.4", everyone, len(everyone), "turn-order", "sortie",
                             lane=own_lane(ALLIED)) if made else everyone  # fmt: skip
    for each in order:
        if each is course:
            await sail(table, state, half, course, plan)
        elif state.on_map(each.block) and not state.ended:
            facts = leg_facts(state, half, each, "activated")
            await carry_out(table, state, half, each, await asked(table, state, each, facts))


async def bind(table: Table, state: State, half: Half, course: Course, plan: Plan) -> None:
    """Sets the destination with which an Allied fleet leaves a port or a zone."""
    if plan.bound:
        set_course(table, state, course.block, plan.bound)


@rule("7.6", "Splitting fleets: the part that sails")
async def detach(table: Table, state: State, half: Half, course: Course, leg: Leg, plan: Plan) -> str:
    """Divides a fleet and sails the order with the new block; the old one stays. Returns why not, if not."""
    if not half.wind:
        return "no fleet divides on a bonus chit"
    if plan.kind != GO:
        return "a part that is detached must sail somewhere"
    new = split(table, state, course.block, leg["detach"])
    if not new:
        return "it was not divided"
    part = new_course(state, half, new, course.left)
    part.leg = leg
    reason = why_not_part(state, half, part, plan)
    if reason:
        tell_lapse(table, "7.6", course.seat, f"{state.label(new)}: {reason}", leg.get("entry", ""))
        return ""
    await go(table, state, half, part, plan)
    if leg.get("join"):
        half.joins.append((new, leg["join"]))
    return ""


def why_not_part(state: State, half: Half, part: Course, plan: Plan) -> str:
    """Returns why a detachment may not sail. What 13.3 asks was seen to as the fleet was divided."""
    here = state.blocks[part.block]
    if here.area in ZONE_PARTS and part.seat == BRITISH:
        return ""
    return why_not(state, half, part, plan)
