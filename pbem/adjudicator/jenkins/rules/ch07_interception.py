"""7.2: naval interception, in the hex beside, in the printed order of precedence."""
# Chapter 7 by paragraphs: 7.0, 7.1, 7.4 ch07_movement; 7.2 ch07_interception; 7.3 ch07_transport; 7.5, 7.6 ch07_land.

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Pick, Table
from pbem.adjudicator.jenkins.board.pieces import CounterKind
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.rules.ch04_stacking import in_sight
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.state.state import State, enemy
from pbem.base.records import dataclass


class Attempt(StrEnum):
    """Results of an interception."""

    NONE = "not tried"
    MISSED = "missed"
    MET = "met"


@dataclass(frozen=True, slots=True)
class Fleet:
    """Ships that intercept together, and those of them that count against the die: merchants do not (7.2)."""

    ships: tuple[str, ...]
    fighters: tuple[str, ...]

    @property
    def strength(self) -> int:
        """The number that the die must not exceed."""
        return len(self.fighters)


#: Nobody intercepts.
NO_FLEET = Fleet((), ())


def fleet_of(state: State, ships: Iterable[str]) -> Fleet:
    """These ships as one fleet."""
    names = tuple(ships)
    kinds = state.board.counters
    return Fleet(names, tuple(name for name in names if kinds[name].kind is not CounterKind.MERCHANT))


def intercept_question(table: Table, state: State, side: str, hex_id: str, able: Sequence[str]) -> Pick:
    """Asks which ships, if any, intercept a stack that has come beside them (7.2).

    Discreet while none of the ships that could is in the mover's sight (4.4).
    """
    foe = state.stack(hex_id, enemy(side))
    top = state.board.counters[foe[0]] if foe else None
    where = sorted({state.hex_of(name) for name in able})
    return Pick(
        rule="7.2", side=side, key=table.key("intercept", (hex_id,)), topic="intercept",
        prompt=f"Enemy ships ({top.name if top else 'some'} on top) are at {questions.place(state, hex_id)}. "
               "Intercept, and with whom?",
        facts={"hex": hex_id, "from": where, "enemy_top": top.kind.value if top else ""},
        options={name: f"{state.board.counters[name].label} at {state.hex_of(name)}" for name in able},
        least=0, most=len(able), default=(), discreet=not in_sight(state, fleet_of(state, able).fighters),
    )


@rule("7.2", "Naval interception")
async def intercept(
    table: Table, state: State, ships: Sequence[str], hex_id: str, mover: str, *, leaving: bool = False
) -> Attempt:
    """Lets the enemy beside a moving stack try to intercept it, with any ships, all in one attempt.

    Never in a friendly seaport hex of the mover, unless they leave it for the turn track (7.4); never from or
    into a storm (8.1). A stack that is met stays, and they fight in the Combat Step.
    """
    if state.is_friendly_port(hex_id, mover) and not leaving:
        return Attempt.NONE
    foe = enemy(mover)
    able = possible_interceptors(state, foe, hex_id, state.board.naval_neighbours(hex_id))
    return await chosen_attempt(table, state, able, hex_id, foe)


async def first_attempt(table: Table, state: State, hex_id: str, goal: str, mover: str) -> Attempt:
    """Lets the enemy in the hex to be entered try first, if they had no chance to try before (7.2).

    That is so where the ships begin their movement beside the enemy, or come from a friendly seaport hex. By default
    only ships at sea try first, and none that lie in a seaport hex; a house rule makes it all of them, or none.
    """
    wanted = state.house.get("first_try", "at_sea")
    if wanted == "never" or (wanted == "at_sea" and state.seaport(goal)):
        return Attempt.NONE
    foe = enemy(mover)
    return await chosen_attempt(table, state, possible_interceptors(state, foe, hex_id, (goal,)), hex_id, foe)


async def chosen_attempt(table: Table, state: State, able: Fleet, hex_id: str, side: str) -> Attempt:
    """The side says with which of its ships it tries, if it does; nobody is asked without a ship that counts."""
    if not able.strength:
        return Attempt.NONE
    chosen = await table.decide(intercept_question(table, state, side, hex_id, able.ships))
    return await attempt(table, state, fleet_of(state, chosen), hex_id, side)


def possible_interceptors(state: State, side: str, hex_id: str, near: Sequence[str]) -> Fleet:
    """The side's ships in these adjacent hexes that have not intercepted this turn, by hex (7.2, 8.1).

    Ships in a hex where naval combat is due already must fight it there, and cannot leave to intercept.
    """
    if storm_bars(state, hex_id):
        return NO_FLEET
    able = [h for h in near if h in state.stacks and h not in state.met and not storm_bars(state, h)]
    ships = [n for h in sorted(able) for n in state.naval(h, side) if n not in state.intercepted]
    return fleet_of(state, ships) if ships else NO_FLEET


async def attempt(
    table: Table, state: State, fleet: Fleet, hex_id: str, side: str, *, compelled: bool = False
) -> Attempt:
    """One die, the number that counts or less, a 6 always failing; success takes the ships into the hex."""
    number = fleet.strength
    if not number:
        return Attempt.NONE
    where = questions.place(state, hex_id)
    why = f"{side.title()} interception at {where} with {number} ship{'s' if number != 1 else ''}"
    throw = await table.roll("7.2", "1d6", "intercept", hex_id, why=why)
    success = state.board.checks["interception"].holds(throw.total, number)
    outcome = "They are met" if success else "They are not met"
    table.note("7.2", ALL, f"{outcome} at {where}.", "intercepted" if success else "missed", hex=hex_id, side=side)
    if success:
        join_the_enemy(state, fleet.ships, hex_id, side, compelled=compelled)
    return Attempt.MET if success else Attempt.MISSED


def join_the_enemy(
    state: State, ships: Sequence[str], hex_id: str, side: str, *, compelled: bool = False
) -> None:
    """Moves the interceptors into the hex. They are flipped, and combat is due there (7.2, 9.1).

    Where both sides have intercepted in one hex, the mover is the attacker; by a house rule the side that came first.
    """
    state.shift(ships, hex_id)
    state.intercepted += [name for name in ships if name not in state.intercepted]
    if hex_id not in state.met or (compelled and state.house.get("both_intercepted") != "first"):
        state.met[hex_id] = side
    if hex_id not in state.veiled:
        state.veiled.append(hex_id)


async def compelled_interception(
    table: Table, state: State, ships: Sequence[str], hex_id: str, side: str
) -> Attempt:
    """Makes ships about to enter an enemy-occupied hex try to intercept from the hex beside it (7.2).

    The enemy in that hex had the first try, when the ships came near. Ships that have intercepted already this
    turn do not count, and merchants never do; if nobody counts, the hex is entered without an attempt.
    """
    fresh = fleet_of(state, (name for name in ships if name not in state.intercepted))
    return await attempt(table, state, Fleet(tuple(ships), fresh.fighters), hex_id, side, compelled=True)


def stops_ships(state: State, hex_id: str, side: str) -> bool:
    """A naval counter stops in a hex that an enemy naval counter occupies (7.0)."""
    return bool(state.naval(hex_id, enemy(side)))
