"""Chapter 12: the Atlantic transit tracks: entering them, sailing along them, coming off them."""
# Chapter 12 by paragraphs: 12.0 to 12.4, 12.6 and the dice of 12.5 ch12_transit; arrivals ch12_arrivals; 12.2 waters.

from __future__ import annotations

from pbem.adjudicator.engine.order_parts import whole
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.glory.rules.ch07_rumours import rumour_on_track
from pbem.adjudicator.glory.rules.ch10_conseil import place_of
from pbem.adjudicator.glory.rules.course import Course, Half
from pbem.adjudicator.glory.rules.telling import tell_move
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, EXPEDITION, TRACK, TRANSPORT

WEST, EAST = "west", "east"
JAMAICA, CANADA = "jamaica", "canada"
USUAL_ARRIVAL = 2


@rule("12.1", "Entering a transit track", "12.0", "12.3")
async def enter_track(table: Table, state: State, half: Half, course: Course, track: str) -> None:
    """A block that enters a track's area goes to its side's first box at once; an Allied one may raise a rumour."""
    here = state.blocks[course.block]
    box = next(each for each in state.board.tracks[track] if each.entry == course.seat)
    here.at, here.area = box.id, TRACK
    course.over = course.went_to_sea = True
    if course.seat == BRITISH:
        here.bound = british_arrival(state, course, track)
    tell_move(table, state, "12.1", course.block, course.told, state.place(course.block), "track", course.path)
    course.told, course.path = state.place(course.block), []
    if course.seat == ALLIED:
        await rumour_on_track(table, state, half, course)


@rule("12.3", "British destinations")
def british_arrival(state: State, course: Course, track: str) -> str:
    """The arrival number that a British block sets as it enters a track; an expedition names Jamaica or Canada."""
    crossing = course.leg.get("cross", {})
    to = crossing.get("to", "")
    if state.kind(course.block) == EXPEDITION and track == WEST:
        return f"{CANADA}-{crossing.get('home', USUAL_ARRIVAL)}" if to == CANADA else JAMAICA
    number = whole(to, USUAL_ARRIVAL)
    return str(number if 1 <= number <= len(state.board.arrivals[track]) else USUAL_ARRIVAL)


@rule("12.6", "French Transport restrictions", "12.3", "10.3.1", "24.1")
def why_no_track(state: State, block: str) -> str:
    """Returns why a block may not enter a track; empty if it may."""
    if state.trafalgar():
        return "the tracks are closed"
    if state.blocks[block].face_down:
        return "a block bound for the closest friendly port enters no track"
    if state.kind(block) == TRANSPORT:
        return "the Transport enters no track"
    return ""


@rule("12.4", "Movement on the transit track", "5.5")
def advance_all(state: State) -> list[str]:
    """Moves every block on both tracks one box; returns them. A block in the last box stays, for it arrives now."""
    moved = [name for name, block in state.blocks.items() if block.area == TRACK]
    for name in moved:
        track, _, number = state.blocks[name].at.partition("-")
        state.blocks[name].at = f"{track}-{min(int(number) + 1, len(state.board.tracks[track]))}"
    return moved


@rule("12.5", "Leaving a transit track: fast passages")
async def arrives(table: Table, state: State, block: str) -> bool:
    """Tells if a block comes off its track: at once in the last box, on a die in the one before."""
    box = state.board.box(state.blocks[block].at)
    if box.arrival:
        return True
    if not box.fast:
        return False
    throw = await table.roll("12.5", "1d6", "passage", box.track, why="fast passage")
    return throw.total >= box.fast


@rule("12.3", "Where a block comes off its track", "12.5")
def arrival_place(state: State, block: str) -> str:
    """The place where a block comes off its track: a port, a hex, or Canada."""
    here = state.blocks[block]
    track = here.at.partition("-")[0]
    if state.owner(block) == ALLIED:
        return place_of(state, here.bound)
    if here.bound.startswith(CANADA):
        return CANADA
    if here.bound == JAMAICA:
        return JAMAICA
    return state.board.arrivals[track][whole(here.bound, USUAL_ARRIVAL) - 1]
