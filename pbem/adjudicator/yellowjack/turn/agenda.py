"""Steps of the printed sequence: a name, a heading for reports, and the function that carries them out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch1.ports import reverts
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import WHOLE
from pbem.base.records import dataclass

Carried = Callable[[Table, State, Ruling], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Step:
    """One step, by the name that case files use."""

    name: str
    heading: str
    carry_out: Carried
    weather: bool = False  # only where a scenario has the whole weather


def ordinal(number: int) -> str:
    """A small number as people count: 1st, 2nd, 3rd, 4th."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th')}"


def moment(state: State) -> str:
    """The Impulse and MPI of now in words; empty outside operations."""
    if not state.impulse:
        return ""
    return f"Impulse {state.impulse}" + (f", {ordinal(state.mpi)} MPI" if state.mpi else "")


@base("R4.7", "Immediate things", "R4.4")
async def run(table: Table, state: State, ruling: Ruling, steps: Iterable[Step]) -> None:
    """Carries out steps in their order, each under its heading; a Port that nobody holds goes back at once (R4.7)."""
    whole = state.board.scenarios[state.scenario].weather == WHOLE
    for step in steps:
        if step.weather and not whole:
            continue
        state.step = step.name
        now = moment(state)
        heading = f"{now}: {step.heading}." if now else f"{step.heading[:1].upper()}{step.heading[1:]}."
        table.note("R4.4", ALL, heading, "step", step=step.name, impulse=state.impulse, mpi=state.mpi)
        await step.carry_out(table, state, ruling)
        reverts(table, state)
    state.step = ""
