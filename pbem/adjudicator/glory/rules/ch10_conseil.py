"""Chapter 10: where an Allied fleet is bound, and when it may be bound elsewhere."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.glory.rules.routes import steps
from pbem.adjudicator.glory.rules.telling import tell_move
from pbem.adjudicator.glory.rules.waters import european, sea_of
from pbem.adjudicator.glory.state.house import choice
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import (
    ALLIED,
    CLOSEST,
    GOLD,
    SEA,
    TRACK,
    TRANSPORT,
    WEST_INDIES,
    ZONE_PARTS,
)

#: The area of the track that leads to Europe, and of that to the West Indies.
TO_EUROPE, TO_INDIES = "east", "west"


@rule("10.0", "Grand Conseil d'Amirauté", "10.1", "10.2")
def place_of(state: State, destination: str) -> str:
    """The place that a destination means: a port, or a hex; port and patrol zone are one destination."""
    marker = state.board.conseil.get(destination)
    return marker.place if marker else destination


def hex_of_place(state: State, place: str) -> str:
    """The hex to make for: the zone hex of a port, or the hex itself."""
    return state.board.ports[place].zone_hex if place in state.board.ports else place


def bound_hex(state: State, block: str) -> str:
    """The hex that an Allied fleet makes for; empty if it is bound nowhere."""
    here = state.blocks[block]
    if here.face_down:
        return hex_of_place(state, closest_port(state, block))
    return hex_of_place(state, place_of(state, here.bound)) if here.bound else ""


def sailing_to(state: State, block: str, target: str) -> str:
    """The hex to sail for in this ocean: the target, or the way out to the track that leads there."""
    start = state.hex_of(block)
    here, there = sea_of(state, start), sea_of(state, target)
    if (here == WEST_INDIES) == (there == WEST_INDIES):
        return target
    return TO_EUROPE if here == WEST_INDIES else TO_INDIES


@rule("9.3", "Allied block movement: closer", "10.3.1", "11.2")
def is_destination(state: State, block: str, port: str) -> bool:
    """Tells if a port and its zone are the destination of an Allied fleet."""
    here = state.blocks[block]
    if state.trafalgar():
        return True
    if here.face_down:
        return state.friendly(port, ALLIED)
    return place_of(state, here.bound) == port


@rule("10.3.1", "Closest friendly port")
def closest_port(state: State, block: str) -> str:
    """The friendly port nearest to a block in hexes; of equals the first on the board."""
    start = state.hex_of(block)
    ports = [port for port in state.board.ports if state.friendly(port, ALLIED)]
    return min(ports, key=lambda port: steps(state, start, state.board.ports[port].zone_hex))


@rule("10.3", "Changing a fleet's destination", "20.6.1", "11.1")
def new_courses(state: State, block: str) -> dict[str, str]:
    """The destinations that an Allied fleet outside a port may choose where it may change: letters, and `closest`."""
    courses = {
        letter: f"{letter.upper()}: {state.board.conseil[destination].name}"
        for letter, destination in sorted(state.conseil.items()) if not why_unfit(state, block, destination)
    }  # fmt: skip
    if state.kind(block) != GOLD or closest_port(state, block) in ("ferrol", "cadiz", "cartagena"):
        courses[CLOSEST] = "the closest friendly port"
    return courses


def why_unfit(state: State, block: str, destination: str) -> str:
    """Returns why a destination is not for this fleet: asterisks, the Transport, the gold; empty if it is."""
    marker = state.board.conseil[destination]
    place = marker.place
    where = state.hex_of(block)
    if marker.asterisk and where and sea_of(state, where) == WEST_INDIES:
        return "it is no destination for a fleet in the West Indies"
    if state.kind(block) == TRANSPORT and place in state.board.ports and not european(state, place):
        return "the Transport may not sail to the West Indies"
    if state.kind(block) == GOLD and destination not in ("ferrol", "cadiz", "cartagena"):
        return "the gold sails for Ferrol, Cadiz or Cartagena"
    return ""


@rule("10.3", "Changing a fleet's destination: done")
def set_course(table: Table, state: State, block: str, letter: str) -> None:
    """Turns an Allied block to a letter of the Conseil, or lays it on its face (10.3.1)."""
    here = state.blocks[block]
    here.face_down, here.reached = False, False
    here.letter = "" if letter == CLOSEST else letter
    here.bound = state.conseil.get(letter, CLOSEST)
    told = state.board.conseil[here.bound].name if here.letter else "the closest friendly port"
    table.note("10.3", ALLIED, f"{state.label(block)} is bound for {told}.", "bound", block=block, bound=here.bound)
    if letter == CLOSEST:
        lie_down(table, state, block)


@rule("10.3.1", "A block on its face", "7.8")
def lie_down(table: Table, state: State, block: str) -> None:
    """Lays a block on its face before all, unless the charter hides it.

    With a fleet the rumours of its place lie down too: they must not be told from it by that.
    """
    state.blocks[block].face_down = True
    if choice(state, "closest") != "shown":
        return
    place = state.place(block)
    company = state.blocks_at(state.blocks[block].at, ALLIED, SEA, *ZONE_PARTS) if state.is_fleet(block) else []
    rumours = [name for name in company if state.is_fog(name) and state.place(name) == place]
    for each in [block, *(name for name in rumours if not state.blocks[name].face_down)]:
        state.blocks[each].face_down = True
        tell_move(table, state, "10.3.1", each, place, place, "face")


@rule("10.3", "Changing a fleet's destination: when all ships are hurt")
def may_change(state: State, block: str) -> bool:
    """Tells if a fleet may choose anew as it is activated: all its ships are damaged or wrecked."""
    here, ships = state.blocks[block], state.ships_in(block)
    return here.area in (SEA, TRACK, *ZONE_PARTS) and bool(ships) and not any(state.is_sound(s) for s in ships)
