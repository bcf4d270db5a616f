"""Chapter 4: the sequence of play: set-up, bids, year; and what the dice of each rule are called."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.engine.turns import TurnStep, play_steps
from pbem.adjudicator.lions.rules.ch03_setup import set_up
from pbem.adjudicator.lions.rules.ch07_initiative import determine_initiative
from pbem.adjudicator.lions.rules.ch08_revenue import revenue
from pbem.adjudicator.lions.rules.ch09_exchange import exchange
from pbem.adjudicator.lions.rules.ch10_bargains import lapse_agreements, negotiations
from pbem.adjudicator.lions.rules.ch10_transport import late_deliveries
from pbem.adjudicator.lions.rules.ch11_outfitting import outfitting
from pbem.adjudicator.lions.rules.ch12_fleets import organise
from pbem.adjudicator.lions.rules.ch13_operations import operations
from pbem.adjudicator.lions.rules.ch23_treasure import place_treasure, remove_treasure
from pbem.adjudicator.lions.rules.ch26_victory import determine_victory, sudden_death
from pbem.adjudicator.lions.state.state import State

SETUP, BIDS, YEAR, WATCH = "setup", "bids", "year", "watch"

#: The kinds of label the dice of this game have, with what follows them (PROTOCOL 3.8e).
LABEL_KINDS = {
    "hand": ("power",), "discard": ("power",), "exchange": (), "free-marker": ("power",), "initiative": ("power",),
    "treasure": ("fleet",), "bankers": ("power",), "pepys": ("power",), "pepys-pick": ("power",),
    "leader-cost": ("power",), "leader": ("power",), "movement": ("square",), "movement-again": ("square",),
    "incident": ("square",), "incident-again": ("square",), "mutiny": ("square",), "mutiny-again": ("square",),
    "storm": ("square",), "scattered": ("square",), "fair-wind": ("square",), "revolt": ("square",),
    "revolt-leader": ("leader",), "warring": ("power",), "pirates": ("square",), "pirate-ships": ("square",),
    "pirate-leader": ("square",), "pirate-fort": ("square",), "crossing": ("square",), "crossing-row": ("square",),
    "gauge": ("square", "power"), "dispute": ("leader",), "lucky-shot": ("leader",), "broadside": ("ship",),
    "fireship": ("ship",), "tactics": ("square", "power"), "bombard": ("ship",), "coast": ("square", "power"),
    "shore": ("square", "power"), "plunder": ("square",), "plunder-gold": ("square",), "plunder-marker": ("power",),
    "nell": ("power",), "press": ("power",), "chatter": ("power",), "theft": ("power",), "natives": ("power",),
    "boarding": ("ship",), "leader-loss": ("ship",), "scurvy": ("square",), "trade": ("square",),
    "diplomacy": ("leader",), "gift": ("power",), "breach": ("power",), "breach-order": ("power",),
}  # fmt: skip


async def outfitting_phase(table: Table, state: State) -> None:
    """Steps a to d (4.2(4)): outfitting, with the pirates' ports at its end; treasure; fleets."""
    await outfitting(table, state)
    place_treasure(table, state)
    await organise(table, state)


async def sudden_death_check(table: Table, state: State) -> None:
    sudden_death(table, state)


@rule("4.2", "Turn sequence", "4.1")
def sequence() -> dict[str, tuple[TurnStep[State], ...]]:
    """The phases of a turn as they are played by letter: bids and agreements, the year, and its further watches.

    Where the rotation stops after a watch (13.1), the steps that follow it wait for the year's last watch.
    """
    sailing = (
        TurnStep(5, "13.1", "Operations Phases", operations),
        TurnStep(6, "8.2", "Revenue Phase", revenue),
        TurnStep(7, "26.5", "Sudden Death Victory Check Phase", sudden_death_check),
        TurnStep(8, "4.2", "End of Turn Phase", end_of_turn),
    )
    return {
        SETUP: (TurnStep(0, "3.1", "Set-up", set_up),),
        BIDS: (
            TurnStep(1, "7.1", "Initiative Determination Phase", determine_initiative),
            TurnStep(2, "9.3", "Exchange Phase", exchange),
            TurnStep(3, "10.1", "Negotiations Phase", negotiations),
        ),
        YEAR: (TurnStep(4, "11.1", "Outfitting Phase", outfitting_phase), *sailing),
        WATCH: sailing,
    }


async def play_phase(table: Table, state: State, phase: str) -> None:
    """All steps of one phase, until the game is over or the rotation stops after a watch."""
    state.stopped = False
    await play_steps(table, state, sequence()[phase], "Phase", over=lambda: bool(state.ended) or state.stopped)
    if phase == SETUP:
        state.turn = 1


@rule("4.2", "End of Turn Phase", "3.4", "11.3", "23.6")
async def end_of_turn(table: Table, state: State) -> None:
    """Late treasure is lost, the demobilised may be outfitted again; after the agreed turn the game is decided."""
    remove_treasure(table, state)
    await late_deliveries(table, state)
    lapse_agreements(state)
    state.resting = {}
    state.refused = []
    state.away = {}
    if state.turn == state.turns:
        determine_victory(table, state)
    else:
        state.turn += 1
