"""The invariants of every position; a breach is our bug, never a player's."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    AVAILABLE,
    CONVOY,
    GONE,
    GRAND_FLOTILLA,
    IN_ORDINARY,
    MESS,
    OFF_MAP,
    READY,
    RECOVERY,
    SIDES,
)


def broken(state: State) -> list[str]:
    """Every invariant that does not hold between phases."""
    return [*squadrons_sound(state), *formations_sound(state), *markers_sound(state), *units_sound(state),
            *leaders_sound(state), *orders_sound(state), *sieges_sound(state), *counts_sound(state),
            *craft_sound(state)]  # fmt: skip


def squadrons_sound(state: State) -> Iterator[str]:
    """Every Squadron with Sail is in one place, and no counter is used twice (R1.10, R3.3).

    The counter of a Sail that was lost is free again: new ones may be bought with it.
    """
    used: dict[tuple[str, str], int] = {}
    for name, one in state.squadrons.items():
        contingent = state.board.squadrons[name].contingent
        if one.dp < 0 or any(number < 0 for number in one.sail.values()):
            yield f"{name} has {one.dp} DPs and Sail {one.sail}"
        if one.formation and name not in state.formations.get(one.formation, NOBODY).squadrons:
            yield f"{name} says that it is in {one.formation}, which does not know it"
        if state.size(name) and not one.formation and one.at not in (*state.board.ports, OFF_MAP):
            yield f"{name} is nowhere: '{one.at}'"
        if one.at in state.board.ports and one.state != IN_ORDINARY:
            yield f"{name} lies alone at {one.at} and is not In Ordinary"
        for sort, number in one.sail.items():
            used[contingent, sort] = used.get((contingent, sort), 0) + number
    for (contingent, sort), number in used.items():
        most = state.board.mix.get(contingent, {}).get(sort, 0)
        if number > most:
            yield f"{number} {sort} of the {contingent} contingent are in play; there are {most} counters (R1.10)"


class Nobody:
    """A Formation that is not there."""

    squadrons: tuple[str, ...] = ()


NOBODY = Nobody()


def formations_sound(state: State) -> Iterator[str]:
    """A Formation has Squadrons or is a Convoy, and stands at a place where its state is lawful."""
    for name, one in state.formations.items():
        at = state.place(name)
        if not one.squadrons and one.kind != CONVOY and not state.companions(name):
            yield f"{name} is empty"
        if at not in (*state.board.nodes, OFF_MAP):
            yield f"{name} is at '{at}'"
        if one.goes_with and one.goes_with not in state.formations:
            yield f"{name} goes with {one.goes_with}, which is not there"
        if one.inside and (at not in state.board.ports or at not in state.sieges):
            yield f"{name} is Ready within {at}, which is not besieged (R3.15)"
        if state.condition(name) != READY and at not in (*state.board.ports, OFF_MAP):
            yield f"{name} is {one.state} at {at}"
        if one.blockades and (one.blockades != at or one.state != READY):
            yield f"{name} blockades {one.blockades} from {at}"
        yield from (f"{name} has {squadron}, which says '{state.squadrons[squadron].formation}'"
                    for squadron in one.squadrons if state.squadrons[squadron].formation != name)  # fmt: skip
    for name in state.convoys:
        if name not in state.formations or state.formations[name].kind != CONVOY:
            yield f"the Convoy {name} has no Formation"


def markers_sound(state: State) -> Iterator[str]:
    """A marker belongs to one Formation, which is Ready on the map, and has its side's letter (R1.9)."""
    seen: dict[str, str] = {}
    for name, one in state.formations.items():
        ready = one.state == READY and not one.goes_with and state.on_map(name) and not one.inside
        if ready and not one.marker:
            yield f"{name} is Ready at {one.at} without a marker"
        if one.marker and one.marker in seen:
            yield f"{one.marker} lies on {seen[one.marker]} and {name}"
        if one.marker:
            seen[one.marker] = name
            letter = "b" if state.side_of(name) == SIDES[0] else "z"
            if not one.marker.startswith(f"{letter}-"):
                yield f"{name} has the marker {one.marker} of the other side"


def units_sound(state: State) -> Iterator[str]:
    """Every Unit is in one place, and in an enemy's Port only as part of an Expedition (3.425)."""
    places = (*state.board.nodes, *state.board.boxes, OFF_MAP, GONE, MESS)
    for name, unit in state.units.items():
        if unit.at not in places and unit.at not in state.formations and unit.at not in state.squadrons:
            yield f"{name} is at '{unit.at}'"
        if unit.at in state.ports:
            holder = state.side_of_port(unit.at)
            if not unit.landed and holder != state.unit_side(name):
                yield f"{name} is in {unit.at}, which its side does not hold"
            if unit.landed and unit.at not in state.sieges:
                yield f"{name} is ashore before {unit.at}, and nobody besieges it"
        elif unit.landed:
            yield f"{name} is landed at {unit.at}"


def leaders_sound(state: State) -> Iterator[str]:
    """Every post of a Leader is a Station or a Formation on hand, and has one Leader."""
    held: dict[str, str] = {}
    for name, one in state.leaders.items():
        for post in one.posts:
            if post not in state.formations and post not in state.board.stations:
                yield f"{name} is posted to {post}, which is not there"
            if post in held and post != GRAND_FLOTILLA:
                yield f"{post} has {held[post]} and {name}"
            held[post] = name


def orders_sound(state: State) -> Iterator[str]:
    """A chit is in a hand, a pool or nowhere else twice; an Order has Formations that know it."""
    for side in SIDES:
        chits = [*state.pool[side], *state.hand[side]]
        yield from (f"{chit} is in hand or pool twice" for chit in dict.fromkeys(chits) if chits.count(chit) > 1)
    for key, order in state.orders.items():
        for name in order.to:
            if name not in state.formations and name not in state.board.craft.counters:
                yield f"{key} is with {name}, which is not there"
    for name, one in state.formations.items():
        if one.order and one.order not in state.orders:
            yield f"{name} carries out {one.order}, which nobody has Issued"


def sieges_sound(state: State) -> Iterator[str]:
    """A siege has its Order and Units ashore."""
    for port, siege in state.sieges.items():
        if siege.order not in state.orders:
            yield f"the siege of {port} has no Order {siege.order}"
        elif not state.units_at(port, state.orders[siege.order].side, landed=True):
            yield f"nobody is ashore before {port}"


def craft_sound(state: State) -> Iterator[str]:
    """Every Auxiliary is in one place or box, and no class of a contingent has more than its counters (2.134)."""
    places = (*state.board.nodes, *state.board.corsair_zones, AVAILABLE, RECOVERY, OFF_MAP)
    used: dict[tuple[str, str], int] = {}
    for name, one in state.auxiliaries.items():
        if one.at not in places and one.at not in state.formations:
            yield f"{name} is at '{one.at}'"
        if one.target and one.target not in state.formations:
            yield f"{name} shadows {one.target}, which is not there"
        if one.spent and one.at not in state.sieges:
            yield f"{name} lies spent beside {one.at}, which nobody besieges"
        counter = state.board.craft.counters[name]
        if not counter.corsair:
            used[counter.contingent, counter.sort] = used.get((counter.contingent, counter.sort), 0) + 1
    for (contingent, sort), number in used.items():
        kind = {"fleet": "fleet-auxiliary", "light": "light-auxiliary"}.get(sort, sort)
        if number > state.board.mix[contingent].get(kind, 0):
            yield f"{number} {sort} Auxiliaries of the {contingent} contingent are in play (2.134)"


def counts_sound(state: State) -> Iterator[str]:
    """Prestige is never below nought, and the winds are of the board."""
    yield from (f"{side} has {points} Prestige" for side, points in state.prestige.items() if points < 0)
    yield from (f"the wind {name} is not on the board" for name in state.winds if name not in state.board.winds)
