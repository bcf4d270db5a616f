"""2.171 and 1.614: requests to Europe on Quarterly Turns, and the point paid for a better answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.order_parts import whole
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Plain, Shift, Table
from pbem.adjudicator.yellowjack.base.conventions import clamped, throw
from pbem.adjudicator.yellowjack.base.prestige import award
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.board.europe import ASKING
from pbem.adjudicator.yellowjack.ch2.arrivals import place_held
from pbem.adjudicator.yellowjack.ch2.rebuilding import may_stand_at_home, rebuild, rebuildable
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Held
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    AUSTRIAN_WAR,
    BRITISH,
    COMMANDS_OF,
    FRANCE_AT_WAR,
    FRENCH,
    FRENCH_COMMAND,
    OFF_MAP,
    PHILIP_DIES,
    PREPARATION,
    SIDE_OF,
    SIDES,
    SPANISH,
    quarterly,
)

#: Points that each class of Sail costs.
COSTS = {"flagship": 4, "sol": 3, "sol-d": 2, "frigate": 2}
USUAL = ("sol", "sol-d", "frigate")
#: What the Events add to the die: a higher one brings less.
AGAINST = {
    AUSTRIAN_WAR: {BRITISH: 1, SPANISH: 2, FRENCH: 1}, FRANCE_AT_WAR: {BRITISH: 2, SPANISH: 1, FRENCH: 1},
}  # fmt: skip
NO_VICEROY, AT_PEACE, IN_PREPARATION = 1, 3, 2


@rule("2.171", "The Reinforcement Request Table", "2.17")
@base("R11.2", "Requests")
async def requests(table: Table, state: State) -> None:
    """On a Quarterly Turn each nation asks once; what it gets waits off the map for the next operations (A4b)."""
    if not quarterly(state.date):
        return
    for side in SIDES:
        said = await table.decide(entries(table, "2.171", side, "request", {}, "What is asked of Europe?", side))
        for nation in [name for name in ASKING if SIDE_OF[name] == side]:
            wish = next((each for each in said if isinstance(each, dict) and each.get("nation") == nation), {})
            if str(wish.get("do", "true")) not in ("false", "no", "False"):
                await request(table, state, side, nation, wish)
    place_held(table, state)


async def request(table: Table, state: State, side: str, nation: str, wish: Mapping[str, Plain]) -> None:
    """Throws for one nation, pays for the next better row if it is wished, and hands out Sail and Units."""
    shift = modifiers(state, nation)
    die = await throw(table, "2.171", "request", nation, why=f"what Europe sends the {nation.title()}", shift=shift,
                      to=side)  # fmt: skip
    row = clamped(die.total)
    if "pay" in wish and row > 0 and state.prestige[side] >= max(1, whole(wish["pay"])):
        row = better_row(table, state, side, row)
    sail, _, units = state.board.europe.request[row].of(nation)
    bought = buy(sail, [str(sort) for sort in wish.get("buy", ())] or USUAL)
    if bought:
        state.held.append(Held(nation, command_of(nation), OFF_MAP, False, bought))
    raised = raise_units(table, state, nation, units, [str(name) for name in wish.get("rebuild", ())])
    told = ", ".join([*(f"{number} {state.label(sort)}" for sort, number in bought.items()),
                      *(state.label(unit) for unit in raised)]) or "nothing"  # fmt: skip
    table.note("2.171", side, f"Europe sends the {nation.title()} {told}.", "requested", nation=nation)


@rule("1.614", "A point of Prestige buys the next better row")
@base("R12.4", "Spending Prestige")
def better_row(table: Table, state: State, side: str, row: int) -> int:
    """Pays 1 Prestige after the throw and returns the better row."""
    award(table, state, side, -1, "1.614", "it is spent at court")
    return row - 1


def modifiers(state: State, nation: str) -> Shift:
    """The modifiers of a nation's die: Events, absent Viceroys, the peace with France."""
    shift = Shift()
    if PHILIP_DIES not in state.events:
        for event, against in AGAINST.items():
            shift.add("3.121" if event == AUSTRIAN_WAR else "3.131", against[nation], "the war in Europe",
                      when=event in state.events)  # fmt: skip
    away = not any(not one.gone and one.at in state.ports for name, one in state.personages.items()
                   if state.board.personages[name].viceroy)  # fmt: skip
    shift.add("2.171", NO_VICEROY, "no Viceroy is on the map", when=nation == SPANISH and away)
    shift.add("2.171", AT_PEACE, "France is at peace", when=nation == FRENCH and FRANCE_AT_WAR not in state.events)
    shift.add("3.152", IN_PREPARATION, "Brest prepares", when=nation == BRITISH and PREPARATION in state.events)
    return shift


def command_of(nation: str) -> str:
    """The Command that gets what a nation is sent: its Fleet's first."""
    return FRENCH_COMMAND if nation == FRENCH else COMMANDS_OF[SIDE_OF[nation]][0]


def buy(points: int, liking: Sequence[str]) -> dict[str, int]:
    """Spends points on Sail, one of each class in turn as they are liked, until nothing more can be had."""
    found: dict[str, int] = {}
    while any(COSTS.get(sort, points + 1) <= points for sort in liking):
        for sort in liking:
            if COSTS.get(sort, points + 1) <= points:
                found[sort] = found.get(sort, 0) + 1
                points -= COSTS[sort]
    return found


@rule("2.592", "Eliminated Units that a request rebuilds", "2.593", "2.595")
def raise_units(table: Table, state: State, nation: str, number: int, liking: Sequence[str]) -> list[str]:
    """Rebuilds as many Units as the row gives: Militia and Fijos at home, the others off the map."""
    waiting = rebuildable(state, nation)
    order = [*(name for name in liking if name in waiting), *(name for name in waiting if name not in liking)]
    for unit in order[:number]:
        home = state.board.units[unit].home
        rebuild(table, state, unit, home if home and may_stand_at_home(state, unit, home) else "")
    return order[:number]
