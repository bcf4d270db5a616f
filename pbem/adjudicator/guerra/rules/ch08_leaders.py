"""Chapter 8: ratings of leaders, and what becomes of a leader whose units are all lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Shift, Table
from pbem.adjudicator.guerra.rules import questions
from pbem.adjudicator.guerra.rules.ch10_special import HAVEN_OF, to_haven
from pbem.adjudicator.guerra.rules.distances import land_distances, sea_distances, seas_at
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import PATRIOT, track

TACTICAL, OPERATIONS = "tactical", "operations"
BOVES, COCHRANE = "boves", "cochrane"
HAVEN = "haven"


@rule("8.0", "A leader's ratings", "8.3")
def rating(state: State, force: str, which: str) -> int:
    """The best rating among the leaders of a force: one leader serves for the roll in hand (L4).

    A naval leader lends no tactical rating to a fight on land (8.3).
    """
    pieces = [state.board.leaders[leader] for leader in state.leaders_in(force)]
    if which == TACTICAL:
        return max((piece.tactical for piece in pieces if not piece.naval), default=0)
    return max((piece.operations for piece in pieces), default=0)


@rule("8.3", "Cochrane is with a fleet")
def cochrane_with(state: State, ships: Iterable[str]) -> bool:
    """Tells if Cochrane sails in one of these ships."""
    officer = state.leaders.get(COCHRANE)
    return officer is not None and officer.at in set(ships)


# ------------------------------------------------------------------------------------------- casualties


async def casualties(table: Table, state: State, leaders: Sequence[str], place: str) -> None:
    """Throws the die of 8.1 for each leader who is left without units, in the order of their ids."""
    for leader in sorted(leaders):
        await casualty(table, state, leader, place)


@rule("8.1", "Leader casualties and retreat", "8.2")
async def casualty(table: Table, state: State, leader: str, place: str) -> None:
    """Throws for one leader: 1 or 2 and the leader is lost; else the leader reaches a refuge."""
    shift = Shift()
    shift.add("8.2", state.board.numbers.boves_casualty, "Boves leads from the front", when=leader == BOVES)
    name = state.label(leader)
    throw = await table.roll("8.1", "1d6", "leader", leader, why=f"{name} tries to get away", shift=shift)
    was = state.leaders[leader].at
    if state.board.leader_loss[throw.total] == "lost":
        state.lose_leader(leader)
        table.note("8.1", ALL, f"{name} is killed or captured.", "leader-lost", leader=leader, at=place)
    else:
        await refuge(table, state, leader, place)
    state.drop_if_empty(was)


async def refuge(table: Table, state: State, leader: str, place: str) -> None:
    """Places a leader who got away: with the nearest stack of the leader's side, or in a haven."""
    piece = state.board.leaders[leader]
    options = refuges(state, leader, place)
    name = state.label(leader)
    if not options:
        state.leaders[leader].at = track(state.turn + 1)
        text = f"{name} gets away, finds nobody to join, and comes back next turn."
        table.note("8.1", ALL, text, "leader-safe", leader=leader, at="")
        return
    default = next(iter(options))
    if HAVEN in options and not nation_lives(state, piece.nation):
        default = HAVEN
    facts = {"leader": leader, "area": place}
    to = await questions.choose(table, "8.1", piece.side, "leader", (leader,), facts, options, default,
                                f"{name} gets away. Where does {name} go?")  # fmt: skip
    if to == HAVEN:
        to_haven(table, state, leader)
        return
    state.leaders[leader].at = to
    at = state.forces[to].at if to in state.forces else state.units[to].at
    text = f"{name} gets away to {state.label(at)}."
    table.note("8.1", ALL, text, "leader-safe", leader=leader, at=at)


def refuges(state: State, leader: str, place: str) -> dict[str, str]:
    """The places that a leader may reach: the nearest stacks of the leader's side, then the nation's haven.

    Equally near stacks are all offered. A naval leader goes to the nearest ships.
    """
    piece = state.board.leaders[leader]
    holders = _ships(state, piece.side, place) if piece.naval else _stacks(state, piece.side, place)
    nearest = min(holders.values(), default=0)
    found = {holder: f"to {state.label(holder)}" for holder, far in holders.items() if far == nearest}
    if piece.side == PATRIOT and piece.nation in HAVEN_OF:
        found[HAVEN] = f"to {state.label(HAVEN_OF[piece.nation])}"
    return found


def _stacks(state: State, side: str, place: str) -> dict[str, int]:
    starts = [place] if place in state.board.areas else list(state.board.seas[place].coasts)
    far = land_distances(state, starts)
    return {
        name: far.get(force.at, len(state.board.areas)) for name, force in state.forces.items()
        if force.side == side and state.units_in(name) and not force.ships
    }  # fmt: skip


def _ships(state: State, side: str, place: str) -> dict[str, int]:
    far = sea_distances(state, seas_at(state, place))
    found: dict[str, int] = {}
    for ship in (unit for unit, one in state.board.units.items() if one.naval and one.side == side):
        ways = [far[sea] for sea in seas_at(state, state.units[ship].at) if sea in far]
        if ways:
            found[ship] = min(ways)
    return found


def nation_lives(state: State, nation: str) -> bool:
    """Tells if Patriot units still stand in an area of a nation's income list."""
    return any(state.land_units_at(area, PATRIOT) for area in state.board.group(f"income-{nation}"))
