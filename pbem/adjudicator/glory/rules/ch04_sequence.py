"""Chapter 4: the sequence of play, cut into letters: one phase a turn.

A phase begins with what both seats choose in their administration, and ends with those parts of the next turn's that
chance decides, so that nobody writes twice and nobody writes blind.
"""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.engine.turns import TurnStep, play_steps
from pbem.adjudicator.glory.rules.ch03_setup import choose_set_up
from pbem.adjudicator.glory.rules.ch05_council import draw_provisions, place_provisions, set_conseil
from pbem.adjudicator.glory.rules.ch05_events import draw_event, judge_events, reveal_events
from pbem.adjudicator.glory.rules.ch05_returns import (
    advance_turn,
    chits_back,
    fever,
    frigates_return,
    last_winds,
    provisions_back,
    reinforcements,
)
from pbem.adjudicator.glory.rules.ch05_yard import admiralty
from pbem.adjudicator.glory.rules.ch06_activation import activation
from pbem.adjudicator.glory.rules.ch12_arrivals import arrivals
from pbem.adjudicator.glory.rules.ch23_victory import tally
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import SPANS

SETUP, SEA_PHASE = "setup", "sea"


@rule("4.0", "Sequence of play", "5.0")
async def play_phase(table: Table, state: State, coming: str) -> None:
    """The set-up, or one turn; then the next turn's administration as far as nobody has to choose in it."""
    if coming == SETUP:
        await choose_set_up(table, state)
        state.turn = SPANS[state.scenario][0] - 1
        state.came_in = []
        await next_administration(table, state)
        return
    await play_steps(table, state, CHOICES, "Step", lambda: bool(state.ended))
    state.came_in = []
    if not state.ended:
        await activation(table, state)
    if not state.ended:
        await judge_events(table, state)
    if state.ended:
        return
    if state.turn >= state.last_turn:
        tally(table, state)
        return
    await next_administration(table, state)


@rule("5.0", "Administration phase")
async def next_administration(table: Table, state: State) -> None:
    """Plays those steps of a turn's administration that chance decides, before its letters are written."""
    await play_steps(table, state, ADMINISTRATION, "Step", lambda: bool(state.ended))


async def winds(table: Table, state: State) -> None:
    """5.6."""
    last_winds(state)


async def cup(table: Table, state: State) -> None:
    """5.7."""
    chits_back(state)


async def provisions_cup(table: Table, state: State) -> None:
    """5.8."""
    provisions_back(state)


async def events_due(table: Table, state: State) -> None:
    """5.10, but not in Trafalgar."""
    if not state.trafalgar():
        await reveal_events(table, state)


async def new_event(table: Table, state: State) -> None:
    """5.11, but not in Trafalgar."""
    if not state.trafalgar():
        await draw_event(table, state)


async def conseil(table: Table, state: State) -> None:
    """5.13, but not in Trafalgar."""
    if not state.trafalgar():
        await set_conseil(table, state)


#: What a letter chooses, carried out as it is opened.
CHOICES = (
    TurnStep(2, "5.2", "Allocate manpower and repair ships", admiralty),
    TurnStep(12, "5.12", "Place provisions chits", place_provisions),
    TurnStep(13, "5.13", "Set the Grand Conseil", conseil),
)
#: What chance decides, played at the end of the phase before.
ADMINISTRATION = (
    TurnStep(1, "5.1", "Advance the game turn marker", advance_turn),
    TurnStep(3, "5.3", "Return frigates", frigates_return),
    TurnStep(4, "5.4", "Place reinforcements", reinforcements),
    TurnStep(5, "5.5", "Advance blocks on the transit tracks", arrivals),
    TurnStep(6, "5.6", "Place Last Wind markers", winds),
    TurnStep(7, "5.7", "Return activation chits", cup),
    TurnStep(8, "5.8", "Return provisions chits", provisions_cup),
    TurnStep(9, "5.9", "Roll for the end of the fever", fever),
    TurnStep(10, "5.10", "Reveal Admiralty Events", events_due),
    TurnStep(11, "5.11", "Draw an Admiralty Event", new_event),
    TurnStep(12, "5.12", "Draw provisions chits", draw_provisions),
)
