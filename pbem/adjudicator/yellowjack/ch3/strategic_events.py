"""3.1, Strategic Events: the War of the Austrian Succession, France at war, and the Sorties of the Brest fleet."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.conventions import natural, throw
from pbem.adjudicator.yellowjack.board.europe import EventChance
from pbem.adjudicator.yellowjack.ch2.arrivals import receive_all
from pbem.adjudicator.yellowjack.ch3.withdrawals import begin_withdrawals
from pbem.adjudicator.yellowjack.state.house import choice
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    AUSTRIAN_WAR,
    BOURBON,
    BRITISH,
    FRANCE_AT_WAR,
    FRANCE_ROUSED,
    GAMBIT,
    PREPARATION,
    SIDES,
    SORTIE,
    quarter,
    quarterly,
    year_of,
)

NAMES = {
    AUSTRIAN_WAR: "The War of the Austrian Succession has begun", FRANCE_AT_WAR: "France declares war on Britain",
    PREPARATION: "The fleet at Brest prepares for sea", SORTIE: "The fleet of Brest has put to sea",
}  # fmt: skip
#: With France at war a Sortie is likelier (3.131).
LIKELIER = -2


@rule("3.11", "The Event Step", "3.111", "R9.1")
async def event_step(table: Table, state: State) -> None:
    """Strategic Events in their order: the war in Europe, France, then the stages of a Sortie (A1a)."""
    if quarterly(state.date) and AUSTRIAN_WAR not in state.events:
        await try_event(table, state, AUSTRIAN_WAR)
    if FRANCE_ROUSED in state.events and FRANCE_AT_WAR not in state.events:
        france_declares(table, state)
    await sorties(table, state)


def chance_on(state: State, event: str) -> EventChance | None:
    """The row of the flow chart for an Event on this Turn; None where it cannot happen."""
    return next((one for one in state.board.europe.chances if one.event == event
                 and one.first <= state.date <= one.last), None)  # fmt: skip


@rule("3.12", "The War of the Austrian Succession", "3.121")
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
        begin_withdrawals(table, state)


@rule("3.13", "France declares war on Britain", "3.131", "3.132", "3.133", "3.313")
def france_declares(table: Table, state: State) -> None:
    """France is at war from now on: her chits go into the pools."""
    happen(table, state, FRANCE_AT_WAR)
    state.events.pop(FRANCE_ROUSED, None)
    for side in SIDES:
        state.pool[side] += [name for name, chit in state.board.chits.items() if chit.side == side and chit.french_war]


def rouse_france(state: State) -> None:
    """Makes France declare war in the next Event Step; an attack on her or a fallen Port may do it (2.265, 2.32)."""
    if FRANCE_AT_WAR not in state.events:
        state.events[FRANCE_ROUSED] = state.date


# -------------------------------------------------------------------------------------------- Sorties (3.15)


@rule("3.15", "Strategic Sorties of the French", "3.151", "3.154")
async def sorties(table: Table, state: State) -> None:
    """Preparation on any Turn; from the next Quarter on the Sortie, once a Year, with its destination."""
    if choice(state, "sorties") == "none" or state.scenario == "1740":
        return
    follow_up(table, state)
    prepared = state.events.get(PREPARATION, 0)
    if not prepared:
        await try_event(table, state, PREPARATION)
        return
    gone = state.events.get(SORTIE, 0)
    if quarter(prepared) >= quarter(state.date) or (gone and year_of(gone) == year_of(state.date)):
        return
    die = await throw(table, "3.151", "event", SORTIE, why=NAMES[SORTIE])
    shift = LIKELIER if FRANCE_AT_WAR in state.events else 0
    if natural(die) + shift <= state.board.numbers.sortie_needs:
        happen(table, state, SORTIE)
        await gambit(table, state)


@rule("3.152", "The West Indies Gambit", "3.155")
async def gambit(table: Table, state: State) -> None:
    """The fleet of Brest comes to the West Indies; a British one follows a Turn later."""
    table.note("3.152", ALL, "The fleet of Brest is bound for the West Indies.", "event", what=GAMBIT)
    await receive_all(table, state, GAMBIT, BOURBON)
    state.events[GAMBIT] = state.date


def follow_up(table: Table, state: State) -> None:
    """Ends the Preparation in the Quarter after its Sortie."""
    gone = state.events.get(SORTIE, 0)
    prepared = state.events.get(PREPARATION, 0)
    if prepared and prepared <= gone and quarter(gone) < quarter(state.date):
        state.events.pop(PREPARATION)


async def pursuers(table: Table, state: State) -> None:
    """The British squadron that follows a West Indies Gambit comes the Turn after it (A4b)."""
    if state.events.get(GAMBIT, state.date) < state.date:
        state.events.pop(GAMBIT)
        await receive_all(table, state, GAMBIT, BRITISH)
