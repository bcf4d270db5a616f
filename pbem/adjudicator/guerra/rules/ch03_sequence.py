"""Chapter 3: the sequence of play, cut into letters: council, Patriot operations, Royalist operations.

The end of a turn and the events of the next are played at the close of the Royalist's operations, so that the report
that asks for the council already tells of them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.guerra.rules.ch01_map import settle_ports
from pbem.adjudicator.guerra.rules.ch02_setup import choose_set_up
from pbem.adjudicator.guerra.rules.ch03_activation import operations
from pbem.adjudicator.guerra.rules.ch04_arrivals import come_due, mina
from pbem.adjudicator.guerra.rules.ch04_muster import muster, muster_of, throw_order
from pbem.adjudicator.guerra.rules.ch04_resources import collect, from_spain, no_carry_over
from pbem.adjudicator.guerra.rules.ch05_attrition import standing
from pbem.adjudicator.guerra.rules.ch05_movement import form_stacks, neutral_ground
from pbem.adjudicator.guerra.rules.ch06_siege import surrenders
from pbem.adjudicator.guerra.rules.ch07_sailing import to_port
from pbem.adjudicator.guerra.rules.ch09_uprisings import uprisings
from pbem.adjudicator.guerra.rules.ch10_liberals import agitate, event
from pbem.adjudicator.guerra.rules.ch10_special import legion, mexico_limit
from pbem.adjudicator.guerra.rules.ch11_victory import count, decide_victory
from pbem.adjudicator.guerra.state.house import choice
from pbem.adjudicator.guerra.state.state import Acting, State
from pbem.adjudicator.guerra.state.terms import (
    CAMPAIGN,
    COUNCIL,
    MUSTER,
    PATRIOT,
    PATRIOT_SETUP,
    ROYALIST,
    ROYALIST_SETUP,
    SEATS,
    SECOND_MUSTER,
    STEPS_OF_NATIONS,
    UPRISINGS,
    halves_in_words,
)

#: The seats that must write in a phase; the other may.
WRITERS = {
    ROYALIST_SETUP: (ROYALIST,), PATRIOT_SETUP: (PATRIOT,), COUNCIL: SEATS, UPRISINGS: SEATS, MUSTER: SEATS,
    SECOND_MUSTER: SEATS, PATRIOT: (PATRIOT,), ROYALIST: (ROYALIST,),
}  # fmt: skip


@rule("3.0", "Sequence of play", "2.0")
async def play_phase(table: Table, state: State, coming: str) -> None:
    """One phase of the sequence; the last of a turn goes on to the events of the next."""
    state.step = coming
    if coming in (ROYALIST_SETUP, PATRIOT_SETUP):
        await choose_set_up(table, state, writers(state, coming))
        if coming == PATRIOT_SETUP or sealed(state):
            begin_first_turn(state)
    elif coming == PATRIOT:
        await patriot_operations(table, state)
    elif coming == ROYALIST:
        await royalist_operations(table, state)
        await end_of_turn(table, state)
    elif musters_in_turn(state):
        await council_in_turn(table, state, coming)
    else:
        await council(table, state, coming)
    state.acting = Acting()
    settle_ports(state)


def writers(state: State, coming: str) -> tuple[str, ...]:
    """The seats that must write in a phase."""
    if coming == ROYALIST_SETUP and sealed(state):
        return SEATS
    if musters_in_turn(state) and coming in (MUSTER, SECOND_MUSTER):
        return (state.order[coming == SECOND_MUSTER],)
    return WRITERS[coming]


def musters_in_turn(state: State) -> bool:
    """Tells if the second seat writes its muster when it has seen the first (4.7)."""
    return choice(state, "musters") == "in_turn"


def sealed(state: State) -> bool:
    """Tells if both set-ups are written at once, or are the data's."""
    return choice(state, "setup") != "in_turn"


@rule("12.1.1", "Length and first phase of a scenario", "12.2.1", "12.3.1")
def begin_first_turn(state: State) -> None:
    """The first turn of the scenario begins once both sides are set up."""
    state.turn = state.board.scenarios[state.scenario].first
    settle_ports(state)
    come_due(state)


@rule("3.1", "Turn sequence", "12.1.1", "12.2.1", "12.3.1")
def following(state: State, coming: str) -> str:
    """Names the phase after this one, by the charter's pace."""
    pace = choice(state, "pace")
    if coming == ROYALIST_SETUP and not sealed(state):
        return PATRIOT_SETUP
    if coming in (ROYALIST_SETUP, PATRIOT_SETUP):
        begins = state.board.scenarios[state.scenario].begins
        if begins == PATRIOT and (state.scenario != CAMPAIGN or choice(state, "campaign_begins") == "operations"):
            return PATRIOT
        return UPRISINGS if pace == "slow" else COUNCIL
    if coming == ROYALIST:
        return UPRISINGS if pace == "slow" else COUNCIL
    if coming == UPRISINGS or (coming == COUNCIL and musters_in_turn(state)):
        return MUSTER
    if coming == MUSTER and musters_in_turn(state):
        return SECOND_MUSTER
    if coming == COUNCIL and pace == "quick":
        return ROYALIST
    return ROYALIST if coming == PATRIOT else PATRIOT


@rule("3.1", "Uprisings, then reorganization and reinforcement", "9.0", "4.0")
async def council(table: Table, state: State, coming: str) -> None:
    """Uprisings; income; money from Spain; both musters. A slow pace parts the uprisings from the rest."""
    if coming != MUSTER:
        state.rose_now = {}
        await uprisings(table, state)
    if coming != UPRISINGS:
        await collect(table, state)
        await from_spain(table, state)
        await muster(table, state)
        state.stations, state.order = {}, []
    if coming == COUNCIL and choice(state, "pace") == "quick":
        await patriot_operations(table, state)


@rule("4.7", "Musters one after the other, where the charter has them so")
async def council_in_turn(table: Table, state: State, coming: str) -> None:
    """Uprisings, income and the die that says who goes first; then a phase for the muster of each seat."""
    if coming in (MUSTER, SECOND_MUSTER):
        await muster_of(table, state, writers(state, coming)[0])
    else:
        state.rose_now = {}
        await uprisings(table, state)
        await collect(table, state)
        await from_spain(table, state)
        await throw_order(table, state)
    if coming == SECOND_MUSTER:
        state.stations, state.order = {}, []


@rule("3.2", "Patriot operations, nation by nation")
async def patriot_operations(table: Table, state: State) -> None:
    """Both sides form their stacks; Mina lands; El Plata and Chile, Grand Colombia and Peru, Mexico; attrition.

    In the year of the Liberals leaders who have not tried yet may win over a unit before that.
    """
    start_operations(state)
    await form_stacks(table, state)
    await mina(table, state)
    for nations in STEPS_OF_NATIONS:
        await operations(table, state, PATRIOT, nations)
    await agitate(table, state)
    await standing(table, state, PATRIOT)


@rule("3.1", "Royalist operations")
async def royalist_operations(table: Table, state: State) -> None:
    """Both sides form their stacks; the Legion; the limit in Mexico; operations; attrition."""
    start_operations(state)
    await form_stacks(table, state)
    await legion(table, state)
    await mexico_limit(table, state)
    await operations(table, state, ROYALIST, ())
    await standing(table, state, ROYALIST)
    state.mexico_left = -1


def start_operations(state: State) -> None:
    """Every force stands where it begins the phase."""
    state.operated, state.weathered = [], []
    for force in state.forces.values():
        force.start, force.came_from = force.at, ""


@rule("3.1", "End of turn", "6.6", "7.4", "5.0")
async def end_of_turn(table: Table, state: State) -> None:
    """Blockades; ports; neutral ground; then victory on the last turn, or the next turn with its events."""
    table.note("3.1", ALL, "End of the turn.", "step")
    await surrenders(table, state)
    await to_port(table, state)
    await neutral_ground(table, state)
    settle_ports(state)
    clear_turn(state)
    tell_count(table, state)
    if state.turn >= state.last_turn:
        decide_victory(table, state)
        return
    no_carry_over(state)
    state.turn += 1
    table.note("3.1", ALL, f"The year {state.board.turn(state.turn).label} begins.", "turn", turn=state.turn)
    await event(table, state)
    come_due(state)


@rule("11.0", "The count at the end of each turn")
def tell_count(table: Table, state: State) -> None:
    """Tells everybody how many areas are whose."""
    held = {seat: count(state, seat) for seat in SEATS}
    table.note(
        "11.0", ALL, f"The King's writ runs in {halves_in_words(held[ROYALIST])} areas that count, the Patriots' in"
        f" {halves_in_words(held[PATRIOT])}.", "count", turn=state.turn, **held,
    )  # fmt: skip


def clear_turn(state: State) -> None:
    """Marks of one turn come off; raided areas and stations are kept for the council."""
    state.operated, state.revealed, state.told_regulars = [], {}, {}
    for siege in state.sieges.values():
        siege.op_spent, siege.blockaded = 0, False


async def settle_victory(table: Table, state: State) -> None:
    """The count of chapter 11."""
    decide_victory(table, state)


#: Parts of a turn by name, for case files that play one alone.
ACTS: dict[str, Callable[[Table, State], Awaitable[None]]] = {
    "uprisings": uprisings, "collect": collect, "spain": from_spain, "muster": muster, "mina": mina,
    "forces": form_stacks, "legion": legion, "mexico": mexico_limit, "surrenders": surrenders, "to-port": to_port,
    "neutral-ground": neutral_ground, "liberals": event, "end-of-turn": end_of_turn, "victory": settle_victory,
}  # fmt: skip
