"""Chapter 14: searches for a block that moves, and searches at the end of a half."""
# Chapter 14 stands in ch14_entering and ch14_search.

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.glory.rules.ch14_search import Look, Scene, search, searchers
from pbem.adjudicator.glory.rules.course import Course, Half, is_stationary
from pbem.adjudicator.glory.rules.telling import tell_move
from pbem.adjudicator.glory.state.state import State, place_parts
from pbem.adjudicator.glory.state.terms import INSHORE, LOOSE, OFF, PORT, SEA, STRAITS, ZONE_PARTS, other

#: The part whose blocks search, the part whose modifier they have, and where the block that is searched for is then.
Step = tuple[str, str, str]
NARROWS, FAR, TRACK_WORD = "narrows", "far", "track"
#: Who searches for a block that comes in from the sea, by where it stops (14.2.1).
FROM_SEA: dict[str, tuple[Step, ...]] = {
    LOOSE: ((OFF, OFF, LOOSE), (LOOSE, LOOSE, LOOSE), (INSHORE, LOOSE, LOOSE)),
    INSHORE: ((OFF, OFF, LOOSE), (LOOSE, LOOSE, LOOSE), (INSHORE, INSHORE, INSHORE)),
    PORT: ((OFF, OFF, LOOSE), (LOOSE, LOOSE, LOOSE), (INSHORE, INSHORE, INSHORE)),
}
#: Who searches for a block that comes out of port, by where it stops (14.2.2).
FROM_PORT: dict[str, tuple[Step, ...]] = {
    INSHORE: ((INSHORE, INSHORE, INSHORE), (LOOSE, INSHORE, INSHORE)),
    LOOSE: ((INSHORE, INSHORE, INSHORE), (LOOSE, LOOSE, LOOSE)),
    SEA: ((INSHORE, INSHORE, INSHORE), (LOOSE, LOOSE, LOOSE), (OFF, OFF, LOOSE)),
}
#: Who searches for a block that began in the zone, by the part it enters (14.3).
WITHIN: dict[str, tuple[Step, ...]] = {
    INSHORE: ((INSHORE, INSHORE, INSHORE),), LOOSE: ((LOOSE, LOOSE, LOOSE),), SEA: ((OFF, OFF, LOOSE),), PORT: (),
}  # fmt: skip


def show(table: Table, state: State, course: Course, how: str) -> None:
    """Tells where a moving block is now, if all saw it elsewhere last; one that is gone was told as it went."""
    now = state.place(course.block)
    if now and now != course.told:
        tell_move(table, state, "9.1", course.block, course.told, now, how, course.path)
        course.told, course.path = now, []


@rule("14.2.1", "Searching for blocks that enter a patrol zone from the sea", "14.2")
async def into_zone_from_sea(table: Table, state: State, half: Half, course: Course, port: str, stop: str) -> None:
    """Off Station searches first, then Loose Blockade, then Inshore; each part rolls as a whole.

    Those Inshore see no better than Loose Blockade a block that stops there.
    """
    await each_part(table, state, half, course, port, FROM_SEA[stop])


@rule("14.2.2", "Searching for blocks that enter a patrol zone from its port", "14.2")
async def into_zone_from_port(table: Table, state: State, half: Half, course: Course, port: str, stop: str) -> None:
    """Inshore searches first, then Loose Blockade, and Off Station if the block stands out to sea."""
    await each_part(table, state, half, course, port, FROM_PORT[stop])


@rule("14.3", "Searching for blocks that move within or leave a patrol zone")
async def within_zone(table: Table, state: State, half: Half, course: Course, port: str, entering: str) -> None:
    """Those in the part that is entered search; those Off Station, as the block stands out to sea."""
    await each_part(table, state, half, course, port, WITHIN[entering])


async def each_part(
    table: Table, state: State, half: Half, course: Course, port: str, steps: Sequence[Step]
) -> None:  # fmt: skip
    """Lets the parts of a zone search one after another, as long as the block moves on.

    It is seen wherever it meets a sail: a rumour that cannot search must not differ from a fleet that can (2.3).
    """
    for part, modifier, area in steps:
        if not in_zone(state, course, port):
            return
        state.blocks[course.block].area = area
        if state.blocks_at(port, other(course.seat), part):
            show(table, state, course, "sortie" if course.sortied else "sail")
        scene = Scene(other(course.seat), half.seat, port, (course.block,), part, course.block, bool(course.sortied))
        looking = searchers(state, other(course.seat), port, part)
        await looked_for(table, state, course, scene, [Look(block, modifier) for block in looking])


def in_zone(state: State, course: Course, port: str) -> bool:
    """Tells if a moving block is still on its way in a zone."""
    here = state.blocks[course.block]
    return not course.over and here.at == port and here.area in ZONE_PARTS


async def looked_for(table: Table, state: State, course: Course, scene: Scene, looks: Sequence[Look]) -> None:
    """One place searches for a moving block; what a battle did to it ends its movement, or not (14.0, 20.8)."""
    before = state.place(course.block)
    found = await search(table, state, scene, looks)
    if not found.spotted:
        return
    course.spotted, course.fought = True, course.fought or found.fought
    here = state.blocks[course.block]
    now = state.place(course.block)
    if not here.area or here.area in (OFF, PORT) or state.ended:
        course.over = True
    if now != before:
        course.told = now


@rule("14.5", "Searching in a Narrows hex", "14.2", "2.6")
async def narrows(table: Table, state: State, half: Half, course: Course, hex_id: str) -> None:
    """Blocks at sea in the narrows search for a block that comes in; those in a zone there do not watch them."""
    if state.blocks_at(hex_id, other(course.seat), SEA):
        show(table, state, course, "sail")
    looking = searchers(state, other(course.seat), hex_id, SEA)
    scene = Scene(other(course.seat), half.seat, hex_id, (course.block,), "", course.block)
    await looked_for(table, state, course, scene, [Look(block, NARROWS) for block in looking])


# ---------------------------------------------------------------- at the end of a half


@rule("14.4", "Searching for inactive blocks", "14.1")
async def active_searches(table: Table, state: State, half: Half) -> None:
    """Each active fleet or frigate that may search looks once, place by place; all of a place roll together."""
    places = sorted({state.place(course.block) for course in half.courses if may_search(state, course)})
    for place in places:
        at, part = place_parts(place)
        here = [course for course in half.courses
                if may_search(state, course) and state.place(course.block) == place]  # fmt: skip
        targets = enemies(state, half.seat, at, part)
        if not targets or not here:
            continue
        scene = Scene(half.seat, half.seat, at, tuple(targets), "" if part == SEA else part)
        looks = [Look(course.block, place_modifier(state, course), course.leg.get("search", "")) for course in here]
        await search(table, state, scene, looks)
        if state.ended:
            return


def enemies(state: State, seat: str, at: str, part: str) -> list[str]:
    """All enemy blocks in a hex at sea, or in the whole of a zone."""
    return state.blocks_at(at, other(seat), *((SEA,) if part == SEA else ZONE_PARTS))


@rule("14.1", "Searching for inactive blocks at sea")
def may_search(state: State, course: Course) -> bool:
    """Tells if an active block may search where it ended: at sea after five points at most, in a zone always.

    Off Station it may not, nor at sea where it has just come off a track.
    """
    here = state.blocks[course.block]
    if not here.area or state.is_fog(course.block):
        return False
    if state.is_fleet(course.block) and not state.ships_in(course.block):
        return False
    if here.area == SEA:
        return course.spent <= state.board.numbers.search_mp and not course.from_track
    return here.area in (INSHORE, LOOSE)


@rule("14.4", "Searching for inactive blocks in a patrol zone", "14.6", "14.1")
def place_modifier(state: State, course: Course) -> str:
    """The modifier of an active searcher: of its part if stationary, -1 after a long sail or off a track."""
    here = state.blocks[course.block]
    if here.area == SEA:
        stayed = is_stationary(course) and state.board.hexes[here.at].narrows
        return NARROWS if stayed else ""
    if is_stationary(course):
        return here.area
    if course.from_track:
        return TRACK_WORD
    return FAR if course.spent > state.board.numbers.search_mp else ""


@rule("14.5", "Cartagena arrivals", "12.5")
async def straits_watch(table: Table, state: State, half: Half, course: Course) -> None:
    """British blocks at sea in the Straits search for a fleet that comes off the track for Cartagena."""
    await narrows(table, state, half, course, STRAITS)
