"""Markers at sea, reasons for which a Formation is Spotted, searches on meeting (R1.9, R7.1 to R7.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pbem.adjudicator.engine.piecemeal import by_word
from pbem.adjudicator.engine.table import ALL, SEALED, Shift, Table
from pbem.adjudicator.yellowjack.base.conventions import throw
from pbem.adjudicator.yellowjack.base.ports import is_friendly_to, is_key, is_neutral
from pbem.adjudicator.yellowjack.base.skies import force_at
from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.state.known import Sighting
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    CONVOY,
    FITTING_OUT,
    FLAG,
    FLOTILLAS,
    INDEPENDENT,
    MPIS,
    READY,
    SIDES,
    other,
    sail,
)
from pbem.base.counting import counted

#: Why the enemy knows what a Formation is (R7.2).
PORT, SEARCH, BATTLE, BLOCKADE, BREAK_OUT, ASSAULT, SHADOW = (
    "port", "search", "battle", "blockade", "breakout", "assault", "shadow",
)  # fmt: skip
REASONS = {
    PORT: "it can be seen from the Port",
    SEARCH: "it was found",
    BATTLE: "it fought",
    BLOCKADE: "it blockades",
    BREAK_OUT: "it was seen trying to come out",
    ASSAULT: "it makes an assault",
    SHADOW: "it is shadowed",
}
#: Reasons of this very Impulse that keep it Spotted at the end of it (R7.2c).
OF_THE_IMPULSE = (BLOCKADE, BATTLE, BREAK_OUT, ASSAULT)
KIND_WORDS = {
    "flag": "a Flag", "detachment": "a Detachment", "independent": "a lone Squadron",
    "company": "the Company's Formation", "convoy": "a Convoy",
}  # fmt: skip

NATIONS = {
    "british": "of the British", "spanish": "of the Spaniards", "french": "of the French", "caracas": "of the Company",
}  # fmt: skip

# -------------------------------------------------------------------------------------------- places and markers


def short(state: State, formation: str) -> str:
    """A Formation as its owner reads it: the Leader's or the counter's name, and its id."""
    leader = state.leader_of(formation)
    return f"{state.label(leader)} ({formation})" if leader else f"{state.label(formation)} ({formation})"


@base("R2.7", "Any number may lie in one place")
def place(state: State, formation: str, at: str) -> None:
    """Moves a Formation, with all that goes with it, to a place."""
    one = state.formations[state.leading(formation)]
    one.came_from, one.at = one.at, at
    one.toward, one.beaten, one.stays, one.moved = "", 0, 0, True


@base("R1.9", "A Formation appears at sea under the next number of its side", "3.315")
def appear(table: Table, state: State, formation: str) -> str:
    """Puts a Formation into the Ready state; everybody sees a marker, nobody else what it is."""
    one = state.formations[formation]
    one.state, one.inside, one.let_pass, one.fitted = READY, False, 0, False
    one.toward, one.beaten, one.stays = "", 0, 0
    marker = state.give_marker(formation)
    text = f"{marker} appears {state.board.whereabouts(one.at)}."
    table.note("R1.9", ALL, text, "marker", marker=marker, at=one.at, gone=False)
    return marker


@base("R1.9", "Those that appear at once are numbered by a draw that nobody sees")
async def by_lot(table: Table, state: State, formations: Sequence[str], *parts: str) -> list[str]:
    """The order in which those that appear at once take their numbers, side by side: no number tells who is who."""
    found: list[str] = []
    for side in SIDES:
        mine = [name for name in formations if state.side_of(name) == side]
        if len(mine) > 1:
            mine = await table.draw("R1.9", mine, len(mine), "markers", *parts, side, lane=SEALED)
        found += mine
    return found


async def number_by_lot(table: Table, state: State, *parts: str) -> None:
    """Gives a number to each Formation that was driven to sea and has none yet; everybody sees where it is."""
    new = [name for name, one in state.formations.items()
           if one.state == READY and one.at in state.board.nodes and not (one.marker or one.goes_with or one.inside)]
    for name in await by_lot(table, state, new, *parts):
        marker, at = state.give_marker(name), state.formations[name].at
        text = f"{marker} appears {state.board.whereabouts(at)}."
        table.note("R1.9", ALL, text, "marker", marker=marker, at=at, gone=False)


@base("R1.9", "A marker that goes into port is given back for good")
def vanish(table: Table, state: State, formation: str) -> None:
    """Takes a Formation's marker off the sea, with all that the enemy knew of it."""
    one = state.formations[formation]
    if one.marker:
        at = state.place(formation)
        text = f"{one.marker} is gone from the sea, {state.board.whereabouts(at)}."
        table.note("R1.9", ALL, text, "marker", marker=one.marker, at=at, gone=True)
    one.marker, one.spotted, one.spotted_mpi = "", "", 0


@base("R3.5", "Ready to Fitting Out")
def fit_out(table: Table, state: State, formation: str) -> None:
    """Puts a Formation into port: into the Harbour of a Key Port, to anchor at a Minor one."""
    one = state.formations[formation]
    vanish(table, state, formation)
    one.state, one.inside, one.blockades, one.blockading = FITTING_OUT, False, "", 0
    one.toward, one.beaten, one.stays, one.fitted = "", 0, 0, False
    for name in state.together(formation):
        state.formations[name].home = False


# -------------------------------------------------------------------------------------------- Spotted


def known_as(state: State, formation: str) -> Sighting:
    """The nation, kind and number of Squadrons of a Formation that is Spotted, never more."""
    one = state.formations[formation]
    number = len(state.squadrons_of(formation))
    return Sighting(one.contingent, one.kind, number, one.at, state.date, state.impulse, state.mpi)


@base("R7.1", "Spotted and Unspotted")
def spot(table: Table, state: State, formation: str, why: str) -> None:
    """Lets the enemy know a Formation's nation, kind and number of Squadrons; told once while that stays the same."""
    formation = state.leading(formation)
    one = state.formations[formation]
    if one.state != READY or not one.marker:
        return
    seat = other(state.side_of(formation))
    seen, before = known_as(state, formation), state.known[seat].markers.get(one.marker)
    if before is not None:
        seen.third = before.third
    new = not one.spotted or before is None or (before.kind, before.squadrons) != (seen.kind, seen.squadrons)
    one.spotted, one.spotted_mpi = why, state.tick
    state.known[seat].markers[one.marker] = seen
    if new:
        tell_spotted(table, state, formation, seat, seen, why)


def tell_spotted(table: Table, state: State, formation: str, seat: str, seen: Sighting, why: str) -> None:
    """Tells the side that sees what a marker is, and the owner that it is known."""
    one = state.formations[formation]
    at, number = state.board.whereabouts(one.at), seen.squadrons
    size = "" if seen.kind == INDEPENDENT else f", {counted(number, 'Squadron')}" if number else ", no Squadron"
    text = f"{sail(one.marker, first=True)} {at} is {KIND_WORDS[seen.kind]} {NATIONS[seen.contingent]}{size}."
    table.note(
        "R7.2", seat, text, "spotted", marker=one.marker, at=one.at, nation=seen.contingent, kind=seen.kind,
        squadrons=number, impulse=state.impulse, mpi=state.mpi,
    )  # fmt: skip
    text = f"{short(state, formation)} is Spotted {at}: {REASONS[why]}."
    table.note("R7.2", state.side_of(formation), text, "known", formation=formation, at=one.at, why=why)


@base("R7.2", "Off a Port that is the enemy's, or a Neutral Minor Port, a Formation is Spotted", "1.321")
def exposed(state: State, formation: str) -> bool:
    """Tells if the place of a Ready Formation lets the enemy see what it is (1.321)."""
    one = state.formations[formation]
    if one.state != READY or one.inside or one.hushed or one.at not in state.ports:
        return False
    if is_friendly_to(state, one.at, other(state.side_of(formation))):
        return True
    return is_neutral(state, one.at) and not is_key(state, one.at)


@base("R7.2", "When a Formation is Spotted")
def look_round(table: Table, state: State) -> None:
    """Spots those that have come off a Port where they can be seen; after each movement step."""
    for name in afloat(state):
        if exposed(state, name):
            spot(table, state, name, PORT)


@lru_cache(maxsize=8)
def order_of_map(board: Board) -> dict[str, int]:
    """The number of each place in the order of the map."""
    return {node: number for number, node in enumerate(board.nodes)}


def afloat(state: State, side: str = "") -> list[str]:
    """Ready Formations on the map that go for themselves, in the order of places, then markers."""
    return list(state.until_one_sails(("afloat", side), lambda: sought_afloat(state, side)))


def sought_afloat(state: State, side: str) -> list[str]:
    """The same, looked for anew."""
    order = order_of_map(state.board)
    names = [name for name, one in state.formations.items()
             if one.state == READY and one.at in order and not one.goes_with and not one.inside
             and (not side or state.side_of(name) == side)]  # fmt: skip
    return sorted(names, key=lambda name: (order[state.formations[name].at], state.formations[name].marker))


def meeting_places(state: State) -> list[str]:
    """Places with Ready Formations of both sides, in the order of the map."""
    found = {side: {state.formations[name].at for name in afloat(state, side)} for side in SIDES}
    both = found[SIDES[0]] & found[SIDES[1]]
    return [node for node in state.board.nodes if node in both]


# -------------------------------------------------------------------------------------------- searches


@base("R7.3", "Search on meeting")
async def search(table: Table, state: State) -> None:
    """Searches in every place where both sides have Ready Formations: each side for each Unspotted one of the other."""
    for at in meeting_places(state):
        for side in SIDES:
            await search_there(table, state, side, afloat_at(state, at, side), afloat_at(state, at, other(side)))


def afloat_at(state: State, at: str, side: str) -> list[str]:
    """Ready Formations of a side at one place, by their markers."""
    found = state.until_one_sails(("afloat by place", side), lambda: by_word(
        (state.formations[name].at, name) for name in afloat(state, side)))  # fmt: skip
    return list(found.get(at, ()))


async def search_there(table: Table, state: State, side: str, searchers: list[str], targets: list[str]) -> None:
    """Throws for each Unspotted enemy; a Formation that has just slipped out is not looked for."""
    best = min(searchers, key=lambda name: (not has_frigates(state, name), state.formations[name].marker), default="")
    for target in targets:
        one = state.formations[target]
        if best and not one.spotted and not one.hushed:
            shift = search_shift(state, best, target)
            fell = await throw(
                table, "R7.3", "sighting", f"i{state.impulse}.m{state.mpi}", one.at, one.marker, why="sighting",
                shift=shift, to="", lane=SEALED,
            )  # fmt: skip
            if fell.total <= state.board.numbers.search_needs:
                spot(table, state, target, SEARCH)
            else:
                text = f"You cannot make out what {sail(one.marker)} is, {state.board.whereabouts(one.at)}."
                table.note("R7.3", side, text, "unseen", marker=one.marker, at=one.at)


def has_frigates(state: State, formation: str) -> bool:
    """Tells if a Formation has a Squadron of Frigates."""
    return any(state.is_frigates(name) for name in state.squadrons_of(formation))


@base("R7.3", "Modifiers of a search")
def search_shift(state: State, searcher: str, target: str) -> Shift:
    """The modifiers of a search (review, chapter 7)."""
    one, shift = state.formations[target], Shift()
    shift.add("R7.3", -1, "the searcher has Frigates", when=has_frigates(state, searcher))
    shift.add("R7.3", -1, "a Flag or a Convoy", when=one.kind in (FLAG, CONVOY))
    shift.add("R7.3", -1, "a battered one", when=state.worst(target) >= 2)
    shift.add("R7.3", 1, "in a Sea Zone", when=state.board.is_zone(one.at))
    shift.add("R7.3", 1, "in a Gale", when=force_at(state, one.at) > 0)
    return shift


# -------------------------------------------------------------------------------------------- fading


@base("R7.2", "Who stays Spotted at the end of an Impulse")
def fade(table: Table, state: State) -> None:
    """Takes the Spotted mark off those for which no reason holds any more (E6)."""
    first = (state.impulse - 1) * MPIS + 1
    for name in afloat(state):
        one = state.formations[name]
        if not one.spotted or stays_spotted(state, name, first):
            continue
        one.spotted, one.spotted_mpi = "", 0
        seat = other(state.side_of(name))
        text = f"You have lost sight of what {sail(one.marker)} is, {state.board.whereabouts(one.at)}."
        table.note("R7.2", seat, text, "unspotted", marker=one.marker, at=one.at)


def stays_spotted(state: State, formation: str, first: int) -> bool:
    """Tells if a reason of R7.2 still holds; `first` is the first MPI of this Impulse."""
    one = state.formations[formation]
    if exposed(state, formation) or one.blockades or one.spotted == SHADOW:
        return True
    if one.spotted in OF_THE_IMPULSE and one.spotted_mpi >= first:
        return True
    return bool(afloat_at(state, one.at, other(state.side_of(formation))))


def is_flotilla(state: State, formation: str) -> bool:
    """Tells a Flotilla from a lone Squadron or a Convoy."""
    return state.formations[formation].kind in FLOTILLAS
