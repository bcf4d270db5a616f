"""Ports: whose they are to whom, who may use them, whose waters they lie in, which is nearest (R2.4 to R2.11)."""

from __future__ import annotations

from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BRITISH,
    CHALLENGED,
    COMMANDS,
    FRANCE_AT_WAR,
    FRENCH,
    NEUTRAL,
    SIDE_OF,
)

#: A Key Port is preferred where it is at most so many legs farther (R9.21).
FARTHER = 2
#: The mark of a Squadron with more damage than its rating (R3.4).
CRIPPLED = 3
#: The walls of a Port whose forts are razed.
RAZED = 1


@base("R2.5", "Control of Ports")
def friendly(state: State, ruling: Ruling, port: str, contingent: str) -> bool:
    """Tells if a contingent treats a Port as Friendly."""
    holder = state.holder(port)
    if holder == contingent:
        return True
    return SIDE_OF.get(holder, "") == SIDE_OF[contingent] and ruling.shares(state, contingent, holder)


def france_fights(state: State) -> bool:
    """Tells if Britain and France fight: by a declaration, or because the British have begun it (2.323)."""
    return FRANCE_AT_WAR in state.events or CHALLENGED in state.events


@base("2.321", "Nobody fights the French before the war", "2.26", "R6.16", "R7.5")
def at_peace(state: State, contingent: str, other: str) -> bool:
    """Tells if two contingents are at peace: Britain and France before their war."""
    return {contingent, other} == {BRITISH, FRENCH} and not france_fights(state)


@base("R2.5", "Control of Ports")
def is_enemy(state: State, port: str, side: str) -> bool:
    """Tells if a Port is held by the other side and that is at war: French Ports are not while France is at peace."""
    if port not in state.ports or state.side_of_port(port) in ("", side):
        return False
    return france_fights(state) or FRENCH not in (state.holder(port), side)


def is_friendly_to(state: State, port: str, side: str) -> bool:
    """Tells if a Port is held by a side."""
    return port in state.ports and state.side_of_port(port) == side


@base("R2.5", "Control of Ports", "1.32")
def is_neutral(state: State, port: str) -> bool:
    """Tells if a Port belongs to neither side."""
    return port in state.ports and state.holder(port) == NEUTRAL


@base("R2.4", "Key Ports and Minor Ports", "1.33")
def is_key(state: State, port: str) -> bool:
    """Tells if a Port has a Harbour at this date."""
    return port in state.ports and state.key_port(port)


@base("R2.6", "Who may enter a Harbour, or anchor at a Minor Port", "R5.11")
def may_use(state: State, ruling: Ruling, formation: str, port: str) -> bool:
    """Tells if a Formation may enter Fitting Out at a Port: a Friendly one, or a Neutral Minor Port."""
    if port not in state.ports:
        return False
    if friendly(state, ruling, port, state.formations[formation].contingent):
        return True
    return is_neutral(state, port) and not is_key(state, port)


@base("R2.6", "A Neutral Harbour takes in cripples alone", "R3.5", "1.327", "2.248")
def may_shelter(state: State, ruling: Ruling, squadron: str, port: str) -> bool:
    """Tells if a Squadron may go In Ordinary in a Key Port that is neutral to it: with more damage than its rating."""
    if not is_key(state, port) or state.third(squadron) < CRIPPLED:
        return False
    counter = state.board.squadrons[squadron]
    own_side = SIDE_OF.get(state.holder(port), "") == SIDE_OF[counter.contingent]
    return is_neutral(state, port) or (own_side and not friendly(state, ruling, port, counter.contingent))


@base("1.322", "Walls, and walls that were blown up", "3.443")
def walls_of(state: State, port: str) -> int:
    """The Fortification Value of a Port now: 1 at most while its forts are razed."""
    printed = state.board.ports[port].fortification
    return min(printed, RAZED) if state.date <= state.ports[port].razed else printed


def usable(state: State, ruling: Ruling, formation: str) -> list[str]:
    """The Ports that are Friendly to a Formation."""
    contingent = state.formations[formation].contingent
    return [port for port in state.ports if friendly(state, ruling, port, contingent)]


@base("R9.21", "Home: the nearest Friendly Port, a Key Port if it is within two legs more")
def home(state: State, ruling: Ruling, formation: str) -> str:
    """The Port that a Formation makes for when it has nothing left to do at sea; empty if none is left."""
    at, ports = state.place(formation), usable(state, ruling, formation)
    first = nearest_to(state, formation, ports)
    farthest = state.board.legs(at, first) + FARTHER if first else 0
    keys = [port for port in ports if is_key(state, port) and state.board.legs(at, port) <= farthest]
    return nearest_to(state, formation, [port for port in keys if is_own(state, formation, port)] or keys) or first


@base("R1.7", "The nearest Friendly Port, by legs")
def nearest_friendly(state: State, ruling: Ruling, formation: str) -> str:
    """The nearest Port that is Friendly to a Formation; empty if none is left."""
    return nearest_to(state, formation, usable(state, ruling, formation))


def nearest_to(state: State, formation: str, ports: list[str]) -> str:
    """The nearest of some Ports; among equals one of a Formation's own Command, its HQ first."""
    at, hq = state.place(formation), state.board.hq.get(state.formations[formation].command, "")

    def rank(port: str) -> tuple[int, bool, bool, str]:
        return state.board.legs(at, port), not is_own(state, formation, port), port != hq, port

    return min(ports, key=rank, default="")


@base("R2.8", "Without an Order she may go to any Command's Port; her own Command's comes first", "2.313")
def is_own(state: State, formation: str, port: str) -> bool:
    """Tells if a Port lies in the area of a Formation's Command."""
    return state.formations[formation].command in state.board.commands_at(port, state.side_of(formation))


def nearest_friendly_port(state: State, side: str, place: str) -> str:
    """The nearest Port that a side holds, among equals an HQ or a Key Port; empty if none is left."""
    ports, hqs = [port for port in state.ports if is_friendly_to(state, port, side)], state.board.hq.values()
    return min(ports, key=lambda port: (state.board.legs(place, port), port not in hqs, not is_key(state, port), port),
               default="")  # fmt: skip


@base("R2.8", "Jurisdiction", "1.37", "1.371", "1.372", "1.373", "2.22", "2.221", "2.312", "2.313")
def commands_at(state: State, place: str) -> tuple[str, ...]:
    """The Commands whose Orders may be carried out at a place; both neighbours of a boundary."""
    node = state.board.nodes[place]
    return tuple(name for name in COMMANDS if any(name in names for names in node.commands.values()))


@base("R2.9", "Weather regions")
def region_of(state: State, place: str) -> str:
    """The region of a place; a Land Box has its own, its Ports theirs."""
    return state.board.boxes[place].region if place in state.board.boxes else state.board.nodes[place].region
