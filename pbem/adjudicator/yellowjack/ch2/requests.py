"""2.171 and 1.614: requests to Europe on Quarterly Turns, and the point paid for a better answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.order_parts import whole
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Plain, Shift, Table
from pbem.adjudicator.yellowjack.base.auxiliaries import FLEET, LIGHT
from pbem.adjudicator.yellowjack.base.conventions import clamped, throw
from pbem.adjudicator.yellowjack.base.prestige import award
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.board.europe import ASKING
from pbem.adjudicator.yellowjack.ch2.arrivals import place_held, receive_craft, sends_nothing
from pbem.adjudicator.yellowjack.ch2.rebuilding import may_stand_at_home, rebuild, rebuildable
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Held
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    AUSTRIAN_WAR,
    BRITISH,
    CAROLINAS,
    COMMANDS_OF,
    FRANCE_AT_WAR,
    FRENCH,
    FRENCH_COMMAND,
    FRIGATE,
    OFF_MAP,
    PHILIP_DIES,
    PREPARATION,
    SIDE_OF,
    SIDES,
    SPANISH,
    WHOLE,
    quarterly,
)

#: Points that each class of Sail costs.
COSTS = {"flagship": 4, "sol": 3, "sol-d": 2, "frigate": 2}
USUAL = ("sol", "sol-d", "frigate")
#: Points for small craft that each class of Auxiliary costs.
CRAFT_COSTS = {FLEET: 1, LIGHT: 1, "galley": 1, "fireship": 1, "bomb": 2}
USUAL_CRAFT = (FLEET, LIGHT)
#: What the Events add to the die: a higher one brings less.
AGAINST = {
    AUSTRIAN_WAR: {BRITISH: 1, SPANISH: 2, FRENCH: 1}, FRANCE_AT_WAR: {BRITISH: 2, SPANISH: 1, FRENCH: 1},
}  # fmt: skip
NO_VICEROY, AT_PEACE, IN_PREPARATION = 1, 3, 2
LOUISBURG, AT_LOUISBURG, LOUISBURG_OWN = "louisburg", 1, -1


def asks_now(state: State) -> bool:
    """Tells if Europe is asked in the administration of this Turn: on Quarterly Turns, where Reinforcements come."""
    return quarterly(state.date) and state.board.scenarios[state.scenario].weather == WHOLE


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
            asks = str(wish.get("do", "true")) not in ("false", "no", "False")
            if asks and not sends_nothing(state, nation, state.date):
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
    sail, small, units = state.board.europe.request[row].of(nation)
    liking = [str(sort) for sort in wish.get("buy", ())]
    bought = buy(sail, [sort for sort in liking if sort in COSTS] or USUAL, COSTS)
    craft = buy(small, [sort for sort in liking if sort in CRAFT_COSTS] or USUAL_CRAFT, CRAFT_COSTS)
    hand_out(table, state, nation, bought, craft)
    raised = raise_units(table, state, nation, units, [str(name) for name in wish.get("rebuild", ())])
    told = ", ".join([*(f"{number} {state.label(sort)}" for sort, number in (*bought.items(), *craft.items())),
                      *(state.label(unit) for unit in raised)]) or "nothing"  # fmt: skip
    table.note("2.171", side, f"Europe sends the {nation.title()} {told}.", "requested", nation=nation)


@rule("3.243", "Frigates and Light Auxiliaries that come while Louisburg is British go to the Carolinas first")
def hand_out(table: Table, state: State, nation: str, sail: Mapping[str, int], craft: Mapping[str, int]) -> None:
    """Puts what a request has bought off the map or into the Available Box, for the Command that gets it."""
    to_carolinas = nation == BRITISH and louisburg_is(state, BRITISH)
    for command, north, sorts in ((CAROLINAS, True, (FRIGATE, LIGHT)), (command_of(nation), False, None)):
        if sorts and not to_carolinas:
            continue
        mine = {sort: number for sort, number in sail.items() if not sorts or sort in sorts}
        small = {sort: number for sort, number in craft.items() if not sorts or sort in sorts}
        if mine:
            state.held.append(Held(nation, command, OFF_MAP, north, mine))
        receive_craft(table, state, nation, command, small)
        sail = {sort: number for sort, number in sail.items() if sort not in mine}
        craft = {sort: number for sort, number in craft.items() if sort not in small}


@rule("1.614", "A point of Prestige buys the next better row")
@base("R12.4", "Spending Prestige")
def better_row(table: Table, state: State, side: str, row: int) -> int:
    """Pays 1 Prestige after the throw and returns the better row."""
    award(table, state, side, -1, "1.614", "it is spent at court")
    return row - 1


@rule("3.121", "What the wars in Europe do to requests", "3.131", "3.141", "3.152")
def modifiers(state: State, nation: str, *, escort: bool = False) -> Shift:
    """The modifiers of a nation's die: Events, absent Viceroys, the peace with France, Louisburg."""
    shift = Shift()
    if PHILIP_DIES not in state.events:
        for event, against in AGAINST.items():
            shift.add("3.121" if event == AUSTRIAN_WAR else "3.131", against[nation], "the war in Europe",
                      when=event in state.events)  # fmt: skip
    away = not any(not one.gone and one.at in state.ports for name, one in state.personages.items()
                   if state.board.personages[name].viceroy)  # fmt: skip
    shift.add("2.171", NO_VICEROY, "no Viceroy is on the map", when=nation == SPANISH and away)
    shift.add("2.171", AT_PEACE, "France is at peace", when=nation == FRENCH and not escort
              and FRANCE_AT_WAR not in state.events)  # fmt: skip
    shift.add("3.152", IN_PREPARATION, "Brest prepares", when=nation == BRITISH and PREPARATION in state.events)
    louisburg_shift(state, shift, nation)
    return shift


@rule("3.242", "Louisburg and requests: the campaign costs both, its Status helps who holds it", "3.243", "3.24")
def louisburg_shift(state: State, shift: Shift, nation: str) -> None:
    """Adds what the campaign does to a request, in the extended game."""
    campaign = state.campaigns.get(LOUISBURG)
    if campaign is None or not state.board.scenarios[state.scenario].extended or nation not in (BRITISH, FRENCH):
        return
    shift.add("3.24", AT_LOUISBURG, "the campaign of Louisburg", when=campaign.active)
    shift.add("3.243" if nation == BRITISH else "3.242", LOUISBURG_OWN, "Louisburg is held",
              when=louisburg_is(state, nation))  # fmt: skip


def louisburg_is(state: State, nation: str) -> bool:
    """Tells if the Status of Louisburg is a nation's, in the extended game."""
    campaign = state.campaigns.get(LOUISBURG)
    return campaign is not None and state.board.scenarios[state.scenario].extended and campaign.status == nation


def command_of(nation: str) -> str:
    """The Command that gets what a nation is sent: its Fleet's first."""
    return FRENCH_COMMAND if nation == FRENCH else COMMANDS_OF[SIDE_OF[nation]][0]


def buy(points: int, liking: Sequence[str], costs: Mapping[str, int]) -> dict[str, int]:
    """Spends points, on one of each class in turn as they are liked, until nothing more can be had."""
    found: dict[str, int] = {}
    while any(costs.get(sort, points + 1) <= points for sort in liking):
        for sort in liking:
            if costs.get(sort, points + 1) <= points:
                found[sort] = found.get(sort, 0) + 1
                points -= costs[sort]
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
