"""1.6: what is worth Prestige, how a game ends, and who has won it."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.prestige import award, boxes_to_prestige
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH, FLAGSHIP, SIDE_OF, SOL, THE, other, quarterly

DRAWN = "drawn"
LEVELS = ("marginal", "substantial", "decisive")
#: One Sail of a class in words, and more of them.
NAMES = {FLAGSHIP: ("a Flagship", "Flagships"), SOL: ("a ship of the line", "ships of the line"),
         "sol-d": ("an old ship of the line", "old ships of the line")}  # fmt: skip


@rule("1.612", "Prestige for Sail that are eliminated", "1.61")
def sail_lost(table: Table, state: State, side: str, sort: str, number: int, why: str = "") -> None:
    """The enemy of who lost Sail in Battle or in a Port that fell: 2 a Flagship, 1 a ship of the line.

    Frigates count by twos, and what is over waits for the next.
    """
    winner, numbers = other(side), state.board.number
    if sort in (FLAGSHIP, SOL):
        points = number * numbers("flagship_prestige" if sort == FLAGSHIP else "sol_prestige")
    elif sort == "sol-d":
        points = number * numbers("sol_d_prestige")
    else:
        before = state.odd_frigates.get(winner, 0)
        points, state.odd_frigates[winner] = divmod(before + number, numbers("frigates_for_one"))
    if points:
        one, more = NAMES.get(sort, ("a Frigate", "Frigates"))
        lost = f"{number} {more}" if number > 1 else one
        award(table, state, winner, points, "1.612", why or f"the enemy lost {lost}")


@rule("1.613", "Prestige for Ports that are Captured")
def port_taken(table: Table, state: State, captor: str, port: str) -> None:
    """The captor wins the Port's worth; who loses a Port of their own loses half of it, and wins that with it back."""
    record = state.board.ports[port]
    own = SIDE_OF.get(state.owner_of(port), "")
    half = (record.prestige + 1) // 2
    if own == captor:
        award(table, state, captor, half, "1.613", f"{record.name} is theirs again")
        return
    award(table, state, captor, record.prestige, "1.613", f"{record.name} is Captured")
    if own:
        award(table, state, own, -half, "1.613", f"{record.name} is lost")


@rule("1.611", "Prestige for Orders", "3.34")
def count_orders(table: Table, state: State) -> None:
    """The boxes are counted on Quarterly Turns and at the end of the game."""
    if quarterly(state.date) or state.date == state.last:
        boxes_to_prestige(table, state, state.board.scenarios[state.scenario].order_prestige)


@rule("1.62", "The end of the game", "1.621")
def is_last(state: State) -> bool:
    """Tells if this Turn is the last of the scenario."""
    return state.date >= state.last


def gain(state: State, side: str) -> int:
    """The Prestige that a side has won since the start."""
    return state.prestige[side] - state.start_prestige[side]


@base("R12.6", "The winner")
def decide_victory(table: Table, state: State) -> None:
    """The gains are compared, the British one less the scenario's handicap; the difference has four levels."""
    scenario = state.board.scenarios[state.scenario]
    ahead = gain(state, BRITISH) - gain(state, BOURBON) - scenario.handicap
    steps = (scenario.marginal, scenario.substantial, scenario.decisive)
    reached = [level for level, least in zip(LEVELS, steps, strict=True) if abs(ahead) >= least]
    state.over = True
    state.level = reached[-1] if reached else DRAWN
    state.winner = (BRITISH if ahead > 0 else BOURBON) if reached else "draw"
    told = f"The British have won {gain(state, BRITISH):+d}, the Bourbons {gain(state, BOURBON):+d}"
    told += f"; the British must be {scenario.handicap} ahead to be level" if scenario.handicap else ""
    end = f"{THE[state.winner]} have a {state.level} victory" if reached else "it is a draw"
    table.note("R12.6", ALL, f"The game ends. {told}: {end}.", "victory", winner=state.winner, margin=ahead)
