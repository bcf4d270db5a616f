"""Chapter 7: Fog of War blocks, the rumours of sails that are not there (7.8)."""
# Chapter 7 stands in ch07_blocks, ch07_fleets and ch07_rumours.

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table, own_lane
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.ch10_conseil import place_of
from pbem.adjudicator.glory.rules.course import Course, Half
from pbem.adjudicator.glory.rules.telling import tell_move
from pbem.adjudicator.glory.rules.waters import sea_of
from pbem.adjudicator.glory.state.state import Block, State
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, FOG, SEA, TRACK, WEST_INDIES, ZONE_PARTS

CREATE, NONE = "create", "none"
OPTIONS = {CREATE: "raise as many as the rules allow", NONE: "raise none"}


def unused_rumours(state: State) -> list[str]:
    """Fog of War blocks that are not on the map."""
    return [name for name, block in state.blocks.items()
            if state.kind(name) == FOG and not block.area and not block.at]  # fmt: skip


async def raise_rumours(table: Table, state: State, beside: str, number: int, moment: str) -> list[str]:
    """Lays so many rumours beside a block, as far as there are any and their owner wants them; returns them."""
    free = unused_rumours(state)[:number]
    if not free:
        return []
    facts = {"moment": moment, "with": beside, "at": state.place(beside)}
    wish = await questions.choose(table, "7.8", ALLIED, f"fog/{moment}", facts, OPTIONS, CREATE, "Rumours?")
    if wish == NONE:
        return []
    roles = await draw_roles(table, state, beside, len(free))
    here = state.blocks[beside]
    there = sum(1 for block in state.blocks.values() if block.beside == beside)
    for place, name in enumerate(free):
        role = roles[place] if place < len(roles) else ""
        state.blocks[name] = Block(here.at, here.area, role, beside=beside, number=there + place + 1)
        tell_move(table, state, "7.8", name, "", state.place(name), "appear")
    return free


async def draw_roles(table: Table, state: State, beside: str, number: int) -> list[str]:
    """Draws, in the owner's lane, a destination for each rumour that is given no other orders: not the fleet's own.

    A rumour at sea in one ocean that has a destination in the other crosses to it as a fleet would.
    """
    taken = {block.bound for block in state.blocks.values() if block.area and block.beside == beside}
    taken.add(state.blocks[beside].bound)
    open_to = [name for name in destinations(state) if name not in taken and fits(state, beside, name)]
    if not open_to:
        return []
    return await table.draw("7.8", open_to, min(number, len(open_to)), "rumour", lane=own_lane(ALLIED))


def destinations(state: State) -> list[str]:
    """The destinations that a fleet could have now, in the order of their boxes; in Trafalgar some known ports."""
    if state.conseil:
        return [state.conseil[box] for box in sorted(state.conseil)]
    return ["brest", "rochefort", "ferrol", "cadiz", "bantry-bay", "north-sea"]


def fits(state: State, beside: str, destination: str) -> bool:
    """Tells if a block where this one is could be bound for a destination."""
    marker = state.board.conseil.get(destination)
    where = state.hex_of(beside)
    return not (marker and marker.asterisk and (not where or sea_of(state, where) == WEST_INDIES))


@rule("7.8", "Fog of War beside a sortie that nobody spotted", "14.2.2")
async def rumours_of_sortie(table: Table, state: State, course: Course) -> list[str]:
    """An Allied fleet that came out of port unspotted is joined by two rumours where it is."""
    if course.seat != ALLIED or not state.is_fleet(course.block) or course.spotted:
        return []
    return await raise_rumours(table, state, course.block, state.board.numbers.fog_on_sortie, "sortie")


@rule("7.8", "Fog of War on a bonus move", "9.6")
async def rumour_of_bonus(table: Table, state: State, block: str) -> list[str]:
    """A rumour joins an Allied block that a bonus chit moves, unless a British block is in the hex."""
    hex_id = state.hex_of(block)
    if not hex_id or any(state.hex_of(each) == hex_id for each in state.blocks_of(BRITISH)):
        return []
    if state.blocks[block].area not in (SEA, *ZONE_PARTS):
        return []
    return await raise_rumours(table, state, block, state.board.numbers.fog_on_bonus, "bonus")


@rule("7.8", "Fog of War on a track", "12.1")
async def rumour_on_track(table: Table, state: State, half: Half, course: Course) -> None:
    """An Allied block that enters a track may raise a rumour in the same box; its place of arrival is sealed."""
    made = await raise_rumours(table, state, course.block, state.board.numbers.fog_on_track, "track")
    for name in [course.block, *made]:
        if state.is_fog(name) and not suits_track(state, name):
            wanted = course.leg.get("cross", {}).get("to", "") if name == course.block else ""
            await bind_across(table, state, name, wanted)


async def bind_across(table: Table, state: State, block: str, wanted: str) -> None:
    """Gives a rumour on a track a destination across the ocean: its owner's, or one by lot in the owner's lane."""
    here = state.blocks[block]
    here.bound = wanted
    if suits_track(state, block):
        return
    able = []
    for name in state.board.conseil:
        here.bound = name
        if suits_track(state, block) and not state.board.conseil[name].asterisk:
            able.append(name)
    first = [name for name in able if name in state.conseil.values()]
    here.bound = (await table.draw("7.8", first or able, 1, "rumour", lane=own_lane(ALLIED)))[0]


def suits_track(state: State, block: str) -> bool:
    """Tells if a block on a track is bound for a place across the ocean."""
    here = state.blocks[block]
    place = place_of(state, here.bound)
    if not here.bound or here.area != TRACK:
        return False
    west = place in state.board.ports and state.board.ports[place].sea == WEST_INDIES
    return here.bound in state.board.conseil and west == here.at.startswith("west")
