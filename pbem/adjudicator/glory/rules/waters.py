"""The sea as a scenario has it: which hexes are open, which sea a hex belongs to, and what a step costs.

The Trafalgar scenario is played in the North Atlantic alone, with the Straits and the hex beyond them added (24.1).
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import NORTH_ATLANTIC, SEA, STRAITS, TRACK

EUROPE_TRACK, INDIES_TRACK = "east", "west"


@rule("2.6", "Terms: sea areas and weather zones", "9.5", "24.1")
def sea_of(state: State, hex_id: str) -> str:
    """The sea area of a hex; the Straits count as Mediterranean, but not in Trafalgar."""
    if state.trafalgar() and hex_id in state.board.trafalgar.added_hexes:
        return NORTH_ATLANTIC
    return str(state.board.hexes[hex_id].sea)


def zone_of(state: State, hex_id: str) -> str:
    """The weather zone of a hex."""
    if state.trafalgar() and hex_id in state.board.trafalgar.added_hexes:
        return state.board.trafalgar.added_zone
    return state.board.hexes[hex_id].zone


def is_open(state: State, hex_id: str) -> bool:
    """Tells if blocks may enter a hex in this scenario."""
    if not state.trafalgar():
        return True
    here = state.board.hexes[hex_id]
    return not here.exit and sea_of(state, hex_id) == NORTH_ATLANTIC


@rule("2.2", "Game map: closed water")
def neighbours(state: State, hex_id: str) -> Iterator[tuple[str, str]]:
    """Directions and hexes that a block may sail to from a hex."""
    for way, beside in state.board.neighbours(hex_id):
        if is_open(state, beside):
            yield way, beside


@rule("9.4", "Prevailing winds", "9.5")
def step_cost(state: State, start: str, to: str) -> int:
    """Movement points of a step on a wind chit: by the rose of the sea that is entered; three about the Straits."""
    if STRAITS in (start, to):
        return state.board.numbers.straits_mp
    rose = state.board.winds[state.rose[sea_of(state, to)]].rose
    return min(rose[way] for way, beside in state.board.neighbours(start) if beside == to)


def sea_of_port(state: State, port: str) -> str:
    """The sea area of a port and its patrol zone: that of its zone hex."""
    return sea_of(state, state.board.ports[port].zone_hex)


def sea_of_block(state: State, block: str) -> str:
    """The sea area that a block lies in; empty on a track or off the map."""
    here = state.blocks[block]
    if here.area in ("", TRACK):
        return ""
    return sea_of(state, here.at) if here.area == SEA else sea_of_port(state, here.at)


def zone_of_block(state: State, block: str) -> str:
    """The weather zone that a block lies in; that of its box on a track, empty where a box has none."""
    here = state.blocks[block]
    if here.area == TRACK:
        return zone_of_box(state, here.at)
    where = state.hex_of(block)
    return zone_of(state, where) if where else ""


@rule("12.2", "Weather damage during the crossing", "2.6")
def zone_of_box(state: State, box: str) -> str:
    """The weather zone whose die a track box carries."""
    track, _, number = box.partition("-")
    die = next(each.zone_die for each in state.board.tracks[track] if each.number == int(number))
    found = (zone.id for zone in state.board.zones.values() if die and zone.dice and zone.dice[0] == die)
    return next(found, "")


@rule("11.1", "Moving from a port toward the sea: the winds that serve")
def sortie_winds(state: State, port: str) -> tuple[str, ...]:
    """The winds on which blocks may leave a port."""
    if state.trafalgar() and port == "gibraltar":
        return state.board.trafalgar.gibraltar_winds
    return state.board.ports[port].winds


def wind_serves(state: State, port: str, wind: str) -> bool:
    """Tells if blocks may leave a port on a wind."""
    winds = sortie_winds(state, port)
    return "any" in winds or wind in winds


def european(state: State, port: str) -> bool:
    """Tells if a port is European (2.6): outside the West Indies."""
    return str(state.board.ports[port].sea) != "west_indies"
