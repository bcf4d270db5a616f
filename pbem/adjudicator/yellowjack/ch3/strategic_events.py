"""3.1, Strategic Events: the War of the Austrian Succession, France at war, the death of Philip V, the peace."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.conventions import natural, throw
from pbem.adjudicator.yellowjack.board.europe import EventChance
from pbem.adjudicator.yellowjack.ch2.corsairs import french_corsairs
from pbem.adjudicator.yellowjack.ch3.after_philip import narrow_the_orders
from pbem.adjudicator.yellowjack.ch3.war_in_europe import begin_withdrawals
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    AUSTRIAN_WAR,
    FRANCE_AT_WAR,
    FRANCE_ROUSED,
    PEACE,
    PHILIP_DIES,
    PREPARATION,
    SIDES,
    SORTIE,
    quarter,
    quarterly,
)

NAMES = {
    AUSTRIAN_WAR: "The War of the Austrian Succession has begun", FRANCE_AT_WAR: "France declares war on Britain",
    PHILIP_DIES: "Philip V of Spain is dead", PEACE: "Peace is signed at Aix-la-Chapelle",
    PREPARATION: "The fleet at Brest prepares for sea", SORTIE: "The fleet of Brest has put to sea",
}  # fmt: skip


@rule("3.11", "The Event Step", "3.111", "R9.1")
async def event_step(table: Table, state: State) -> None:
    """Strategic Events in their order: the war in Europe, France, Philip V, the peace (A1a)."""
    if quarterly(state.date) and AUSTRIAN_WAR not in state.events:
        await try_event(table, state, AUSTRIAN_WAR)
    if FRANCE_AT_WAR not in state.events and await france_is_roused(table, state):
        france_declares(table, state)
    if quarterly(state.date) and is_extended(state):
        if PHILIP_DIES not in state.events:
            await try_event(table, state, PHILIP_DIES)
        if await try_event(table, state, PEACE):
            make_peace(state)
    if PHILIP_DIES in state.events:
        narrow_the_orders(table, state)


def is_extended(state: State) -> bool:
    """Tells if a scenario goes on to the peace (1.622)."""
    return state.board.scenarios[state.scenario].extended


def chance_on(state: State, event: str) -> EventChance | None:
    """The row of the flow chart for an Event on this Turn; None where it cannot happen."""
    return next((one for one in state.board.europe.chances if one.event == event
                 and one.first <= state.date <= one.last), None)  # fmt: skip


async def try_event(table: Table, state: State, event: str) -> bool:
    """Throws for an Event that may happen this Turn, and lets it happen; its effects stand from then on."""
    chance = chance_on(state, event)
    if chance is None:
        return False
    die = await throw(table, "3.11", "event", event, why=NAMES[event])
    if natural(die) > chance.highest:
        return False
    happen(table, state, event)
    return True


def happen(table: Table, state: State, event: str) -> None:
    """Notes an Event, with what it does at once."""
    state.events[event] = state.date
    state.settle()
    table.note("3.111", ALL, f"{NAMES[event]}.", "event", what=event)
    if event == AUSTRIAN_WAR:
        austrian_succession(table, state)


@rule("3.12", "The War of the Austrian Succession", "3.121")
def austrian_succession(table: Table, state: State) -> None:
    """Begins the war in Europe: ships, Units and Leaders are called home."""
    begin_withdrawals(table, state)


# -------------------------------------------------------------------------------------------- France (3.13)


@rule("3.13", "When France declares war", "3.121", "3.132", "2.323")
async def france_is_roused(table: Table, state: State) -> bool:
    """Tells if France goes to war now: roused by a Briton, or by die in the extended game.

    The die wants the war in Europe to be a Quarter old.
    """
    if FRANCE_ROUSED in state.events:
        return True
    since = state.events.get(AUSTRIAN_WAR)
    if not is_extended(state) or not quarterly(state.date) or since is None or quarter(since) >= quarter(state.date):
        return False
    chance = chance_on(state, FRANCE_AT_WAR)
    if chance is None:
        return False
    die = await throw(table, "3.11", "event", FRANCE_AT_WAR, why=NAMES[FRANCE_AT_WAR])
    return natural(die) <= chance.highest


@rule("3.131", "France at war", "3.13", "3.133", "3.313", "2.321")
def france_declares(table: Table, state: State) -> None:
    """France is at war from now on: her chits go into the pools, and her Privateers put to sea."""
    happen(table, state, FRANCE_AT_WAR)
    state.events.pop(FRANCE_ROUSED, None)
    for side in SIDES:
        state.pool[side] += [name for name, chit in state.board.chits.items() if chit.side == side and chit.french_war]
    french_corsairs(table, state)


# -------------------------------------------------------------------------------------------- the peace (1.622)


@rule("1.622", "The extended campaign ends by die, from Summer 1748 on")
def make_peace(state: State) -> None:
    """Makes this Turn the last."""
    state.last = state.date
