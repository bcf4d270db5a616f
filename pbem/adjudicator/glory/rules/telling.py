"""Notes of blocks that move: all hear of a sail that changes its place, its owner hears which block it was.

No note to all ever names a block: a fleet, a rumour and a frigate look alike until they are spotted (2.3).
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table, own_lane
from pbem.adjudicator.glory.state.house import choice
from pbem.adjudicator.glory.state.state import State, place_parts
from pbem.adjudicator.glory.state.terms import BRITISH, INSHORE, LOOSE, OFF, PORT, SEA, TRACK

SAIL, BLOCK, LAPSED = "sail", "block", "lapsed"
PARTS = {PORT: "in", INSHORE: "Inshore off", LOOSE: "on Loose Blockade off", OFF: "Off Station at"}
TRACKS = {"west": "on the way to the West Indies", "east": "on the way to Europe"}


def place_told(state: State, word: str) -> str:
    """A place in words: Inshore off Brest, in 0807, in box 3 on the way to Europe."""
    at, area = place_parts(word)
    if area in PARTS:
        return f"{PARTS[area]} {state.label(at)}"
    if area == TRACK:
        track, _, number = at.partition("-")
        return f"in box {number} {TRACKS[track]}"
    return f"in {state.board.hexes[at]}" if area == SEA else "nowhere"


@rule("7.4", "Stacking: blocks look alike", "2.3")
def tell_move(
    table: Table, state: State, rule: str, block: str, was: str, now: str, how: str, path: Sequence[str] = ()
) -> None:  # fmt: skip
    """Tells a change of place that all can see, and to the owner which block it was."""
    seat = state.owner(block)
    if hidden(state, was, seat) and hidden(state, now, seat):
        table.note(rule, seat, f"{state.label(block)} is {place_told(state, now or was)}.", BLOCK, block=block, was=was,
                   now=now, how=how)  # fmt: skip
        return
    sail = "A British sail" if seat == BRITISH else "An Allied sail"
    face = "down" if state.blocks[block].face_down and choice(state, "closest") == "shown" else "up"
    table.note(rule, ALL, f"{sail} {sentence(state, was, now, how)}.", SAIL, side=seat, was=was, now=now, how=how,
               face=face, path=list(path))  # fmt: skip
    table.note(rule, seat, f"{state.label(block)}: {sentence(state, was, now, how)}.", BLOCK, block=block, was=was,
               now=now, how=how)  # fmt: skip


@rule("7.4", "Stacking: the order in which blocks move", "9.1")
async def mixed_in(table: Table, seat: str, area: str, able: Sequence[str], wanted: Sequence[object]) -> list[str]:
    """Puts blocks in order: those wanted as wanted, and all others by lot before, between and after them.

    The lot falls in the seat's own lane. Else the first sails that stir would be the fleets, the last the rumours.
    """
    ordered = [name for name in dict.fromkeys(wanted) if name in able]
    if len(ordered) == len(able):
        return [str(name) for name in ordered]
    drawn = await table.draw("7.4", able, len(able), "turn-order", area, lane=own_lane(seat))
    places = iter(ordered)
    return [str(next(places)) if name in ordered else name for name in drawn]


def hidden(state: State, place: str, seat: str) -> bool:
    """Tells if a block cannot be seen at a place: off the map, or in a port with a display box."""
    at, area = place_parts(place)
    return not place or (area == PORT and state.board.ports[at].display and not shown_in_port(state))


def shown_in_port(state: State) -> bool:
    """Tells if the charter shows blocks in ports."""
    return state.house.get("port_blocks", "hidden") == "shown"


def sentence(state: State, was: str, now: str, how: str) -> str:
    """Puts the movement of a sail into words."""
    if how == "off":
        return f"is blown Off Station at {state.label(place_parts(now)[0])}"
    there = place_told(state, was).removeprefix("in ").removeprefix("on ")
    if not now:
        return f"is gone from {there}"
    if not was:
        return f"is seen {place_told(state, now)}"
    at, area = place_parts(was)
    if area == PORT and place_parts(now)[0] != at:
        return f"comes out of {state.label(at)} and is {place_told(state, now)}"
    if was == now:
        return f"{'is laid on its face' if how == 'face' else 'stays'} {place_told(state, now)}"
    return f"moves from {there} and is {place_told(state, now)}"


def tell_lapse(table: Table, rule: str, seat: str, why: str, entry: str = "") -> None:
    """Tells the owner alone why an order was not carried out."""
    table.note(rule, seat, f"{why[0].upper()}{why[1:]}.", LAPSED, entry=entry)
