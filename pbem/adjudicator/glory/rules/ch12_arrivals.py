"""Chapter 12: blocks come off the transit tracks, seat by seat in the order of the initiative (5.5, 12.5)."""
# Chapter 12 stands in ch12_arrivals and ch12_transit.

from __future__ import annotations

from typing import cast

from pbem.adjudicator.engine.order_parts import whole
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.ch05_events import declared, expedition_landed
from pbem.adjudicator.glory.rules.ch07_blocks import escort_left
from pbem.adjudicator.glory.rules.ch09_movement import enter_zone, leg_facts
from pbem.adjudicator.glory.rules.ch09_plans import GO, Plan
from pbem.adjudicator.glory.rules.ch12_transit import CANADA, EAST, JAMAICA, WEST, advance_all, arrival_place, arrives
from pbem.adjudicator.glory.rules.ch14_entering import active_searches, narrows, show, straits_watch
from pbem.adjudicator.glory.rules.ch22_invasions import watch_barges
from pbem.adjudicator.glory.rules.course import Course, Half
from pbem.adjudicator.glory.rules.forms import Leg
from pbem.adjudicator.glory.rules.telling import mixed_in, tell_move
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, INSHORE, LOOSE, PORT, SEA, TRACK, other

CARTAGENA, ARRIVE = "cartagena", "arrive"


@rule("5.5", "Advance blocks on transit tracks", "12.4", "12.5")
async def arrivals(table: Table, state: State) -> None:
    """Every block on a track goes on one box; those that come off arrive, first of the seat with the initiative.

    All of one seat arrive with the searches for them, then search; then all of the other.
    """
    was = {name: state.place(name) for name, block in state.blocks.items() if block.area == TRACK}
    for name in sorted(advance_all(state), key=lambda block: was[block]):  # the order of blocks would tell who is who
        if was[name] != state.place(name):
            tell_move(table, state, "5.5", name, was[name], state.place(name), "advance")
    for seat in (state.initiative, other(state.initiative)):
        if not state.ended:
            await seat_arrives(table, state, seat)


async def seat_arrives(table: Table, state: State, seat: str) -> None:
    """The arrivals of one seat on both tracks, its searches, and events that they fulfil."""
    half = Half(seat, "", ARRIVE, "")
    for track in (WEST, EAST):
        for block in await in_order(table, state, seat, track):
            if await arrives(table, state, block) and not state.ended:
                await arrive(table, state, half, block)
    if half.courses and not state.ended:
        await active_searches(table, state, half)
        if seat == BRITISH and not state.ended:
            await declared(table, state)


async def in_order(table: Table, state: State, seat: str, track: str) -> list[str]:
    """The order in which a seat's blocks on a track arrive: as ordered, and all others by lot among them."""
    able = [name for name in state.blocks_of(seat) if state.blocks[name].area == TRACK
            and state.blocks[name].at.startswith(track) and may_arrive(state, name)]  # fmt: skip
    if len(able) < 2:
        return able
    wanted = await questions.entries(table, "12.5", seat, f"turn-order/{track}", {"area": track, "blocks": able},
                                     "In which order do they arrive?")  # fmt: skip
    return await mixed_in(table, seat, track, able, wanted)


def may_arrive(state: State, block: str) -> bool:
    """Tells if a block lies in a box from which blocks come off."""
    box = state.board.box(state.blocks[block].at)
    return box.arrival or bool(box.fast)


async def arrive(table: Table, state: State, half: Half, block: str) -> None:
    """One block comes off its track: into a hex, or into a patrol zone and on as its owner wishes."""
    place, was = arrival_place(state, block), state.place(block)
    if place == CANADA:
        await in_canada(table, state, block)
        return
    course = Course(block, half.seat, "", 0, was, was, from_track=True)
    half.courses.append(course)
    here = state.blocks[block]
    if half.seat == BRITISH:
        here.bound = ""
    if place in state.board.hexes:
        await arrive_at_sea(table, state, half, course, place)
        return
    legs = cast("list[Leg]", await questions.entries(
        table, "12.5", half.seat, f"leg/{block}", leg_facts(state, half, course, ARRIVE) | {"at": place},
        "Where does it stop?"))  # fmt: skip
    stop = next((leg["arrive"].get("stop", "") for leg in legs if "arrive" in leg), "")
    await arrive_off_port(table, state, half, course, place, stop)


@rule("12.3", "Arriving at a hex", "14.1")
async def arrive_at_sea(table: Table, state: State, half: Half, course: Course, hex_id: str) -> None:
    """A block arrives at sea: it does not search there, but is searched for in narrows."""
    here = state.blocks[course.block]
    here.at, here.area = hex_id, SEA
    show(table, state, course, ARRIVE)
    if state.board.hexes[hex_id].narrows:
        await narrows(table, state, half, course, hex_id)
    if not state.ended:
        watch_barges(table, state)


@rule("12.5", "Arriving at a patrol zone", "11.2", "14.5", "7.3")
async def arrive_off_port(
    table: Table, state: State, half: Half, course: Course, port: str, stop: str
) -> None:  # fmt: skip
    """A block arrives in the zone of its destination, and goes on into a friendly port unless ordered to stop."""
    friendly = state.friendly(port, course.seat)
    stop = stop if stop in (LOOSE, INSHORE) or (stop == PORT and friendly) else PORT if friendly else LOOSE
    here = state.blocks[course.block]
    if port == CARTAGENA and course.seat == ALLIED:
        await straits_watch(table, state, half, course)
        if course.over or not state.blocks[course.block].area or state.ended:
            return
    here = state.blocks[course.block]
    here.at, here.area = state.board.ports[port].zone_hex, SEA
    await enter_zone(table, state, half, course, Plan(GO, here.at, port, stop))
    show(table, state, course, "sail")
    if state.blocks[course.block].area == PORT:
        state.came_in += state.ships_in(course.block)
    if port == JAMAICA and not state.ended:
        await in_jamaica(table, state, course.block)


@rule("12.3", "An expedition in Canada", "7.2", "5.10")
async def in_canada(table: Table, state: State, block: str) -> None:
    """The expedition has landed: its block goes back to Start, its escort sails home as a fleet of its own."""
    home = whole(state.blocks[block].bound.partition("-")[2], 2)
    entry = next(box for box in state.board.tracks[EAST] if box.entry == BRITISH)
    new = await escort_left(table, state, block, entry.id, TRACK)
    if new:
        state.blocks[new].bound = str(home)
    state.came_in.append(block)
    await expedition_landed(table, state, CANADA)


@rule("12.3", "An expedition in Jamaica", "7.2", "5.10")
async def in_jamaica(table: Table, state: State, block: str) -> None:
    """An expedition that reached Jamaica and came through what met it there goes back to Start."""
    if not state.is_convoy(block) or not state.blocks[block].area:
        return
    await escort_left(table, state, block)
    state.came_in.append(block)
    await expedition_landed(table, state, JAMAICA)
