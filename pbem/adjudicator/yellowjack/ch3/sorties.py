"""3.15: Sorties of the French fleet at Brest: Preparation, the Sortie, and where it goes."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.conventions import natural, throw
from pbem.adjudicator.yellowjack.ch2.arrivals import receive_all
from pbem.adjudicator.yellowjack.ch3.louisburg import aid_to_louisburg
from pbem.adjudicator.yellowjack.ch3.strategic_events import NAMES, happen, try_event
from pbem.adjudicator.yellowjack.state.house import choice
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    AID,
    BOURBON,
    BRITISH,
    DESCENT,
    DESCENT_AGAIN,
    FRANCE_AT_WAR,
    GAMBIT,
    PREPARATION,
    SORTIE,
    quarter,
    year_of,
)

#: With France at war a Sortie is likelier (3.131).
LIKELIER = -2
LOUISBURG = "louisburg"


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
        await DESTINATIONS[await destination(table, state)](table, state)


@rule("3.151", "Where a Sortie goes", "3.152", "3.131")
async def destination(table: Table, state: State) -> str:
    """The West Indies before France is at war; then by a die and the Year, if that goal is still open."""
    row = state.board.politics.sorties.get(year_of(state.date))
    if FRANCE_AT_WAR not in state.events or row is None:
        return GAMBIT
    die = natural(await throw(table, "3.152", "sortie-where", why="where the fleet of Brest is bound"))
    return GAMBIT if die <= row[0] else DESCENT if die <= row[1] else AID


@rule("3.152", "The West Indies Gambit", "3.155")
async def gambit(table: Table, state: State) -> None:
    """The fleet of Brest comes to the West Indies; a British one follows a Turn later."""
    table.note("3.152", ALL, "The fleet of Brest is bound for the West Indies.", "event", what=GAMBIT)
    await receive_all(table, state, GAMBIT, BOURBON)
    state.events[GAMBIT] = state.date


@rule("3.152", "A descent on England: no British or French reinforcements in this Year, twice a game at most")
async def descent(table: Table, state: State) -> None:
    """Notes the Year in which neither Britain nor France sends anything; a third descent is none."""
    if DESCENT_AGAIN in state.events:
        table.note("3.152", ALL, "The fleet of Brest goes back to port.", "event", what=SORTIE)
        return
    state.events[DESCENT_AGAIN if DESCENT in state.events else DESCENT] = state.date
    text = "The fleet of Brest is bound for England: neither Britain nor France sends ships here in this Year."
    table.note("3.152", ALL, text, "event", what=DESCENT)


@rule("3.152", "Aid to Louisburg, once a game, while that campaign is Active")
async def aid(table: Table, state: State) -> None:
    """The fleet of Brest sails to Louisburg, and a British squadron after it; otherwise nothing comes of it."""
    campaign = state.campaigns.get(LOUISBURG)
    if AID in state.events or campaign is None or not campaign.active:
        table.note("3.152", ALL, "The fleet of Brest goes back to port.", "event", what=SORTIE)
        return
    state.events[AID] = state.date
    table.note("3.152", ALL, "The fleet of Brest is bound for Louisburg.", "event", what=AID)
    aid_to_louisburg(table, state)


DESTINATIONS = {GAMBIT: gambit, DESCENT: descent, AID: aid}


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
